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

   Maps that need no query come first: nothing changes; inputs that were read in the loop become
   those that were read as long ago; the last repetition (repeats.c) happens once more. Numbers of a
   model become extreme where they can, so that one map does for all values of a counter that they
   are compared with. */
#include "reduce/loop_summary/kept.h"

#include "exec/decide.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/repetition.h"
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
  MOST_ROUNDS = 12,     /* maps for one state */
  MOST_CANDIDATES = 24, /* states that are mapped in a round */
  MOST_SIZE = 16,       /* of inputs that are aligned */
  MOST_EXTREMES = 16,   /* attempts for one map */
  MOST_QUERIES = 24,    /* for models, for one state */
  MOST_CONFLICTS = 500
};

/* Which inputs of an earlier state stay the same. */
enum same { SAME_COMMON, SAME_OLDER, SAME_NEEDED, SAME_COUNT };

struct covering {
  struct machine *machine;
  struct state *rest; /* what is not covered yet */
  const expr_list *values;
  struct expr *rank;         /* must not be greater in the earlier state; NULL: may be */
  uint32_t fixed;            /* support: inputs that stay as they are */
  uint32_t inputs;           /* how many the state had read when it had the values */
  struct word_map conjuncts; /* of the new state, by id */
  uint32_t needed;           /* support of cells that are equal, of the earlier state at hand */
  uint64_t *numbers;         /* values of the cells under the witness of the rest */
  struct evaluator *evaluator;
  unsigned queries;
  struct repetition *record;         /* gets all maps; NULL: nobody wants them */
  struct repetition_step last, best; /* the last map, and the last one that holds */
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
  if (input->symbol == 0 || is_needed(c, input)) return true;
  if (input->symbol > common || same == SAME_NEEDED) return false;
  return same == SAME_COMMON || input->symbol <= kept->entered;
}

static struct expr *input_of(const struct covering *c, const struct kept_input *input) {
  struct exprs *exprs = c->machine->exprs;
  return expr_input(exprs, expr_find_array(exprs, input->array), input->index);
}

