/* Finding conditions. Starting from each branch, blocks are added in reverse postorder as long as
   all edges into them come from blocks already added. With every block the number of targets
   changes: a && b || c && d has two after its first block, two after the second, three after the
   third, two after the fourth. Prefixes with at most two targets are recorded; where all edges meet
   again the condition ends.

   Nested ifs have as many targets as edges, so nothing is gained and no condition is found. */
#include "ir/conditions.h"

#include "ir/builder.h"
#include "ir/cfg.h"
#include "ir/operands.h"

#include <stdlib.h>

enum { MOST_INSTRUCTIONS = 24 }; /* in a block after the head */

bool ir_is_pure(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_ADD ... IR_SEXT:
  case IR_MOV ... IR_SELECT: return true;
  case IR_LOAD: return !(ins->aux & IR_VOLATILE);
  default: return false;
  }
}

static const struct ir_ins *find_definition(const struct ir_func *func,
                                            const struct ir_block *block, ir_operand operand) {
  for (uint32_t i = 0; i + 1 < block->count; i++)
    if (func->ins.data[block->first + i].dst == operand) return &func->ins.data[block->first + i];
  return NULL;
}

/* Whether the operand is a truth value, or a value that the block did not compute but only passes
   on: at most loaded from memory or changed in width. */
static bool is_passed_on(const struct ir_func *func, const struct ir_block *block,
                         ir_operand operand) {
  if (ir_operand_width(func, operand) == 1) return true;
  const struct ir_ins *ins;
  while ((ins = find_definition(func, block, operand)) != NULL) {
    if (ins->op == IR_LOAD) return true;
    if (ins->op != IR_TRUNC && ins->op != IR_ZEXT && ins->op != IR_SEXT && ins->op != IR_MOV)
      return false;
    operand = ins->a;
  }
  return true;
}

static bool passes_on(const struct ir_func *func, const struct ir_block *block, uint32_t number) {
  const struct ir_edge *edge = &func->edges.data[number];
  for (uint32_t i = 0; i < func->blocks.data[edge->target].param_count; i++)
    if (!is_passed_on(func, block, func->operands.data[edge->first_arg + i])) return false;
  return true;
}

/* Whether a block may be part of a condition, judging by the block alone. */
static bool is_test(const struct ir_func *func, uint32_t number) {
  const struct ir_block *block = &func->blocks.data[number];
  const struct ir_ins *end = ir_terminator(func, number);
  if (block->count > MOST_INSTRUCTIONS || (end->op != IR_CONDBR && end->op != IR_BR)) return false;
  for (const struct ir_ins *ins = &func->ins.data[block->first]; ins < end; ins++)
    if (!ir_is_pure(ins)) return false;
  return end->op == IR_CONDBR || passes_on(func, block, end->a);
}

struct finder {
  const struct ir_func *func;
  struct cfg cfg;
  bool *is_test; /* per block */
  struct condition found;
};

static bool has(const struct condition *condition, uint32_t block) {
  return block == condition->blocks[0] ||
         condition_place(condition, condition->count, block) < condition->count;
}

/* Whether all edges into the block come from the condition. */
static bool is_enclosed(const struct finder *f, uint32_t block) {
  const struct graph *predecessors = &f->cfg.predecessors;
  for (uint32_t i = predecessors->start[block]; i < predecessors->start[block + 1]; i++)
    if (!has(&f->found, predecessors->targets[i])) return false;
  return true;
}

/* The first block in reverse postorder that can be added, or IR_NONE. */
static uint32_t next_block(const struct finder *f) {
  uint32_t best = IR_NONE;
  for (uint32_t i = 0; i < f->found.count; i++) {
    uint32_t from = f->found.blocks[i];
    for (uint32_t k = f->cfg.successors.start[from]; k < f->cfg.successors.start[from + 1]; k++) {
      uint32_t to = f->cfg.successors.targets[k];
      if (best != IR_NONE && f->cfg.position[to] >= f->cfg.position[best]) continue;
      if (f->is_test[to] && !has(&f->found, to) && is_enclosed(f, to)) best = to;
    }
  }
  return best;
}

/* The edges that leave the first blocks of a condition. */
struct ways_out {
  uint32_t edges, targets;
};

