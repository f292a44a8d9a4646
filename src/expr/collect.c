/* Reclamation by mark and sweep.

   Marking keeps its own stack. Sweeping visits cells in memory order; see cells.c. */
#include "expr/expr.h"
#include "expr/node.h"
#include "expr/support.h"

#include <stdlib.h>
#include <string.h>

static void push_unmarked(struct exprs *exprs, struct expr *e) {
  if (e->mark & MARK_LIVE) return;
  e->mark |= MARK_LIVE;
  supports_mark(exprs->supports, e->support);
  if (expr_kind_children[e->kind]) vec_push(&exprs->mark_stack, e);
  if (e->kind == EXPR_ARRAY) exprs->arrays.data[leaf_array(e)].is_marked = true;
}

void expr_mark_root(struct exprs *exprs, struct expr *e) {
  push_unmarked(exprs, e);
  while (exprs->mark_stack.count) {
    const struct expr *parent = vec_pop(&exprs->mark_stack);
    for (unsigned k = 0; k < expr_kind_children[parent->kind]; k++)
      push_unmarked(exprs, child(parent, k));
  }
}

void expr_collect(struct exprs *exprs, expr_visit_roots *visit, void *context) {
  for (unsigned value = 0; value < 2; value++) expr_mark_root(exprs, exprs->booleans[value]);
  if (visit) visit(exprs, context);
  vec_free(&exprs->mark_stack);
  memset(exprs->recent_constants, 0, sizeof exprs->recent_constants);
  memset(exprs->recent_comparisons, 0, sizeof exprs->recent_comparisons);
  store_sweep(exprs);
  supports_sweep(exprs->supports);
  arrays_sweep(exprs);
}
