/* The loop nesting forest, by Havlak's algorithm (Nesting of reducible and irreducible loops, 1997)
   in Ramalingam's almost linear form (Identifying loops in almost linear time, 1999, section 4):
   headers are processed in reverse preorder; the nodes that reach a header's back edges without
   passing it are its body and are collapsed into it; and an edge that is neither tree nor back edge
   only counts from the closest common ancestor of its ends upwards.

   requires: the dominators of the same CFG.
   ensures:  every cycle of reachable blocks lies in a loop and passes the header of
             one; a loop that is not irreducible is exactly the natural loop of its
             header; loops with the same header are one.

   The depth-first search visits successors last to first, as the one in cfg.c does.
   So a header comes before its body in reverse postorder even if it does not
   dominate it, which the layout of loops.order relies on. */
#include "ir/loops.h"

#include "ir/cfg.h"
#include "ir/dominators.h"
#include "util/alloc.h"

#include <stdlib.h>

/* In this file blocks are named by their preorder number. NONE ends lists. */
#define NONE UINT32_MAX

struct arc_item {
  uint32_t from, to; /* preorder numbers */
  uint32_t next;     /* in the list it is in */
};

struct forest {
  const struct cfg *cfg;
  uint32_t count;
  uint32_t *number; /* block to preorder number, NONE where unreachable */
  uint32_t *block;  /* and back */
  uint32_t *up;     /* parent in the depth-first tree */
  bool *is_open;    /* still on the search's stack */
  uint32_t *root;   /* union-find: first of finished subtrees, later of collapsed loops */
  VEC(struct arc_item) arcs;
  uint32_t *back;     /* per header: list of back edges */
  uint32_t *pending;  /* per common ancestor: list of cross and forward edges */
  uint32_t *incoming; /* per collapsed node: list of such edges that already count */
  uint32_t *header;   /* of the innermost loop around a node, other than its own */
  bool *is_header;
  uint32_t *mark; /* last header whose body the node was put in */
  VEC(uint32_t) work;
};

static uint32_t *new_numbers(uint32_t count, uint32_t value) {
  uint32_t *numbers = alloc_bytes(count * sizeof *numbers);
  for (uint32_t i = 0; i < count; i++) numbers[i] = value;
  return numbers;
}

static uint32_t find(uint32_t *root, uint32_t node) {
  while (root[node] != node) {
    root[node] = root[root[node]];
    node = root[node];
  }
  return node;
}

static void add_arc(struct forest *forest, uint32_t *list, uint32_t from, uint32_t to) {
  struct arc_item arc = {from, to, *list};
  *list = (uint32_t)forest->arcs.count;
  vec_push(&forest->arcs, arc);
}

/* The search. */

static void open_node(struct forest *forest, uint32_t block, uint32_t up) {
  uint32_t number = forest->count++;
  forest->number[block] = number;
  forest->block[number] = block;
  forest->up[number] = up;
  forest->is_open[number] = true;
}

static void close_node(struct forest *forest, uint32_t number) {
  forest->is_open[number] = false;
  if (number != 0) forest->root[number] = forest->up[number];
}

/* A finished node's root is its closest ancestor still open: the closest common
   ancestor with the node the search is at. */
static void classify_arc(struct forest *forest, uint32_t from, uint32_t to) {
  if (forest->is_open[to])
    add_arc(forest, &forest->back[to], from, to);
  else
    add_arc(forest, &forest->pending[find(forest->root, to)], from, to);
}

static void search(struct forest *forest) {
  const struct graph *graph = &forest->cfg->successors;
  VEC(struct graph_frame) frames = {0};
  open_node(forest, 0, NONE);
  vec_push(&frames, ((struct graph_frame){0, graph->start[1]}));
  while (frames.count != 0) {
    struct graph_frame *frame = &vec_last(&frames);
    uint32_t from = forest->number[frame->node];
    if (frame->arc == graph->start[frame->node]) {
      close_node(forest, from);
      frames.count--;
      continue;
    }
    uint32_t target = graph->targets[--frame->arc];
    if (forest->number[target] == NONE) {
      open_node(forest, target, from);
      vec_push(&frames, ((struct graph_frame){target, graph->start[target + 1]}));
    } else {
      classify_arc(forest, from, forest->number[target]);
    }
  }
  vec_free(&frames);
}

