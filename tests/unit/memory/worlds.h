/* Symbolic memory against plain bytes: each of a few worlds gives all inputs a value, and
   in each world every expression is a number. The same operation is done on memory with
   expressions and in every world with numbers; whatever memory then holds must have, in
   every world, the value that is there. */
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "../util/random.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "memory/overlay.h"
#include "memory/symbolic.h"
#include "pool_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WORLD_COUNT = 4, WORLDS_KEPT = 8 };

struct worlds {
  struct random random;
  struct exprs *exprs;
  struct assignment *values[WORLD_COUNT];
  struct evaluator *evaluators[WORLD_COUNT];
  const struct expr_array *array; /* that values are made of */
  uint64_t array_used;
  struct expr *kept[WORLDS_KEPT]; /* values made before, to be met again */
};

static inline const struct expr_array *worlds_new_array(struct worlds *w, uint64_t size) {
  const struct expr_array *array = expr_new_array(w->exprs, "in", 8, 64, size, NULL);
  for (int k = 0; k < WORLD_COUNT; k++)
    for (uint64_t i = 0; i < size; i++)
      assignment_set(w->values[k], array->number, i, random_next(&w->random) & 255);
  return array;
}

static inline void worlds_init(struct worlds *w, uint64_t seed) {
  *w = (struct worlds){.random = {seed}, .exprs = exprs_new()};
  for (int k = 0; k < WORLD_COUNT; k++) {
    w->values[k] = assignment_new();
    w->evaluators[k] = evaluator_new(w->exprs, w->values[k]);
  }
  w->array = worlds_new_array(w, 64);
}

static inline void worlds_free(struct worlds *w) {
  for (int k = 0; k < WORLD_COUNT; k++) {
    evaluator_free(w->evaluators[k]);
    assignment_free(w->values[k]);
  }
  exprs_free(w->exprs);
}

/* The bytes of a value in a world. */
static inline void worlds_bytes(struct worlds *w, int world, struct expr *value, uint8_t *bytes) {
  uint64_t words[EXPR_MAX_WIDTH / 64];
  evaluator_words(w->evaluators[world], value, words);
  memcpy(bytes, words, value->width / 8);
}

static inline uint64_t worlds_number(struct worlds *w, int world, struct expr *value) {
  return evaluator_value(w->evaluators[world], value);
}

static inline struct expr *worlds_input(struct worlds *w) {
  return expr_input(w->exprs, w->array, random_below(&w->random, w->array->size));
}

/* A value of so many bytes, of the shapes that programs make. */
static inline struct expr *worlds_value(struct worlds *w, unsigned size) {
  struct random *random = &w->random;
  struct expr *value = worlds_input(w), *kept = w->kept[random_below(random, WORLDS_KEPT)];
  if (kept && kept->width >= size * 8 && random_chance(random, 30))
    return expr_extract(w->exprs, kept,
                        8 * (unsigned)random_below(random, kept->width / 8 - size + 1), size * 8);
  switch (random_below(random, 6)) {
  case 0: value = expr_zext(w->exprs, value, size * 8); break;
  case 1: value = expr_sext(w->exprs, value, size * 8); break;
  case 2: value = expr_const(w->exprs, size * 8, random_next(random)); break;
  default:
    for (unsigned i = 1; i < size; i++) value = expr_concat(w->exprs, worlds_input(w), value);
  }
  struct expr *other = expr_zext(w->exprs, worlds_input(w), size * 8);
  switch (random_below(random, 5)) {
  case 0: value = expr_add(w->exprs, value, other); break;
  case 1: value = expr_xor(w->exprs, value, other); break;
  case 2: value = expr_mul(w->exprs, value, other); break;
  case 3:
    value = expr_ite(w->exprs, expr_extract(w->exprs, worlds_input(w), 3, 1), value, other);
    break;
  default: break;
  }
  return w->kept[random_below(random, WORLDS_KEPT)] = value;
}

/* A number of 64 bits below the limit, symbolic, in one of the shapes of an index. */
static inline struct expr *worlds_index(struct worlds *w, uint64_t limit) {
  struct expr *wide = expr_zext(w->exprs, worlds_input(w), 64);
  if (limit > 256)
    wide = expr_zext(w->exprs, expr_concat(w->exprs, worlds_input(w), worlds_input(w)), 64);
  if ((limit & (limit - 1)) == 0)
    return expr_and(w->exprs, wide, expr_const(w->exprs, 64, limit - 1));
  return expr_urem(w->exprs, wide, expr_const(w->exprs, 64, limit));
}

/* An offset, the range of which is within an object of that size for an access of that
   size. */
static inline struct expr *worlds_offset(struct worlds *w, uint64_t object_size, unsigned size,
                                         struct offset_range *range) {
  struct random *random = &w->random;
  static const uint64_t steps[] = {1, 1, 2, 3, 4, 4, 5, 8, 12, 16, 24, 40};
  uint64_t last = object_size - size, low = random_below(random, last + 1);
  if (random_chance(random, 50)) low = random_below(random, 4) % (last + 1);
  uint64_t step =
      random_chance(random, 40) ? size : steps[random_below(random, sizeof steps / sizeof *steps)];
  uint64_t most = (last - low) / step + 1;
  if (most > 60 && random_chance(random, 90)) most = random_between(random, 1, 60);
  if (most > 2000) most = 2000;
  if (random_chance(random, 50)) most = random_between(random, 1, most);
  *range = (struct offset_range){low, low + (most - 1) * step, step};
  struct expr *offset = expr_mul(w->exprs, worlds_index(w, most), expr_const(w->exprs, 64, step));
  return expr_add(w->exprs, offset, expr_const(w->exprs, 64, low));
}

#endif
