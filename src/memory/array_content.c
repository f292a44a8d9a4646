/* Making an array from the content of a range of an object.

   The range is split into segments: concrete bytes, bytes of arrays, inputs of a symbolic array
   in order, and other values. The majority becomes the base: a table, the existing array, or the
   array of inputs. Everything else is stored over that at constant indices, element by element.

   An array that covers only a part of the range, and whose base is a table, is moved to a table
   large enough for both, and its stores are repeated there. Any of its stores may have changed
   the elements of its own table, so what has been written there since is stored over them again;
   elements beyond have not been changed, and go into the table. */
#include "memory/array_content.h"

#include "memory/byte_array.h"
#include "memory/constant_tables.h"
#include "memory/content.h"
#include "memory/overlay.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SPARE = 1 << 16 }; /* bytes that a table may have beyond the range */

enum segment_kind { SEGMENT_BYTES, SEGMENT_ARRAY, SEGMENT_VALUE };

struct segment {
  enum segment_kind kind;
  uint64_t start, end; /* offsets in the object */
  struct array_part of;
};

struct candidate {
  struct array_part part;
  uint64_t bytes;
};

struct making {
  struct memory *memory;
  const struct object *object;
  uint64_t low, end;
  VEC(struct segment) segments;
  VEC(uint64_t) elements; /* numbers of those stored over the base */
};

/* ---- segments ---- */

static bool is_same_part(const struct array_part *a, const struct array_part *b) {
  return a->array == b->array && a->shift == b->shift;
}

static void add_segment(struct making *m, const struct segment *segment) {
  struct segment *last = m->segments.count > 0 ? &vec_last(&m->segments) : NULL;
  if (last != NULL && last->end == segment->start && last->kind == segment->kind &&
      is_same_part(&last->of, &segment->of))
    last->end = segment->end;
  else
    vec_push(&m->segments, *segment);
}

/* A value is either inputs in order, or something else. */
static void add_value(struct making *m, const struct overlay_entry *entry, uint64_t start,
                      uint64_t first, uint64_t last) {
  for (uint64_t at = first; at < last; at++) {
    struct segment segment = {.kind = SEGMENT_VALUE, .start = at, .end = at + 1};
    const struct expr_array *array;
    uint64_t index;
    if (content_is_input(m->memory->exprs, entry->value, (unsigned)(at - start), &array, &index) &&
        array->index_width == 64) {
      segment.kind = SEGMENT_ARRAY;
      segment.of = (struct array_part){expr_array_value(m->memory->exprs, array), index - at};
    }
    add_segment(m, &segment);
  }
}

static void add_entry(struct making *m, const struct overlay_entry *entry, uint64_t start,
                      uint64_t first, uint64_t last) {
  if (!byte_array_is(entry->value)) {
    add_value(m, entry, start, first, last);
    return;
  }
  struct array_part part = {entry->value, (uint64_t)entry->first - start};
  add_segment(m, &(struct segment){SEGMENT_ARRAY, first, last, part});
}

static void list_segments(struct making *m) {
  content_fill_pages(m->memory, m->object, m->low, m->end - m->low);
  for (uint64_t at = m->low; at < m->end;) {
    struct part_view view = object_view_part(m->object, at);
    uint64_t limit = view.start + view.size < m->end ? view.start + view.size : m->end;
    uint32_t number = overlay_find(view.overlay, (uint32_t)(at - view.start));
    for (; view.overlay != NULL && number < view.overlay->count; number++) {
      const struct overlay_entry *entry = &view.overlay->entries[number];
      uint64_t start = view.start + entry->start, stop = start + entry->size;
      if (start >= limit) break;
      if (start > at) add_segment(m, &(struct segment){SEGMENT_BYTES, at, start, {0}});
      if (start < at) start = at;
      if (stop > limit) stop = limit;
      add_entry(m, entry, view.start + entry->start, start, stop);
      at = stop;
    }
    if (at < limit) add_segment(m, &(struct segment){SEGMENT_BYTES, at, limit, {0}});
    at = limit;
  }
}

/* ---- the base ---- */

