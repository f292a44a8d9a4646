/* A condition of several parts as one decision (ir/conditions.h).

   if (c == ' ' || c == '\n' || c == '\t') has four paths through it and two exits. If its first
   test is symbolic, the tests after it are evaluated in advance, and the state forks once, by
   exit. If all paths meet again, as in a < b ? a : b, it need not fork at all: the argument that
   is passed on becomes an ite.

   Nothing that could fail is evaluated in advance: a block with a division by something unknown,
   or a load that is neither from a known place nor a repetition of an earlier load, is not made
   part of the condition on this path. Values evaluated in vain are in registers that are not
   read before they are set again, since their readers are reached only through their block.

   Decisions depend only on the path, never on what other paths did: the same path makes the same
   decisions again (--path). Coverage is by inputs (exec/parts.h): for an edge inside that is not
   covered yet, an input is sought among the witnesses, then by the solver. */
#include "exec/careful/careful.h"

#include "exec/decide.h"
#include "exec/parts.h"
#include "exec/trace.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"
#include "exec/uninitialised.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "ir/conditions.h"
#include "ir/operands.h"
#include "solver/rewriter.h"

#include <stdlib.h>

/* How many different values an argument may have, how many arguments may, and the width up to
   which one cannot be an address. */
enum { MOST_VALUES = 4, MOST_ARGUMENTS = 2, NO_ADDRESS = 32 };

/* What is known of the end of a block. */
struct way {
  struct expr *test; /* NULL: it ends with a jump, or is not reached */
  bool may[2];       /* whether it may take the true edge (or the jump), and the false edge */
  uint32_t edge[2];
};

/* A condition being evaluated. */
struct visit {
  struct machine *m;
  const struct ir_func *func;
  const struct condition *condition;
  uint32_t count; /* blocks evaluated so far */
  struct way ways[CONDITION_MOST];
};

/* ---- combining values ---- */

static uint32_t target_of(const struct visit *v, uint32_t edge) {
  return v->func->edges.data[edge].target;
}

static struct expr *argument(struct visit *v, uint32_t edge, uint32_t number) {
  return operand_expr(v->m, v->func->operands.data[v->func->edges.data[edge].first_arg + number]);
}

enum { ARRIVES = UINT32_MAX }; /* instead of the number of an argument */

/* What an edge out of the first blocks contributes at the target: its argument of that number,
   or whether it leads there. NULL: nothing. */
static struct expr *brings(struct visit *v, uint32_t edge, uint32_t target, uint32_t number) {
  bool arrives = target_of(v, edge) == target;
  if (number == ARRIVES) return expr_const(v->m->exprs, 1, arrives);
  return arrives ? argument(v, edge, number) : NULL;
}

/* The same over all paths through the first `count` blocks. Computed from the end, so that each
   test is used once, and not at all if it does not matter. */
static struct expr *gather(struct visit *v, uint32_t count, uint32_t target, uint32_t number) {
  struct expr *values[CONDITION_MOST];
  for (uint32_t i = count; i-- > 0;) {
    struct expr *sides[2] = {NULL, NULL};
    for (unsigned k = 0; k < 2; k++) {
      if (!v->ways[i].may[k]) continue;
      uint32_t edge = v->ways[i].edge[k];
      uint32_t place = condition_place(v->condition, count, target_of(v, edge));
      sides[k] = place < count ? values[place] : brings(v, edge, target, number);
    }
    if (sides[0] == NULL || sides[1] == NULL || sides[0] == sides[1])
      values[i] = sides[0] != NULL ? sides[0] : sides[1];
    else
      values[i] = expr_ite(v->m->exprs, v->ways[i].test, sides[0], sides[1]);
  }
  return values[0];
}

/* ---- cost ---- */

/* Whether an ite of it might hide an address: addresses are recognised by the sum they are in. */
static bool may_be_address(struct machine *m, struct expr *e) {
  if (e->width <= NO_ADDRESS) return false;
  if (e->kind != EXPR_ADD || !expr_is_const(expr_child(e, 1))) return false;
  return space_find(&m->state->space, expr_const_value(expr_child(e, 1))) != NULL;
}

/* Whether an argument may become an ite. A truth value may, since branches decide it anyway.
   Otherwise all values must be symbolic: an ite with a constant would make a value symbolic that
   is concrete on one path. */
