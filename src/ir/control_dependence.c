/* Control dependence, after Ferrante, Ottenstein and Warren (The program dependence graph and its
   use in optimization, 1987, section 3): for an edge u to v, the blocks on the path from v up the
   postdominator tree to just below u's postdominator depend on u by that edge.

   requires: the postdominators of the same CFG.
   ensures:  block b depends on controller u by edge e to v exactly if b postdominates
             v (or is v) and does not strictly postdominate u; of reachable blocks
             only. Controllers have at least two different successors: the arc that
             leads from an infinite loop to the virtual exit decides nothing.

   This form of dependence assumes that loops end. */
#include "ir/control_dependence.h"

#include "ir/cfg.h"
#include "ir/dominators.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdlib.h>

static bool decides(const struct graph *graph, uint32_t block) {
  for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++)
    if (graph->targets[i] != graph->targets[graph->start[block]]) return true;
  return false;
}

/* Counts the sources of each block or, with `next` given, stores them. */
static void walk_edges(const struct cfg *cfg, const struct dominators *tree,
                       struct control_dependence *result, uint32_t *next) {
  const struct graph *graph = &cfg->successors;
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i];
    if (!decides(graph, block)) continue;
    for (uint32_t j = graph->start[block]; j < graph->start[block + 1]; j++) {
      uint32_t dependent = graph->targets[j];
      for (; dependent != tree->parent[block]; dependent = tree->parent[dependent]) {
        if (next == NULL)
          result->start[dependent]++;
        else
          result->sources[next[dependent]++] = (struct control_source){block, graph->labels[j]};
      }
    }
  }
}

struct control_dependence control_dependence_build(const struct cfg *cfg,
                                                   const struct dominators *postdominators) {
  size_t count = cfg->block_count;
  struct control_dependence result = {.block_count = cfg->block_count,
                                      .start = alloc_zeroed((count + 1) * sizeof(uint32_t))};
  walk_edges(cfg, postdominators, &result, NULL);
  uint32_t *next = alloc_bytes(count * sizeof *next), total = 0;
  for (size_t i = 0; i <= count; i++) {
    uint32_t here = result.start[i];
    result.start[i] = total;
    if (i < count) next[i] = total;
    total += here;
  }
  result.sources = alloc_bytes(total * sizeof *result.sources);
  walk_edges(cfg, postdominators, &result, next);
  free(next);
  return result;
}

void control_dependence_free(struct control_dependence *dependence) {
  free(dependence->start);
  free(dependence->sources);
  *dependence = (struct control_dependence){0};
}
