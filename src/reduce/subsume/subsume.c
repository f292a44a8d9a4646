/* The reducer: where it looks at states, when it proves annotations, and which states it drops.

   A place is the entry of a join or a loop head, with its calls. When a second state comes to one,
   the reducer tries to prove an annotation for states like these: what is symbolic, and what
   differs between the two, are its cells. If that fails, it tries again when the fourth, eighth, …
   state comes. With depth-first search the last places of the program are annotated first, so that
   the stretches of earlier ones are short; that is the order of section 4.2. Other orders are as
   right, but stretches are longer.

   A state that fits the shape of a proven annotation and implies it is dropped. The witness decides
   most of those that do not imply it, then the caches of the solver chain, then one query with a
   budget.

   Nothing here depends on what happened to other states: an annotation is proven by itself, so a
   state is dropped whether or not others are still on their way, and with any search. */
#include "reduce/subsume/subsume.h"

#include "exec/explore/exploration.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "reduce/shape/dead_variables.h"
#include "reduce/subsume/annotations.h"
#include "reduce/subsume/apply.h"
#include "reduce/subsume/contract.h"
#include "reduce/subsume/fact.h"
#include "reduce/subsume/induct.h"
#include "reduce/subsume/stretch.h"
#include "reduce/subsume/visit_note.h"
#include "util/buffer.h"
#include "util/clock.h"

#include <stdlib.h>

enum {
  MANY = 8,               /* visits without a fork, each of which is looked at */
  MOST_PLACES = 1 << 14,  /* models and samples keep memory alive */
  SHARE = 2,              /* proofs take up to one part in so many of the work, … */
  FIRST_CREDIT = 1 << 22, /* … and so much at first */
  LEAST_WORK = 1 << 22,   /* of one proof, and … */
  PROOF_SHARE = 2,        /* … one part in so many of the work so far */
  RESUME_SHARE = 4,       /* it goes on when so much more work has been done */
  MOST_TRIES = 12,        /* at one place */
  MOST_FAILED_CALLS = 8,
  MOST_KEPT = 64, /* states that are collected at one place */
};

struct subsume {
  struct reducer reducer;
  struct machine *machine;
  struct subsume_options options;
  struct sites sites;
  struct dead_variables *dead; /* NULL in C, where a number may be used as an address */
  struct contracts *contracts;
  struct stretches *stretches;
  struct outline outline;
  uint64_t work;
  uint64_t resume_at; /* work at which a failed proof is tried with a larger budget, or 0 */
  uint64_t visits, checks, drops, unknown, proofs, failed, forgotten;
  struct induct_counts counts;
  double proving, checking;
  uint32_t failed_calls; /* proofs that failed at calls: deeper ones will probably fail, too */
  bool has_missed;       /* a state at a loop head was not collected */
  bool is_call;          /* the state that is looked at has just entered a function */
  const struct exploration *exploration; /* of that state */
};

/* ---- checking ---- */

static bool implies_annotation(struct subsume *s, struct state *state, const struct fact *fact,
                               const expr_list *values) {
  enum implication answer = annotation_check(&s->sites, state, fact, values);
  s->unknown += answer == IMPLIES_UNKNOWN;
  return answer == IMPLIES;
}

static const struct fact *find_annotation(struct subsume *s, struct site *site,
                                          struct state *state) {
  expr_list values = {0};
  struct fact *found = NULL;
  for (size_t i = 0; i < site->facts.count && found == NULL; i++) {
    struct fact *fact = site->facts.data[i];
    if (!fact->is_proven || shape_fit(s->machine, fact->shape, state, &s->outline, &values) != FITS)
      continue;
    s->checks++;
    fact->checks++;
    if (implies_annotation(s, state, fact, &values)) found = fact;
    if (found == NULL && fact->drops == 0 && fact->checks >= USELESS_CHECKS &&
        !s->options.collects) {
      stretches_forget_fact(s->stretches, fact);
      fact_free(&s->sites, fact);
      s->forgotten++;
      i--;
    }
  }
  vec_free(&values);
  if (found != NULL) found->drops++;
  return found;
}

/* ---- proving ---- */

