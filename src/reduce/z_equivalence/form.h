/* The canonical form of a solved system (flexible.h): two systems with the same form have the same
   solutions for their observed values and rigid inputs. So unification (Table I of the paper) is
   one comparison of pointers. */
#ifndef REDUCE_Z_EQUIVALENCE_FORM_H
#define REDUCE_Z_EQUIVALENCE_FORM_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct expr_array;
struct exprs;
struct flexible;

/* The variables that stand for whatever may have any value, the same for all systems. They stay
   alive: their order of creation is part of a form. */
struct form_variables {
  VEC(const struct expr_array *) arrays; /* by width; NULL: not needed yet */
  VEC(struct expr *) all;
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
