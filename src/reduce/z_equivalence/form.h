/* The canonical form of a solved system (flexible.h): two systems with the same form have the same
   solutions for their observed values and rigid inputs. So unification (Table I of the paper) is
   one comparison of pointers. */
#ifndef REDUCE_Z_EQUIVALENCE_FORM_H
#define REDUCE_Z_EQUIVALENCE_FORM_H

#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct expr_array;
struct exprs;
struct flexible;

struct form_array {
  uint64_t class, size;
  uint32_t width, number;
  const struct expr_array *array;
  uint64_t next; /* of the same hash: place in the list + 1, or 0 */
};

/* The variables that stand for whatever may have any value, the same for all systems. They stay
   alive: their order of creation is part of a form. */
struct form_variables {
  VEC(const struct expr_array *) arrays; /* by width; NULL: not needed yet */
  VEC(struct expr *) all;
  /* The arrays that stand for those that are kept, by class, size and number in a form. */
  VEC(struct form_array) kept;
  struct word_map kept_places; /* of a hash of that: the first in the list, + 1 */
};
void form_variables_free(struct form_variables *variables);
void form_variables_mark(const struct form_variables *variables, struct exprs *exprs);

/* The observed values in their order, then the conditions that concern them or rigid inputs. */
struct form {
  struct expr **exprs;
  uint32_t value_count, count;
};

/* The system is solved, and its conditions are satisfiable together; more may be eliminated from
   it. False if there are too many variables; else *form is owned. */
bool form_make(struct flexible *f, struct form_variables *variables, struct form *form);
void form_free(struct form *form);
bool form_is_equal(const struct form *a, const struct form *b);
uint64_t form_hash(const struct form *form);
void form_mark(const struct form *form, struct exprs *exprs);

#endif
