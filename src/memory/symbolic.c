/* Values into memory and out of it, at concrete addresses. A value that lies across two
   pages is kept as two extracts, which reading concatenates to the same expression. */
#include "memory/symbolic.h"

#include "expr/expr.h"
#include "memory/byte_array.h"
#include "memory/content.h"
#include "memory/overlay.h"
#include "memory/table.h"
#include "util/fault.h"

#include <stdlib.h>

struct expr *content_value(struct memory *memory, const struct object *object, uint64_t offset,
                           uint32_t size) {
  struct expr *value = NULL;
  while (size > 0) {
    struct part_view view = object_view_part(object, offset);
    uint64_t room = view.start + view.size - offset;
    uint32_t part = size < room ? size : (uint32_t)room;
    struct expr *piece = overlay_value(memory->exprs, view.overlay, view.bytes,
                                       (uint32_t)(offset - view.start), part);
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

bool content_list_entries(struct memory *memory, const struct object *object, uint64_t offset,
                          uint64_t size, uint64_t shift, content_list *list) {
  uint64_t limit = offset + size;
  for (unsigned parts = 1; offset < limit; parts++) {
    if (parts % PARTS_PER_LOOK == 0 && memory_must_stop(memory)) return false;
    struct part_view view = object_view_part(object, offset);
    uint64_t end = view.start + view.size < limit ? view.start + view.size : limit;
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
  struct object *object = content_find(space, address, size, false, fault);
  return object ? content_value(memory, object, address - object->base, size) : NULL;
}

bool memory_write_value(struct memory *memory, struct space *space, uint64_t address, unsigned size,
                        struct expr *value, struct access_fault *fault) {
  REQUIRE(size >= 1 && size <= 16 && value->width == size * 8);
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
  content_replace(memory, content_own(memory, space, object), offset, size, &entry, 1);
  return true;
}

bool memory_is_symbolic(const struct space *space, uint64_t address, uint64_t size) {
  const struct object *object = space_find(space, address);
  return object != NULL && content_is_symbolic(object, address - object->base, size);
}

bool memory_make_symbolic(struct memory *memory, struct space *space, uint64_t address,
                          uint64_t size, const struct expr_array *array,
                          struct access_fault *fault) {
  REQUIRE(array->element_width == 8 && array->table == NULL);
  struct object *object = content_find(space, address, size, true, fault);
  if (object == NULL) return false;
  object = content_own(memory, space, object);
  uint64_t offset = address - object->base;
  content_list entries = {0};
  for (uint64_t done = 0, part; done < size; done += part) {
    part = size - done < ADDRESS_PAGE_SIZE ? size - done : ADDRESS_PAGE_SIZE;
    vec_clear(&entries);
    for (uint64_t i = done; i < done + part; i++)
      vec_push(&entries,
               ((struct content_entry){offset + i, 1, expr_input(memory->exprs, array, i), 0}));
    content_replace(memory, object, offset + done, part, entries.data, entries.count);
  }
  vec_free(&entries);
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
  mark_overlay(marking->exprs, object->overlay, marking->round);
  if (!object_is_large(object) || object->capacity == 0 || object->round == marking->round) return;
  object->round = marking->round;
  for (uint64_t i = 0; i < object_page_count(object); i++)
    if (object->content.pages[i])
      mark_overlay(marking->exprs, object->content.pages[i]->overlay, marking->round);
}

void memory_forget_freed(struct memory *memory) {
  tables_forget_freed(memory->tables, memory->exprs);
}

void memory_mark(struct memory *memory, struct space *space, uint32_t round) {
  struct marking marking = {memory->exprs, round};
  REQUIRE(round != 0);
  tree_walk_once(&space->tree, round, mark_object, &marking);
}
