/* Listing what the values of a form can be. States that were merged have conditional values over
   ever more conditions, so that their forms differ although the values are the same few in all of
   them: in a loop over a handful of states, every combination of values has been seen after some
   iterations. Then a state is covered by several that were kept before, each of which has some of
   its combinations.

   The variables of a form are tried with all their values, if they have at most MOST_BITS bits in
   all. */
#include "reduce/z_equivalence/tuples.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "reduce/z_equivalence/form.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 8, MOST_EXPRS = 256 };

struct found_variable {
  uint32_t array, width;
  uint64_t index;
};

struct finder {
  const struct form_variables *variables;
  VEC(struct found_variable) found;
  uint32_t bits;
};

/* Of the first variables that do not fit any more, too many bits are counted. */
static void note_variable(const struct expr_array *array, uint64_t index, void *context) {
  struct finder *f = context;
  unsigned width = array->element_width;
  bool is_canonical = index != SUPPORT_ALL && width < f->variables->arrays.count &&
                      f->variables->arrays.data[width] == array;
  f->bits += is_canonical && width <= MOST_BITS ? width : MOST_BITS + 1;
  if (f->bits <= MOST_BITS)
    vec_push(&f->found, ((struct found_variable){array->number, width, index}));
}

static bool find_variables(struct exprs *exprs, const struct form *form, struct finder *f) {
  uint32_t support = SUPPORT_EMPTY;
  if (form->count > MOST_EXPRS) return false;
  for (uint32_t i = 0; i < form->count; i++) {
    if (form->exprs[i]->width > 64) return false;
    support = support_union(exprs, support, form->exprs[i]->support);
  }
  support_walk(exprs, support, note_variable, f);
  return f->bits <= MOST_BITS;
}

static void assign(const struct finder *f, uint32_t number, struct assignment *assignment) {
  for (size_t i = 0; i < f->found.count; i++) {
    const struct found_variable *v = &f->found.data[i];
    assignment_set(assignment, v->array, v->index, number & (((uint64_t)1 << v->width) - 1));
    number >>= v->width;
  }
}

static void add_tuple(struct evaluator *evaluator, const struct form *form,
                      struct tuple_list *list) {
  for (uint32_t i = form->value_count; i < form->count; i++)
    if (evaluator_value(evaluator, form->exprs[i]) == 0) return;
  for (uint32_t i = 0; i < form->value_count; i++)
    vec_push(&list->words, evaluator_value(evaluator, form->exprs[i]));
  list->count++;
}

bool tuple_list_make(struct exprs *exprs, const struct form_variables *variables,
                     const struct form *form, struct tuple_list *list, uint64_t *work) {
  struct finder f = {.variables = variables};
  vec_clear(&list->words);
  list->count = 0;
  list->width = form->value_count;
  bool is_small = form->value_count > 0 && find_variables(exprs, form, &f);
  struct assignment *assignment = assignment_new();
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  for (uint32_t i = 0; is_small && i >> f.bits == 0; i++) {
    assign(&f, i, assignment);
    evaluator_reset(evaluator, assignment);
    add_tuple(evaluator, form, list);
    *work += evaluator_count(evaluator);
  }
  evaluator_free(evaluator);
  assignment_free(assignment);
  vec_free(&f.found);
  return is_small;
}

/* ---- sets ---- */

static uint64_t hash_tuple(const struct tuple_list *list, uint32_t number) {
  const uint64_t *words = list->words.data + (size_t)number * list->width;
  return hash_block(words, list->width * sizeof *words) | 1;
}

static bool has(const struct tuple_set *set, const struct tuple_list *list, uint32_t number) {
  const uint64_t *words = list->words.data + (size_t)number * list->width;
  uint64_t *place = word_map_find(&set->places, hash_tuple(list, number));
  return place != NULL &&
         memcmp(set->words.data + *place - 1, words, list->width * sizeof *words) == 0;
}

bool tuple_set_has_all(const struct tuple_set *set, const struct tuple_list *list) {
  for (uint32_t i = 0; i < list->count; i++)
    if (!has(set, list, i)) return false;
  return true;
}

/* One of two tuples with the same hash is not in the set. */
void tuple_set_add(struct tuple_set *set, const struct tuple_list *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    uint64_t *place = word_map_place(&set->places, hash_tuple(list, i));
    if (*place != 0) continue;
    *place = set->words.count + 1;
    for (uint32_t k = 0; k < list->width; k++)
      vec_push(&set->words, list->words.data[(size_t)i * list->width + k]);
  }
}

void tuple_set_free(struct tuple_set *set) {
  word_map_free(&set->places);
  vec_free(&set->words);
}
