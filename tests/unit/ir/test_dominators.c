/* Dominance is: removing a makes b unreachable. That is checked literally. */
#include "support.h"

#include "ir/dominators.h"

/* Successors plus the arcs to the virtual exit that the tree was built with. */
static struct graph with_exit(const struct cfg *cfg, const struct dominators *tree) {
  VEC(struct graph_arc) arcs = {0};
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i];
    for (uint32_t j = cfg->successors.start[block]; j < cfg->successors.start[block + 1]; j++)
      vec_push(&arcs, ((struct graph_arc){block, cfg->successors.targets[j], 0}));
    if (tree->leads_to_exit[block])
      vec_push(&arcs, ((struct graph_arc){block, cfg->block_count, 0}));
  }
  struct graph graph = graph_build(cfg->block_count + 1, arcs.data, arcs.count);
  vec_free(&arcs);
  return graph;
}

static void check_parents(const struct dominators *tree) {
  for (uint32_t node = 0; node < tree->node_count; node++) {
    if (!dominators_has(tree, node) || node == tree->root) {
      assert_int_equal(tree->parent[node], DOMINATORS_NONE);
      continue;
    }
    /* The immediate dominator is the dominator that all others dominate. */
    uint32_t parent = tree->parent[node];
    assert_int_not_equal(parent, node);
    assert_true(dominators_covers(tree, parent, node));
    assert_int_equal(tree->depth[node], tree->depth[parent] + 1);
    for (uint32_t other = 0; other < tree->node_count; other++)
      if (other != node && dominators_covers(tree, other, node))
        assert_true(dominators_covers(tree, other, parent));
  }
}

static void check_dominators(const struct cfg *cfg) {
  struct dominators tree = dominators_build(cfg);
  struct bitset reachable = reach_without(&cfg->successors, 0, UINT32_MAX);
  for (uint32_t a = 0; a < cfg->block_count; a++) {
    struct bitset without = reach_without(&cfg->successors, 0, a);
    for (uint32_t b = 0; b < cfg->block_count; b++) {
      bool expected =
          bitset_has(&reachable, a) && bitset_has(&reachable, b) && !bitset_has(&without, b);
      assert_int_equal(dominators_covers(&tree, a, b), expected);
    }
    bitset_free(&without);
  }
  check_parents(&tree);
  bitset_free(&reachable);
  dominators_free(&tree);
}

static void check_postdominators(const struct cfg *cfg) {
  struct dominators tree = postdominators_build(cfg);
  struct graph graph = with_exit(cfg, &tree);
  struct graph reverse = graph_reverse(&graph);
  struct bitset *reaches = reach_all(&cfg->successors);
  assert_int_equal(tree.root, cfg->block_count);
  for (uint32_t a = 0; a <= cfg->block_count; a++) {
    struct bitset without = reach_without(&reverse, cfg->block_count, a);
    for (uint32_t b = 0; b <= cfg->block_count; b++) {
      bool is_in = (a == cfg->block_count || cfg_is_reachable(cfg, a)) &&
                   (b == cfg->block_count || cfg_is_reachable(cfg, b));
      assert_int_equal(dominators_covers(&tree, a, b), is_in && !bitset_has(&without, b));
    }
    bitset_free(&without);
  }
  check_parents(&tree);
  /* Exits are real ends, and one block of each region that has none. */
  for (uint32_t a = 0; a < cfg->block_count; a++) {
    if (!cfg_is_reachable(cfg, a)) continue;
    bool finds_end = false, is_closed = true;
    uint32_t chosen = 0;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
      if (!bitset_has(&reaches[a], b)) continue;
      finds_end |= cfg->successors.start[b] == cfg->successors.start[b + 1];
      is_closed &= bitset_has(&reaches[b], a);
      chosen += tree.leads_to_exit[b];
    }
    bool is_end = cfg->successors.start[a] == cfg->successors.start[a + 1];
    if (finds_end || !is_closed)
      assert_int_equal(tree.leads_to_exit[a], is_end);
    else
      assert_int_equal(chosen, 1);
  }
  free_sets(reaches, cfg->block_count);
  graph_free(&graph);
  graph_free(&reverse);
  dominators_free(&tree);
}

static void random_graphs_agree_with_the_definition(void **state) {
  (void)state;
  uint64_t seed = 3;
  struct ir_program *program = ir_program_new();
  for (int round = 0; round < 600; round++) {
    struct ir_func *func = random_graph_func(program, &seed, 1 + random_below(&seed, 20));
    struct cfg cfg = cfg_build(func);
    check_dominators(&cfg);
    check_postdominators(&cfg);
    cfg_free(&cfg);
  }
  ir_program_free(program);
}

static void branches_in_an_endless_loop_find_their_join(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  /* for (;;) { if (c) …; else …; } */
  int graph[][MAX_SUCCESSORS] = {{1, -1}, {2, 3, -1}, {4, -1}, {4, -1}, {1, -1}};
  struct cfg cfg = cfg_build(func_of_graph(program, graph, 5));
  struct dominators tree = postdominators_build(&cfg);
  assert_int_equal(tree.parent[1], 4);
  assert_int_equal(tree.parent[2], 4);
  assert_int_equal(tree.parent[3], 4);
  assert_int_equal(tree.parent[4], 5);
  assert_true(tree.leads_to_exit[4]);
  dominators_free(&tree);
  cfg_free(&cfg);
  ir_program_free(program);
}

/* One side goes up, the other down, and every step can change sides: a shape on
   which simple iteration goes quadratic. */
static void a_large_ladder_takes_no_time(void **state) {
  (void)state;
  enum { STEPS = 100000 };
  struct ir_program *program = ir_program_new();
  int(*graph)[MAX_SUCCESSORS] = alloc_bytes((2 * STEPS + 1) * sizeof *graph);
  memset(graph, -1, (2 * STEPS + 1) * sizeof *graph);
  graph[0][0] = 1;
  graph[0][1] = 2 * STEPS;
  for (int i = 1; i <= STEPS; i++) {
    graph[i][0] = STEPS + i;
    graph[i][1] = i < STEPS ? i + 1 : -1;
    graph[STEPS + i][0] = i;
    graph[STEPS + i][1] = i > 1 ? STEPS + i - 1 : -1;
  }
  struct cfg cfg = cfg_build(func_of_graph(program, graph, 2 * STEPS + 1));
  struct dominators tree = dominators_build(&cfg);
  struct dominators after = postdominators_build(&cfg);
  for (uint32_t i = 1; i <= 2 * STEPS; i++) assert_int_equal(tree.parent[i], 0);
  assert_int_equal(after.depth[after.root], 0);
  dominators_free(&after);
  dominators_free(&tree);
  cfg_free(&cfg);
  ir_program_free(program);
  free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_graphs_agree_with_the_definition),
      cmocka_unit_test(branches_in_an_endless_loop_find_their_join),
      cmocka_unit_test(a_large_ladder_takes_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
