/* Disjunctions of path conditions: random decision trees are followed to leaves, pairs of leaves
   are merged until one is left, and at every step each assignment must satisfy the merged path
   condition exactly if it satisfied one of the two, and the condition exactly if the first. */
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/piecewise.h"
#include "reduce/merge/disjunction.h"
#include "solver/path_condition.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { INPUTS = 6, LEAVES = 24, TREES = 150 };

struct scene {
  struct exprs *exprs;
  struct expr *bits[INPUTS]; /* width 1 */
  uint32_t array;
  uint32_t seed;
};

static uint32_t draw(struct scene *scene, uint32_t below) {
  scene->seed = scene->seed * 1664525 + 1013904223;
  return (scene->seed >> 8) % below;
}

static void set_up(struct scene *scene, uint32_t seed) {
  scene->exprs = exprs_new();
  scene->seed = seed;
  const struct expr_array *array = expr_new_array(scene->exprs, "in", 8, 64, INPUTS, NULL);
  scene->array = array->number;
  for (unsigned i = 0; i < INPUTS; i++) {
    struct expr *byte = expr_input(scene->exprs, array, i);
    scene->bits[i] = expr_ult(scene->exprs, byte, expr_const(scene->exprs, 8, 1 + i));
  }
}

/* Input i is 0 where bit i is set, else 200. */
static bool holds(const struct scene *scene, const struct path_condition *path, unsigned bits) {
  struct assignment *values = assignment_new();
  for (unsigned i = 0; i < INPUTS; i++)
    assignment_set(values, scene->array, i, bits >> i & 1 ? 0 : 200);
  struct evaluator *evaluator = evaluator_new(scene->exprs, values);
  bool is_good = true;
  for (; path != NULL && is_good; path = path->parent)
    is_good = evaluator_value(evaluator, path->conjunct) == 1;
  evaluator_free(evaluator);
  assignment_free(values);
  return is_good;
}

/* A truth value over several inputs, as programs decide by. */
static struct expr *draw_condition(struct scene *scene) {
  struct expr *a = scene->bits[draw(scene, INPUTS)], *b = scene->bits[draw(scene, INPUTS)];
  switch (draw(scene, 4)) {
  case 0: return expr_and(scene->exprs, a, b);
  case 1: return expr_or(scene->exprs, a, b);
  case 2: return expr_xor(scene->exprs, a, b);
  default: return a;
  }
}

static bool is_possible(const struct scene *scene, const struct path_condition *path) {
  for (unsigned bits = 0; bits < 1u << INPUTS; bits++)
    if (holds(scene, path, bits)) return true;
  return false;
}

/* Leaves that share prefixes, as forks make them. Returns how many. */
static size_t grow(struct scene *scene, struct path_condition **leaves) {
  size_t count = 1;
  leaves[0] = NULL;
  for (unsigned i = 0; i < 40 && count < LEAVES; i++) {
    size_t at = draw(scene, (uint32_t)count);
    struct expr *c = draw_condition(scene);
    struct path_condition *yes = path_condition_append(leaves[at], c);
    struct path_condition *no = path_condition_append(leaves[at], expr_not(scene->exprs, c));
    if (!is_possible(scene, yes) || !is_possible(scene, no)) {
      path_condition_release(yes);
      path_condition_release(no);
      continue;
    }
    path_condition_release(leaves[at]);
    leaves[at] = yes;
    leaves[count++] = no;
  }
  return count;
}

static void check_merge(const struct scene *scene, struct path_condition *a,
                        struct path_condition *b, struct path_condition *both,
                        struct expr *condition) {
  struct path_condition *joined = path_condition_append(NULL, condition);
  for (unsigned bits = 0; bits < 1u << INPUTS; bits++) {
    bool in_a = holds(scene, a, bits), in_b = holds(scene, b, bits);
    assert_false(in_a && in_b);
    assert_int_equal(holds(scene, both, bits), in_a || in_b);
    if (in_a || in_b) assert_int_equal(holds(scene, joined, bits), in_a);
  }
  path_condition_release(joined);
}

static void test_random_trees(void **unused) {
  (void)unused;
  for (uint32_t tree = 0; tree < TREES; tree++) {
    struct scene scene;
    struct path_condition *leaves[LEAVES];
    set_up(&scene, tree);
    size_t count = grow(&scene, leaves);
    while (count > 1) {
      size_t x = draw(&scene, (uint32_t)count - 1), y = count - 1;
      struct expr *condition;
      struct path_condition *both =
          disjunction_of_paths(scene.exprs, leaves[x], leaves[y], &condition);
      assert_non_null(condition);
      check_merge(&scene, leaves[x], leaves[y], both, condition);
      path_condition_release(leaves[x]);
      path_condition_release(leaves[y]);
      leaves[x] = both;
      count--;
    }
    path_condition_release(leaves[0]);
    exprs_free(scene.exprs);
  }
}

/* C on one side, not C on the other: nothing remains. */
static void test_complements_cancel(void **unused) {
  (void)unused;
  struct scene scene;
  set_up(&scene, 1);
  struct path_condition *common = path_condition_append(NULL, scene.bits[0]);
  struct path_condition *a = path_condition_append(common, scene.bits[1]);
  struct path_condition *b = path_condition_append(common, expr_not(scene.exprs, scene.bits[1]));
  struct expr *condition;
  struct path_condition *both = disjunction_of_paths(scene.exprs, a, b, &condition);
  assert_ptr_equal(both, common);
  assert_ptr_equal(condition, scene.bits[1]);
  path_condition_release(both);
  path_condition_release(a);
  path_condition_release(b);
  path_condition_release(common);
  exprs_free(scene.exprs);
}

