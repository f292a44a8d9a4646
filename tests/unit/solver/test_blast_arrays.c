/* Arrays by the laws they obey, in every way in which the bit-blaster translates them: by
   trees, by comparisons with stores, and deferred. Each law is asked several times of the
   same solver with its instances thrown away in between, since what was added on demand
   must not be lost with the instance it was added to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/backend_cadical.h"
#include "solver/solver.h"
#include "util/alloc.h"

enum { ROUNDS = 3, MOST_STORES = 5, LARGE = 70000 };

static const struct array_limits limits[] = {
    {1 << 20, 1 << 20, 1000}, /* trees only */
    {16, 16, 2},
    {1, 1, 1},
    {1, 1, 0}, /* all deferred */
};
enum { LIMITS = sizeof limits / sizeof *limits };

struct world {
  struct exprs *exprs;
  struct solver *solver;
  const struct expr_array *array;
  const struct expr_array *words; /* of 64 bits, for indices and values */
};

/* Retires its instance at nearly every query. */
static struct world make_world(const struct array_limits *arrays) {
  struct cadical_options options = backend_cadical_default_options();
  options.sample_every = 1;
  options.variable_cost = 0;
  options.look_cost = 0;
  options.fewest_variables = 1;
  options.arrays = *arrays;
  struct world w = {.exprs = exprs_new()};
  w.words = expr_new_array(w.exprs, "words", 64, 8, 0, NULL);
  w.solver = backend_cadical_new_with(w.exprs, &options);
  return w;
}

static void free_world(struct world *w) {
  solver_free(w->solver);
  exprs_free(w->exprs);
}

static struct expr *word(const struct world *w, unsigned number, unsigned width) {
  return expr_extract(w->exprs, expr_input(w->exprs, w->words, number), 0, width);
}

static struct expr *index_at(const struct world *w, unsigned number) {
  return word(w, number, w->array->index_width);
}

static struct expr *value_at(const struct world *w, unsigned number) {
  return word(w, 100 + number, w->array->element_width);
}

static void expect_all(const struct world *w, struct expr *const *conjuncts, size_t count,
                       enum answer expected) {
  struct query query = {.conjuncts = conjuncts, .count = count};
  query.wants_model = query.wants_core = true;
  struct result result;
  assert_int_equal(solver_check(w->solver, &query, &result), expected);
  if (expected == ANSWER_SAT) assert_true(query_holds(w->exprs, &query, result.model));
  result_free(&result);
}

static void expect(const struct world *w, struct expr *e, enum answer expected) {
  expect_all(w, &e, 1, expected);
}

/* Reads at indices that are equal but do not look it. */
static void check_pairs(const struct world *w) {
  struct exprs *exprs = w->exprs;
  struct expr *whole = expr_array_value(exprs, w->array);
  struct expr *i = index_at(w, 0), *j = index_at(w, 1), *k = index_at(w, 2);
  struct expr *far = expr_add(exprs, i, k);
  struct expr *at_far = expr_read(exprs, whole, far), *at_j = expr_read(exprs, whole, j);
  struct expr *is_same = expr_eq(exprs, far, j), *differs = expr_ne(exprs, at_far, at_j);
  expect_all(w, (struct expr *[]){is_same, differs}, 2, ANSWER_UNSAT);
  expect_all(w, (struct expr *[]){is_same, expr_not(exprs, differs)}, 2, ANSWER_SAT);
  expect_all(w, (struct expr *[]){expr_not(exprs, is_same), differs}, 2, ANSWER_SAT);
  expect_all(w, (struct expr *[]){expr_not(exprs, is_same), expr_not(exprs, differs)}, 2,
             ANSWER_SAT);
}

/* An element that is also named by itself. */
static void check_elements(const struct world *w) {
  struct exprs *exprs = w->exprs;
  struct expr *whole = expr_array_value(exprs, w->array), *i = index_at(w, 3);
  for (uint64_t at = 0; at < 3; at++) {
    struct expr *is_here =
        expr_eq(exprs, expr_xor(exprs, i, index_at(w, 4)), expr_const(exprs, i->width, at));
    struct expr *read = expr_read(exprs, whole, expr_xor(exprs, i, index_at(w, 4)));
    struct expr *element = expr_input(exprs, w->array, at);
    expect_all(w, (struct expr *[]){is_here, expr_ne(exprs, read, element)}, 2, ANSWER_UNSAT);
    expect_all(w, (struct expr *[]){is_here, expr_eq(exprs, read, element)}, 2, ANSWER_SAT);
  }
}

