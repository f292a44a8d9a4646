/* Static trip counts.

   exit_test.c turns the condition of an exit into one on a single parameter p of the loop's header.
   If p starts with a constant and grows by a constant, the first iteration that takes the exit
   follows exactly, wraparound included. If p shrinks towards zero instead (shift, division,
   clearing the lowest bit) there is a bound from its width, and with a constant start the few steps
   are simulated.

   requires: the analyses of the same verified function.
   ensures:  an exact count is that of every run that leaves the loop by its edges or
             stays in it; a bound is never below it.

   An exit that runs in every iteration (its block dominates all latches) bounds the count; the
   result is exact if no other exit could be taken earlier. Not handled: ends that are not constant,
   two parameters in one comparison, irreducible loops. */
#include "ir/trip_counts.h"

#include "ir/def_use.h"
#include "ir/dominators.h"
#include "ir/exit_test.h"
#include "ir/loops.h"
#include "ir/operands.h"

#include <stdlib.h>

/* A loop with so many edges that the work would be more than linear is not analysed. */
enum { MAX_WORK = 1 << 14 };

struct finder {
  const struct ir_program *program;
  const struct ir_func *func;
  const struct dominators *dominators;
  const struct loops *loops;
  const struct def_use *def_use;
  const struct loop *loop;
  struct exit_scope scope;
};

static const struct ir_const *const_of(const struct finder *finder, ir_operand operand) {
  return ir_is_const(operand) ? &finder->func->consts.data[operand & ~IR_CONST] : NULL;
}

/* How a header parameter changes from one iteration to the next. */

enum change_kind { GROWS, SHRINKS };

struct change {
  enum change_kind kind;
  uint64_t step;            /* GROWS: what is added */
  const struct ir_ins *ins; /* SHRINKS: LSHR, UDIV or SDIV by a constant, or AND with p - 1 */
  unsigned width;
};

static ir_operand edge_arg(const struct finder *finder, const struct loop_edge *edge,
                           uint32_t param) {
  return finder->func->operands.data[finder->func->edges.data[edge->edge].first_arg + param];
}

static uint32_t param_reg(const struct finder *finder, uint32_t param) {
  const struct ir_block *header = &finder->func->blocks.data[finder->loop->header];
  return finder->func->operands.data[header->first_param + param];
}

static bool is_predecessor_of(const struct finder *finder, ir_operand operand, uint32_t reg) {
  uint64_t value;
  if (ir_is_const(operand) || finder->def_use->defs[operand].kind != DEF_INS) return false;
  const struct ir_ins *ins = &finder->func->ins.data[finder->def_use->defs[operand].ins];
  if (!ir_const_value(finder->func, ins->b, &value) || ins->a != reg) return false;
  return (ins->op == IR_ADD && value == ir_mask(ins->width)) || (ins->op == IR_SUB && value == 1);
}

static bool is_shrinking(const struct finder *finder, const struct ir_ins *ins, uint32_t reg) {
  uint64_t value;
  if (ins->op == IR_AND)
    return (ins->a == reg && is_predecessor_of(finder, ins->b, reg)) ||
           (ins->b == reg && is_predecessor_of(finder, ins->a, reg));
  if (ins->a != reg || !ir_const_value(finder->func, ins->b, &value)) return false;
  if (ins->op == IR_LSHR) return value >= 1 && value < ins->width;
  if (ins->op == IR_SDIV) return value >= 2 && value < (uint64_t)1 << (ins->width - 1);
  return ins->op == IR_UDIV && value >= 2;
}

static bool find_change_on(const struct finder *finder, const struct loop_edge *latch,
                           uint32_t param, struct change *change) {
  uint32_t reg = param_reg(finder, param);
  unsigned width = finder->func->reg_widths.data[reg];
  ir_operand next = edge_arg(finder, latch, param);
  if (width > 64) return false;
  change->width = width;
  if (!ir_is_const(next) && finder->def_use->defs[next].kind == DEF_INS) {
    change->ins = &finder->func->ins.data[finder->def_use->defs[next].ins];
    change->kind = SHRINKS;
    if (is_shrinking(finder, change->ins, reg)) return true;
  }
  change->kind = GROWS;
  return exit_test_is_sum(&finder->scope, next, param, width, &change->step);
}

