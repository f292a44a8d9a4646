/* Why a location matters: the relevant branches that the dependence on it comes from. When coverage
   grows, a location all of whose branches have become irrelevant no longer matters (the paper,
   section 3.4). */
#ifndef REDUCE_REDUNDANT_REASONS_H
#define REDUCE_REDUNDANT_REASONS_H

#include <stdbool.h>
#include <stdint.h>

struct reasons;
struct relevance;

/* A set of branches, by number: equal sets have equal numbers. */
typedef uint32_t reason;
enum {
  REASON_NONE,     /* the empty set: it does not matter */
  REASON_ALWAYS,   /* it matters as long as any branch is relevant */
  REASON_POTENTIAL /* the same, by a potential dependence */
};

/* Returns owned; borrows the relevance. */
struct reasons *reasons_new(struct relevance *relevance);
void reasons_free(struct reasons *reasons);

/* The branch at the end of the block, which is relevant now. */
reason reasons_of_branch(struct reasons *reasons, uint32_t func, uint32_t block);
reason reasons_unite_sets(struct reasons *reasons, reason a, reason b);
static inline reason reasons_unite(struct reasons *reasons, reason a, reason b) {
  if (a == b || b == REASON_NONE) return a;
  return a == REASON_NONE ? b : reasons_unite_sets(reasons, a, b);
}
/* What matters by a potential dependence on something that matters for this reason. */
reason reasons_weaken(struct reasons *reasons, reason a);

/* Is one of its branches still relevant? */
bool reasons_is_alive(struct reasons *reasons, reason a);
/* The same, by data and control dependence alone (section 3.6). */
bool reasons_is_strict(struct reasons *reasons, reason a);
/* The number of different sets. */
uint64_t reasons_count(const struct reasons *reasons);

#endif