/* The loops. */

static void add_to_body(struct forest *forest, uint32_t header, uint32_t node) {
  node = find(forest->root, node);
  if (node == header || forest->mark[node] == header) return;
  forest->mark[node] = header;
  vec_push(&forest->work, node);
}

static void collapse_loop(struct forest *forest, uint32_t header) {
  for (uint32_t i = forest->pending[header]; i != NONE;) {
    struct arc_item arc = forest->arcs.data[i];
    uint32_t to = find(forest->root, arc.to);
    forest->arcs.data[i].next = forest->incoming[to];
    forest->incoming[to] = i;
    i = arc.next;
  }
  vec_clear(&forest->work);
  for (uint32_t i = forest->back[header]; i != NONE; i = forest->arcs.data[i].next) {
    forest->is_header[header] = true;
    add_to_body(forest, header, forest->arcs.data[i].from);
  }
  for (size_t done = 0; done < forest->work.count; done++) {
    uint32_t node = forest->work.data[done];
    add_to_body(forest, header, forest->up[node]);
    for (uint32_t i = forest->incoming[node]; i != NONE; i = forest->arcs.data[i].next)
      add_to_body(forest, header, forest->arcs.data[i].from);
  }
  for (size_t i = 0; i < forest->work.count; i++) {
    forest->header[forest->work.data[i]] = header;
    forest->root[forest->work.data[i]] = header;
  }
}

static struct forest build_forest(const struct cfg *cfg) {
  uint32_t count = cfg->block_count;
  struct forest forest = {.cfg = cfg,
                          .number = new_numbers(count, NONE),
                          .block = new_numbers(count, NONE),
                          .up = new_numbers(count, NONE),
                          .is_open = alloc_zeroed(count),
                          .root = new_numbers(count, 0),
                          .back = new_numbers(count, NONE),
                          .pending = new_numbers(count, NONE),
                          .incoming = new_numbers(count, NONE),
                          .header = new_numbers(count, NONE),
                          .is_header = alloc_zeroed(count),
                          .mark = new_numbers(count, NONE)};
  for (uint32_t i = 0; i < count; i++) forest.root[i] = i;
  if (count != 0) search(&forest);
  for (uint32_t i = 0; i < count; i++) forest.root[i] = i;
  for (uint32_t i = forest.count; i-- > 0;) collapse_loop(&forest, i);
  return forest;
}

static void free_forest(struct forest *forest) {
  uint32_t *arrays[] = {forest->number,   forest->block,  forest->up,
                        forest->root,     forest->back,   forest->pending,
                        forest->incoming, forest->header, forest->mark};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  free(forest->is_open);
  free(forest->is_header);
  vec_free(&forest->arcs);
  vec_free(&forest->work);
}

/* The result. */

static bool is_irreducible(const struct forest *forest, const struct dominators *dominators,
                           uint32_t header) {
  uint32_t block = forest->block[header];
  for (uint32_t i = forest->back[header]; i != NONE; i = forest->arcs.data[i].next)
    if (!dominators_covers(dominators, block, forest->block[forest->arcs.data[i].from]))
      return true;
  return false;
}

static void name_loops(struct loops *loops, const struct forest *forest,
                       const struct dominators *dominators) {
  const struct cfg *cfg = forest->cfg;
  for (uint32_t i = 0; i < forest->count; i++) loops->count += forest->is_header[i];
  loops->loops = alloc_zeroed(loops->count * sizeof *loops->loops);
  loops->count = 0;
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i], node = forest->number[block];
    uint32_t around = forest->header[node];
    uint32_t outer = around == NONE ? LOOPS_NONE : loops->of_block[forest->block[around]];
    loops->of_block[block] = outer;
    if (forest->is_header[node]) {
      struct loop *loop = &loops->loops[loops->count];
      loop->header = block;
      loop->parent = outer;
      loop->depth = outer == LOOPS_NONE ? 1 : loops->loops[outer].depth + 1;
      loop->is_irreducible = is_irreducible(forest, dominators, node);
      loops->of_block[block] = loops->count++;
    }
    if (loops->of_block[block] != LOOPS_NONE) loops->loops[loops->of_block[block]].block_count++;
  }
  for (uint32_t i = loops->count; i-- > 0;)
    if (loops->loops[i].parent != LOOPS_NONE)
      loops->loops[loops->loops[i].parent].block_count += loops->loops[i].block_count;
}

