/* Values, objects and effects of code that is not there. */
#ifndef EXEC_BUILTIN_UNKNOWN_H
#define EXEC_BUILTIN_UNKNOWN_H

#include "exec/external.h"

#include <stdbool.h>

struct expr;
struct ir_call;
struct machine;
struct object;
struct value;

/* Decides an unknown pointer that the address is computed from, if there is one. False if
   machine.event was set. */
bool unknown_resolve(struct machine *machine, struct expr *address);
/* Whether the address is computed from a pointer of undefined code. */
bool unknown_has_pointer(struct machine *machine, struct expr *address);
/* A variable without a definition is accessed: it gets unknown content, and the running instruction
   starts over; machine.event is set. False if that is an error. */
bool unknown_define(struct machine *machine, struct object *variable);
/* A call of a function without a definition. False if machine.event was set. */
bool unknown_call(struct machine *machine, const struct ir_call *call, const char *name);
/* A value of at most 128 bits about which no more is known than that. */
struct value unknown_value(struct machine *machine, const char *name, enum external_result result,
                           unsigned width);

#endif
