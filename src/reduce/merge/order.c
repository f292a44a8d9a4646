/* Topological order: the states are a heap with the one furthest behind on top. */
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
  restore(m, state);
}

void order_remove(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  if (!note->is_ordered) return;
  note->is_ordered = false;
  struct state *last = vec_pop(&m->order);
  if (last == state) return;
  set(m, note->order_place, last);
  restore(m, last);
}
