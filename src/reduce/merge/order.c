/* Topological order: the states are a heap with the one furthest behind on top.

   While the search of dynamic merging has its way, nobody asks who is furthest behind: then states
   are only listed, and their positions written and sorted when the search is over. Small
   programs are explored before that. */
#include "reduce/merge/merger.h"

static bool is_before(const struct merger *m, const struct state *a, const struct state *b) {
  int order = position_compare(&note_of(m, a)->text, &note_of(m, b)->text);
  return order != 0 ? order < 0 : a->number < b->number;
}

static void set(struct merger *m, uint32_t place, struct state *state) {
  m->order.data[place] = state;
  note_of(m, state)->order_place = place;
}

static void rise(struct merger *m, uint32_t place, struct state *state) {
  while (place > 0 && is_before(m, state, m->order.data[(place - 1) / 2])) {
    set(m, place, m->order.data[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  set(m, place, state);
}

static void sink(struct merger *m, uint32_t place, struct state *state) {
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= m->order.count) break;
    if (child + 1 < m->order.count && is_before(m, m->order.data[child + 1], m->order.data[child]))
      child++;
    if (!is_before(m, m->order.data[child], state)) break;
    set(m, place, m->order.data[child]);
    place = child;
  }
  set(m, place, state);
}

static void restore(struct merger *m, struct state *state) {
  rise(m, note_of(m, state)->order_place, state);
  sink(m, note_of(m, state)->order_place, state);
}

void order_put(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (!note->is_ordered) {
    note->is_ordered = true;
    note->order_place = (uint32_t)m->order.count;
    vec_push(&m->order, state);
  }
  if (!turns_is_search(m)) restore(m, state);
}

void order_renew(struct merger *m) {
  for (size_t i = 0; i < m->order.count; i++) {
    struct note *note = note_of(m, m->order.data[i]);
    position_complete(m->positions, m->order.data[i], &note->rounds);
    note->below.frame = 0;
    position_write(m->positions, m->order.data[i], &note->rounds, &note->text, &note->below);
  }
  for (uint32_t i = (uint32_t)m->order.count / 2; i-- > 0;) sink(m, i, m->order.data[i]);
}

void order_remove(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (!note->is_ordered) return;
  note->is_ordered = false;
  struct state *last = vec_pop(&m->order);
  if (last == state) return;
  set(m, note->order_place, last);
  if (!turns_is_search(m)) restore(m, last);
}
