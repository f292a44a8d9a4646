/* Values, objects and effects of code that is not there. */
#ifndef EXEC_BUILTIN_UNKNOWN_H
#define EXEC_BUILTIN_UNKNOWN_H

#include <stdbool.h>

struct expr;
struct ir_call;
struct machine;
struct value;

/* Decides an unknown pointer that the address is computed from, if there is one. False if
   machine.event was set. */
bool unknown_resolve(struct machine *machine, struct expr *address);
/* A call of a function without a definition. False if machine.event was set. */
bool unknown_call(struct machine *machine, const struct ir_call *call, const char *name);
/* A value of at most 128 bits about which nothing is known; is_object: as a pointer it is not
   null. */
struct value unknown_value(struct machine *machine, const char *name, bool is_object,
                           unsigned width);

#endif