/* A read over stores against the choice that it means. */
static void check_stores(const struct world *w) {
  struct exprs *exprs = w->exprs;
  struct expr *stored = expr_array_value(exprs, w->array), *k = index_at(w, 20);
  struct expr *meant = expr_read(exprs, stored, k);
  for (unsigned n = 0; n < MOST_STORES; n++) {
    struct expr *at = index_at(w, 10 + n), *value = value_at(w, n);
    stored = expr_store(exprs, stored, at, value);
    meant = expr_ite(exprs, expr_eq(exprs, at, k), value, meant);
    struct expr *read = expr_read(exprs, stored, k);
    expect(w, expr_ne(exprs, read, meant), ANSWER_UNSAT);
    struct expr *is_one = expr_eq(exprs, read, expr_const(exprs, read->width, 1));
    expect(w, is_one, ANSWER_SAT);
    expect_all(w, (struct expr *[]){is_one, expr_ne(exprs, at, k)}, 2, ANSWER_SAT);
    struct expr *is_hit = expr_eq(exprs, at, k);
    expect_all(w, (struct expr *[]){is_one, is_hit, expr_ne(exprs, value, read)}, 3, ANSWER_UNSAT);
  }
}

/* Beyond the end an array is 0, and what was stored there is not. */
static void check_end(const struct world *w) {
  struct exprs *exprs = w->exprs;
  if (w->array->size == 0) return;
  struct expr *whole = expr_array_value(exprs, w->array), *i = index_at(w, 30);
  struct expr *zero = expr_const(exprs, w->array->element_width, 0);
  struct expr *is_beyond =
      expr_ule(exprs, expr_const(exprs, i->width, w->array->size), expr_not(exprs, i));
  struct expr *is_set = expr_ne(exprs, expr_read(exprs, whole, expr_not(exprs, i)), zero);
  expect_all(w, (struct expr *[]){is_beyond, is_set}, 2, ANSWER_UNSAT);
  expect_all(w, (struct expr *[]){expr_not(exprs, is_beyond), is_set}, 2, ANSWER_SAT);
  struct expr *stored = expr_store(exprs, whole, index_at(w, 31), value_at(w, 31));
  struct expr *is_stored = expr_ne(exprs, expr_read(exprs, stored, expr_not(exprs, i)), zero);
  expect_all(w, (struct expr *[]){is_beyond, is_stored}, 2, ANSWER_SAT);
}

static void input_arrays_obey_their_laws(void **state) {
  (void)state;
  static const struct {
    unsigned element_width, index_width;
    uint64_t size;
  } shapes[] = {{8, 64, 8}, {1, 8, 4}, {32, 32, 5}, {8, 4, 0}, {8, 32, 0}, {64, 16, 1000}};
  for (unsigned limit = 0; limit < LIMITS; limit++) {
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
      bool is_small = shapes[i].size != 0 ? shapes[i].size < 100 : shapes[i].index_width < 7;
      if (limit == 0 && !is_small) continue; /* a tree would be too large to reason with */
      struct world w = make_world(&limits[limit]);
      w.array = expr_new_array(w.exprs, "array", shapes[i].element_width, shapes[i].index_width,
                               shapes[i].size, NULL);
      for (unsigned round = 0; round < ROUNDS; round++) {
        check_pairs(&w);
        check_elements(&w);
        check_stores(&w);
        check_end(&w);
      }
      assert_true(backend_cadical_statistics(w.solver).instances > 10);
      free_world(&w);
    }
  }
}

