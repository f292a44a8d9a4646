/* Listing the symbolic content of a space, by looking at every object: most have no overlay. */
#include "memory/symbolic_list.h"

#include "expr/expr.h"
#include "memory/access.h"
#include "memory/byte_array.h"
#include "memory/hasher.h"
#include "memory/overlay.h"

#include <stdlib.h>

struct lister {
  struct memory *memory;
  struct symbolic_list *list;
};

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
  vec_push(&l->list->spans, span);
}

static void add_part(const struct lister *l, const struct part_view *view) {
  if (view->array != NULL)
    vec_push(&l->list->spans, ((struct symbolic_span){.start = view->start,
                                                      .size = (uint32_t)view->size,
                                                      .is_array = true,
                                                      .first = view->start + view->shift,
                                                      .array = view->array->number}));
  else if (view->overlay != NULL)
    for (uint32_t i = 0; i < view->overlay->count; i++)
      add_entry(l, view->start, &view->overlay->entries[i]);
}

static bool may_be_symbolic(const struct object *object) {
  if (!object_is_live(object) || (object->flags & OBJECT_CONSTANT)) return false;
  return object_is_large(object) || object->overlay != NULL;
}

static int visit(struct object *object, void *context) {
  const struct lister *l = context;
  if (object->kind == OBJECT_CHOICE) l->list->has_choice = true;
  if (object->kind == OBJECT_CHOICE || !may_be_symbolic(object)) return 0;
  uint32_t first = (uint32_t)l->list->spans.count;
  for (uint64_t at = 0; at < object->size;) {
    struct part_view view = object_view_part(object, at);
    add_part(l, &view);
    at = view.start + view.size;
  }
  uint32_t count = (uint32_t)l->list->spans.count - first;
  if (count > 0) vec_push(&l->list->objects, ((struct symbolic_object){object, first, count}));
  return 0;
}

void space_list_symbolic(struct memory *memory, const struct space *space,
                         struct symbolic_list *list) {
  vec_clear(&list->objects);
  vec_clear(&list->spans);
  list->has_choice = false;
  tree_walk(&space->tree, visit, &(struct lister){memory, list});
}

void symbolic_list_free(struct symbolic_list *list) {
  vec_free(&list->objects);
  vec_free(&list->spans);
}
