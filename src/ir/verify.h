/* The checker of the IR's invariants (see ir.h), run after each front end and
   between passes in debug builds. */
#ifndef IR_VERIFY_H
#define IR_VERIFY_H

#include <stdbool.h>

struct buffer;
struct ir_func;
struct ir_program;

/* False, with one line about the first violation appended to why. Safe on any content of the
   tables; only their counts must be right. */
bool ir_verify_func(const struct ir_program *program, const struct ir_func *func,
                    struct buffer *why);
/* All functions and globals, and the tables they share. */
bool ir_verify_program(const struct ir_program *program, struct buffer *why);

#endif
