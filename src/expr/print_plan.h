/* What to name and in which order, when expressions are printed; private to src/expr. */
#ifndef EXPR_PRINT_PLAN_H
#define EXPR_PRINT_PLAN_H

#include "expr/id_map.h"
#include "expr/node.h"

struct print_node {
  struct expr *e;
  uint32_t uses;
  uint32_t name; /* from 1 on; 0: printed in place */
};

struct print_plan {
  struct id_map place;          /* id to number in nodes */
  VEC(struct print_node) nodes; /* children before parents */
};

/* Visits all that the roots reach, or as many nodes as the limit says (0: no limit). */
void print_plan_make(struct print_plan *plan, struct expr *const *roots, size_t count,
                     size_t limit);
void print_plan_free(struct print_plan *plan);
/* NULL for what lies beyond the limit. */
const struct print_node *print_plan_find(const struct print_plan *plan, const struct expr *e);

/* Something still to be printed; a stack of them, filled in reverse, takes the place of
   recursion. */
struct print_item {
  struct expr *e;
  const char *text; /* in place of e, or NULL; not owned */
};

#endif
