/* What the tests of the analyses share: a random generator, functions made from
   bare graphs, and reachability worked out the slow way as the judge. */
#ifndef TESTS_UNIT_IR_SUPPORT_H
#define TESTS_UNIT_IR_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/builder.h"
#include "ir/cfg.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "ir/verify.h"
#include "util/bitset.h"
#include "util/buffer.h"

/* splitmix64 */
static inline uint64_t random_bits(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline uint32_t random_below(uint64_t *state, uint32_t bound) {
  return (uint32_t)(random_bits(state) % bound);
}

static inline void emit_br(struct ir_func *func, uint32_t target, const ir_operand *args,
                           uint32_t count) {
  uint32_t edge = ir_new_edge(func, target, args, count);
  ir_emit(func, (struct ir_ins){.op = IR_BR, .a = edge});
}

static inline void emit_condbr(struct ir_func *func, ir_operand condition, uint32_t if_true,
                               uint32_t if_false) {
  uint32_t b = ir_new_edge(func, if_true, NULL, 0), c = ir_new_edge(func, if_false, NULL, 0);
  ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = condition, .b = b, .c = c});
}

static inline void emit_ret(struct ir_func *func) {
  ir_emit(func, (struct ir_ins){.op = IR_RET, .b = ir_add_operands(func, NULL, 0)});
}

static inline uint32_t emit_op(struct ir_func *func, unsigned op, unsigned width, ir_operand a,
                               ir_operand b) {
  bool is_comparison = ir_opcode_formats[op] == IR_FORMAT_COMPARE;
  uint32_t dst = ir_new_reg(func, is_comparison ? 1 : width);
  ir_emit(func,
          (struct ir_ins){.op = (uint16_t)op, .width = (uint8_t)width, .dst = dst, .a = a, .b = b});
  return dst;
}

static inline uint32_t emit_convert(struct ir_func *func, unsigned op, unsigned to, ir_operand a,
                                    unsigned from) {
  uint32_t dst = ir_new_reg(func, to);
  ir_emit(func,
          (struct ir_ins){.op = (uint16_t)op, .width = (uint8_t)to, .dst = dst, .a = a, .c = from});
  return dst;
}

/* A terminator that may go to any of the targets; the choice is a 32-bit register. */
static inline void emit_choice(struct ir_func *func, uint32_t chooser, const uint32_t *targets,
                               uint32_t count) {
  if (count == 0) {
    emit_ret(func);
  } else if (count == 1) {
    emit_br(func, targets[0], NULL, 0);
  } else if (count == 2) {
    ir_operand zero = ir_const_int(func, 32, 0);
    emit_condbr(func, emit_op(func, IR_EQ, 32, chooser, zero), targets[0], targets[1]);
  } else {
    uint32_t first = (uint32_t)func->cases.count;
    for (uint32_t i = 0; i + 1 < count; i++) {
      struct ir_case entry = {i, ir_new_edge(func, targets[i], NULL, 0)};
      vec_push(&func->cases, entry);
    }
    uint32_t last = ir_new_edge(func, targets[count - 1], NULL, 0);
    ir_emit(
        func,
        (struct ir_ins){
            .op = IR_SWITCH, .width = 32, .a = chooser, .b = first, .c = count - 1, .dst = last});
  }
}

/* A function whose block i goes to the blocks listed in successors[i], which end
   with -1. Its parameter decides every branch. */
#define MAX_SUCCESSORS 5
static inline struct ir_func *func_of_graph(struct ir_program *program,
                                            int successors[][MAX_SUCCESSORS], uint32_t count) {
  struct ir_func *func = ir_add_func(program, "graph", true);
  func->has_body = true;
  uint32_t chooser = ir_new_param(func, 32);
  for (uint32_t i = 0; i < count; i++) ir_new_block(func);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t targets[MAX_SUCCESSORS], target_count = 0;
    while (target_count < MAX_SUCCESSORS && successors[i][target_count] >= 0) {
      targets[target_count] = (uint32_t)successors[i][target_count];
      target_count++;
    }
    ir_start_block(func, i);
    emit_choice(func, chooser, targets, target_count);
    ir_end_block(func, i);
  }
  return func;
}

/* Sparse to dense, with and without returns, so that endless loops, irreducible
   regions and unreachable blocks all occur. */
static inline struct ir_func *random_graph_func(struct ir_program *program, uint64_t *seed,
                                                uint32_t count) {
  int(*successors)[MAX_SUCCESSORS] = alloc_bytes(count * sizeof *successors);
  uint32_t density = random_below(seed, 4);
  bool is_local = random_below(seed, 2) != 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t degree = density == 0 ? random_below(seed, 3) : 1 + random_below(seed, density + 1);
    if (random_below(seed, 8) == 0) degree = random_below(seed, MAX_SUCCESSORS);
    if (count == 1) degree = 0;
    for (uint32_t j = 0; j < MAX_SUCCESSORS; j++) {
      uint32_t target = is_local ? i + random_below(seed, 5) : random_below(seed, count);
      if (is_local) target = target < 2 ? 1 : target - 2;
      if (target == 0 || target >= count) target = count - 1;
      successors[i][j] = j < degree ? (int)target : -1;
    }
  }
  struct ir_func *func = func_of_graph(program, successors, count);
  free(successors);
  return func;
}

static inline void assert_verified(const struct ir_program *program, const struct ir_func *func) {
  struct buffer why = {0};
  if (!ir_verify_func(program, func, &why)) fail_msg("%s", why.text);
  buffer_free(&why);
}

/* Which nodes can be reached from one without touching `removed` (or UINT32_MAX)?
   The caller frees the set. */
static inline struct bitset reach_without(const struct graph *graph, uint32_t from,
                                          uint32_t removed) {
  struct bitset seen = bitset_new(graph->node_count);
  VEC(uint32_t) work = {0};
  if (from != removed) {
    bitset_add(&seen, from);
    vec_push(&work, from);
  }
  while (work.count != 0) {
    uint32_t node = vec_pop(&work);
    for (uint32_t i = graph->start[node]; i < graph->start[node + 1]; i++) {
      uint32_t target = graph->targets[i];
      if (target == removed || bitset_has(&seen, target)) continue;
      bitset_add(&seen, target);
      vec_push(&work, target);
    }
  }
  vec_free(&work);
  return seen;
}

/* reaches[a] has b if there is a path from a to b of at least zero arcs. */
static inline struct bitset *reach_all(const struct graph *graph) {
  struct bitset *reaches = alloc_bytes((graph->node_count + 1) * sizeof *reaches);
  for (uint32_t i = 0; i < graph->node_count; i++) reaches[i] = reach_without(graph, i, UINT32_MAX);
  return reaches;
}

static inline void free_sets(struct bitset *sets, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) bitset_free(&sets[i]);
  free(sets);
}

#endif
