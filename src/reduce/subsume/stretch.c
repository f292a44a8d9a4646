/* The backward step, computed forwards.

   The condition under which a piece of program reaches no error could be computed backwards, by
   substitution, one rule for each instruction (section 4.2). But the interpreter knows all
   instructions already, with their errors and their effects on memory. So a stretch is explored
   from a general state: its cells have names as values, and its path condition is empty. Where a
   path of the stretch ends, its path condition is a formula over the cells at the beginning, and so
   are the values of the cells there: this is the same formula that substitution would give. A
   division contributes the path on which the divisor is 0, an access the paths on which it is out
   of bounds, and an infeasible side of a branch is followed by those general states that can take
   it.

   A stretch ends at loop heads, at any place with a proven annotation that fits, and where the
   function returns in which it began. Errors on it are reported to nobody: they are on paths from a
   general state, which the program may never be in.

   If a state that comes to a place has other content there than the shape that is known, the shape
   gets more cells, and the stretches from and to it that have been explored are explored again.

   What was explored is kept for later proofs while the facts are not proven: a proof that has come
   to the end of its budget is not in vain, the next one goes on from there. */
#include "reduce/subsume/stretch.h"

#include "exec/explore/reducer.h"
#include "exec/explore/scratch.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "ir/ir.h"
#include "reduce/subsume/contract.h"
#include "reduce/subsume/cube.h"
#include "solver/path_condition.h"

#include <stdlib.h>

enum {
  MOST_FACTS = 8192,
  MOST_TRANSITIONS = 128, /* of a stretch */
  MOST_ROUNDS = 8192,
  MOST_WIDENINGS = 12, /* of one shape */
  MOST_INPUT_BYTES = 64,
};
static const struct scratch_limits limits = {
    .max_work = 1 << 20, .max_states = 64, .max_steps = 2048, .max_conflicts = 500};

struct stretches {
  struct reducer reducer; /* of the scratch exploration */
  struct sites *sites;
  const struct contracts *contracts; /* NULL: none */
  struct scratch *scratch;
  struct fact *fact; /* where the stretch begins */
  fact_list *facts;
  uint32_t inputs;      /* of the general state */
  fact_list touched;    /* that have transitions */
  struct fact *widened; /* its shape has become wider, and the stretch is to be explored again */
  bool must_repeat;     /* so are stretches that were explored before */
  bool has_failed;      /* there are too many facts */
  bool is_unknown;      /* the stretch has too many paths */
  uint64_t count, until;
  uint32_t mark; /* of facts that are listed */
};

/* ---- the end of a path ---- */

/* Inputs that were made on the stretch get names. */
static struct substitution *name_inputs(struct stretches *s, const struct state *state,
                                        struct cube *condition) {
  struct names *names = &s->sites->names;
  struct substitution *substitution = substitution_new(names->exprs);
  for (const struct symbol *symbol = state->symbols; symbol && symbol->count > s->inputs;
       symbol = symbol->before) {
    if (symbol->size > MOST_INPUT_BYTES) continue; /* conditions on it are dropped */
    for (uint32_t i = 0; i < symbol->size; i++) {
      struct name name = names_new(names, 8);
      vec_push(&condition->futures, name);
      substitution_add(substitution, expr_input(names->exprs, symbol->array, i),
                       names_value(names, name));
    }
  }
  return substitution;
}

/* Conditions that cannot be expressed are dropped: then more states seem to take the path. */
static void add_path(struct stretches *s, struct state *state, struct substitution *substitution,
                     struct cube *condition) {
  for (uint32_t i = 0; i < path_condition_depth(state->path); i++) {
    struct expr *literal = path_condition_at(state->path, i);
    literal = substitution_apply(substitution, literal);
    if (names_cover(&s->sites->names, literal)) cube_add(condition, literal);
  }
}

static struct transition *add_transition(struct stretches *s, struct state *state,
                                         const expr_list *values) {
  struct transition transition = {0};
  struct substitution *substitution = name_inputs(s, state, &transition.condition);
  add_path(s, state, substitution, &transition.condition);
  bool is_expressed = true;
  for (size_t i = 0; values != NULL && i < values->count; i++) {
    struct expr *value = substitution_apply(substitution, values->data[i]);
    is_expressed &= names_cover(&s->sites->names, value);
    vec_push(&transition.values, value);
  }
  substitution_free(substitution);
  vec_push(&s->fact->transitions, transition);
  if (s->fact->transitions.count > MOST_TRANSITIONS) s->is_unknown = true;
  return is_expressed ? &vec_last(&s->fact->transitions) : NULL;
}

static void fail_at(struct stretches *s, struct state *state) { add_transition(s, state, NULL); }

/* ---- the next place ---- */

