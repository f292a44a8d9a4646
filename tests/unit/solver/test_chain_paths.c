/* Path conditions: the lists themselves, what is known at them, and that a long
   one costs no more a query than a short one. */
#include "paths.h"
#include "solver/bound.h"
#include "solver/chain.h"
#include "solver/knowledge.h"
#include "solver/rewriter.h"
#include "solver/trie.h"

struct bytes {
  struct exprs *exprs;
  const struct expr_array *input;
};

static struct bytes bytes_new(uint64_t size) {
  struct exprs *exprs = exprs_new();
  return (struct bytes){exprs, expr_new_array(exprs, "input", 8, 64, size, NULL)};
}
static struct expr *byte(struct bytes *b, uint64_t index) {
  return expr_input(b->exprs, b->input, index);
}
static struct expr *below(struct bytes *b, uint64_t index, uint64_t bound) {
  return expr_ult(b->exprs, byte(b, index), expr_const(b->exprs, 8, bound));
}
/* Takes the path. */
static struct path_condition *with(struct path_condition *path, struct expr *conjunct) {
  struct path_condition *longer = path_condition_append(path, conjunct);
  path_condition_release(path);
  return longer;
}

/* Lists. */

static void prefixes_and_positions_are_found(void **state) {
  (void)state;
  enum { COUNT = 300 };
  struct bytes b = bytes_new(COUNT);
  struct path_condition *path = NULL;
  for (uint64_t i = 0; i < COUNT; i++) path = with(path, below(&b, i, 9));
  assert_int_equal(path_condition_depth(path), COUNT);
  assert_null(path_condition_prefix(path, 0));
  for (uint32_t i = 0; i < COUNT; i++) {
    assert_int_equal(path_condition_prefix(path, i + 1)->depth, i + 1);
    assert_ptr_equal(path_condition_at(path, i), below(&b, i, 9));
  }
  struct expr *list[3];
  path_condition_list(path, COUNT - 3, list);
  for (uint64_t i = 0; i < 3; i++) assert_ptr_equal(list[i], below(&b, COUNT - 3 + i, 9));
  path_condition_release(path);
  exprs_free(b.exprs);
}

static void common_prefix_is_found_at_every_depth(void **state) {
  (void)state;
  struct bytes b = bytes_new(200);
  for (uint32_t common = 0; common < 70; common += 3) {
    for (uint32_t more = 0; more < 60; more += 7) {
      struct path_condition *shared = NULL;
      for (uint64_t i = 0; i < common; i++) shared = with(shared, below(&b, i, 9));
      struct path_condition *left = path_condition_retain(shared);
      struct path_condition *right = path_condition_retain(shared);
      for (uint64_t i = 0; i < more; i++) left = with(left, below(&b, 100 + i, 9));
      for (uint64_t i = 0; i < 2 * more + 1; i++) right = with(right, below(&b, 50 + i, 7));
      assert_ptr_equal(path_condition_common(left, right), shared);
      assert_ptr_equal(path_condition_common(right, left), shared);
      assert_ptr_equal(path_condition_common(left, left), left);
      path_condition_release(left);
      path_condition_release(right);
      path_condition_release(shared);
    }
  }
  exprs_free(b.exprs);
}

static void conjunctions_are_taken_apart(void **state) {
  (void)state;
  struct bytes b = bytes_new(8);
  struct expr *one = below(&b, 0, 9), *two = below(&b, 1, 9), *three = below(&b, 2, 9);
  struct expr *all = expr_and(b.exprs, expr_and(b.exprs, one, two), three);
  struct path_condition *path = with(NULL, all);
  assert_int_equal(path_condition_depth(path), 3);
  path = with(path, expr_const(b.exprs, 1, 1));
  assert_int_equal(path_condition_depth(path), 3);
  struct path_condition *whole = path_condition_append_whole(path, all);
  assert_int_equal(path_condition_depth(whole), 4);
  path_condition_release(whole);
  path_condition_release(path);
  exprs_free(b.exprs);
}

static void long_lists_are_released_without_a_stack(void **state) {
  (void)state;
  struct bytes b = bytes_new(1);
  struct path_condition *path = NULL;
  for (int i = 0; i < 1000000; i++) path = with(path, below(&b, 0, 9));
  path_condition_release(path);
  exprs_free(b.exprs);
}

/* Tries, against an array. */

static uint64_t counts[512];

static void retain_count(void *value) { ++*(uint64_t *)value; }
static void release_count(void *value) { --*(uint64_t *)value; }
static const struct trie_values counted = {retain_count, release_count};

static void sum_entry(uint64_t key, void *value, void *context) {
  *(uint64_t *)context += key + (uint64_t)((uint64_t *)value - counts);
}

