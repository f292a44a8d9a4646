/* What of a state's call stack is still read: the places of its frames, and their live registers.
   For comparing states where reducers meet them (exec/explore/reducer.h). */
#ifndef EXEC_STATE_LIVE_H
#define EXEC_STATE_LIVE_H

#include "exec/translate/code.h"

#include <stdbool.h>
#include <stdint.h>

struct frame;
struct state;

enum { STATE_POINT_RESULTS = 8 };

/* The point that the top frame is at. */
struct state_point {
  uint32_t ins;   /* of an entry: the block; else the call, or the klee_close_merge */
  bool is_behind; /* the results of the call `ins` are in place; those that are read: */
  uint32_t result_count, results[STATE_POINT_RESULTS];
  struct code_live live; /* without results */
};

/* The point of a state at the entry of a block, or in front of a klee_close_merge. */
struct state_point state_point_of(const struct state *state);
/* The point of a state behind a call (REDUCER_RETURN). False if it cannot be told. */
bool state_point_behind(const struct state *state, struct state_point *point);
/* Whether the register of the top frame is still read. */
bool state_point_reads(const struct state_point *point, uint32_t reg);

/* The instruction of the caller that made the frame, which is not the bottom one. */
uint32_t frame_call_site(const struct frame *frame);
/* Whether the register is still read, and holds its value already: threaded code may have left it
   to those who use it (exec/translate/fold.h), and then it follows from others that are. */
bool code_live_reads(const struct code_live *live, uint32_t reg);

#endif
