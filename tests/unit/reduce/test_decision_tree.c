/* Decision trees: the seven sets of the paper's section 3.7 and the five stages of Figure 4, and
   random sets against a search one by one. */
#include "../ir/support.h"

#include "reduce/redundant/decision_tree.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/random.h"

enum { X, Y, U, W, Z, LOCATIONS };

static const struct tree_entry entries[7][3] = {
    {{X, 2}, {Y, 4}, {U, 10}}, {{X, 2}, {Y, 5}, {U, 10}}, {{X, 1}, {U, 10}},
    {{X, 3}, {U, 11}},         {{X, 2}, {U, 11}},         {{X, 2}, {U, 10}, {W, 6}},
    {{X, 2}, {U, 10}, {W, 7}}};
static const size_t counts[7] = {3, 3, 2, 2, 2, 3, 3};
static const char *const names[7] = {"1", "2", "3", "4", "5", "6", "7"};

static const char *name_location(uint32_t location) {
  static const char *const texts[] = {"x", "y", "u", "w", "z"};
  return texts[location];
}
static const char *name_set(const void *data) { return data; }

static void add(struct decision_tree *tree, unsigned i) {
  decision_tree_add(tree, (struct tree_set){entries[i], counts[i], (void *)(uintptr_t)names[i]});
}

static void assert_tree(struct decision_tree *tree, const char *wanted) {
  struct buffer text = {0};
  decision_tree_print(tree, &text, name_location, name_set);
  assert_string_equal(text.text, wanted);
  buffer_free(&text);
}

static void the_stages_of_figure_4(void **state) {
  (void)state;
  static const char *const stages[] = {"1", "y(4: 1, 5: 2)", "y(4: 1, 5: 2, 3)",
                                       "y(4: 1, 5: 2, undef: x(1: 3, 3: 4))",
                                       "x(2: y(4: 1, 5: 2, 5), 1: 3, 3: 4)"};
  struct decision_tree *tree = decision_tree_new();
  for (unsigned i = 0; i < 5; i++) {
    add(tree, i);
    assert_tree(tree, stages[i]);
  }
  decision_tree_free(tree);
}

struct values {
  bool is_defined[LOCATIONS];
  uint64_t of[LOCATIONS];
  unsigned look_ups, accepted;
  const char *wanted; /* NULL: accept none */
};

static bool look_up(void *context, uint32_t location, uint64_t *value) {
  struct values *values = context;
  values->look_ups++;
  *value = values->of[location];
  return values->is_defined[location];
}

static bool accept(void *context, void *data) {
  struct values *values = context;
  values->accepted++;
  return values->wanted == NULL || strcmp(values->wanted, data) == 0;
}

/* One by one it would be eighteen. The paper has four; three do, since what was looked up is known
   and the last three sets are divided by u before w. */
static void four_look_ups_do(void **state) {
  (void)state;
  struct decision_tree *tree = decision_tree_new();
  unsigned one_by_one = 0;
  for (unsigned i = 0; i < 7; i++) {
    add(tree, i);
    one_by_one += (unsigned)counts[i];
  }
  assert_int_equal(one_by_one, 18);
  struct values values = {.is_defined = {[X] = true, [Y] = true, [Z] = true, [U] = true},
                          .of = {[X] = 2, [Y] = 4, [Z] = 8, [U] = 11}};
  struct tree_state asked = {look_up, accept, &values};
  assert_true(decision_tree_find(tree, &asked)); /* the fifth */
  assert_int_equal(values.accepted, 1);
  assert_true(values.look_ups <= 4);
  struct values other = {.is_defined = {[X] = true, [Y] = true, [U] = true},
                         .of = {[X] = 2, [Y] = 4, [U] = 12}};
  asked.context = &other;
  assert_false(decision_tree_find(tree, &asked));
  assert_int_equal(other.look_ups, 3); /* x, y, u */
  decision_tree_free(tree);
}

static void random_sets_are_found(void **state) {
  (void)state;
  enum { SETS = 60, ROUNDS = 40 };
  struct random_source random = random_source_new(7, 1);
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct tree_entry made[SETS][LOCATIONS];
    size_t sizes[SETS] = {0};
    struct decision_tree *tree = decision_tree_new();
    for (unsigned i = 0; i < SETS; i++) {
      for (uint32_t l = 0; l < LOCATIONS; l++)
        if (random_draw_below(&random, 3) != 0)
          made[i][sizes[i]++] = (struct tree_entry){l, random_draw_below(&random, 4)};
      decision_tree_add(tree, (struct tree_set){made[i], sizes[i], (void *)(uintptr_t)"s"});
      struct values values = {0};
      for (unsigned l = 0; l < LOCATIONS; l++) {
        values.is_defined[l] = random_draw_below(&random, 8) != 0;
        values.of[l] = random_draw_below(&random, 4);
      }
      unsigned matching = 0;
      for (unsigned k = 0; k <= i; k++) {
        bool matches = true;
        for (size_t e = 0; e < sizes[k]; e++)
          matches &= values.is_defined[made[k][e].location] &&
                     values.of[made[k][e].location] == made[k][e].value;
        matching += matches;
      }
      values.wanted = "none";
      struct tree_state asked = {look_up, accept, &values};
      assert_false(decision_tree_find(tree, &asked));
      assert_int_equal(values.accepted, matching);
      assert_true(values.look_ups <= LOCATIONS);
    }
    decision_tree_free(tree);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_stages_of_figure_4),
      cmocka_unit_test(four_look_ups_do),
      cmocka_unit_test(random_sets_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
