/* Independence: conjuncts that share no input with the condition, directly or through others,
   cannot contradict it. Given a witness of the path, only the slice of the condition is solved, and
   its model, laid over the witness, is a model of the whole. Without a witness every component is
   solved separately. (The idea is that of EXE's constraint independence.)

   A component may be nearly all of a long path: each byte compared with the next makes one chain of
   them. Then only a few of its conjuncts are solved first, those that share an input with the
   condition itself. If they are unsatisfiable, so is the query. If not, the model is laid over the
   witness, and only conjuncts about inputs whose value changed can have become false; those that
   have are added, and the slice is solved again. After some rounds the whole component is
   solved. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "solver/deadline.h"
#include "solver/knowledge.h"
#include "solver/path_condition.h"
#include "solver/solver.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MAX_ROUNDS = 6, MAX_BROKEN = 64 };

struct independence_link {
  struct solver solver;
  struct exprs *exprs;
  size_t large; /* conjuncts; a larger slice is solved in parts */
  struct slicer slicer, changed;
  VEC(struct path_condition *) nodes; /* of the current slice */
  VEC(struct expr *) slice;
  VEC(uint32_t) keys, sets;
  struct evaluator *evaluator;
};

/* Copies the values of a set of inputs from a model to another assignment. */
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

static uint32_t slice_support(struct independence_link *link) {
  uint32_t support = SUPPORT_EMPTY;
  for (size_t i = 0; i < link->slice.count; i++)
    support = support_union(link->exprs, support, link->slice.data[i]->support);
  return support;
}

/* Copies the inputs of the slice. */
static void lay_over(struct independence_link *link, struct assignment *target,
                     const struct assignment *source) {
  struct overlay overlay = {.target = target, .source = source};
  support_walk(link->exprs, slice_support(link), copy_input, &overlay);
}

static struct assignment *laid_over_witness(struct independence_link *link,
                                            const struct query *query,
                                            const struct assignment *model) {
  struct assignment *whole = assignment_copy(query->witness);
  lay_over(link, whole, model);
  return whole;
}

/* Turns the slice's core into a core of the query; `has_last`: the slice ends with the
   condition. */
static void widen_core(struct independence_link *link, const struct query *query, bool has_last,
                       struct result *result) {
  bool *in_core = alloc_zeroed(query->count + 1);
  if (has_last) in_core[0] = result->in_core[link->nodes.count];
  result->path_core = alloc_bytes((link->nodes.count + 1) * sizeof *result->path_core);
  for (size_t i = 0; i < link->nodes.count; i++)
    if (result->in_core[i])
      result->path_core[result->path_core_count++] = link->nodes.data[i]->depth - 1;
  free(result->in_core);
  result->in_core = in_core;
}

/* The part of the witness that concerns the slice, so that models made from it stay small, in the
   caches too. Returns owned. */
static struct assignment *witness_of_slice(struct independence_link *link,
                                           const struct assignment *witness) {
  struct assignment *part = assignment_new();
  lay_over(link, part, witness);
  return part;
}

/* Solves link->nodes and the condition, if any; both may be any part of the query. The result is
   that of the slice. */
static enum answer ask_slice(struct independence_link *link, const struct query *query,
                             struct expr *condition, struct result *result) {
  struct query slice = *query;
  vec_clear(&link->slice);
  for (size_t i = 0; i < link->nodes.count; i++)
    vec_push(&link->slice, link->nodes.data[i]->conjunct);
  if (condition != NULL) vec_push(&link->slice, condition);
  slice.path = NULL;
  slice.conjuncts = link->slice.data;
  slice.count = link->slice.count;
  if (query->witness == NULL) return solver_ask_next(&link->solver, &slice, result);
  struct assignment *witness = witness_of_slice(link, query->witness);
  slice.witness = witness;
  enum answer answer = solver_ask_next(&link->solver, &slice, result);
  assignment_free(witness);
  return answer;
}

static int compare_depths(const void *a, const void *b) {
  const struct path_condition *x = *(struct path_condition *const *)a;
  const struct path_condition *y = *(struct path_condition *const *)b;
  return (x->depth > y->depth) - (x->depth < y->depth);
}

/* Oldest first, so that the order of a query is deterministic. */
static void sort_nodes(struct independence_link *link) {
  bool is_sorted = true;
  for (size_t i = 1; is_sorted && i < link->nodes.count; i++)
    is_sorted = link->nodes.data[i - 1]->depth < link->nodes.data[i]->depth;
  if (!is_sorted)
    qsort(link->nodes.data, link->nodes.count, sizeof *link->nodes.data, compare_depths);
}

