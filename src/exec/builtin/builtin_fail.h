/* Whether an allocation that could succeed fails (--malloc-fails). */
#ifndef EXEC_BUILTIN_BUILTIN_FAIL_H
#define EXEC_BUILTIN_BUILTIN_FAIL_H

#include <stdbool.h>

struct machine;

/* Call this last before the allocation, and only if it would succeed. False if machine.event was
   set. */
bool builtin_decide_failure(struct machine *machine, bool *fails);

#endif
