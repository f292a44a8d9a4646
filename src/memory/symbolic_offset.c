/* Reading and writing an object at a symbolic offset.

   A read examines the content of each place that the offset may be. Concrete places are looked
   up in a constant table; places that hold an array (of inputs, or one that was written to), in
   that array. That is one node, or one per byte, however many places there are. A few other
   places in between are exceptions, tested by equality. The remaining places are distinguished
   by the bits of the offset. Runs of places of one of these kinds are distinguished by comparing
   the offset with their borders.

   A write to a few places makes each of them an ite of the old and the new value; one to many
   makes them an array, or stores into the existing one (memory/array_content.h). Nothing here
   calls the solver: the caller knows the range of the offset, and bounds it. */
#include "memory/symbolic.h"

#include "expr/expr.h"
#include "memory/array_content.h"
#include "memory/byte_array.h"
#include "memory/constant_tables.h"
#include "memory/content.h"
#include "memory/ite_tree.h"
#include "memory/overlay.h"
#include "util/fault.h"

#include <stdlib.h>

enum {
  LONG_RUN = 8,       /* the least number of places for which a table or array is used */
  SHORT_RUN = 2,      /* places between two runs of one kind that may be exceptions */
  MAX_EXCEPTIONS = 8, /* of a run: they are tested one after the other */
  MIN_STORES = 64     /* allowed for an array in any case */
};

enum run_kind {
  RUN_TABLE, /* concrete */
  RUN_ARRAY, /* bytes of an array */
  RUN_OTHER
};

struct run {
  enum run_kind kind;
  struct array_part of; /* RUN_ARRAY */
  uint64_t first, last; /* numbers of places */
};

/* Runs taken together: [first, last] of the list, all of the kind of the first except
   exceptions. */
struct group {
  size_t first, last;
};

struct lookup {
  struct memory *memory;
  struct exprs *exprs;
  const struct object *object;
  struct expr *offset;
  struct places places;
  unsigned size;
  VEC(struct run) runs;
  VEC(struct group) groups;
};

static struct places places_of(const struct offset_range *range) {
  uint64_t step = range->step ? range->step : 1;
  return (struct places){range->low, step, (range->high - range->low) / step + 1};
}

/* ---- the content of places ---- */

/* The entry that covers the byte, or NULL. */
static const struct overlay_entry *find_entry(const struct part_view *view, uint64_t offset) {
  uint32_t at = (uint32_t)(offset - view->start), number = overlay_find(view->overlay, at);
  if (view->overlay == NULL || number == view->overlay->count) return NULL;
  const struct overlay_entry *entry = &view->overlay->entries[number];
  return entry->start <= at ? entry : NULL;
}

/* The array that a byte belongs to; false if there is none. */
static bool find_array(const struct lookup *r, const struct part_view *view,
                       const struct overlay_entry *entry, uint64_t offset,
                       struct array_part *part) {
  uint64_t start = view->start + entry->start, index;
  const struct expr_array *array;
  if (byte_array_is(entry->value)) {
    *part = (struct array_part){entry->value, (uint64_t)entry->first - start};
    return true;
  }
  if (!content_is_input(r->exprs, entry->value, (unsigned)(offset - start), &array, &index) ||
      array->index_width != 64)
    return false;
  *part = (struct array_part){expr_array_value(r->exprs, array), index - offset};
  return true;
}

static struct run classify_place(const struct lookup *r, uint64_t place) {
  struct run run = {.kind = RUN_TABLE};
  for (unsigned k = 0; k < r->size; k++) {
    uint64_t offset = place + k;
    struct part_view view = object_view_part(r->object, offset);
    const struct overlay_entry *entry = find_entry(&view, offset);
    struct array_part part;
    if (entry == NULL) {
      if (run.kind == RUN_ARRAY) return (struct run){.kind = RUN_OTHER};
      continue;
    }
    if (!find_array(r, &view, entry, offset, &part)) return (struct run){.kind = RUN_OTHER};
    if (k == 0)
      run = (struct run){.kind = RUN_ARRAY, .of = part};
    else if (run.kind != RUN_ARRAY || run.of.array != part.array || run.of.shift != part.shift)
      return (struct run){.kind = RUN_OTHER};
  }
  return run;
}

