/* A run of days makes more expressions than 32 bits count: everything that orders or
   remembers by id goes on as before. */
#include "terms.h"

#include "expr/id_map.h"
#include "expr/substitute.h"

enum { VALUES = 64, STEPS = 20000 };

static uint64_t next(uint64_t *random) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random >> 8;
}

/* Values in random order from random others, all different from those of another seed. */
static void grow(struct exprs *exprs, struct expr **values, uint64_t seed) {
  uint64_t random = seed;
  for (unsigned k = 0; k < STEPS; k++) {
    struct expr *a = values[next(&random) % VALUES], *b = values[next(&random) % VALUES];
    struct expr **to = &values[next(&random) % VALUES];
    switch (next(&random) % 6) {
    case 0: *to = expr_add(exprs, a, expr_const(exprs, 32, next(&random))); break;
    case 1: *to = expr_xor(exprs, a, b); break;
    case 2: *to = expr_ite(exprs, expr_ult(exprs, a, b), b, a); break;
    case 3: *to = expr_mul(exprs, a, b); break;
    case 4:
      *to = expr_concat(exprs, expr_extract(exprs, a, 0, 16), expr_extract(exprs, b, 16, 16));
      break;
    default: *to = expr_input(exprs, expr_find_array(exprs, 0), next(&random) % VALUES);
    }
  }
}

static void start(struct exprs *exprs, struct expr **values) {
  for (unsigned k = 0; k < VALUES; k++) values[k] = expr_input(exprs, expr_find_array(exprs, 0), k);
}

static void mark_values(struct exprs *exprs, void *context) {
  struct expr **values = context;
  for (unsigned k = 0; k < VALUES; k++) expr_mark_root(exprs, values[k]);
}

/* Some nodes are older than 2^32 others, some younger, and the youngest older ones have
   ids whose low 32 bits are greater than those of the younger. */
static void test_ids_beyond_32_bits(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, VALUES, NULL);
  struct expr *values[VALUES], *again[VALUES];
  struct assignment *assignment = assignment_new();
  uint64_t random = 3;
  for (unsigned k = 0; k < VALUES; k++)
    assignment_set(assignment, array->number, k, next(&random) & 0xffffffff);
  start(exprs, values);
  exprs->next_id = ((uint64_t)1 << 32) - STEPS / 2;
  grow(exprs, values, 11);
  assert_true(exprs->next_id > (uint64_t)1 << 32);
  start(exprs, again);
  grow(exprs, again, 11);
  for (unsigned k = 0; k < VALUES; k++) assert_ptr_equal(values[k], again[k]);
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  uint64_t before[VALUES];
  for (unsigned k = 0; k < VALUES; k++) before[k] = evaluator_value(evaluator, values[k]);
  expr_collect(exprs, mark_values, values);
  /* Ids are never given again, so the old memo may stay. */
  grow(exprs, again, 11);
  for (unsigned k = 0; k < VALUES; k++)
    assert_int_equal(before[k], evaluator_value(evaluator, values[k]));
  evaluator_free(evaluator);
  assignment_free(assignment);
  exprs_free(exprs);
}

/* Canonical order and substitution where the low halves of ids are alike. */
static void test_equal_low_halves_are_told_apart(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, 4, NULL);
  exprs->next_id = 1000;
  struct expr *x = expr_input(exprs, array, 0), *f = expr_input(exprs, array, 2);
  exprs->next_id = 1000 + ((uint64_t)1 << 32);
  struct expr *y = expr_input(exprs, array, 1), *g = expr_input(exprs, array, 3);
  assert_int_equal((uint32_t)x->id, (uint32_t)y->id);
  assert_int_equal((uint32_t)f->id, (uint32_t)g->id);
  struct expr *sum = expr_udiv(exprs, x, f), *other = expr_udiv(exprs, y, g);
  assert_ptr_not_equal(sum, other);
  assert_ptr_equal(expr_add(exprs, x, y), expr_add(exprs, y, x));
  struct substitution *substitution = substitution_new(exprs);
  substitution_add(substitution, x, f);
  struct expr *both = expr_urem(exprs, expr_mul(exprs, x, y), expr_or(exprs, x, g));
  struct expr *wanted = expr_urem(exprs, expr_mul(exprs, f, y), expr_or(exprs, f, g));
  assert_ptr_equal(substitution_apply(substitution, both), wanted);
  substitution_free(substitution);
  exprs_free(exprs);
}

static void check_holds(const struct id_map *map, uint64_t first, uint64_t end) {
  for (uint64_t id = 1; id < 5000; id++) {
    const uint64_t *value = id_map_find(map, id);
    assert_int_equal(value != NULL, id >= first && id < end);
    if (value != NULL) assert_int_equal(*value, id * 3);
  }
}

/* Entries of earlier generations stay in the table and must not be found, nor be in the way. */
static void test_a_cleared_map_is_empty(void **state) {
  (void)state;
  struct id_map map = {0};
  for (uint64_t round = 0; round < 200; round++) {
    uint64_t first = 1 + round * 7 % 1000, end = first + round * 13 % 700;
    for (uint64_t id = first; id < end; id++) id_map_add(&map, id, id * 3);
    check_holds(&map, first, end);
    id_map_clear(&map);
    assert_null(id_map_find(&map, first));
  }
  id_map_free(&map);
}

/* When generations run out, the table is made anew. */
static void test_a_map_can_be_cleared_for_ever(void **state) {
  (void)state;
  struct id_map map = {0};
  for (unsigned round = 0; round < (1U << (64 - EXPR_ID_BITS)) + 10; round++) {
    assert_null(id_map_find(&map, 5));
    id_map_add(&map, 5, round);
    assert_int_equal(*id_map_find(&map, 5), round);
    id_map_clear(&map);
  }
  id_map_free(&map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ids_beyond_32_bits),
      cmocka_unit_test(test_equal_low_halves_are_told_apart),
      cmocka_unit_test(test_a_cleared_map_is_empty),
      cmocka_unit_test(test_a_map_can_be_cleared_for_ever),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
