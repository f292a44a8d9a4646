/* Who runs next: the state furthest behind, so that all states that can meet do.

   Dynamic merging (section 4 of the paper) is the same, in an exploration that takes turns with a
   search that follows single paths (exec/explore/phases.h). The paper has one set of states: the
   search picks, and a state catches up with another that was at the same place, with the same
   values of hot variables, at most eight blocks ago. That was tried, and so were phases of the
   search and of this order on one set of states. But each time the search follows a state past a
   join before the others have come there, whatever comes later executes everything behind the join
   once more. And what it leaves are pieces that do not fit: where some of the paths to a join have
   ended already, the disjunction of the others does not become simple again. With two sets of
   states, what the search has done is done twice, but that is little next to what is merged. */
#include "exec/machine.h"
#include "reduce/merge/merger.h"

/* How much more work states in order may do than those the search picks, or the reverse, while
   they take turns. */
enum { MOST_CREDIT = 1 << 20 };

static void balance(struct merger *m) {
  uint64_t all = m->order.data[0]->exploration->total_work;
  int64_t done = (int64_t)(all - m->accounted);
  m->accounted = all;
  m->balance += m->is_in_order ? -done : done;
  if (m->balance > MOST_CREDIT) m->balance = MOST_CREDIT;
  if (m->balance < -MOST_CREDIT) m->balance = -MOST_CREDIT;
}

/* In an infinite loop or recursion the state furthest behind is always one inside it, and the
   others would never run; so after some rounds or levels the search gets half of the work. */
static bool seems_endless(const struct merger *m, const struct state *state) {
  return position_is_in_long_loop(&note_of(m, state)->rounds) ||
         position_is_in_long_recursion(m->positions, state);
}

static void forward(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (note->is_forwarded) return;
  note->is_forwarded = true;
  m->statistics.forwarded++;
  if (m->meetings != NULL) meetings_forward(m->meetings, state);
}

void turns_stop_forward(struct merger *m, struct state *state, enum forward_end end) {
  struct note *note = note_of(m, state);
  if (!note->is_forwarded) return;
  note->is_forwarded = false;
  if (end == FORWARD_MERGED) m->statistics.caught_up++;
  if (m->meetings != NULL) meetings_stop_forward(m->meetings, state, end);
}

struct state *turns_pick(struct merger *m) {
  if (m->options.mode != MERGING_STATIC && m->options.mode != MERGING_DYNAMIC) return NULL;
  if (m->order.count == 0) return NULL;
  balance(m);
  struct state *first = m->order.data[0];
  if (!seems_endless(m, first)) m->balance = 0;
  m->is_in_order = m->balance >= 0;
  if (!m->is_in_order) return NULL;
  if (m->options.mode == MERGING_DYNAMIC && m->order.count > 1) forward(m, first);
  return first;
}

void turns_begin(struct merger *m, struct state *state) {
  if (!m->is_in_order) turns_stop_forward(m, state, FORWARD_PICKED);
}