/* The fact to be proven that is closest to the state; NULL: none can be. */
static struct fact *choose_fact(struct subsume *s, struct site *site, struct state *state) {
  struct fact *fact = NULL;
  for (size_t i = 0; i < site->facts.count; i++)
    if (!site->facts.data[i]->is_proven) fact = site->facts.data[i];
  expr_list values = {0};
  enum fit fit = FIT_UNLIKE;
  if (fact != NULL) fit = shape_fit(s->machine, fact->shape, state, &s->outline, &values);
  if (fit == FIT_DIFFERS && !shape_widen(s->machine, &s->sites.names, fact->shape, state))
    fit = FIT_UNLIKE;
  if (fit == FIT_UNLIKE) fact = fact_new(&s->sites, site, state, false);
  uint64_t grown = fact != NULL ? fact->shape->grown : 0;
  for (uint32_t i = 0; fact != NULL && i < site->sample_count; i++)
    if (shape_fit(s->machine, fact->shape, site->samples[i], &s->outline, &values) == FIT_DIFFERS)
      shape_widen(s->machine, &s->sites.names, fact->shape, site->samples[i]);
  if (fact != NULL && (fit == FIT_DIFFERS || fact->shape->grown > grown))
    stretches_forget_fact(s->stretches, fact);
  vec_free(&values);
  return fact;
}

/* What the run has done; in a portfolio, this part of it. */
static uint64_t work_so_far(const struct subsume *s) {
  return s->machine->explorations.count > 1 ? s->exploration->total_work : machine_work(s->machine);
}

static bool prove(struct subsume *s, struct site *site, struct state *state) {
  uint64_t before = machine_work(s->machine);
  uint64_t until = before + LEAST_WORK + work_so_far(s) / PROOF_SHARE;
  double started = clock_seconds();
  struct fact *fact = choose_fact(s, site, state);
  bool is_proven = false;
  site->tries++;
  s->proofs++;
  if (fact != NULL) {
    fact_list facts = {0};
    is_proven = stretches_explore(s->stretches, fact, &facts, until) &&
                induct(&s->sites, &facts, until, &s->counts);
    stretches_tidy(s->stretches);
    vec_free(&facts);
  }
  uint64_t now = machine_work(s->machine);
  s->resume_at = is_proven ? 0 : now + now / RESUME_SHARE;
  s->failed += !is_proven;
  s->failed_calls += !is_proven && s->is_call;
  s->work += machine_work(s->machine) - before;
  s->proving += clock_seconds() - started;
  return is_proven;
}

static bool has_credit(const struct subsume *s) {
  return s->work < FIRST_CREDIT || s->work < work_so_far(s) / SHARE;
}

/* What was explored for it is kept, so any place will do. */
static bool can_resume(const struct subsume *s) {
  return s->resume_at != 0 && machine_work(s->machine) >= s->resume_at && has_credit(s);
}

/* The first call of a recursive function is the only one with these calls below it. */
static bool wants_proof(const struct subsume *s, const struct site *site) {
  uint32_t arrivals = site->arrivals;
  if (s->is_call && s->failed_calls >= MOST_FAILED_CALLS) return false;
  bool is_time = (arrivals & (arrivals - 1)) == 0 || can_resume(s);
  if (arrivals < (s->is_call ? 1 : 2) || !is_time || site->tries >= MOST_TRIES) return false;
  return has_credit(s);
}

/* The last one is that for which the next proof is to hold. */
static void add_sample(struct subsume *s, struct site *site, struct state *state) {
  if (site->sample_count == SITE_SAMPLES) {
    if (!wants_proof(s, site)) return;
    state_free(&s->machine->memory, site->samples[--site->sample_count]);
  }
  site->samples[site->sample_count++] = shape_copy_state(s->machine, state);
}

/* ---- states ---- */

static bool is_due(struct subsume *s, struct state *state) {
  uint32_t visits = visit_note_count(&s->reducer, state);
  if (s->options.collects) return true;
  return visits <= MANY || (visits & (visits - 1)) == 0 || can_resume(s);
}

static const struct fact *look_at(struct subsume *s, struct state *state) {
  if (!outline_take(s->machine, state, false, &s->outline)) return NULL;
  if (s->sites.list.count >= MOST_PLACES) return NULL;
  struct site *site = sites_have(&s->sites, &s->outline);
  site->arrivals++;
  s->visits++;
  const struct fact *fact = find_annotation(s, site, state);
  if (fact != NULL) return fact;
  add_sample(s, site, state);
  if (!wants_proof(s, site)) {
    if (can_resume(s)) s->resume_at += s->resume_at / RESUME_SHARE; /* elsewhere */
    return NULL;
  }
  if (!prove(s, site, state)) return NULL;
  if (!outline_take(s->machine, state, false, &s->outline)) return NULL;
  return find_annotation(s, site, state);
}

/* The states that are followed from a loop head, for invariants. */
static void collect(struct subsume *s, struct state *state) {
  if (!outline_take(s->machine, state, false, &s->outline)) {
    s->has_missed = true;
    return;
  }
  struct site *site = sites_have(&s->sites, &s->outline);
  site->has_more |= site->kept.count >= MOST_KEPT;
  if (!site->has_more) vec_push(&site->kept, shape_copy_state(s->machine, state));
}

