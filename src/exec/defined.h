/* Where a value is computed without unwritten bytes. */
#ifndef EXEC_DEFINED_H
#define EXEC_DEFINED_H

struct expr;
struct machine;

/* `value` has no unwritten bytes, and is the value that was asked for wherever the condition holds,
   whatever the unwritten bytes are. The condition has none either; it may be false where the value
   does not depend on them, as in x - x. */
struct defined {
  struct expr *condition, *value;
};
struct defined defined_find(struct machine *machine, struct expr *e);

#endif
