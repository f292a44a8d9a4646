/* The chain on conditions that loops leave behind which count: sums with constants, compared with
   each other and with constants. */
#include "paths.h"
#include "solver/chain.h"

/* Sums with constants that wrap or do not, compared with each other. */
static void loops_that_count_agree(void **state) {
  (void)state;
  uint64_t decided = 0;
  for (uint64_t seed = 1; seed <= 9; seed++) {
    struct explorer x;
    explorer_start(&x, 5000 + seed);
    struct chain_options options = {.large_slice = seed % 4 == 0 ? 3 : 0};
    if (seed % 3 == 1) options.links_off = CHAIN_ALL_LINKS & ~(1u << CHAIN_DIFFERENCES);
    x.solver = chain_new(x.exprs, &options);
    x.no_witness_percent = 5;
    x.collect_percent = 2;
    x.count_percent = 85 + 15 * (seed % 2);
    for (int i = 0; i < 200; i++) path_step(&x);
    struct solver *link = x.solver;
    while (strcmp(link->class->name, "differences") != 0) link = link->next;
    decided += link->answered;
    explorer_end(&x);
  }
  assert_true(decided > 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loops_that_count_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
