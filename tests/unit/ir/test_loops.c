/* The loop forest: natural loops by their definition, irreducible ones by what a
   nesting forest must satisfy. */
#include "support.h"

#include "ir/dominators.h"
#include "ir/loops.h"

struct analysed {
  struct cfg cfg;
  struct dominators dominators;
  struct loops loops;
};

static struct analysed analyse(const struct ir_func *func) {
  struct analysed a = {.cfg = cfg_build(func)};
  a.dominators = dominators_build(&a.cfg);
  a.loops = loops_build(&a.cfg, &a.dominators);
  return a;
}

static void free_analysed(struct analysed *a) {
  loops_free(&a->loops);
  dominators_free(&a->dominators);
  cfg_free(&a->cfg);
}

/* The blocks that reach a back edge of the header without passing it; empty if
   there is no edge from a block that the header dominates. */
static struct bitset natural_loop(const struct analysed *a, uint32_t header) {
  struct bitset body = bitset_new(a->cfg.block_count);
  for (uint32_t latch = 0; latch < a->cfg.block_count; latch++) {
    if (!dominators_covers(&a->dominators, header, latch)) continue;
    bool goes_back = false;
    for (uint32_t i = a->cfg.successors.start[latch]; i < a->cfg.successors.start[latch + 1]; i++)
      goes_back |= a->cfg.successors.targets[i] == header;
    if (!goes_back) continue;
    struct bitset part = reach_without(&a->cfg.predecessors, latch, header);
    for (size_t b = bitset_next(&part, 0); b != BITSET_NONE; b = bitset_next(&part, b + 1))
      if (cfg_is_reachable(&a->cfg, (uint32_t)b)) bitset_add(&body, b);
    bitset_add(&body, header);
    bitset_free(&part);
  }
  return body;
}

static uint32_t loop_of_header(const struct loops *loops, uint32_t header) {
  return loops_is_header(loops, header) ? loops->of_block[header] : LOOPS_NONE;
}

static void check_natural_loops(const struct analysed *a) {
  for (uint32_t header = 0; header < a->cfg.block_count; header++) {
    struct bitset body = natural_loop(a, header);
    uint32_t loop = loop_of_header(&a->loops, header);
    if (loop == LOOPS_NONE) {
      assert_int_equal(bitset_count(&body), 0);
    } else {
      const struct loop *l = &a->loops.loops[loop];
      if (!l->is_irreducible) assert_int_equal(l->block_count, bitset_count(&body));
      for (uint32_t b = 0; b < a->cfg.block_count; b++)
        if (bitset_has(&body, b)) assert_true(loops_contains(&a->loops, loop, b));
    }
    bitset_free(&body);
  }
}

/* Without the edges back to headers there is no cycle left. */
static void check_cycles_are_broken(const struct analysed *a) {
  VEC(struct graph_arc) arcs = {0};
  const struct graph *graph = &a->cfg.successors;
  for (uint32_t i = 0; i < a->cfg.order_count; i++) {
    uint32_t block = a->cfg.order[i];
    for (uint32_t j = graph->start[block]; j < graph->start[block + 1]; j++) {
      uint32_t loop = loop_of_header(&a->loops, graph->targets[j]);
      if (loop != LOOPS_NONE && loops_contains(&a->loops, loop, block)) continue;
      vec_push(&arcs, ((struct graph_arc){block, graph->targets[j], 0}));
    }
  }
  struct graph rest = graph_build(a->cfg.block_count, arcs.data, arcs.count);
  struct graph_components components = graph_find_components(&rest, NULL);
  for (uint32_t i = 0; i < components.count; i++)
    assert_false(graph_component_is_cyclic(&rest, &components, i));
  bool is_reducible = true;
  for (uint32_t i = 0; i < a->loops.count; i++) is_reducible &= !a->loops.loops[i].is_irreducible;
  if (is_reducible)
    for (size_t i = 0; i < arcs.count; i++)
      assert_true(a->loops.place[arcs.data[i].from] < a->loops.place[arcs.data[i].to]);
  graph_components_free(&components);
  graph_free(&rest);
  vec_free(&arcs);
}

