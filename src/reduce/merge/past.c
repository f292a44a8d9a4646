/* The memory of dynamic merging (section 4 of the paper, algorithm 2): every state remembers the
   hashes of its hot variables at the last few blocks. A state that is where another was runs
   before all others, until it has caught up or has taken a different path. */
#include "exec/machine.h"
#include "reduce/merge/merger.h"

/* How many of the states that were at the same place are checked. */
enum { MOST_LEADERS = 32 };

/* How much more work the forwarded states may do than those the search picks, or the reverse. */
enum { MOST_CREDIT = 1 << 20 };

void visit_link(struct word_map *map, struct visit *visit) {
  uint64_t *first = word_map_place(map, visit->hash);
  visit->before = NULL;
  visit->after = (struct visit *)(uintptr_t)*first;
  if (visit->after) visit->after->before = visit;
  *first = (uint64_t)(uintptr_t)visit;
}

void visit_unlink(struct word_map *map, struct visit *visit) {
  if (visit->after) visit->after->before = visit->before;
  if (visit->before)
    visit->before->after = visit->after;
  else if (visit->after)
    *word_map_place(map, visit->hash) = (uint64_t)(uintptr_t)visit->after;
  else
    word_map_remove(map, visit->hash);
}

struct visit *visit_first(const struct word_map *map, uint64_t hash) {
  const uint64_t *first = word_map_find(map, hash);
  return first ? (struct visit *)(uintptr_t)*first : NULL;
}

void past_add(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (m->options.mode != MERGING_DYNAMIC || m->options.delta == 0) return;
  struct visit *visit = &note->past[note->past_at];
  if (note->past_count == m->options.delta)
    visit_unlink(&m->past, visit);
  else
    note->past_count++;
  *visit = (struct visit){.hash = note->hash, .state = state};
  visit_link(&m->past, visit);
  note->past_at = (note->past_at + 1) % m->options.delta;
}

void past_copy(struct merger *m, const struct state *state, struct state *sibling) {
  const struct note *note = note_of(m, state);
  struct note *copy = note_of(m, sibling);
  copy->past_count = note->past_count;
  copy->past_at = note->past_at;
  for (uint32_t i = 0; i < note->past_count; i++) {
    copy->past[i] = (struct visit){.hash = note->past[i].hash, .state = sibling};
    visit_link(&m->past, &copy->past[i]);
  }
}

void past_remove(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  for (uint32_t i = 0; i < note->past_count; i++) visit_unlink(&m->past, &note->past[i]);
  past_stop_forward(m, state, FORWARD_ENDED);
}

bool past_is_behind_another(const struct merger *m, const struct state *state) {
  const struct note *note = note_of(m, state);
  const struct visit *visit = visit_first(&m->past, note->hash);
  for (unsigned i = 0; visit != NULL && i < MOST_LEADERS; i++, visit = visit->after)
    if (visit->state != state && position_compare(&note->text, &note_of(m, visit->state)->text) < 0)
      return true;
  return false;
}

void past_forward(struct merger *m, struct state *state, const struct state *parent) {
  struct note *note = note_of(m, state);
  if (note->is_forwarded) return;
  note->is_forwarded = true;
  m->statistics.forwarded++;
  if (m->meetings != NULL) meetings_forward(m->meetings, state, parent);
  order_add(m, state);
}

void past_stop_forward(struct merger *m, struct state *state, enum forward_end end) {
  struct note *note = note_of(m, state);
  if (!note->is_forwarded) return;
  note->is_forwarded = false;
  if (m->meetings != NULL) meetings_stop_forward(m->meetings, state, end);
  order_remove(m, state);
}

/* Charges the work since the last call to the running state: subtracted from the balance if it
   was forwarded, added if the search picked it. */
static void account(struct merger *m) {
  uint64_t work = machine_work(m->machine);
  int64_t done = (int64_t)(work - m->work);
  m->work = work;
  m->balance += m->has_forwarded ? -done : done;
  if (m->balance > MOST_CREDIT) m->balance = MOST_CREDIT;
  if (m->balance < -MOST_CREDIT) m->balance = -MOST_CREDIT;
}

/* With static merging the state furthest behind runs. In an infinite loop or recursion that is
   always a state inside it, and the others would never run; so after some rounds or levels the
   search gets half of the work. */
struct state *past_pick_in_order(struct merger *m) {
  if (m->heap.count == 0) return NULL;
  account(m);
  const struct state *first = m->heap.data[0];
  if (!position_is_in_long_loop(&note_of(m, first)->rounds) &&
      !position_is_in_long_recursion(m->positions, first))
    m->balance = 0;
  m->has_forwarded = m->balance >= 0;
  return m->has_forwarded ? m->heap.data[0] : NULL;
}

/* Without forwarding, only the search can bring states together, so it picks at each block. */
bool past_wants_turn(struct merger *m, const struct state *state) {
  if (m->options.delta == 0) return true;
  account(m);
  if (m->has_forwarded && !note_of(m, state)->is_forwarded)
    return true; /* it has caught up or
                    taken a different
                    path */
  return m->heap.count > 0 && m->balance >= 0;
}

/* The forwarded state furthest behind, or NULL if the forwarded ones have had their share and it
   is the search's turn. */
struct state *past_pick(struct merger *m) {
  account(m);
  m->has_forwarded = false;
  if (m->balance < 0) return NULL;
  while (m->heap.count > 0 && !past_is_behind_another(m, m->heap.data[0]))
    past_stop_forward(m, m->heap.data[0], FORWARD_OUTRUN);
  m->has_forwarded = m->heap.count > 0;
  return m->has_forwarded ? m->heap.data[0] : NULL;
}
