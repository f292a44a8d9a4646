/* Simplifies an expression under a path condition: without search, only by equalities, bounds and
   relations that the conjuncts state, propagated through the operators. */
#ifndef SOLVER_REWRITER_H
#define SOLVER_REWRITER_H

#include "expr/expr.h"

struct path_condition;
struct rewriter;

/* Returns owned. Borrows exprs. Between calls it refers to no expression. */
struct rewriter *rewriter_new(struct exprs *exprs);
void rewriter_free(struct rewriter *rewriter);
/* The expression as it is on that path; itself if no relevant fact is known, or if it is too large.
   The cost depends on the size of the expression, not of the path. */
struct expr *rewriter_rewrite(struct rewriter *rewriter, struct path_condition *path,
                              struct expr *e);
/* Bounds of the expression (width <= 64, not an array) on that path. */
struct expr_range rewriter_range(struct rewriter *rewriter, struct path_condition *path,
                                 struct expr *e);
/* The positions of the path's conjuncts that the last result depends on, ascending; valid until the
   next call. */
const uint32_t *rewriter_origins(struct rewriter *rewriter, size_t *count);

#endif
