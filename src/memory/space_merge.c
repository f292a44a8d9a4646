/* Merging address spaces: slot by slot, and in an object word by word.

   The differing slots are listed first, since the walk over them must not see changes. Free
   slots keep the larger generation, so that addresses are reused as late as possible. The lists
   of free slots are a's; if a member is in use in b, the whole list is dropped, which costs
   slots, but there are plenty. */
#include "memory/space_merge.h"

#include "expr/expr.h"
#include "memory/array_content.h"
#include "memory/byte_array.h"
#include "memory/content.h"
#include "memory/overlay.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

struct difference {
  uint32_t index;
  struct object *a, *b;
};

typedef VEC(struct difference) difference_list;

static int note_difference(uint32_t index, struct object *a, struct object *b, void *context) {
  difference_list *list = context;
  vec_push(list, ((struct difference){index, a, b}));
  return 0;
}

static bool is_dead(const struct object *object) {
  return object == NULL || (object->flags & OBJECT_FREED);
}

static bool is_live_stack(const struct object *object) {
  return !is_dead(object) && object->kind == OBJECT_STACK;
}

/* Whether the program cannot distinguish the two allocations. */
static bool is_same_place(const struct object *a, const struct object *b) {
  return a->kind == b->kind && a->kind != OBJECT_CHOICE && a->flags == b->flags &&
         a->base == b->base && a->size == b->size && a->link == b->link;
}

static int check_stack(uint32_t index, struct object *a, struct object *b, void *context) {
  (void)index, (void)context;
  if (!is_live_stack(a) && !is_live_stack(b)) return 0;
  return is_live_stack(a) && is_live_stack(b) && is_same_place(a, b) ? 0 : 1;
}

bool space_may_merge(const struct space *a, const struct space *b) {
  return a->stack_top == b->stack_top && space_walk_differences(a, b, check_stack, NULL) == 0;
}

/* ---- which objects there are, and what points at them ---- */

bool space_is_heap_address(const struct space *space, uint64_t word) {
  if (!address_is_possible(word)) return false;
  const struct object *object = space_find(space, word);
  return object != NULL && (object->kind == OBJECT_HEAP || object->kind == OBJECT_CHOICE);
}

struct spaces {
  const struct space *a, *b;
  bool by_object; /* addresses in the same object count as equal */
};

static bool is_other_address(const struct spaces *spaces, uint64_t a, uint64_t b) {
  if (spaces->by_object && address_index(a) == address_index(b)) return false;
  return space_is_heap_address(spaces->a, a) || space_is_heap_address(spaces->b, b);
}

/* Only concrete words: symbolic ones existed before the paths separated, or are not addresses. */
static int compare_addresses(uint32_t index, struct object *a, struct object *b, void *context) {
  const struct spaces *spaces = context;
  (void)index;
  if (is_dead(a) && is_dead(b)) return 0;
  if (is_dead(a) || is_dead(b) || !is_same_place(a, b)) return 1;
  for (uint64_t start = 0; start < a->size;) {
    struct part_view x = object_view_part(a, start), y = object_view_part(b, start);
    for (uint64_t at = 0; x.bytes != y.bytes && at + 8 <= x.size; at += 8) {
      uint64_t first, second;
      memcpy(&first, x.bytes + at, 8);
      memcpy(&second, y.bytes + at, 8);
      if (first != second && is_other_address(spaces, first, second)) return 1;
    }
    start = x.start + x.size;
  }
  return 0;
}

bool space_may_leak_apart(const struct space *a, const struct space *b) {
  struct spaces spaces = {a, b, false};
  return space_walk_differences(a, b, compare_addresses, &spaces) != 0;
}

bool space_is_shaped_alike(const struct space *a, const struct space *b) {
  struct spaces spaces = {a, b, true};
  return space_walk_differences(a, b, compare_addresses, &spaces) == 0;
}

/* ---- contents ---- */

enum { WORD = 4, WIDE_WORD = 8, MAX_PIECE = 64, MAX_STORES = 64 };

/* The merged content of a range in which at least one side has an array. */
struct merged_array {
  uint64_t low, end;
  struct array_part part; /* no array: to be merged piece by piece */
};

struct space_merge {
  struct memory *memory;
  struct space *space; /* a */
  struct expr *condition;
  struct merged_array array; /* the last one, of the current object */
  struct space_merge_counts counts;
};