/* What most bytes belong to; no array means concrete. */
static struct array_part find_majority(const struct making *m) {
  enum { MAX_CANDIDATES = 8 };
  struct candidate candidates[MAX_CANDIDATES] = {0};
  unsigned count = 0, best = 0;
  uint64_t concrete = 0;
  for (size_t i = 0; i < m->segments.count; i++) {
    const struct segment *segment = &m->segments.data[i];
    uint64_t bytes = segment->end - segment->start;
    if (segment->kind == SEGMENT_BYTES) concrete += bytes;
    if (segment->kind != SEGMENT_ARRAY) continue;
    unsigned k = 0;
    while (k < count && !is_same_part(&candidates[k].part, &segment->of)) k++;
    if (k == MAX_CANDIDATES) continue;
    if (k == count) candidates[count++].part = segment->of;
    candidates[k].bytes += bytes;
    if (candidates[k].bytes > candidates[best].bytes) best = k;
  }
  return candidates[best].bytes > concrete ? candidates[best].part : (struct array_part){0};
}

/* The offsets in the object that the elements of an array stand for. */
struct footprint {
  __int128 low, end;
};

static struct footprint find_footprint(const struct making *m, const struct array_part *part) {
  const struct expr_array *base = byte_array_base(m->memory->exprs, part->array);
  struct footprint footprint = {.low = -(__int128)(int64_t)part->shift};
  __int128 bytes = base->size == 0 ? (__int128)1 << 64 : (__int128)base->size;
  footprint.end = footprint.low + bytes * byte_array_unit(part->array);
  return footprint;
}

/* Moves the ends of the range outward to whole elements; false if that leaves the object. */
static bool widen(struct making *m, const struct array_part *part, unsigned unit) {
  uint64_t below = (m->low + part->shift) % unit, above = -(m->end + part->shift) % unit;
  if (below > m->low || above > m->object->size - m->end) return false;
  m->low -= below;
  m->end += above;
  return true;
}

static void copy_concrete(const struct making *m, const struct segment *segment, uint8_t *bytes) {
  for (uint64_t at = segment->start; at < segment->end;) {
    struct part_view view = object_view_part(m->object, at);
    uint64_t limit = view.start + view.size < segment->end ? view.start + view.size : segment->end;
    memcpy(bytes + (at - segment->start), view.bytes + (at - view.start), limit - at);
    at = limit;
  }
}

/* A table of the concrete bytes of the range, overwritten with a table that has a part of it. */
static struct expr *make_table(const struct making *m, unsigned unit, const struct footprint *all,
                               const struct expr_array *inner, const struct footprint *where) {
  uint64_t size = (uint64_t)(all->end - all->low);
  uint8_t *bytes = alloc_zeroed(size);
  for (size_t i = 0; i < m->segments.count; i++) {
    const struct segment *segment = &m->segments.data[i];
    if (segment->kind == SEGMENT_BYTES)
      copy_concrete(m, segment, bytes + (size_t)((__int128)segment->start - all->low));
  }
  for (uint64_t k = 0; inner != NULL && k < inner->size; k++) {
    uint64_t word = expr_table_element(inner, k);
    memcpy(bytes + (size_t)(where->low - all->low) + k * unit, &word, unit);
  }
  const struct expr_array *array =
      constant_tables_find(&m->memory->tables, m->memory->exprs, bytes, size / unit, unit);
  free(bytes);
  return expr_array_value(m->memory->exprs, array);
}

/* The stores of one array repeated over another, at indices larger by `more`. */
static struct expr *repeat_stores(struct exprs *exprs, struct expr *from, struct expr *array,
                                  uint64_t more) {
  VEC(struct expr *) stores = {0};
  for (; from->kind == EXPR_STORE; from = expr_child(from, 0)) vec_push(&stores, from);
  while (stores.count > 0) {
    struct expr *store = vec_pop(&stores);
    struct expr *index = expr_add(exprs, expr_child(store, 1), expr_const(exprs, 64, more));
    array = expr_store(exprs, array, index, expr_child(store, 2));
  }
  vec_free(&stores);
  return array;
}

/* ---- stores over the base ---- */

static void list_elements(struct making *m, uint64_t start, uint64_t end, uint64_t shift,
                          unsigned unit) {
  for (uint64_t k = (start + shift) / unit; k * unit < end + shift; k++)
    if (m->elements.count == 0 || vec_last(&m->elements) < k) vec_push(&m->elements, k);
}

