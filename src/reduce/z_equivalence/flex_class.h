/* Operators by what flexible operands do to their result (section 3.3, Definitions 3 to 5). */
#ifndef REDUCE_Z_EQUIVALENCE_FLEX_CLASS_H
#define REDUCE_Z_EQUIVALENCE_FLEX_CLASS_H

#include <stdbool.h>

struct expr;

/* Whether the node can have any value by choosing its flexible operands, whatever the others are.
   `is_flexible` is per child. */
bool flex_frees(const struct expr *e, const bool *is_flexible);
/* Whether it is a number that may be the address of an object, or such an address moved by an
   offset. */
bool flex_may_be_address(const struct expr *e);

#endif
