/* Loop summaries: a state that iterates along a path of a loop becomes one that has done so any
   number of times. See docs/loop-summaries.md. */
#ifndef REDUCE_LOOP_SUMMARY_LOOP_SUMMARY_H
#define REDUCE_LOOP_SUMMARY_LOOP_SUMMARY_H

#include <stdbool.h>

struct machine;
struct reducer;
struct reducer_class;

extern const struct reducer_class loop_summary_class;

struct loop_summary_options {
  bool records; /* lists the loops */
};

/* Returns owned; borrows the machine. */
struct reducer *loop_summary_new(struct machine *machine,
                                 const struct loop_summary_options *options);

#endif
