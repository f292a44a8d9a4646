/* Equality of arrays, by lemmas on demand (Brummayer and Biere, "Lemmas on
   Demand for the Extensional Theory of Arrays", 2009, but on the level of the
   script).

   An equality e of A and B begins with one lemma: e, or A[k] != B[k] for a fresh k. When a model
   makes e true but A and B differ at an index i that the query mentions, the lemma e => A[i] = B[i]
   is added. A constant array is a fresh array K, and its lemmas are K[i] = value.

   Why that is enough: let I be the indices mentioned, in reads, in stores and as a k. A model does
   not constrain elements outside of I, so a declared array X may have one value there, its default
   d(X), a fresh input of the query. Then A at any such index is d(A): that of the array under its
   stores, or the value of the constant array. With e => d(A) = d(B) as one more lemma, arrays that
   are equal on I are equal everywhere. The lemma excludes no model: if arrays are equal, any index
   outside of I gives such defaults. There is one unless I has as many terms as there are indices;
   then all indices are mentioned, as constants, and no defaults are needed. */
#include "smt/arrays.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "smt/choices.h"
#include "smt/mentioned.h"
#include "smt/script_state.h"
#include "util/clock.h"

#include <stdlib.h>

enum { MAX_LEMMAS = 32 }; /* of one fact, per round */

/* Terms. */

static struct expr *new_input(struct reader *reader, unsigned width, uint32_t *number) {
  const struct expr_array *array = expr_new_array(reader->exprs, "", width, 64, 1, NULL);
  if (number != NULL) *number = array->number;
  return expr_input(reader->exprs, array, 0);
}

static void add_fact(struct reader *reader, struct array_fact fact) {
  while (reader->fact_of.count <= fact.symbol) vec_push(&reader->fact_of, 0);
  vec_push(&reader->facts, fact);
  reader->fact_of.data[fact.symbol] = (uint32_t)reader->facts.count;
}

static bool is_same_term(struct term a, struct term b) {
  return a.expr == b.expr && a.choice == b.choice;
}

struct expr *smt_arrays_equal(struct reader *reader, struct term a, struct term b) {
  enum { LOOK_BACK = 64 };
  if (is_same_term(a, b)) return expr_const(reader->exprs, 1, 1);
  size_t count = reader->facts.count;
  for (size_t i = count; i > 0 && count - i < LOOK_BACK; i--) {
    const struct array_fact *fact = &reader->facts.data[i - 1];
    if (fact->kind == FACT_EQUAL && is_same_term(fact->a, a) && is_same_term(fact->b, b))
      return fact->self;
  }
  struct array_fact fact = {.kind = FACT_EQUAL, .a = a, .b = b};
  fact.self = new_input(reader, 1, &fact.symbol);
  fact.k = new_input(reader, a.sort.index_width, NULL);
  add_fact(reader, fact);
  return fact.self;
}

struct term smt_arrays_const(struct reader *reader, struct sort sort, struct expr *value) {
  const struct expr_array *array =
      expr_new_array(reader->exprs, "", sort.width, sort.index_width, 0, NULL);
  struct array_fact fact = {.kind = FACT_CONST,
                            .symbol = array->number,
                            .self = expr_array_value(reader->exprs, array),
                            .value = value};
  fact.a = (struct term){.sort = sort, .expr = fact.self};
  add_fact(reader, fact);
  return fact.a;
}

/* Elements. */

static struct term element(struct expr *e) {
  return (struct term){.sort = {.kind = SORT_BITVEC, .width = e->width}, .expr = e};
}

static struct term read_leaf(struct reader *reader, struct term array, const void *index) {
  return element(expr_read(reader->exprs, array.expr, (struct expr *)index));
}

struct expr *smt_arrays_read(struct reader *reader, struct term array, struct expr *index) {
  return choices_map(reader, array, read_leaf, index).expr;
}

/* Defaults. */

struct array_default *smt_arrays_default(struct reader *reader, uint32_t array) {
  while (reader->defaults.count <= array) vec_push(&reader->defaults, ((struct array_default){0}));
  return &reader->defaults.data[array];
}

static const struct array_fact *fact_of(const struct reader *reader, uint32_t array) {
  uint32_t number = array < reader->fact_of.count ? reader->fact_of.data[array] : 0;
  return number ? &reader->facts.data[number - 1] : NULL;
}

static const struct expr_array *base_of(struct reader *reader, struct expr *array) {
  while (array->kind == EXPR_STORE) array = expr_child(array, 0);
  return expr_array_of(reader->exprs, array);
}

static struct term default_leaf(struct reader *reader, struct term array, const void *context) {
  (void)context;
  const struct expr_array *base = base_of(reader, array.expr);
  const struct array_fact *fact = fact_of(reader, base->number);
  if (fact != NULL) return element(fact->value);
  if (smt_arrays_default(reader, base->number)->unknown == NULL) {
    struct expr *made = new_input(reader, base->element_width, NULL);
    smt_arrays_default(reader, base->number)->unknown = made;
  }
  return element(smt_arrays_default(reader, base->number)->unknown);
}

static struct expr *default_of(struct reader *reader, struct term array) {
  return choices_map(reader, array, default_leaf, NULL).expr;
}

/* Lemmas. */

