/* Decisions, with the witness and at most one query.

   The witness satisfies the path condition, so the side it is on is feasible, and only the other
   side needs a query. If that is feasible too, the state forks: the sibling gets the model of
   the query as its witness.

   If the query runs out of what it gets, it is put off (exec/explore/put_off.h). What it gets is an
   amount of work, so that a run can be repeated; the clock only limits it if the work takes much
   longer than estimated. */
#include "exec/decide.h"

#include "exec/decisions.h"
#include "exec/explore/exploration.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/path_tree.h"
#include "exec/machine.h"
#include "exec/parts.h"
#include "exec/seeds.h"
#include "exec/spares.h"
#include "exec/symbol.h"
#include "exec/translate/code.h"
#include "exec/uninitialised.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/piecewise.h"
#include "expr/substitute.h"
#include "ir/ir.h"
#include "solver/path_condition.h"
#include "solver/rewriter.h"
#include "util/clock.h"

#include <stdlib.h>
#include <string.h>

enum { EVALUATOR_LIMIT = 64 << 20 };

/* The evaluator's memo is valid for one witness. */
static struct evaluator *evaluator(struct machine *machine) {
  struct witness *witness = machine->state->witness;
  bool is_full = machine->evaluation.evaluator &&
                 evaluator_bytes(machine->evaluation.evaluator) > EVALUATOR_LIMIT;
  if (machine->evaluation.evaluator && machine->evaluation.evaluated == witness && !is_full)
    return machine->evaluation.evaluator;
  witness_share(witness);
  witness_release(machine->evaluation.evaluated);
  machine->evaluation.evaluated = witness;
  if (machine->evaluation.evaluator == NULL)
    machine->evaluation.evaluator = evaluator_new(machine->exprs, witness->values);
  else
    evaluator_reset(machine->evaluation.evaluator, witness->values);
  return machine->evaluation.evaluator;
}

uint64_t decide_witness_value(struct machine *machine, struct expr *e) {
  if (expr_is_const(e)) return expr_const_value(e);
  return evaluator_value(evaluator(machine), e);
}

void decide_witness_words(struct machine *machine, struct expr *e, uint64_t *words) {
  evaluator_words(evaluator(machine), e, words);
}

static void append(struct state *state, struct expr *condition) {
  struct path_condition *longer = path_condition_append(state->path, condition);
  path_condition_release(state->path);
  state->path = longer;
}

/* The smaller of two limits, where 0 means none. */
#define LESSER(a, b) ((a) == 0 || ((b) != 0 && (b) < (a)) ? (b) : (a))

/* A second of a processor, roughly, as the solver estimates its work. */
#define SECOND_WORK ((double)(1 << 24))
enum {
  SLACK = 4,              /* how much longer than estimated work may take */
  PATIENCE_ELSEWHERE = 4, /* of queries that cannot be put off, and can do without an answer */
  MOST_PATIENCE = 24      /* at which the solver is not out of time, but has no answer */
};

/* What a query gets that was put off so many times, in estimated seconds. */
static double share_of(const struct machine *machine, unsigned patience) {
  return machine->limits.put_off_seconds * (double)((uint64_t)1 << patience);
}

/* Whether that is all that the user lets it have. */
static bool is_last_share(const struct machine *machine, unsigned patience) {
  double most = machine->limits.max_solver_seconds;
  if (machine->limits.put_off_seconds == 0 || patience >= MOST_PATIENCE) return true;
  return most != 0 && SLACK * share_of(machine, patience) >= most;
}

/* The share of a query. Without limits, if that is all it will get. */
static struct budget share_budget(const struct machine *machine, unsigned patience) {
  if (is_last_share(machine, patience)) return (struct budget){0};
  double share = share_of(machine, patience);
  return (struct budget){.seconds = SLACK * share, .work = (uint64_t)(SECOND_WORK * share) + 1};
}

/* The budget of a query: its own limit, the limit of every query, and what is left of the run's.
   Queries with few conflicts are of those who can do without an answer. */
