/* Where a state is in the unrolled program, as a text that sorts in topological order: for
   every frame from the bottom, the loops it is in with the number of the round, then the
   block and, below the top, the call. */
#ifndef REDUCE_POSITION_H
#define REDUCE_POSITION_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct state;

/* A loop that a frame is in. */
struct position_round {
  uint64_t frame; /* its serial */
  uint32_t header;
  uint32_t round;
  uint32_t forking_rounds; /* rounds in which the path has forked */
  uint32_t depth;          /* forks before this round */
};

/* What a state remembers of its loops, oldest first. */
typedef VEC(struct position_round) position_rounds;
/* Numbers to be compared one by one. */
typedef VEC(uint32_t) position_text;

struct positions; /* the loops of all functions, worked out when needed */

struct positions *positions_new(struct machine *machine);
void positions_free(struct positions *positions);

/* The state has come to the entry of a block. */
void position_enter(struct positions *positions, const struct state *state,
                    position_rounds *rounds);
/* Fills the text with where the state is. */
void position_write(struct positions *positions, const struct state *state,
                    const position_rounds *rounds, position_text *text);
/* Whether one of the loops may have no end: it has gone round very often, or often, and each time
   forked. */
bool position_is_in_long_loop(const position_rounds *rounds);
/* The same of a recursion: the deepest level is always furthest behind, and the way out never
 * comes. */
bool position_is_in_long_recursion(struct positions *positions, const struct state *state);
int position_compare(const position_text *a, const position_text *b);

#endif