static bool is_same_kind(const struct run *a, const struct run *b) {
  return a->kind == b->kind && a->of.array == b->of.array && a->of.shift == b->of.shift;
}

/* The end of the bytes that are like the one at the offset: concrete, or of one array. */
static uint64_t find_border(const struct lookup *r, uint64_t offset) {
  struct part_view view = object_view_part(r->object, offset);
  uint32_t at = (uint32_t)(offset - view.start), number = overlay_find(view.overlay, at);
  if (view.overlay == NULL || number == view.overlay->count) return view.start + view.size;
  const struct overlay_entry *entry = &view.overlay->entries[number];
  if (entry->start > at) return view.start + entry->start;
  return byte_array_is(entry->value) ? view.start + entry->start + entry->size : offset + 1;
}

static void list_runs(struct lookup *r) {
  const struct places *places = &r->places;
  uint64_t end = place_offset(places, places->count - 1) + r->size;
  if (!content_is_symbolic(r->object, places->low, end - places->low)) {
    vec_push(&r->runs, ((struct run){.kind = RUN_TABLE, .last = places->count - 1}));
    return;
  }
  for (uint64_t i = 0; i < places->count; i++) {
    uint64_t place = place_offset(places, i), border = find_border(r, place);
    struct run run = classify_place(r, place);
    run.first = i;
    if (border > place + r->size) i += (border - r->size - place) / places->step;
    if (i >= places->count) i = places->count - 1;
    run.last = i;
    if (r->runs.count > 0 && is_same_kind(&vec_last(&r->runs), &run))
      vec_last(&r->runs).last = i;
    else
      vec_push(&r->runs, run);
  }
}

/* ---- grouping runs ---- */

static uint64_t run_length(const struct run *run) { return run->last - run->first + 1; }

/* Whether the next two runs are a few exceptions followed by more of the same kind. */
static bool can_extend(const struct lookup *r, const struct group *group, uint64_t exceptions) {
  if (group->last + 2 >= r->runs.count) return false;
  const struct run *run = &r->runs.data[group->first];
  const struct run *odd = &r->runs.data[group->last + 1], *more = odd + 1;
  return is_same_kind(run, more) && run_length(odd) <= SHORT_RUN && run_length(more) >= LONG_RUN &&
         exceptions + run_length(odd) <= MAX_EXCEPTIONS;
}

static void list_groups(struct lookup *r) {
  bool is_only = r->runs.count == 1, was_other = false;
  for (size_t i = 0; i < r->runs.count; i++) {
    struct run *run = &r->runs.data[i];
    struct group group = {i, i};
    if (!is_only && run_length(run) < LONG_RUN) run->kind = RUN_OTHER;
    bool is_other = run->kind == RUN_OTHER;
    uint64_t exceptions = 0;
    while (!is_other && can_extend(r, &group, exceptions)) {
      exceptions += run_length(&r->runs.data[group.last + 1]);
      group.last += 2;
    }
    if (is_other && was_other)
      vec_last(&r->groups).last = i;
    else
      vec_push(&r->groups, group);
    was_other = is_other;
    i = group.last;
  }
}

/* ---- the values ---- */

static struct expr *value_at(uint64_t offset, void *context) {
  const struct lookup *r = context;
  return content_value(r->memory, r->object, offset, r->size);
}

/* The elements of a table: element t stands for the place at or below (first + t) * unit +
   phase. The unit is the largest power of two that divides the step, so the index is the offset
   without its low bits. */
struct table_shape {
  uint64_t first, count;
  unsigned unit_bits;
};

/* Ranges that differ little between paths get the same table: both ends are moved outward to a
   multiple of about the table's length, and to the object's start if that is near. */