static struct budget budget_of(const struct machine *machine, const struct budget *own) {
  const struct explore_options *limits = &machine->limits;
  struct budget budget = *own;
  budget.conflicts = LESSER(own->conflicts, limits->max_conflicts);
  if (budget.conflicts != 0 && own->work == 0) {
    struct budget share = share_budget(machine, PATIENCE_ELSEWHERE);
    budget.work = share.work;
    budget.seconds = LESSER(budget.seconds, share.seconds);
  }
  budget.seconds = LESSER(budget.seconds, limits->max_solver_seconds);
  budget.stop = &machine->watch->must_stop;
  budget.onlooker = machine->onlooker;
  double now = clock_seconds();
  if (budget.seconds != 0) budget.until = now + budget.seconds;
  budget.until = LESSER(budget.until, machine->ends_at);
  if (budget.until == 0) return budget;
  budget.seconds = budget.until > now + 1e-3 ? budget.until - now : 1e-3; /* 0 would be no limit */
  return budget;
}

int64_t decide_limit_conflicts(struct machine *machine, int64_t most) {
  int64_t before = machine->limits.max_conflicts;
  machine->limits.max_conflicts = LESSER(most, before);
  return before;
}

bool decide_must_end(const struct machine *machine) {
  return machine->watch->is_interrupted || machine->watch->is_out_of_time;
}

static enum answer check_once(struct machine *machine, struct query *query, struct result *result) {
  double started = clock_seconds();
  query->budget = budget_of(machine, &query->budget);
  enum answer answer = solver_check(machine->solver, query, result);
  machine->counts.solver_seconds += clock_seconds() - started;
  return answer;
}

/* A query that was abandoned because the process uses too much memory may not be the cause: it
   is asked again after the solver has released what it can, and abandoned for good if memory
   grows again. */
enum answer decide_check(struct machine *machine, struct query *query, struct result *result) {
  struct watch *watch = machine->watch;
  *result = (struct result){.answer = ANSWER_UNKNOWN};
  if (decide_must_end(machine)) return ANSWER_UNKNOWN;
  bool was_out_of_memory = watch->is_out_of_memory; /* the explorer will handle it soon */
  if (was_out_of_memory) watch_bear_memory(watch);
  enum answer answer = check_once(machine, query, result);
  machine->counts.queries++;
  if (answer == ANSWER_UNKNOWN && watch->is_out_of_memory) {
    result_free(result);
    solver_forget(machine->solver);
    watch_bear_memory(watch);
    answer = check_once(machine, query, result);
    was_out_of_memory = true;
  }
  if (watch->is_out_of_memory) solver_forget(machine->solver);
  if (was_out_of_memory) machine->is_memory_due = true;
  return answer;
}

/* The solver may notice first. */
static bool is_time_over(const struct machine *machine) {
  return machine->ends_at != 0 && clock_seconds() >= machine->ends_at - 2e-3;
}

/* Whether the running instruction can start over later if its query has no answer yet. Queries with
   few conflicts are of those who can do without. */
static bool may_put_off(const struct machine *machine) {
  const struct explore_options *limits = &machine->limits;
  return !is_last_share(machine, machine->patience) && limits->max_conflicts == 0 &&
         limits->test == NULL && !exploration_is_scratch(machine->state->exploration) &&
         !machine->watch->must_stop;
}

/* Whether the path's inputs can satisfy the condition, which the witness does not. *model is
   owned by the caller if SAT. Nothing is noted if the solver cannot tell. */
static enum answer ask_quietly(struct machine *machine, struct expr *condition,
                               const struct budget *budget, struct assignment **model) {
  struct state *state = machine->state;
  struct witness *spare = spares_find(machine, condition);
  if (spare != NULL) {
    *model = assignment_copy(spare->values);
    machine->counts.spared++;
    return ANSWER_SAT;
  }
  struct query query = {.path = state->path,
                        .conjuncts = &condition,
                        .count = 1,
                        .budget = *budget,
                        .witness = state->witness->values,
                        .witness_fails = true,
                        .wants_model = true};
  struct result result;
  double before = machine->counts.solver_seconds;
  standstill_begin_query(machine);
  enum answer answer = decide_check(machine, &query, &result);
  double seconds = machine->counts.solver_seconds - before;
  standstill_end_query(machine, seconds);
  reducers_asked(&state->exploration->reducers, state, condition, seconds);
  machine->is_tired |= solver_work(machine->solver) > machine->tires_at;
  *model = result.model;
  result.model = NULL;
  result_free(&result);
  return answer;
}

