/* Closed forms against the iterations that they stand for; for builds with assertions, and tests.
 */
#ifndef REDUCE_LOOP_SUMMARY_VALIDATE_H
#define REDUCE_LOOP_SUMMARY_VALIDATE_H

#include "reduce/loop_summary/closed_form.h"

/* Whether the ends of a summarised path are right from some random values of the cells. */
bool validate_path(struct exprs *exprs, const struct names *names, const struct shape *shape,
                   const struct loop_path *path);

/* The same from these constants. */
bool validate_from(struct exprs *exprs, const struct names *names, const struct shape *shape,
                   const struct loop_path *path, const expr_list *now);

#endif