static struct ways_out count_ways_out(const struct ir_func *func, const struct condition *condition,
                                      uint32_t count) {
  struct ways_out out = {0};
  uint32_t targets[2 * CONDITION_MOST];
  for (uint32_t i = 0; i < count; i++) {
    const struct ir_ins *end = ir_terminator(func, condition->blocks[i]);
    for (uint32_t k = 0; k < ir_successor_count(end); k++) {
      uint32_t target = func->edges.data[ir_successor_edge(func, end, k)].target, at = 0;
      if (condition_place(condition, count, target) < count) continue;
      out.edges++;
      while (at < out.targets && targets[at] != target) at++;
      if (at == out.targets) targets[out.targets++] = target;
    }
  }
  return out;
}

static bool is_good(const struct ways_out *out) {
  return out->targets <= 2 && out->edges > out->targets;
}

static void find_from(struct finder *f, uint32_t head) {
  struct condition *found = &f->found;
  *found = (struct condition){.count = 1, .blocks = {head}};
  while (found->count < CONDITION_MOST) {
    uint32_t next = next_block(f);
    if (next == IR_NONE) break;
    found->blocks[found->count++] = next;
    struct ways_out out = count_ways_out(f->func, found, found->count);
    if (is_good(&out)) found->good |= (uint32_t)1 << found->count;
    if (out.targets == 1) break;
  }
  if (found->good != 0) found->count = 31 - (uint32_t)__builtin_clz(found->good);
}

/* A branch whose two edges have the same target and differ only in their arguments. */
static bool is_bare_choice(const struct finder *f, const struct ir_ins *end) {
  return f->func->edges.data[end->b].target == f->func->edges.data[end->c].target;
}

struct conditions conditions_build(const struct ir_func *func) {
  struct finder f = {.func = func, .cfg = cfg_build(func)};
  struct conditions conditions = {.of_block =
                                      alloc_zeroed((func->blocks.count + 1) * sizeof(uint32_t))};
  f.is_test = alloc_zeroed(func->blocks.count + 1);
  for (uint32_t i = 0; i < f.cfg.order_count; i++)
    f.is_test[f.cfg.order[i]] = is_test(func, f.cfg.order[i]);
  for (uint32_t i = 0; i < f.cfg.order_count; i++) {
    uint32_t block = f.cfg.order[i];
    const struct ir_ins *end = ir_terminator(func, block);
    if (end->op != IR_CONDBR) continue;
    find_from(&f, block);
    if (is_bare_choice(&f, end)) f.found = (struct condition){2, 1, {block}};
    if (f.found.good == 0) continue;
    vec_push(&conditions.list, f.found);
    conditions.of_block[block] = (uint32_t)conditions.list.count;
  }
  free(f.is_test);
  cfg_free(&f.cfg);
  return conditions;
}

void conditions_free(struct conditions *conditions) {
  vec_free(&conditions->list);
  free(conditions->of_block);
}

/* ---- the checker, independent of the construction ---- */

static bool is_entered_from_before(const struct ir_func *func, const struct condition *condition,
                                   uint32_t place) {
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    const struct ir_ins *end = ir_terminator(func, b);
    bool is_before = b == condition->blocks[0] || condition_place(condition, place, b) < place;
    for (uint32_t k = 0; k < ir_successor_count(end); k++) {
      uint32_t target = func->edges.data[ir_successor_edge(func, end, k)].target;
      if (target == condition->blocks[place] && !is_before) return false;
    }
  }
  return true;
}

static bool is_sound(const struct ir_func *func, const struct condition *condition) {
  if (condition->count == 0 || condition->count > CONDITION_MOST) return false;
  if (ir_terminator(func, condition->blocks[0])->op != IR_CONDBR) return false;
  if (condition->good >> condition->count != 1) return false;
  for (uint32_t i = 1; i < condition->count; i++)
    if (!is_test(func, condition->blocks[i]) || !is_entered_from_before(func, condition, i))
      return false;
  for (uint32_t n = 1; n <= condition->count; n++) {
    struct ways_out out = count_ways_out(func, condition, n);
    if ((condition->good >> n & 1) && !is_good(&out)) return false;
  }
  return true;
}

bool conditions_are_sound(const struct ir_func *func, const struct conditions *conditions) {
  for (size_t i = 0; i < conditions->list.count; i++) {
    const struct condition *condition = &conditions->list.data[i];
    if (!is_sound(func, condition) ||
        conditions_find(conditions, condition->blocks[0]) != condition)
      return false;
  }
  return true;
}
