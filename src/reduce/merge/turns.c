/* Who runs next.

   With static merging it is always the state furthest behind, so all states that can meet do.

   With dynamic merging the search has its own way first, as without merging, as long as that covers
   something new and a little longer. Then states run in order for sixteen times as long, and so
   on. So the search decides where to go while it gets somewhere, and what it left behind is
   explored with merging; the states that it has led ahead wait, and are met there.

   The paper (section 4) lets a state catch up if another was at the same place, with the same
   values of hot variables, at most eight blocks ago. That brings states together that are close to
   each other already. But most states that could have met are further apart: each time the search
   follows a state past a join before the others have come there, whatever comes later has to
   execute everything behind the join once more to catch up, with all forks. If the search and
   forwarded states take turns all the time, that multiplies. Here it costs once for each phase of
   the search, of which there are few. */
#include "exec/machine.h"
#include "reduce/merge/merger.h"

/* How much more work states in order may do than those the search picks, or the reverse, while
   static merging takes turns with the search. */
enum { MOST_CREDIT = 1 << 20 };

/* After it began or last covered something new, a phase of the search goes on for the work that the
   options say, and this part of what the search has done in all. With a quarter instead of an
   eighth it covers as much as the search alone, but then link with --sym-args 0 2 2 takes more than
   25 s instead of 1 to 2 with four seeds of seven: the search has left thousands of states at other
   places, which hardly ever meet. */
enum { SEARCH_PART = 8 };

/* The work in order after it, in units of its length. */
enum { ORDERED_PARTS = 16 };

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
static bool seems_endless(const struct merger *m, const struct state *state) {
  return position_is_in_long_loop(&note_of(m, state)->rounds) ||
         position_is_in_long_recursion(m->positions, state);
}

static struct state *pick_static(struct merger *m) {
  if (m->order.count == 0) return NULL;
  balance(m);
  struct state *first = m->order.data[0];
  if (!seems_endless(m, first)) m->balance = 0;
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

static void begin_search(struct merger *m) {
  struct phases *phases = &m->phases;
  phases->is_search = true;
  phases->has_covered = false;
  phases->mark = phases->searched;
  phases->length = 0;
  m->statistics.searches++;
}

static bool goes_on_searching(struct merger *m, uint64_t done) {
  struct phases *phases = &m->phases;
  phases->searched += done;
  phases->length += done;
  if (phases->has_covered) phases->mark = phases->searched;
  phases->has_covered = false;
  uint64_t limit = m->options.search_phase + phases->mark / SEARCH_PART;
  return phases->searched - phases->mark < limit;
}

static struct state *pick_dynamic(struct merger *m) {
  struct phases *phases = &m->phases;
  uint64_t done = account(m) + STOP;
  if (m->order.count == 0) return NULL;
  if (phases->is_search) {
    if (goes_on_searching(m, done)) return NULL;
    phases->is_search = false;
    order_renew(m);
    phases->ordered = 0;
  } else {
    phases->ordered += done;
  }
  struct state *first = m->order.data[0];
  unsigned parts = seems_endless(m, first) ? 1 : ORDERED_PARTS;
  if (phases->ordered >= parts * phases->length) {
    begin_search(m);
    return NULL;
  }
  if (m->order.count > 1) forward(m, first);
  return first;
}

struct state *turns_pick(struct merger *m) {
  switch (m->options.mode) {
  case MERGING_STATIC: return pick_static(m);
  case MERGING_DYNAMIC: return pick_dynamic(m);
  default: return NULL;
  }
}

bool turns_is_search(const struct merger *m) {
  return m->options.mode == MERGING_DYNAMIC && m->phases.is_search;
}

void turns_begin(struct merger *m, struct state *state) {
  m->work = machine_work(m->machine);
  if (turns_is_search(m)) turns_stop_forward(m, state, FORWARD_PICKED);
}
