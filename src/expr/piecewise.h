/* Piecewise constant expressions: one of several constants, depending on conditions. */
#ifndef EXPR_PIECEWISE_H
#define EXPR_PIECEWISE_H

#include <stdbool.h>

struct expr;

/* Whether e depends on inputs only through conditions: true of values that were concrete on each of
   several paths before these were merged. False if the expression has too many nodes to examine. */
bool expr_is_piecewise_constant(struct expr *e);
/* A maximal part of at most 64 bits that is piecewise constant and not constant; NULL if none is
   found. Parts of conditions do not count. */
struct expr *expr_find_piecewise_constant(struct expr *e);
/* A maximal part of at most 64 bits that is an ite, possibly e itself; NULL if none is found. Parts
   of conditions do not count. */
struct expr *expr_find_ite(struct expr *e);

#endif
