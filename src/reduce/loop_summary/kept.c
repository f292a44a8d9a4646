/* Loops that read inputs (section 4.4.2.5 of the thesis, NIV conditions) have no closed form, but
   mostly come back to where they were: what a state can be at the head after another iteration, it
   or another one could be before. Then nothing can come of it that does not come of those.

   A state stands for a set of concrete ones: the values of its cells, for all inputs that satisfy
   its path condition. That the set is included in those of earlier states is asked of the solver
   without quantifiers. For an earlier state and a map of its inputs to expressions over the inputs
   of the new one, "the mapped path condition holds, and the mapped values are those of the new
   state" describes inputs of the new state that are stood for, whatever the map is. So maps are
   collected until these formulas hold for all inputs: each is made for an input for which none of
   those before holds. In a map, an input of the earlier state

   - stays the same input, if it is older than the loop, say,
   - becomes what makes a cell equal: of x + 1 and y, x becomes y - 1,
   - or becomes the number that a model of the earlier state has for it, in which the cells have the
     values at hand.

   Left out: states with inputs that are read at symbolic positions, which cannot be mapped, and
   with values of undefined functions. */
#include "reduce/loop_summary/kept.h"

#include "exec/decide.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "expr/support.h"
#include "reduce/loop_summary/matching.h"
#include "solver/path_condition.h"
#include "solver/solver.h"
#include "util/word_map.h"

#include <stdlib.h>

enum {
  MOST_KEPT = 256,
  MOST_INPUTS = 1024,
  MOST_CONJUNCTS = 400, /* of a path condition */
  MOST_ROUNDS = 12,     /* maps for one state */
  MOST_CANDIDATES = 24, /* states that are mapped in a round */
  MOST_QUERIES = 24,    /* for models, for one state */
  MOST_CONFLICTS = 500
};

/* Which inputs of an earlier state stay the same. */
enum same { SAME_COMMON, SAME_OLDER, SAME_NEEDED, SAME_COUNT };

struct covering {
  struct machine *machine;
  struct state *rest; /* what is not covered yet */
  const expr_list *values;
  struct word_map conjuncts; /* of the new state, by id */
  uint32_t needed;           /* support of cells that are equal, of the earlier state at hand */
  uint64_t *numbers;         /* values of the cells under the witness of the rest */
  struct evaluator *evaluator;
  unsigned queries;
};

/* ---- maps ---- */

static uint32_t common_symbols(const struct symbol *a, const struct symbol *b) {
  while (a != NULL && (b == NULL || a->count > b->count)) a = a->before;
  while (b != NULL && (a == NULL || b->count > a->count)) b = b->before;
  while (a != b) a = a->before, b = b->before;
  return a != NULL ? a->count : 0;
}

static bool is_needed(const struct covering *c, const struct kept_input *input) {
  return support_contains(c->machine->exprs, c->needed, input->array, input->index);
}

static bool stays(const struct covering *c, const struct kept *kept, uint32_t common,
                  enum same same, const struct kept_input *input) {
  if (is_needed(c, input)) return true;
  if (input->symbol > common || same == SAME_NEEDED) return false;
  return same == SAME_COMMON || input->symbol <= kept->entered;
}

static void find_needed(struct covering *c, const struct kept *kept) {
  c->needed = SUPPORT_EMPTY;
  for (size_t i = 0; i < kept->values.count; i++)
    if (kept->values.data[i] == c->values->data[i])
      c->needed = support_union(c->machine->exprs, c->needed, kept->values.data[i]->support);
}

static struct expr *input_of(const struct covering *c, const struct kept_input *input) {
  struct exprs *exprs = c->machine->exprs;
  return expr_input(exprs, expr_find_array(exprs, input->array), input->index);
}

/* The inputs that the earlier state needs to have, to have the values at hand: a model, owned. */
static struct assignment *find_model(struct covering *c, const struct kept *kept, uint32_t common,
                                     enum same same, const struct matching *matching) {
  struct exprs *exprs = c->machine->exprs;
  expr_list all = {0};
  for (size_t i = 0; i < kept->values.count; i++) {
    struct expr *value = kept->values.data[i];
    if (expr_is_const(value)) continue;
    struct expr *number = expr_const(exprs, (unsigned)value->width, c->numbers[i]);
    vec_push(&all, expr_eq(exprs, value, number));
  }
  for (size_t i = 0; i < kept->inputs.count; i++) {
    struct expr *input = input_of(c, &kept->inputs.data[i]), *to = NULL;
    if (matching != NULL) to = matching_find(matching, input);
    if (to == NULL && !stays(c, kept, common, same, &kept->inputs.data[i])) continue;
    uint64_t number = evaluator_value(c->evaluator, to != NULL ? to : input);
    vec_push(&all, expr_eq(exprs, input, expr_const(exprs, (unsigned)input->width, number)));
  }
  struct query query = {
      .path = kept->path, .conjuncts = all.data, .count = all.count, .wants_model = true};
  struct result result;
  c->queries++;
  bool is_possible = true;
  for (size_t i = 0; i < all.count; i++) is_possible &= !expr_is_false(all.data[i]);
  struct assignment *model = NULL;
  if (is_possible) {
    if (decide_check(c->machine, &query, &result) == ANSWER_SAT) {
      model = result.model;
      result.model = NULL;
    }
    result_free(&result);
  }
  vec_free(&all);
  return model;
}

