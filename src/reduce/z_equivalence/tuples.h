/* A form as the set of what its values can be, if these are few. */
#ifndef REDUCE_Z_EQUIVALENCE_TUPLES_H
#define REDUCE_Z_EQUIVALENCE_TUPLES_H

#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct exprs;
struct form;
struct form_variables;

/* One after the other, each a number for every value of the form. */
struct tuple_list {
  VEC(uint64_t) words;
  uint32_t width, count;
};

/* All tuples of the form. False if there may be many, or it depends on inputs by name. *work grows
   by how many expressions were evaluated. */
bool tuple_list_make(struct exprs *exprs, const struct form_variables *variables,
                     const struct form *form, struct tuple_list *list, uint64_t *work);

/* Tuples of the same width. */
struct tuple_set {
  struct word_map places; /* of hashes: where in the words it begins, + 1 */
  VEC(uint64_t) words;
};
bool tuple_set_has_all(const struct tuple_set *set, const struct tuple_list *list);
void tuple_set_add(struct tuple_set *set, const struct tuple_list *list);
void tuple_set_free(struct tuple_set *set);

#endif
