/* Code that no path can come to, since variables that decide about it are never written. */
#ifndef REDUCE_REDUNDANT_DEAD_CODE_H
#define REDUCE_REDUNDANT_DEAD_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct dead_code;
struct machine;
struct mod_ref;
struct points_to;
struct state;

/* All borrowed. */
struct dead_code_setup {
  struct machine *machine;
  struct state *state; /* any: what is read of its memory is the same in all */
  const struct points_to *points;
  const struct mod_ref *mod_ref;
};

/* Returns owned; keeps nothing of the setup. */
struct dead_code *dead_code_new(const struct dead_code_setup *setup);
void dead_code_free(struct dead_code *dead);

/* By their numbers in the function. */
bool dead_code_has_edge(const struct dead_code *dead, uint32_t func, uint32_t edge);
bool dead_code_has_block(const struct dead_code *dead, uint32_t func, uint32_t block);
/* The number of dead blocks. */
uint64_t dead_code_count(const struct dead_code *dead);

#endif