/* The inputs of the rest for which the earlier state is the same under the map; numbers are from
   the model, or, without one, inputs stay the same. */
static struct expr *map_state(struct covering *c, const struct kept *kept, uint32_t common,
                              enum same same, const struct matching *matching,
                              const struct assignment *model) {
  struct exprs *exprs = c->machine->exprs;
  struct substitution *map = substitution_new(exprs);
  for (size_t i = 0; i < kept->inputs.count; i++) {
    const struct kept_input *at = &kept->inputs.data[i];
    struct expr *input = input_of(c, at), *to = NULL;
    if (matching != NULL) to = matching_find(matching, input);
    if (to == NULL && model != NULL && !stays(c, kept, common, same, at))
      to = expr_const(exprs, (unsigned)input->width, assignment_get(model, at->array, at->index));
    if (to != NULL && to != input) substitution_add(map, input, to);
  }
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < kept->values.count && !expr_is_false(all); i++) {
    struct expr *value = substitution_apply(map, kept->values.data[i]);
    all = expr_and(exprs, all, expr_eq(exprs, value, c->values->data[i]));
  }
  const struct path_condition *path = kept->path;
  for (; path != NULL && !expr_is_false(all); path = path->parent) {
    struct expr *conjunct = substitution_apply(map, path->conjunct);
    if (word_map_find(&c->conjuncts, conjunct->id) == NULL) all = expr_and(exprs, all, conjunct);
  }
  substitution_free(map);
  return all;
}

static bool does_hold(struct covering *c, struct expr *e) {
  return !expr_is_false(e) && evaluator_value(c->evaluator, e) != 0;
}

/* ---- one input of the state ---- */

static bool may_be(const struct expr *e, uint64_t value) {
  if (expr_is_const(e)) return expr_const_value(e) == value;
  struct expr_range range = expr_range_of(e);
  return value >= range.umin && value <= range.umax && (value & range.zeros) == 0 &&
         (value & range.ones) == range.ones;
}

static bool is_candidate(const struct covering *c, const struct kept *kept) {
  for (size_t i = 0; i < kept->values.count; i++)
    if (!may_be(kept->values.data[i], c->numbers[i])) return false;
  return true;
}

static void match_all(const struct covering *c, const struct kept *kept,
                      struct matching *matching) {
  for (size_t i = 0; i < kept->values.count; i++)
    matching_add(matching, kept->values.data[i], c->values->data[i]);
}

/* A formula that holds for the witness of the rest; NULL: none was found. */
static struct expr *map_by_model(struct covering *c, const struct kept *kept, uint32_t common) {
  struct matching matching = {.exprs = c->machine->exprs, .fixed = c->needed};
  struct expr *found = NULL;
  match_all(c, kept, &matching);
  for (unsigned same = 0; found == NULL && same < SAME_COUNT; same++)
    for (unsigned is_free = matching.count == 0; found == NULL && is_free < 2; is_free++) {
      if (c->queries >= MOST_QUERIES) break;
      const struct matching *used = is_free ? NULL : &matching;
      struct assignment *model = find_model(c, kept, common, same, used);
      if (model == NULL) continue;
      found = map_state(c, kept, common, same, used, model);
      assignment_free(model);
      if (!does_hold(c, found)) found = NULL;
    }
  matching_free(&matching);
  return found;
}

static struct expr *map_at_once(struct covering *c, const struct kept *kept, uint32_t common) {
  struct matching matching = {.exprs = c->machine->exprs, .fixed = c->needed};
  match_all(c, kept, &matching);
  struct expr *found = map_state(c, kept, common, SAME_COMMON, &matching, NULL);
  matching_free(&matching);
  return does_hold(c, found) ? found : NULL;
}

/* The states that may be like the witness of the rest: first all without a query. */
static struct expr *find_cover(struct covering *c, const kept_list *list) {
  struct expr *found = NULL;
  for (unsigned by_model = 0; found == NULL && by_model < 2; by_model++) {
    unsigned candidates = 0;
    for (size_t i = 0; found == NULL && i < list->count && candidates < MOST_CANDIDATES; i++) {
      const struct kept *kept = list->data[i];
      if (decide_must_end(c->machine)) return NULL;
      if (!is_candidate(c, kept)) continue;
      candidates++;
      uint32_t common = common_symbols(kept->symbols, c->rest->symbols);
      find_needed(c, kept);
      found = by_model ? map_by_model(c, kept, common) : map_at_once(c, kept, common);
    }
  }
  return found;
}

/* ---- all of them ---- */

static void look_at_witness(struct covering *c) {
  evaluator_reset(c->evaluator, c->rest->witness->values);
  for (size_t i = 0; i < c->values->count; i++)
    c->numbers[i] = evaluator_value(c->evaluator, c->values->data[i]);
}

