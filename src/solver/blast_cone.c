/* A depth-first walk with stamps instead of marks, so that nothing has to be cleared. */
#include "solver/blast_cone.h"

#include <stdlib.h>
#include <string.h>

void cone_free(struct cone *cone) {
  vec_free(&cone->gate_stamps);
  vec_free(&cone->definition_stamps);
  vec_free(&cone->element_stamps);
  vec_free(&cone->stack);
  vec_free(&cone->elements);
  vec_free(&cone->tags);
}

#define extend_stamps(vec, needed)                                                                 \
  do {                                                                                             \
    if ((vec)->count < (needed)) {                                                                 \
      vec_reserve((vec), (needed));                                                                \
      memset((vec)->data + (vec)->count, 0, ((needed) - (vec)->count) * sizeof *(vec)->data);      \
      (vec)->count = (needed);                                                                     \
    }                                                                                              \
  } while (0)

static void start_walk(struct cone *cone, const struct gates *gates) {
  if (cone->stamp == UINT32_MAX) {
    vec_clear(&cone->gate_stamps);
    vec_clear(&cone->definition_stamps);
    vec_clear(&cone->element_stamps);
    cone->stamp = 0;
  }
  cone->stamp++;
  extend_stamps(&cone->gate_stamps, gates->list.count);
  extend_stamps(&cone->definition_stamps, gates->definitions.count);
  vec_clear(&cone->elements);
  vec_clear(&cone->tags);
  cone->gate_count = 0;
}

static void push(struct cone *cone, gate_lit a) {
  uint32_t *stamp = &cone->gate_stamps.data[gate_of(a)];
  if (*stamp == cone->stamp || gate_is_const(a)) return;
  *stamp = cone->stamp;
  vec_push(&cone->stack, a);
}

static void visit_free(struct cone *cone, const struct gates *gates, const struct gate *gate) {
  if (gate->a == 0) {
    extend_stamps(&cone->element_stamps, (size_t)gate->b + 1);
    if (cone->element_stamps.data[gate->b] == cone->stamp) return;
    cone->element_stamps.data[gate->b] = cone->stamp;
    vec_push(&cone->elements, gate->b);
    return;
  }
  if (cone->definition_stamps.data[gate->a] == cone->stamp) return;
  cone->definition_stamps.data[gate->a] = cone->stamp;
  const struct gate_definition *definition = &gates->definitions.data[gate->a];
  if (definition->tag != 0) vec_push(&cone->tags, definition->tag);
  for (uint32_t i = 0; i < definition->asserted + definition->needed; i++)
    push(cone, definition->lits[i]);
}

void cone_walk(struct cone *cone, const struct gates *gates, const gate_lit *roots, size_t count) {
  start_walk(cone, gates);
  for (size_t i = 0; i < count; i++) push(cone, roots[i]);
  while (cone->stack.count > 0) {
    const struct gate *gate = &gates->list.data[gate_of(vec_pop(&cone->stack))];
    cone->gate_count++;
    if (gate->kind == GATE_FREE) {
      visit_free(cone, gates, gate);
      continue;
    }
    push(cone, gate->a);
    push(cone, gate->b);
    if (gate->kind >= GATE_MUX) push(cone, gate->c);
  }
}