static bool is_cheap(struct visit *v, struct expr *const *values, uint32_t count) {
  if (count == 1 || values[0]->width == 1) return true;
  for (uint32_t i = 0; i < count; i++)
    if (expr_is_const(values[i]) || values[i]->width > 64 || may_be_address(v->m, values[i]))
      return false;
  return true;
}

/* The different values of an argument at the target; more than MOST_VALUES means too many. */
static uint32_t list_values(struct visit *v, uint32_t count, uint32_t target, uint32_t number,
                            struct expr **values) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    for (unsigned k = 0; k < 2; k++) {
      if (!v->ways[i].may[k] || target_of(v, v->ways[i].edge[k]) != target) continue;
      struct expr *value = argument(v, v->ways[i].edge[k], number);
      uint32_t at = 0;
      while (at < found && values[at] != value) at++;
      if (at < found) continue;
      if (found == MOST_VALUES) return MOST_VALUES + 1;
      values[found++] = value;
    }
  }
  return found;
}

/* Whether the paths from the first blocks into the target can be taken as one. */
static bool can_join(struct visit *v, uint32_t count, uint32_t target) {
  uint32_t joined = 0;
  for (uint32_t i = 0; i < v->func->blocks.data[target].param_count; i++) {
    struct expr *values[MOST_VALUES];
    uint32_t found = list_values(v, count, target, i, values);
    if (found > MOST_VALUES && values[0]->width > 1) return false;
    if (found <= MOST_VALUES && !is_cheap(v, values, found)) return false;
    if (found > 1 && values[0]->width > 1 && ++joined > MOST_ARGUMENTS) return false;
  }
  return true;
}

/* ---- evaluating in advance ---- */

/* A load from the same symbolic address that was executed earlier, or in advance. */
static const struct ir_ins *find_load(struct visit *v, const struct ir_ins *load,
                                      struct expr *address) {
  for (uint32_t i = v->count + 1; i-- > 0;) {
    const struct ir_block *block = &v->func->blocks.data[v->condition->blocks[i]];
    const struct ir_ins *first = &v->func->ins.data[block->first];
    if (i < v->count && !v->ways[i].may[0] && !v->ways[i].may[1]) continue; /* not reached */
    const struct ir_ins *ins = i == v->count ? load : first + block->count - 1;
    while (ins-- > first) {
      if (!ir_is_pure(ins)) return NULL; /* only in the head; memory may have changed */
      if (ins->op == IR_LOAD && ins->width == load->width && value_of(v->m, ins->a).expr == address)
        return ins;
    }
  }
  return NULL;
}

static bool load_in_advance(struct visit *v, const struct ir_ins *ins) {
  struct machine *m = v->m;
  struct value address = value_of(m, ins->a);
  struct access_fault fault;
  if (address.expr == NULL)
    return memory_check(&m->state->space, address.words[0], ir_byte_size(ins->width), false,
                        &fault) &&
           careful_load(m, ins) == OUTCOME_NEXT;
  const struct ir_ins *earlier = find_load(v, ins, address.expr);
  if (earlier == NULL) return false;
  struct value value = value_of(m, earlier->dst);
  value_set(m, ins->dst, &value);
  return true;
}

static bool run_in_advance(struct visit *v, uint32_t number) {
  const struct ir_block *block = &v->func->blocks.data[number];
  const struct ir_ins *ins = &v->func->ins.data[block->first], *end = ins + block->count - 1;
  for (; ins < end; ins++) {
    if (ins->op == IR_LOAD ? !load_in_advance(v, ins)
                           : !careful_cannot_fail(v->m, ins) ||
                                 careful_handlers[ins->op](v->m, ins) != OUTCOME_NEXT)
      return false;
  }
  return true;
}

/* What is known of where the block goes. */
static struct way way_of(struct visit *v, const struct ir_ins *end) {
  if (end->op == IR_BR) return (struct way){NULL, {true, false}, {end->a, end->a}};
  struct value value = value_of(v->m, end->a);
  struct way way = {NULL, {true, true}, {end->b, end->c}};
  if (value.expr != NULL) {
    way.test = rewriter_rewrite(v->m->rewriter, v->m->state->path, value.expr);
    value = value_from(way.test);
  }
  if (value.expr != NULL) return way;
  way.test = NULL;
  way.may[value.words[0] ? 1 : 0] = false;
  return way;
}

