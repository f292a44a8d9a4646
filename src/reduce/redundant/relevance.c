/* Relevant static branches (Bugrara and Engler, Redundant state detection for dynamic symbolic
   execution, USENIX ATC 2013, section 3.1): those with a path in the interprocedural control
   dependence graph to something uncovered. The graph, with calls that may not return, is that of
   analysis/influence.h; here is what is uncovered.

   A block counts as uncovered as long as it was not begun, one of its calls has not returned, or
   one of its edges was not taken: then its end has to be reached. A branch with an edge that was
   not taken is relevant itself. Branches are covered as well as lines, so that blocks alone would
   not do: an `if` without `else` has an edge past it.

   requires: a verified program and its points-to analysis.
   ensures:  the set only shrinks; it is brought up to date when it is asked for after the coverage
             has grown, in time linear in the program. */
#include "reduce/redundant/relevance.h"

#include "analysis/influence.h"
#include "exec/coverage.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/bitset.h"

#include <stdlib.h>

struct relevance {
  const struct ir_program *program;
  const struct coverage *coverage;
  struct relevance_options options;
  struct influence *influence;
  uint32_t *first_block;   /* per function: the number of its block 0 among all */
  struct bitset uncovered; /* blocks that are targets */
  struct bitset untaken;   /* blocks with an edge that was not taken */
  uint64_t news;           /* of the coverage when last up to date, plus 1 */
  uint64_t round, count;
};

static bool is_wanted(const struct relevance *relevance, const struct ir_func *func) {
  return func->has_body && (relevance->options.has_libc || !func->is_library);
}

struct relevance *relevance_new(const struct ir_program *program, const struct points_to *points,
                                const struct coverage *coverage,
                                const struct relevance_options *options) {
  struct relevance *relevance = alloc_zeroed(sizeof *relevance);
  struct influence_options how = {.stop = options->stop};
  relevance->program = program;
  relevance->coverage = coverage;
  relevance->options = *options;
  relevance->influence = influence_new(program, points, &how);
  relevance->first_block = alloc_bytes((program->funcs.count + 1) * sizeof(uint32_t));
  uint32_t blocks = 0;
  for (size_t i = 0; i < program->funcs.count; i++) {
    relevance->first_block[i] = blocks;
    blocks += (uint32_t)program->funcs.data[i]->blocks.count;
  }
  relevance->uncovered = bitset_new(blocks);
  relevance->untaken = bitset_new(blocks);
  return relevance;
}

void relevance_free(struct relevance *relevance) {
  if (relevance == NULL) return;
  influence_free(relevance->influence);
  free(relevance->first_block);
  bitset_free(&relevance->uncovered);
  bitset_free(&relevance->untaken);
  free(relevance);
}

bool relevance_is_known(const struct relevance *relevance) {
  return influence_is_known(relevance->influence);
}

/* Cases of a switch with the same target are one way: they are taken together. */
static bool is_taken(const struct ir_func *func, const struct ir_ins *end, uint32_t edge,
                     const uint8_t *edges) {
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t other = ir_successor_edge(func, end, i);
    if (edges[other] && ir_is_same_way(func, edge, other)) return true;
  }
  return false;
}

static bool has_untaken(const struct ir_func *func, uint32_t block,
                        const struct func_coverage *covered) {
  const struct ir_ins *end = ir_terminator(func, block);
  if (!covered->is_entered) return ir_successor_count(end) > 0;
  for (uint32_t i = 0; i < ir_successor_count(end); i++)
    if (!is_taken(func, end, ir_successor_edge(func, end, i), covered->edges)) return true;
  return false;
}

/* A call before the end of a path never returns. */
static bool has_open_call(const struct ir_func *func, const struct ir_block *block,
                          const struct func_coverage *covered) {
  for (uint32_t i = block->first; i + 1 < block->first + block->count; i++)
    if (func->ins.data[i].op == IR_CALL && func->ins.data[i + 1].op != IR_UNREACHABLE &&
        !covered->calls[func->ins.data[i].b])
      return true;
  return false;
}

static bool is_uncovered(const struct ir_func *func, uint32_t block,
                         const struct func_coverage *covered) {
  return !covered->is_entered || !covered->blocks[block] ||
         has_open_call(func, &func->blocks.data[block], covered);
}

static void set(struct bitset *set, size_t member, bool is_in) {
  if (is_in)
    bitset_add(set, member);
  else
    bitset_remove(set, member);
}

static void update_block(struct relevance *relevance, const struct ir_func *func, uint32_t block) {
  const struct func_coverage *covered = &relevance->coverage->funcs[func->number];
  size_t number = relevance->first_block[func->number] + block;
  bool is_untaken = has_untaken(func, block, covered);
  bool is_target = is_untaken || is_uncovered(func, block, covered);
  set(&relevance->untaken, number, is_untaken);
  if (is_target == bitset_has(&relevance->uncovered, number)) return;
  set(&relevance->uncovered, number, is_target);
  if (is_target)
    influence_add_target(relevance->influence, func->number, block);
  else
    influence_remove_target(relevance->influence, func->number, block);
}

static bool has_branch(const struct relevance *relevance, uint32_t func, uint32_t block) {
  return bitset_has(&relevance->untaken, relevance->first_block[func] + block) ||
         influence_has_branch(relevance->influence, func, block);
}

static uint64_t count_branches(const struct relevance *relevance) {
  uint64_t count = 0;
  for (uint32_t f = 0; f < relevance->program->funcs.count; f++)
    for (uint32_t b = 0; b < relevance->program->funcs.data[f]->blocks.count; b++)
      count += has_branch(relevance, f, b);
  return count;
}

/* What is covered stays so: only what was uncovered is looked at again. */
static void update(struct relevance *relevance) {
  bool is_first = relevance->news == 0;
  if (relevance->news == relevance->coverage->news + 1) return;
  relevance->news = relevance->coverage->news + 1;
  for (size_t f = 0; f < relevance->program->funcs.count; f++) {
    const struct ir_func *func = relevance->program->funcs.data[f];
    if (!is_wanted(relevance, func)) continue;
    for (uint32_t b = 0; b < func->blocks.count; b++)
      if (is_first || bitset_has(&relevance->uncovered, relevance->first_block[f] + b))
        update_block(relevance, func, b);
  }
  uint64_t count = count_branches(relevance);
  relevance->round += count != relevance->count;
  relevance->count = count;
}

bool relevance_has_branch(struct relevance *relevance, uint32_t func, uint32_t block) {
  update(relevance);
  return has_branch(relevance, func, block);
}

uint64_t relevance_round(struct relevance *relevance) {
  update(relevance);
  return relevance->round;
}

uint64_t relevance_count(struct relevance *relevance) {
  update(relevance);
  return relevance->count;
}