/* Widens [*start, *end) to the bytes of all elements of the array that it touches. */
static void cover_elements(const struct overlay_entry *entry, uint64_t first, uint64_t *start,
                           uint64_t *end) {
  uint64_t unit = byte_array_unit(entry->value), last = first + entry->size;
  uint64_t below = *start > first ? (entry->first + (*start - first)) % unit : 0;
  uint64_t above = *end < last ? -(entry->first + (*end - first)) % unit : 0;
  if (*start > first) *start -= below < *start - first ? below : *start - first;
  if (*end < last) *end += above < last - *end ? above : last - *end;
}

/* Widens [*start, *end) to whole values of an overlay, so that words stay words. */
static void cover_values(const struct overlay *overlay, uint64_t part, uint64_t *start,
                         uint64_t *end) {
  uint32_t number = overlay_find(overlay, (uint32_t)(*start - part));
  for (; overlay != NULL && number < overlay->count; number++) {
    uint64_t first = part + overlay->entries[number].start;
    uint64_t last = first + overlay->entries[number].size;
    if (first >= *end) return;
    if (byte_array_is(overlay->entries[number].value)) {
      cover_elements(&overlay->entries[number], first, start, end);
      continue;
    }
    if (first < *start) *start = first;
    if (last > *end) *end = last;
  }
}

static bool is_whole(const struct overlay *overlay, uint64_t part, uint64_t start, uint64_t end) {
  uint64_t first = start, last = end;
  cover_values(overlay, part, &first, &last);
  return first == start && last == end;
}

/* The aligned word around a differing byte, or the values there. */
static void choose_piece(const struct part_view *a, const struct part_view *b, uint64_t at,
                         uint64_t *start, uint64_t *end) {
  uint64_t limit = a->start + a->size;
  *start = at, *end = at + 1;
  cover_values(a->overlay, a->start, start, end);
  cover_values(b->overlay, b->start, start, end);
  for (uint64_t word = WORD; word <= WIDE_WORD; word *= 2) {
    uint64_t first = at & -word, last = first + word;
    if (*start >= first && *end <= last && last <= limit &&
        is_whole(a->overlay, a->start, first, last) &&
        is_whole(b->overlay, b->start, first, last)) {
      *start = first, *end = last;
      return;
    }
  }
  if (*end - *start > MAX_PIECE) *start = at, *end = at + 1;
}

static bool is_same_byte(struct memory *memory, const struct part_view *a,
                         const struct part_view *b, uint64_t at) {
  uint32_t offset = (uint32_t)(at - a->start);
  if (!written_is_same(a->written, b->written, offset, offset + 1)) return false;
  return overlay_value(memory->exprs, a->overlay, a->bytes, offset, 1) ==
         overlay_value(memory->exprs, b->overlay, b->bytes, offset, 1);
}

/* Skips blocks of 64 bytes that are equal on both sides; returns the new offset. */
static uint64_t skip_equal(const struct part_view *a, const struct part_view *b, uint64_t at) {
  uint64_t limit = a->start + a->size;
  bool has_values = a->overlay != NULL || b->overlay != NULL;
  while (at < limit) {
    uint64_t step = limit - at < 64 ? limit - at : 64;
    uint32_t from = (uint32_t)(at - a->start), to = from + (uint32_t)step;
    if (memcmp(a->bytes + from, b->bytes + from, step) != 0) break;
    if (!written_is_same(a->written, b->written, from, to)) break;
    if (has_values && a->overlay != b->overlay &&
        (overlay_covers(a->overlay, from, to) || overlay_covers(b->overlay, from, to)))
      break;
    at += step;
  }
  return at;
}

/* The merged array of both sides at the offset, if at least one is an array. */
static bool merge_arrays(struct space_merge *m, const struct object *a, const struct object *b,
                         uint64_t at) {
  struct merged_array *result = &m->array;
  struct array_part part;
  if (at >= result->low && at < result->end) return result->part.array != NULL;
  bool is_a = array_content_extent(a, at, &result->low, &result->end, &part);
  if (!is_a && !array_content_extent(b, at, &result->low, &result->end, &part)) return false;
  unsigned unit = byte_array_unit(part.array);
  struct expr *other = NULL;
  result->part = (struct array_part){NULL, part.shift};
  if ((result->low + part.shift) % unit == 0 && (result->end + part.shift) % unit == 0)
    other =
        array_content_over(m->memory, is_a ? b : a, result->low, result->end, &part, MAX_STORES);
  if (other == NULL) return false;
  result->part.array = byte_array_merge(m->memory->exprs, m->condition, is_a ? part.array : other,
                                        is_a ? other : part.array);
  return result->part.array != NULL;
}

