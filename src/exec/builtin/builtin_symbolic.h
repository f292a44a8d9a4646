/* Making symbolic inputs and querying them, for the intrinsics of all dialects. */
#ifndef EXEC_BUILTIN_BUILTIN_SYMBOLIC_H
#define EXEC_BUILTIN_BUILTIN_SYMBOLIC_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct machine;
struct value;

/* A fresh symbolic value of 1 to 16 bytes. */
struct expr *builtin_fresh(struct machine *machine, const char *name, unsigned size);
/* Makes memory symbolic; false if machine.event was set. */
bool builtin_make_symbolic(struct machine *machine, uint64_t address, uint64_t size,
                           const char *name);
/* The block given by a pointer and a length, as numbers; false if machine.event was set. */
bool builtin_resolve_block(struct machine *machine, const struct value *pointer,
                           const struct value *length, uint64_t *address, uint64_t *size);
/* The condition that an argument is not zero. */
struct expr *builtin_is_true(struct machine *machine, const struct value *value);

#endif