/* All that is not in the base, except concrete bytes outside `hit`. */
static void list_others(struct making *m, const struct array_part *base, unsigned unit,
                        const struct footprint *hit, uint64_t shift) {
  for (size_t i = 0; i < m->segments.count; i++) {
    const struct segment *segment = &m->segments.data[i];
    uint64_t start = segment->start, end = segment->end;
    if (segment->kind == SEGMENT_ARRAY && is_same_part(&segment->of, base)) continue;
    if (segment->kind == SEGMENT_BYTES) {
      if ((__int128)start < hit->low) start = hit->low < (__int128)end ? (uint64_t)hit->low : end;
      if ((__int128)end > hit->end) end = hit->end > (__int128)start ? (uint64_t)hit->end : start;
    }
    if (start < end) list_elements(m, start, end, shift, unit);
  }
}

static struct expr *store_elements(struct making *m, struct expr *array, uint64_t shift) {
  struct exprs *exprs = m->memory->exprs;
  unsigned unit = byte_array_unit(array);
  for (size_t i = 0; i < m->elements.count; i++) {
    uint64_t number = m->elements.data[i];
    struct expr *value = content_value(m->memory, m->object, number * unit - shift, unit);
    array = expr_store(exprs, array, expr_const(exprs, 64, number), value);
  }
  return array;
}

/* Over a table of all concrete bytes. */
static bool make_over_table(struct making *m, unsigned unit, uint64_t most,
                            struct array_part *part) {
  struct footprint all = {m->low, m->end}, none = {0};
  part->shift = -m->low;
  list_others(m, &(struct array_part){0}, unit, &none, part->shift);
  if (m->elements.count > most) return false;
  part->array = store_elements(m, make_table(m, unit, &all, NULL, &none), part->shift);
  return true;
}

/* Over an array that covers the whole range. */
static bool make_over_array(struct making *m, const struct array_part *base, uint64_t most,
                            struct array_part *part) {
  struct footprint hit = find_footprint(m, base);
  part->shift = base->shift;
  list_others(m, base, byte_array_unit(base->array), &hit, part->shift);
  if (m->elements.count > most) return false;
  part->array = store_elements(m, base->array, part->shift);
  return true;
}

/* Over a table as large as the array and the range together, with the array's stores repeated. */
static bool make_over_moved(struct making *m, const struct array_part *base, uint64_t most,
                            struct array_part *part) {
  unsigned unit = byte_array_unit(base->array);
  const struct expr_array *table = byte_array_base(m->memory->exprs, base->array);
  struct footprint where = find_footprint(m, base), hit = where, all;
  if (table->table == NULL) return false;
  hit.end += unit; /* a write that may straddle two elements stores both */
  all.low = hit.low < (__int128)m->low ? hit.low : (__int128)m->low;
  all.end = hit.end > (__int128)m->end ? hit.end : (__int128)m->end;
  if (all.end - all.low > 2 * (__int128)(m->end - m->low) + MAX_SPARE) return false;
  part->shift = (uint64_t)-all.low;
  list_others(m, base, unit, &hit, part->shift);
  if (byte_array_depth(base->array, most) + m->elements.count > most) return false;
  struct expr *array = make_table(m, unit, &all, table, &where);
  array =
      repeat_stores(m->memory->exprs, base->array, array, (uint64_t)(where.low - all.low) / unit);
  part->array = store_elements(m, array, part->shift);
  return true;
}

static bool make(struct making *m, unsigned unit, uint64_t most, struct array_part *part) {
  struct array_part base = find_majority(m);
  if (base.array == NULL) return make_over_table(m, unit, most, part);
  uint64_t low = m->low, end = m->end;
  if (!widen(m, &base, byte_array_unit(base.array))) return false;
  if (m->low != low || m->end != end) {
    vec_clear(&m->segments);
    list_segments(m);
  }
  struct footprint hit = find_footprint(m, &base);
  bool is_inside = hit.low <= (__int128)m->low && (__int128)m->end <= hit.end;
  return is_inside ? make_over_array(m, &base, most, part) : make_over_moved(m, &base, most, part);
}

bool array_content_make(struct memory *memory, const struct object *object, uint64_t *low,
                        uint64_t *end, unsigned unit, uint64_t most, struct array_part *part) {
  struct making making = {.memory = memory, .object = object, .low = *low, .end = *end};
  list_segments(&making);
  bool is_made = make(&making, unit, most, part) && making.end + part->shift - 1 <= UINT32_MAX;
  *low = making.low;
  *end = making.end;
  vec_free(&making.segments);
  vec_free(&making.elements);
  return is_made;
}