/* All back edges must change the parameter in the same way. */
static bool find_change(const struct finder *finder, uint32_t param, struct change *change) {
  const struct loop_edge *latches = &finder->loops->edges[finder->loop->first_latch];
  for (uint32_t i = 0; i < finder->loop->latch_count; i++) {
    struct change other = {0};
    if (!find_change_on(finder, &latches[i], param, &other)) return false;
    if (i == 0)
      *change = other;
    else if (other.kind != change->kind || other.step != change->step ||
             (other.kind == SHRINKS && other.ins != change->ins))
      return false;
  }
  return finder->loop->latch_count != 0;
}

/* From tests and changes to counts. */

enum answer { NEVER, AT, WITHIN, UNKNOWN };

static bool value_stays(const struct exit_test *test, uint64_t value) {
  return arc_has(&test->stay, test->scale * value + test->offset);
}

static int64_t sign_extended(uint64_t value, unsigned width) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

static uint64_t shrink(const struct finder *finder, const struct ir_ins *ins, uint64_t value) {
  uint64_t by = 0;
  if (ins->op == IR_AND) return value & (value - 1);
  ir_const_value(finder->func, ins->b, &by);
  if (ins->op == IR_LSHR) return value >> by;
  if (ins->op == IR_UDIV) return value / by;
  return (uint64_t)(sign_extended(value, ins->width) / (int64_t)by) & ir_mask(ins->width);
}

static enum answer answer_shrinking(const struct finder *finder, const struct exit_test *test,
                                    const struct change *change, const struct ir_const *start,
                                    uint64_t *count) {
  uint64_t value = start == NULL ? ir_mask(change->width) : start->value;
  if (test->base != IR_NONE || (start != NULL && start->kind != IR_CONST_INT)) return UNKNOWN;
  /* The most negative number takes as many divisions as any other to reach zero. */
  if (start == NULL && change->ins->op == IR_SDIV) value = (uint64_t)1 << (change->width - 1);
  for (*count = 0; value != 0; value = shrink(finder, change->ins, value), ++*count)
    if (start != NULL && !value_stays(test, value)) return AT;
  if (value_stays(test, 0)) return start == NULL ? UNKNOWN : NEVER;
  return start == NULL ? WITHIN : AT;
}

/* An ordered comparison of pointers says something about their offsets only while
   both point into the same object or just past it: elsewhere they may wrap. */
static bool offsets_stay_inside(const struct finder *finder, const struct exit_test *test,
                                uint64_t start, uint64_t step, uint64_t count) {
  uint64_t size = finder->program->globals.data[test->base]->size;
  __int128 first = (__int128)(int64_t)start + (int64_t)test->offset;
  if (count > INT64_MAX) return false;
  __int128 last = first + (__int128)(int64_t)step * (int64_t)count;
  return test->bound <= size && first >= 0 && first <= size && last >= 0 && last <= size;
}

static enum answer answer_growing(const struct finder *finder, const struct exit_test *test,
                                  const struct change *change, const struct ir_const *start,
                                  uint64_t *count) {
  if (start == NULL) return UNKNOWN;
  bool is_address = start->kind == IR_CONST_GLOBAL;
  if (start->kind != IR_CONST_INT && !is_address) return UNKNOWN;
  if (is_address ? test->base != start->ref || test->scale != 1 : test->base != IR_NONE)
    return UNKNOWN;
  bool leaves = progression_leaves_arc(test->scale * start->value + test->offset,
                                       test->scale * change->step, &test->stay, count);
  if (is_address && test->is_ordered &&
      (!leaves || !offsets_stay_inside(finder, test, start->value, change->step, *count)))
    return UNKNOWN;
  return leaves ? AT : NEVER;
}

static bool runs_every_time(const struct finder *finder, const struct loop_edge *exit) {
  const struct loop_edge *latches = &finder->loops->edges[finder->loop->first_latch];
  for (uint32_t i = 0; i < finder->loop->latch_count; i++)
    if (!dominators_covers(finder->dominators, exit->from, latches[i].from)) return false;
  return true;
}

/* What is known of an exit, independent of the entry. */
struct exit {
  bool is_understood;
  bool runs_every_time;
  struct exit_test test;
  struct change change; /* of the parameter it tests, unless it tests a constant */
};

static struct exit understand_exit(const struct finder *finder, const struct loop_edge *edge) {
  struct exit exit = {.runs_every_time = runs_every_time(finder, edge)};
  exit.is_understood =
      exit_test_find(&finder->scope, ir_terminator(finder->func, edge->from), edge->edge,
                     &exit.test) &&
      (ir_is_const(exit.test.operand) || find_change(finder, exit.test.param, &exit.change));
  return exit;
}

