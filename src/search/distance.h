/* How far it is from a place to code that no path has executed yet. */
#ifndef SEARCH_DISTANCE_H
#define SEARCH_DISTANCE_H

#include <stdint.h>

struct coverage;
struct distance;
struct ir_program;
struct state;

#define DISTANCE_NONE UINT32_MAX

/* Returns owned; borrows both. Nothing is worked out before the first question. */
struct distance *distance_new(const struct ir_program *program, const struct coverage *coverage);
void distance_free(struct distance *distance);

/* The least number of instructions to execute until one is executed that is not covered,
   that one counted: 1 if it is the next. Any branch may go any way, and any call may
   return. DISTANCE_NONE: no such instruction can be reached. */
uint32_t distance_of_state(struct distance *distance, const struct state *state);
/* The same from an instruction of a function on, without returning from the function. */
uint32_t distance_of_place(struct distance *distance, uint32_t func, uint32_t ins);

#endif