static void tries_are_persistent_and_count_their_values(void **state) {
  (void)state;
  enum { MAPS = 6, KEYS = 400 };
  struct random random = {7};
  struct trie *maps[MAPS] = {0};
  uint64_t *model[MAPS][KEYS] = {{0}};
  for (int step = 0; step < 40000; step++) {
    size_t at = random_below(&random, MAPS), from = random_below(&random, MAPS);
    if (random_chance(&random, 3) && at != from) {
      struct trie *shared = trie_share(maps[from]);
      trie_release(maps[at], &counted);
      maps[at] = shared;
      memcpy(model[at], model[from], sizeof model[at]);
    }
    uint64_t key = random_below(&random, KEYS), *value = &counts[random_below(&random, 512)];
    ++*value;
    trie_set(&maps[at], &counted, key << 56 | key, value);
    model[at][key] = value;
    key = random_below(&random, KEYS);
    assert_ptr_equal(trie_find(maps[at], key << 56 | key), model[at][key]);
  }
  for (size_t m = 0; m < MAPS; m++) {
    uint64_t sum = 0, expected = 0;
    for (uint64_t k = 0; k < KEYS; k++)
      if (model[m][k] != NULL) expected += (k << 56 | k) + (uint64_t)(model[m][k] - counts);
    trie_walk(maps[m], sum_entry, &sum);
    assert_int_equal(sum, expected);
    trie_release(maps[m], &counted);
  }
  for (size_t i = 0; i < 512; i++) assert_int_equal(counts[i], 0);
}

/* Bounds: what is implied must hold whenever those before hold. */
static void implied_bounds_hold(void **state) {
  (void)state;
  struct bytes b = bytes_new(2);
  struct random random = {11};
  static const enum expr_kind kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
  int implied = 0;
  for (int round = 0; round < 2000; round++) {
    struct bounds bounds = {0};
    struct facts facts = {0};
    struct expr *kept[12];
    size_t count = 0;
    for (int i = 0; i < 12; i++) {
      struct expr *constant = expr_const(b.exprs, 8, random_next(&random));
      struct expr *value = byte(&b, random_below(&random, 2));
      enum expr_kind kind = kinds[random_below(&random, 5)];
      struct expr *c = random_chance(&random, 50) ? expr_binary(b.exprs, kind, value, constant)
                                                  : expr_binary(b.exprs, kind, constant, value);
      if (kind == EXPR_EQ && random_chance(&random, 80)) c = expr_not(b.exprs, c);
      if (random_chance(&random, 30)) c = expr_not(b.exprs, c);
      if (!bounds_imply(&bounds, &facts, c)) {
        kept[count++] = c;
        continue;
      }
      implied++;
      for (uint64_t v = 0; v < 256; v++) {
        struct assignment *input = assignment_new();
        assignment_set(input, b.input->number, 0, v);
        assignment_set(input, b.input->number, 1, v);
        struct evaluator *evaluator = evaluator_new(b.exprs, input);
        bool holds = true;
        for (size_t k = 0; k < count; k++) {
          bool is_same_byte = kept[k]->support == c->support;
          holds &= !is_same_byte || evaluator_value(evaluator, kept[k]) == 1;
        }
        if (holds) assert_int_equal(evaluator_value(evaluator, c), 1);
        evaluator_free(evaluator);
        assignment_free(input);
      }
    }
    bounds_free(&bounds);
  }
  assert_true(implied > 1000);
  exprs_free(b.exprs);
}

/* Loops leave bounds behind of which only the last ones matter. */
static void old_bounds_of_a_loop_leave_the_slice(void **state) {
  (void)state;
  struct bytes b = bytes_new(8);
  struct expr *n = byte(&b, 0);
  for (uint64_t i = 1; i < 4; i++) n = expr_concat(b.exprs, byte(&b, i), n);
  struct path_condition *path = NULL;
  struct slicer slicer = {.exprs = b.exprs};
  for (uint64_t i = 0; i < 1000; i++) {
    path = with(path, expr_slt(b.exprs, expr_const(b.exprs, 32, i), n));
    struct knowledge *knowledge = knowledge_of(b.exprs, path);
    slicer_begin(&slicer, n->support);
    assert_true(slicer_finish(&slicer, &knowledge->components, SIZE_MAX));
    assert_true(slicer.nodes.count > 0 && slicer.nodes.count <= 16);
    assert_ptr_equal(slicer.nodes.data[0], path);
  }
  slicer_free(&slicer);
  path_condition_release(path);
  exprs_free(b.exprs);
}

/* What is known at a list is the same whether it was made at once, step by
   step, after others had branched off, or with collections between. */
