/* Topological order: a heap of states with the one furthest behind on top. For static merging it
   holds all states, for dynamic merging those that can catch up with another. */
#include "reduce/merge/merger.h"

bool merger_is_before(const struct merger *m, const struct state *a, const struct state *b) {
  int order = position_compare(&note_of(m, a)->text, &note_of(m, b)->text);
  return order != 0 ? order < 0 : a->number < b->number;
}

static void set(struct merger *m, uint32_t place, struct state *state) {
  m->heap.data[place] = state;
  note_of(m, state)->heap_place = place;
}

static void rise(struct merger *m, uint32_t place, struct state *state) {
  while (place > 0 && merger_is_before(m, state, m->heap.data[(place - 1) / 2])) {
    set(m, place, m->heap.data[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  set(m, place, state);
}

static void sink(struct merger *m, uint32_t place, struct state *state) {
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= m->heap.count) break;
    if (child + 1 < m->heap.count &&
        merger_is_before(m, m->heap.data[child + 1], m->heap.data[child]))
      child++;
    if (!merger_is_before(m, m->heap.data[child], state)) break;
    set(m, place, m->heap.data[child]);
    place = child;
  }
  set(m, place, state);
}

void order_update(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (note->heap_place == ORDER_NO_PLACE) return;
  rise(m, note->heap_place, state);
  sink(m, note->heap_place, state);
}

void order_add(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (note->heap_place == ORDER_NO_PLACE) {
    vec_push(&m->heap, state);
    note->heap_place = (uint32_t)m->heap.count - 1;
  }
  order_update(m, state);
}

void order_remove(struct merger *m, struct state *state) {
  uint32_t place = note_of(m, state)->heap_place;
  if (place == ORDER_NO_PLACE) return;
  struct state *last = vec_pop(&m->heap);
  note_of(m, state)->heap_place = ORDER_NO_PLACE;
  if (last == state) return;
  set(m, place, last);
  order_update(m, last);
}
