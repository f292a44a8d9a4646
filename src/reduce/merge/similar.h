/* Whether merging two states at the same place is likely to pay. */
#ifndef REDUCE_MERGE_SIMILAR_H
#define REDUCE_MERGE_SIMILAR_H

#include "analysis/query_number.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct hot_lists;
struct machine;
struct query_count;
struct query_count_options;
struct state;

/* What similarity compares of a state at the entry of a block: the contents of its variables, in
   an order that is the same for all states at the same place with the same calls below. */
struct profile {
  VEC(uint64_t) contents;
  VEC(struct query_number) counts; /* of the same variables; empty if only hot ones are included */
  struct query_number total;       /* unless only hot ones are included */
  uint64_t hash;                   /* of the state's place and the contents; see below */
  bool only_hot;
  bool is_taken;
};

/* Fills the profile, which may have been used before, with all variables that queries depend on or,
   unless `hot` is NULL, only the hot ones, which are kept there. If only the hot ones, all symbolic
   contents hash as one value, so states with the same hash are similar (section 4.2 of the
   paper). */
void profile_take(struct machine *machine, struct query_count *counts, struct hot_lists *hot,
                  const struct state *state, struct profile *profile);
void profile_drop(struct profile *profile);
/* The name of a variable of the profile, for a person: "words in main". Returns owned. */
char *profile_name(const struct machine *machine, struct query_count *counts,
                   const struct state *state, const struct profile *profile, size_t number);

/* Equation (1): every hot variable is equal, or symbolic in one of the two. Both profiles must
   be of the same place and calls. */
bool similar_by_hot(const struct profile *a, const struct profile *b);
/* The number of the first variable that differs; of those concrete in both, if there are any.
   SIZE_MAX: none differs. */
size_t similar_first_difference(const struct profile *a, const struct profile *b);
/* Equation (7): the greatest counts among the variables that differ. */
bool similar_by_cost(const struct query_count_options *options, const struct profile *a,
                     const struct profile *b);
/* As in the thesis that microc comes from: the counts of all variables that differ, including
   symbolic ones, sum to less than the limit. */
bool similar_by_limit(const struct query_count_options *options, const struct profile *a,
                      const struct profile *b);

#endif