static void take_nodes(struct independence_link *link) {
  vec_clear(&link->nodes);
  for (size_t i = 0; i < link->slicer.nodes.count; i++)
    vec_push(&link->nodes, link->slicer.nodes.data[i]);
  sort_nodes(link);
}

/* Solves link->nodes and the condition, which decide the query. */
static enum answer ask_whole_slice(struct independence_link *link, const struct query *query,
                                   struct result *result) {
  enum answer answer = ask_slice(link, query, query->conjuncts[0], result);
  if (answer == ANSWER_UNSAT && query->wants_core) widen_core(link, query, true, result);
  if (answer == ANSWER_SAT && query->wants_model) {
    struct assignment *whole = laid_over_witness(link, query, result->model);
    assignment_free(result->model);
    result->model = whole;
  }
  return answer;
}

/* Large components. */

struct comparison {
  struct independence_link *link;
  const struct assignment *before, *after;
  size_t at; /* of link->keys: the key of the next input */
};

static void note_key(uint32_t key, void *context) {
  struct independence_link *link = context;
  vec_push(&link->keys, key);
}

static void compare_input(const struct expr_array *array, uint64_t index, void *context) {
  struct comparison *comparison = context;
  uint32_t key = comparison->link->keys.data[comparison->at++];
  bool is_same =
      index != SUPPORT_ALL && assignment_get(comparison->before, array->number, index) ==
                                  assignment_get(comparison->after, array->number, index);
  if (!is_same) slicer_add_key(&comparison->link->changed, key);
}

/* Sets link->changed to the inputs of the slice whose values differ. */
static void begin_with_changed(struct independence_link *link, const struct assignment *before,
                               const struct assignment *after) {
  struct comparison comparison = {.link = link, .before = before, .after = after};
  uint32_t support = slice_support(link);
  slicer_begin(&link->changed, SUPPORT_EMPTY);
  vec_clear(&link->keys);
  support_walk_keys(link->exprs, support, note_key, link);
  support_walk(link->exprs, support, compare_input, &comparison);
}

/* Adds conjuncts to link->nodes that the assignment makes false; returns how many. */
static size_t add_broken(struct independence_link *link, const struct query *query,
                         const struct components *components, const struct assignment *whole) {
  size_t broken = 0;
  begin_with_changed(link, query->witness, whole);
  slicer_step(&link->changed, components, SIZE_MAX);
  solver_reset_evaluator(&link->evaluator, link->exprs, whole);
  for (size_t i = 0; i < link->changed.nodes.count && broken < MAX_BROKEN; i++) {
    struct path_condition *node = link->changed.nodes.data[i];
    if (evaluator_value(link->evaluator, node->conjunct) == 1) continue;
    vec_push(&link->nodes, node);
    broken++;
  }
  return broken;
}

/* One round. SAT is the answer to the query unless conjuncts were added to link->nodes. */
static enum answer ask_near(struct independence_link *link, const struct query *query,
                            const struct components *components, struct result *result) {
  enum answer answer = ask_slice(link, query, query->conjuncts[0], result);
  if (answer == ANSWER_UNSAT && query->wants_core) widen_core(link, query, true, result);
  if (answer != ANSWER_SAT) return answer;
  struct assignment *whole = laid_over_witness(link, query, result->model);
  assignment_free(result->model);
  result->model = NULL;
  if (add_broken(link, query, components, whole) == 0)
    result->model = whole;
  else
    assignment_free(whole);
  return answer;
}

static enum answer check_large(struct independence_link *link, const struct query *query,
                               const struct components *components, struct result *result) {
  struct query asked = *query;
  struct deadline deadline = deadline_begin(&query->budget);
  uint32_t support = query->conjuncts[0]->support;
  asked.wants_model = true;
  slicer_begin(&link->slicer, support);
  slicer_step(&link->slicer, components, link->large / 3);
  take_nodes(link);
  for (int round = 0; round < MAX_ROUNDS; round++) {
    enum answer answer = ask_near(link, &asked, components, result);
    if (answer != ANSWER_SAT || result->model != NULL) {
      if (!query->wants_model && result->model != NULL) assignment_free(result->model);
      if (!query->wants_model) result->model = NULL;
      return answer;
    }
    sort_nodes(link);
    if (deadline_is_over(&deadline)) return ANSWER_UNKNOWN;
    deadline_shorten(&deadline, &asked.budget);
  }
  slicer_begin(&link->slicer, support);
  slicer_finish(&link->slicer, components, SIZE_MAX);
  take_nodes(link);
  asked.wants_model = query->wants_model;
  return ask_whole_slice(link, &asked, result);
}

