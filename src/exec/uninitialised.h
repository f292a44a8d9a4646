/* Reporting what depends on values that nobody wrote (memory/unwritten.h).

   Such values may be copied, stored, and computed with. An error is what tells them apart: a
   condition, an address, a divisor, a number that leaves the program. And it is one only where the
   outcome is not the same for all values, so that masks, bit-fields and x - x are not. */
#ifndef EXEC_UNINITIALISED_H
#define EXEC_UNINITIALISED_H

#include <stdbool.h>

struct expr;
struct machine;

/* Whether the value is, or may be, made of unwritten ones, and that is of interest. */
bool uninitialised_concerns(const struct machine *machine, const struct expr *e);
/* That the value is the same whatever the unwritten ones are. Inputs for which it is not are an
   error, `what` names the value: "condition". False when machine.event was set. */
bool uninitialised_check(struct machine *machine, struct expr *e, const char *what);
/* An unwritten value of that width, for a result that cannot be computed from `e`, which is one. */
struct expr *uninitialised_result(struct machine *machine, struct expr *e, unsigned width);

#endif
