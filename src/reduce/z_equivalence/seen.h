/* The snapshots of states that were kept. */
#ifndef REDUCE_Z_EQUIVALENCE_SEEN_H
#define REDUCE_Z_EQUIVALENCE_SEEN_H

#include "reduce/z_equivalence/snapshot.h"
#include "reduce/z_equivalence/tuples.h"
#include "util/word_map.h"

struct seen_state {
  struct seen_state *next; /* in the same bucket */
  struct snapshot snapshot;
  uint64_t state;      /* number of the state that was kept */
  double multiplicity; /* of those that it stands for */
};

/* States that are equal but for their forms, which have few tuples. */
struct seen_group {
  struct seen_state *first; /* borrowed */
  struct tuple_set tuples;  /* of all of them */
};

struct seen {
  struct seen_state **buckets; /* of complete snapshots, by their hashes */
  size_t bucket_count, in_buckets;
  size_t count; /* of all */
  /* Of outlines: the only snapshot that has it, which has no form then, or SEEN_SEVERAL. */
  struct word_map outlines;
  VEC(struct seen_group) groups;
  struct word_map group_numbers; /* of outlines, + 1 */
  struct tuple_list tuples;      /* of the last one that was looked for; used by seen_add */
  bool has_tuples;
};

enum seen_answer { SEEN_NEW, SEEN_BEFORE, SEEN_NOT_COMPARABLE };

/* Whether there is one with an equal snapshot, or there are some that have all of its tuples:
 *found, the first of them, borrowed. */
enum seen_answer seen_find(struct seen *seen, struct snapshots *snapshots,
                           struct snapshot *snapshot, struct seen_state **found);
/* Takes the snapshot, which was just looked for and is new. */
void seen_add(struct seen *seen, struct snapshots *snapshots, const struct snapshot *snapshot,
              uint64_t state);
void seen_clear(struct seen *seen, struct snapshots *snapshots);
void seen_mark(struct seen *seen, struct snapshots *snapshots);

#endif
