/* Compressed graphs and components, against the transitive closure. */
#include "support.h"

static struct graph random_graph(uint64_t *seed, uint32_t node_count, uint32_t arc_count) {
  struct graph_arc *arcs = alloc_bytes(arc_count * sizeof *arcs);
  for (uint32_t i = 0; i < arc_count; i++)
    arcs[i] = (struct graph_arc){random_below(seed, node_count), random_below(seed, node_count), i};
  struct graph graph = graph_build(node_count, arcs, arc_count);
  free(arcs);
  return graph;
}

static void rows_keep_the_order_of_arcs(void **state) {
  (void)state;
  struct graph_arc arcs[] = {{2, 0, 10}, {0, 1, 11}, {2, 2, 12}, {2, 0, 13}};
  struct graph graph = graph_build(3, arcs, 4);
  assert_int_equal(graph.start[0], 0);
  assert_int_equal(graph.start[1], 1);
  assert_int_equal(graph.start[2], 1);
  assert_int_equal(graph.start[3], 4);
  uint32_t targets[] = {1, 0, 2, 0}, labels[] = {11, 10, 12, 13};
  assert_memory_equal(graph.targets, targets, sizeof targets);
  assert_memory_equal(graph.labels, labels, sizeof labels);
  struct graph reverse = graph_reverse(&graph);
  uint32_t reverse_targets[] = {2, 2, 0, 2}, reverse_labels[] = {10, 13, 11, 12};
  assert_memory_equal(reverse.targets, reverse_targets, sizeof reverse_targets);
  assert_memory_equal(reverse.labels, reverse_labels, sizeof reverse_labels);
  graph_free(&graph);
  graph_free(&reverse);
}

static void empty_graphs_work(void **state) {
  (void)state;
  struct graph graph = graph_build(0, NULL, 0);
  struct graph reverse = graph_reverse(&graph);
  struct graph_components components = graph_find_components(&graph, NULL);
  assert_int_equal(components.count, 0);
  graph_components_free(&components);
  graph_free(&reverse);
  graph_free(&graph);
}

static void components_are_mutual_reachability(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int round = 0; round < 300; round++) {
    uint32_t count = 1 + random_below(&seed, 30);
    struct graph graph = random_graph(&seed, count, random_below(&seed, 3 * count));
    struct graph_components components = graph_find_components(&graph, NULL);
    struct bitset *reaches = reach_all(&graph);
    for (uint32_t a = 0; a < count; a++) {
      for (uint32_t b = 0; b < count; b++) {
        bool is_same = bitset_has(&reaches[a], b) && bitset_has(&reaches[b], a);
        assert_int_equal(components.of_node[a] == components.of_node[b], is_same);
        if (bitset_has(&reaches[a], b)) assert_true(components.of_node[a] >= components.of_node[b]);
      }
      bool is_cyclic = false;
      for (uint32_t i = graph.start[a]; i < graph.start[a + 1]; i++)
        is_cyclic |= bitset_has(&reaches[graph.targets[i]], a);
      assert_int_equal(graph_component_is_cyclic(&graph, &components, components.of_node[a]),
                       is_cyclic);
    }
    assert_int_equal(components.start[components.count], count);
    for (uint32_t c = 0; c < components.count; c++)
      for (uint32_t i = components.start[c]; i < components.start[c + 1]; i++)
        assert_int_equal(components.of_node[components.members[i]], c);
    free_sets(reaches, count);
    graph_components_free(&components);
    graph_free(&graph);
  }
}

static void left_out_nodes_separate(void **state) {
  (void)state;
  struct graph_arc ring[] = {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}};
  struct graph graph = graph_build(3, ring, 3);
  bool included[] = {true, false, true};
  struct graph_components components = graph_find_components(&graph, included);
  assert_int_equal(components.count, 2);
  assert_int_equal(components.of_node[1], GRAPH_NONE);
  assert_int_not_equal(components.of_node[0], components.of_node[2]);
  graph_components_free(&components);
  graph_free(&graph);
}

static void a_long_ring_needs_no_deep_stack(void **state) {
  (void)state;
  uint32_t count = 1000000;
  struct graph_arc *arcs = alloc_bytes(count * sizeof *arcs);
  for (uint32_t i = 0; i < count; i++) arcs[i] = (struct graph_arc){i, (i + 1) % count, 0};
  struct graph graph = graph_build(count, arcs, count);
  struct graph_components components = graph_find_components(&graph, NULL);
  assert_int_equal(components.count, 1);
  graph_components_free(&components);
  graph_free(&graph);
  free(arcs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_keep_the_order_of_arcs),
      cmocka_unit_test(empty_graphs_work),
      cmocka_unit_test(components_are_mutual_reachability),
      cmocka_unit_test(left_out_nodes_separate),
      cmocka_unit_test(a_long_ring_needs_no_deep_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
