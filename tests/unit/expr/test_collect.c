/* Sharing and reclamation: equal structure is the same pointer, what a root reaches
   survives a collection unchanged, the rest gives its memory back. */
#include "terms.h"

enum { ROOTS = 200 };

struct roots {
  struct expr *e[ROOTS];
};

static void mark(struct exprs *exprs, void *context) {
  struct roots *roots = context;
  for (unsigned k = 0; k < ROOTS; k++)
    if (roots->e[k]) expr_mark_root(exprs, roots->e[k]);
}

static uint64_t next(uint64_t *random) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random >> 8;
}

static struct expr *grow(struct exprs *exprs, struct roots *roots, uint64_t *random) {
  struct expr *a = roots->e[next(random) % ROOTS], *b = roots->e[next(random) % ROOTS];
  enum expr_kind kind = EXPR_ADD + next(random) % (EXPR_ASHR - EXPR_ADD + 1);
  switch (next(random) % 8) {
  case 0: return expr_not(exprs, a);
  case 1: return expr_ite(exprs, expr_ult(exprs, a, b), a, b);
  case 2: return expr_zext(exprs, expr_extract(exprs, a, 3, 20), 32);
  case 3: return expr_add(exprs, a, expr_const(exprs, 32, next(random)));
  case 4: {
    struct expr *wide = expr_concat(exprs, a, expr_concat(exprs, b, expr_concat(exprs, a, b)));
    return expr_extract(exprs, expr_mul(exprs, wide, wide), 40, 32);
  }
  default: return expr_binary(exprs, kind, a, b);
  }
}

static void test_equal_structure_is_same_pointer(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, ROOTS, NULL);
  static struct roots first, second;
  uint64_t random = 7;
  for (unsigned round = 0; round < 2; round++) {
    struct roots *roots = round ? &second : &first;
    random = 7;
    for (unsigned k = 0; k < ROOTS; k++) roots->e[k] = expr_input(exprs, array, k);
    for (unsigned k = 0; k < 20000; k++)
      roots->e[next(&random) % ROOTS] = grow(exprs, roots, &random);
  }
  for (unsigned k = 0; k < ROOTS; k++) assert_ptr_equal(first.e[k], second.e[k]);
  exprs_free(exprs);
}

static void test_collection_keeps_what_is_reached(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, ROOTS, NULL);
  struct assignment *assignment = assignment_new();
  static struct roots roots;
  uint64_t random = 99, values[ROOTS];
  expr_id ids[ROOTS], last_id = 0;
  for (unsigned k = 0; k < ROOTS; k++) {
    assignment_set(assignment, array->number, k, next(&random) & 0xffffffff);
    roots.e[k] = expr_input(exprs, array, k);
  }
  for (unsigned round = 0; round < 60; round++) {
    for (unsigned k = 0; k < 3000; k++) {
      struct expr *made = grow(exprs, &roots, &random);
      /* Depth is kept in bounds, or everything stays reachable for ever. */
      if (next(&random) % 4 == 0) made = expr_input(exprs, array, next(&random) % ROOTS);
      roots.e[next(&random) % ROOTS] = made;
    }
    struct evaluator *evaluator = evaluator_new(exprs, assignment);
    for (unsigned k = 0; k < ROOTS; k++) {
      values[k] = evaluator_value(evaluator, roots.e[k]);
      ids[k] = roots.e[k]->id;
    }
    evaluator_free(evaluator);
    size_t before = exprs_count(exprs);
    expr_collect(exprs, mark, &roots);
    assert_true(exprs_count(exprs) <= before);
    evaluator = evaluator_new(exprs, assignment);
    for (unsigned k = 0; k < ROOTS; k++) {
      assert_int_equal(ids[k], roots.e[k]->id);
      assert_int_equal(values[k], evaluator_value(evaluator, roots.e[k]));
      if (ids[k] > last_id) last_id = ids[k];
    }
    evaluator_free(evaluator);
    /* Sharing still works, and new ids are new. */
    struct expr *a = expr_xor(exprs, roots.e[0], roots.e[1]);
    assert_ptr_equal(a, expr_xor(exprs, roots.e[1], roots.e[0]));
    struct expr *fresh = expr_const(exprs, 64, 0xabcdef0000000000 + round);
    assert_true(fresh->id > last_id);
  }
  assignment_free(assignment);
  exprs_free(exprs);
}

static void test_memory_is_used_again(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, 4, NULL);
  size_t peak = 0, first = 0;
  for (unsigned round = 0; round < 20; round++) {
    struct expr *e = expr_input(exprs, array, 0);
    for (unsigned k = 0; k < 50000; k++)
      e = expr_add(exprs, expr_xor(exprs, e, expr_const(exprs, 32, k * 77 + round)),
                   expr_input(exprs, array, k % 4));
    size_t bytes = exprs_bytes(exprs);
    if (round == 0) first = bytes;
    if (bytes > peak) peak = bytes;
    expr_collect(exprs, NULL, NULL);
    assert_true(exprs_count(exprs) < 10);
    assert_true(exprs_bytes(exprs) < 2000000);
  }
  assert_true(peak < first * 3 / 2);
  exprs_free(exprs);
}

