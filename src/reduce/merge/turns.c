/* Who runs next.

   With static merging it is always the state furthest behind, so all states that can meet do.
   With dynamic merging the search picks a state, and then the section of that state has a turn: the
   furthest behind of the section run, until the turn is over and the search picks again. So the
   search decides where to go, and states that are behind catch up with the one it picked, and are
   merged with it, before it goes on (section 4 of the paper).

   The paper lets states catch up if another was at the same place, with the same values of hot
   variables, at most eight blocks ago. That brings states together that are close to each other
   already. But most states that could have met are further apart: each time the search follows a
   state past a join before the others have come there, whatever comes later has to execute
   everything behind the join once more to catch up, which takes long enough for others to go ahead.
   Here nothing goes ahead as long as waiting is cheap.

   What is behind may need very long, or forever, as in a loop. If the states furthest behind have
   come no nearer to one that the search asks for, in turns that took longer than the patience,
   the section is split in front of that state (order.c). If nothing new is covered until
   the next time, the patience doubles: where the search goes ahead in vain, it may do so more and
   more seldom. */
#include "exec/machine.h"
#include "reduce/merge/merger.h"

/* How much more work states in order may do than those the search picks, or the reverse, while
   static merging takes turns with the search. */
enum { MOST_CREDIT = 1 << 20 };

/* The work of a turn. The search picks a state at the start of each, which then goes ahead of the
   others by a block or two; in much shorter turns that would make many of them miss it. */
enum { TURN = 1 << 18 };

/* The work of stopping at a join, which no one else counts. */
enum { STOP = 1 << 9 };

void turns_count(struct merger *m) {
  uint64_t work = machine_work(m->machine);
  m->done += work - m->work;
  m->work = work;
}

/* The work since the last call. */
static uint64_t account(struct merger *m) {
  uint64_t done = m->done;
  m->done = 0;
  return done;
}

static void balance(struct merger *m) {
  int64_t done = (int64_t)account(m);
  m->balance += m->is_in_order ? -done : done;
  if (m->balance > MOST_CREDIT) m->balance = MOST_CREDIT;
  if (m->balance < -MOST_CREDIT) m->balance = -MOST_CREDIT;
}

/* In an infinite loop or recursion the state furthest behind is always one inside it, and the
   others would never run; so after some rounds or levels the search gets half of the work. */
static struct state *pick_static(struct merger *m) {
  const struct section *all = m->sections.data[0];
  if (all->heap.count == 0) return NULL;
  balance(m);
  struct state *first = all->heap.data[0];
  if (!position_is_in_long_loop(&note_of(m, first)->rounds) &&
      !position_is_in_long_recursion(m->positions, first))
    m->balance = 0;
  m->is_in_order = m->balance >= 0;
  return m->is_in_order ? first : NULL;
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

static struct state *pick_dynamic(struct merger *m) {
  uint64_t done = account(m) + STOP;
  struct section *section = m->current;
  m->turn += done;
  if (section != NULL) section->spent += done;
  if (section != NULL && section->heap.count > 0 && m->turn < TURN) {
    struct state *state = section->heap.data[0];
    order_track(m, section);
    if (section->heap.count > 1) forward(m, state);
    return state;
  }
  m->current = NULL;
  m->asks_search = true;
  return NULL;
}

struct state *turns_pick(struct merger *m) {
  switch (m->options.mode) {
  case MERGING_STATIC: return pick_static(m);
  case MERGING_DYNAMIC: return pick_dynamic(m);
  default: return NULL;
  }
}

void turns_begin(struct merger *m, struct state *state) {
  m->work = machine_work(m->machine);
  if (!m->asks_search) return;
  m->asks_search = false;
  struct section *section = note_of(m, state)->section;
  if (section == NULL) return;
  turns_stop_forward(m, state, FORWARD_PICKED);
  order_track(m, section);
  if (order_stuck(m, state) >= m->patience && order_split(m, state)) {
    m->patience = m->has_covered ? m->options.patience : 2 * m->patience;
    m->has_covered = false;
    m->statistics.splits++;
  }
  m->current = note_of(m, state)->section;
  m->turn = 0;
}