/* The elements of concrete bytes that differ from the table. */
static void list_unlike(struct making *m, const struct segment *segment,
                        const struct expr_array *table, uint64_t shift, unsigned unit) {
  for (uint64_t at = segment->start; at < segment->end; at++) {
    uint64_t position = at + shift;
    struct part_view view = object_view_part(m->object, at);
    uint64_t word = expr_table_element(table, position / unit);
    if (view.bytes[at - view.start] != (uint8_t)(word >> position % unit * 8))
      list_elements(m, at, at + 1, shift, unit);
  }
}

struct expr *array_content_over(struct memory *memory, const struct object *object, uint64_t low,
                                uint64_t end, const struct array_part *like, uint64_t most) {
  struct array_part found;
  if (array_content_find(object, low, end, &found) && found.shift == like->shift &&
      byte_array_base(memory->exprs, found.array) == byte_array_base(memory->exprs, like->array))
    return found.array;
  struct making making = {.memory = memory, .object = object, .low = low, .end = end};
  const struct expr_array *base = byte_array_base(memory->exprs, like->array);
  unsigned unit = byte_array_unit(like->array);
  struct array_part bare = {expr_array_value(memory->exprs, base), like->shift};
  list_segments(&making);
  for (size_t i = 0; i < making.segments.count; i++) {
    const struct segment *segment = &making.segments.data[i];
    if (segment->kind == SEGMENT_BYTES && base->table != NULL)
      list_unlike(&making, segment, base, like->shift, unit);
    else if (segment->kind != SEGMENT_ARRAY || !is_same_part(&segment->of, &bare))
      list_elements(&making, segment->start, segment->end, like->shift, unit);
  }
  struct expr *array = NULL;
  if (making.elements.count <= most) array = store_elements(&making, bare.array, bare.shift);
  vec_free(&making.segments);
  vec_free(&making.elements);
  return array;
}

/* ---- existing arrays ---- */

/* The consecutive bytes in one part. */
static bool find_part(const struct object *object, uint64_t offset, uint64_t *low, uint64_t *end,
                      struct array_part *part) {
  struct part_view view = object_view_part(object, offset);
  uint32_t inside = (uint32_t)(offset - view.start), number = overlay_find(view.overlay, inside);
  if (view.overlay == NULL || number == view.overlay->count) return false;
  const struct overlay_entry *entry = &view.overlay->entries[number];
  if (entry->start > inside || !byte_array_is(entry->value)) return false;
  *low = view.start + entry->start;
  *end = *low + entry->size;
  *part = (struct array_part){entry->value, (uint64_t)entry->first - *low};
  return true;
}

bool array_content_find(const struct object *object, uint64_t low, uint64_t end,
                        struct array_part *part) {
  uint64_t start, at;
  if (!find_part(object, low, &start, &at, part)) return false;
  while (at < end) {
    struct array_part here;
    if (!find_part(object, at, &start, &at, &here) || !is_same_part(part, &here)) return false;
  }
  return true;
}

bool array_content_extent(const struct object *object, uint64_t offset, uint64_t *low,
                          uint64_t *end, struct array_part *part) {
  struct array_part other;
  uint64_t first, last;
  if (!find_part(object, offset, low, end, part)) return false;
  while (*low > 0 && find_part(object, *low - 1, &first, &last, &other) &&
         is_same_part(part, &other))
    *low = first;
  while (*end < object->size && find_part(object, *end, &first, &last, &other) &&
         is_same_part(part, &other))
    *end = last;
  return true;
}

static void list_bytes(const struct object *object, const struct array_part *old,
                       struct expr *array, content_list *list) {
  for (uint64_t at = 0; at < object->size;) {
    struct part_view view = object_view_part(object, at);
    for (uint32_t i = 0; view.overlay != NULL && i < view.overlay->count; i++) {
      const struct overlay_entry *entry = &view.overlay->entries[i];
      uint64_t start = view.start + entry->start;
      if (entry->value == old->array && (uint64_t)entry->first - start == old->shift)
        vec_push(list, ((struct content_entry){start, entry->size, array, entry->first}));
    }
    at = view.start + view.size;
  }
}

void array_content_put(struct memory *memory, struct object *object, const struct array_part *old,
                       struct expr *array) {
  content_list list = {0};
  list_bytes(object, old, array, &list);
  for (size_t i = 0; i < list.count; i++)
    content_replace(memory, object, list.data[i].start, list.data[i].size, &list.data[i], 1);
  vec_free(&list);
}
