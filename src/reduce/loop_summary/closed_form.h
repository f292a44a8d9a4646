/* States after any number of iterations of a path. */
#ifndef REDUCE_LOOP_SUMMARY_CLOSED_FORM_H
#define REDUCE_LOOP_SUMMARY_CLOSED_FORM_H

#include "reduce/loop_summary/induction.h"

struct exprs;
struct names;

/* A path of a loop, from a state at the loop's head. */
struct closed_form {
  struct exprs *exprs;
  const struct names *names;
  const struct shape *shape;
  const struct loop_path *path;
  const expr_list *now; /* values of the cells in the state */
};

/* A number of iterations; `value` has the path's width. */
struct iterations {
  struct expr *value;
  bool is_positive; /* known to be at least 1 */
};

/* Whether the closed form is about the state: cells that each iteration sets to the same value have
   it already, or nothing depends on them. */
bool closed_form_fits(const struct closed_form *form);
/* The conjunction of the path's conditions. */
struct expr *closed_form_condition(const struct closed_form *form);
/* Whether a guard holds after so many iterations. */
struct expr *closed_form_guard(const struct closed_form *form, const struct guard *guard,
                               struct expr *count);
/* Whether it fails after so many iterations, if it has held before: as the program will ask. */
struct expr *closed_form_guard_fails(const struct closed_form *form, const struct guard *guard,
                                     struct expr *count);
/* The number of iterations after which the guard, which holds now, holds for the last time, if its
   terms do not wrap around before. *is_there is the condition that it fails in the next. NULL:
   there is no formula. */
struct expr *closed_form_last(const struct closed_form *form, const struct guard *guard,
                              struct expr **is_there);
/* Whether no term wraps around in so many iterations, if the guard fails after them; with
   `without_limits`, terms that have a limit are left out. */
struct expr *closed_form_is_smooth(const struct closed_form *form, const struct guard *guard,
                                   struct expr *count, bool without_limits);
/* Whether the guard is a limit: it says that a signed number, which changes by 1, is not yet the
   last of its range. */
bool closed_form_is_limit(const struct closed_form *form, const struct guard *guard);
/* Whether the other limit holds as long as the guard, since both are about the same number. */
bool closed_form_implies_limit(const struct closed_form *form, const struct guard *guard,
                               const struct guard *limit);
/* Whether a limit has held in so many iterations, which are not negative as a signed number, and
   its number has not wrapped around: as the program asks whether a sum overflows. */
struct expr *closed_form_limit(const struct closed_form *form, const struct guard *guard,
                               struct expr *count);
/* The number of iterations in which no term wraps around; those that a guard does not let wrap
   around do not count. NULL: none does. */
struct expr *closed_form_bound(const struct closed_form *form);
/* The values of the cells after so many iterations. */
void closed_form_values(const struct closed_form *form, struct iterations count, expr_list *values);
/* The values after one iteration, whether or not the path has a closed form. */
void closed_form_step(const struct closed_form *form, expr_list *values);

#endif
