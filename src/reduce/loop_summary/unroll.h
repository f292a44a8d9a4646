/* Paths without a closed form that are taken a bounded number of times. */
#ifndef REDUCE_LOOP_SUMMARY_UNROLL_H
#define REDUCE_LOOP_SUMMARY_UNROLL_H

#include "reduce/loop_summary/closed_form.h"

/* The values when the path, which is taken now, is taken no more, and the condition that this is
   so, which follows. False: how often it is taken has no small bound. */
bool unroll_path(const struct closed_form *form, expr_list *values, struct expr **is_over);

#endif