static struct reducer_verdict decide(struct subsume *s, struct state *state, unsigned places) {
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  if (state->symbols == NULL || state->top->depth > MOST_FRAMES || !is_due(s, state)) return keep;
  s->exploration = state->exploration;
  s->is_call = (places & REDUCER_CALL) != 0;
  if (s->is_call && contracts_prove(s->contracts, state) == NULL) return keep;
  double started = clock_seconds(), proving = s->proving;
  const struct fact *fact = look_at(s, state);
  s->checking += clock_seconds() - started - (s->proving - proving);
  if (fact == NULL) return keep;
  s->drops++;
  return (struct reducer_verdict){REDUCER_DROP, DROP_NO_ERROR, fact->number};
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct subsume *s = (struct subsume *)reducer;
  const struct explore_options *limits = &s->machine->limits;
  if (limits->path != NULL || limits->test != NULL) /* they steer general states, too */
    return (struct reducer_verdict){.action = REDUCER_KEEP};
  struct reducer_verdict verdict = decide(s, state, places);
  bool is_kept = verdict.action == REDUCER_KEEP && (places & REDUCER_LOOP) != 0;
  if (s->options.collects && is_kept) collect(s, state);
  return verdict;
}

static void mark_roots(struct reducer *reducer, struct exprs *exprs) {
  (void)exprs;
  sites_mark(&((struct subsume *)reducer)->sites);
  contracts_mark(((struct subsume *)reducer)->contracts);
}

/* ---- figures ---- */

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct subsume *s = (const struct subsume *)reducer;
  figure(context, "visits", (double)s->visits);
  figure(context, "checks", (double)s->checks);
  figure(context, "dropped", (double)s->drops);
  figure(context, "unknown", (double)s->unknown);
  figure(context, "proofs", (double)s->proofs);
  figure(context, "failed_proofs", (double)s->failed);
  figure(context, "contracts", (double)contracts_count(s->contracts));
  figure(context, "annotations", (double)s->counts.proven);
  figure(context, "forgotten", (double)s->forgotten);
  figure(context, "stretches", (double)stretches_count(s->stretches));
  figure(context, "induction_queries", (double)s->counts.queries);
  figure(context, "cubes", (double)s->counts.cubes);
  figure(context, "dropped_literals", (double)s->counts.weakened);
  figure(context, "proof_seconds", s->proving);
  figure(context, "check_seconds", s->checking);
}

static void add_text(const struct reducer *reducer, struct buffer *out) {
  const struct subsume *s = (const struct subsume *)reducer;
  if (s->options.records) annotations_print(&s->sites, out);
}

static void free_subsume(struct reducer *reducer) {
  struct subsume *s = (struct subsume *)reducer;
  sites_free(&s->sites); /* models use the code of stretches */
  stretches_free(s->stretches);
  contracts_free(s->contracts);
  outline_free(&s->outline);
  if (s->dead != NULL) dead_variables_free(s->dead);
  free(s);
}

const struct reducer_class subsume_class = {.name = "subsume",
                                            .keeps = KEEPS_ERRORS,
                                            .arrive = arrive,
                                            .fork = visit_note_fork,
                                            .end = visit_note_end,
                                            .mark_roots = mark_roots,
                                            .list = list,
                                            .add_text = add_text,
                                            .free = free_subsume};

struct reducer *subsume_new(struct machine *machine, const struct subsume_options *options) {
  struct subsume *s = alloc_zeroed(sizeof *s);
  s->reducer = (struct reducer){.class = &subsume_class, .places = REDUCER_JOIN | REDUCER_LOOP};
  s->machine = machine;
  s->options = *options;
  s->sites =
      (struct sites){.machine = machine,
                     .names = {.exprs = machine->exprs,
                               .selects_targets = true,
                               .moves_heap = options->moves_heap || machine->program->is_microc}};
  if (machine->program->is_microc) s->dead = s->sites.names.dead = dead_variables_new(machine);
  s->contracts = contracts_new(machine, &s->sites.names);
  if (contracts_are_possible(s->contracts)) s->reducer.places |= REDUCER_CALL;
  s->stretches = stretches_new(&s->sites, s->contracts);
  return &s->reducer;
}

bool subsume_has_missed(const struct reducer *reducer) {
  return ((const struct subsume *)reducer)->has_missed;
}

struct sites *subsume_sites(struct reducer *reducer) { return &((struct subsume *)reducer)->sites; }
