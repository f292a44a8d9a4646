/* Solving for inputs: x + 1 is y if x is y - 1. Operators that can be undone on their way down to
   an input are: sums, complements, extensions, concatenation. Whether the result is right is for
   the caller to ask. */
#include "reduce/loop_summary/matching.h"

#include "expr/expr.h"
#include "expr/support.h"

#include <stdlib.h>

struct expr *matching_find(const struct matching *matching, const struct expr *input) {
  for (size_t i = 0; i < matching->pairs.count; i++)
    if (matching->pairs.data[i].input == input) return matching->pairs.data[i].to;
  return NULL;
}

void matching_free(struct matching *matching) { vec_free(&matching->pairs); }

static void add_pair(struct matching *matching, struct expr *input, struct expr *to) {
  if (support_intersects(matching->exprs, input->support, matching->fixed)) return;
  if (matching_find(matching, input) != NULL) return;
  vec_push(&matching->pairs, ((struct matching_pair){input, to}));
  matching->count++;
}

/* Whether all that it depends on is fixed. */
static bool is_fixed(const struct matching *matching, const struct expr *e) {
  return support_includes(matching->exprs, matching->fixed, e->support);
}

/* Depth is bounded: chains of sums are short, and numbers have few bytes. */
static void match(struct matching *matching, struct expr *from, struct expr *to, unsigned depth) {
  enum { MOST_DEPTH = 40 };
  struct exprs *exprs = matching->exprs;
  if (from == to || depth > MOST_DEPTH || from->support == SUPPORT_EMPTY) return;
  switch (from->kind) {
  case EXPR_INPUT: add_pair(matching, from, to); break;
  case EXPR_NOT: match(matching, expr_child(from, 0), expr_not(exprs, to), depth + 1); break;
  case EXPR_ZEXT:
  case EXPR_SEXT: {
    struct expr *part = expr_child(from, 0);
    match(matching, part, expr_extract(exprs, to, 0, (unsigned)part->width), depth + 1);
    break;
  }
  case EXPR_ADD: {
    struct expr *x = expr_child(from, 0), *y = expr_child(from, 1);
    if (is_fixed(matching, y))
      match(matching, x, expr_sub(exprs, to, y), depth + 1);
    else
      match(matching, y, expr_sub(exprs, to, x), depth + 1);
    break;
  }
  case EXPR_CONCAT: {
    struct expr *high = expr_child(from, 0), *low = expr_child(from, 1);
    unsigned width = (unsigned)low->width;
    match(matching, low, expr_extract(exprs, to, 0, width), depth + 1);
    match(matching, high, expr_extract(exprs, to, width, (unsigned)high->width), depth + 1);
    break;
  }
  default: break;
  }
}

void matching_add(struct matching *matching, struct expr *from, struct expr *to) {
  match(matching, from, to, 0);
}
