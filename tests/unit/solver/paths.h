/* Random queries that look like those of an exploration: states with a path condition and
   a witness, branches on conditions over a few input bytes, both sides asked. The answers
   of the solver under test are compared with a fresh backend's, its models are evaluated
   and its cores are asked about. */
#ifndef TESTS_SOLVER_PATHS_H
#define TESTS_SOLVER_PATHS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../util/random.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/backend_cadical.h"
#include "solver/path_condition.h"
#include "solver/solver.h"
#include "util/alloc.h"

enum { PATH_BYTES = 8, PATH_MAX_DEPTH = 24, PATH_MAX_STATES = 12 };

struct path {
  struct expr *conjuncts[PATH_MAX_DEPTH + 1];
  size_t count;
  struct path_condition *list; /* the same; a reference */
  struct assignment *witness;
};

struct explorer {
  struct random random;
  struct exprs *exprs;
  const struct expr_array *input, *table;
  struct solver *solver; /* under test; owned */
  struct path paths[PATH_MAX_STATES];
  size_t path_count;
  unsigned no_witness_percent, collect_percent;
  unsigned count_percent; /* conditions such as loops that count have */
  unsigned list_percent;  /* queries that name a list instead of an array */
  uint32_t collections;
  bool may_be_unknown;
  uint64_t queries, sat, unsat, unknown;
};

static inline struct expr *path_byte(struct explorer *x) {
  return expr_input(x->exprs, x->input, random_below(&x->random, PATH_BYTES));
}

/* A value of 8 or 32 bits, of a few operations. */
static inline struct expr *path_value(struct explorer *x, unsigned width, int depth) {
  struct exprs *exprs = x->exprs;
  if (width == 32 && random_chance(&x->random, 40)) {
    uint64_t at = 4 * random_below(&x->random, PATH_BYTES / 4);
    struct expr *e = expr_input(exprs, x->input, at);
    for (unsigned i = 1; i < 4; i++) e = expr_concat(exprs, expr_input(exprs, x->input, at + i), e);
    return e;
  }
  if (depth == 0 || random_chance(&x->random, 25))
    return width == 8 ? path_byte(x) : expr_zext(exprs, path_byte(x), width);
  struct expr *a = path_value(x, width, depth - 1);
  struct expr *small = expr_const(exprs, width, random_below(&x->random, 20));
  switch (random_below(&x->random, 12)) {
  case 0: return expr_add(exprs, a, small);
  case 1: return expr_add(exprs, a, path_value(x, width, depth - 1));
  case 2: return expr_sub(exprs, a, path_value(x, width, depth - 1));
  case 3: return expr_and(exprs, a, expr_const(exprs, width, random_next(&x->random)));
  case 4: return expr_xor(exprs, a, path_value(x, width, depth - 1));
  case 5: return expr_mul(exprs, a, small);
  case 6: return expr_shl(exprs, a, expr_const(exprs, width, random_below(&x->random, 6)));
  case 7:
    return expr_ite(exprs, expr_ult(exprs, path_byte(x), path_byte(x)), a,
                    path_value(x, width, depth - 1));
  case 8: {
    struct expr *index = expr_zext(exprs, expr_extract(exprs, a, 0, 4), 64);
    struct expr *element = expr_read(exprs, expr_array_value(exprs, x->table), index);
    return width == 8 ? element : expr_zext(exprs, element, width);
  }
  case 9: return expr_urem(exprs, a, expr_const(exprs, width, 1 + random_below(&x->random, 9)));
  case 10: {
    struct expr *index = expr_zext(exprs, expr_extract(exprs, a, 0, 3), 64);
    struct expr *element = expr_read(exprs, expr_array_value(exprs, x->input), index);
    return width == 8 ? element : expr_sext(exprs, element, width);
  }
  default: return a;
  }
}

/* A number of a loop that counts: of few inputs, so that many conditions are about the same, and
   with constants that make sums wrap. */
