/* The snapshots of states that were kept, by their hashes. */
#ifndef REDUCE_Z_EQUIVALENCE_SEEN_H
#define REDUCE_Z_EQUIVALENCE_SEEN_H

#include "reduce/z_equivalence/snapshot.h"

struct seen_state {
  struct seen_state *next; /* in the same bucket */
  struct snapshot snapshot;
  uint64_t state;      /* number of the state that was kept */
  double multiplicity; /* of those that it stands for */
};

struct seen {
  struct seen_state **buckets;
  size_t bucket_count, count;
};

/* One with an equal snapshot, borrowed, or NULL. */
struct seen_state *seen_find(struct seen *seen, struct snapshots *snapshots,
                             struct snapshot *snapshot);
/* Takes the snapshot. Borrowed. */
struct seen_state *seen_add(struct seen *seen, const struct snapshot *snapshot, uint64_t state);
void seen_clear(struct seen *seen, struct snapshots *snapshots);
void seen_mark(struct seen *seen, struct snapshots *snapshots);

#endif
