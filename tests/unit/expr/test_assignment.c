/* Assignments against a plain list, and what evaluation makes of missing and oversized
   entries. */
#include "terms.h"

enum { ENTRIES = 4000 };

struct entry {
  uint32_t array;
  uint64_t index, value;
};

struct check {
  const struct entry *entries;
  size_t count, seen;
  uint32_t last_array;
  uint64_t last_index;
};

static void see(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct check *check = context;
  bool is_found = false;
  for (size_t k = 0; k < check->count && !is_found; k++) {
    const struct entry *entry = &check->entries[k];
    is_found = entry->array == array && entry->index == index && entry->value == value;
  }
  assert_true(is_found);
  if (check->seen++)
    assert_true(array > check->last_array ||
                (array == check->last_array && index > check->last_index));
  check->last_array = array;
  check->last_index = index;
}

static void test_against_list(void **state) {
  (void)state;
  static struct entry entries[ENTRIES];
  uint64_t random = 5;
  struct assignment *assignment = assignment_new();
  size_t count = 0;
  for (unsigned k = 0; k < ENTRIES; k++) {
    random = random * 6364136223846793005 + 1442695040888963407;
    struct entry entry = {.array = random >> 60 & 3, .index = random >> 32 & 63};
    if (random >> 52 & 1) entry.array *= 40;
    if (random >> 53 & 1) entry.array *= 0x1234567;
    if (random >> 50 & 1) entry.index *= 0x123456789abcdef;
    entry.value = random >> 51 & 1 ? random : random >> 20 & 255;
    size_t at = 0;
    while (at < count && (entries[at].array != entry.array || entries[at].index != entry.index))
      at++;
    assert_int_equal(assignment_has(assignment, entry.array, entry.index), at < count);
    if (at < count)
      assert_int_equal(assignment_get(assignment, entry.array, entry.index), entries[at].value);
    else
      assert_int_equal(assignment_get(assignment, entry.array, entry.index), 0);
    if (at == count) count++;
    entries[at] = entry;
    assignment_set(assignment, entry.array, entry.index, entry.value);
    if (k % 500 == 499) {
      struct assignment *copy = assignment_copy(assignment);
      assignment_set(assignment, 9, 9, 9);
      struct check check = {.entries = entries, .count = count};
      assignment_walk(copy, see, &check);
      assert_int_equal(check.seen, count);
      assert_true(assignment_bytes(copy) > count * 2);
      assignment_free(assignment);
      assignment = copy;
    }
  }
  assignment_free(assignment);
  assignment_free(assignment_new());
}

/* Copies of copies, each written to on its own, against plain tables. */
static void test_copies(void **state) {
  (void)state;
  enum { COPIES = 6, ARRAYS = 80, INDICES = 12, WRITES = 20000 };
  static uint64_t tables[COPIES][ARRAYS][INDICES];
  struct assignment *copies[COPIES];
  uint64_t random = 7;
  for (unsigned k = 0; k < COPIES; k++) copies[k] = assignment_new();
  for (unsigned k = 0; k < WRITES; k++) {
    random = random * 6364136223846793005 + 1442695040888963407;
    unsigned one = (random >> 33) % COPIES, other = (random >> 40) % COPIES;
    uint32_t array = (random >> 48) % ARRAYS, index = (random >> 55) % INDICES;
    uint64_t value = random >> 60 == 0 ? random : random >> 20 & 255;
    if (k % 8 == 0 && one != other) {
      assignment_free(copies[one]);
      copies[one] = assignment_copy(copies[other]);
      memcpy(tables[one], tables[other], sizeof tables[one]);
    }
    assignment_set(copies[one], array * array, index, value);
    tables[one][array][index] = value;
    assert_int_equal(assignment_get(copies[other], array * array, index),
                     tables[other][array][index]);
  }
  for (unsigned k = 0; k < COPIES; k++) {
    for (uint32_t array = 0; array < ARRAYS; array++)
      for (uint32_t index = 0; index < INDICES; index++)
        assert_int_equal(assignment_get(copies[k], array * array, index), tables[k][array][index]);
    assignment_free(copies[k]);
  }
}

static void test_empty_walk(void **state) {
  (void)state;
  struct assignment *assignment = assignment_new();
  struct check check = {0};
  assignment_walk(assignment, see, &check);
  assert_int_equal(check.seen, 0);
  struct assignment *copy = assignment_copy(assignment);
  assignment_free(assignment);
  assignment_free(copy);
}

static void test_evaluation(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *in = expr_new_array(exprs, "in", 8, 64, 4, NULL);
  struct assignment *assignment = assignment_new(), *other = assignment_new();
  assignment_set(assignment, in->number, 0, 0x1ff); /* too large for an element */
  assignment_set(assignment, in->number, 9, 7);     /* beyond the end */
  assignment_set(other, in->number, 0, 3);
  struct expr *byte = expr_input(exprs, in, 0);
  struct expr *index = expr_add(exprs, expr_zext(exprs, byte, 64), expr_const(exprs, 64, 10));
  struct expr *read = expr_read(exprs, expr_array_value(exprs, in), index);
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  assert_int_equal(evaluator_value(evaluator, byte), 0xff);
  assert_int_equal(evaluator_value(evaluator, expr_input(exprs, in, 1)), 0);
  assert_true(expr_is_const(expr_input(exprs, in, 9)));
  assert_int_equal(evaluator_value(evaluator, read), 0);
  struct expr *sum = expr_mul(exprs, index, index);
  assert_int_equal(evaluator_value(evaluator, sum), 265 * 265);
  evaluator_reset(evaluator, other);
  assert_int_equal(evaluator_value(evaluator, sum), 169);
  assert_true(evaluator_bytes(evaluator) > 0);
  evaluator_free(evaluator);
  assignment_free(assignment);
  assignment_free(other);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_list),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_empty_walk),
      cmocka_unit_test(test_evaluation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
