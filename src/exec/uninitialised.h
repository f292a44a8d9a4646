/* Reporting what depends on unwritten values (memory/unwritten.h).

   Such values may be copied, stored, and computed with. Using one where it matters is an error:
   in a condition, as an address, as a divisor, as a number that leaves the program. And it is an
   error only if the outcome is not the same for all values, so masks, bit-fields and x - x are
   not. */
#ifndef EXEC_UNINITIALISED_H
#define EXEC_UNINITIALISED_H

#include <stdbool.h>
#include <stddef.h>

struct expr;
struct machine;

/* Whether the value may depend on unwritten ones, and such errors are checked. */
bool uninitialised_concerns(const struct machine *machine, const struct expr *e);
/* Checks that the value is the same for all values of the unwritten ones. Inputs for which it is
   not are an error; `what` names the value: "condition". False if machine.event was set; otherwise
   *e becomes the same value without unwritten ones. */
bool uninitialised_check(struct machine *machine, struct expr **e, const char *what);
/* Whether the value is computed without unwritten ones on all of the path; then *e is the same
   value without them. False also where it does not depend on them although they are used. */
bool uninitialised_is_defined(struct machine *machine, struct expr **e);
/* The same for all of a list, with one question; the values stay as they are. */
bool uninitialised_are_defined(struct machine *machine, struct expr *const *list, size_t count);
/* An unwritten value of that width, for a result that cannot be computed from `e`, which is
   unwritten. */
struct expr *uninitialised_result(struct machine *machine, struct expr *e, unsigned width);

#endif
