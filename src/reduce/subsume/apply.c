/* Applying annotations: in the exploration that proves them, and in others of the same run.

   An annotation is proven by itself (subsume.c), so a state of any exploration that implies it
   reaches no error. Where states are merged or summarised, annotations cut off what lies behind a
   loop that only induction gets through, and what is before it is still merged. The exploration of
   single paths does not use them: its states are what tests and coverage come from.

   Looking has a cost in every round of a loop. So a state is looked at after each of its forks a
   few times, then less and less often, and all of them less often while that leads to nothing. */
#include "reduce/subsume/apply.h"

#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/subsume/fact.h"
#include "reduce/subsume/subsume.h"
#include "reduce/subsume/visit_note.h"
#include "util/alloc.h"

#include <stdlib.h>

enum {
  MANY_VISITS = 4,    /* of a state without a fork, each of which is looked at */
  FIRST_CREDIT = 256, /* arrivals that are looked at … */
  CREDIT = 64,        /* … and more of them for each state that is dropped */
  SELDOM = 32,        /* without credit one in so many is */
};
static const struct imply_budget budget = {.conflicts = 1000};

enum implication annotation_check(const struct sites *sites, struct state *state,
                                  const struct fact *fact, const expr_list *values) {
  struct exprs *exprs = sites->machine->exprs;
  struct substitution *substitution = substitution_new(exprs);
  shape_substitute(&sites->names, fact->shape, values, substitution);
  struct expr *bad = substitution_apply(substitution, fact->bad);
  substitution_free(substitution);
  return state_implies(sites->machine, state, expr_not(exprs, bad), &budget);
}

/* ---- the reducer ---- */

struct annotations {
  struct reducer reducer;
  struct machine *machine;
  struct sites *const *sites;
  struct outline outline;
  uint64_t arrivals, credit, looks, checks, drops;
};

static bool is_useful(const struct fact *fact) {
  return fact->is_proven && (fact->drops > 0 || fact->checks < USELESS_CHECKS);
}

static const struct fact *find_implied(struct annotations *a, struct sites *sites,
                                       const struct site *site, struct state *state) {
  expr_list values = {0};
  const struct fact *found = NULL;
  for (size_t i = 0; i < site->facts.count && found == NULL; i++) {
    struct fact *fact = site->facts.data[i];
    if (!is_useful(fact) || shape_fit(a->machine, fact->shape, state, &a->outline, &values) != FITS)
      continue;
    a->checks++;
    fact->checks++;
    if (annotation_check(sites, state, fact, &values) != IMPLIES) continue;
    fact->drops++;
    found = fact;
  }
  vec_free(&values);
  return found;
}

static bool is_due(struct annotations *a, struct state *state) {
  uint32_t visits = visit_note_count(&a->reducer, state);
  if (visits > MANY_VISITS && (visits & (visits - 1)) != 0) return false;
  return a->credit > 0 || ++a->arrivals % SELDOM == 0;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct annotations *a = (struct annotations *)reducer;
  struct sites *sites = *a->sites;
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  (void)places;
  if (sites == NULL || sites->fact_count == 0 || state->symbols == NULL) return keep;
  if (state->top->depth > MOST_FRAMES || !is_due(a, state)) return keep;
  if (a->credit > 0) a->credit--;
  a->looks++;
  if (!outline_take(a->machine, state, false, &a->outline)) return keep;
  const uint64_t *number = word_map_find(&sites->numbers, outline_key(&a->outline));
  if (number == NULL) return keep;
  const struct fact *fact = find_implied(a, sites, sites->list.data[*number - 1], state);
  if (fact == NULL) return keep;
  a->drops++;
  a->credit += CREDIT;
  return (struct reducer_verdict){REDUCER_DROP, DROP_NO_ERROR, fact->number};
}

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct annotations *a = (const struct annotations *)reducer;
  figure(context, "looks", (double)a->looks);
  figure(context, "checks", (double)a->checks);
}

static void free_annotations(struct reducer *reducer) {
  struct annotations *a = (struct annotations *)reducer;
  outline_free(&a->outline);
  free(a);
}

const struct reducer_class annotations_class = {.name = "annotations",
                                                .keeps = KEEPS_ERRORS,
                                                .arrive = arrive,
                                                .fork = visit_note_fork,
                                                .end = visit_note_end,
                                                .list = list,
                                                .free = free_annotations};

struct reducer *annotations_new(struct machine *machine, struct sites *const *sites) {
  struct annotations *a = alloc_zeroed(sizeof *a);
  a->reducer = (struct reducer){.class = &annotations_class, .places = REDUCER_JOIN | REDUCER_LOOP};
  a->machine = machine;
  a->sites = sites;
  a->credit = FIRST_CREDIT;
  return &a->reducer;
}
