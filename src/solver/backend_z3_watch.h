/* Stops Z3 in the middle of a query when someone wants it to. */
#ifndef SOLVER_BACKEND_Z3_WATCH_H
#define SOLVER_BACKEND_Z3_WATCH_H

#include <stdbool.h>
#include <z3.h>

struct z3_watch;

/* Returns owned; borrows the context. */
struct z3_watch *z3_watch_new(Z3_context context);
/* Between these two Z3 is interrupted soon after *stop has become true. */
void z3_watch_begin(struct z3_watch *watch, const volatile bool *stop);
void z3_watch_end(struct z3_watch *watch);
void z3_watch_free(struct z3_watch *watch);

#endif
