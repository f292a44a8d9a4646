/* The table of all reducers: the name of each, what it preserves for which goal, and how to make
   it. */
#ifndef REDUCE_REDUCERS_H
#define REDUCE_REDUCERS_H

#include "reduce/loop_summary/loop_summary.h"
#include "reduce/members.h"
#include "reduce/merge/merging.h"
#include "reduce/redundant/redundant.h"
#include "reduce/subsume/subsume.h"
#include "reduce/z_equivalence/z_equivalence.h"

#include <stdbool.h>
#include <stddef.h>

struct machine;
struct reducer;
struct reducer_class;

/* What the user wants from a run; a reducer is on by default if it is exact for that. */
enum goal {
  GOAL_ERRORS,   /* every error is found */
  GOAL_COVERAGE, /* everything that can be covered is covered */
  GOAL_PATHS     /* every path has a test */
};

enum { REDUCER_COUNT = 6 };

/* Which are on, and the options of all of them. */
struct reduce_options {
  bool is_on[REDUCER_COUNT];    /* in the first exploration, or in all of its portfolio … */
  bool is_member[MEMBER_COUNT]; /* … which has these explorations besides */
  bool is_named;                /* --reduce names those that are on */
  bool is_dynamic; /* --merge=dynamic: single paths take turns with merging by phases */
  struct merging_options merging;
  struct redundant_options redundant;
  struct subsume_options subsume;
  struct loop_summary_options loop_summary;
  struct z_equivalence_options z_equivalence;
};

struct reducer_entry {
  const struct reducer_class *class; /* its name and what it keeps */
  bool groups_paths;                 /* paths are kept, but several share a test */
  bool is_observer;                  /* it drops nothing */
  bool is_everywhere;                /* it is in every exploration of a portfolio */
  const char *help;                  /* what it does, in a line */
  /* Returns owned: class->free frees it. */
  struct reducer *(*make)(struct machine *machine, const struct reduce_options *options);
};

extern const struct reducer_entry reducer_table[REDUCER_COUNT];

/* The number of the reducer in the table, or -1. */
int reducers_find(const char *name, size_t length);
/* Whether it is exact for the goal. */
bool reducers_is_exact(const struct reducer_entry *entry, enum goal goal);

#endif