static struct table_shape shape_table(const struct lookup *r, const struct run *run) {
  unsigned bits = (unsigned)__builtin_ctzll(r->places.step);
  uint64_t first = place_offset(&r->places, run->first) >> bits;
  uint64_t last = place_offset(&r->places, run->last) >> bits;
  uint64_t grain = (uint64_t)1 << (63 - __builtin_clzll(last - first + 1));
  uint64_t most = (r->object->size - 1) >> bits;
  first &= -grain;
  last |= grain - 1;
  if (last > most) last = most;
  if (first <= last - first) first = 0;
  return (struct table_shape){first, last - first + 1, bits};
}

/* Byte `plane` of all elements; symbolic ones are 0, as under all overlays. */
static void fill_table(const struct lookup *r, const struct table_shape *shape, unsigned plane,
                       uint8_t *bytes) {
  uint64_t step = r->places.step, phase = r->places.low % step;
  uint64_t unit_phase = r->places.low & (((uint64_t)1 << shape->unit_bits) - 1);
  struct part_view view = object_view_part(r->object, 0);
  for (uint64_t t = 0; t < shape->count; t++) {
    uint64_t offset = ((shape->first + t) << shape->unit_bits) + unit_phase;
    offset = (offset < phase ? phase : phase + (offset - phase) / step * step) + plane;
    bytes[t] = 0;
    if (offset >= r->object->size) continue;
    if (offset - view.start >= view.size) view = object_view_part(r->object, offset);
    bytes[t] = view.bytes[offset - view.start];
  }
}

static bool is_uniform(const uint8_t *bytes, uint64_t count) {
  for (uint64_t i = 1; i < count; i++)
    if (bytes[i] != bytes[0]) return false;
  return true;
}

static struct expr *look_up(const struct lookup *r, const void *content, uint64_t count,
                            unsigned unit, struct expr *index) {
  const struct expr_array *array =
      constant_tables_find(&r->memory->tables, r->exprs, content, count, unit);
  return expr_read(r->exprs, expr_array_value(r->exprs, array), index);
}

/* A table of whole words. */
static struct expr *look_up_words(const struct lookup *r, const uint8_t *planes, uint64_t count,
                                  struct expr *index) {
  void *words = alloc_bytes(count * r->size);
  for (uint64_t t = 0; t < count; t++) {
    uint64_t word = 0;
    for (unsigned k = r->size; k-- > 0;) word = word << 8 | planes[k * count + t];
    expr_table_set(words, r->size, t, word);
  }
  struct expr *value = look_up(r, words, count, r->size, index);
  free(words);
  return value;
}

/* A table for each byte of the value, all at the same index. */
static struct expr *look_up_bytes(const struct lookup *r, const uint8_t *planes, uint64_t count,
                                  struct expr *index) {
  struct expr *value = NULL;
  for (unsigned k = 0; k < r->size; k++) {
    const uint8_t *bytes = planes + k * count;
    struct expr *piece = is_uniform(bytes, count) ? expr_const(r->exprs, 8, bytes[0])
                                                  : look_up(r, bytes, count, 1, index);
    value = value ? expr_concat(r->exprs, piece, value) : piece;
  }
  return value;
}

/* The high bytes of small numbers are all equal: if only one byte differs between elements, a
   table of it is enough. */
static struct expr *read_table(const struct lookup *r, const struct run *run) {
  struct table_shape shape = shape_table(r, run);
  struct expr *index = expr_lshr(r->exprs, r->offset, expr_const(r->exprs, 64, shape.unit_bits));
  index = expr_sub(r->exprs, index, expr_const(r->exprs, 64, shape.first));
  uint8_t *planes = alloc_bytes(shape.count * r->size);
  unsigned differing = 0;
  for (unsigned k = 0; k < r->size; k++) {
    fill_table(r, &shape, k, planes + k * shape.count);
    differing += !is_uniform(planes + k * shape.count, shape.count);
  }
  bool is_word = r->size == 2 || r->size == 4 || r->size == 8;
  struct expr *value = is_word && differing > 1 ? look_up_words(r, planes, shape.count, index)
                                                : look_up_bytes(r, planes, shape.count, index);
  free(planes);
  return value;
}