static void note_unknown(struct machine *machine) {
  if (decide_must_end(machine) || is_time_over(machine)) return;
  machine->counts.unknown++;
  machine_note_incomplete(machine, "solver gave up: one side of a decision was not followed");
}

/* The same in full. */
static enum answer ask(struct machine *machine, struct expr *condition, struct assignment **model) {
  struct budget budget = {0};
  enum answer answer = ask_quietly(machine, condition, &budget, model);
  if (answer == ANSWER_UNKNOWN) note_unknown(machine);
  return answer;
}

/* The same for an instruction that can start over. If it is to, *is_put_off is set. */
static enum answer ask_in_share(struct machine *machine, struct expr *condition,
                                struct assignment **model, bool *is_put_off) {
  struct budget budget = {0};
  if (may_put_off(machine)) budget = share_budget(machine, machine->patience);
  enum answer answer = ask_quietly(machine, condition, &budget, model);
  *is_put_off = answer == ANSWER_UNKNOWN && may_put_off(machine);
  if (*is_put_off)
    machine->counts.put_off++;
  else if (answer == ANSWER_UNKNOWN)
    note_unknown(machine);
  return answer;
}

/* The same for a state that waits at an instruction of the symbolic interpreter. */
static enum answer ask_for_waiting(struct machine *machine, struct assignment **model,
                                   bool *is_put_off) {
  struct state *state = machine->state;
  machine->is_careful = true;
  machine->patience = state->patience;
  enum answer answer = ask_in_share(machine, state->pending, model, is_put_off);
  machine->is_careful = false;
  return answer;
}

static enum decision put_off(struct machine *machine) {
  machine->event = EVENT_PUT_OFF;
  return DECIDE_STOP;
}

/* The condition that the witness satisfies, and its negation. */
struct sides {
  struct expr *mine, *other;
  unsigned mine_is; /* whether `mine` is the condition itself */
};

static void set_witness(struct state *state, struct assignment *model) {
  witness_release(state->witness);
  state->witness = witness_make(model);
}

/* Reports the side of a branch that the running state cannot take, for reducers that need the
   reason. If the branch was decided without a query, by rewriting, one is made now; otherwise
   the caches answer it. */
static void report_infeasible(struct machine *machine, struct expr *side) {
  struct state *state = machine->state;
  const struct reducers *reducers = &state->exploration->reducers;
  if (expr_is_const(side) || !reducers_want_infeasible(reducers)) return;
  struct query query = {.path = state->path,
                        .conjuncts = &side,
                        .count = 1,
                        .witness = state->witness->values,
                        .wants_core = true};
  struct result result;
  if (decide_check(machine, &query, &result) == ANSWER_UNSAT) {
    VEC(struct expr *) core = {0};
    for (size_t i = 0; i < result.path_core_count; i++)
      vec_push(&core, path_condition_at(state->path, result.path_core[i]));
    vec_push(&core, side);
    reducers_infeasible(reducers, state, core.data, core.count);
    vec_free(&core);
  }
  result_free(&result);
}

/* Whether the limits permit a fork. */
static bool may_fork(struct machine *machine) {
  const struct explore_options *limits = &machine->limits;
  if (machine->state->forks_not) {
    machine_note_incomplete(machine,
                            "klee_set_forking(0): one side of a decision was not followed");
    return false;
  }
  if (limits->max_forks != 0 && machine->counts.forks >= limits->max_forks) {
    machine_note_incomplete(machine, "--max-forks: one side of a decision was not followed");
    return false;
  }
  return true;
}

