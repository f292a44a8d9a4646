/* States in a line: a list in which a state's seat is its place, so that going in next to
   another and leaving take constant time. */
#ifndef SEARCH_STATE_LINE_H
#define SEARCH_STATE_LINE_H

#include "util/alloc.h"

#include <stdint.h>

struct state;

struct line_place {
  struct state *state;
  uint32_t before, after; /* places; a free place is linked by `after` */
};

/* Place 0 is where the line begins and ends: it is a ring. */
struct state_line {
  VEC(struct line_place) places;
  uint32_t free_place; /* 0: none */
  uint32_t seat;
};

void state_line_init(struct state_line *line, uint32_t seat);
void state_line_free(struct state_line *line);
/* NULL for `other`: at the front. */
void state_line_add_after(struct state_line *line, struct state *state, const struct state *other);
void state_line_add_last(struct state_line *line, struct state *state);
void state_line_move_last(struct state_line *line, struct state *state);
void state_line_remove(struct state_line *line, struct state *state);
/* NULL when the line is empty. */
struct state *state_line_first(const struct state_line *line);

#endif
