/* One path condition for two paths. */
#ifndef REDUCE_DISJUNCTION_H
#define REDUCE_DISJUNCTION_H

struct expr;
struct exprs;
struct path_condition;

/* What holds on either path, as a new reference: what both have in common stays, the rests
   become a disjunction. *condition holds on path a and not on path b, and is as short as can
   be seen; NULL, and nothing returned, when the paths do not exclude each other visibly. */
struct path_condition *disjunction_of_paths(struct exprs *exprs, struct path_condition *a,
                                            struct path_condition *b, struct expr **condition);

#endif