/* The side of this decision on the path to be followed (--path); -1 if that does not say. */
static int wanted_side(const struct machine *machine) {
  const char *path = machine->limits.path;
  if (path == NULL) return -1;
  uint64_t count = decisions_count(machine->state->decisions);
  return count < strlen(path) ? path[count] == '1' : -1;
}

/* A sibling of the running state, which will execute the running instruction again. */
static struct state *new_sibling(struct machine *machine, unsigned side) {
  struct state *state = machine->state;
  struct state *sibling = machine_fork_state(machine);
  sibling->number = machine->next_state++;
  sibling->decisions = decisions_add(sibling->decisions, !side);
  state->depth++;
  sibling->depth++;
  sibling->covers_new = false;
  fork_tree_split(state, sibling);
  path_tree_fork(machine, state, sibling);
  machine->counts.states_made++;
  vec_push(&machine->forked, sibling);
  return sibling;
}

/* Leaves a sibling of the running state on the other side of the decision. Without a model the
   caller sets its witness. */
static struct state *fork_off(struct machine *machine, struct expr *other, unsigned side,
                              struct assignment *model) {
  struct state *state = machine->state, *sibling = new_sibling(machine, side);
  append(sibling, other);
  if (model != NULL) set_witness(sibling, model);
  state->decisions = decisions_add(state->decisions, side);
  machine->counts.forks++;
  return sibling;
}

/* The same where nobody knows yet whether the other side is feasible. */
static struct state *fork_off_open(struct machine *machine, struct expr *other, unsigned side) {
  struct state *state = machine->state, *sibling = new_sibling(machine, side);
  sibling->pending = other;
  state->decisions = decisions_add_open(state->decisions, side);
  sibling->open = decisions_share(state->decisions);
  return sibling;
}

void decide_probe_later(struct machine *machine, struct state *state, struct expr *taken,
                        uint32_t edge) {
  if (exploration_is_scratch(state->exploration)) return; /* it covers nothing */
  struct state *probe = state == machine->state ? machine_fork_state(machine) : state_fork(state);
  probe->number = machine->next_state++;
  probe->pending = taken;
  probe->is_probe = true;
  probe->probed_edge = edge;
  probe->covers_new = false;
  fork_tree_split(state, probe);
  machine->counts.states_made++;
  machine->counts.put_off++;
  vec_push(&machine->forked, probe);
}

bool decide_probe(struct machine *machine) {
  struct state *probe = machine->state;
  struct assignment *model = NULL;
  uint32_t func = probe->top->code->func->number;
  bool is_put_off;
  if (machine->found.coverage.funcs[func].edges[probe->probed_edge]) return true;
  enum answer answer = ask_for_waiting(machine, &model, &is_put_off);
  if (answer == ANSWER_UNKNOWN)
    return !is_put_off && !decide_must_end(machine) && !is_time_over(machine);
  if (answer == ANSWER_UNSAT) return true;
  struct witness *witness = witness_make(model);
  parts_cover(machine, probe->probed_edge, probe, witness, probe->pending);
  witness_release(witness);
  return true;
}

/* A reducer has to hear at once what is feasible and what is not. */
static bool may_leave_open(const struct machine *machine) {
  return machine->state->exploration->reducers.list.count == 0 && machine->limits.path == NULL;
}

enum decision decide_pending(struct machine *machine) {
  struct state *state = machine->state;
  struct expr *pending = state->pending;
  struct assignment *model = NULL;
  bool is_put_off;
  state->is_unasked = false;
  enum answer answer = ask_for_waiting(machine, &model, &is_put_off);
  if (answer == ANSWER_UNKNOWN) {
    bool is_waiting = is_put_off || decide_must_end(machine) || is_time_over(machine);
    machine->event = is_waiting ? EVENT_PUT_OFF : EVENT_EARLY;
    return DECIDE_STOP;
  }
  decisions_settle(state->open, answer == ANSWER_SAT);
  decisions_release(state->open);
  state->open = NULL;
  state->pending = NULL;
  state->patience = 0;
  if (answer == ANSWER_UNSAT) return DECIDE_FALSE;
  append(state, pending);
  set_witness(state, model);
  machine->counts.forks++;
  return DECIDE_TRUE;
}

