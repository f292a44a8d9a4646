/* Whether an allocation fails that could succeed (--malloc-fails). */
#ifndef EXEC_BUILTIN_FAIL_H
#define EXEC_BUILTIN_FAIL_H

#include <stdbool.h>

struct machine;

/* To be asked last before the allocation, and only if it would succeed. False when machine.event
   was set. */
bool builtin_decide_failure(struct machine *machine, bool *fails);

#endif
