/* State merging as a reducer: where states meet, which of them are similar enough to merge, and
   the order in which they run so that they meet at all. */
#ifndef REDUCE_MERGE_MERGING_H
#define REDUCE_MERGE_MERGING_H

#include "analysis/query_count.h"
#include "reduce/merge/fit.h"
#include "reduce/merge/merge.h"

struct machine;
struct meetings;
struct reducer;
struct reducer_class;

extern const struct reducer_class merging_class;

enum merging_mode {
  MERGING_NONE,
  MERGING_MANUAL,  /* only between klee_open_merge and klee_close_merge; the other modes include
                      this */
  MERGING_STATIC,  /* in topological order: the state furthest behind runs first */
  MERGING_DYNAMIC, /* the same, next to a search that goes its own way */
  MERGING_SEARCH   /* in the order of the search */
};

enum merging_similar {
  SIMILAR_NEVER,
  SIMILAR_ALWAYS,
  SIMILAR_QCE,     /* equation (1) */
  SIMILAR_QCE_ITE, /* equation (7) */
  SIMILAR_LIMIT    /* the queries about what differs are below a limit */
};

struct merging_options {
  enum merging_mode mode;
  enum merging_similar similar;
  struct query_count_options counts;
  bool counts_exactly; /* also follow each single path, to count them */
  bool expands;        /* also follow each single path, to write a test of it */
  bool compares;       /* queries with those of single paths (--statistics=queries) */
  bool records;        /* what happens at each join (--statistics=merging) */
};

struct merging_statistics {
  struct merge_counts merge;
  uint64_t met;        /* pairs of states at the same place */
  uint64_t dissimilar; /* pairs not worth merging */
  uint64_t forwarded;  /* states that ran although the search had not picked them */
  uint64_t caught_up;  /* of these, merged into another */
  /* Only if single paths are followed: */
  double exact_paths; /* of states that have ended */
  struct fit fit;     /* log exact_paths over log multiplicity (section 5.2) */
};

/* Returns owned; borrows the machine, which must stop at joins. */
struct reducer *merging_new(struct machine *machine, const struct merging_options *options);
const struct merging_statistics *merging_get_statistics(const struct reducer *reducer);

#endif