/* Assigns the range of each loop when its header is reached in reverse postorder. */
static void lay_out_blocks(struct loops *loops, const struct cfg *cfg) {
  uint32_t *next = new_numbers(loops->count + 1, 0);
  uint32_t *outermost = &next[loops->count];
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i], in = loops->of_block[block];
    if (loops_is_header(loops, block)) {
      struct loop *loop = &loops->loops[in];
      uint32_t *around = loop->parent == LOOPS_NONE ? outermost : &next[loop->parent];
      loop->first_block = next[in] = *around;
      *around += loop->block_count;
    }
    uint32_t place = (*(in == LOOPS_NONE ? outermost : &next[in]))++;
    loops->order[place] = block;
    loops->place[block] = place;
  }
  loops->order_count = cfg->order_count;
  free(next);
}

enum edge_role { ENTRY, LATCH, EXIT };

struct edge_walk {
  struct loops *loops;
  uint32_t *next[3]; /* per role, per loop: where its next edge goes; NULL while counting */
};

static void note_edge(struct edge_walk *walk, enum edge_role role, uint32_t number,
                      struct loop_edge edge) {
  struct loop *loop = &walk->loops->loops[number];
  uint32_t *counts[3] = {&loop->entry_count, &loop->latch_count, &loop->exit_count};
  if (walk->next[role] == NULL)
    ++*counts[role];
  else
    walk->loops->edges[walk->next[role][number]++] = edge;
}

static void place_edge(struct edge_walk *walk, struct loop_edge edge) {
  const struct loops *loops = walk->loops;
  uint32_t in = loops->of_block[edge.from];
  for (; in != LOOPS_NONE && !loops_contains(loops, in, edge.to); in = loops->loops[in].parent)
    note_edge(walk, EXIT, in, edge);
  in = loops->of_block[edge.to];
  for (; in != LOOPS_NONE && !loops_contains(loops, in, edge.from); in = loops->loops[in].parent)
    note_edge(walk, ENTRY, in, edge);
  in = loops->of_block[edge.to];
  if (loops_is_header(loops, edge.to) && loops_contains(loops, in, edge.from))
    note_edge(walk, LATCH, in, edge);
}

static void place_edges(struct edge_walk *walk, const struct cfg *cfg) {
  const struct graph *graph = &cfg->successors;
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i];
    for (uint32_t j = graph->start[block]; j < graph->start[block + 1]; j++)
      place_edge(walk, (struct loop_edge){block, graph->targets[j], graph->labels[j]});
  }
}

static void list_edges(struct loops *loops, const struct cfg *cfg) {
  struct edge_walk walk = {.loops = loops};
  uint32_t total = 0;
  place_edges(&walk, cfg);
  for (int role = 0; role < 3; role++) walk.next[role] = new_numbers(loops->count, 0);
  for (uint32_t i = 0; i < loops->count; i++) {
    struct loop *loop = &loops->loops[i];
    loop->first_entry = walk.next[ENTRY][i] = total;
    loop->first_latch = walk.next[LATCH][i] = loop->first_entry + loop->entry_count;
    loop->first_exit = walk.next[EXIT][i] = loop->first_latch + loop->latch_count;
    total = loop->first_exit + loop->exit_count;
  }
  loops->edges = alloc_bytes(total * sizeof *loops->edges);
  place_edges(&walk, cfg);
  for (int role = 0; role < 3; role++) free(walk.next[role]);
}

struct loops loops_build(const struct cfg *cfg, const struct dominators *dominators) {
  struct loops loops = {.block_count = cfg->block_count,
                        .of_block = new_numbers(cfg->block_count, LOOPS_NONE),
                        .order = new_numbers(cfg->block_count, 0),
                        .place = new_numbers(cfg->block_count, LOOPS_NONE)};
  struct forest forest = build_forest(cfg);
  name_loops(&loops, &forest, dominators);
  free_forest(&forest);
  lay_out_blocks(&loops, cfg);
  list_edges(&loops, cfg);
  return loops;
}

void loops_free(struct loops *loops) {
  free(loops->loops);
  free(loops->of_block);
  free(loops->order);
  free(loops->place);
  free(loops->edges);
  *loops = (struct loops){0};
}
