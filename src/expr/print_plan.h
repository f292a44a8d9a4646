/* Which parts of printed expressions get names, and in which order; private to src/expr. */
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

/* Visits everything reachable from the roots, up to the limit (0: no limit). */
void print_plan_make(struct print_plan *plan, struct expr *const *roots, size_t count,
                     size_t limit);
void print_plan_free(struct print_plan *plan);
/* NULL beyond the limit. */
const struct print_node *print_plan_find(const struct print_plan *plan, const struct expr *e);

/* Something still to be printed; a stack of these, filled in reverse, replaces recursion. */
struct print_item {
  struct expr *e;
  const char *text; /* printed instead of e, or NULL; not owned */
};

#endif
