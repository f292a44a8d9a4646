/* Guesses for machines of few states: while a flag has a value, two counters differ by a constant,
   `locked != 0 || ((coins - passed) & 15) == 1`. Flags are cells that are constant in every sample;
   each value that one of them has is a case, and the constants are those of the samples in it.

   A counter that a stretch masks, `(n + 1) & 15`, is at most the mask, and differences are taken
   under it. */
#include "reduce/subsume/cases.h"

#include "exec/machine.h"
#include "expr/expr.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MOST_FORMULAS = 64, MOST_NODES = 64 };

struct guessing {
  struct exprs *exprs;
  const struct fact *fact;
  const sample_list *samples;
  expr_list *list;
  size_t cells; /* that are looked at */
};

static struct expr *cell(const struct guessing *g, size_t number) {
  return g->fact->shape->cells.data[number].value;
}

static struct expr *value(const struct guessing *g, size_t sample, size_t number) {
  return g->samples->data[sample].values.data[number];
}

static void add(const struct guessing *g, struct expr *formula) {
  if (expr_is_const(formula) || g->list->count >= MOST_FORMULAS) return;
  for (size_t i = 0; i < g->list->count; i++)
    if (g->list->data[i] == formula) return;
  vec_push(g->list, formula);
}

/* ---- masks ---- */

static bool is_low_mask(uint64_t mask) { return mask != 0 && (mask & (mask + 1)) == 0; }

/* The constant of a conjunction in the expression, which has the width of the cell; 0: none. A
   zero extension of a few bits is one, too. */
static uint64_t find_mask(struct expr *e) {
  unsigned width = e->width;
  uint64_t found = 0;
  expr_list queue = {0};
  vec_push(&queue, e);
  for (size_t i = 0; i < queue.count && queue.count < MOST_NODES && found == 0; i++) {
    struct expr *next = queue.data[i];
    for (unsigned k = 0; k < expr_child_count(next); k++) {
      struct expr *child = expr_child(next, k);
      if (next->kind == EXPR_AND && next->width == width && expr_is_const(child) &&
          is_low_mask(expr_const_value(child)))
        found = expr_const_value(child);
      if (next->kind == EXPR_ZEXT && next->width == width && child->width > 1 && child->width < 64)
        found = ((uint64_t)1 << child->width) - 1;
      vec_push(&queue, child);
    }
  }
  vec_free(&queue);
  return found;
}

static uint64_t mask_of(const struct guessing *g, size_t number) {
  uint64_t mask = 0;
  if (cell(g, number)->width > 64) return 0;
  for (size_t i = 0; i < g->fact->transitions.count && mask == 0; i++) {
    const struct transition *transition = &g->fact->transitions.data[i];
    if (transition->target == g->fact) mask = find_mask(transition->values.data[number]);
  }
  return mask;
}

/* ---- cases ---- */

static bool is_flag(const struct guessing *g, size_t number) {
  bool differs = false;
  for (size_t i = 0; i < g->samples->count; i++) {
    if (!expr_is_const(value(g, i, number))) return false;
    differs |= value(g, i, number) != value(g, 0, number);
  }
  return differs;
}

/* The difference in all samples in which the flag has this value; NULL: it is not one constant. */
static struct expr *difference_in(const struct guessing *g, size_t flag, struct expr *is,
                                  const size_t pair[2], uint64_t mask) {
  struct expr *all = NULL;
  for (size_t i = 0; i < g->samples->count; i++) {
    if (value(g, i, flag) != is) continue;
    struct expr *here = expr_sub(g->exprs, value(g, i, pair[0]), value(g, i, pair[1]));
    if (mask != 0) here = expr_and(g->exprs, here, expr_const(g->exprs, here->width, mask));
    if (!expr_is_const(here) || (all != NULL && all != here)) return NULL;
    all = here;
  }
  return all;
}

static void relate(const struct guessing *g, size_t flag, const size_t pair[2], uint64_t mask) {
  struct expr *difference = expr_sub(g->exprs, cell(g, pair[0]), cell(g, pair[1]));
  if (mask != 0)
    difference = expr_and(g->exprs, difference, expr_const(g->exprs, difference->width, mask));
  for (size_t i = 0; i < g->samples->count; i++) {
    struct expr *is = value(g, i, flag), *known = difference_in(g, flag, is, pair, mask);
    if (known == NULL) continue;
    struct expr *is_other = expr_not(g->exprs, expr_eq(g->exprs, cell(g, flag), is));
    add(g, expr_or(g->exprs, is_other, expr_eq(g->exprs, difference, known)));
  }
}

/* It has one of the values that it has in samples. */
static void restrict_flag(const struct guessing *g, size_t flag) {
  struct expr *any = expr_const(g->exprs, 1, 0);
  for (size_t i = 0; i < g->samples->count; i++)
    any = expr_or(g->exprs, any, expr_eq(g->exprs, cell(g, flag), value(g, i, flag)));
  add(g, any);
}

static void relate_pairs(const struct guessing *g, size_t flag) {
  for (size_t a = 0; a < g->cells; a++)
    for (size_t b = a + 1; b < g->cells; b++) {
      bool is_same = cell(g, a)->width == cell(g, b)->width && cell(g, a)->width > 1;
      if (!is_same || a == flag || b == flag) continue;
      relate(g, flag, (const size_t[]){a, b}, mask_of(g, a));
    }
}

void cases_list(struct sites *sites, const struct fact *fact, const sample_list *samples,
                size_t cells, expr_list *list) {
  struct guessing g = {.exprs = sites->machine->exprs,
                       .fact = fact,
                       .samples = samples,
                       .list = list,
                       .cells = cells};
  for (size_t i = 0; i < g.cells; i++) {
    uint64_t mask = mask_of(&g, i);
    struct expr *e = cell(&g, i);
    if (mask != 0) add(&g, expr_ule(g.exprs, e, expr_const(g.exprs, e->width, mask)));
    if (!is_flag(&g, i)) continue;
    restrict_flag(&g, i);
    relate_pairs(&g, i);
  }
}
