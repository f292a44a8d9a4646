/* Unification with union-find, over a list of pairs that are still to be equated. Classes are
   joined before their parts are unified, so recursive types need no occurs check and no
   recursion. */
#include "front/microc/unify.h"

#include "front/microc/messages.h"

#include <stdlib.h>
#include <string.h>

struct pair {
  uint32_t a, b;
};

typedef VEC(struct pair) pair_list;

uint32_t microc_type_new(struct microc_types *types, enum microc_type_kind kind,
                         struct microc_place at) {
  uint32_t number = (uint32_t)types->list.count;
  vec_push(&types->list, ((struct microc_type){.kind = kind, .parent = number, .at = at}));
  return number;
}

uint32_t microc_type_find(struct microc_types *types, uint32_t type) {
  struct microc_type *list = types->list.data;
  while (list[type].parent != type) {
    list[type].parent = list[list[type].parent].parent;
    type = list[type].parent;
  }
  return type;
}

struct microc_type *microc_type_get(struct microc_types *types, uint32_t type) {
  return &types->list.data[microc_type_find(types, type)];
}

void microc_types_free(struct microc_types *types) {
  if (types == NULL) return;
  for (size_t i = 0; i < types->list.count; i++) {
    vec_free(&types->list.data[i].params);
    vec_free(&types->list.data[i].fields);
  }
  vec_free(&types->list);
  free(types);
}

const char *microc_type_kind_name(enum microc_type_kind kind) {
  static const char *const names[] = {"anything", "a number", "a pointer",
                                      "a record", "an array", "a function"};
  return names[kind];
}

static void unify_fields(struct microc_type *into, struct microc_type *from, pair_list *todo) {
  for (size_t i = 0; i < from->fields.count; i++) {
    const struct microc_type_field *field = &from->fields.data[i];
    size_t k = 0;
    while (k < into->fields.count && strcmp(into->fields.data[k].name, field->name) != 0) k++;
    if (k == into->fields.count) {
      vec_push(&into->fields, *field);
      continue;
    }
    vec_push(todo, ((struct pair){into->fields.data[k].type, field->type}));
    into->fields.data[k].literal_count += field->literal_count;
  }
  into->literal_count += from->literal_count;
}

static void unify_params(const struct microc_type *a, const struct microc_type *b,
                         pair_list *todo) {
  for (size_t i = 0; i < a->params.count; i++)
    vec_push(todo, ((struct pair){a->params.data[i], b->params.data[i]}));
}

static void report_clash(struct microc_messages *messages, const struct microc_type *a,
                         const struct microc_type *b, struct microc_place at) {
  const char *name_a = microc_type_kind_name(a->kind), *name_b = microc_type_kind_name(b->kind);
  if (a->kind == b->kind) {
    microc_error(messages, at, "functions with %zu and %zu parameters cannot be the same type",
                 a->params.count, b->params.count);
    name_a = name_b = "one of them";
  } else
    microc_error(messages, at, "%s cannot be %s", name_a, name_b);
  microc_note(messages, a->at, "%s, because of this", name_a);
  microc_note(messages, b->at, "%s, because of this", name_b);
}

/* Joins the class b to a; false if they disagree. */
static bool join(struct microc_type *a, struct microc_type *b, uint32_t number, pair_list *todo) {
  if (a->kind != b->kind) return false;
  if (a->kind == MICROC_TYPE_FUNCTION && a->params.count != b->params.count) return false;
  b->parent = number;
  if (a->kind == MICROC_TYPE_POINTER || a->kind == MICROC_TYPE_ARRAY ||
      a->kind == MICROC_TYPE_FUNCTION)
    vec_push(todo, ((struct pair){a->target, b->target}));
  if (a->kind == MICROC_TYPE_FUNCTION) unify_params(a, b, todo);
  if (a->kind == MICROC_TYPE_RECORD) unify_fields(a, b, todo);
  if (b->max_length > a->max_length) a->max_length = b->max_length;
  return true;
}

void microc_type_unify(struct microc_types *types, struct microc_messages *messages, uint32_t a,
                       uint32_t b, struct microc_place at) {
  pair_list todo = {0};
  vec_push(&todo, ((struct pair){a, b}));
  while (todo.count > 0) {
    struct pair pair = vec_pop(&todo);
    uint32_t x = microc_type_find(types, pair.a), y = microc_type_find(types, pair.b);
    if (x == y) continue;
    struct microc_type *first = &types->list.data[x], *second = &types->list.data[y];
    if (first->kind == MICROC_TYPE_OPEN) {
      first->parent = y;
    } else if (second->kind == MICROC_TYPE_OPEN) {
      second->parent = x;
    } else if (!join(first, second, x, &todo)) {
      report_clash(messages, first, second, at);
      break;
    }
  }
  vec_free(&todo);
}