static enum answer check_with_witness(struct independence_link *link, const struct query *query,
                                      struct result *result) {
  const struct components *components = &knowledge_of(link->exprs, query->path)->components;
  if (query->count == 0) {
    if (query->wants_model) result->model = assignment_copy(query->witness);
    return ANSWER_SAT;
  }
  slicer_begin(&link->slicer, query->conjuncts[0]->support);
  if (!slicer_finish(&link->slicer, components, link->large))
    return check_large(link, query, components, result);
  take_nodes(link);
  return ask_whole_slice(link, query, result);
}

/* Without a witness. */

struct parts {
  struct deadline deadline;
  enum answer answer;
  struct assignment *model; /* owned, or NULL when none is wanted */
};

/* Solves the component that was gathered. An unsatisfiable one decides the query, even after an
   unknown one. */
static void ask_part(struct independence_link *link, struct query *query, struct expr *condition,
                     struct parts *parts, struct result *result) {
  struct result part;
  deadline_shorten(&parts->deadline, &query->budget);
  take_nodes(link);
  enum answer answer = ask_slice(link, query, condition, &part);
  if (answer == ANSWER_SAT && parts->model != NULL) lay_over(link, parts->model, part.model);
  if (answer != ANSWER_SAT) parts->answer = answer;
  if (answer == ANSWER_UNSAT && query->wants_core) {
    result->in_core = part.in_core;
    part.in_core = NULL;
    widen_core(link, query, condition != NULL, result);
  }
  result_free(&part);
}

static void note_set(uint32_t set, void *context) {
  struct independence_link *link = context;
  vec_push(&link->sets, set);
}

static void ask_parts(struct independence_link *link, struct query *query, struct parts *parts,
                      struct result *result) {
  const struct components *components = &knowledge_of(link->exprs, query->path)->components;
  struct expr *condition = query->count > 0 ? query->conjuncts[0] : NULL;
  slicer_begin(&link->slicer, condition != NULL ? condition->support : SUPPORT_EMPTY);
  if (components->impossible != NULL) {
    vec_push(&link->slicer.nodes, components->impossible);
    ask_part(link, query, NULL, parts, result);
    return;
  }
  slicer_finish(&link->slicer, components, SIZE_MAX);
  if (condition != NULL) ask_part(link, query, condition, parts, result);
  vec_clear(&link->sets);
  components_walk_sets(components, note_set, link);
  for (size_t i = 0; i < link->sets.count && parts->answer != ANSWER_UNSAT; i++) {
    if (slicer_has(&link->slicer, link->sets.data[i])) continue;
    slicer_continue(&link->slicer, link->sets.data[i]);
    slicer_finish(&link->slicer, components, SIZE_MAX);
    ask_part(link, query, NULL, parts, result);
  }
}

static enum answer check_all(struct independence_link *link, const struct query *query,
                             struct result *result) {
  struct parts parts = {deadline_begin(&query->budget), ANSWER_SAT,
                        query->wants_model ? assignment_new() : NULL};
  struct query asked = *query;
  ask_parts(link, &asked, &parts, result);
  if (parts.answer == ANSWER_SAT)
    result->model = parts.model;
  else if (parts.model != NULL)
    assignment_free(parts.model);
  return parts.answer;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct independence_link *link = (struct independence_link *)solver;
  REQUIRE(query->count <= 1);
  if (query->path == NULL) return solver_ask_next(solver, query, result);
  return query->witness != NULL ? check_with_witness(link, query, result)
                                : check_all(link, query, result);
}

static void free_link(struct solver *solver) {
  struct independence_link *link = (struct independence_link *)solver;
  slicer_free(&link->slicer);
  slicer_free(&link->changed);
  vec_free(&link->nodes);
  vec_free(&link->slice);
  vec_free(&link->keys);
  vec_free(&link->sets);
  evaluator_free(link->evaluator);
  free(link);
}

static const struct solver_class class = {"independence", check, NULL, free_link};

struct solver *link_independence_new(struct exprs *exprs, struct solver *next, size_t large) {
  struct independence_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->solver.takes_paths = true;
  link->exprs = link->slicer.exprs = link->changed.exprs = exprs;
  link->evaluator = evaluator_new(exprs, NULL);
  link->large = large;
  return &link->solver;
}
