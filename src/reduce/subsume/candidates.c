/* Guessing invariants from states that have been at a place.

   Three kinds: linear relations of two or three cells that hold in all samples by the structure of
   their values; order between cells, and between cells and the constants that they began with; and
   conditions of the samples' paths, which bound what the loop does not change. Guesses that are not
   inductive are dropped by who asked (induct.c), so a wrong one costs time only. */
#include "reduce/subsume/candidates.h"

#include "exec/machine.h"
#include "exec/state.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/subsume/sample.h"
#include "solver/path_condition.h"

#include <stdlib.h>

enum { MOST_RELATED = 10, MOST_ORDERED = 7, MOST_CANDIDATES = 48, MOST_CONDITIONS = 24 };

struct guessing {
  struct sites *sites;
  struct exprs *exprs;
  const struct fact *fact;
  sample_list samples;
  expr_list *list;
  uint64_t *queries;
};

static struct expr *cell(const struct guessing *g, size_t number) {
  return g->fact->shape->cells.data[number].value;
}

static struct expr *value(const struct guessing *g, size_t sample, size_t number) {
  return g->samples.data[sample].values.data[number];
}

static void add(const struct guessing *g, struct expr *formula) {
  if (expr_is_const(formula) || g->list->count >= MOST_CANDIDATES) return;
  for (size_t i = 0; i < g->list->count; i++)
    if (g->list->data[i] == formula) return;
  vec_push(g->list, formula);
}

static bool is_same_width(const struct guessing *g, size_t a, size_t b) {
  return cell(g, a)->width == cell(g, b)->width && cell(g, a)->width > 1;
}

/* ---- relations ---- */

static bool has_sum(const struct guessing *g, size_t a, size_t b, size_t sum) {
  for (size_t i = 0; i < g->samples.count; i++)
    if (expr_add(g->exprs, value(g, i, a), value(g, i, b)) != value(g, i, sum)) return false;
  return true;
}

static void relate_pair(const struct guessing *g, size_t a, size_t b) {
  struct expr *difference = expr_sub(g->exprs, value(g, 0, a), value(g, 0, b));
  for (size_t i = 1; i < g->samples.count; i++)
    if (expr_sub(g->exprs, value(g, i, a), value(g, i, b)) != difference) return;
  if (expr_is_const(difference))
    add(g, expr_eq(g->exprs, expr_sub(g->exprs, cell(g, a), cell(g, b)), difference));
}

static void relate(const struct guessing *g) {
  size_t count = g->fact->shape->cells.count;
  if (count > MOST_RELATED) count = MOST_RELATED;
  for (size_t a = 0; a < count; a++)
    for (size_t b = a + 1; b < count; b++) {
      if (!is_same_width(g, a, b)) continue;
      relate_pair(g, a, b);
      for (size_t c = 0; c < count; c++)
        if (c != a && c != b && is_same_width(g, a, c) && has_sum(g, a, b, c))
          add(g, expr_eq(g->exprs, expr_add(g->exprs, cell(g, a), cell(g, b)), cell(g, c)));
    }
}

/* ---- order ---- */

static void add_if_true(const struct guessing *g, struct expr *formula) {
  if (g->list->count < MOST_CANDIDATES &&
      samples_imply(g->sites, g->fact, &g->samples, formula, g->queries))
    add(g, formula);
}

static void bound(const struct guessing *g, size_t number) {
  struct expr *first = value(g, 0, number);
  if (!expr_is_const(first)) first = expr_const(g->exprs, cell(g, number)->width, 0);
  add_if_true(g, expr_sle(g->exprs, first, cell(g, number)));
  add_if_true(g, expr_sle(g->exprs, cell(g, number), first));
}

static void order(const struct guessing *g) {
  size_t count = g->fact->shape->cells.count;
  if (count > MOST_ORDERED) count = MOST_ORDERED;
  for (size_t a = 0; a < count; a++) {
    if (cell(g, a)->width > 1) bound(g, a);
    for (size_t b = 0; b < count; b++)
      if (a != b && is_same_width(g, a, b))
        add_if_true(g, expr_sle(g->exprs, cell(g, a), cell(g, b)));
  }
}

/* ---- conditions of paths ---- */

static bool is_first(const expr_list *values, size_t number) {
  for (size_t i = 0; i < number; i++)
    if (values->data[i] == values->data[number]) return false;
  return true;
}

static void keep_conditions(const struct guessing *g) {
  struct substitution *substitution = substitution_new(g->exprs);
  const struct sample *sample = &vec_last(&g->samples);
  for (size_t i = 0; i < sample->values.count; i++)
    if (!expr_is_const(sample->values.data[i]) && is_first(&sample->values, i))
      substitution_add(substitution, sample->values.data[i], cell(g, i));
  uint32_t depth = path_condition_depth(sample->state->path);
  for (uint32_t i = 0; i < depth && i < MOST_CONDITIONS; i++) {
    struct expr *condition =
        substitution_apply(substitution, path_condition_at(sample->state->path, i));
    if (names_cover(&g->sites->names, condition)) add_if_true(g, condition);
  }
  substitution_free(substitution);
}

void candidates_list(struct sites *sites, const struct fact *fact, expr_list *list,
                     uint64_t *queries) {
  struct guessing g = {.sites = sites,
                       .exprs = sites->machine->exprs,
                       .fact = fact,
                       .samples = samples_of(sites, fact),
                       .list = list,
                       .queries = queries};
  if (g.samples.count >= 2) {
    relate(&g);
    keep_conditions(&g);
    order(&g);
  }
  samples_free(&g.samples);
}