static bool is_all_covered(struct covering *c, const kept_list *list) {
  struct exprs *exprs = c->machine->exprs;
  for (unsigned round = 0; round < MOST_ROUNDS; round++) {
    bool is_known = true;
    look_at_witness(c);
    struct expr *found = find_cover(c, list);
    if (found == NULL) return false;
    if (expr_is_true(found)) return true;
    if (!successor_assume(c->machine, c->rest, expr_not(exprs, found), &is_known)) return is_known;
  }
  return false;
}

bool kept_cover(struct machine *machine, const kept_list *list, struct state *state,
                const expr_list *values) {
  if (list->count == 0 || state->witness == NULL ||
      path_condition_depth(state->path) > MOST_CONJUNCTS)
    return false;
  struct covering c = {.machine = machine, .values = values};
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  c.rest = successor_new(machine, state);
  c.numbers = alloc_zeroed((values->count + 1) * sizeof *c.numbers);
  c.evaluator = evaluator_new(machine->exprs, state->witness->values);
  for (const struct path_condition *path = state->path; path != NULL; path = path->parent)
    *word_map_place(&c.conjuncts, path->conjunct->id) = 1;
  bool is_covered = is_all_covered(&c, list);
  word_map_free(&c.conjuncts);
  evaluator_free(c.evaluator);
  free(c.numbers);
  successor_free(machine, c.rest);
  machine->limits.max_conflicts = conflicts;
  return is_covered;
}

/* ---- the list ---- */

struct listing {
  struct kept *kept;
  struct word_map seen, symbols;
  bool is_good;
};

static void list_input(const struct expr_array *array, uint64_t index, void *context) {
  struct listing *listing = context;
  if (index == SUPPORT_ALL || listing->kept->inputs.count >= MOST_INPUTS) {
    listing->is_good = false;
    return;
  }
  const uint64_t *symbol = word_map_find(&listing->symbols, (uint64_t)array->number + 1);
  if (symbol == NULL) { /* unwritten bytes, or inputs that may be pointers */
    listing->is_good = false;
    return;
  }
  vec_push(&listing->kept->inputs, ((struct kept_input){array->number, (uint32_t)*symbol, index}));
}

/* Visits what was not visited yet. */
static void walk(struct listing *listing, struct exprs *exprs, struct expr *e) {
  expr_list open = {0};
  vec_push(&open, e);
  while (open.count > 0 && listing->is_good) {
    struct expr *next = vec_pop(&open);
    uint64_t *place = word_map_place(&listing->seen, next->id);
    if (*place != 0) continue;
    *place = 1;
    if (next->support == SUPPORT_EMPTY) continue;
    if (next->kind == EXPR_ARRAY) listing->is_good = false;
    if (next->kind == EXPR_INPUT)
      list_input(expr_array_of(exprs, next), expr_input_index(next), listing);
    for (unsigned i = 0; i < expr_child_count(next); i++) vec_push(&open, expr_child(next, i));
  }
  vec_free(&open);
}

static bool list_inputs(struct exprs *exprs, struct kept *kept) {
  struct listing listing = {.kept = kept, .is_good = true};
  for (const struct symbol *symbol = kept->symbols; symbol != NULL; symbol = symbol->before)
    if (!symbol->is_assumed)
      *word_map_place(&listing.symbols, (uint64_t)symbol->array->number + 1) = symbol->count;
  for (size_t i = 0; i < kept->values.count && listing.is_good; i++)
    walk(&listing, exprs, kept->values.data[i]);
  const struct path_condition *path = kept->path;
  for (; path != NULL && listing.is_good; path = path->parent)
    walk(&listing, exprs, path->conjunct);
  word_map_free(&listing.seen);
  word_map_free(&listing.symbols);
  return listing.is_good;
}

static void kept_free(struct kept *kept) {
  vec_free(&kept->values);
  vec_free(&kept->inputs);
  path_condition_release(kept->path);
  symbol_release(kept->symbols);
  free(kept);
}

void kept_add(struct machine *machine, kept_list *list, const struct state *state,
              const expr_list *values, uint32_t entered) {
  if (list->count >= MOST_KEPT || path_condition_depth(state->path) > MOST_CONJUNCTS) return;
  struct kept *kept = alloc_zeroed(sizeof *kept);
  for (size_t i = 0; i < values->count; i++) vec_push(&kept->values, values->data[i]);
  kept->path = path_condition_retain(state->path);
  kept->symbols = symbol_share(state->symbols);
  kept->entered = entered;
  if (list_inputs(machine->exprs, kept))
    vec_push(list, kept);
  else
    kept_free(kept);
}

void kept_clear(kept_list *list) {
  for (size_t i = 0; i < list->count; i++) kept_free(list->data[i]);
  vec_free(list);
}

void kept_mark(const kept_list *list, struct exprs *exprs, uint32_t round) {
  for (size_t i = 0; i < list->count; i++) {
    const struct kept *kept = list->data[i];
    for (size_t k = 0; k < kept->values.count; k++) expr_mark_root(exprs, kept->values.data[k]);
    path_condition_mark(kept->path, exprs, round);
  }
}
