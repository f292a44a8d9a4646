/* A walk over expressions, choices, and the meaning of equalities and constant arrays, until
   nothing new is found. */
#include "smt/mentioned.h"

#include "expr/expr.h"
#include "smt/arrays.h"
#include "smt/reader.h"

#include <stdlib.h>

/* True the first time. */
static bool see(struct mentioned *mentioned, const struct expr *e) {
  if (id_map_find(&mentioned->seen, e->id) != NULL) return false;
  id_map_add(&mentioned->seen, e->id, 1);
  return true;
}

void mention_expr(struct mentioned *mentioned, struct expr *e) {
  if (see(mentioned, e)) vec_push(&mentioned->stack, e);
}

void mention_term(struct mentioned *mentioned, struct term term) {
  if (term.choice == 0) {
    mention_expr(mentioned, term.expr);
    return;
  }
  while (mentioned->is_choice_seen.count <= term.choice)
    vec_push(&mentioned->is_choice_seen, false);
  if (mentioned->is_choice_seen.data[term.choice]) return;
  mentioned->is_choice_seen.data[term.choice] = true;
  vec_push(&mentioned->choices, term.choice);
}

/* Indices are distinguished by pointer; one may be in the list for several arrays. */
static void mention_index(struct mentioned *mentioned, struct expr *index) {
  vec_push(&mentioned->indices, index);
}

void mention_fact(struct mentioned *mentioned, uint32_t number) {
  const struct array_fact *fact = &mentioned->reader->facts.data[number];
  while (mentioned->is_fact_seen.count <= number) vec_push(&mentioned->is_fact_seen, false);
  if (mentioned->is_fact_seen.data[number]) return;
  mentioned->is_fact_seen.data[number] = true;
  vec_push(&mentioned->facts, number);
  if (fact->kind == FACT_CONST) {
    mention_expr(mentioned, fact->value);
    return;
  }
  mention_term(mentioned, fact->a);
  mention_term(mentioned, fact->b);
  mention_index(mentioned, fact->k);
}

/* An element at a constant index is an input, not a READ. */
static void mention_leaf(struct mentioned *mentioned, struct expr *e) {
  const struct reader *reader = mentioned->reader;
  const struct expr_array *array = expr_array_of(reader->exprs, e);
  uint32_t number = array->number;
  if (number < reader->fact_of.count && reader->fact_of.data[number] != 0)
    mention_fact(mentioned, reader->fact_of.data[number] - 1);
  if (array->size != 0) return;
  while (mentioned->is_array_seen.count <= number) vec_push(&mentioned->is_array_seen, false);
  if (!mentioned->is_array_seen.data[number]) vec_push(&mentioned->arrays, number);
  mentioned->is_array_seen.data[number] = true;
  if (e->kind == EXPR_INPUT)
    mention_index(mentioned, expr_const(reader->exprs, array->index_width, expr_input_index(e)));
}

void mentioned_walk(struct mentioned *mentioned) {
  struct reader *reader = mentioned->reader;
  while (mentioned->stack.count > 0 || mentioned->choices.count > 0) {
    if (mentioned->stack.count == 0) {
      struct choice choice = reader->choices.data[vec_pop(&mentioned->choices)];
      mention_expr(mentioned, choice.condition);
      mention_term(mentioned, choice.yes);
      mention_term(mentioned, choice.no);
      continue;
    }
    struct expr *e = vec_pop(&mentioned->stack);
    if (e->kind == EXPR_READ || e->kind == EXPR_STORE) mention_index(mentioned, expr_child(e, 1));
    if (e->kind == EXPR_INPUT || e->kind == EXPR_ARRAY) mention_leaf(mentioned, e);
    for (unsigned i = 0; i < expr_child_count(e); i++) mention_expr(mentioned, expr_child(e, i));
  }
}

bool is_every_index(unsigned width, size_t count) {
  return width < 32 && count >= (uint64_t)1 << width;
}

static int compare_indices(const void *a, const void *b) {
  const struct expr *x = *(struct expr *const *)a, *y = *(struct expr *const *)b;
  if (x->width != y->width) return x->width < y->width ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

static void mention_all_of_width(struct mentioned *mentioned, unsigned width) {
  struct exprs *exprs = mentioned->reader->exprs;
  for (uint64_t i = 0; i < (uint64_t)1 << width; i++)
    vec_push(&mentioned->indices, expr_const(exprs, width, i));
}

void mentioned_finish(struct mentioned *mentioned) {
  struct expr **old = mentioned->indices.data;
  size_t count = mentioned->indices.count;
  if (count == 0) return;
  qsort(old, count, sizeof *old, compare_indices);
  mentioned->indices.data = NULL;
  mentioned->indices.count = mentioned->indices.capacity = 0;
  for (size_t i = 0; i < count;) {
    size_t end = i, first = mentioned->indices.count;
    for (; end < count && old[end]->width == old[i]->width; end++)
      if (end == i || old[end] != old[end - 1]) vec_push(&mentioned->indices, old[end]);
    unsigned width = old[i]->width;
    if (is_every_index(width, mentioned->indices.count - first)) {
      mentioned->indices.count = first;
      mention_all_of_width(mentioned, width);
    }
    i = end;
  }
  free(old);
}

void mentioned_free(struct mentioned *mentioned) {
  id_map_free(&mentioned->seen);
  vec_free(&mentioned->stack);
  vec_free(&mentioned->facts);
  vec_free(&mentioned->is_fact_seen);
  vec_free(&mentioned->indices);
  vec_free(&mentioned->is_choice_seen);
  vec_free(&mentioned->is_array_seen);
  vec_free(&mentioned->arrays);
  vec_free(&mentioned->choices);
}

struct expr **mentioned_indices(const struct mentioned *mentioned, unsigned width, size_t *count) {
  size_t first = 0, end;
  while (first < mentioned->indices.count && mentioned->indices.data[first]->width < width) first++;
  for (end = first; end < mentioned->indices.count; end++)
    if (mentioned->indices.data[end]->width != width) break;
  *count = end - first;
  return mentioned->indices.data + first;
}
