/* States after any number of iterations of a path. */
#ifndef REDUCE_LOOP_SUMMARY_CLOSED_FORM_H
#define REDUCE_LOOP_SUMMARY_CLOSED_FORM_H

#include "reduce/loop_summary/induction.h"

struct machine;
struct names;
struct state;

/* A path of a loop, from a state at the loop's head. */
struct closed_form {
  struct machine *machine;
  const struct names *names;
  const struct shape *shape;
  const struct loop_path *path;
  const expr_list *now; /* values of the cells in the state */
};

/* Whether the state is one that the closed form is about: cells that each iteration sets to the
   same value have it already. */
bool closed_form_fits(const struct closed_form *form);
/* The conjunction of the path's conditions after `count` iterations; NULL: after none. */
struct expr *closed_form_condition(const struct closed_form *form, struct expr *count);
/* The number of iterations that can be counted: up to it, no term of a condition wraps around. Has
   the width of the path. */
struct expr *closed_form_bound(const struct closed_form *form);
/* The values of the cells after `count` iterations. */
void closed_form_values(const struct closed_form *form, struct expr *count, expr_list *values);
/* Moves a copy of the state there. False: it cannot be. */
bool closed_form_apply(const struct closed_form *form, const expr_list *values,
                       struct state *successor);

#endif