/* Skips an array that is the same on both sides, or lists its merged content up to the limit;
   false if neither side has one there, or they cannot be merged. */
static bool list_array(struct space_merge *m, const struct object *a, const struct object *b,
                       uint64_t *at, uint64_t limit, content_list *list) {
  struct array_part of_a, of_b;
  uint64_t low, end_a = 0, end_b = 0;
  bool is_a = array_content_extent(a, *at, &low, &end_a, &of_a);
  bool is_b = array_content_extent(b, *at, &low, &end_b, &of_b);
  if (!is_a && !is_b) return false;
  if (is_a && is_b && of_a.array == of_b.array && of_a.shift == of_b.shift) {
    *at = end_a < end_b ? end_a : end_b;
    return true;
  }
  if (!merge_arrays(m, a, b, *at)) return false;
  const struct merged_array *merged = &m->array;
  uint64_t end = merged->end < limit ? merged->end : limit;
  vec_push(list, ((struct content_entry){*at, (uint32_t)(end - *at), merged->part.array,
                                         (uint32_t)(*at + merged->part.shift)}));
  m->counts.words++;
  *at = end;
  return true;
}

/* Where the next array of an overlay begins, or the limit. */
static uint64_t next_array(const struct part_view *view, uint64_t at, uint64_t limit) {
  uint32_t number = overlay_find(view->overlay, (uint32_t)(at - view->start));
  for (; view->overlay != NULL && number < view->overlay->count; number++) {
    const struct overlay_entry *entry = &view->overlay->entries[number];
    if (view->start + entry->start >= limit) return limit;
    if (byte_array_is(entry->value) && view->start + entry->start > at)
      return view->start + entry->start;
  }
  return limit;
}

/* Appends the ites of one part. */
static void list_part(struct space_merge *m, const struct object *a, const struct object *b,
                      uint64_t offset, content_list *list) {
  content_fill_pages(m->memory, a, offset, 1);
  content_fill_pages(m->memory, b, offset, 1);
  struct part_view first = object_view_part(a, offset), second = object_view_part(b, offset);
  uint64_t at = first.start, limit = first.start + first.size;
  while (at < limit) {
    at = skip_equal(&first, &second, at);
    if (at == limit) return;
    if (list_array(m, a, b, &at, limit, list)) continue;
    uint64_t stop = limit - at < 64 ? limit : at + 64;
    stop = next_array(&first, at, next_array(&second, at, stop));
    while (at < stop && is_same_byte(m->memory, &first, &second, at)) at++;
    if (at == stop) continue;
    uint64_t start, end;
    choose_piece(&first, &second, at, &start, &end);
    if (list->count > 0) { /* values of the two sides may overlap irregularly */
      const struct content_entry *last = &vec_last(list);
      if (start < last->start + last->size) start = last->start + last->size;
    }
    uint32_t size = (uint32_t)(end - start);
    struct expr *x = content_value(m->memory, a, start, size);
    struct expr *y = content_value(m->memory, b, start, size);
    struct expr *value = expr_ite(m->memory->exprs, m->condition, x, y);
    vec_push(list, ((struct content_entry){start, size, value, 0}));
    m->counts.words++;
    at = end;
  }
}

static bool is_same_page(const struct object *a, const struct object *b, uint64_t offset) {
  uint64_t number = offset >> ADDRESS_PAGE_BITS;
  if (!object_is_large(a) || a->content.pages[number] != b->content.pages[number]) return false;
  if (a->content.pages[number] != NULL || a->background == b->background) return true;
  struct part_view first = object_view_part(a, offset), second = object_view_part(b, offset);
  return first.array == second.array && first.shift == second.shift &&
         (first.written == NULL) == (second.written == NULL);
}

/* Unwritten bytes of both are the same unwritten bytes, unless both sides have read them, as
   different inputs. */
static void share_unwritten(struct space_merge *m, struct object *a, const struct object *b) {
  uint32_t first = object_unwritten_id(a), second = object_unwritten_id(b);
  if (first == second || second == 0) return;
  if (first == 0) {
    object_set_unwritten_id(a, second); /* other states that share it have not read them either */
  } else if (m->memory->unwritten.mode == UNWRITTEN_ANY) {
    content_fill_unwritten(m->memory, a, 0, a->size);
    content_fill_unwritten(m->memory, b, 0, b->size);
  }
}