static struct expr *read_array(const struct lookup *r, const struct run *run) {
  struct expr *shift = expr_const(r->exprs, 64, run->of.shift);
  return byte_array_read(r->exprs, run->of.array, expr_add(r->exprs, r->offset, shift), r->size);
}

static struct expr *read_group(struct lookup *r, const struct group *group) {
  struct run whole = r->runs.data[group->first];
  whole.last = r->runs.data[group->last].last;
  struct places places = {place_offset(&r->places, whole.first), r->places.step,
                          run_length(&whole)};
  if (whole.kind == RUN_OTHER || places.count == 1)
    return ite_tree_build(r->exprs, r->offset, &places, value_at, r);
  struct expr *value = whole.kind == RUN_TABLE ? read_table(r, &whole) : read_array(r, &whole);
  for (size_t i = group->first + 1; i < group->last; i += 2)
    for (uint64_t k = r->runs.data[i].first; k <= r->runs.data[i].last; k++) {
      uint64_t place = place_offset(&r->places, k);
      struct expr *is_here = expr_eq(r->exprs, r->offset, expr_const(r->exprs, 64, place));
      value = expr_ite(r->exprs, is_here, value_at(place, r), value);
    }
  return value;
}

/* Among the groups first … last, by bisection. */
static struct expr *read_groups(struct lookup *r, size_t first, size_t last) {
  if (first == last) return read_group(r, &r->groups.data[first]);
  size_t middle = first + (last - first + 1) / 2;
  uint64_t border = r->runs.data[r->groups.data[middle].first].first;
  struct expr *below = read_groups(r, first, middle - 1);
  struct expr *above = read_groups(r, middle, last);
  struct expr *limit = expr_const(r->exprs, 64, place_offset(&r->places, border));
  return expr_ite(r->exprs, expr_ult(r->exprs, r->offset, limit), below, above);
}

static struct lookup start(struct memory *memory, const struct object *object, struct expr *offset,
                           const struct offset_range *range, unsigned size) {
  content_fill_unwritten(memory, object, range->low, range->high - range->low + size);
  REQUIRE(size >= 1 && size <= 16 && offset->width == 64);
  REQUIRE(range->low <= range->high && size <= object->size && range->high <= object->size - size);
  struct lookup lookup = {.memory = memory,
                          .exprs = memory->exprs,
                          .object = object,
                          .offset = offset,
                          .places = places_of(range),
                          .size = size};
  if (expr_is_const(offset)) {
    uint64_t only = expr_const_value(offset);
    REQUIRE(range->low <= only && only <= range->high);
    lookup.places = (struct places){only, 1, 1};
  }
  return lookup;
}

struct expr *memory_read_at(struct memory *memory, struct space *space, struct object *object,
                            struct expr *offset, const struct offset_range *range, unsigned size) {
  (void)space;
  memory_notify(memory, MEMORY_READ, object->base + range->low, range->high - range->low + size);
  struct lookup lookup = start(memory, object, offset, range, size);
  if (lookup.places.count == 1) return value_at(lookup.places.low, &lookup);
  list_runs(&lookup);
  list_groups(&lookup);
  struct expr *value = read_groups(&lookup, 0, lookup.groups.count - 1);
  vec_free(&lookup.runs);
  vec_free(&lookup.groups);
  return value;
}

/* ---- writing ---- */

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b, b = rest;
  }
  return a;
}

