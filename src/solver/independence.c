/* Independence: what the last conjunct shares no input with, not even through others,
   cannot clash with it. Given a witness of the rest, only the slice around the last
   conjunct is asked about, and its model, laid over the witness, is a model of the
   whole. Without a witness every component is asked about on its own. (The idea is that
   of EXE's constraint independence; slices are kept up to date from query to query, see
   components.c.) */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "solver/components.h"
#include "solver/solver.h"
#include "util/alloc.h"

#include <stdlib.h>

struct independence_link {
  struct solver solver;
  struct exprs *exprs;
  struct components *components;
  VEC(size_t) positions; /* of the slice */
  VEC(struct expr *) slice;
  VEC(bool) is_done; /* per conjunct, without a witness */
};

/* Laying a model over another assignment, where a set of inputs says. */
struct overlay {
  struct assignment *target;
  const struct assignment *source;
  uint32_t array; /* whose elements are being copied */
};

static void clear_element(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct overlay *overlay = context;
  if (array == overlay->array && value != 0) assignment_set(overlay->target, array, index, 0);
}

static void copy_element(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct overlay *overlay = context;
  if (array == overlay->array) assignment_set(overlay->target, array, index, value);
}

static void copy_input(const struct expr_array *array, uint64_t index, void *context) {
  struct overlay *overlay = context;
  if (index != SUPPORT_ALL) {
    assignment_set(overlay->target, array->number, index,
                   assignment_get(overlay->source, array->number, index));
    return;
  }
  overlay->array = array->number;
  struct assignment *before = assignment_copy(overlay->target);
  assignment_walk(before, clear_element, overlay);
  assignment_free(before);
  assignment_walk(overlay->source, copy_element, overlay);
}

static void lay_over(struct independence_link *link, struct assignment *target,
                     const struct assignment *source) {
  struct overlay overlay = {.target = target, .source = source};
  uint32_t last = SUPPORT_EMPTY;
  for (size_t i = 0; i < link->slice.count; i++) {
    uint32_t support = link->slice.data[i]->support;
    if (support != last) support_walk(link->exprs, support, copy_input, &overlay);
    last = support;
  }
}

/* Asks about the conjuncts at link->positions. */
static enum answer ask_slice(struct independence_link *link, const struct query *query,
                             struct result *result) {
  struct query slice = *query;
  vec_clear(&link->slice);
  for (size_t i = 0; i < link->positions.count; i++)
    vec_push(&link->slice, query->conjuncts[link->positions.data[i]]);
  slice.conjuncts = link->slice.data;
  slice.count = link->slice.count;
  return solver_ask_next(&link->solver, &slice, result);
}

/* The slice's core as a core of the whole. */
static void widen_core(struct independence_link *link, const struct query *query,
                       struct result *result) {
  bool *in_core = alloc_zeroed(query->count * sizeof *in_core);
  for (size_t i = 0; i < link->positions.count; i++)
    in_core[link->positions.data[i]] = result->in_core[i];
  free(result->in_core);
  result->in_core = in_core;
}

static enum answer check_with_witness(struct independence_link *link, const struct query *query,
                                      struct result *result) {
  size_t last = query->count - 1;
  components_set(link->components, query->conjuncts, last);
  link->positions.count =
      components_touching(link->components, query->conjuncts[last]->support, link->positions.data);
  if (link->positions.count == last) return solver_ask_next(&link->solver, query, result);
  vec_push(&link->positions, last);
  enum answer answer = ask_slice(link, query, result);
  if (answer == ANSWER_UNSAT && query->wants_core) widen_core(link, query, result);
  if (answer == ANSWER_SAT && query->wants_model) {
    struct assignment *model = assignment_copy(query->witness);
    lay_over(link, model, result->model);
    assignment_free(result->model);
    result->model = model;
  }
  return answer;
}

/* Any unsatisfiable component settles the query, even after one that is unknown. */
static enum answer check_all(struct independence_link *link, const struct query *query,
                             struct result *result) {
  enum answer answer = ANSWER_SAT;
  struct assignment *model = query->wants_model ? assignment_new() : NULL;
  components_set(link->components, query->conjuncts, query->count);
  vec_clear(&link->is_done);
  for (size_t i = 0; i < query->count; i++) vec_push(&link->is_done, false);
  for (size_t i = 0; i < query->count && answer != ANSWER_UNSAT; i++) {
    if (link->is_done.data[i]) continue;
    link->positions.count = components_around(link->components, i, link->positions.data);
    for (size_t k = 0; k < link->positions.count; k++)
      link->is_done.data[link->positions.data[k]] = true;
    struct result part;
    enum answer of_part = ask_slice(link, query, &part);
    if (of_part == ANSWER_UNSAT) {
      answer = ANSWER_UNSAT;
      result->in_core = part.in_core;
      part.in_core = NULL;
      if (query->wants_core) widen_core(link, query, result);
    } else if (of_part == ANSWER_UNKNOWN) {
      answer = ANSWER_UNKNOWN;
    } else if (model != NULL) {
      lay_over(link, model, part.model);
    }
    result_free(&part);
  }
  if (answer == ANSWER_SAT)
    result->model = model;
  else if (model != NULL)
    assignment_free(model);
  return answer;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct independence_link *link = (struct independence_link *)solver;
  if (query->count <= 1) return solver_ask_next(solver, query, result);
  vec_reserve(&link->positions, query->count);
  return query->witness != NULL ? check_with_witness(link, query, result)
                                : check_all(link, query, result);
}

static void mark(struct solver *solver, struct exprs *exprs) {
  (void)exprs;
  components_clear(((struct independence_link *)solver)->components);
}

static void free_link(struct solver *solver) {
  struct independence_link *link = (struct independence_link *)solver;
  components_free(link->components);
  vec_free(&link->positions);
  vec_free(&link->slice);
  vec_free(&link->is_done);
  free(link);
}

static const struct solver_class class = {"independence", check, mark, free_link};

struct solver *independence_new(struct exprs *exprs, struct solver *next) {
  struct independence_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->exprs = exprs;
  link->components = components_new(exprs);
  return &link->solver;
}
