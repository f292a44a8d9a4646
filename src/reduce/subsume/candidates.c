/* Guessing invariants from states that have been at a place.

   Linear relations of two or three cells that hold in all samples by the structure of their values,
   also with small coefficients; remainders by powers of two; order between cells, their
   multiples, the constants that they began with and those that they are compared with; and
   conditions of the samples' paths and of stretches, which bound what the loop does not change.
   Guesses that are not
   inductive are dropped by who asked (induct.c), so a wrong one costs time only. */
#include "reduce/subsume/candidates.h"

#include "exec/machine.h"
#include "exec/state.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/subsume/cases.h"
#include "reduce/subsume/elements.h"
#include "reduce/subsume/sample.h"
#include "solver/path_condition.h"

#include <stdlib.h>

enum {
  MOST_RELATED = 10,
  MOST_ORDERED = 7,
  MOST_CANDIDATES = 96,
  MOST_CONDITIONS = 24,
  MOST_FACTOR = 3,
  MOST_MASK = 7
};

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

static struct expr *times(const struct guessing *g, struct expr *e, uint64_t factor) {
  return expr_mul(g->exprs, expr_const(g->exprs, e->width, factor), e);
}

/* a - factor * b is always the same. */
static void relate_pair(const struct guessing *g, size_t a, size_t b, uint64_t factor) {
  struct expr *difference = NULL;
  for (size_t i = 0; i < g->samples.count; i++) {
    struct expr *here = expr_sub(g->exprs, value(g, i, a), times(g, value(g, i, b), factor));
    if (i > 0 && here != difference) return;
    difference = here;
  }
  if (expr_is_const(difference))
    add(g, expr_eq(g->exprs, expr_sub(g->exprs, cell(g, a), times(g, cell(g, b), factor)),
                   difference));
}

static void relate_multiples(const struct guessing *g, size_t a, size_t b) {
  relate_pair(g, a, b, 1);
  for (uint64_t factor = 2; factor <= MOST_FACTOR; factor++) {
    relate_pair(g, a, b, factor);
    relate_pair(g, b, a, factor);
  }
}

/* The low bits of a cell, and of the sum of two, are always the same. */
static void find_remainder(const struct guessing *g, size_t a, size_t b) {
  for (uint64_t mask = MOST_MASK; mask > 0; mask >>= 1) {
    struct expr *low = NULL, *bits = expr_const(g->exprs, cell(g, a)->width, mask);
    bool is_same = true;
    for (size_t i = 0; i < g->samples.count && is_same; i++) {
      struct expr *e = value(g, i, a);
      if (a != b) e = expr_add(g->exprs, e, value(g, i, b));
      e = expr_and(g->exprs, e, bits);
      is_same = expr_is_const(e) && (low == NULL || e == low);
      low = e;
    }
    if (!is_same) continue;
    struct expr *e = cell(g, a);
    if (a != b) e = expr_add(g->exprs, e, cell(g, b));
    add(g, expr_eq(g->exprs, expr_and(g->exprs, e, bits), low));
    return;
  }
}

/* Cells that are elements of an array come behind registers and are related by elements.c. */
static size_t count_cells(const struct guessing *g, size_t most) {
  size_t count = 0;
  while (count < most && count < g->fact->shape->cells.count &&
         !elements_include(g->fact->shape, count))
    count++;
  return count;
}

