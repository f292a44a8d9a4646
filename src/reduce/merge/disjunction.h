/* One path condition for two paths. */
#ifndef REDUCE_MERGE_DISJUNCTION_H
#define REDUCE_MERGE_DISJUNCTION_H

struct expr;
struct exprs;
struct path_condition;

/* The condition that holds on either path, as a new reference: common conjuncts stay, the others
   become a disjunction. *condition holds on path a and not on path b, and is as short as the
   patterns in disjunction.c allow. Returns NULL and sets *condition to NULL if the paths do not
   visibly exclude each other. */
struct path_condition *disjunction_of_paths(struct exprs *exprs, struct path_condition *a,
                                            struct path_condition *b, struct expr **condition);

#endif
