/* Most questions of an induction are whether a small cube has a state outside of a few others, and
   most have: `n < 3 && !(n < 1)`. The backend answers with a model of all that it has ever
   translated, which takes time in proportion to that. So a few values are tried first: 0, 1, -1,
   and the constants of the formula and their neighbours. Beginning with zeros, names of the first
   conjunct that fails take the value with which most conjuncts hold, one name at a time. */
#include "reduce/subsume/model_search.h"

#include "exec/machine.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/id_map.h"
#include "expr/support.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MOST_NODES = 256, MOST_VALUES = 24, MOST_NAMES = 24, MOST_STEPS = 12, NODE_WORK = 2 };

struct search {
  struct exprs *exprs;
  const expr_list *conjuncts;
  struct assignment *assignment;
  struct evaluator *evaluator;
  VEC(uint64_t) values;
  VEC(uint32_t) names; /* arrays, of the conjunct that fails */
  uint64_t work;
};

/* ---- values ---- */

static void add_value(struct search *s, uint64_t value) {
  for (size_t i = 0; i < s->values.count; i++)
    if (s->values.data[i] == value) return;
  if (s->values.count < MOST_VALUES) vec_push(&s->values, value);
}

/* False: the formula is too large. */
static bool list_values(struct search *s) {
  struct id_map visited = {0};
  VEC(struct expr *) stack = {0};
  size_t count = 0;
  for (uint64_t value = 0; value < 2; value++) add_value(s, value);
  add_value(s, UINT64_MAX);
  for (size_t i = 0; i < s->conjuncts->count; i++) vec_push(&stack, s->conjuncts->data[i]);
  while (stack.count > 0 && count <= MOST_NODES) {
    struct expr *e = vec_pop(&stack);
    if (id_map_find(&visited, e->id) != NULL) continue;
    id_map_add(&visited, e->id, 1);
    count++;
    if (expr_is_const(e) && e->width > 1 && e->width <= 64)
      for (uint64_t near = 0; near < 3; near++) add_value(s, expr_const_value(e) + near - 1);
    for (unsigned i = 0; i < expr_child_count(e); i++) vec_push(&stack, expr_child(e, i));
  }
  vec_free(&stack);
  id_map_free(&visited);
  s->work += NODE_WORK * count;
  return count <= MOST_NODES;
}

/* ---- names ---- */

static void add_name(const struct expr_array *array, uint64_t index, void *context) {
  struct search *s = context;
  (void)index;
  if (s->names.count < MOST_NAMES) vec_push(&s->names, array->number);
}

/* Conjuncts that hold; *failing is the first that does not. */
static size_t count_good(struct search *s, struct expr **failing) {
  size_t good = 0;
  *failing = NULL;
  evaluator_reset(s->evaluator, s->assignment);
  for (size_t i = 0; i < s->conjuncts->count; i++) {
    if (evaluator_value(s->evaluator, s->conjuncts->data[i]) == 1)
      good++;
    else if (*failing == NULL)
      *failing = s->conjuncts->data[i];
  }
  s->work += NODE_WORK * evaluator_count(s->evaluator);
  return good;
}

static uint64_t cut(const struct search *s, uint32_t array, uint64_t value) {
  unsigned width = expr_find_array(s->exprs, array)->element_width;
  return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

/* The name takes the best value, if that is better than what it has. */
static size_t improve(struct search *s, uint32_t array, size_t good) {
  struct expr *failing;
  uint64_t best = assignment_get(s->assignment, array, 0);
  for (size_t i = 0; i < s->values.count && good < s->conjuncts->count; i++) {
    assignment_set(s->assignment, array, 0, cut(s, array, s->values.data[i]));
    size_t now = count_good(s, &failing);
    if (now <= good) continue;
    good = now;
    best = cut(s, array, s->values.data[i]);
  }
  assignment_set(s->assignment, array, 0, best);
  return good;
}

static bool follow(struct search *s) {
  struct expr *failing;
  size_t good = count_good(s, &failing);
  for (unsigned step = 0; failing != NULL && step < MOST_STEPS; step++) {
    size_t before = good;
    vec_clear(&s->names);
    support_walk(s->exprs, failing->support, add_name, s);
    for (size_t i = 0; i < s->names.count && good == before; i++)
      good = improve(s, s->names.data[i], good);
    if (good == before) return false;
    good = count_good(s, &failing);
  }
  return failing == NULL;
}

struct assignment *model_search(struct machine *machine, const expr_list *conjuncts) {
  struct search s = {.exprs = machine->exprs, .conjuncts = conjuncts};
  struct assignment *model = NULL;
  if (list_values(&s)) {
    s.assignment = assignment_new();
    s.evaluator = evaluator_new(s.exprs, s.assignment);
    if (follow(&s))
      model = s.assignment;
    else
      assignment_free(s.assignment);
    evaluator_free(s.evaluator);
  }
  vec_free(&s.values);
  vec_free(&s.names);
  machine->counts.reducing += s.work;
  return model;
}