static void relate(const struct guessing *g) {
  size_t count = count_cells(g, MOST_RELATED);
  for (size_t a = 0; a < count; a++) {
    if (cell(g, a)->width >= 8) find_remainder(g, a, a);
    for (size_t b = a + 1; b < count; b++) {
      if (!is_same_width(g, a, b)) continue;
      relate_multiples(g, a, b);
      if (cell(g, a)->width >= 8) find_remainder(g, a, b);
      for (size_t c = 0; c < count; c++)
        if (c != a && c != b && is_same_width(g, a, c) && has_sum(g, a, b, c))
          add(g, expr_eq(g->exprs, expr_add(g->exprs, cell(g, a), cell(g, b)), cell(g, c)));
    }
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
  size_t count = count_cells(g, MOST_ORDERED);
  for (size_t a = 0; a < count; a++) {
    if (cell(g, a)->width > 1) bound(g, a);
    for (size_t b = 0; b < count; b++)
      if (a != b && is_same_width(g, a, b)) {
        add_if_true(g, expr_sle(g->exprs, cell(g, a), cell(g, b)));
        add_if_true(g, expr_sle(g->exprs, cell(g, a), times(g, cell(g, b), 2)));
      }
  }
}

/* Constants that the loop compares a cell with. */
static void limit(const struct guessing *g, struct expr *literal) {
  while (literal->kind == EXPR_NOT) literal = expr_child(literal, 0);
  if (expr_child_count(literal) != 2) return;
  for (unsigned i = 0; i < 2; i++) {
    struct expr *bound = expr_child(literal, i), *e = expr_child(literal, 1 - i);
    if (!expr_is_const(bound) || e->width == 1 || e->width > 64 || e->width != bound->width)
      continue;
    add_if_true(g, expr_sle(g->exprs, e, bound));
    add_if_true(g, expr_sle(g->exprs, bound, e));
    add_if_true(g, expr_ule(g->exprs, e, bound));
  }
}

static void limit_all(const struct guessing *g) {
  for (size_t i = 0; i < g->fact->transitions.count; i++) {
    const struct cube *condition = &g->fact->transitions.data[i].condition;
    for (size_t k = 0; k < condition->literals.count; k++) limit(g, condition->literals.data[k]);
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
  if (g.samples.count >= 1) elements_list(sites, fact, &g.samples, list, queries);
  if (g.samples.count >= 2) {
    cases_list(sites, fact, &g.samples, count_cells(&g, MOST_ORDERED), list);
    relate(&g);
    keep_conditions(&g);
    limit_all(&g);
    order(&g);
  }
  samples_free(&g.samples);
}

/* ---- conditions of stretches ---- */

static bool has_only_cells(const struct shape *shape, struct exprs *exprs,
                           const struct expr *formula) {
  struct names cells = {.exprs = exprs};
  for (size_t i = 0; i < shape->cells.count; i++)
    *word_map_place(&cells.arrays, (uint64_t)shape->cells.data[i].name.array + 1) = 1;
  bool is_good = names_cover(&cells, formula);
  names_free(&cells);
  return is_good;
}

/* The value becomes the part of the cell from this bit on; so do its own parts, since inputs are
   bytes, and conditions may be about one of them. */
static void name_parts(const struct guessing *g, struct expr *value, struct expr *cell,
                       unsigned low, struct substitution *substitution) {
  if (value->kind == EXPR_CONCAT) {
    struct expr *high = expr_child(value, 0), *rest = expr_child(value, 1);
    name_parts(g, high, cell, low + rest->width, substitution);
    name_parts(g, rest, cell, low, substitution);
  } else if (!expr_is_const(value)) {
    substitution_add(substitution, value, expr_extract(g->exprs, cell, low, value->width));
  }
}

static void add_all_of(const struct guessing *g, const expr_list *formulas,
                       struct substitution *substitution) {
  for (size_t i = 0; i < formulas->count; i++) {
    struct expr *formula = substitution_apply(substitution, formulas->data[i]);
    if (has_only_cells(g->fact->shape, g->exprs, formula)) add(g, formula);
  }
}

/* An input that the stretch reads is bounded by its conditions where it becomes a cell. */
void candidates_add_incoming(struct sites *sites, const struct transition *transition,
                             const expr_list *before, expr_list *list) {
  struct exprs *exprs = sites->machine->exprs;
  struct guessing g = {.sites = sites, .exprs = exprs, .fact = transition->target, .list = list};
  struct substitution *substitution = substitution_new(exprs);
  for (size_t i = 0; i < transition->values.count; i++)
    if (is_first(&transition->values, i))
      name_parts(&g, transition->values.data[i], cell(&g, i), 0, substitution);
  add_all_of(&g, &transition->condition.literals, substitution);
  add_all_of(&g, before, substitution);
  substitution_free(substitution);
}