static inline struct expr *path_number(struct explorer *x, unsigned width) {
  static const uint64_t steps[] = {0, 1, 1, 2, 3, 100, 127, 128};
  struct exprs *exprs = x->exprs;
  uint64_t at = random_below(&x->random, width == 8 ? 3 : 2) * (width / 8);
  struct expr *e = expr_input(exprs, x->input, at);
  for (unsigned i = 1; i < width / 8; i++)
    e = expr_concat(exprs, expr_input(exprs, x->input, at + i), e);
  if (random_chance(&x->random, 20)) e = expr_zext(exprs, path_byte(x), width);
  uint64_t step = steps[random_below(&x->random, 8)];
  if (width > 8 && random_chance(&x->random, 30)) step <<= width - 8;
  if (random_chance(&x->random, 30)) step = -step;
  return expr_add(exprs, e, expr_const(exprs, width, step));
}

static inline struct expr *path_counting(struct explorer *x) {
  static const enum expr_kind kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE, EXPR_SLT};
  static const unsigned widths[] = {8, 16, 32, 8};
  static const uint64_t ends[] = {0, 1, 2, 5, 126, 127, 128, 129, 254, 255};
  unsigned width = widths[random_below(&x->random, 4)];
  enum expr_kind kind = kinds[random_below(&x->random, 6)];
  struct expr *a = path_number(x, width), *b = path_number(x, width);
  if (random_chance(&x->random, 30)) {
    uint64_t end = ends[random_below(&x->random, 10)];
    b = expr_const(x->exprs, width, random_chance(&x->random, 50) ? end << (width - 8) : end);
  }
  struct expr *c = random_chance(&x->random, 50) ? expr_binary(x->exprs, kind, a, b)
                                                 : expr_binary(x->exprs, kind, b, a);
  return random_chance(&x->random, 20) ? expr_not(x->exprs, c) : c;
}

static inline struct expr *path_condition(struct explorer *x) {
  if (random_chance(&x->random, x->count_percent)) return path_counting(x);
  static const enum expr_kind kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE, EXPR_EQ};
  enum expr_kind kind = kinds[random_below(&x->random, 6)];
  unsigned width = random_chance(&x->random, 60) ? 8 : 32;
  struct expr *a = path_value(x, width, (int)random_below(&x->random, 3));
  struct expr *b = random_chance(&x->random, 60)
                       ? expr_const(x->exprs, width, random_below(&x->random, 40))
                       : path_value(x, width, (int)random_below(&x->random, 2));
  struct expr *c = random_chance(&x->random, 50) ? expr_binary(x->exprs, kind, a, b)
                                                 : expr_binary(x->exprs, kind, b, a);
  if (random_chance(&x->random, 10)) {
    struct expr *other = expr_ult(x->exprs, path_byte(x), path_byte(x));
    c = random_chance(&x->random, 50) ? expr_and(x->exprs, c, other) : expr_or(x->exprs, c, other);
  }
  return c;
}

static inline enum answer path_truth(struct explorer *x, struct expr *const *conjuncts,
                                     size_t count) {
  struct solver *fresh = backend_cadical_new(x->exprs);
  struct query query = {.conjuncts = conjuncts, .count = count};
  struct result result;
  enum answer answer = solver_check(fresh, &query, &result);
  result_free(&result);
  solver_free(fresh);
  assert_int_not_equal(answer, ANSWER_UNKNOWN);
  return answer;
}

static inline void path_check_core(struct explorer *x, const struct query *query,
                                   const struct result *result) {
  struct expr *core[PATH_MAX_DEPTH + 1];
  size_t count = 0;
  for (size_t i = 0; i < result->path_core_count; i++) {
    assert_true(i == 0 || result->path_core[i - 1] < result->path_core[i]);
    core[count++] = path_condition_at(query->path, result->path_core[i]);
  }
  for (size_t i = 0; i < query->count; i++)
    if (result->in_core[i]) core[count++] = query->conjuncts[i];
  assert_int_equal(path_truth(x, core, count), ANSWER_UNSAT);
}