/* Inside the loop every block reaches every other. */
static void check_is_connected(const struct analysed *a, uint32_t loop) {
  VEC(struct graph_arc) arcs = {0};
  const struct graph *graph = &a->cfg.successors;
  const struct loop *l = &a->loops.loops[loop];
  for (uint32_t i = 0; i < l->block_count; i++) {
    uint32_t block = a->loops.order[l->first_block + i];
    for (uint32_t j = graph->start[block]; j < graph->start[block + 1]; j++)
      if (loops_contains(&a->loops, loop, graph->targets[j]))
        vec_push(&arcs, ((struct graph_arc){block, graph->targets[j], 0}));
  }
  struct graph inside = graph_build(a->cfg.block_count, arcs.data, arcs.count);
  struct graph_components components = graph_find_components(&inside, NULL);
  for (uint32_t i = 0; i < l->block_count; i++)
    assert_int_equal(components.of_node[a->loops.order[l->first_block + i]],
                     components.of_node[l->header]);
  assert_true(graph_component_is_cyclic(&inside, &components, components.of_node[l->header]));
  graph_components_free(&components);
  graph_free(&inside);
  vec_free(&arcs);
}

static void check_nesting(const struct analysed *a, uint32_t loop) {
  const struct loop *l = &a->loops.loops[loop];
  assert_int_equal(a->loops.order[l->first_block], l->header);
  assert_int_equal(a->loops.of_block[l->header], loop);
  assert_int_equal(l->depth, l->parent == LOOPS_NONE ? 1 : a->loops.loops[l->parent].depth + 1);
  if (l->parent == LOOPS_NONE) return;
  assert_true(l->parent < loop);
  assert_true(a->loops.loops[l->parent].header != l->header);
  for (uint32_t i = 0; i < l->block_count; i++)
    assert_true(loops_contains(&a->loops, l->parent, a->loops.order[l->first_block + i]));
}

static void check_edges(const struct analysed *a, uint32_t loop) {
  const struct loop *l = &a->loops.loops[loop];
  const struct graph *graph = &a->cfg.successors;
  uint32_t entries = 0, latches = 0, exits = 0;
  bool enters_elsewhere = false;
  for (uint32_t i = 0; i < a->cfg.order_count; i++) {
    uint32_t from = a->cfg.order[i];
    for (uint32_t j = graph->start[from]; j < graph->start[from + 1]; j++) {
      uint32_t to = graph->targets[j];
      bool starts_in = loops_contains(&a->loops, loop, from);
      bool ends_in = loops_contains(&a->loops, loop, to);
      struct loop_edge expected = {from, to, graph->labels[j]};
      const struct loop_edge *listed = NULL;
      if (!starts_in && ends_in) listed = &a->loops.edges[l->first_entry + entries++];
      if (starts_in && !ends_in) listed = &a->loops.edges[l->first_exit + exits++];
      if (starts_in && to == l->header) listed = &a->loops.edges[l->first_latch + latches++];
      if (listed != NULL) assert_memory_equal(listed, &expected, sizeof expected);
      enters_elsewhere |= !starts_in && ends_in && to != l->header;
    }
  }
  assert_int_equal(entries, l->entry_count);
  assert_int_equal(latches, l->latch_count);
  assert_int_equal(exits, l->exit_count);
  assert_int_equal(enters_elsewhere, l->is_irreducible);
}

static void check_blocks(const struct analysed *a) {
  for (uint32_t block = 0; block < a->cfg.block_count; block++) {
    uint32_t innermost = LOOPS_NONE;
    for (uint32_t i = 0; i < a->loops.count; i++)
      if (loops_contains(&a->loops, i, block) &&
          (innermost == LOOPS_NONE ||
           a->loops.loops[i].block_count < a->loops.loops[innermost].block_count))
        innermost = i;
    assert_int_equal(a->loops.of_block[block], innermost);
    if (cfg_is_reachable(&a->cfg, block))
      assert_int_equal(a->loops.order[a->loops.place[block]], block);
    else
      assert_int_equal(a->loops.place[block], LOOPS_NONE);
  }
}

static void check_all(const struct analysed *a) {
  assert_int_equal(a->loops.order_count, a->cfg.order_count);
  check_blocks(a);
  check_natural_loops(a);
  check_cycles_are_broken(a);
  for (uint32_t i = 0; i < a->loops.count; i++) {
    check_is_connected(a, i);
    check_nesting(a, i);
    check_edges(a, i);
  }
}

