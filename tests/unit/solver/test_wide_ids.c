/* Solvers remember by id, which a long run takes beyond 32 bits. Here the expressions of
   every step have ids whose low halves are those of every other step. */
#include "expr/node.h"
#include "paths.h"
#include "solver/chain.h"

enum { FIRST_LOW_HALF = 5000 };

static void explore_alike(const struct chain_options *options, uint64_t seed, uint64_t steps) {
  struct explorer x;
  explorer_start(&x, seed);
  x.solver = chain_new(x.exprs, options);
  x.no_witness_percent = 20;
  x.collect_percent = 5;
  for (uint64_t i = 1; i <= steps; i++) {
    x.exprs->next_id = (i << 32) + FIRST_LOW_HALF;
    path_step(&x);
  }
  assert_true(x.sat > steps / 4 && x.unsat > steps / 8);
  explorer_end(&x);
}

static void the_bit_blaster_tells_ids_apart(void **state) {
  (void)state;
  explore_alike(&(struct chain_options){.links_off = CHAIN_ALL_LINKS}, 1, 200);
}

static void z3_tells_ids_apart(void **state) {
  (void)state;
  explore_alike(&(struct chain_options){.links_off = CHAIN_ALL_LINKS, .backend = BACKEND_Z3}, 2,
                60);
}

static void links_tell_ids_apart(void **state) {
  (void)state;
  for (unsigned link = 0; link < CHAIN_LINK_COUNT; link++)
    explore_alike(&(struct chain_options){.links_off = CHAIN_ALL_LINKS & ~(1u << link)}, 10 + link,
                  200);
  explore_alike(&(struct chain_options){0}, 3, 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bit_blaster_tells_ids_apart),
      cmocka_unit_test(z3_tells_ids_apart),
      cmocka_unit_test(links_tell_ids_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
