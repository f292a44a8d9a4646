/* A doubly linked ring in one array. Places are referred to by number, not by pointer: a seat has
   32 bits, and the array may move. */
#include "search/state_line.h"

#include "exec/state.h"
#include "util/fault.h"

#include <stdlib.h>

void state_line_init(struct state_line *line, uint32_t seat) {
  *line = (struct state_line){.seat = seat};
  vec_push(&line->places, ((struct line_place){0}));
}

void state_line_free(struct state_line *line) { vec_free(&line->places); }

static uint32_t take_place(struct state_line *line) {
  uint32_t place = line->free_place;
  if (place != 0) {
    line->free_place = line->places.data[place].after;
    return place;
  }
  REQUIRE(line->places.count < UINT32_MAX);
  vec_push(&line->places, ((struct line_place){0}));
  return (uint32_t)line->places.count - 1;
}

static void link_after(struct state_line *line, uint32_t place, uint32_t other) {
  struct line_place *places = line->places.data;
  places[place].before = other;
  places[place].after = places[other].after;
  places[places[other].after].before = place;
  places[other].after = place;
}

static void unlink_place(struct state_line *line, uint32_t place) {
  struct line_place *places = line->places.data;
  places[places[place].before].after = places[place].after;
  places[places[place].after].before = places[place].before;
}

static uint32_t place_of(const struct state_line *line, const struct state *state) {
  uint32_t place = state->seats[line->seat];
  REQUIRE(place < line->places.count && line->places.data[place].state == state);
  return place;
}

static void add(struct state_line *line, struct state *state, uint32_t other) {
  uint32_t place = take_place(line);
  line->places.data[place].state = state;
  state->seats[line->seat] = place;
  link_after(line, place, other);
}

void state_line_add_after(struct state_line *line, struct state *state, const struct state *other) {
  add(line, state, other == NULL ? 0 : place_of(line, other));
}

void state_line_add_last(struct state_line *line, struct state *state) {
  add(line, state, line->places.data[0].before);
}

void state_line_move_last(struct state_line *line, struct state *state) {
  uint32_t place = place_of(line, state);
  unlink_place(line, place);
  link_after(line, place, line->places.data[0].before);
}

void state_line_remove(struct state_line *line, struct state *state) {
  uint32_t place = place_of(line, state);
  unlink_place(line, place);
  line->places.data[place] = (struct line_place){.after = line->free_place};
  line->free_place = place;
}

struct state *state_line_first(const struct state_line *line) {
  return line->places.data[line->places.data[0].after].state;
}