/* Bounds that keep constructors from copying shared operands again and again. */
static void test_shared_operands_do_not_blow_up(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, 4, NULL);
  struct expr *x = expr_input(exprs, array, 0), *y = expr_input(exprs, array, 1);
  struct expr *c = expr_ult(exprs, x, y);
  for (unsigned k = 0; k < 3000; k++) {
    size_t before = exprs_count(exprs);
    switch (k % 6) {
    case 0:
      x = expr_add(exprs, expr_mul(exprs, x, x), expr_lshr(exprs, x, expr_const(exprs, 32, 7)));
      break;
    case 1:
      x = expr_ite(exprs, expr_eq(exprs, x, y), expr_add(exprs, x, y), expr_xor(exprs, x, y));
      break;
    case 2:
      x = expr_concat(exprs, expr_extract(exprs, x, 0, 13), expr_extract(exprs, x, 13, 19));
      break;
    case 3: x = expr_sub(exprs, expr_shl(exprs, x, expr_const(exprs, 32, 3)), x); break;
    case 4: x = expr_ite(exprs, c, x, expr_ite(exprs, expr_slt(exprs, x, y), x, y)); break;
    default: x = expr_and(exprs, expr_or(exprs, x, y), expr_not(exprs, expr_and(exprs, x, y)));
    }
    c = expr_or(exprs, expr_and(exprs, c, expr_ult(exprs, x, y)), expr_eq(exprs, x, y));
    assert_true(exprs_count(exprs) < before + 200);
  }
  exprs_free(exprs);
}

struct table_roots {
  struct expr *read;
  const struct expr_array *named;
};

static void mark_tables(struct exprs *exprs, void *context) {
  struct table_roots *roots = context;
  if (roots->read) expr_mark_root(exprs, roots->read);
  if (roots->named) expr_mark_array(exprs, roots->named);
}

static void test_tables_are_reclaimed(void **state) {
  (void)state;
  enum { SIZE = 100000 };
  struct exprs *exprs = exprs_new();
  static uint8_t bytes[3][SIZE];
  for (unsigned k = 0; k < 3 * SIZE; k++) bytes[k / SIZE][k % SIZE] = (uint8_t)(k * 7 + k / SIZE);
  const struct expr_array *tables[3];
  for (unsigned k = 0; k < 3; k++) tables[k] = expr_new_array(exprs, "t", 8, 64, SIZE, bytes[k]);
  const struct expr_array *input = expr_new_array(exprs, "in", 64, 64, 1, NULL);
  struct expr *index = expr_input(exprs, input, 0), *reads[3];
  uint32_t numbers[3];
  for (unsigned k = 0; k < 3; k++) {
    reads[k] = expr_read(exprs, expr_array_value(exprs, tables[k]), index);
    numbers[k] = tables[k]->number;
  }
  size_t bytes_before = exprs_bytes(exprs);
  assert_true(bytes_before > 3 * SIZE);
  struct table_roots roots = {reads[0], tables[1]};
  expr_collect(exprs, mark_tables, &roots);
  assert_int_equal(exprs_bytes(exprs), bytes_before - SIZE);
  assert_ptr_equal(expr_find_array(exprs, numbers[0]), tables[0]);
  assert_ptr_equal(expr_find_array(exprs, numbers[1]), tables[1]);
  assert_null(expr_find_array(exprs, numbers[2]));
  assert_ptr_equal(expr_find_array(exprs, input->number), input);
  /* The mark of an array is for one collection. */
  roots.named = NULL;
  expr_collect(exprs, mark_tables, &roots);
  assert_null(expr_find_array(exprs, numbers[1]));
  struct assignment *assignment = assignment_new();
  assignment_set(assignment, input->number, 0, 4242);
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  assert_int_equal(evaluator_value(evaluator, reads[0]), bytes[0][4242]);
  evaluator_free(evaluator);
  assignment_free(assignment);
  /* A new table gets a number of its own. */
  const struct expr_array *fresh = expr_new_array(exprs, "t", 8, 64, SIZE, bytes[2]);
  assert_true(fresh->number > input->number);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal_structure_is_same_pointer),
      cmocka_unit_test(test_collection_keeps_what_is_reached),
      cmocka_unit_test(test_memory_is_used_again),
      cmocka_unit_test(test_tables_are_reclaimed),
      cmocka_unit_test(test_shared_operands_do_not_blow_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