static void merge_content(struct space_merge *m, struct object *a, const struct object *b) {
  content_list list = {0};
  m->array = (struct merged_array){0};
  share_unwritten(m, a, b);
  for (uint64_t at = 0; at < a->size; at += ADDRESS_PAGE_SIZE)
    if (!is_same_page(a, b, at)) list_part(m, a, b, at, &list);
  if (list.count > 0) a = space_own_object(m->memory, m->space, a);
  for (size_t i = 0; i < list.count; i++)
    content_replace(m->memory, a, list.data[i].start, list.data[i].size, &list.data[i], 1);
  vec_free(&list);
}

/* ---- slots ---- */

static void put(struct space_merge *m, uint32_t index, struct object *object) {
  struct object **place = tree_own_place(&m->memory->pool, &m->space->tree, index);
  if (*place != NULL) object_release(&m->memory->pool, *place);
  *place = object;
}

static struct object *share(struct object *object) {
  if (object != NULL) object->refs++;
  return object;
}

/* Drops the list that has, or may have, this slot: a further slot of an object is free when the
   object is. */
static void give_up_list(struct space *space, const struct object *member) {
  if (member == NULL) return;
  if (member->kind == OBJECT_PART) {
    space->stack_free[SPACE_LISTS - 1] = 0;
    space->heap_free[SPACE_LISTS - 1] = (struct slot_list){0};
    return;
  }
  unsigned list = space_list_of(member);
  if (member->kind == OBJECT_STACK) space->stack_free[list] = 0;
  if (member->kind == OBJECT_HEAP) space->heap_free[list] = (struct slot_list){0};
}

/* Whether both remains have the same slots and kind. */
static bool has_same_slots(const struct object *a, const struct object *b) {
  unsigned list = space_list_of(a);
  if (a->kind != b->kind || list != space_list_of(b)) return false;
  return list < SPACE_LISTS - 1 || address_slots_of_run(a->size) == address_slots_of_run(b->size);
}

/* It does not matter which remains are kept, but the address must not be reused soon. */
static void merge_dead(struct space_merge *m, const struct difference *d) {
  if (d->b == NULL || (d->a != NULL && d->a->generation >= d->b->generation)) return;
  struct object *remains = object_copy(&m->memory->pool, d->b);
  remains->link = d->a ? d->a->link : 0; /* its position on a's list */
  if (d->a != NULL && !has_same_slots(d->a, d->b)) give_up_list(m->space, d->a);
  put(m, d->index, remains);
}

static void merge_slot(struct space_merge *m, const struct difference *d) {
  m->counts.slots++;
  if (is_dead(d->a) && is_dead(d->b)) {
    merge_dead(m, d);
  } else if (d->a != NULL && d->b != NULL && is_same_place(d->a, d->b)) {
    merge_content(m, d->a, d->b);
  } else {
    if (is_dead(d->a) || d->a->kind == OBJECT_PART) give_up_list(m->space, d->a);
    put(m, d->index,
        object_new_choice(&m->memory->pool, d->index, m->condition, share(d->a), share(d->b)));
    m->counts.choices++;
  }
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

struct space_merge_counts space_merge(struct memory *memory, struct space *a, const struct space *b,
                                      struct expr *condition) {
  struct space_merge job = {.memory = memory, .space = a, .condition = condition};
  difference_list list = {0};
  space_walk_differences(a, b, note_difference, &list);
  for (size_t i = 0; i < list.count; i++) merge_slot(&job, &list.data[i]);
  vec_free(&list);
  for (unsigned i = 0; i < ADDRESS_REGIONS; i++)
    a->used[i] = (uint32_t)larger(a->used[i], b->used[i]);
  a->heap_live_objects = larger(a->heap_live_objects, b->heap_live_objects);
  a->heap_live_bytes = larger(a->heap_live_bytes, b->heap_live_bytes);
  return job.counts;
}

void space_choose(struct memory *memory, struct space *space, const struct object *choice,
                  bool condition) {
  REQUIRE(choice->kind == OBJECT_CHOICE);
  uint32_t index = choice->index;
  struct object *one = condition ? choice->content.choice.then : choice->content.choice.other;
  struct object **place = tree_own_place(&memory->pool, &space->tree, index);
  share(one);
  object_release(&memory->pool, *place);
  *place = one;
}
