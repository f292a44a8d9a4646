/* Which heap objects may lie elsewhere without anybody noticing, and what they are called then.

   Two paths that have allocated and freed different things on the way have the same structure at
   different addresses. So a live heap object is named by its place in the order of addresses, and
   words that are addresses in it are compared as the name with an offset. Order is kept since
   programs compare addresses, and so is alignment.

   C has no types in memory, so a word is taken for an address if it is one. An object is pinned,
   and compared with its address, where that may be wrong: if an expression has the address, if it
   lies at an odd place, with a tag or complemented, or in an object that is not written out. An
   address that a program hides in other ways (the exclusive or of two) is compared as a number. If
   its object has ended in one of the states and it is used all the same, that error may be missed:
   comparing in this way is an option.

   Objects of more than a page, and those whose unwritten bytes were read, are not movable. */
#include "reduce/z_equivalence/moved.h"

#include "expr/expr.h"
#include "memory/object.h"
#include "memory/space.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 18 };

void moved_free(struct moved *heap) {
  vec_free(&heap->movable);
  vec_free(&heap->others);
  vec_free(&heap->with_pointers);
  id_map_free(&heap->visited);
  vec_free(&heap->stack);
}

/* ---- objects ---- */

/* Whether its content can be written out. */
static bool is_plain(const struct object *object) {
  return !object_is_large(object) && object_unwritten_id(object) == 0;
}

static int list_object(struct object *object, void *context) {
  struct moved *heap = context;
  if (object->kind == OBJECT_CHOICE || object->kind == OBJECT_CODE || object->kind == OBJECT_PART ||
      (object->flags & (OBJECT_CONSTANT | OBJECT_FREED)))
    return 0;
  heap->bytes += object->size;
  if (object->kind == OBJECT_HEAP && is_plain(object))
    vec_push(&heap->movable, ((struct moved_object){.object = object}));
  else
    vec_push(&heap->others, object);
  return 0;
}

void moved_begin(struct moved *heap, const struct space *space) {
  vec_clear(&heap->movable);
  vec_clear(&heap->others);
  vec_clear(&heap->with_pointers);
  id_map_clear(&heap->visited);
  heap->bytes = 0;
  tree_walk(&space->tree, list_object, heap);
  if (heap->bytes > MOST_BYTES) vec_clear(&heap->movable);
}

static struct moved_object *find_any(const struct moved *heap, uint64_t address) {
  size_t first = 0, count = heap->movable.count;
  if (!address_is_possible(address)) return NULL;
  while (count > 0) { /* the last one that begins at the address or before */
    size_t half = count / 2;
    if (heap->movable.data[first + half].object->base <= address)
      first += half + 1, count -= half + 1;
    else
      count = half;
  }
  if (first == 0) return NULL;
  struct moved_object *found = &heap->movable.data[first - 1];
  return address - found->object->base <= found->object->size ? found : NULL;
}

const struct moved_object *moved_find(const struct moved *heap, uint64_t address) {
  const struct moved_object *found = find_any(heap, address);
  return found != NULL && !found->is_pinned ? found : NULL;
}

void moved_pin(struct moved *heap, uint64_t address) {
  struct moved_object *found = find_any(heap, address);
  if (found != NULL) found->is_pinned = true;
}

/* ---- expressions ---- */

static void visit(struct moved *heap, const struct expr *e) {
  if (id_map_find(&heap->visited, e->id) != NULL) return;
  id_map_add(&heap->visited, e->id, 1);
  vec_push(&heap->stack, e);
}

void moved_pin_expr(struct moved *heap, const struct expr *e) {
  if (heap->movable.count == 0) return;
  visit(heap, e);
  while (heap->stack.count > 0) {
    e = vec_pop(&heap->stack);
    if (expr_is_const(e) && e->width <= 64) {
      uint64_t value = expr_const_value(e);
      moved_pin(heap, value);
      moved_pin(heap, -value); /* subtracted */
    }
    for (unsigned i = 0; i < expr_child_count(e); i++) visit(heap, expr_child(e, i));
  }
}

/* ---- bytes ---- */

static const uint64_t ADDRESS_MASK = ((uint64_t)1 << 48) - 1;

void moved_pin_hidden(struct moved *heap, uint64_t word) {
  if (find_any(heap, word) != NULL) return;
  moved_pin(heap, word & ADDRESS_MASK);
  moved_pin(heap, ~word & ADDRESS_MASK);
}

/* True if there is an address, where one is expected, of something movable. */
static bool look_at_word(struct moved *heap, const uint8_t *bytes, uint64_t at, bool is_written) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  if (find_any(heap, word) != NULL && at % 8 == 0 && is_written) return true;
  moved_pin(heap, word);
  moved_pin_hidden(heap, word);
  return false;
}

static bool look_at_part(struct moved *heap, const struct part_view *view, bool is_written) {
  bool has_pointers = false;
  if (view->bytes == NULL || view->array != NULL) return false;
  for (uint64_t at = 0; at + 8 <= view->size; at++)
    has_pointers |= look_at_word(heap, view->bytes + at, view->start + at, is_written);
  return has_pointers;
}

static bool look_at_object(struct moved *heap, const struct object *object) {
  bool has_pointers = false;
  for (uint64_t at = 0; at < object->size;) {
    struct part_view view = object_view_part(object, at);
    has_pointers |= look_at_part(heap, &view, is_plain(object));
    at = view.start + view.size;
  }
  return has_pointers;
}

void moved_look(struct moved *heap) {
  if (heap->movable.count == 0) return;
  for (size_t i = 0; i < heap->movable.count; i++)
    look_at_object(heap, heap->movable.data[i].object);
  for (size_t i = 0; i < heap->others.count; i++)
    if (look_at_object(heap, heap->others.data[i]))
      vec_push(&heap->with_pointers, heap->others.data[i]);
  uint32_t number = 0;
  for (size_t i = 0; i < heap->movable.count; i++)
    if (!heap->movable.data[i].is_pinned) heap->movable.data[i].number = number++;
}

bool moved_has_pointers(const struct moved *heap, const struct object *object) {
  for (size_t i = 0; i < heap->with_pointers.count; i++)
    if (heap->with_pointers.data[i] == object) return true;
  return false;
}