static void find_needed(struct covering *c, const struct kept *kept) {
  c->needed = c->fixed;
  for (size_t i = 0; i < kept->inputs.count; i++)
    if (kept->inputs.data[i].symbol == 0)
      c->needed =
          support_union(c->machine->exprs, c->needed, input_of(c, &kept->inputs.data[i])->support);
  for (size_t i = 0; i < kept->values.count; i++)
    if (kept->values.data[i] == c->values->data[i])
      c->needed = support_union(c->machine->exprs, c->needed, kept->values.data[i]->support);
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
  vec_clear(&c->last.bytes);
  for (size_t i = 0; i < kept->inputs.count; i++) {
    const struct kept_input *at = &kept->inputs.data[i];
    struct expr *input = input_of(c, at), *to = NULL;
    if (matching != NULL) to = matching_find(matching, input);
    if (to == NULL && model != NULL && !stays(c, kept, common, same, at))
      to = expr_const(exprs, (unsigned)input->width, assignment_get(model, at->array, at->index));
    if (to == NULL || to == input) continue;
    substitution_add(map, input, to);
    vec_push(&c->last.bytes, ((struct repetition_byte){at->array, at->index, to}));
  }
  struct expr *all = expr_const(exprs, 1, 1);
  if (c->rank != NULL) all = expr_ule(exprs, substitution_apply(map, c->rank), c->rank);
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

/* Whether the formula of the last map holds for the witness of the rest; then that is the best map.
 */
static bool does_hold(struct covering *c, struct expr *e) {
  if (expr_is_false(e) || evaluator_value(c->evaluator, e) == 0) return false;
  c->last.holds = e;
  struct repetition_step swap = c->best;
  c->best = c->last;
  c->last = swap;
  return true;
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

static void set_bytes(struct assignment *model, uint32_t array, uint64_t size, uint8_t last,
                      uint8_t others) {
  for (uint64_t i = 0; i < size; i++)
    assignment_set(model, array, i, i + 1 == size ? last : others);
}

static const struct symbol *symbol_of(const struct kept *kept, const struct kept_input *input) {
  const struct symbol *symbol = kept->symbols;
  while (symbol != NULL && symbol->count > input->symbol) symbol = symbol->before;
  return symbol;
}

/* Numbers of the model become the largest or the smallest where the formula still holds: what is
   only compared with something that counts is mapped once, and not for each of its values. */
static struct expr *make_extreme(struct covering *c, const struct kept *kept, uint32_t common,
                                 enum same same, const struct matching *matching,
                                 struct assignment **model, struct expr *found) {
  static const uint8_t ends[][2] = {{0x7f, 0xff}, {0x80, 0}};
  unsigned tries = 0;
  for (size_t i = 0; i < kept->inputs.count && tries < MOST_EXTREMES; i++) {
    const struct kept_input *at = &kept->inputs.data[i];
    const struct symbol *symbol = symbol_of(kept, at);
    if (at->index != 0 || stays(c, kept, common, same, at) || symbol->size > MOST_SIZE) continue;
    if (matching != NULL && matching_find(matching, input_of(c, at)) != NULL) continue;
    for (size_t k = 0; k < 2; k++, tries++) {
      struct assignment *other = assignment_copy(*model);
      set_bytes(other, at->array, symbol->size, ends[k][0], ends[k][1]);
      struct expr *better = map_state(c, kept, common, same, matching, other);
      bool is_better = does_hold(c, better);
      if (is_better) found = better;
      assignment_free(is_better ? *model : other);
      if (!is_better) continue;
      *model = other;
      break;
    }
  }
  return found;
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
      if (!does_hold(c, found))
        found = NULL;
      else if (!expr_is_true(found))
        found = make_extreme(c, kept, common, same, used, &model, found);
      assignment_free(model);
    }
  matching_free(&matching);
  return found;
}

static const struct symbol *newest(const struct symbol *symbol) {
  while (symbol != NULL && symbol->is_hidden) symbol = symbol->before;
  return symbol;
}

/* Inputs that were read in the loop become those of the state that were read as long ago. */
static void align_inputs(const struct covering *c, const struct kept *kept,
                         struct matching *matching) {
  struct exprs *exprs = c->machine->exprs;
  const struct symbol *from = newest(kept->symbols), *to = newest(c->rest->symbols);
  while (to != NULL && to->count > c->inputs) to = newest(to->before);
  while (from != NULL && to != NULL && from->count > kept->entered && from->size == to->size) {
    for (size_t i = 0; i < from->size && from != to && from->size <= MOST_SIZE; i++)
      matching_add(matching, expr_input(exprs, from->array, i), expr_input(exprs, to->array, i));
    from = newest(from->before);
    to = newest(to->before);
  }
}

/* Numbers of repetitions stay the same but for the last one. */
static uint32_t older_repetitions(const struct covering *c, const struct kept *kept) {
  struct exprs *exprs = c->machine->exprs;
  uint32_t all = SUPPORT_EMPTY;
  bool is_last = true;
  for (const struct symbol *symbol = kept->symbols; symbol; symbol = symbol->before) {
    if (!symbol->is_hidden) continue;
    for (size_t i = 0; i < symbol->size && !is_last; i++)
      all = support_union(exprs, all, expr_input(exprs, symbol->array, i)->support);
    is_last = false;
  }
  return all;
}

static const struct symbol *newest_repetition(const struct kept *kept) {
  const struct symbol *symbol = kept->symbols;
  while (symbol != NULL && symbol->repetition == NULL) symbol = symbol->before;
  return symbol;
}

/* The last repetition of the earlier state happens once more, if the new state comes of it. */
static void repeat_once(const struct covering *c, const struct kept *kept, uint32_t common,
                        struct matching *matching) {
  const struct symbol *symbol = newest_repetition(kept);
  if (symbol == NULL || symbol->count > common || c->rank != NULL) return;
  matching_add(matching, symbol->repetition->counter, symbol->repetition->next);
}

/* Without a query. */
static struct expr *map_at_once(struct covering *c, const struct kept *kept, uint32_t common) {
  enum { IS_ALIGNED = 1, IS_LAST = 2, IS_NEXT = 4, ALL = 8 };
  uint32_t older = older_repetitions(c, kept);
  struct expr *found = NULL;
  for (unsigned how = 0; found == NULL && how < ALL; how++) {
    if ((how & (IS_LAST | IS_NEXT)) && newest_repetition(kept) == NULL) continue;
    if ((how & IS_LAST) && older == SUPPORT_EMPTY) continue;
    struct matching matching = {.exprs = c->machine->exprs, .fixed = c->needed};
    if (how & IS_LAST) matching.fixed = support_union(matching.exprs, matching.fixed, older);
    if (how & IS_NEXT) repeat_once(c, kept, common, &matching);
    match_all(c, kept, &matching);
    if (how & IS_ALIGNED) align_inputs(c, kept, &matching);
    found = map_state(c, kept, common, SAME_COMMON, &matching, NULL);
    matching_free(&matching);
    if (!does_hold(c, found)) found = NULL;
  }
  return found;
}

/* The states that may be like the witness of the rest: first all without a query. */
static struct expr *find_cover(struct covering *c, const kept_list *list) {
  struct expr *found = NULL;
  for (unsigned by_model = 0; found == NULL && by_model < 2; by_model++) {
    unsigned candidates = 0;
    for (size_t i = list->count; found == NULL && i-- > 0 && candidates < MOST_CANDIDATES;) {
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
    if (c->record != NULL) {
      vec_push(&c->record->steps, c->best);
      c->best = (struct repetition_step){0};
    }
    if (expr_is_true(found)) return true;
    if (!successor_assume(c->machine, c->rest, expr_not(exprs, found), &is_known)) return is_known;
  }
  return false;
}

/* The covering has all that is asked for. */
static bool cover(struct covering c, const kept_list *list, struct state *state) {
  struct machine *machine = c.machine;
  if (list->count == 0 || state->witness == NULL ||
      path_condition_depth(state->path) > KEPT_MOST_CONJUNCTS)
    return false;
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  c.rest = successor_new(machine, state);
  c.numbers = alloc_zeroed((c.values->count + 1) * sizeof *c.numbers);
  c.evaluator = evaluator_new(machine->exprs, state->witness->values);
  for (const struct path_condition *path = state->path; path != NULL; path = path->parent)
    *word_map_place(&c.conjuncts, path->conjunct->id) = 1;
  bool is_covered = is_all_covered(&c, list);
  word_map_free(&c.conjuncts);
  vec_free(&c.last.bytes);
  vec_free(&c.best.bytes);
  evaluator_free(c.evaluator);
  free(c.numbers);
  successor_free(machine, c.rest);
  machine->limits.max_conflicts = conflicts;
  return is_covered;
}

bool kept_cover(struct machine *machine, const kept_list *list, struct state *state,
                const expr_list *values) {
  return cover((struct covering){.machine = machine, .values = values, .inputs = UINT32_MAX}, list,
               state);
}

bool kept_repeats(struct machine *machine, const struct kept *kept, struct expr *counter,
                  struct state *state, const expr_list *values, uint32_t inputs,
                  struct repetition *repetition) {
  struct kept *only = (struct kept *)kept;
  kept_list list = {.data = &only, .count = 1};
  struct covering c = {.machine = machine, .values = values, .inputs = inputs};
  c.fixed = counter->support;
  c.rank = repetition->times;
  c.record = repetition;
  return cover(c, &list, state);
}
