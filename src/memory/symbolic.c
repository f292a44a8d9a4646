/* Reading and writing values at concrete addresses. A value across two pages is kept as two
   extracts, which reading concatenates to the same expression. */
#include "memory/symbolic.h"

#include "expr/expr.h"
#include "memory/background.h"
#include "memory/byte_array.h"
#include "memory/constant_tables.h"
#include "memory/content.h"
#include "memory/content_hash.h"
#include "memory/overlay.h"
#include "util/fault.h"

#include <stdlib.h>

/* Bytes of an absent page whose background is inputs. */
static struct expr *inputs_value(struct memory *memory, const struct part_view *view,
                                 uint64_t offset, uint32_t size) {
  struct expr *value = NULL;
  for (uint64_t at = offset; at < offset + size; at++) {
    struct expr *byte = expr_input(memory->exprs, view->array, at + view->shift);
    value = value ? expr_concat(memory->exprs, byte, value) : byte;
  }
  return value;
}

/* Bytes of a part, some of them unwritten. */
static struct expr *unwritten_value(struct memory *memory, const struct object *object,
                                    const struct part_view *view, uint64_t offset, uint32_t size) {
  struct expr *value = NULL;
  for (uint64_t at = offset; at < offset + size; at++) {
    uint32_t place = (uint32_t)(at - view->start);
    struct expr *byte = written_covers(view->written, place, place + 1)
                            ? overlay_value(memory->exprs, view->overlay, view->bytes, place, 1)
                            : unwritten_byte(memory, (struct object *)(uintptr_t)object, at);
    value = value ? expr_concat(memory->exprs, byte, value) : byte;
  }
  return value;
}

static struct expr *part_value(struct memory *memory, const struct object *object,
                               const struct part_view *view, uint64_t offset, uint32_t size) {
  uint32_t at = (uint32_t)(offset - view->start);
  if (view->array != NULL) return inputs_value(memory, view, offset, size);
  if (view->written != NULL && !written_covers(view->written, at, at + size))
    return unwritten_value(memory, object, view, offset, size);
  return overlay_value(memory->exprs, view->overlay, view->bytes, at, size);
}

struct expr *content_value(struct memory *memory, const struct object *object, uint64_t offset,
                           uint32_t size) {
  struct expr *value = NULL;
  while (size > 0) {
    struct part_view view = object_view_part(object, offset);
    uint64_t room = view.start + view.size - offset;
    uint32_t part = size < room ? size : (uint32_t)room;
    struct expr *piece = part_value(memory, object, &view, offset, part);
    value = value ? expr_concat(memory->exprs, piece, value) : piece;
    offset += part, size -= part;
  }
  return value;
}

bool content_is_input(const struct exprs *exprs, const struct expr *value, unsigned number,
                      const struct expr_array **array, uint64_t *index) {
  unsigned bit = number * 8;
  while (value->kind == EXPR_CONCAT) {
    const struct expr *low = expr_child(value, 1);
    if (bit >= low->width) {
      bit -= low->width;
      value = expr_child(value, 0);
    } else {
      value = low;
    }
  }
  if (value->kind != EXPR_INPUT || bit != 0 || value->width != 8) return false;
  *array = expr_array_of(exprs, value);
  *index = expr_input_index(value);
  return true;
}

/* Bytes of an absent page whose background is inputs: all as one array, if their numbers fit an
   entry. */
static void list_inputs(struct memory *memory, const struct part_view *view, uint64_t offset,
                        uint64_t end, uint64_t shift, content_list *list) {
  if (end + view->shift <= UINT32_MAX) {
    struct expr *array = expr_array_value(memory->exprs, view->array);
    vec_push(list, ((struct content_entry){offset + shift, (uint32_t)(end - offset), array,
                                           (uint32_t)(offset + view->shift)}));
    return;
  }
  for (uint64_t at = offset; at < end; at++)
    vec_push(list,
             ((struct content_entry){at + shift, 1,
                                     expr_input(memory->exprs, view->array, at + view->shift), 0}));
}

