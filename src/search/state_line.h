/* A list of states in which a state's seat is its place, so that inserting next to another and
   removing take constant time. */
#ifndef SEARCH_STATE_LINE_H
#define SEARCH_STATE_LINE_H

#include "util/alloc.h"

#include <stdint.h>

struct state;

struct line_place {
  struct state *state;
  uint32_t before, after; /* places; a free place is linked by `after` */
};

/* Place 0 is both ends of the list: it is a ring. */
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
/* NULL if the list is empty. */
struct state *state_line_first(const struct state_line *line);

#endif
