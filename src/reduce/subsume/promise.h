/* Promises: formulas over the arguments and the result of a function that may always hold. */
#ifndef REDUCE_SUBSUME_PROMISE_H
#define REDUCE_SUBSUME_PROMISE_H

#include "reduce/subsume/contract.h"

struct call_graph;
struct expr;
struct machine;
struct names;
struct state;

/* What the function, which the state has entered, returns for constant arguments; NULL: unknown. */
typedef struct expr *promise_compute(void *context, struct state *entry, const expr_list *args);

/* Makes up promises of the contract that hold for some arguments, by which it is tried. Whether
   they always hold is left to the caller. */
void promises_guess(struct machine *machine, const struct names *names, struct contract *contract,
                    const struct call_graph *graph, promise_compute *compute, void *context,
                    struct state *entry);

#endif