static void random_graphs_have_sound_forests(void **state) {
  (void)state;
  uint64_t seed = 4;
  uint32_t natural = 0, irreducible = 0, nested = 0;
  struct ir_program *program = ir_program_new();
  for (int round = 0; round < 1500; round++) {
    struct ir_func *func = random_graph_func(program, &seed, 1 + random_below(&seed, 16));
    struct analysed a = analyse(func);
    check_all(&a);
    for (uint32_t i = 0; i < a.loops.count; i++) {
      irreducible += a.loops.loops[i].is_irreducible;
      natural += !a.loops.loops[i].is_irreducible;
      nested += a.loops.loops[i].depth > 1;
    }
    free_analysed(&a);
  }
  /* The generator makes all kinds, or the checks above would say little. */
  assert_true(natural > 300 && irreducible > 300 && nested > 300);
  ir_program_free(program);
}

static void nested_loops_nest(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  /* 1: outer header, 2: inner header, 3: inner body, 4: outer latch, 5: end, 6: unreachable */
  int graph[][MAX_SUCCESSORS] = {{1, -1}, {2, 5, -1}, {3, 4, -1}, {2, -1}, {1, -1}, {-1}, {2, -1}};
  struct analysed a = analyse(func_of_graph(program, graph, 7));
  assert_int_equal(a.loops.count, 2);
  const struct loop *outer = &a.loops.loops[0], *inner = &a.loops.loops[1];
  assert_int_equal(outer->header, 1);
  assert_int_equal(outer->block_count, 4);
  assert_int_equal(inner->header, 2);
  assert_int_equal(inner->block_count, 2);
  assert_int_equal(inner->parent, 0);
  assert_int_equal(inner->depth, 2);
  assert_int_equal(inner->entry_count, 1);
  assert_int_equal(a.loops.of_block[4], 0);
  assert_int_equal(a.loops.of_block[5], LOOPS_NONE);
  assert_int_equal(a.loops.of_block[6], LOOPS_NONE);
  assert_false(inner->is_irreducible || outer->is_irreducible);
  check_all(&a);
  free_analysed(&a);
  ir_program_free(program);
}

static void two_ways_into_a_cycle_make_it_irreducible(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{1, 2, -1}, {2, -1}, {1, 3, -1}, {-1}};
  struct analysed a = analyse(func_of_graph(program, graph, 4));
  assert_int_equal(a.loops.count, 1);
  assert_true(a.loops.loops[0].is_irreducible);
  assert_int_equal(a.loops.loops[0].block_count, 2);
  assert_int_equal(a.loops.loops[0].entry_count, 2);
  check_all(&a);
  free_analysed(&a);
  ir_program_free(program);
}

static void a_block_may_be_its_own_loop(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{1, -1}, {1, 1, 2, -1}, {-1}};
  struct analysed a = analyse(func_of_graph(program, graph, 3));
  assert_int_equal(a.loops.count, 1);
  assert_int_equal(a.loops.loops[0].latch_count, 2);
  assert_int_equal(a.loops.loops[0].block_count, 1);
  check_all(&a);
  free_analysed(&a);
  ir_program_free(program);
}

/* 30000 loops, each inside the one before. Edges that leave many loops at once
   would make the result itself quadratic, so there are none. */
static void deep_nests_take_no_time(void **state) {
  (void)state;
  enum { DEPTH = 30000 };
  struct ir_program *program = ir_program_new();
  int(*graph)[MAX_SUCCESSORS] = alloc_bytes((2 * DEPTH + 2) * sizeof *graph);
  memset(graph, -1, (2 * DEPTH + 2) * sizeof *graph);
  /* Headers 1 … DEPTH lead inwards; latches 2 * DEPTH … DEPTH + 1 lead back or outwards. */
  graph[0][0] = 1;
  for (int i = 1; i <= DEPTH; i++) {
    graph[i][0] = i < DEPTH ? i + 1 : 2 * DEPTH;
    graph[DEPTH + i][0] = i;
    graph[DEPTH + i][1] = i > 1 ? DEPTH + i - 1 : 2 * DEPTH + 1;
  }
  struct analysed a = analyse(func_of_graph(program, graph, 2 * DEPTH + 2));
  assert_int_equal(a.loops.count, DEPTH);
  for (uint32_t i = 0; i < DEPTH; i++) {
    assert_int_equal(a.loops.loops[i].depth, i + 1);
    assert_int_equal(a.loops.loops[i].block_count, 2 * (DEPTH - i));
  }
  free_analysed(&a);
  ir_program_free(program);
  free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_graphs_have_sound_forests),
      cmocka_unit_test(nested_loops_nest),
      cmocka_unit_test(two_ways_into_a_cycle_make_it_irreducible),
      cmocka_unit_test(a_block_may_be_its_own_loop),
      cmocka_unit_test(deep_nests_take_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