bool content_list_entries(struct memory *memory, const struct object *object, uint64_t offset,
                          uint64_t size, uint64_t shift, content_list *list) {
  uint64_t limit = offset + size;
  for (unsigned parts = 1; offset < limit; parts++) {
    if (parts % PARTS_PER_LOOK == 0 && memory_must_stop(memory)) return false;
    struct part_view view = object_view_part(object, offset);
    uint64_t end = view.start + view.size < limit ? view.start + view.size : limit;
    if (view.array != NULL) list_inputs(memory, &view, offset, end, shift, list);
    uint32_t number = overlay_find(view.overlay, (uint32_t)(offset - view.start));
    for (; view.overlay && number < view.overlay->count; number++) {
      const struct overlay_entry *entry = &view.overlay->entries[number];
      uint64_t start = view.start + entry->start, stop = start + entry->size;
      if (start >= end) break;
      uint64_t first = start > offset ? start : offset, last = stop < end ? stop : end;
      uint32_t skipped = (uint32_t)(first - start), part = (uint32_t)(last - first);
      bool is_array = byte_array_is(entry->value);
      struct expr *value = is_array
                               ? entry->value
                               : expr_extract(memory->exprs, entry->value, skipped * 8, part * 8);
      vec_push(list, ((struct content_entry){first + shift, part, value,
                                             is_array ? entry->first + skipped : 0}));
    }
    offset = end;
  }
  return true;
}

struct expr *memory_read_value(struct memory *memory, struct space *space, uint64_t address,
                               unsigned size, struct access_fault *fault) {
  REQUIRE(size >= 1 && size <= 16);
  memory_notify(memory, MEMORY_READ, address, size);
  struct object *object = content_find(space, address, size, false, fault);
  return object ? content_value(memory, object, address - object->base, size) : NULL;
}

enum byte_kind { BYTE_NUMBER, BYTE_UNWRITTEN, BYTE_OTHER };

static enum byte_kind kind_of_byte(struct memory *memory, const struct expr *value, unsigned number,
                                   struct expr **byte) {
  *byte = expr_extract(memory->exprs, (struct expr *)(uintptr_t)value, number * 8, 8);
  if (expr_is_const(*byte)) return BYTE_NUMBER;
  return unwritten_is_byte(memory, *byte) ? BYTE_UNWRITTEN : BYTE_OTHER;
}

/* A value that contains unwritten bytes unchanged, such as a small struct with padding: they
   stay unwritten where they are written to, and constant bytes become numbers again. */
static void write_unwritten(struct memory *memory, struct object *object,
                            const struct content_entry *entry) {
  for (unsigned from = 0, to; from < entry->size; from = to) {
    struct expr *first, *byte;
    enum byte_kind kind = kind_of_byte(memory, entry->value, from, &first);
    to = from + 1;
    while (to < entry->size && kind_of_byte(memory, entry->value, to, &byte) == kind) to++;
    struct content_entry piece = {
        entry->start + from, to - from,
        expr_extract(memory->exprs, entry->value, from * 8, (to - from) * 8), 0};
    if (kind == BYTE_UNWRITTEN) {
      struct content_entry zero = piece;
      uint64_t none[2] = {0, 0};
      zero.value = expr_const_words(memory->exprs, piece.size * 8, none);
      content_replace(memory, object, piece.start, piece.size, &zero, 1);
      unwritten_note_origin(memory, object, first);
      content_unwrite(memory, object, piece.start, piece.size);
    } else {
      content_replace(memory, object, piece.start, piece.size, &piece, 1);
    }
  }
}

bool memory_write_value(struct memory *memory, struct space *space, uint64_t address, unsigned size,
                        struct expr *value, struct access_fault *fault) {
  REQUIRE(size >= 1 && size <= 16 && value->width == size * 8);
  memory_notify(memory, MEMORY_WRITE, address, size);
  struct object *object = content_find(space, address, size, true, fault);
  if (object == NULL) return false;
  uint64_t offset = address - object->base;
  if (expr_is_const(value)) {
    uint64_t words[2];
    expr_const_get_words(value, words);
    memory_initialise(memory, space, object, offset, words, size);
    return true;
  }
  struct content_entry entry = {offset, size, value, 0};
  object = content_own(memory, space, object);
  if (memory->unwritten.mode == UNWRITTEN_ERROR && unwritten_concerns(memory, value))
    write_unwritten(memory, object, &entry);
  else
    content_replace(memory, object, offset, size, &entry, 1);
  return true;
}

