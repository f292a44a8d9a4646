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
#include "analysis/points_to.h"
#include "exec/coverable.h"
#include "exec/coverage.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "reduce/redundant/dead_code.h"
#include "util/bitset.h"
#include "util/word_map.h"

#include <stdlib.h>

struct relevance {
  const struct ir_program *program;
  const struct coverage *coverage;
  struct relevance_options options;
  struct influence *influence;
  uint32_t *first_block;   /* per function: the number of its block 0 among all */
  struct bitset uncovered; /* blocks that are targets */
  struct bitset untaken;   /* blocks with an edge that was not taken */
  VEC(struct call) calls;
  struct word_map leading; /* function and call instruction that can reach something uncovered */
  struct bitset ahead;     /* blocks from which something uncovered can be reached */
  struct bitset returning; /* blocks from which the function can return */
  uint64_t news;           /* of the coverage when last up to date, plus 1 */
  uint64_t round, count;
};

struct call {
  uint32_t func, ins, block, callee; /* the block: among all */
};

static bool is_wanted(const struct relevance *relevance, const struct ir_func *func) {
  return coverable_has_func(relevance->options.coverable, func);
}

/* ---- what lies ahead ---- */

static uint32_t block_of(const struct ir_func *func, uint32_t ins) {
  uint32_t block = 0;
  while (ins - func->blocks.data[block].first >= func->blocks.data[block].count) block++;
  return block;
}

static void list_calls(struct relevance *relevance, const struct points_to *points) {
  for (uint32_t i = 0; i < points_to_instance_count(points); i++) {
    uint32_t count, number = points_to_instance_func(points, i);
    const struct ir_func *func = relevance->program->funcs.data[number];
    const struct points_to_arc *arcs = points_to_arcs(points, i, &count);
    for (uint32_t k = 0; k < count; k++) {
      uint32_t block = relevance->first_block[number] + block_of(func, arcs[k].ins);
      uint32_t callee = points_to_instance_func(points, arcs[k].callee);
      vec_push(&relevance->calls, ((struct call){number, arcs[k].ins, block, callee}));
    }
  }
}

/* Adds the blocks of the function from which one in the set can be reached. */
static void close_backwards(const struct relevance *relevance, uint32_t number,
                            struct bitset *set) {
  const struct ir_func *func = relevance->program->funcs.data[number];
  uint32_t first = relevance->first_block[number];
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t b = (uint32_t)func->blocks.count; b-- > 0;) {
      if (bitset_has(set, first + b)) continue;
      const struct ir_ins *end = ir_terminator(func, b);
      for (uint32_t i = 0; i < ir_successor_count(end); i++) {
        uint32_t target = func->edges.data[ir_successor_edge(func, end, i)].target;
        if (!bitset_has(set, first + target)) continue;
        bitset_add(set, first + b);
        has_changed = true;
        break;
      }
    }
  }
}

static void find_returning(struct relevance *relevance) {
  for (uint32_t f = 0; f < relevance->program->funcs.count; f++) {
    const struct ir_func *func = relevance->program->funcs.data[f];
    for (uint32_t b = 0; b < func->blocks.count; b++)
      if (ir_terminator(func, b)->op == IR_RET)
        bitset_add(&relevance->returning, relevance->first_block[f] + b);
    close_backwards(relevance, f, &relevance->returning);
  }
}

static uint64_t pair(uint32_t func, uint32_t ins) { return (uint64_t)(func + 1) << 32 | ins; }

/* Whether a function can reach something uncovered depends on its callees; in most programs few
   rounds do. */
