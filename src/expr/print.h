/* Expressions as text. Parts that are used more than once, or nested deeply, get a name. */
#ifndef EXPR_PRINT_H
#define EXPR_PRINT_H

#include <stddef.h>

struct buffer;
struct expr;
struct exprs;

/* Readable form: definitions `e1 = ...`, one per line, then the expression itself, without a line
   break at the end. Beyond max_nodes (0: no limit) parts are shown as `...`. */
void expr_print(const struct exprs *exprs, struct expr *e, size_t max_nodes, struct buffer *out);

/* SMT-LIB 2: one term, with let. Arrays are named |NAME.NUMBER|; width 1 is (_ BitVec 1). The term
   refers to declared arrays only: it does not define the content of constant tables or the zeros
   beyond an array's end. Floating-point operations are functions like fadd.64 on bit-vectors, which
   expr_print_smt_query defines. */
void expr_print_smt(const struct exprs *exprs, struct expr *e, struct buffer *out);

/* SMT-LIB 2: a complete script that asks whether all conjuncts (width 1) are satisfiable together,
   with declarations, constant tables and check-sat. */
void expr_print_smt_query(const struct exprs *exprs, struct expr *const *conjuncts, size_t count,
                          struct buffer *out);

#endif