static bool is_reached(const struct visit *v, uint32_t block) {
  for (uint32_t i = 0; i < v->count; i++)
    for (unsigned k = 0; k < 2; k++)
      if (v->ways[i].may[k] && target_of(v, v->ways[i].edge[k]) == block) return true;
  return false;
}

/* A test that depends on unwritten values is an error, which is raised when it is decided by
   itself. */
static bool is_unwritten(const struct visit *v) {
  const struct expr *test = v->ways[v->count].test;
  return test != NULL && uninitialised_concerns(v->m, test);
}

/* Evaluates the next block; false if it must not be executed in advance. */
static bool take_block(struct visit *v) {
  uint32_t number = v->condition->blocks[v->count];
  const struct ir_block *block = &v->func->blocks.data[number];
  if (!is_reached(v, number)) {
    v->ways[v->count] = (struct way){0};
    return true;
  }
  if (!can_join(v, v->count, number)) return false;
  /* Parameters are assigned in parallel. None of them is an argument of these edges, since the
     block is entered only from earlier blocks. */
  for (uint32_t i = 0; i < block->param_count; i++)
    value_set_expr(v->m, v->func->operands.data[block->first_param + i],
                   gather(v, v->count, number, i));
  if (!run_in_advance(v, number)) return false;
  v->ways[v->count] = way_of(v, ir_terminator(v->func, number));
  return !is_unwritten(v);
}

/* ---- leaving ---- */

/* The targets of the first blocks, at most two. */
static uint32_t list_targets(const struct visit *v, uint32_t count, uint32_t targets[2]) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    for (unsigned k = 0; k < 2; k++) {
      if (!v->ways[i].may[k]) continue;
      uint32_t to = target_of(v, v->ways[i].edge[k]);
      if (condition_place(v->condition, count, to) < count) continue;
      if (found == 0 || (found == 1 && targets[0] != to)) targets[found++] = to;
    }
  }
  return found;
}

/* The largest prefix of the evaluated blocks that can be decided at once; 0: none. */
static uint32_t choose_prefix(struct visit *v) {
  for (uint32_t count = v->count; count > 0; count--) {
    uint32_t targets[2];
    if (!(v->condition->good >> count & 1)) continue;
    uint32_t found = list_targets(v, count, targets);
    bool is_good = can_join(v, count, targets[0]);
    if (is_good && (found < 2 || can_join(v, count, targets[1]))) return count;
  }
  return 0;
}

/* Goes to the target, with arguments that depend on the path taken. */
static void go_to(struct visit *v, uint32_t count, uint32_t target) {
  const struct ir_block *block = &v->func->blocks.data[target];
  struct value *values = alloc_bytes((block->param_count + 1) * sizeof *values);
  for (uint32_t i = 0; i < block->param_count; i++)
    values[i] = value_from(gather(v, count, target, i));
  trace_condition(v->m, v->condition->blocks, count, target);
  careful_enter(v->m, target, values);
  free(values);
}

/* ---- coverage ---- */

/* A search for inputs that take edges. */
struct search {
  uint32_t count; /* blocks */
  struct state *state;
  struct witness *witness; /* the state's, or another that satisfies its path condition */
  struct evaluator *evaluator;
};

static bool is_uncovered(const struct visit *v, uint32_t count) {
  const uint8_t *covered = v->m->found.coverage.funcs[v->func->number].edges;
  for (uint32_t i = 0; i < count; i++)
    for (unsigned k = 0; k < 2; k++)
      if (v->ways[i].may[k] && !covered[v->ways[i].edge[k]]) return true;
  return false;
}

/* The condition under which the edge is taken. */
static struct expr *takes_edge(struct visit *v, uint32_t place, unsigned side) {
  struct exprs *exprs = v->m->exprs;
  struct expr *reached[CONDITION_MOST] = {expr_const(exprs, 1, 1)};
  for (uint32_t i = 1; i <= place; i++) reached[i] = expr_const(exprs, 1, 0);
  for (uint32_t i = 0;; i++) {
    for (unsigned k = 0; k < 2; k++) {
      if (!v->ways[i].may[k]) continue;
      struct expr *test = v->ways[i].test, *taken = reached[i];
      if (test != NULL) taken = expr_and(exprs, taken, k == 0 ? test : expr_not(exprs, test));
      if (i == place && k == side) return taken;
      uint32_t to = condition_place(v->condition, place + 1, target_of(v, v->ways[i].edge[k]));
      if (to <= place) reached[to] = expr_or(exprs, reached[to], taken);
    }
  }
}

