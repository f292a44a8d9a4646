/* Random verified functions with data flow: block parameters, uses of everything
   that dominates, calls, wide registers and, on request, setjmp. */
#ifndef TESTS_UNIT_IR_RANDOM_FUNC_H
#define TESTS_UNIT_IR_RANDOM_FUNC_H

#include "support.h"

#include "ir/dominators.h"

struct reg_list {
  uint32_t *data;
  size_t count, capacity;
};

/* A 32-bit operand out of what is there. */
static inline ir_operand pick_operand(struct ir_func *func, uint64_t *seed,
                                      const struct reg_list *available) {
  if (available->count == 0 || random_below(seed, 5) == 0)
    return ir_const_int(func, 32, random_below(seed, 4));
  return available->data[random_below(seed, (uint32_t)available->count)];
}

static inline void emit_random_call(struct ir_func *func, uint64_t *seed,
                                    struct reg_list *available) {
  ir_operand args[2], results[2];
  struct ir_call call = {.arg_count = random_below(seed, 3), .result_count = random_below(seed, 3)};
  for (uint32_t i = 0; i < call.arg_count; i++) args[i] = pick_operand(func, seed, available);
  call.first_arg = ir_add_operands(func, args, call.arg_count);
  call.first_vararg = (uint32_t)func->varargs.count;
  if (random_below(seed, 3) == 0) {
    struct ir_vararg vararg = {pick_operand(func, seed, available), 0, 4, false, false};
    vec_push(&func->varargs, vararg);
    call.vararg_count = 1;
    call.vararg_size = 8;
  }
  for (uint32_t i = 0; i < call.result_count; i++) results[i] = ir_new_reg(func, 32);
  call.first_result = ir_add_operands(func, results, call.result_count);
  vec_push(&func->calls, call);
  ir_operand callee = ir_const_func(func, func->number);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = callee, .b = (uint32_t)func->calls.count - 1});
  for (uint32_t i = 0; i < call.result_count; i++) vec_push(available, results[i]);
}

static inline void emit_random_ins(struct ir_func *func, uint64_t *seed, bool with_setjmp,
                                   struct reg_list *available) {
  ir_operand a = pick_operand(func, seed, available), b = pick_operand(func, seed, available);
  ir_operand c = pick_operand(func, seed, available), address = ir_const_int(func, 64, 8);
  switch (random_below(seed, 8)) {
  case 0:
  case 1: vec_push(available, emit_op(func, IR_ADD, 32, a, b)); break;
  case 2: {
    uint32_t bit = emit_op(func, IR_SLT, 32, a, b), dst = ir_new_reg(func, 32);
    ir_emit(func,
            (struct ir_ins){.op = IR_SELECT, .width = 32, .dst = dst, .a = bit, .b = b, .c = c});
    vec_push(available, dst);
    break;
  }
  case 3: ir_emit(func, (struct ir_ins){.op = IR_STORE, .width = 32, .a = address, .b = a}); break;
  case 4: {
    uint32_t wide = emit_convert(func, IR_ZEXT, 100, a, 32);
    wide = emit_op(func, IR_MUL, 100, wide, ir_const_wide(func, 100, 3, 5));
    vec_push(available, emit_convert(func, IR_TRUNC, 32, wide, 100));
    break;
  }
  case 5: emit_random_call(func, seed, available); break;
  case 6:
    if (with_setjmp) {
      uint32_t dst = ir_new_reg(func, 32);
      ir_emit(func, (struct ir_ins){.op = IR_SETJMP, .dst = dst, .a = address});
      vec_push(available, dst);
    }
    break;
  default: break;
  }
}

static inline void emit_random_end(struct ir_func *func, uint64_t *seed, const struct cfg *shape,
                                   uint32_t block, const struct reg_list *available) {
  const uint32_t *start = &shape->successors.start[block];
  uint32_t count = start[1] - start[0], edges[MAX_SUCCESSORS];
  ir_operand choice = pick_operand(func, seed, available);
  uint32_t condition = count == 2 ? emit_op(func, IR_NE, 32, choice, ir_const_int(func, 32, 0)) : 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t target = shape->successors.targets[start[0] + i];
    ir_operand args[4];
    uint32_t arg_count = func->blocks.data[target].param_count;
    for (uint32_t j = 0; j < arg_count; j++) args[j] = pick_operand(func, seed, available);
    edges[i] = ir_new_edge(func, target, args, arg_count);
  }
  if (count == 0) {
    ir_operand result = pick_operand(func, seed, available);
    uint32_t first = ir_add_operands(func, &result, 1);
    ir_emit(func, (struct ir_ins){.op = IR_RET, .b = first, .c = 1});
  } else if (count == 1) {
    ir_emit(func, (struct ir_ins){.op = IR_BR, .a = edges[0]});
  } else if (count == 2) {
    ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = condition, .b = edges[0], .c = edges[1]});
  } else {
    uint32_t first = (uint32_t)func->cases.count;
    for (uint32_t i = 0; i + 1 < count; i++)
      vec_push(&func->cases, ((struct ir_case){i, edges[i]}));
    ir_emit(func, (struct ir_ins){.op = IR_SWITCH,
                                  .width = 32,
                                  .a = choice,
                                  .b = first,
                                  .c = count - 1,
                                  .dst = edges[count - 1]});
  }
}

static inline struct ir_func *random_func(struct ir_program *program, uint64_t *seed,
                                          uint32_t count, bool with_setjmp) {
  struct ir_func *graph = random_graph_func(program, seed, count);
  struct cfg shape = cfg_build(graph);
  struct dominators tree = dominators_build(&shape);
  struct ir_func *func = ir_add_func(program, "random", true);
  struct reg_list *available = alloc_zeroed(count * sizeof *available);
  func->has_body = true;
  vec_push(&func->result_widths, 32);
  for (uint32_t i = random_below(seed, 3); i > 0; i--)
    vec_push(&available[0], ir_new_param(func, 32));
  for (uint32_t block = 0; block < count; block++) {
    uint32_t params[4], param_count = block == 0 ? 0 : random_below(seed, 4);
    ir_new_block(func);
    for (uint32_t i = 0; i < param_count; i++) params[i] = ir_new_reg(func, 32);
    ir_set_block_params(func, block, params, param_count);
    for (uint32_t i = 0; i < param_count; i++) vec_push(&available[block], params[i]);
  }
  /* In reverse postorder a block's dominators are done before it. */
  for (uint32_t i = 0; i < count; i++) {
    uint32_t block = i < shape.order_count ? shape.order[i] : UINT32_MAX;
    for (uint32_t j = 0, rank = shape.order_count; block == UINT32_MAX; j++)
      if (!cfg_is_reachable(&shape, j) && rank++ == i) block = j;
    struct reg_list *here = &available[block];
    if (block != 0 && dominators_has(&tree, block)) {
      const struct reg_list *above = &available[tree.parent[block]];
      for (size_t j = 0; j < above->count; j++) vec_push(here, above->data[j]);
    }
    ir_start_block(func, block);
    for (uint32_t n = random_below(seed, 5); n > 0; n--)
      emit_random_ins(func, seed, with_setjmp, here);
    emit_random_end(func, seed, &shape, block, here);
    ir_end_block(func, block);
  }
  for (uint32_t i = 0; i < count; i++) vec_free(&available[i]);
  free(available);
  dominators_free(&tree);
  cfg_free(&shape);
  return func;
}

#endif
