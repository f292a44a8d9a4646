/* Where a state is in the unrolled program, as a sequence of numbers that sorts in topological
   order: for every frame from the bottom, the loops it is in with their round, then the block
   and, below the top frame, the call. */
#ifndef REDUCE_MERGE_POSITION_H
#define REDUCE_MERGE_POSITION_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct state;

/* A loop that a frame is in. */
struct position_round {
  uint64_t frame; /* its serial number */
  uint32_t header;
  uint32_t round;
  uint32_t forking_rounds; /* rounds in which the path has forked */
  uint32_t depth;          /* forks before this round */
};

/* The loops a state is in, oldest first. */
typedef VEC(struct position_round) position_rounds;
/* Numbers to be compared lexicographically. */
typedef VEC(uint32_t) position_text;
/* How much of a text is about frames below the top one: that stays as long as the top frame is the
   same and no loops were added (position_complete). */
struct position_below {
  uint64_t frame; /* serial number of the top frame + 1; 0: nothing is known */
  size_t text, rounds;
};

struct positions; /* the loops of all functions, computed on demand */

struct positions *positions_new(struct machine *machine);
void positions_free(struct positions *positions);

/* The state has reached the entry of a block. */
void position_enter(struct positions *positions, const struct state *state,
                    position_rounds *rounds);
/* The state is about to have company: adds the loops that it has entered since it was last stopped
   at the entry of a block, and removes those that it has left. */
void position_complete(struct positions *positions, const struct state *state,
                       position_rounds *rounds);
/* Writes the position of the state to the text, of which *below is known from the last time. */
void position_write(struct positions *positions, const struct state *state,
                    const position_rounds *rounds, position_text *text,
                    struct position_below *below);
/* Whether one of the loops may be infinite: it has had very many rounds, or many that forked. */
bool position_is_in_long_loop(const position_rounds *rounds);
/* The same for recursion: the deepest level is always furthest behind, so that without a limit
   the calls would never return. */
bool position_is_in_long_recursion(struct positions *positions, const struct state *state);
int position_compare(const position_text *a, const position_text *b);

#endif