static void knowledge_does_not_depend_on_its_history(void **state) {
  (void)state;
  struct explorer x;
  explorer_start(&x, 31);
  x.solver = chain_new(x.exprs, &(struct chain_options){0});
  x.list_percent = 100;
  x.collect_percent = 5;
  struct rewriter *rewriter = rewriter_new(x.exprs);
  for (int i = 0; i < 300; i++) {
    path_step(&x);
    if (x.path_count == 0) continue;
    struct path *path = &x.paths[random_below(&x.random, x.path_count)];
    struct path_condition *fresh = NULL;
    for (size_t k = 0; k < path->count; k++) {
      struct path_condition *longer = path_condition_append_whole(fresh, path->conjuncts[k]);
      path_condition_release(fresh);
      fresh = longer;
    }
    for (int k = 0; k < 10; k++) {
      struct expr *condition = path_condition(&x);
      assert_ptr_equal(rewriter_rewrite(rewriter, path->list, condition),
                       rewriter_rewrite(rewriter, fresh, condition));
      struct expr *value = path_value(&x, 32, 2);
      struct expr_range range = rewriter_range(rewriter, path->list, value);
      struct evaluator *evaluator = evaluator_new(x.exprs, path->witness);
      uint64_t now = evaluator_value(evaluator, value);
      assert_true(range.umin <= now && now <= range.umax);
      assert_true(range.smin <= (int32_t)now && (int32_t)now <= range.smax);
      assert_int_equal(now & range.zeros, 0);
      assert_int_equal(~now & range.ones, 0);
      struct expr *rewritten = rewriter_rewrite(rewriter, path->list, value);
      assert_int_equal(evaluator_value(evaluator, rewritten), now);
      evaluator_free(evaluator);
    }
    path_condition_release(fresh);
  }
  rewriter_free(rewriter);
  explorer_end(&x);
}

/* What is too large on one path is tried again on another, where a decided ite may leave little. */
static void too_large_is_not_for_ever(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *input = expr_new_array(exprs, "input", 32, 64, 4000, NULL);
  struct expr *first = expr_input(exprs, input, 0), *zero = expr_const(exprs, 32, 0);
  struct expr *large = expr_input(exprs, input, 1);
  for (uint64_t k = 2; k < 3000; k++)
    large = expr_xor(exprs, expr_add(exprs, large, expr_input(exprs, input, k)),
                     expr_input(exprs, input, k));
  struct expr *is_zero = expr_eq(exprs, first, zero);
  struct expr *value = expr_ite(exprs, is_zero, expr_input(exprs, input, 3999), large);
  struct expr *bounded = expr_ult(exprs, first, expr_const(exprs, 32, 9));
  struct path_condition *open = path_condition_append(NULL, bounded);
  struct path_condition *decided = path_condition_append(open, is_zero);
  struct rewriter *rewriter = rewriter_new(exprs);
  for (int i = 0; i < 10; i++) assert_ptr_equal(rewriter_rewrite(rewriter, open, value), value);
  int attempts = 1;
  while (rewriter_rewrite(rewriter, decided, value) != expr_input(exprs, input, 3999)) {
    assert_true(attempts < 100);
    attempts++;
  }
  rewriter_free(rewriter);
  path_condition_release(open);
  path_condition_release(decided);
  exprs_free(exprs);
}

/* Origins name conjuncts that suffice. */
static void origins_suffice(void **state) {
  (void)state;
  struct explorer x;
  explorer_start(&x, 37);
  x.solver = chain_new(x.exprs, &(struct chain_options){0});
  struct rewriter *rewriter = rewriter_new(x.exprs);
  int changed = 0, partial = 0;
  for (int i = 0; i < 400; i++) {
    path_step(&x);
    if (x.path_count == 0) continue;
    struct path *path = &x.paths[random_below(&x.random, x.path_count)];
    struct expr *condition = path_condition(&x);
    struct expr *now = rewriter_rewrite(rewriter, path->list, condition);
    if (now == condition) continue;
    size_t count;
    const uint32_t *origins = rewriter_origins(rewriter, &count);
    struct expr *conjuncts[PATH_MAX_DEPTH + 1];
    for (size_t k = 0; k < count; k++) conjuncts[k] = path->conjuncts[origins[k]];
    conjuncts[count] = expr_ne(x.exprs, condition, now);
    assert_int_equal(path_truth(&x, conjuncts, count + 1), ANSWER_UNSAT);
    changed++;
    partial += count < path->count;
  }
  assert_true(changed > 20 && partial > 10);
  rewriter_free(rewriter);
  explorer_end(&x);
}

