/* Which entries of a function's blocks are places where a reducer of the exploration wants to be
   asked. States can stop only there, and only there does it cost anything. */
#include "exec/machine.h"
#include "exec/translate/op.h"
#include "exec/translate/translate.h"
#include "ir/cfg.h"
#include "ir/dominators.h"
#include "ir/ir.h"
#include "ir/loops.h"

#include <stdlib.h>

static void mark_loop_heads(const struct ir_func *func, uint8_t *places) {
  struct cfg cfg = cfg_build(func);
  struct dominators dominators = dominators_build(&cfg);
  struct loops loops = loops_build(&cfg, &dominators);
  for (uint32_t i = 0; i < loops.count; i++) places[loops.loops[i].header] |= REDUCER_LOOP;
  loops_free(&loops);
  dominators_free(&dominators);
  cfg_free(&cfg);
}

void translate_places(const struct machine *machine, struct code *code) {
  const struct ir_func *func = code->func;
  const struct reducers *reducers = &machine->exploration->reducers;
  uint32_t *ways = alloc_zeroed((func->blocks.count + 1) * sizeof *ways);
  code->places = alloc_zeroed((func->blocks.count + 1) * sizeof *code->places);
  for (size_t i = 0; i < func->edges.count; i++) ways[func->edges.data[i].target]++;
  if (machine->places & REDUCER_LOOP) mark_loop_heads(func, code->places);
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    if (ways[b] > 1) code->places[b] |= REDUCER_JOIN;
    code->places[b] = (uint8_t)reducers_places_of_block(reducers, func->number, b, code->places[b]);
  }
  free(ways);
}
