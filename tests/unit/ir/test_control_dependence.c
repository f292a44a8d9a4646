/* Control dependence against its definition, with postdominance from the tree that
   test_dominators.c checks. */
#include "support.h"

#include "ir/control_dependence.h"
#include "ir/dominators.h"

static uint32_t count_sources(const struct control_dependence *dependence, uint32_t block,
                              uint32_t controller, uint32_t edge) {
  uint32_t count = 0;
  for (uint32_t i = dependence->start[block]; i < dependence->start[block + 1]; i++)
    count += dependence->sources[i].controller == controller && dependence->sources[i].edge == edge;
  return count;
}

static bool has_choice(const struct cfg *cfg, uint32_t block) {
  const uint32_t *start = &cfg->successors.start[block];
  for (uint32_t i = start[0]; i < start[1]; i++)
    if (cfg->successors.targets[i] != cfg->successors.targets[start[0]]) return true;
  return false;
}

static void random_graphs_agree_with_the_definition(void **state) {
  (void)state;
  uint64_t seed = 10;
  uint32_t total = 0;
  struct ir_program *program = ir_program_new();
  for (int round = 0; round < 500; round++) {
    struct ir_func *func = random_graph_func(program, &seed, 1 + random_below(&seed, 18));
    struct cfg cfg = cfg_build(func);
    struct dominators tree = postdominators_build(&cfg);
    struct control_dependence dependence = control_dependence_build(&cfg, &tree);
    uint32_t listed = 0;
    for (uint32_t u = 0; u < cfg.block_count; u++)
      for (uint32_t i = cfg.successors.start[u]; i < cfg.successors.start[u + 1]; i++)
        for (uint32_t block = 0; block < cfg.block_count; block++) {
          bool expected = cfg_is_reachable(&cfg, u) && has_choice(&cfg, u) &&
                          dominators_covers(&tree, block, cfg.successors.targets[i]) &&
                          !(block != u && dominators_covers(&tree, block, u));
          uint32_t count = count_sources(&dependence, block, u, cfg.successors.labels[i]);
          assert_int_equal(count, expected);
          listed += count;
        }
    assert_int_equal(listed, dependence.start[cfg.block_count]);
    total += listed;
    control_dependence_free(&dependence);
    dominators_free(&tree);
    cfg_free(&cfg);
  }
  assert_true(total > 1000);
  ir_program_free(program);
}

static void a_loop_body_depends_on_its_test(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  /* while (1: test) { 2: if … 3: then } 4: end */
  int graph[][MAX_SUCCESSORS] = {{1, -1}, {2, 4, -1}, {3, 1, -1}, {1, -1}, {-1}};
  struct ir_func *func = func_of_graph(program, graph, 5);
  struct cfg cfg = cfg_build(func);
  struct dominators tree = postdominators_build(&cfg);
  struct control_dependence dependence = control_dependence_build(&cfg, &tree);
  uint32_t enter = cfg.successors.labels[cfg.successors.start[1]];
  uint32_t then = cfg.successors.labels[cfg.successors.start[2]];
  assert_int_equal(count_sources(&dependence, 1, 1, enter), 1);
  assert_int_equal(count_sources(&dependence, 2, 1, enter), 1);
  assert_int_equal(count_sources(&dependence, 3, 2, then), 1);
  assert_int_equal(dependence.start[4] - dependence.start[3], 1);
  assert_int_equal(dependence.start[5] - dependence.start[4], 0);
  assert_int_equal(dependence.start[1] - dependence.start[0], 0);
  control_dependence_free(&dependence);
  dominators_free(&tree);
  cfg_free(&cfg);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_graphs_agree_with_the_definition),
      cmocka_unit_test(a_loop_body_depends_on_its_test),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