/* The path to be followed takes the other side. What the instruction derived from the witness is
   no longer valid, so it is executed again. */
static enum decision start_over(struct machine *machine, struct expr *other,
                                struct assignment *model) {
  append(machine->state, other);
  set_witness(machine->state, model);
  machine->event = EVENT_CAREFUL;
  return DECIDE_STOP;
}

/* With what the path condition implies. */
static struct expr *simplify(struct machine *machine, struct expr *condition) {
  if (expr_is_const(condition)) return condition;
  return rewriter_rewrite(machine->rewriter, machine->state->path, condition);
}

static enum decision end_deep_path(struct machine *machine) {
  machine->stop_reason = "depth limit reached (--max-depth)";
  machine->event = EVENT_EARLY;
  return DECIDE_STOP;
}

static bool is_too_deep(const struct machine *machine) {
  uint64_t most = machine->limits.max_depth;
  return most != 0 && machine->state->depth >= most;
}

/* The seeds on the other side go on in a sibling; if there are none, a state waits there. */
static enum decision follow_seeds(struct machine *machine, const struct sides *sides,
                                  struct state **sibling, bool is_urgent) {
  struct state *state = machine->state;
  if (is_too_deep(machine)) return end_deep_path(machine);
  if (may_fork(machine)) {
    struct seeds *others = seeds_split(machine, sides->other);
    if (others != NULL) {
      *sibling = fork_off(machine, sides->other, sides->mine_is, NULL);
      seeds_give(*sibling, others);
    } else {
      struct state *open = fork_off_open(machine, sides->other, sides->mine_is);
      open->is_urgent = is_urgent;
      open->is_unasked = true;
      open->is_near_seed = machine->limits.seed_only;
    }
  }
  append(state, sides->mine);
  return sides->mine_is ? DECIDE_TRUE : DECIDE_FALSE;
}

/* See decide_branch. A sibling of which it is open whether it is a path executes the running
   instruction again, and is not returned. */
static enum decision branch(struct machine *machine, struct expr *condition, struct state **sibling,
                            bool is_urgent) {
  struct state *state = machine->state;
  *sibling = NULL;
  struct expr *asked = condition;
  condition = simplify(machine, condition);
  if (uninitialised_concerns(machine, condition)) {
    if (!uninitialised_check(machine, &condition, "condition")) return DECIDE_STOP;
    asked = condition;
    condition = simplify(machine, condition);
  }
  if (expr_is_const(condition)) {
    bool is_true = expr_is_true(condition);
    report_infeasible(machine, is_true ? expr_not(machine->exprs, asked) : asked);
    return is_true ? DECIDE_TRUE : DECIDE_FALSE;
  }
  unsigned side = (unsigned)decide_witness_value(machine, condition);
  struct expr *opposite = expr_not(machine->exprs, condition);
  struct expr *mine = side ? condition : opposite, *other = side ? opposite : condition;
  struct assignment *model = NULL;
  /* When a test is followed, the other side does not matter. */
  if (machine->limits.test != NULL) {
    append(state, mine);
    return side ? DECIDE_TRUE : DECIDE_FALSE;
  }
  if (state->seeds != NULL && may_leave_open(machine))
    return follow_seeds(machine, &(struct sides){mine, other, side}, sibling, is_urgent);
  if (state->is_near_seed && !is_urgent) {
    machine_note_incomplete(machine, "--seed-only: one side of a decision was not followed");
    append(state, mine);
    return side ? DECIDE_TRUE : DECIDE_FALSE;
  }
  bool is_put_off;
  enum answer answer = ask_in_share(machine, other, &model, &is_put_off);
  if (is_put_off) {
    if (!may_leave_open(machine) || !may_fork(machine)) return put_off(machine);
    fork_off_open(machine, other, side)->is_urgent = is_urgent;
  }
  if (answer == ANSWER_UNSAT) {
    report_infeasible(machine, other);
    return side ? DECIDE_TRUE : DECIDE_FALSE;
  }
  if (answer == ANSWER_SAT) {
    if (is_too_deep(machine)) {
      assignment_free(model);
      return end_deep_path(machine);
    }
    int wanted = wanted_side(machine);
    if (wanted >= 0) {
      state->decisions = decisions_add(state->decisions, (unsigned)wanted);
      state->depth++;
      if ((unsigned)wanted != side) return start_over(machine, other, model);
      assignment_free(model);
    } else if (may_fork(machine)) {
      *sibling = fork_off(machine, other, side, model);
    } else {
      assignment_free(model);
    }
  }
  append(state, mine);
  return side ? DECIDE_TRUE : DECIDE_FALSE;
}

