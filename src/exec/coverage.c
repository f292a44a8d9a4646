/* Keeping track of what was executed. */
#include "exec/coverage.h"

#include "exec/coverable.h"
#include "ir/ir.h"

#include <stdlib.h>

void coverage_init(struct coverage *coverage, const struct ir_program *program) {
  *coverage = (struct coverage){
      .funcs = alloc_zeroed((program->funcs.count + 1) * sizeof *coverage->funcs)};
}

void coverage_free(struct coverage *coverage, const struct ir_program *program) {
  for (size_t i = 0; coverage->funcs && i < program->funcs.count; i++) {
    free(coverage->funcs[i].edges);
    free(coverage->funcs[i].calls);
    free(coverage->funcs[i].blocks);
  }
  free(coverage->funcs);
  vec_free(&coverage->fresh);
}

bool coverage_wants(const struct coverage *coverage, const struct ir_program *program,
                    uint32_t func) {
  return coverage->limit == NULL || coverable_has_func(coverage->limit, program->funcs.data[func]);
}

void coverage_enter(struct coverage *coverage, const struct ir_program *program, uint32_t number) {
  struct func_coverage *func = &coverage->funcs[number];
  const struct ir_func *ir = program->funcs.data[number];
  if (func->is_entered) return;
  func->is_entered = true;
  func->edges = alloc_zeroed(ir->edges.count + 1);
  func->calls = alloc_zeroed(ir->calls.count + 1);
  func->blocks = alloc_zeroed(ir->blocks.count + 1);
  func->blocks[0] = 1;
  coverage->news += coverage_wants(coverage, program, number);
}

void coverage_take_edge(struct coverage *coverage, const struct ir_program *program,
                        uint32_t number, uint32_t edge) {
  struct func_coverage *func = &coverage->funcs[number];
  if (func->edges[edge]) return;
  func->edges[edge] = 1;
  func->blocks[program->funcs.data[number]->edges.data[edge].target] = 1;
  coverage->news += coverage_wants(coverage, program, number);
  if (coverage->keeps_fresh) vec_push(&coverage->fresh, ((struct covered_edge){number, edge}));
}

void coverage_return(struct coverage *coverage, const struct ir_program *program, uint32_t number,
                     uint32_t call) {
  struct func_coverage *func = &coverage->funcs[number];
  if (func->calls[call]) return;
  func->calls[call] = 1;
  coverage->news += coverage_wants(coverage, program, number);
}
