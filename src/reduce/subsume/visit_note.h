/* How often a state has been looked at since it last forked: what the reducers here note of it. */
#ifndef REDUCE_SUBSUME_VISIT_NOTE_H
#define REDUCE_SUBSUME_VISIT_NOTE_H

#include <stdint.h>

struct reducer;
struct state;
struct state_end;

/* Counts one more, and returns how many there were. */
uint32_t visit_note_count(struct reducer *reducer, struct state *state);
/* Members of the reducer's class. */
void visit_note_fork(struct reducer *reducer, struct state *state, struct state *sibling);
void visit_note_end(struct reducer *reducer, struct state *state, const struct state_end *ending);

#endif
