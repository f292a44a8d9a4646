/* Expressions that choose among constants. */
#ifndef EXPR_SELECTION_H
#define EXPR_SELECTION_H

#include <stdbool.h>

struct expr;

/* Whether inputs have a say only in truth values that e is made of: so it is with values that
   were concrete on each of several paths before these were merged. An expression of too many
   nodes to look at counts as none. */
bool expr_is_selection(struct expr *e);
/* A part of at most 64 bits that is one, no constant, and in none; NULL if there is none to be
   found. Parts that conditions are made of do not count. */
struct expr *expr_find_selection(struct expr *e);
/* A part of at most 64 bits that is an ite, in none, e itself included; NULL if there is none to be
   found. The same parts do not count. */
struct expr *expr_find_ite(struct expr *e);

#endif