/* A table of multiples of 3, with one odd one out. */
static void tables_hold_what_they_hold(void **state) {
  (void)state;
  static const uint64_t sizes[] = {1, 7, 256, 3000, LARGE};
  uint8_t *content = alloc_bytes(LARGE);
  for (unsigned limit = 0; limit < LIMITS; limit++) {
    for (unsigned n = 0; n < sizeof sizes / sizeof *sizes; n++) {
      struct world w = make_world(&limits[limit]);
      struct exprs *exprs = w.exprs;
      uint64_t odd = sizes[n] * 2 / 3;
      for (uint64_t i = 0; i < sizes[n]; i++) content[i] = (uint8_t)(3 * (i * 7 % 50));
      content[odd] = 200;
      w.array = expr_new_array(exprs, "table", 8, 32, sizes[n], content);
      struct expr *i = expr_mul(exprs, index_at(&w, 0), expr_const(exprs, 32, 3));
      struct expr *read = expr_read(exprs, expr_array_value(exprs, w.array), i);
      struct expr *is_odd = expr_eq(exprs, read, expr_const(exprs, 8, 200));
      struct expr *is_there = expr_eq(exprs, i, expr_const(exprs, 32, odd));
      for (unsigned round = 0; round < ROUNDS; round++) {
        expect(&w, expr_eq(exprs, read, expr_const(exprs, 8, 100)), ANSWER_UNSAT);
        expect(&w, is_odd, ANSWER_SAT);
        expect_all(&w, (struct expr *[]){is_odd, expr_not(exprs, is_there)}, 2, ANSWER_UNSAT);
        expect_all(&w, (struct expr *[]){expr_not(exprs, is_odd), is_there}, 2, ANSWER_UNSAT);
      }
      free_world(&w);
    }
  }
  free(content);
}

/* Swapping two elements twice, or sorting three by comparisons, through stores. */
static void programs_on_arrays_do_what_they_should(void **state) {
  (void)state;
  for (unsigned limit = 0; limit < LIMITS; limit++) {
    struct world w = make_world(&limits[limit]);
    struct exprs *exprs = w.exprs;
    w.array = expr_new_array(exprs, "array", 8, 64, 20, NULL);
    struct expr *i = index_at(&w, 0), *j = index_at(&w, 1), *k = index_at(&w, 2);
    struct expr *whole = expr_array_value(exprs, w.array), *array = whole;
    struct expr *bound = expr_const(exprs, 64, 20);
    struct expr *conjuncts[4] = {expr_ult(exprs, i, bound), expr_ult(exprs, j, bound),
                                 expr_ult(exprs, k, bound)};
    for (unsigned round = 0; round < 2; round++) {
      struct expr *x = expr_read(exprs, array, i), *y = expr_read(exprs, array, j);
      array = expr_store(exprs, expr_store(exprs, array, i, y), j, x);
      conjuncts[3] = expr_ne(exprs, expr_read(exprs, array, k), expr_read(exprs, whole, k));
      expect_all(&w, conjuncts, 4, round == 0 ? ANSWER_SAT : ANSWER_UNSAT);
      conjuncts[3] =
          expr_ne(exprs, expr_read(exprs, array, j), expr_read(exprs, whole, round == 0 ? i : j));
      expect_all(&w, conjuncts, 4, ANSWER_UNSAT);
    }
    free_world(&w);
  }
}

static void mark_solver(struct exprs *exprs, void *context) { solver_mark(context, exprs); }

/* Translations of reads that are gone refer to their tables still. */
static void tables_of_translations_survive_collections(void **state) {
  (void)state;
  enum { SIZE = 70000 };
  struct exprs *exprs = exprs_new();
  struct solver *solver = backend_cadical_new(exprs);
  uint8_t *content = malloc(SIZE);
  const struct expr_array *input = expr_new_array(exprs, "in", 32, 64, 1, NULL);
  uint32_t first = 0;
  for (unsigned round = 0; round < 4; round++) {
    for (unsigned i = 0; i < SIZE; i++) content[i] = (uint8_t)(i * i * 31 + (i >> 9) + round);
    content[31000] = 0;
    const struct expr_array *table = expr_new_array(exprs, "table", 8, 32, SIZE, content);
    if (round == 0) first = table->number;
    struct expr *index = expr_input(exprs, input, 0);
    struct expr *read = expr_read(exprs, expr_array_value(exprs, table), index);
    struct expr *conjuncts[2] = {expr_eq(exprs, read, expr_const(exprs, 8, 0)),
                                 expr_eq(exprs, index, expr_const(exprs, 32, 31000))};
    struct query query = {.conjuncts = conjuncts, .count = 2};
    struct result result;
    assert_int_equal(solver_check(solver, &query, &result), ANSWER_SAT);
    result_free(&result);
    expr_collect(exprs, mark_solver, solver);
    assert_non_null(expr_find_array(exprs, first));
  }
  solver_free(solver);
  expr_collect(exprs, NULL, NULL);
  assert_null(expr_find_array(exprs, first));
  free(content);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(input_arrays_obey_their_laws),
      cmocka_unit_test(tables_hold_what_they_hold),
      cmocka_unit_test(programs_on_arrays_do_what_they_should),
      cmocka_unit_test(tables_of_translations_survive_collections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
