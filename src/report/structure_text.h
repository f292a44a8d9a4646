/* The unknown objects that a path has looked into, as C initialisers. */
#ifndef REPORT_STRUCTURE_TEXT_H
#define REPORT_STRUCTURE_TEXT_H

#include <stdbool.h>

struct buffer;
struct ir_program;
struct state;

/* Whether the path rests on assumptions about what nobody has defined. */
bool structure_is_assumed(const struct state *state);
/* That it does, and these objects under the state's witness, in lines; nothing if it does not. */
void structure_add(const struct ir_program *program, const struct state *state, const char *indent,
                   struct buffer *out);

#endif
