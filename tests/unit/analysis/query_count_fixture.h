/* Small functions by hand, and what is counted in them. */
#ifndef TESTS_UNIT_REDUCE_QUERY_COUNT_FIXTURE_H
#define TESTS_UNIT_REDUCE_QUERY_COUNT_FIXTURE_H

#include "../ir/random_func.h"

#include "analysis/query_count.h"

#include <math.h>

struct fixture {
  struct ir_program *program;
  struct query_count_options options;
  struct query_count *counts;
};

static inline struct fixture begin(void) {
  struct fixture fixture = {ir_program_new(), query_count_defaults(), NULL};
  fixture.options.beta = 0.8;
  fixture.options.kappa = 3;
  return fixture;
}

static inline struct ir_func *new_func(struct fixture *fixture, const char *name, uint32_t blocks) {
  struct ir_func *func = ir_add_func(fixture->program, name, true);
  func->has_body = true;
  for (uint32_t i = 0; i < blocks; i++) ir_new_block(func);
  return func;
}

static inline void analyse(struct fixture *fixture) {
  for (size_t i = 0; i < fixture->program->funcs.count; i++)
    if (fixture->program->funcs.data[i]->has_body)
      assert_verified(fixture->program, fixture->program->funcs.data[i]);
  if (fixture->counts != NULL) query_count_free(fixture->counts);
  fixture->counts = query_count_new(fixture->program, &fixture->options);
}

static inline void end(struct fixture *fixture) {
  query_count_free(fixture->counts);
  ir_program_free(fixture->program);
}

static inline double plain(struct query_number number) {
  assert_int_equal(number.scale, 0);
  return number.mantissa;
}

static inline const struct query_point *at(const struct fixture *fixture,
                                           const struct ir_func *func, uint32_t block) {
  return query_count_at_block(fixture->counts, func->number, block);
}
static inline double total(const struct fixture *fixture, const struct ir_func *func,
                           uint32_t block) {
  return plain(at(fixture, func, block)->total);
}
static inline double count(const struct fixture *fixture, const struct ir_func *func,
                           uint32_t block, uint32_t reg) {
  return plain(query_point_register(at(fixture, func, block), reg));
}
static inline double memory(const struct fixture *fixture, const struct ir_func *func,
                            uint32_t block, enum query_base kind, uint32_t base, int64_t offset,
                            uint64_t size) {
  return plain(query_point_memory(at(fixture, func, block), kind, base, offset, size));
}

static inline void check_close(double found, double wanted, int line) {
  if (fabs(found - wanted) > 1e-9) fail_msg("line %d: %.12g instead of %.12g", line, found, wanted);
}
#define assert_close(found, wanted) check_close(found, wanted, __LINE__)

static inline uint32_t emit_load(struct ir_func *func, ir_operand address) {
  uint32_t dst = ir_new_reg(func, 32);
  ir_emit(func, (struct ir_ins){.op = IR_LOAD, .width = 32, .dst = dst, .a = address});
  return dst;
}
static inline void emit_store(struct ir_func *func, ir_operand address, ir_operand value) {
  ir_emit(func, (struct ir_ins){.op = IR_STORE, .width = 32, .a = address, .b = value});
}
static inline uint32_t emit_alloca(struct ir_func *func, uint64_t size) {
  uint32_t dst = ir_new_reg(func, 64);
  ir_operand bytes = ir_const_int(func, 64, size);
  ir_emit(func, (struct ir_ins){.op = IR_ALLOCA, .width = 64, .dst = dst, .a = bytes, .c = 8});
  return dst;
}
static inline uint32_t emit_offset(struct ir_func *func, ir_operand base, uint64_t offset) {
  return emit_op(func, IR_ADD, 64, base, ir_const_int(func, 64, offset));
}
static inline uint32_t emit_call(struct ir_func *func, const struct ir_func *callee,
                                 const ir_operand *args, uint32_t arg_count, uint32_t *result) {
  struct ir_call call = {.arg_count = arg_count, .result_count = result != NULL};
  call.first_arg = ir_add_operands(func, args, arg_count);
  if (result != NULL) *result = ir_new_reg(func, 32);
  call.first_result = ir_add_operands(func, result, call.result_count);
  vec_push(&func->calls, call);
  ir_operand target = ir_const_func(func, callee->number);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = target, .b = (uint32_t)func->calls.count - 1});
  return (uint32_t)func->ins.count - 1;
}
/* A branch on whether a 32-bit value is 0. */
static inline void emit_test(struct ir_func *func, ir_operand value, uint32_t yes, uint32_t no) {
  emit_condbr(func, emit_op(func, IR_EQ, 32, value, ir_const_int(func, 32, 0)), yes, no);
}
static inline void fill_with_ret(struct ir_func *func, uint32_t block) {
  ir_start_block(func, block);
  emit_ret(func);
  ir_end_block(func, block);
}
/* A block that tests the value, whose branches meet again two blocks further on. */
static inline void fill_with_diamond(struct ir_func *func, uint32_t block, ir_operand value) {
  ir_start_block(func, block);
  emit_test(func, value, block + 1, block + 2);
  ir_end_block(func, block);
  ir_start_block(func, block + 1);
  emit_br(func, block + 2, NULL, 0);
  ir_end_block(func, block + 1);
}

#endif
