/* The distance from a place to code that no path has executed yet. */
#ifndef SEARCH_DISTANCE_H
#define SEARCH_DISTANCE_H

#include <stdint.h>

struct coverage;
struct distance;
struct ir_program;
struct state;

#define DISTANCE_NONE UINT32_MAX

/* Returns owned; borrows both. Nothing is computed before the first query. */
struct distance *distance_new(const struct ir_program *program, const struct coverage *coverage);
void distance_free(struct distance *distance);

/* The least number of instructions up to and including one that is not covered: 1 if it is the
   next. Branches may go either way, and calls may return. DISTANCE_NONE: no such instruction can be
   reached. */
uint32_t distance_of_state(struct distance *distance, const struct state *state);
/* The same from an instruction of a function, without returning from the function. */
uint32_t distance_of_place(struct distance *distance, uint32_t func, uint32_t ins);

#endif