static void add_lemma(struct script *script, struct expr *lemma) {
  if (!expr_is_true(lemma)) vec_push(&script->conjuncts, lemma);
}

static struct expr *implies(struct exprs *exprs, struct expr *a, struct expr *b) {
  return expr_or(exprs, expr_not(exprs, a), b);
}

static void add_first_lemmas(struct script *script, const struct mentioned *mentioned) {
  struct reader *reader = &script->reader;
  struct exprs *exprs = reader->exprs;
  for (size_t i = 0; i < mentioned->facts.count; i++) {
    struct array_fact fact = reader->facts.data[mentioned->facts.data[i]];
    if (fact.kind != FACT_EQUAL) continue;
    struct expr *differ = expr_ne(exprs, smt_arrays_read(reader, fact.a, fact.k),
                                  smt_arrays_read(reader, fact.b, fact.k));
    add_lemma(script, expr_or(exprs, fact.self, differ));
  }
}

/* Adds the lemmas of a fact that the model violates; returns how many. */
static size_t add_broken(struct script *script, struct evaluator *evaluator,
                         const struct mentioned *mentioned, uint32_t number) {
  struct reader *reader = &script->reader;
  struct exprs *exprs = reader->exprs;
  struct array_fact fact = reader->facts.data[number];
  bool is_equality = fact.kind == FACT_EQUAL;
  if (is_equality && evaluator_value(evaluator, fact.self) == 0) return 0;
  struct expr *self = is_equality ? fact.self : expr_const(exprs, 1, 1);
  struct array_sides sides = smt_arrays_sides(script, evaluator, &fact);
  size_t count, added = 0;
  struct expr **indices = mentioned_indices(mentioned, fact.a.sort.index_width, &count);
  for (size_t i = 0; i < count && added < MAX_LEMMAS; i++) {
    uint64_t index = evaluator_value(evaluator, indices[i]);
    if (array_content_at(&sides.a, index) == array_content_at(&sides.b, index)) continue;
    struct expr *other = is_equality ? smt_arrays_read(reader, fact.b, indices[i]) : fact.value;
    struct expr *equal = expr_eq(exprs, smt_arrays_read(reader, fact.a, indices[i]), other);
    add_lemma(script, implies(exprs, self, equal));
    added++;
  }
  bool needs_defaults =
      is_equality && !is_every_index(fact.a.sort.index_width, count) && !sides.agree_otherwise;
  if (needs_defaults) {
    struct expr *equal = expr_eq(exprs, default_of(reader, fact.a), default_of(reader, fact.b));
    add_lemma(script, implies(exprs, self, equal));
    added++;
  }
  vec_free(&sides.a.entries);
  vec_free(&sides.b.entries);
  return added;
}

/* The check. */

static void ask(struct script *script, const struct budget *budget) {
  struct query query = {.conjuncts = script->conjuncts.data,
                        .count = script->conjuncts.count,
                        .budget = *budget,
                        .wants_model = true,
                        .wants_core = true};
  struct result result;
  script->answer = solver_check(script->options->solver, &query, &result);
  script->model = result.model;
  script->in_core = result.in_core;
}

/* True if the model is correct, or there is none; otherwise lemmas were added. */
static bool refine(struct script *script, const struct mentioned *mentioned) {
  if (script->answer != ANSWER_SAT) return true;
  smt_arrays_clean_model(script, mentioned);
  smt_arrays_set_defaults(script);
  smt_arrays_fill_model(script, mentioned);
  struct evaluator *evaluator = evaluator_new(script->reader.exprs, script->model);
  size_t added = 0;
  for (size_t i = 0; i < mentioned->facts.count; i++)
    added += add_broken(script, evaluator, mentioned, mentioned->facts.data[i]);
  evaluator_free(evaluator);
  return added == 0;
}

static void check_with_facts(struct script *script, const struct mentioned *mentioned) {
  struct budget left = script->options->budget;
  double end = clock_seconds() + left.seconds;
  add_first_lemmas(script, mentioned);
  for (;;) {
    ask(script, &left);
    if (refine(script, mentioned)) return;
    assignment_free(script->model);
    script->model = NULL;
    if (left.seconds > 0 && (left.seconds = end - clock_seconds()) <= 0) {
      script->answer = ANSWER_UNKNOWN;
      return;
    }
  }
}

void smt_arrays_check(struct script *script) {
  struct mentioned mentioned = {.reader = &script->reader};
  script->completed = 0;
  for (size_t i = 0; i < script->reader.facts.count; i++)
    script->reader.facts.data[i].is_in_question = false;
  if (script->reader.facts.count > 0) {
    for (size_t i = 0; i < script->conjuncts.count; i++)
      mention_expr(&mentioned, script->conjuncts.data[i]);
    mentioned_walk(&mentioned);
    mentioned_finish(&mentioned);
  }
  for (size_t i = 0; i < mentioned.facts.count; i++)
    script->reader.facts.data[mentioned.facts.data[i]].is_in_question = true;
  if (mentioned.facts.count > 0) {
    check_with_facts(script, &mentioned);
  } else {
    ask(script, &script->options->budget);
    /* The model may come from another query and contain defaults that are not in this one. */
    for (size_t i = 0; i < script->reader.defaults.count; i++)
      script->reader.defaults.data[i].value = 0;
  }
  mentioned_free(&mentioned);
}
