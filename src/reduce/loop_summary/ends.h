/* How often a path with a closed form is taken: which of its guards fails first, and when. */
#ifndef REDUCE_LOOP_SUMMARY_ENDS_H
#define REDUCE_LOOP_SUMMARY_ENDS_H

#include "reduce/loop_summary/closed_form.h"

struct path_end {
  struct expr *condition; /* that there is one, if the path is taken now */
  struct expr *count;     /* of iterations, at least 1; NULL: there is no formula, see ends_at */
};

/* After how many iterations the guard fails, if no term wraps around in them. */
struct path_end ends_find(const struct closed_form *form, size_t guard);
/* Whether it fails after this many, for one without a formula. */
struct expr *ends_at(const struct closed_form *form, size_t guard, struct expr *count);
/* Whether numbers of iterations are told apart by their sign: then both cases have to be asked for.
 */
bool ends_are_split(const struct closed_form *form, size_t guard);
/* Whether no term wraps around in so many iterations, and no other guard fails before. If they are
   split, also that the number is not negative, or (is_small is false) that it is. */
struct expr *ends_first(const struct closed_form *form, size_t guard, struct expr *count,
                        bool is_small);
/* Whether all guards hold up to the bound (closed_form_bound). */
struct expr *ends_beyond(const struct closed_form *form, struct expr *bound);

#endif
