/* Rebuilds expressions from changed parts, from the leaves up, with a stack of pending nodes and a
   memo; a node without a changed child stays the same. */
#include "expr/substitute.h"

#include "expr/expr.h"
#include "expr/id_map.h"
#include "expr/node.h"
#include "expr/range.h"
#include "expr/range_float.h"

#include <stdlib.h>

struct expr *expr_rebuild(struct exprs *exprs, struct expr *e, struct expr *const *children) {
  switch (e->kind) {
  case EXPR_CONST:
  case EXPR_INPUT:
  case EXPR_ARRAY: return e;
  case EXPR_STORE: return expr_store(exprs, children[0], children[1], children[2]);
  case EXPR_READ: return expr_read(exprs, children[0], children[1]);
  case EXPR_NOT: return expr_not(exprs, children[0]);
  case EXPR_CONCAT: return expr_concat(exprs, children[0], children[1]);
  case EXPR_EXTRACT: return expr_extract(exprs, children[0], extract_low(e), e->width);
  case EXPR_ZEXT: return expr_zext(exprs, children[0], e->width);
  case EXPR_SEXT: return expr_sext(exprs, children[0], e->width);
  case EXPR_ITE: return expr_ite(exprs, children[0], children[1], children[2]);
  default:
    if (expr_is_float(e)) return expr_float(exprs, e->kind, e->width, children);
    return expr_binary(exprs, e->kind, children[0], children[1]);
  }
}

struct substitution {
  struct exprs *exprs;
  struct id_map made; /* id to its replacement, as a pointer */
  VEC(struct expr *) stack;
};

struct substitution *substitution_new(struct exprs *exprs) {
  struct substitution *substitution = alloc_zeroed(sizeof *substitution);
  substitution->exprs = exprs;
  return substitution;
}

void substitution_free(struct substitution *substitution) {
  if (substitution == NULL) return;
  id_map_free(&substitution->made);
  vec_free(&substitution->stack);
  free(substitution);
}

static void remember(struct substitution *substitution, const struct expr *from, struct expr *to) {
  id_map_add(&substitution->made, from->id, (uint64_t)(uintptr_t)to);
}

void substitution_add(struct substitution *substitution, struct expr *from, struct expr *to) {
  REQUIRE(from->width == to->width && is_array(from) == is_array(to));
  uint64_t *known = id_map_find(&substitution->made, from->id);
  if (known)
    *known = (uint64_t)(uintptr_t)to;
  else
    remember(substitution, from, to);
}

/* The replacement, or NULL if it is not known yet. */
static struct expr *find_made(const struct substitution *substitution, struct expr *e) {
  if (e->kind == EXPR_CONST) return e;
  const uint64_t *known = id_map_find(&substitution->made, e->id);
  if (known) return (struct expr *)(uintptr_t)*known;
  return expr_kind_children[e->kind] ? NULL : e;
}

struct expr *substitution_apply(struct substitution *substitution, struct expr *e) {
  vec_push(&substitution->stack, e);
  while (substitution->stack.count) {
    struct expr *top = vec_last(&substitution->stack), *children[3];
    bool is_ready = true, is_changed = false;
    if (find_made(substitution, top)) {
      (void)vec_pop(&substitution->stack);
      continue;
    }
    for (unsigned k = 0; k < expr_kind_children[top->kind]; k++) {
      children[k] = find_made(substitution, child(top, k));
      if (children[k] == NULL) vec_push(&substitution->stack, child(top, k));
      is_ready = is_ready && children[k];
      is_changed = is_changed || children[k] != child(top, k);
    }
    if (!is_ready) continue;
    struct expr *made = is_changed ? expr_rebuild(substitution->exprs, top, children) : top;
    remember(substitution, top, made);
    (void)vec_pop(&substitution->stack);
  }
  return find_made(substitution, e);
}

struct expr_range expr_range_apply(const struct expr *e, const struct expr_range *children) {
  REQUIRE(e->width <= 64);
  if (expr_is_float(e)) return range_float(e, children);
  unsigned inner = expr_kind_children[e->kind] ? child(e, 0)->width : 0;
  switch (e->kind) {
  case EXPR_CONST:
  case EXPR_INPUT:
  case EXPR_ARRAY:
  case EXPR_STORE:
  case EXPR_READ: return range_of(e);
  case EXPR_NOT: return range_not(e->width, &children[0]);
  case EXPR_CONCAT: return range_concat(inner, &children[0], child(e, 1)->width, &children[1]);
  case EXPR_EXTRACT: return range_extract(extract_low(e), e->width, &children[0]);
  case EXPR_ZEXT: return range_zext(inner, e->width, &children[0]);
  case EXPR_SEXT: return range_sext(inner, e->width, &children[0]);
  case EXPR_ITE:
    if (range_is_single(&children[0])) return children[children[0].umin ? 1 : 2];
    return range_join(e->width, &children[1], &children[2]);
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: {
    int decided = range_compare(e->kind, &children[0], &children[1]);
    return decided < 0 ? range_full(1) : range_single(1, (uint64_t)decided);
  }
  case EXPR_MUL:
    if (child(e, 0) == child(e, 1)) return range_square(e->width, &children[0]);
    return range_mul(e->width, &children[0], &children[1]);
  default: return range_binary(e->kind, e->width, &children[0], &children[1]);
  }
}