/* The value of [at, at + grain) after the write. */
static struct expr *written_value(const struct lookup *w, uint64_t at, uint32_t grain,
                                  struct expr *value) {
  const struct places *places = &w->places;
  struct expr *result = content_value(w->memory, w->object, at, grain);
  uint64_t reach = at - places->low; /* only places less than `size` below cover it */
  uint64_t first = reach < w->size ? 0 : (reach - w->size) / places->step + 1;
  for (uint64_t i = first; i < places->count && place_offset(places, i) <= at; i++) {
    uint64_t place = place_offset(places, i);
    struct expr *piece = expr_extract(w->exprs, value, (unsigned)(at - place) * 8, grain * 8);
    struct expr *is_here = expr_eq(w->exprs, w->offset, expr_const(w->exprs, 64, place));
    result = expr_ite(w->exprs, is_here, piece, result);
  }
  return result;
}

/* If places do not overlap, each is one piece, and the content between them is kept. If they do,
   pieces are as large as possible such that no place covers one partly, and several places may
   cover one. */
static void write_places(const struct lookup *w, struct object *object, struct expr *value) {
  const struct places *places = &w->places;
  bool is_apart = places->step >= w->size;
  uint32_t grain = is_apart ? w->size : (uint32_t)greatest_common_divisor(places->step, w->size);
  uint64_t stride = is_apart ? places->step : grain;
  uint64_t low = places->low, end = place_offset(places, places->count - 1) + w->size;
  content_list entries = {0};
  for (uint64_t at = low; at < end; at += stride) {
    vec_push(&entries, ((struct content_entry){at, grain, written_value(w, at, grain, value), 0}));
    if (at + stride < end && grain < stride)
      content_list_entries(w->memory, object, at + grain, stride - grain, 0, &entries);
  }
  content_replace(w->memory, object, low, end - low, entries.data, entries.count);
  vec_free(&entries);
}

/* The largest elements that all places and the value allow. */
static unsigned choose_unit(const struct lookup *w) {
  uint64_t bits = w->places.low | w->places.step | w->size | 8;
  return 1u << __builtin_ctzll(bits);
}

/* Stores into the array at all places, or makes one of their content; false if neither is
   useful. Many stores into few elements are worse than treating the elements one by one. */
static bool write_array(const struct lookup *w, struct object *object, struct expr *value) {
  struct memory *memory = w->memory;
  uint64_t low = w->places.low, end = place_offset(&w->places, w->places.count - 1) + w->size;
  uint64_t most = 2 * w->places.count > MIN_STORES ? 2 * w->places.count : MIN_STORES;
  struct array_part part;
  bool is_there = array_content_find(object, low, end, &part);
  if (is_there && byte_array_depth(part.array, most) == most) return false;
  if (!is_there) {
    uint64_t fixed = w->places.count / 4 > MIN_STORES ? w->places.count / 4 : MIN_STORES;
    if (w->places.count < memory->array_places ||
        !array_content_make(memory, object, &low, &end, choose_unit(w), fixed, &part))
      return false;
    struct content_entry entry = {low, (uint32_t)(end - low), part.array,
                                  (uint32_t)(low + part.shift)};
    content_replace(memory, object, low, end - low, &entry, 1);
  }
  struct expr *position = expr_add(w->exprs, w->offset, expr_const(w->exprs, 64, part.shift));
  array_content_put(memory, object, &part,
                    byte_array_write(w->exprs, part.array, position, w->size, value));
  return true;
}

void memory_write_at(struct memory *memory, struct space *space, struct object *object,
                     struct expr *offset, const struct offset_range *range, unsigned size,
                     struct expr *value) {
  REQUIRE(value->width == size * 8);
  memory_notify(memory, range->low == range->high ? MEMORY_WRITE : MEMORY_MAY_WRITE,
                object->base + range->low, range->high - range->low + size);
  object = content_own(memory, space, object);
  struct lookup writing = start(memory, object, offset, range, size);
  if (writing.places.count > 1) {
    if (!write_array(&writing, object, value)) write_places(&writing, object, value);
    return;
  }
  struct content_entry entry = {writing.places.low, size, value, 0};
  content_replace(memory, object, entry.start, size, &entry, 1);
}