enum decision decide_branch(struct machine *machine, struct expr *condition,
                            struct state **sibling) {
  return branch(machine, condition, sibling, false);
}

enum decision decide(struct machine *machine, struct expr *condition) {
  struct state *sibling;
  return branch(machine, condition, &sibling, false);
}

enum decision decide_good(struct machine *machine, struct expr *condition) {
  struct state *sibling;
  enum decision decision = branch(machine, condition, &sibling, true);
  if (decision == DECIDE_TRUE && sibling != NULL) sibling->is_urgent = true;
  return decision;
}

/* The inputs of the test do not lead here. */
static enum decision stray(struct machine *machine) {
  machine_stray(machine, "an assumption does not hold");
  machine->stop_reason = "the program does not follow the test";
  machine->event = EVENT_EARLY;
  return DECIDE_STOP;
}

static enum decision restrict_path(struct machine *machine, struct expr *condition, bool is_now) {
  if (!uninitialised_check(machine, &condition, "condition")) return DECIDE_STOP;
  if (expr_is_const(condition)) return expr_is_true(condition) ? DECIDE_TRUE : DECIDE_FALSE;
  if (!decide_witness_value(machine, condition)) {
    struct assignment *model;
    bool is_put_off = false;
    if (machine->limits.test != NULL) return stray(machine);
    switch (is_now ? ask(machine, condition, &model)
                   : ask_in_share(machine, condition, &model, &is_put_off)) {
    case ANSWER_UNSAT: return DECIDE_FALSE;
    case ANSWER_UNKNOWN:
      if (is_put_off) return put_off(machine);
      machine->stop_reason = decide_must_end(machine)
                                 ? watch_reason(machine->watch)
                                 : "the solver could not decide an assumption (--max-solver-time)";
      machine->event = EVENT_EARLY;
      return DECIDE_STOP;
    default: set_witness(machine->state, model);
    }
  }
  if (machine->state->seeds != NULL) seeds_restrict(machine, condition, machine->state->witness);
  append(machine->state, condition);
  return DECIDE_TRUE;
}

enum decision decide_restrict(struct machine *machine, struct expr *condition) {
  return restrict_path(machine, condition, false);
}

enum decision decide_restrict_now(struct machine *machine, struct expr *condition) {
  return restrict_path(machine, condition, true);
}

enum decision decide_try(struct machine *machine, struct expr *condition) {
  struct assignment *model;
  if (expr_is_const(condition)) return expr_is_true(condition) ? DECIDE_TRUE : DECIDE_FALSE;
  if (!decide_witness_value(machine, condition)) {
    struct budget budget = share_budget(machine, PATIENCE_ELSEWHERE);
    enum answer answer = ask_quietly(machine, condition, &budget, &model);
    if (answer != ANSWER_SAT) return answer == ANSWER_UNSAT ? DECIDE_FALSE : DECIDE_STOP;
    set_witness(machine->state, model);
  }
  append(machine->state, condition);
  return DECIDE_TRUE;
}

void decide_prefer(struct machine *machine, struct expr *condition) {
  struct assignment *model;
  if (expr_is_const(condition) || decide_witness_value(machine, condition)) return;
  if (machine->limits.test != NULL) return;
  if (machine->state->seeds != NULL && seeds_say(machine, condition)) return;
  struct budget budget = share_budget(machine, 0);
  if (ask_quietly(machine, condition, &budget, &model) == ANSWER_SAT)
    set_witness(machine->state, model);
  if (machine->state->seeds != NULL) seeds_prefer(machine, condition, machine->state->witness);
}