/* In which iteration, at the latest, would a run that entered by `entry` take the exit if it were
   tested in each? Iteration n comes after n back edges. */
static enum answer answer_exit(const struct finder *finder, const struct exit *exit,
                               const struct loop_edge *entry, uint64_t *count) {
  const struct exit_test *test = &exit->test;
  if (!exit->is_understood) return UNKNOWN;
  if (ir_is_const(test->operand)) {
    const struct ir_const *value = const_of(finder, test->operand);
    if (value->kind != IR_CONST_INT || value->width > 64 || test->base != IR_NONE) return UNKNOWN;
    *count = 0;
    return value_stays(test, value->value) ? NEVER : AT;
  }
  const struct ir_const *start = const_of(finder, edge_arg(finder, entry, test->param));
  return exit->change.kind == GROWS ? answer_growing(finder, test, &exit->change, start, count)
                                    : answer_shrinking(finder, test, &exit->change, start, count);
}

/* For a run that enters by that entry. `least` is the count by the exits that are tested in every
   iteration; `earliest` is the first iteration in which any exit might be taken. */
static struct trip_count count_from(const struct finder *finder, const struct exit *exits,
                                    const struct loop_edge *entry) {
  uint64_t least = 0, earliest = UINT64_MAX;
  bool is_bounded = false, may_leave = false, is_bound_exact = false;
  for (uint32_t i = 0; i < finder->loop->exit_count; i++) {
    uint64_t count = 0;
    enum answer answer = answer_exit(finder, &exits[i], entry, &count);
    if (answer == NEVER) continue;
    may_leave = true;
    uint64_t first = answer == AT ? count : 0;
    if (first < earliest) earliest = first;
    if (answer == UNKNOWN || !exits[i].runs_every_time) continue;
    if (!is_bounded || count < least || (count == least && answer == AT)) {
      least = count;
      is_bound_exact = answer == AT;
    }
    is_bounded = true;
  }
  if (!may_leave) return (struct trip_count){TRIP_ENDLESS, 0};
  if (!is_bounded) return (struct trip_count){TRIP_UNKNOWN, 0};
  bool is_exact = is_bound_exact && earliest >= least;
  return (struct trip_count){is_exact ? TRIP_EXACT : TRIP_AT_MOST, least};
}

/* What holds for either of two entries. */
static struct trip_count either(struct trip_count a, struct trip_count b) {
  if (a.kind == b.kind && a.count == b.count) return a;
  bool is_bounded = (a.kind == TRIP_EXACT || a.kind == TRIP_AT_MOST) &&
                    (b.kind == TRIP_EXACT || b.kind == TRIP_AT_MOST);
  if (!is_bounded) return (struct trip_count){TRIP_UNKNOWN, 0};
  return (struct trip_count){TRIP_AT_MOST, a.count > b.count ? a.count : b.count};
}

static struct trip_count count_loop(const struct finder *finder) {
  const struct loop *loop = finder->loop;
  const struct loop_edge *edges = finder->loops->edges;
  struct trip_count result = {TRIP_UNKNOWN, 0};
  uint64_t work = (uint64_t)loop->exit_count * ((uint64_t)loop->entry_count + loop->latch_count);
  if (loop->is_irreducible || work > MAX_WORK) return result;
  struct exit *exits = alloc_bytes(loop->exit_count * sizeof *exits);
  for (uint32_t i = 0; i < loop->exit_count; i++)
    exits[i] = understand_exit(finder, &edges[loop->first_exit + i]);
  for (uint32_t i = 0; i < loop->entry_count; i++) {
    struct trip_count count = count_from(finder, exits, &edges[loop->first_entry + i]);
    result = i == 0 ? count : either(result, count);
  }
  free(exits);
  return result;
}

struct trip_count *trip_counts_find(const struct ir_program *program, const struct ir_func *func,
                                    const struct dominators *dominators, const struct loops *loops,
                                    const struct def_use *def_use) {
  struct trip_count *counts = alloc_bytes(loops->count * sizeof *counts);
  for (uint32_t i = 0; i < loops->count; i++) {
    struct finder finder = {program,
                            func,
                            dominators,
                            loops,
                            def_use,
                            &loops->loops[i],
                            {func, def_use, loops->loops[i].header}};
    counts[i] = count_loop(&finder);
  }
  return counts;
}
