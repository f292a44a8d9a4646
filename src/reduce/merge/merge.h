/* Merging two states into one without losing anything.

   Both must be at the same place with the same calls below it. The common part of their path
   conditions stays, and the rest becomes a disjunction. What differs in registers and memory
   becomes an ite over a condition that holds in only one of them. */
#ifndef REDUCE_MERGE_MERGE_H
#define REDUCE_MERGE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct state;

/* Why two states cannot be merged. merge_refusal_names has the names. */
enum merge_refusal {
  MERGE_GOOD,
  MERGE_PLACE,   /* different functions or calls, or not at the entry of the same block */
  MERGE_STACK,   /* different stack objects, or different addresses */
  MERGE_JUMPS,   /* a setjmp may refer to frames that differ */
  MERGE_INPUTS,  /* different inputs were made symbolic */
  MERGE_FORKING, /* klee_set_forking on one side only */
  MERGE_FLOATS,  /* rounding modes or exception flags differ */
  MERGE_GROUPS,  /* within different klee_open_merge */
  MERGE_LEAKS,   /* leaks are checked, and may differ */
  MERGE_OVERLAP, /* the path conditions do not visibly exclude each other */
  MERGE_REFUSAL_COUNT
};
extern const char *const merge_refusal_names[MERGE_REFUSAL_COUNT];

struct merge_counts {
  uint64_t merged;
  uint64_t refused[MERGE_REFUSAL_COUNT];
  uint64_t registers, words, choices; /* that became an ite; objects that became a choice */
};

/* Whether they can be merged. Takes time proportional to what differs. */
enum merge_refusal merge_check(const struct machine *machine, const struct state *a,
                               const struct state *b);
/* Merges `from` into `into`, which then stands for both; merge_check must have returned
   MERGE_GOOD. `from` is unchanged, and its owner frees it. Returns false and changes nothing if
   the path conditions overlap. Neither may be running. */
bool merge_states(struct machine *machine, struct state *into, struct state *from,
                  struct merge_counts *counts);

#endif
