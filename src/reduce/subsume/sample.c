/* Samples of places.

   A proof covers places that no state has come to yet: loops behind the one that is being proven.
   What a stretch does with a sample of its beginning is a sample of its end, if its path can be
   taken: the values of the cells there, under the condition of the path.

   Places that no path leads to so far have guessed samples: the same values, whether or not the
   path can be taken. Samples only choose among larger cubes, so a wrong one does no harm; without
   any, cubes of loops that no state has come to would not become larger at all. */
#include "reduce/subsume/sample.h"

#include "exec/imply.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/substitute.h"

#include <stdlib.h>

enum { MOST_DERIVED = 2 };
static const struct imply_budget budget = {.conflicts = 500};

static void copy_derived(const struct fact *fact, sample_list *list) {
  for (size_t i = 0; i < fact->derived.count; i++) {
    struct sample sample = fact->derived.data[i];
    sample.values = (expr_list){0};
    for (size_t k = 0; k < fact->derived.data[i].values.count; k++)
      vec_push(&sample.values, fact->derived.data[i].values.data[k]);
    vec_push(list, sample);
  }
}

sample_list samples_of(struct sites *sites, const struct fact *fact) {
  struct machine *machine = sites->machine;
  sample_list list = {0};
  struct outline outline = {0};
  for (uint32_t i = 0; i < fact->site->sample_count; i++) {
    struct sample sample = {.state = fact->site->samples[i],
                            .given = expr_const(machine->exprs, 1, 1)};
    if (outline_take(machine, sample.state, fact->shape->is_behind, &outline) &&
        shape_fit(machine, fact->shape, sample.state, &outline, &sample.values) == FITS)
      vec_push(&list, sample);
    else
      vec_free(&sample.values);
  }
  outline_free(&outline);
  if (list.count == 0) copy_derived(fact, &list);
  return list;
}

void samples_free(sample_list *samples) {
  for (size_t i = 0; i < samples->count; i++) vec_free(&samples->data[i].values);
  vec_free(samples);
}

static bool sample_implies(struct sites *sites, const struct fact *fact,
                           const struct sample *sample, struct expr *formula, uint64_t *queries) {
  struct exprs *exprs = sites->machine->exprs;
  struct substitution *substitution = substitution_new(exprs);
  shape_substitute(&sites->names, fact->shape, &sample->values, substitution);
  struct expr *here = substitution_apply(substitution, formula);
  substitution_free(substitution);
  here = expr_or(exprs, expr_not(exprs, sample->given), here);
  if (!expr_is_const(here)) ++*queries;
  return state_implies(sites->machine, sample->state, here, &budget) == IMPLIES;
}

bool samples_imply(struct sites *sites, const struct fact *fact, const sample_list *samples,
                   struct expr *formula, uint64_t *queries) {
  for (size_t i = 0; i < samples->count; i++)
    if (!sample_implies(sites, fact, &samples->data[i], formula, queries)) return false;
  return true;
}

/* ---- deriving ---- */

static bool can_be(struct sites *sites, const struct sample *sample, uint64_t *queries) {
  struct expr *not = expr_not(sites->machine->exprs, sample->given);
  ++*queries;
  return state_implies(sites->machine, sample->state, not, &budget) == IMPLIES_NOT;
}

static void derive(struct sites *sites, const struct fact *fact, const struct sample *sample,
                   const struct transition *transition, bool is_guess, uint64_t *queries) {
  struct exprs *exprs = sites->machine->exprs;
  struct substitution *substitution = substitution_new(exprs);
  shape_substitute(&sites->names, fact->shape, &sample->values, substitution);
  struct expr *condition = cube_formula(exprs, &transition->condition);
  struct sample next = {.state = sample->state};
  next.given = sample->given;
  if (!is_guess)
    next.given = expr_and(exprs, sample->given, substitution_apply(substitution, condition));
  for (size_t i = 0; i < transition->values.count; i++)
    vec_push(&next.values, substitution_apply(substitution, transition->values.data[i]));
  substitution_free(substitution);
  if (is_guess || can_be(sites, &next, queries))
    vec_push(&transition->target->derived, next);
  else
    vec_free(&next.values);
}

static void derive_from(struct sites *sites, const struct fact *fact, bool is_guess,
                        uint64_t *queries) {
  sample_list samples = samples_of(sites, fact);
  for (size_t i = 0; i < samples.count; i++)
    for (size_t k = 0; k < fact->transitions.count; k++) {
      const struct transition *transition = &fact->transitions.data[k];
      if (transition->target == NULL || transition->target->is_proven ||
          transition->target->derived.count >= (is_guess ? 1 : MOST_DERIVED))
        continue;
      derive(sites, fact, &samples.data[i], transition, is_guess, queries);
    }
  samples_free(&samples);
}

void samples_derive(struct sites *sites, const fact_list *facts, uint64_t until,
                    uint64_t *queries) {
  for (size_t i = 0; i < facts->count; i++)
    if (machine_work(sites->machine) < until) derive_from(sites, facts->data[i], false, queries);
  for (size_t i = 0; i < facts->count; i++) derive_from(sites, facts->data[i], true, queries);
}