bool memory_is_symbolic(const struct space *space, uint64_t address, uint64_t size) {
  const struct object *object = space_find(space, address);
  return object != NULL && content_is_symbolic(object, address - object->base, size);
}

/* The bytes [offset, end) become inputs at once; at most two pages of an object. */
static void put_inputs(struct memory *memory, struct object *object, uint64_t offset, uint64_t end,
                       const struct expr_array *array, uint64_t shift) {
  content_list entries = {0};
  for (uint64_t at = offset; at < end; at++)
    vec_push(&entries,
             ((struct content_entry){at, 1, expr_input(memory->exprs, array, at + shift), 0}));
  if (offset < end)
    content_replace(memory, object, offset, end - offset, entries.data, entries.count);
  vec_free(&entries);
}

/* The pages of [offset, end) become inputs when they are first touched. */
static void put_input_pages(struct memory *memory, struct object *object, uint64_t offset,
                            uint64_t end, const struct expr_array *array, uint64_t shift) {
  uint64_t first = offset >> ADDRESS_PAGE_BITS;
  uint64_t last = (end + ADDRESS_PAGE_SIZE - 1) >> ADDRESS_PAGE_BITS;
  struct background_range filling = {.array = array, .shift = shift};
  memory_forget_object(memory, object);
  object_page_sum(object)->is_known = false;
  for (uint64_t i = first; i < last; i++) {
    object_release_page(&memory->pool, object->content.pages[i]);
    object->content.pages[i] = NULL;
  }
  object->background = background_set(&memory->pool, object->background, first, last, &filling);
}

static void fill_page(struct memory *memory, struct object *object, uint64_t number,
                      const struct part_view *view) {
  struct page *page = object_own_page(&memory->pool, object, number);
  struct overlay_part part = {&memory->pool, memory->exprs, &page->overlay, page->bytes,
                              &page->written};
  content_list list = {0};
  VEC(struct overlay_entry) entries = {0};
  list_inputs(memory, view, view->start, view->start + view->size, 0, &list);
  for (size_t i = 0; i < list.count; i++) {
    const struct content_entry *entry = &list.data[i];
    vec_push(&entries, ((struct overlay_entry){entry->value, (uint16_t)(entry->start - view->start),
                                               (uint16_t)entry->size, entry->first}));
  }
  overlay_splice(&part, 0, (uint32_t)view->size, entries.data, (uint32_t)entries.count);
  vec_free(&entries);
  vec_free(&list);
}

void content_fill_pages(struct memory *memory, const struct object *object, uint64_t offset,
                        uint64_t size) {
  if (!object_is_large(object) || object->background == NULL) return;
  uint64_t end = offset + size;
  while (offset < end) {
    struct part_view view = object_view_part(object, offset);
    /* The readable content stays the same, for all that share the object. */
    if (view.array != NULL)
      fill_page(memory, (struct object *)object, offset >> ADDRESS_PAGE_BITS, &view);
    offset = view.start + view.size;
  }
}

bool content_find_gap(const struct object *object, uint64_t offset, uint64_t end,
                      struct content_gap *gap) {
  while (offset < end) {
    struct part_view view = object_view_part(object, offset);
    uint64_t stop = view.start + view.size < end ? view.start + view.size : end;
    uint32_t from, to;
    if (written_find_gap(view.written, (uint32_t)(offset - view.start),
                         (uint32_t)(stop - view.start), &from, &to)) {
      *gap = (struct content_gap){view.start + from, view.start + to};
      return true;
    }
    offset = stop;
  }
  return false;
}

