/* Disjunctions of path conditions, kept small.

   Two paths that separated at a branch have a conjunct c on one side and not c on the other.
   Then c alone distinguishes them, and (c and A) or (not c and B) is (c implies A) and (not c
   implies B): separate conjuncts, and none at all if A and B are empty. Where paths were merged
   before, what remains of one side may be the negation of some conjuncts of the other: X or (not
   X and Y) is X or Y. If neither pattern is found, the disjunction is over all that remains. */
#include "reduce/merge/disjunction.h"

#include "expr/expr.h"
#include "solver/path_condition.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST_CONJUNCTS = 256 }; /* searched for complements */

typedef VEC(struct expr *) expr_list;

static void list_rest(struct path_condition *path, uint32_t from, expr_list *list) {
  uint32_t count = path_condition_depth(path) - from;
  for (uint32_t i = 0; i < count; i++) vec_push(list, NULL);
  if (count > 0) path_condition_list(path, from, list->data);
}

static struct expr *conjunction(struct exprs *exprs, const expr_list *list) {
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < list->count; i++) all = expr_and(exprs, all, list->data[i]);
  return all;
}

static size_t find(const expr_list *list, const struct expr *e) {
  size_t at = 0;
  while (at < list->count && list->data[at] != e) at++;
  return at;
}

static void take_out(expr_list *list, size_t at) {
  for (size_t i = at + 1; i < list->count; i++) list->data[i - 1] = list->data[i];
  list->count--;
}

static void append(struct path_condition **path, struct expr *conjunct) {
  struct path_condition *longer = path_condition_append(*path, conjunct);
  path_condition_release(*path);
  *path = longer;
}

/* (c and A) or (not c and B). */
static bool split_by_complement(struct exprs *exprs, expr_list *a, expr_list *b,
                                struct path_condition **path, struct expr **condition) {
  size_t at = 0, other = b->count;
  for (; at < a->count && at < MOST_CONJUNCTS; at++) {
    other = find(b, expr_not(exprs, a->data[at]));
    if (other < b->count) break;
  }
  if (other == b->count) return false;
  struct expr *c = a->data[at], *not_c = b->data[other];
  take_out(a, at);
  take_out(b, other);
  for (size_t i = 0; i < a->count; i++) append(path, expr_or(exprs, not_c, a->data[i]));
  for (size_t i = 0; i < b->count; i++) append(path, expr_or(exprs, c, b->data[i]));
  *condition = c;
  return true;
}

/* The conjuncts of the negation of e. */
static void list_negated(struct exprs *exprs, struct expr *e, expr_list *list) {
  expr_list pending = {0};
  vec_push(&pending, e);
  while (pending.count > 0) {
    struct expr *part = vec_pop(&pending);
    if (part->kind == EXPR_OR) {
      vec_push(&pending, expr_child(part, 1));
      vec_push(&pending, expr_child(part, 0));
    } else if (part->kind == EXPR_NOT && expr_child(part, 0)->kind == EXPR_AND) {
      expr_list ands = {0};
      vec_push(&ands, expr_child(part, 0));
      while (ands.count > 0) {
        struct expr *both = vec_pop(&ands);
        if (both->kind == EXPR_AND) {
          vec_push(&ands, expr_child(both, 1));
          vec_push(&ands, expr_child(both, 0));
        } else {
          vec_push(list, both);
        }
      }
      vec_free(&ands);
    } else {
      vec_push(list, expr_not(exprs, part));
    }
  }
  vec_free(&pending);
}

/* X or (not X and Y), where x is X and b contains the conjuncts of not X. */
static bool split_by_part(struct exprs *exprs, struct expr *x, expr_list *b,
                          struct path_condition **path) {
  expr_list parts = {0};
  list_negated(exprs, x, &parts);
  bool is_in = parts.count > 0 && parts.count <= MOST_CONJUNCTS;
  for (size_t i = 0; i < parts.count && is_in; i++) is_in = find(b, parts.data[i]) < b->count;
  if (is_in) {
    for (size_t i = 0; i < parts.count; i++) {
      size_t at = find(b, parts.data[i]);
      if (at < b->count) take_out(b, at);
    }
    for (size_t i = 0; i < b->count; i++) append(path, expr_or(exprs, x, b->data[i]));
  }
  vec_free(&parts);
  return is_in;
}

struct path_condition *disjunction_of_paths(struct exprs *exprs, struct path_condition *a,
                                            struct path_condition *b, struct expr **condition) {
  struct path_condition *path = path_condition_common(a, b);
  uint32_t depth = path_condition_depth(path);
  expr_list x = {0}, y = {0};
  list_rest(a, depth, &x);
  list_rest(b, depth, &y);
  *condition = NULL;
  path_condition_retain(path);
  bool is_empty = x.count == 0 || y.count == 0;
  if (!is_empty && !split_by_complement(exprs, &x, &y, &path, condition)) {
    struct expr *all_x = conjunction(exprs, &x), *all_y = conjunction(exprs, &y);
    if (split_by_part(exprs, all_x, &y, &path)) {
      *condition = all_x;
    } else if (split_by_part(exprs, all_y, &x, &path)) {
      *condition = expr_not(exprs, all_y);
    } else {
      append(&path, expr_or(exprs, all_x, all_y));
      *condition = x.count <= y.count ? all_x : expr_not(exprs, all_y);
    }
  }
  vec_free(&x);
  vec_free(&y);
  if (*condition != NULL) return path;
  path_condition_release(path);
  return NULL;
}