static void find_ahead(struct relevance *relevance) {
  size_t count = relevance->program->funcs.count;
  bool *leads = alloc_zeroed(count + 1);
  bitset_clear(&relevance->ahead);
  bitset_unite(&relevance->ahead, &relevance->uncovered);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t f = 0; f < count; f++) {
      if (leads[f] || relevance->program->funcs.data[f]->blocks.count == 0) continue;
      close_backwards(relevance, f, &relevance->ahead);
      leads[f] = bitset_has(&relevance->ahead, relevance->first_block[f]);
    }
    for (size_t i = 0; i < relevance->calls.count; i++) {
      const struct call *call = &relevance->calls.data[i];
      if (!leads[call->callee] || bitset_has(&relevance->ahead, call->block)) continue;
      bitset_add(&relevance->ahead, call->block);
      has_changed = true;
    }
  }
  word_map_clear(&relevance->leading);
  for (size_t i = 0; i < relevance->calls.count; i++) {
    const struct call *call = &relevance->calls.data[i];
    if (leads[call->callee]) *word_map_place(&relevance->leading, pair(call->func, call->ins)) = 1;
  }
  for (uint32_t f = 0; f < count; f++) close_backwards(relevance, f, &relevance->ahead);
  free(leads);
}

/* ---- making ---- */

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
  relevance->ahead = bitset_new(blocks);
  relevance->returning = bitset_new(blocks);
  if (!influence_is_known(relevance->influence)) return relevance;
  list_calls(relevance, points);
  find_returning(relevance);
  return relevance;
}

void relevance_free(struct relevance *relevance) {
  if (relevance == NULL) return;
  influence_free(relevance->influence);
  free(relevance->first_block);
  bitset_free(&relevance->uncovered);
  bitset_free(&relevance->untaken);
  bitset_free(&relevance->ahead);
  bitset_free(&relevance->returning);
  vec_free(&relevance->calls);
  word_map_free(&relevance->leading);
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

static bool is_dead_edge(const struct relevance *relevance, uint32_t func, uint32_t edge) {
  const struct dead_code *dead = relevance->options.dead;
  return dead != NULL && dead_code_has_edge(dead, func, edge);
}

static bool has_untaken(const struct relevance *relevance, const struct ir_func *func,
                        uint32_t block, const struct func_coverage *covered) {
  const struct ir_ins *end = ir_terminator(func, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t edge = ir_successor_edge(func, end, i);
    if (is_dead_edge(relevance, func->number, edge)) continue;
    if (!covered->is_entered || !is_taken(func, end, edge, covered->edges)) return true;
  }
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
  const struct dead_code *dead = relevance->options.dead;
  bool is_dead = dead != NULL && dead_code_has_block(dead, func->number, block);
  bool is_untaken = !is_dead && has_untaken(relevance, func, block, covered);
  bool is_target = is_untaken || (!is_dead && is_uncovered(func, block, covered));
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
  find_ahead(relevance);
  uint64_t count = count_branches(relevance);
  relevance->round += count != relevance->count;
  relevance->count = count;
}

bool relevance_has_branch(struct relevance *relevance, uint32_t func, uint32_t block) {
  update(relevance);
  return has_branch(relevance, func, block);
}

/* Of the block it counts what is left of it: the calls before the instruction do not. */
bool relevance_is_ahead(struct relevance *relevance, uint32_t func, uint32_t ins) {
  update(relevance);
  const struct ir_func *body = relevance->program->funcs.data[func];
  uint32_t block = block_of(body, ins), first = relevance->first_block[func];
  if (!bitset_has(&relevance->ahead, first + block)) return false;
  if (bitset_has(&relevance->uncovered, first + block)) return true;
  const struct ir_ins *end = ir_terminator(body, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++)
    if (bitset_has(&relevance->ahead,
                   first + body->edges.data[ir_successor_edge(body, end, i)].target))
      return true;
  for (; &body->ins.data[ins] != end; ins++)
    if (word_map_find(&relevance->leading, pair(func, ins)) != NULL) return true;
  return false;
}

bool relevance_can_return(const struct relevance *relevance, uint32_t func, uint32_t block) {
  return bitset_has(&relevance->returning, relevance->first_block[func] + block);
}

uint64_t relevance_round(struct relevance *relevance) {
  update(relevance);
  return relevance->round;
}

uint64_t relevance_count(struct relevance *relevance) {
  update(relevance);
  return relevance->count;
}