static struct path_condition *path_of(struct expr *const *conjuncts, size_t count) {
  struct path_condition *path = NULL;
  for (size_t i = 0; i < count; i++) {
    struct path_condition *longer = path_condition_append(path, conjuncts[i]);
    path_condition_release(path);
    path = longer;
  }
  return path;
}

/* Merges and checks, and that one conjunct and this condition come of it, in either order. */
static void expect(const struct scene *scene, struct path_condition *a, struct path_condition *b,
                   struct expr *conjunct, struct expr *condition) {
  for (int turn = 0; turn < 2; turn++) {
    struct expr *found;
    struct path_condition *both = turn ? disjunction_of_paths(scene->exprs, b, a, &found)
                                       : disjunction_of_paths(scene->exprs, a, b, &found);
    assert_non_null(found);
    check_merge(scene, turn ? b : a, turn ? a : b, both, found);
    assert_int_equal(path_condition_depth(both), 1);
    assert_ptr_equal(both->conjunct, conjunct);
    assert_ptr_equal(turn ? expr_not(scene->exprs, found) : found, condition);
    path_condition_release(both);
  }
  path_condition_release(a);
  path_condition_release(b);
}

/* c and A on one side, not c and B on the other. */
static void test_complements_guard_the_rest(void **unused) {
  (void)unused;
  struct scene scene;
  set_up(&scene, 1);
  struct expr **bits = scene.bits, *not_c = expr_not(scene.exprs, bits[0]);
  expect(&scene, path_of((struct expr *[]){bits[0], bits[1]}, 2), path_of(&not_c, 1),
         expr_or(scene.exprs, not_c, bits[1]), bits[0]);
  exprs_free(scene.exprs);
}

/* X on one side, not X in parts and Y on the other: X is not repeated. */
static void test_a_negation_in_parts_is_found(void **unused) {
  (void)unused;
  struct scene scene;
  set_up(&scene, 1);
  struct expr **bits = scene.bits, *x = expr_or(scene.exprs, bits[0], bits[1]);
  struct expr *others[] = {expr_not(scene.exprs, bits[0]), bits[2], expr_not(scene.exprs, bits[1])};
  expect(&scene, path_of(&x, 1), path_of(others, 3), expr_or(scene.exprs, x, bits[2]), x);
  exprs_free(scene.exprs);
}

/* Nothing to be seen but that they exclude each other: the condition is of the shorter path. */
static void test_the_shorter_path_tells_them_apart(void **unused) {
  (void)unused;
  struct scene scene;
  set_up(&scene, 1);
  struct exprs *exprs = scene.exprs;
  struct expr *byte = expr_input(exprs, expr_find_array(exprs, scene.array), 0);
  struct expr *few = expr_eq(exprs, byte, expr_const(exprs, 8, 200));
  struct expr *many[] = {expr_eq(exprs, byte, expr_const(exprs, 8, 0)), scene.bits[1]};
  struct expr *all = expr_and(exprs, many[0], many[1]);
  expect(&scene, path_of(&few, 1), path_of(many, 2), expr_or(exprs, few, all), few);
  exprs_free(exprs);
}

/* A path condition that begins with the other one does not exclude it. */
static void test_prefix_is_refused(void **unused) {
  (void)unused;
  struct scene scene;
  set_up(&scene, 1);
  struct path_condition *a = path_condition_append(NULL, scene.bits[0]);
  struct path_condition *b = path_condition_append(a, scene.bits[1]);
  struct expr *condition;
  assert_null(disjunction_of_paths(scene.exprs, a, b, &condition));
  assert_null(condition);
  assert_null(disjunction_of_paths(scene.exprs, b, a, &condition));
  assert_null(condition);
  path_condition_release(a);
  path_condition_release(b);
  exprs_free(scene.exprs);
}

static void test_piecewise_constants(void **unused) {
  (void)unused;
  struct scene scene;
  set_up(&scene, 1);
  struct exprs *exprs = scene.exprs;
  struct expr *byte = expr_input(exprs, expr_find_array(exprs, scene.array), 0);
  struct expr *few =
      expr_ite(exprs, scene.bits[0], expr_const(exprs, 8, 3), expr_const(exprs, 8, 77));
  struct expr *more = expr_ite(exprs, scene.bits[1], few, expr_const(exprs, 8, 9));
  assert_true(expr_is_piecewise_constant(expr_const(exprs, 32, 5)));
  assert_true(expr_is_piecewise_constant(expr_add(exprs, more, few)));
  assert_true(expr_is_piecewise_constant(expr_zext(exprs, scene.bits[2], 32)));
  assert_false(expr_is_piecewise_constant(byte));
  assert_false(expr_is_piecewise_constant(expr_ite(exprs, scene.bits[1], few, byte)));
  assert_false(expr_is_piecewise_constant(expr_mul(exprs, few, byte)));
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_trees),
      cmocka_unit_test(test_complements_cancel),
      cmocka_unit_test(test_complements_guard_the_rest),
      cmocka_unit_test(test_a_negation_in_parts_is_found),
      cmocka_unit_test(test_the_shorter_path_tells_them_apart),
      cmocka_unit_test(test_prefix_is_refused),
      cmocka_unit_test(test_piecewise_constants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