/* Once: marks are those of the round. */
static void list_fact(struct stretches *s, struct fact *fact) {
  if (fact->mark == s->mark) return;
  fact->mark = s->mark;
  vec_push(s->facts, fact);
  if (s->facts->count > MOST_FACTS) s->has_failed = true;
}

static struct fact *find_fit(struct stretches *s, struct site *site, struct state *state,
                             const struct outline *outline, bool is_proven, expr_list *values) {
  for (size_t i = 0; i < site->facts.count; i++) {
    struct fact *fact = site->facts.data[i];
    if (fact->is_proven == is_proven &&
        shape_fit(s->sites->machine, fact->shape, state, outline, values) == FITS)
      return fact;
  }
  return NULL;
}

static bool leads_to(const struct fact *fact, const struct fact *target) {
  for (size_t i = 0; i < fact->transitions.count; i++)
    if (fact->transitions.data[i].target == target) return true;
  return false;
}

/* A shape that is to be proven becomes wide enough for the state. */
static struct fact *widen_some(struct stretches *s, struct site *site, struct state *state,
                               const struct outline *outline, expr_list *values) {
  struct machine *machine = s->sites->machine;
  for (size_t i = 0; i < site->facts.count; i++) {
    struct fact *fact = site->facts.data[i];
    if (fact->is_proven || fact->widenings >= MOST_WIDENINGS ||
        shape_fit(machine, fact->shape, state, outline, values) != FIT_DIFFERS)
      continue;
    fact->widenings++;
    if (!shape_widen(machine, &s->sites->names, fact->shape, state)) continue;
    if (fact == s->fact || leads_to(s->fact, fact)) s->widened = fact;
    s->must_repeat = true;
    stretches_forget_fact(s, fact);
    return fact;
  }
  return NULL;
}

static void lead_to(struct stretches *s, struct state *state, struct fact *fact,
                    const expr_list *values) {
  struct transition *transition = add_transition(s, state, values);
  if (transition == NULL) return; /* what becomes of it is not known: as an error */
  transition->target = fact;
  if (!fact->is_proven) list_fact(s, fact);
}

/* Whether the path ends here. */
static bool arrive_at(struct stretches *s, struct state *state, bool is_behind, bool must_end) {
  struct outline outline = {0};
  expr_list values = {0};
  bool ends = must_end;
  if (!outline_take(s->sites->machine, state, is_behind, &outline)) {
    if (must_end) fail_at(s, state);
  } else {
    struct site *site = sites_have(s->sites, &outline);
    struct fact *fact = find_fit(s, site, state, &outline, true, &values);
    if (fact == NULL && must_end) fact = find_fit(s, site, state, &outline, false, &values);
    if (fact == NULL && must_end) {
      fact = widen_some(s, site, state, &outline, &values);
      if (fact == NULL) {
        fact = fact_new(s->sites, site, state, is_behind);
        if (fact != NULL)
          shape_widen_like(s->sites->machine, &s->sites->names, fact->shape, s->fact->shape);
      }
      if (fact != NULL &&
          shape_fit(s->sites->machine, fact->shape, state, &outline, &values) != FITS)
        fact = NULL;
      if (fact == NULL) fail_at(s, state);
    }
    ends |= fact != NULL;
    if (fact != NULL) lead_to(s, state, fact, &values);
  }
  outline_free(&outline);
  vec_free(&values);
  return ends;
}

/* A call of a function with a contract. */
static struct reducer_verdict return_at_once(struct stretches *s, struct state *state) {
  const struct contract *contract = contracts_find(s->contracts, state->top->code->func->number);
  struct state *successor;
  if (contract == NULL) return (struct reducer_verdict){.action = REDUCER_KEEP};
  if (!contracts_apply(s->contracts, contract, state, &successor)) fail_at(s, state);
  if (successor == NULL) return (struct reducer_verdict){REDUCER_DROP, DROP_NO_ERROR, 0};
  successor_give(s->sites->machine, successor);
  return (struct reducer_verdict){REDUCER_REPLACE, DROP_SUMMARISED, 0};
}

static bool has_ended(const struct stretches *s) {
  return s->has_failed || s->is_unknown || s->widened != NULL;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct stretches *s = (struct stretches *)reducer;
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  bool is_over = has_ended(s);
  if ((places & REDUCER_CALL) && !is_over) return return_at_once(s, state);
  if (!(places & REDUCER_ENTRIES) || state->is_closing) return keep;
  if (!is_over && !arrive_at(s, state, false, (places & REDUCER_LOOP) != 0)) return keep;
  return (struct reducer_verdict){REDUCER_DROP, DROP_NO_ERROR, 0};
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  struct stretches *s = (struct stretches *)reducer;
  if (has_ended(s)) return;
  switch (ending->cause) {
  case END_EXITED:
  case END_ASSUMED:
  case END_DROPPED: break;
  case END_RETURNED: arrive_at(s, state, true, true); break;
  case END_ERROR:
  case END_CUT_OFF:
  case END_ABANDONED: fail_at(s, state); break;
  }
}