/* Asks about the path with one more conjunct; the model, if there is one, is owned. */
static inline struct assignment *path_ask(struct explorer *x, const struct path *path,
                                          struct expr *condition) {
  struct expr *conjuncts[PATH_MAX_DEPTH + 1];
  memcpy(conjuncts, path->conjuncts, path->count * sizeof *conjuncts);
  conjuncts[path->count] = condition;
  struct query query = {.conjuncts = conjuncts,
                        .count = path->count + 1,
                        .wants_model = random_chance(&x->random, 90),
                        .wants_core = random_chance(&x->random, 50)};
  if (!random_chance(&x->random, x->no_witness_percent)) query.witness = path->witness;
  if (random_chance(&x->random, x->list_percent)) { /* the list, and the rest in the array */
    size_t rest = random_chance(&x->random, 70) ? 0 : random_below(&x->random, path->count + 1);
    query.path = path_condition_prefix(path->list, (uint32_t)(path->count - rest));
    query.conjuncts = conjuncts + path->count - rest;
    query.count = rest + 1;
  }
  struct result result;
  enum answer answer = solver_check(x->solver, &query, &result);
  x->queries++;
  assert_int_equal(answer, result.answer);
  if (answer == ANSWER_UNKNOWN)
    assert_true(x->may_be_unknown);
  else
    assert_int_equal(answer, path_truth(x, conjuncts, path->count + 1));
  assert_int_equal(result.model != NULL, answer == ANSWER_SAT && query.wants_model);
  assert_int_equal(result.in_core != NULL, answer == ANSWER_UNSAT && query.wants_core);
  assert_true(query.path != NULL || (result.path_core == NULL && result.path_core_count == 0));
  if (result.model != NULL) assert_true(query_holds(x->exprs, &query, result.model));
  if (result.in_core != NULL) path_check_core(x, &query, &result);
  *(answer == ANSWER_SAT ? &x->sat : answer == ANSWER_UNSAT ? &x->unsat : &x->unknown) += 1;
  struct assignment *model = result.model;
  result.model = NULL;
  result_free(&result);
  return model;
}

static inline void path_drop(struct explorer *x, size_t at) {
  assignment_free(x->paths[at].witness);
  path_condition_release(x->paths[at].list);
  x->paths[at] = x->paths[--x->path_count];
}

static inline void path_add(struct explorer *x, const struct path *parent, struct expr *condition,
                            struct assignment *witness) {
  struct path path = *parent;
  path.conjuncts[path.count++] = condition;
  path.list = path_condition_append_whole(parent->list, condition);
  path.witness = witness;
  if (x->path_count == PATH_MAX_STATES) path_drop(x, random_below(&x->random, x->path_count));
  x->paths[x->path_count++] = path;
}

static inline void path_roots(struct exprs *exprs, void *context) {
  struct explorer *x = context;
  x->collections++;
  for (size_t i = 0; i < x->path_count; i++)
    path_condition_mark(x->paths[i].list, exprs, x->collections);
  expr_mark_array(exprs, x->table);
  solver_mark(x->solver, exprs);
}

/* One branch of one path. */
static inline void path_step(struct explorer *x) {
  if (x->path_count == 0) {
    x->paths[0] = (struct path){.witness = assignment_new()};
    x->path_count = 1;
  }
  size_t at =
      random_chance(&x->random, 60) ? x->path_count - 1 : random_below(&x->random, x->path_count);
  struct path path = x->paths[at];
  x->paths[at] = x->paths[--x->path_count];
  bool is_repeat = path.count > 0 && random_chance(&x->random, 10);
  struct expr *condition =
      is_repeat ? path.conjuncts[random_below(&x->random, path.count)] : path_condition(x);
  struct expr *sides[2] = {condition, expr_not(x->exprs, condition)};
  for (int side = 0; side < 2; side++) {
    struct assignment *model = path_ask(x, &path, sides[side]);
    if (model != NULL && path.count + 1 < PATH_MAX_DEPTH)
      path_add(x, &path, sides[side], model);
    else
      assignment_free(model);
  }
  assignment_free(path.witness);
  path_condition_release(path.list);
  if (random_chance(&x->random, x->collect_percent)) expr_collect(x->exprs, path_roots, x);
}

/* Everything but the solver, which the caller makes with x->exprs. */
static inline void explorer_start(struct explorer *x, uint64_t seed) {
  static const uint8_t table[16] = {7, 1, 200, 3, 3, 9, 0, 255, 16, 32, 48, 5, 80, 11, 90, 77};
  *x = (struct explorer){.random = {seed}, .exprs = exprs_new(), .list_percent = 50};
  x->input = expr_new_array(x->exprs, "input", 8, 64, PATH_BYTES, NULL);
  x->table = expr_new_array(x->exprs, "table", 8, 64, sizeof table, table);
}

static inline void explorer_end(struct explorer *x) {
  while (x->path_count > 0) path_drop(x, 0);
  solver_free(x->solver);
  exprs_free(x->exprs);
}

#endif
