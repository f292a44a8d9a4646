/* A counting loop and a function with a branch, explored with a reducer. */
#ifndef TESTS_RIG_LOOP_H
#define TESTS_RIG_LOOP_H

#include "rig_explore.h"

#include "exec/symbol.h"

/* ---- exploring ---- */

struct ends {
  unsigned exited, failed, visible;
};

static inline void count_symbol(const struct symbol *symbol, void *context) {
  (void)symbol;
  ++*(unsigned *)context;
}

static inline bool count_end(void *context, const struct path_report *report) {
  struct ends *ends = context;
  ends->exited += report->end == PATH_EXITED;
  ends->failed += report->end == PATH_ERROR;
  if (report->end == PATH_EXITED) symbol_walk(report->state->symbols, count_symbol, &ends->visible);
  return false;
}

static inline struct ends explore(struct rig *rig, struct reducer *reducer,
                                  uint64_t max_instructions) {
  struct ends ends = {0};
  struct explore_options options = {.max_symbolic_size = 64, .max_instructions = max_instructions};
  struct observer observer = {.context = &ends, .path_ended = count_end};
  rig_prepare(rig);
  if (reducer != NULL)
    exploration_add_reducer(rig->machine, rig->machine->explorations.data[0], reducer);
  rig_explore(rig, "bfs", &options, &observer);
  return ends;
}

static const struct reducer_verdict keep = {.action = REDUCER_KEEP};

/* ---- programs ---- */

static inline uint32_t emit_unknown(struct rig *rig, struct ir_func *func) {
  return rig_call(rig, func, rig_declare(rig, "__VERIFIER_nondet_uint", 32, 0, NULL), NULL, 0);
}

/* The registers and blocks of: n = unknown; for (i = 0; i < n; i = i + 1 & mask) ; */
struct loop {
  uint32_t head, body, out, i, n;
};

static inline struct loop make_loop(struct rig *rig, uint32_t mask, bool is_bounded) {
  struct ir_func *func = rig->start;
  struct loop loop = {.body = ir_new_block(func), .out = ir_new_block(func)};
  loop.head = rig_block(func, (unsigned[]){32}, 1, &loop.i);
  loop.n = is_bounded ? emit_unknown(rig, func) : 0;
  ir_operand zero = ir_const_int(func, 32, 0), one = ir_const_int(func, 32, 1);
  rig_jump(rig, func, loop.head, &zero, 1);
  rig_close(func, 0);
  ir_start_block(func, loop.head);
  ir_operand bound = is_bounded ? loop.n : ir_const_int(func, 32, UINT32_MAX);
  rig_branch(rig, func, rig_binary(rig, func, IR_ULT, 32, 0, loop.i, bound),
             ir_new_edge(func, loop.body, NULL, 0), ir_new_edge(func, loop.out, NULL, 0));
  rig_close(func, loop.head);
  ir_start_block(func, loop.body);
  ir_operand next = rig_binary(rig, func, IR_ADD, 32, 0, loop.i, one);
  if (mask != 0) next = rig_binary(rig, func, IR_AND, 32, 0, next, ir_const_int(func, 32, mask));
  rig_jump(rig, func, loop.head, &next, 1);
  rig_close(func, loop.body);
  ir_start_block(func, loop.out);
  rig_finish(rig, func);
  rig_close(func, loop.out);
  return loop;
}

/* is_less(x) returns whether x is below 10, by a branch. */
static inline struct ir_func *make_decider(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "is_less");
  uint32_t x = ir_new_param(func, 32), blocks[2] = {ir_new_block(func), ir_new_block(func)};
  vec_push(&func->result_widths, (uint8_t)32);
  rig_branch(rig, func, rig_binary(rig, func, IR_ULT, 32, 0, x, ir_const_int(func, 32, 10)),
             ir_new_edge(func, blocks[1], NULL, 0), ir_new_edge(func, blocks[0], NULL, 0));
  rig_close(func, 0);
  for (uint32_t i = 0; i < 2; i++) {
    ir_operand result = ir_const_int(func, 32, i);
    ir_start_block(func, blocks[i]);
    rig_return(rig, func, &result, 1);
    rig_close(func, blocks[i]);
  }
  return func;
}

#endif