/* In one part, which must be present. */
static void fill_gap(struct memory *memory, struct object *object, const struct content_gap *gap) {
  struct page *page =
      object_is_large(object) ? object->content.pages[gap->start >> ADDRESS_PAGE_BITS] : NULL;
  struct overlay_part part = {
      &memory->pool, memory->exprs, page ? &page->overlay : &object->overlay,
      page ? page->bytes : object->content.bytes, page ? &page->written : &object->written};
  uint64_t start = gap->start & -(uint64_t)ADDRESS_PAGE_SIZE;
  uint32_t from = (uint32_t)(gap->start - start), to = (uint32_t)(gap->end - start);
  uint64_t first;
  struct expr *array = unwritten_array_of(memory, object, &first);
  bool has_number = first + gap->end <= UINT32_MAX; /* whether it fits an entry */
  for (uint32_t at = from, next; at < to; at = next) {
    next = has_number ? to : at + 1;
    struct overlay_entry entry = {array, (uint16_t)at, (uint16_t)(next - at),
                                  (uint32_t)(first + start + at)};
    if (!has_number)
      entry =
          (struct overlay_entry){unwritten_byte(memory, object, start + at), (uint16_t)at, 1, 0};
    overlay_splice(&part, at, next, &entry, 1);
  }
  written_mark(part.pool, part.written, from, to);
  cache_forget_part(memory, object->base + start, ADDRESS_PAGE_SIZE);
}

void content_fill_unwritten(struct memory *memory, const struct object *object, uint64_t offset,
                            uint64_t size) {
  struct object *same = (struct object *)(uintptr_t)object; /* the readable content stays the
                                                               same */
  struct content_gap gap;
  content_fill_pages(memory, object, offset, size);
  for (uint64_t at = offset; content_find_gap(object, at, offset + size, &gap); at = gap.end) {
    /* Other copies of the object that share the page may have different inputs there. */
    if (object_is_large(object))
      object_own_page(&memory->pool, same, gap.start >> ADDRESS_PAGE_BITS);
    fill_gap(memory, same, &gap);
  }
}

bool memory_make_symbolic(struct memory *memory, struct space *space, uint64_t address,
                          uint64_t size, const struct expr_array *array,
                          struct access_fault *fault) {
  REQUIRE(array->element_width == 8 && array->table == NULL);
  memory_notify(memory, MEMORY_WRITE, address, size);
  struct object *object = content_find(space, address, size, true, fault);
  if (object == NULL) return false;
  object = content_own(memory, space, object);
  uint64_t offset = address - object->base, end = offset + size;
  uint64_t first = (offset + ADDRESS_PAGE_SIZE - 1) & -(uint64_t)ADDRESS_PAGE_SIZE;
  uint64_t last = end == object->size ? end : end & -(uint64_t)ADDRESS_PAGE_SIZE;
  if (!object_is_large(object) || first >= last) {
    put_inputs(memory, object, offset, end, array, -offset);
    return true;
  }
  put_inputs(memory, object, offset, first, array, -offset);
  put_input_pages(memory, object, first, last, array, -offset);
  put_inputs(memory, object, last, end, array, -offset);
  return true;
}

static void mark_overlay(struct exprs *exprs, struct overlay *overlay, uint32_t round) {
  if (overlay == NULL || overlay->round == round) return;
  overlay->round = round;
  for (uint32_t i = 0; i < overlay->count; i++) expr_mark_root(exprs, overlay->entries[i].value);
}

struct marking {
  struct exprs *exprs;
  uint32_t round;
};

static void mark_object(struct object *object, void *context) {
  const struct marking *marking = context;
  for (; object != NULL && object->kind == OBJECT_CHOICE; object = object->content.choice.other) {
    expr_mark_root(marking->exprs, object->content.choice.condition);
    if (object->content.choice.then != NULL) mark_object(object->content.choice.then, context);
  }
  if (object == NULL) return;
  if (object->flags & OBJECT_FREED) return;
  if (!object_is_large(object)) {
    mark_overlay(marking->exprs, object->overlay, marking->round);
    return;
  }
  if (object->round == marking->round) return;
  object->round = marking->round;
  for (uint64_t i = 0; i < object_page_count(object); i++)
    if (object->content.pages[i])
      mark_overlay(marking->exprs, object->content.pages[i]->overlay, marking->round);
}

void memory_forget_freed(struct memory *memory) {
  constant_tables_forget_freed(memory->tables, memory->exprs);
  hasher_forget_freed(memory);
}

void memory_mark(struct memory *memory, struct space *space, uint32_t round) {
  struct marking marking = {memory->exprs, round};
  unwritten_mark(memory);
  REQUIRE(round != 0);
  tree_walk_once(&space->tree, round, mark_object, &marking);
}