/* ---- exploring ---- */

static const struct reducer_class stretch_class = {
    .name = "stretch", .keeps = KEEPS_ALL, .arrive = arrive, .end = end};

struct stretches *stretches_new(struct sites *sites, const struct contracts *contracts) {
  struct stretches *s = alloc_zeroed(sizeof *s);
  s->reducer = (struct reducer){.class = &stretch_class,
                                .places = REDUCER_JOIN | REDUCER_LOOP | REDUCER_RETURN};
  if (contracts != NULL && contracts_are_possible(contracts)) s->reducer.places |= REDUCER_CALL;
  s->sites = sites;
  s->contracts = contracts;
  return s;
}

void stretches_free(struct stretches *stretches) {
  if (stretches->scratch != NULL) scratch_free(stretches->scratch);
  vec_free(&stretches->touched);
  free(stretches);
}

uint64_t stretches_count(const struct stretches *stretches) { return stretches->count; }

/* Any state may meet an error, as far as is known. */
static void give_up(struct fact *fact) {
  struct transition any = {0};
  fact_forget_transitions(fact);
  vec_push(&fact->transitions, any);
}

/* False: the run has to stop, or to collect memory. */
static bool explore_one(struct stretches *s, struct fact *fact) {
  struct machine *machine = s->sites->machine;
  if (s->scratch == NULL) s->scratch = scratch_new(machine, (struct reducer *[]){&s->reducer}, 1);
  struct state *general = shape_make_general(machine, fact->shape);
  if (general == NULL) return false;
  s->fact = fact;
  s->is_unknown = false;
  s->inputs = general->symbols ? general->symbols->count : 0;
  s->count++;
  enum scratch_end end = scratch_run(s->scratch, general, &limits);
  vec_push(&s->touched, fact);
  if (s->widened != NULL) return true;
  if (end == SCRATCH_STOPPED || s->has_failed) {
    fact_forget_transitions(fact);
    return false;
  }
  if (s->is_unknown || !scratch_is_exact(s->scratch)) give_up(fact);
  fact->is_explored = true;
  return true;
}

static void follow(struct stretches *s, const struct fact *fact) {
  for (size_t i = 0; i < fact->transitions.count; i++) {
    struct fact *target = fact->transitions.data[i].target;
    if (target != NULL && !target->is_proven) list_fact(s, target);
  }
}

static bool explore_all(struct stretches *s) {
  for (size_t i = 0; i < s->facts->count && s->widened == NULL; i++) {
    if (s->facts->data[i]->is_explored) {
      follow(s, s->facts->data[i]);
    } else {
      if (machine_work(s->sites->machine) > s->until) return false;
      if (!explore_one(s, s->facts->data[i])) return false;
    }
  }
  return !s->has_failed;
}

void stretches_forget_fact(struct stretches *stretches, struct fact *fact) {
  size_t kept = 0;
  for (size_t i = 0; i < stretches->touched.count; i++) {
    struct fact *touched = stretches->touched.data[i];
    if (touched == fact || leads_to(touched, fact)) fact_forget_transitions(touched);
    if (touched != fact) stretches->touched.data[kept++] = touched;
  }
  stretches->touched.count = kept;
}

bool stretches_explore(struct stretches *stretches, struct fact *fact, fact_list *facts,
                       uint64_t until) {
  stretches->until = until;
  stretches->facts = facts;
  stretches->has_failed = false;
  for (unsigned round = 0; round < MOST_ROUNDS; round++) {
    stretches->widened = NULL;
    stretches->must_repeat = false;
    stretches->mark = ++stretches->sites->marks;
    vec_clear(facts);
    list_fact(stretches, fact);
    if (!explore_all(stretches)) return false;
    if (stretches->widened != NULL) fact_forget_transitions(stretches->fact);
    if (!stretches->must_repeat) return true;
  }
  return false;
}

void stretches_tidy(struct stretches *stretches) {
  uint32_t mark = ++stretches->sites->marks;
  size_t kept = 0;
  for (size_t i = 0; i < stretches->touched.count; i++) {
    struct fact *fact = stretches->touched.data[i];
    if (fact->is_proven) fact_forget_transitions(fact);
    fact_forget_derived(fact);
    if (!fact->is_explored || fact->mark == mark) continue;
    fact->mark = mark;
    stretches->touched.data[kept++] = fact;
  }
  stretches->touched.count = kept;
}
