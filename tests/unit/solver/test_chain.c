/* The chain on random explorations: each link alone, all together, in front of backends
   that do not know, and with caches too small to hold much. */
#include "../effort.h"
#include "paths.h"
#include "solver/chain.h"

/* Steps that are taken in make check-long; a third of them in make check. */
static int steps_of(int steps) { return effort(steps, 3); }

static void explore(struct explorer *x, int steps) {
  for (int i = 0; i < steps; i++) path_step(x);
}

static void explore_by(const struct chain_options *options, uint64_t seed, int steps) {
  struct explorer x;
  steps = steps_of(steps);
  explorer_start(&x, seed);
  x.solver = chain_new(x.exprs, options);
  x.no_witness_percent = 20;
  x.collect_percent = 5;
  explore(&x, steps);
  assert_true(x.sat > (uint64_t)steps / 4 && x.unsat > (uint64_t)steps / 8);
  explorer_end(&x);
}

static void explore_with(unsigned links_off, enum chain_backend backend, size_t cache_bytes,
                         uint64_t seed, int steps) {
  struct chain_options options = {
      .links_off = links_off, .backend = backend, .cache_bytes = cache_bytes};
  explore_by(&options, seed, steps);
}

static void each_link_alone_agrees(void **state) {
  (void)state;
  for (unsigned link = 0; link < CHAIN_LINK_COUNT; link++)
    explore_with(CHAIN_ALL_LINKS & ~(1u << link), BACKEND_CADICAL, 0, 100 + link, 300);
}

static void all_but_one_agree(void **state) {
  (void)state;
  for (unsigned link = 0; link < CHAIN_LINK_COUNT; link++)
    explore_with(1u << link, BACKEND_CADICAL, 0, 200 + link, 200);
}

static void all_links_agree(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 6; seed++) explore_with(0, BACKEND_CADICAL, 0, seed, 300);
}

static void no_link_agrees(void **state) {
  (void)state;
  explore_with(CHAIN_ALL_LINKS, BACKEND_CADICAL, 0, 1000, 200);
}

static void small_caches_agree(void **state) {
  (void)state;
  explore_with(0, BACKEND_CADICAL, 4096, 2000, 500);
  explore_with(1u << CHAIN_WITNESS | 1u << CHAIN_IMPLIED, BACKEND_CADICAL, 1024, 2001, 500);
}

/* With every slice a large one, so that questions are put in parts. */
static void parts_of_slices_agree(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    struct chain_options options = {.large_slice = 1 + seed % 3};
    if (seed % 2) options.links_off = CHAIN_ALL_LINKS & ~(1u << CHAIN_INDEPENDENCE);
    explore_by(&options, 4000 + seed, 400);
  }
}

static void z3_behind_the_chain_agrees(void **state) {
  (void)state;
  explore_with(0, BACKEND_Z3, 0, 3000, 100);
}

/* A backend that gives up on some queries. */
struct forgetful {
  struct solver solver;
  struct solver *real; /* owned */
  struct random random;
  unsigned unknown_percent;
};

static enum answer forgetful_check(struct solver *solver, const struct query *query,
                                   struct result *result) {
  struct forgetful *forgetful = (struct forgetful *)solver;
  if (random_chance(&forgetful->random, forgetful->unknown_percent)) return ANSWER_UNKNOWN;
  return solver_check(forgetful->real, query, result);
}

static void forgetful_mark(struct solver *solver, struct exprs *exprs) {
  solver_mark(((struct forgetful *)solver)->real, exprs);
}

static void forgetful_free(struct solver *solver) {
  solver_free(((struct forgetful *)solver)->real);
  free(solver);
}

static struct solver *forgetful_new(struct exprs *exprs, unsigned unknown_percent) {
  static const struct solver_class class = {"forgetful", forgetful_check, forgetful_mark,
                                            forgetful_free};
  struct forgetful *forgetful = alloc_zeroed(sizeof *forgetful);
  forgetful->solver.class = &class;
  forgetful->real = backend_cadical_new(exprs);
  forgetful->unknown_percent = unknown_percent;
  return &forgetful->solver;
}

static void explore_unknown(unsigned links_off, unsigned percent, uint64_t seed) {
  struct explorer x;
  explorer_start(&x, seed);
  struct chain_options options = {.links_off = links_off};
  x.solver = chain_new_before(x.exprs, &options, forgetful_new(x.exprs, percent));
  x.may_be_unknown = true;
  x.no_witness_percent = 20;
  explore(&x, steps_of(300));
  assert_true(x.unknown > 0);
  explorer_end(&x);
}

static void unknown_is_never_read_as_an_answer(void **state) {
  (void)state;
  for (unsigned link = 0; link < CHAIN_LINK_COUNT; link++)
    explore_unknown(CHAIN_ALL_LINKS & ~(1u << link), 50, 400 + link);
  explore_unknown(0, 30, 500);
  explore_unknown(0, 100, 501);
}

static void runs_are_reproducible(void **state) {
  (void)state;
  enum { COUNT = CHAIN_LINK_COUNT + 2 }; /* with paths and the backend */
  uint64_t answered[2][COUNT];
  const char *names[COUNT];
  for (int run = 0; run < 2; run++) {
    struct explorer x;
    explorer_start(&x, 77);
    x.solver = chain_new(x.exprs, &(struct chain_options){0});
    x.no_witness_percent = 20;
    explore(&x, 1000); /* so many that each link answers something */
    struct solver *link = x.solver;
    while (strcmp(link->class->name, "witness") != 0) link = link->next;
    for (unsigned i = 0; i < COUNT; i++, link = link->next) {
      answered[run][i] = link->answered;
      names[i] = link->class->name;
    }
    explorer_end(&x);
  }
  assert_memory_equal(answered[0], answered[1], sizeof answered[0]);
  for (unsigned i = 0; i < COUNT; i++) {
    bool only_passes_on = strcmp(names[i], "paths") == 0 || strcmp(names[i], "independence") == 0;
    assert_true(only_passes_on || answered[0][i] > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_link_agrees),
                                     cmocka_unit_test(each_link_alone_agrees),
                                     cmocka_unit_test(all_but_one_agree),
                                     cmocka_unit_test(all_links_agree),
                                     cmocka_unit_test(small_caches_agree),
                                     cmocka_unit_test(parts_of_slices_agree),
                                     cmocka_unit_test(z3_behind_the_chain_agrees),
                                     cmocka_unit_test(unknown_is_never_read_as_an_answer),
                                     cmocka_unit_test(runs_are_reproducible)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
