/* Successors, predecessors and reverse postorder. */
#include "support.h"

static void a_diamond_reads_top_to_bottom(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{1, 2, -1}, {3, -1}, {3, -1}, {-1}};
  struct ir_func *func = func_of_graph(program, graph, 4);
  struct cfg cfg = cfg_build(func);
  uint32_t order[] = {0, 1, 2, 3};
  assert_int_equal(cfg.order_count, 4);
  assert_memory_equal(cfg.order, order, sizeof order);
  assert_int_equal(cfg.predecessors.start[4] - cfg.predecessors.start[3], 2);
  cfg_free(&cfg);
  ir_program_free(program);
}

static void unreachable_blocks_have_no_position(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{3, -1}, {2, -1}, {1, 3, -1}, {-1}};
  struct ir_func *func = func_of_graph(program, graph, 4);
  struct cfg cfg = cfg_build(func);
  assert_int_equal(cfg.order_count, 2);
  assert_false(cfg_is_reachable(&cfg, 1));
  assert_false(cfg_is_reachable(&cfg, 2));
  assert_int_equal(cfg.position[3], 1);
  assert_int_equal(cfg.predecessors.start[4] - cfg.predecessors.start[3], 2);
  cfg_free(&cfg);
  ir_program_free(program);
}

static void parallel_edges_are_kept_apart(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{1, 1, 2, 1, -1}, {-1}, {-1}};
  struct ir_func *func = func_of_graph(program, graph, 3);
  struct cfg cfg = cfg_build(func);
  assert_int_equal(cfg.successors.start[1], 4);
  assert_int_equal(cfg.predecessors.start[2] - cfg.predecessors.start[1], 3);
  for (uint32_t i = 0; i < 4; i++)
    assert_int_equal(func->edges.data[cfg.successors.labels[i]].target, cfg.successors.targets[i]);
  cfg_free(&cfg);
  ir_program_free(program);
}

/* A reverse postorder: every reachable block once, and an arc against the order
   only from a block to one it is reachable from. */
static void random_orders_are_reverse_postorders(void **state) {
  (void)state;
  uint64_t seed = 2;
  struct ir_program *program = ir_program_new();
  for (int round = 0; round < 300; round++) {
    uint32_t count = 1 + random_below(&seed, 25);
    struct ir_func *func = random_graph_func(program, &seed, count);
    assert_verified(program, func);
    struct cfg cfg = cfg_build(func);
    struct bitset reachable = reach_without(&cfg.successors, 0, UINT32_MAX);
    struct bitset *reaches = reach_all(&cfg.successors);
    assert_int_equal(cfg.order_count, bitset_count(&reachable));
    assert_int_equal(cfg.order[0], 0);
    for (uint32_t block = 0; block < count; block++) {
      assert_int_equal(cfg_is_reachable(&cfg, block), bitset_has(&reachable, block));
      if (!cfg_is_reachable(&cfg, block)) continue;
      assert_int_equal(cfg.order[cfg.position[block]], block);
      for (uint32_t i = cfg.successors.start[block]; i < cfg.successors.start[block + 1]; i++) {
        uint32_t target = cfg.successors.targets[i];
        if (cfg.position[target] <= cfg.position[block])
          assert_true(bitset_has(&reaches[target], block));
      }
    }
    free_sets(reaches, count);
    bitset_free(&reachable);
    cfg_free(&cfg);
  }
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_diamond_reads_top_to_bottom),
      cmocka_unit_test(unreachable_blocks_have_no_position),
      cmocka_unit_test(parallel_edges_are_kept_apart),
      cmocka_unit_test(random_orders_are_reverse_postorders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
