/* Listing the symbolic content of a space. Most objects have none; the sums that are kept for
   hashes say where in the tree there may be some. */
#include "memory/symbolic_list.h"

#include "expr/expr.h"
#include "memory/access.h"
#include "memory/byte_array.h"
#include "memory/hasher.h"
#include "memory/overlay.h"
#include "memory/symbolic.h"

#include <stdlib.h>

enum { LONG = 16 }; /* entries of an overlay */

struct lister {
  struct memory *memory;
  struct symbolic_list *list;
  size_t first; /* span of the object that is visited */
};

/* A single input byte as an element of its array; false if it is something else. */
static bool is_element(const struct lister *l, const struct symbolic_span *span) {
  return span->size == 1 && span->value != NULL && span->value->kind == EXPR_INPUT &&
         expr_array_of(l->memory->exprs, span->value)->element_width == 8;
}

static struct symbolic_span as_array(const struct lister *l, struct symbolic_span span) {
  if (!is_element(l, &span)) return span;
  return (struct symbolic_span){.start = span.start,
                                .size = 1,
                                .is_array = true,
                                .first = expr_input_index(span.value),
                                .array = expr_array_of(l->memory->exprs, span.value)->number};
}

/* Neighbouring elements of an array of inputs are one span: an array in which something was written
   has its other bytes one by one. */
static bool extends_last(const struct lister *l, const struct symbolic_span *span) {
  if (l->list->spans.count == l->first) return false;
  struct symbolic_span *last = &vec_last(&l->list->spans);
  struct symbolic_span before = as_array(l, *last), next = as_array(l, *span);
  if (before.value != NULL || next.value != NULL || before.array != next.array ||
      before.start + before.size != next.start || before.first + before.size != next.first ||
      unwritten_find_array(l->memory, next.array) != NULL)
    return false;
  before.size += next.size;
  *last = before;
  return true;
}

static void add_span(const struct lister *l, const struct symbolic_span *span) {
  if (!extends_last(l, span)) vec_push(&l->list->spans, *span);
}

static void add_entry(const struct lister *l, uint64_t start, const struct overlay_entry *entry) {
  struct expr *value = entry->value;
  struct symbolic_span span = {.start = start + entry->start, .size = entry->size, .value = value};
  if (value->kind == EXPR_ARRAY || byte_array_is(value)) {
    span.is_array = true;
    span.first = entry->first;
    const struct expr_array *array =
        value->kind == EXPR_ARRAY ? expr_array_of(l->memory->exprs, value) : NULL;
    if (array != NULL && array->table == NULL && array->element_width == 8) {
      span.value = NULL;
      span.array = array->number;
    }
  }
  add_span(l, &span);
}

/* Long overlays are those of buffers, which hardly change. */
static void add_overlay(const struct lister *l, uint64_t start, struct overlay *overlay) {
  struct span_cache *cache = &hasher_get(l->memory)->spans;
  bool is_long = overlay->count >= LONG;
  const struct cached_spans *cached = is_long ? span_cache_find(cache, overlay) : NULL;
  size_t first = l->list->spans.count;
  for (uint32_t i = 0; cached != NULL && i < cached->count; i++) {
    struct symbolic_span span = cache->spans.data[cached->first + i];
    span.start += start;
    vec_push(&l->list->spans, span);
  }
  if (cached != NULL) return;
  struct lister part = {l->memory, l->list, first};
  l->list->visited += overlay->count;
  for (uint32_t i = 0; i < overlay->count; i++) add_entry(&part, start, &overlay->entries[i]);
  if (is_long)
    span_cache_add(cache, &l->memory->pool, overlay, l->list->spans.data + first,
                   (uint32_t)(l->list->spans.count - first), start);
}

static void add_part(const struct lister *l, const struct part_view *view) {
  if (view->array != NULL)
    add_span(l, &(struct symbolic_span){.start = view->start,
                                        .size = (uint32_t)view->size,
                                        .is_array = true,
                                        .first = view->start + view->shift,
                                        .array = view->array->number});
  else if (view->overlay != NULL)
    add_overlay(l, view->start, (struct overlay *)(uintptr_t)view->overlay);
}

static void visit(struct lister *l, struct object *object) {
  if (object->kind == OBJECT_CHOICE) l->list->has_choice = true;
  if (object->kind == OBJECT_CHOICE || !object_may_be_symbolic(object)) return;
  uint32_t first = (uint32_t)l->list->spans.count;
  l->first = first;
  for (uint64_t at = 0; at < object->size;) {
    struct part_view view = object_view_part(object, at);
    add_part(l, &view);
    at = view.start + view.size;
  }
  uint32_t count = (uint32_t)l->list->spans.count - first;
  if (count > 0) vec_push(&l->list->objects, ((struct symbolic_object){object, first, count}));
}

static void walk(struct lister *l, const struct tree_node *node, unsigned level) {
  if (!node->may_be_symbolic) return;
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (node->child[i] == NULL) continue;
    if (level == 1)
      visit(l, node->child[i]);
    else
      walk(l, node->child[i], level - 1);
  }
}

void space_list_symbolic(struct memory *memory, struct space *space, struct symbolic_list *list) {
  vec_clear(&list->objects);
  vec_clear(&list->spans);
  list->visited = 0;
  list->has_choice = false;
  if (space->tree.root == NULL) return;
  space_sum(memory, space);
  walk(&(struct lister){.memory = memory, .list = list}, space->tree.root, space->tree.height);
}

void symbolic_list_free(struct symbolic_list *list) {
  vec_free(&list->objects);
  vec_free(&list->spans);
}
