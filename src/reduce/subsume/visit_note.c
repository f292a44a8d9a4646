/* Counting visits: in a loop that does not fork, a state would be looked at in every round, with
   the same result each time. */
#include "reduce/subsume/visit_note.h"

#include "exec/explore/reducer.h"
#include "util/alloc.h"

#include <stdlib.h>

struct note {
  uint32_t depth, visits;
};

uint32_t visit_note_count(struct reducer *reducer, struct state *state) {
  struct note **place = (struct note **)reducer_place_of_note(reducer, state);
  if (*place == NULL) *place = alloc_zeroed(sizeof(struct note));
  struct note *note = *place;
  if (note->depth != state->depth) *note = (struct note){.depth = state->depth};
  return ++note->visits;
}

void visit_note_fork(struct reducer *reducer, struct state *state, struct state *sibling) {
  const struct note *note = reducer_note(reducer, state);
  void **place = reducer_place_of_note(reducer, sibling);
  if (note == NULL || *place != NULL) return;
  struct note *copy = *place = alloc_zeroed(sizeof *copy);
  *copy = *note;
}

void visit_note_end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  (void)ending;
  struct note *note = reducer_note(reducer, state);
  if (note == NULL) return;
  free(note);
  *reducer_place_of_note(reducer, state) = NULL;
}
