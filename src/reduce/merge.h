/* Merging two states into one that loses nothing.

   Both must be at the same place with the same calls below it. Their path conditions share
   what they have in common and become a disjunction from there on; what differs in
   registers and memory becomes a selection by a condition that tells the two apart. */
#ifndef REDUCE_MERGE_H
#define REDUCE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct state;

/* Why two states cannot be merged. The names are in merge_refusal_names. */
enum merge_refusal {
  MERGE_GOOD,
  MERGE_PLACE,   /* other functions, other calls, or not at the entry of the same block */
  MERGE_STACK,   /* other stack objects, or the same ones at other addresses */
  MERGE_JUMPS,   /* a setjmp may name frames that are not the same */
  MERGE_INPUTS,  /* other inputs were made symbolic */
  MERGE_FORKING, /* klee_set_forking on one side only */
  MERGE_FLOATS,  /* rounding modes or exception flags differ */
  MERGE_GROUPS,  /* within other klee_open_merge */
  MERGE_LEAKS,   /* what is leaked may not be the same, and leaks are looked for */
  MERGE_OVERLAP, /* neither path condition excludes the other, as far as can be seen */
  MERGE_REFUSAL_COUNT
};
extern const char *const merge_refusal_names[MERGE_REFUSAL_COUNT];

struct merge_counts {
  uint64_t merged;
  uint64_t refused[MERGE_REFUSAL_COUNT];
  uint64_t registers, words, choices; /* that had to become selections, and slots */
};

/* Whether they can be merged, in time in proportion to where they differ. */
enum merge_refusal merge_check(const struct machine *machine, const struct state *a,
                               const struct state *b);
/* Takes `from` into `into`, which then stands for both; merge_check must have been good.
   `from` stays as it was, to be freed by its owner. False, and nothing changed, when the path
   conditions overlap. Neither may be running. */
bool merge_states(struct machine *machine, struct state *into, struct state *from,
                  struct merge_counts *counts);

#endif
