/* Expressions as text. Parts that are used more than once, or lie deep, get a name. */
#ifndef EXPR_PRINT_H
#define EXPR_PRINT_H

#include <stddef.h>

struct buffer;
struct expr;
struct exprs;

/* For people: definitions `e1 = ...`, one a line, then the expression itself, without a
   line break at the end. Beyond so many nodes (0: no limit) parts are shown as `...`. */
void expr_print(const struct exprs *exprs, struct expr *e, size_t max_nodes, struct buffer *out);

/* SMT-LIB 2: one term, with let. Arrays are named |NAME.NUMBER|; width 1 is
   (_ BitVec 1). The term speaks of declared arrays only: the content of constant tables
   and the zeros beyond an array's end are not in it. */
void expr_print_smt(const struct exprs *exprs, struct expr *e, struct buffer *out);

/* SMT-LIB 2: a whole script that asks whether all conjuncts (width 1) can hold at once,
   complete with declarations, constant tables and check-sat. */
void expr_print_smt_query(const struct exprs *exprs, struct expr *const *conjuncts, size_t count,
                          struct buffer *out);

#endif
