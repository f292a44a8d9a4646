/* Names and their bindings: for each name a list of bindings, innermost first. */
#include "smt/scope.h"

#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

void scope_free(struct scope *scope) {
  strmap_free(&scope->numbers);
  vec_free(&scope->current);
  vec_free(&scope->bindings);
}

uint32_t scope_number(struct scope *scope, const char *text, size_t length) {
  char small[64], *key = length < sizeof small ? small : alloc_bytes(length + 1);
  memcpy(key, text, length);
  key[length] = '\0';
  uint32_t number = strmap_get(&scope->numbers, key);
  if (number == STRMAP_NONE) {
    number = (uint32_t)scope->current.count;
    strmap_set(&scope->numbers, key, number);
    vec_push(&scope->current, SCOPE_NONE);
  }
  if (key != small) free(key);
  return number;
}

/* Numbers are given in order of insertion, which is the order of the map's entries. */
const char *scope_name(const struct scope *scope, uint32_t name) {
  return scope->numbers.entries[name].key;
}

void scope_bind(struct scope *scope, uint32_t name, struct term term, uint32_t macro) {
  struct binding binding = {name, scope->current.data[name], macro, term};
  scope->current.data[name] = (uint32_t)scope->bindings.count;
  vec_push(&scope->bindings, binding);
}

void scope_unbind(struct scope *scope, size_t count) {
  while (scope->bindings.count > count) {
    const struct binding *binding = &vec_pop(&scope->bindings);
    scope->current.data[binding->name] = binding->shadowed;
  }
}

const struct binding *scope_find(const struct scope *scope, uint32_t name) {
  uint32_t at = scope->current.data[name];
  while (at != SCOPE_NONE && at >= scope->hidden_from && at < scope->hidden_to)
    at = scope->bindings.data[at].shadowed;
  return at == SCOPE_NONE ? NULL : &scope->bindings.data[at];
}

void sort_print(struct sort sort, struct buffer *out) {
  switch (sort.kind) {
  case SORT_BOOL: buffer_add(out, "Bool"); break;
  case SORT_BITVEC: buffer_add(out, "(_ BitVec %u)", sort.width); break;
  case SORT_ARRAY:
    buffer_add(out, "(Array (_ BitVec %u) (_ BitVec %u))", sort.index_width, sort.width);
    break;
  }
}