/* Calls visit for the edges of the first blocks that are not covered yet, the last block's
   first: an input that reaches it takes other edges too. */
static void each_uncovered(struct visit *v, uint32_t count,
                           void (*visit)(struct visit *v, struct search *search, uint32_t edge,
                                         struct expr *taken),
                           struct search *search) {
  const uint8_t *covered = v->m->found.coverage.funcs[v->func->number].edges;
  for (uint32_t i = count; i-- > 0;)
    for (unsigned k = 0; k < 2; k++)
      if (v->ways[i].may[k] && !covered[v->ways[i].edge[k]])
        visit(v, search, v->ways[i].edge[k], takes_edge(v, i, k));
}

static void try_input(struct visit *v, struct search *search, uint32_t edge, struct expr *taken) {
  if (evaluator_value(search->evaluator, taken))
    parts_cover(v->m, edge, search->state, search->witness, taken);
}

/* Covers the edges that this input of the state takes. */
static void cover_by(struct visit *v, uint32_t count, struct state *state,
                     struct witness *witness) {
  struct search search = {.count = count, .state = state, .witness = witness};
  search.evaluator = evaluator_new(v->m->exprs, witness->values);
  each_uncovered(v, count, try_input, &search);
  evaluator_free(search.evaluator);
}

static void find_input(struct visit *v, struct search *search, uint32_t edge, struct expr *taken) {
  struct state *running = v->m->state;
  if (search->state->seeds != NULL) { /* which cost no queries */
    decide_probe_later(v->m, search->state, taken, edge);
    return;
  }
  v->m->state = search->state;
  bool is_known;
  struct witness *witness = decide_find_soon(v->m, taken, &is_known);
  v->m->state = running;
  if (!is_known) decide_probe_later(v->m, search->state, taken, edge);
  if (witness == NULL) return;
  cover_by(v, search->count, search->state, witness);
  witness_release(witness);
}

/* Covers the edges of the first blocks that are feasible for the running state, and for its
   sibling if there is one. */
static void cover(struct visit *v, uint32_t count, struct state *sibling) {
  struct search own = {.count = count, .state = v->m->state};
  struct search other = {.count = count, .state = sibling};
  if (!is_uncovered(v, count)) return;
  cover_by(v, count, v->m->state, v->m->state->witness);
  if (sibling != NULL) cover_by(v, count, sibling, sibling->witness);
  each_uncovered(v, count, find_input, &own);
  if (sibling != NULL) each_uncovered(v, count, find_input, &other);
}

/* ---- the whole condition ---- */

static void pay(const struct visit *v, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    v->m->fuel -= v->func->blocks.data[v->condition->blocks[i]].count;
}

static enum outcome leave(struct visit *v, uint32_t count) {
  struct machine *m = v->m;
  struct state *self = m->state, *sibling = NULL;
  uint32_t targets[2];
  uint32_t target_count = list_targets(v, count, targets);
  enum decision decision = DECIDE_TRUE;
  if (target_count == 2)
    decision = decide_branch(m, gather(v, count, targets[0], ARRIVES), &sibling);
  if (decision == DECIDE_STOP) return OUTCOME_STOPPED;
  pay(v, count);
  cover(v, count, sibling);
  if (sibling != NULL) {
    m->state = sibling;
    go_to(v, count, targets[decision == DECIDE_TRUE ? 1 : 0]);
    m->state = self;
  }
  go_to(v, count, targets[decision == DECIDE_TRUE ? 0 : 1]);
  return OUTCOME_JUMPED;
}

bool careful_take_condition(struct machine *m, const struct ir_ins *ins, enum outcome *outcome) {
  const struct code *code = m->state->top->code;
  uint32_t head = code->ins_block[m->state->ins];
  if (!m->options.folds_conditions || m->limits.test != NULL) return false;
  const struct condition *condition = conditions_find(code_conditions(code), head);
  if (condition == NULL) return false;
  struct visit v = {.m = m, .func = code->func, .condition = condition};
  v.ways[0] = way_of(&v, ins);
  if (v.ways[0].test == NULL || is_unwritten(&v)) return false;
  v.count = 1;
  while (v.count < condition->count && take_block(&v)) v.count++;
  uint32_t count = choose_prefix(&v);
  if (count == 0) return false;
  *outcome = leave(&v, count);
  return true;
}