/* A loop's core needs the last bound and not the thousand before it. */
static void core_of_a_loop_is_small(void **state) {
  (void)state;
  struct bytes b = bytes_new(8);
  struct solver *solver = chain_new(b.exprs, &(struct chain_options){0});
  struct expr *n = expr_concat(b.exprs, byte(&b, 1), byte(&b, 0));
  struct path_condition *path = NULL;
  for (uint64_t i = 0; i < 1000; i++)
    path = with(path, expr_ult(b.exprs, expr_const(b.exprs, 16, i), n));
  struct expr *condition = expr_ult(b.exprs, n, expr_const(b.exprs, 16, 600));
  struct query query = {.path = path, .conjuncts = &condition, .count = 1, .wants_core = true};
  struct result result;
  assert_int_equal(solver_check(solver, &query, &result), ANSWER_UNSAT);
  assert_true(result.in_core[0]);
  assert_in_range(result.path_core_count, 1, 2);
  assert_int_equal(result.path_core[result.path_core_count - 1], 999);
  result_free(&result);
  path_condition_release(path);
  solver_free(solver);
  exprs_free(b.exprs);
}

/* A bare backend takes paths too. */
static void backends_take_paths(void **state) {
  (void)state;
  struct bytes b = bytes_new(8);
  struct solver *solver = backend_cadical_new(b.exprs);
  struct path_condition *path = with(NULL, below(&b, 0, 9));
  path = with(path, below(&b, 1, 9));
  path = with(path, expr_not(b.exprs, below(&b, 2, 9)));
  struct expr *conditions[2] = {below(&b, 3, 5), expr_ult(b.exprs, byte(&b, 2), byte(&b, 1))};
  struct query query = {.path = path, .conjuncts = conditions, .count = 2, .wants_core = true};
  struct result result;
  assert_int_equal(solver_check(solver, &query, &result), ANSWER_UNSAT);
  assert_int_equal(result.path_core_count, 2);
  assert_int_equal(result.path_core[0], 1);
  assert_int_equal(result.path_core[1], 2);
  assert_true(!result.in_core[0] && result.in_core[1]);
  result_free(&result);
  path_condition_release(path);
  solver_free(solver);
  exprs_free(b.exprs);
}

/* Counting what reaches the backend, and how much of it: of a chain of
   thousands of conjuncts that all hang together only a few may be asked about.
 */
struct counting {
  struct solver solver;
  struct solver *real;
  size_t largest;
};

static enum answer counting_check(struct solver *solver, const struct query *query,
                                  struct result *result) {
  struct counting *counting = (struct counting *)solver;
  if (query->count > counting->largest) counting->largest = query->count;
  return solver_check(counting->real, query, result);
}

static void counting_free(struct solver *solver) {
  solver_free(((struct counting *)solver)->real);
  free(solver);
}

static void slices_of_a_long_chain_stay_small(void **state) {
  (void)state;
  enum { COUNT = 1500 };
  static const struct solver_class class = {"counting", counting_check, NULL, counting_free};
  struct bytes b = bytes_new(COUNT + 1);
  struct counting *counting = alloc_zeroed(sizeof *counting);
  counting->solver.class = &class;
  counting->real = backend_cadical_new(b.exprs);
  struct chain_options options = {.links_off = CHAIN_ALL_LINKS & ~(1u << CHAIN_INDEPENDENCE)};
  struct solver *solver = chain_new_before(b.exprs, &options, &counting->solver);
  struct path_condition *path = NULL;
  struct assignment *witness = assignment_new();
  for (uint64_t i = 0; i < COUNT; i++) {
    struct expr *condition = expr_ule(b.exprs, byte(&b, i), byte(&b, i + 1));
    struct query query = {
        .path = path, .conjuncts = &condition, .count = 1, .witness = witness, .wants_model = true};
    struct result result;
    assert_int_equal(solver_check(solver, &query, &result), ANSWER_SAT);
    assignment_free(witness);
    witness = result.model;
    path = with(path, condition);
    query.path = path;
    query.count = 0;
    if (i % 100 == 0) assert_true(query_holds(b.exprs, &query, witness));
  }
  assert_true(counting->largest <= 192);
  path_condition_release(path);
  assignment_free(witness);
  solver_free(solver);
  exprs_free(b.exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(prefixes_and_positions_are_found),
                                     cmocka_unit_test(common_prefix_is_found_at_every_depth),
                                     cmocka_unit_test(conjunctions_are_taken_apart),
                                     cmocka_unit_test(long_lists_are_released_without_a_stack),
                                     cmocka_unit_test(tries_are_persistent_and_count_their_values),
                                     cmocka_unit_test(implied_bounds_hold),
                                     cmocka_unit_test(old_bounds_of_a_loop_leave_the_slice),
                                     cmocka_unit_test(knowledge_does_not_depend_on_its_history),
                                     cmocka_unit_test(too_large_is_not_for_ever),
                                     cmocka_unit_test(origins_suffice),
                                     cmocka_unit_test(core_of_a_loop_is_small),
                                     cmocka_unit_test(backends_take_paths),
                                     cmocka_unit_test(slices_of_a_long_chain_stay_small)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
