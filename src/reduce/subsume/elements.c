/* Guesses about arrays that a loop fills: all elements below an index have the same value, or
   their own number, `k >= i || a[k] == 7` for each k. The elements are cells, so this is a
   conjunction over their numbers, without a quantifier; it is one candidate, since a loop that
   keeps it for one element probably keeps it for all.

   The values are constants that elements have in samples, or that the stretches from here store or
   compare with. Indices are the cells that are no elements themselves. */
#include "reduce/subsume/elements.h"

#include "exec/machine.h"
#include "expr/expr.h"
#include "reduce/subsume/sample.h"
#include "util/alloc.h"

#include <stdlib.h>

enum {
  LEAST_ELEMENTS = 3,
  MOST_VALUES = 6,
  MOST_INDICES = 8,
  MOST_FORMULAS = 32,
  MOST_NODES = 128 /* of an expression that is searched for constants */
};

/* Cells of one object, of the same size, in the order of their addresses. Elements between them are
   the same in all states that have been seen. */
struct array {
  uint64_t base; /* of the object */
  size_t first, count;
};

struct guessing {
  struct sites *sites;
  struct exprs *exprs;
  const struct fact *fact;
  const sample_list *samples;
  struct array array;
  expr_list *list;
  uint64_t *queries;
};

static const struct cell *cell_at(const struct guessing *g, size_t number) {
  return &g->fact->shape->cells.data[number];
}

/* The cells of an object from this one on; cells are in the order of their addresses. */
static struct array find_array(const struct shape *shape, size_t first) {
  struct array array = {.first = first, .count = 1};
  const struct cell *cell = &shape->cells.data[first];
  uint64_t size;
  if (cell->size == 0 || !shape_find_object(shape, cell, &array.base, &size)) return array;
  uint64_t end = array.base + size;
  while (first + array.count < shape->cells.count) {
    const struct cell *next = &shape->cells.data[first + array.count];
    if (next->size != cell->size || next->address >= end ||
        (next->address - array.base) % cell->size != 0)
      break;
    array.count++;
  }
  return array;
}

static uint64_t number_of(const struct guessing *g, size_t element) {
  const struct cell *cell = cell_at(g, g->array.first + element);
  return (cell->address - g->array.base) / cell->size;
}

/* value NULL: their own numbers. */
static struct expr *fill(const struct guessing *g, struct expr *index, struct expr *value) {
  struct exprs *exprs = g->exprs;
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < g->array.count; i++) {
    struct expr *element = cell_at(g, g->array.first + i)->value;
    uint64_t number = number_of(g, i);
    struct expr *wanted = value != NULL ? value : expr_const(exprs, element->width, number);
    struct expr *is_behind = expr_sle(exprs, index, expr_const(exprs, index->width, number));
    all = expr_and(exprs, all, expr_or(exprs, is_behind, expr_eq(exprs, element, wanted)));
  }
  return all;
}

static void add_if_true(const struct guessing *g, struct expr *formula) {
  if (expr_is_const(formula) || g->list->count >= MOST_FORMULAS) return;
  if (samples_imply(g->sites, g->fact, g->samples, formula, g->queries)) vec_push(g->list, formula);
}

static void add_value(const struct guessing *g, struct expr *value, expr_list *values) {
  if (!expr_is_const(value) || value->width != cell_at(g, g->array.first)->value->width) return;
  for (size_t i = 0; i < values->count; i++)
    if (values->data[i] == value) return;
  if (values->count < MOST_VALUES) vec_push(values, value);
}

/* The smaller side of a comparison, and what an element becomes, come first. */
static void add_constants(const struct guessing *g, struct expr *e, expr_list *values) {
  expr_list queue = {0};
  vec_push(&queue, e);
  for (size_t i = 0; i < queue.count && queue.count < MOST_NODES; i++) {
    add_value(g, queue.data[i], values);
    for (unsigned k = 0; k < expr_child_count(queue.data[i]); k++)
      vec_push(&queue, expr_child(queue.data[i], k));
  }
  vec_free(&queue);
}

static void list_values(const struct guessing *g, expr_list *values) {
  for (size_t i = 0; i < g->fact->transitions.count; i++) {
    const struct transition *transition = &g->fact->transitions.data[i];
    if (transition->target != NULL) continue;
    const expr_list *literals = &transition->condition.literals;
    if (literals->count > 0) add_constants(g, vec_last(literals), values);
  }
  for (size_t i = 0; i < g->samples->count; i++)
    for (size_t k = 0; k < g->array.count; k++)
      add_value(g, g->samples->data[i].values.data[g->array.first + k], values);
  for (size_t i = 0; i < g->fact->transitions.count; i++) {
    const struct transition *transition = &g->fact->transitions.data[i];
    if (transition->target != g->fact) continue;
    add_constants(g, transition->values.data[g->array.first], values);
  }
}

static void guess_array(const struct guessing *g) {
  expr_list values = {0};
  size_t indices = 0;
  list_values(g, &values);
  for (size_t i = 0; i < g->fact->shape->cells.count && indices < MOST_INDICES; i++) {
    struct expr *index = cell_at(g, i)->value;
    bool is_element = i >= g->array.first && i < g->array.first + g->array.count;
    if (is_element || (index->width != 32 && index->width != 64)) continue;
    indices++;
    add_if_true(g, fill(g, index, NULL));
    for (size_t k = 0; k < values.count; k++) add_if_true(g, fill(g, index, values.data[k]));
  }
  vec_free(&values);
}

void elements_list(struct sites *sites, const struct fact *fact, const sample_list *samples,
                   expr_list *list, uint64_t *queries) {
  struct guessing g = {.sites = sites,
                       .exprs = sites->machine->exprs,
                       .fact = fact,
                       .samples = samples,
                       .list = list,
                       .queries = queries};
  for (size_t i = 0; i < fact->shape->cells.count; i += g.array.count) {
    g.array = find_array(fact->shape, i);
    if (g.array.count >= LEAST_ELEMENTS) guess_array(&g);
  }
}

bool elements_include(const struct shape *shape, size_t number) {
  struct array array = {.count = 1};
  for (size_t i = 0; i <= number; i += array.count) array = find_array(shape, i);
  return array.count >= LEAST_ELEMENTS;
}
