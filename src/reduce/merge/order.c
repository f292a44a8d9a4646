/* Topological order: the states of a section are a heap with the one furthest behind on top.

   With static merging there is one section. With dynamic merging a section can be split in front
   of a state that the search wants to run although others are behind it (turns.c): what is ahead of
   the cut is then a section of its own, in which states meet as before, and those behind the cut
   join it when they get there. A section that has become empty is united with its neighbour. */
#include "reduce/merge/merger.h"

#include <stdlib.h>

/* More are of no use: each has states that the search asks for now and then. */
enum { MOST_SECTIONS = 256 };

/* What is in no inner loop and no call, compared with the one ahead, gets there soon, unless there
   are very many states; so it may take as many times as long. */
enum { STRAIGHT = 16 };

static void free_section(struct section *section) {
  vec_free(&section->cut);
  vec_free(&section->heap);
  vec_free(&section->behind);
  vec_free(&section->changed);
  free(section);
}

void order_begin(struct merger *m) { vec_push(&m->sections, alloc_zeroed(sizeof(struct section))); }

void order_end(struct merger *m) {
  for (size_t i = 0; i < m->sections.count; i++) free_section(m->sections.data[i]);
  vec_free(&m->sections);
}

/* ---- heaps ---- */

static bool is_before(const struct merger *m, const struct state *a, const struct state *b) {
  int order = position_compare(&note_of(m, a)->text, &note_of(m, b)->text);
  return order != 0 ? order < 0 : a->number < b->number;
}

static void set(struct merger *m, struct section *section, uint32_t place, struct state *state) {
  section->heap.data[place] = state;
  note_of(m, state)->heap_place = place;
}

static void rise(struct merger *m, struct section *section, uint32_t place, struct state *state) {
  while (place > 0 && is_before(m, state, section->heap.data[(place - 1) / 2])) {
    set(m, section, place, section->heap.data[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  set(m, section, place, state);
}

static void sink(struct merger *m, struct section *section, uint32_t place, struct state *state) {
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= section->heap.count) break;
    if (child + 1 < section->heap.count &&
        is_before(m, section->heap.data[child + 1], section->heap.data[child]))
      child++;
    if (!is_before(m, section->heap.data[child], state)) break;
    set(m, section, place, section->heap.data[child]);
    place = child;
  }
  set(m, section, place, state);
}

static void restore(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  rise(m, note->section, note->heap_place, state);
  sink(m, note->section, note->heap_place, state);
}

static void push(struct merger *m, struct section *section, struct state *state) {
  struct note *note = note_of(m, state);
  note->section = section;
  note->heap_place = (uint32_t)section->heap.count;
  vec_push(&section->heap, state);
  restore(m, state);
}

static void take_out(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  struct section *section = note->section;
  uint32_t place = note->heap_place;
  struct state *last = vec_pop(&section->heap);
  note->section = NULL;
  if (last == state) return;
  set(m, section, place, last);
  restore(m, last);
}

/* ---- sections ---- */

/* The number of the last section that does not begin behind the position. */
static size_t find_section(const struct merger *m, const position_text *text) {
  size_t low = 0, high = m->sections.count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (position_compare(&m->sections.data[middle]->cut, text) <= 0)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* States that are yet to come to where an empty section was stay in the one before; if there is
   none before, they belong to the next one. */
static void drop_if_empty(struct merger *m, struct section *section) {
  if (section->heap.count > 0 || m->sections.count == 1) return;
  size_t number = 0;
  while (m->sections.data[number] != section) number++;
  if (number == 0) vec_clear(&m->sections.data[1]->cut);
  m->sections.count--;
  for (size_t i = number; i < m->sections.count; i++) m->sections.data[i] = m->sections.data[i + 1];
  if (m->current == section) m->current = NULL;
  free_section(section);
}

void order_put(struct merger *m, struct state *state) {
  struct note *note = note_of(m, state);
  struct section *old = note->section;
  struct section *section = m->sections.data[find_section(m, &note->text)];
  if (old == section) {
    restore(m, state);
    return;
  }
  if (old != NULL) take_out(m, state);
  push(m, section, state);
  if (old != NULL) drop_if_empty(m, old);
}

void order_remove(struct merger *m, struct state *state) {
  struct section *section = note_of(m, state)->section;
  if (section == NULL) return;
  take_out(m, state);
  drop_if_empty(m, section);
}

/* ---- progress ---- */

void order_track(struct merger *m, struct section *section) {
  const position_text *now = &note_of(m, section->heap.data[0])->text;
  size_t same = 0;
  while (same < now->count && same < section->behind.count &&
         now->data[same] == section->behind.data[same])
    same++;
  section->behind.count = section->changed.count = same;
  for (size_t i = same; i < now->count; i++) {
    vec_push(&section->behind, now->data[i]);
    vec_push(&section->changed, section->spent);
  }
}

uint64_t order_stuck(const struct merger *m, const struct state *state) {
  const struct section *section = note_of(m, state)->section;
  const position_text *ahead = &note_of(m, state)->text;
  for (size_t i = 0; i < section->behind.count && i < ahead->count; i++) {
    if (ahead->data[i] == section->behind.data[i]) continue;
    uint64_t spent = section->spent - section->changed.data[i];
    return section->behind.count > i + 2 ? spent : spent / STRAIGHT;
  }
  return 0;
}

/* ---- splits ---- */

/* The first position that is as far ahead of the text `behind` as `ahead` is: where they differ
   first. */
static position_text find_cut(const position_text *behind, const position_text *ahead) {
  position_text cut = {0};
  for (size_t i = 0; i < ahead->count; i++) {
    vec_push(&cut, ahead->data[i]);
    if (i >= behind->count || ahead->data[i] != behind->data[i]) break;
  }
  return cut;
}

bool order_split(struct merger *m, struct state *state) {
  struct section *section = note_of(m, state)->section;
  const position_text *behind = &note_of(m, section->heap.data[0])->text;
  const position_text *ahead = &note_of(m, state)->text;
  if (m->sections.count == MOST_SECTIONS || position_compare(behind, ahead) >= 0) return false;
  struct section *front = alloc_zeroed(sizeof *front);
  front->cut = find_cut(behind, ahead);
  size_t number = find_section(m, &front->cut) + 1;
  vec_push(&m->sections, front);
  for (size_t i = m->sections.count - 1; i > number; i--)
    m->sections.data[i] = m->sections.data[i - 1];
  m->sections.data[number] = front;
  struct state **list = section->heap.data;
  size_t count = section->heap.count;
  section->heap.data = NULL;
  section->heap.count = section->heap.capacity = 0;
  for (size_t i = 0; i < count; i++) {
    note_of(m, list[i])->section = NULL;
    push(m, m->sections.data[find_section(m, &note_of(m, list[i])->text)], list[i]);
  }
  free(list);
  return true;
}
