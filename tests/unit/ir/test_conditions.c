/* Conditions: of some shapes by hand, and that those of random functions are sound. */
#include "random_func.h"
#include "support.h"

#include "ir/conditions.h"

enum { RANDOM_FUNCS = 3000 };

/* The condition that begins with the block's branch in a function of that shape. */
static struct condition condition_of(int successors[][MAX_SUCCESSORS], uint32_t count,
                                     uint32_t head) {
  struct ir_program *program = ir_program_new();
  struct ir_func *func = func_of_graph(program, successors, count);
  struct conditions conditions = conditions_build(func);
  assert_true(conditions_are_sound(func, &conditions));
  const struct condition *found = conditions_find(&conditions, head);
  struct condition result = found ? *found : (struct condition){0};
  conditions_free(&conditions);
  ir_program_free(program);
  return result;
}

static uint32_t bits(uint32_t a, uint32_t b) { return (uint32_t)1 << a | (uint32_t)1 << b; }

static void a_chain_of_alternatives_is_one(void **state) {
  (void)state;
  int shape[][MAX_SUCCESSORS] = {{3, 1, -1}, {3, 2, -1}, {3, 4, -1}, {-1}, {-1}};
  struct condition found = condition_of(shape, 5, 0);
  assert_int_equal(found.count, 3);
  assert_int_equal(found.good, bits(2, 3));
  assert_int_equal(condition_of(shape, 5, 1).count, 2);
  assert_int_equal(condition_of(shape, 5, 2).count, 0);
}

static void and_within_or_is_one(void **state) {
  (void)state;
  int shape[][MAX_SUCCESSORS] = {{1, 2, -1}, {4, 2, -1}, {3, 5, -1}, {4, 5, -1}, {-1}, {-1}};
  struct condition found = condition_of(shape, 6, 0);
  assert_int_equal(found.count, 4);
  assert_int_equal(found.good, bits(2, 4));
}

static void nested_ifs_are_none(void **state) {
  (void)state;
  int shape[][MAX_SUCCESSORS] = {{1, 2, -1}, {3, 4, -1}, {-1}, {-1}, {-1}};
  assert_int_equal(condition_of(shape, 5, 0).count, 0);
}

static void a_diamond_ends_where_its_ways_meet(void **state) {
  (void)state;
  int shape[][MAX_SUCCESSORS] = {{1, 2, -1}, {3, -1}, {3, -1}, {4, 5, -1}, {-1}, {-1}};
  struct condition found = condition_of(shape, 6, 0);
  assert_int_equal(found.count, 3);
  assert_int_equal(found.good, (uint32_t)1 << 3);
}

static void what_leads_back_to_its_head_leaves(void **state) {
  (void)state;
  int shape[][MAX_SUCCESSORS] = {{1, -1}, {1, 2, -1}, {1, 3, -1}, {-1}};
  assert_int_equal(condition_of(shape, 4, 1).count, 2);
}

static void a_block_that_others_enter_is_not_taken_in(void **state) {
  (void)state;
  int shape[][MAX_SUCCESSORS] = {{1, 2, -1}, {4, 3, -1}, {3, -1}, {4, 5, -1}, {-1}, {-1}};
  /* From block 1, block 3 is also entered from block 2. */
  assert_int_equal(condition_of(shape, 6, 1).count, 0);
}

static void those_of_random_functions_are_sound(void **state) {
  (void)state;
  uint64_t seed = 20240229;
  for (int i = 0; i < RANDOM_FUNCS; i++) {
    struct ir_program *program = ir_program_new();
    uint32_t size = 2 + random_below(&seed, 30);
    struct ir_func *func = i % 2 == 0 ? random_graph_func(program, &seed, size)
                                      : random_func(program, &seed, size, false);
    struct conditions conditions = conditions_build(func);
    assert_true(conditions_are_sound(func, &conditions));
    conditions_free(&conditions);
    ir_program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_of_alternatives_is_one),
      cmocka_unit_test(and_within_or_is_one),
      cmocka_unit_test(nested_ifs_are_none),
      cmocka_unit_test(a_diamond_ends_where_its_ways_meet),
      cmocka_unit_test(what_leads_back_to_its_head_leaves),
      cmocka_unit_test(a_block_that_others_enter_is_not_taken_in),
      cmocka_unit_test(those_of_random_functions_are_sound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