struct witness *decide_find(struct machine *machine, struct expr *condition) {
  struct assignment *model;
  if (expr_is_const(condition) && !expr_is_true(condition)) return NULL;
  if (decide_witness_value(machine, condition)) return witness_share(machine->state->witness);
  return ask(machine, condition, &model) == ANSWER_SAT ? witness_make(model) : NULL;
}

struct witness *decide_find_soon(struct machine *machine, struct expr *condition, bool *is_known) {
  struct assignment *model;
  struct budget budget = share_budget(machine, 1);
  *is_known = true;
  if (expr_is_const(condition) && !expr_is_true(condition)) return NULL;
  if (decide_witness_value(machine, condition)) return witness_share(machine->state->witness);
  enum answer answer = ask_quietly(machine, condition, &budget, &model);
  *is_known = answer != ANSWER_UNKNOWN || decide_must_end(machine) || is_time_over(machine);
  return answer == ANSWER_SAT ? witness_make(model) : NULL;
}

bool decide_may(struct machine *machine, struct expr *condition) {
  if (expr_is_const(condition)) return expr_is_true(condition);
  struct witness *witness = decide_find(machine, condition);
  witness_release(witness);
  return witness != NULL;
}

static struct expr *replace(struct machine *machine, struct expr *e, struct expr *part,
                            struct expr *value) {
  struct substitution *substitution = substitution_new(machine->exprs);
  substitution_add(substitution, part, value);
  e = substitution_apply(substitution, e);
  substitution_free(substitution);
  return e;
}

struct assignment *decide_find_model(struct machine *machine, struct expr *condition) {
  struct witness *witness = decide_find(machine, condition);
  if (witness == NULL) return NULL;
  struct assignment *model = assignment_copy(witness->values);
  witness_release(witness);
  return model;
}

struct expr *decide_apart(struct machine *machine, struct expr *e) {
  enum { MOST_INNER = 8 }; /* ites below the top: a table has many */
  struct expr *part;
  if (!uninitialised_check(machine, &e, "value")) return NULL;
  while (!expr_is_piecewise_constant(e) && (part = expr_find_piecewise_constant(e)) != NULL) {
    struct expr *value =
        expr_const(machine->exprs, part->width, decide_witness_value(machine, part));
    if (decide(machine, expr_eq(machine->exprs, part, value)) == DECIDE_STOP) return NULL;
    e = replace(machine, e, part, value);
  }
  for (unsigned inner = 0; inner < MOST_INNER && !expr_is_piecewise_constant(e);) {
    part = expr_find_ite(e);
    if (part == NULL) break;
    enum decision side = decide(machine, expr_child(part, 0));
    if (side == DECIDE_STOP) return NULL;
    inner += part != e;
    e = replace(machine, e, part, expr_child(part, side == DECIDE_TRUE ? 1 : 2));
  }
  return e;
}

bool decide_concrete(struct machine *machine, struct expr *e, const char *what, uint64_t *number) {
  *number = 0;
  e = decide_apart(machine, e);
  if (e == NULL) return false;
  uint64_t value = *number = decide_witness_value(machine, e);
  symbol_expose(machine, value);
  struct expr *is_value = expr_eq(machine->exprs, e, expr_const(machine->exprs, e->width, value));
  if (expr_is_const(is_value)) return true;
  if (expr_is_piecewise_constant(e)) return decide(machine, is_value) != DECIDE_STOP;
  struct assignment *model = NULL;
  struct budget budget = share_budget(machine, PATIENCE_ELSEWHERE);
  if (machine->limits.test == NULL &&
      ask_quietly(machine, expr_not(machine->exprs, is_value), &budget, &model) != ANSWER_UNSAT)
    machine_note_incomplete(machine, what);
  if (model) assignment_free(model);
  append(machine->state, is_value);
  return true;
}
