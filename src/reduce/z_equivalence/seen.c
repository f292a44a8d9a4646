/* A hash table of snapshots, with chains. */
#include "reduce/z_equivalence/seen.h"

#include <stdlib.h>

enum { FIRST_BUCKETS = 1 << 8 };

struct seen_state *seen_find(struct seen *seen, struct snapshots *snapshots,
                             struct snapshot *snapshot) {
  if (seen->count == 0) return NULL;
  struct seen_state *s = seen->buckets[snapshot->hash & (seen->bucket_count - 1)];
  while (s != NULL && !snapshot_is_equal(snapshots, &s->snapshot, snapshot)) s = s->next;
  return s;
}

static void put(struct seen *seen, struct seen_state *s) {
  struct seen_state **bucket = &seen->buckets[s->snapshot.hash & (seen->bucket_count - 1)];
  s->next = *bucket;
  *bucket = s;
}

static void grow(struct seen *seen) {
  struct seen old = *seen;
  seen->bucket_count = old.bucket_count ? old.bucket_count * 2 : FIRST_BUCKETS;
  seen->buckets = alloc_zeroed(seen->bucket_count * sizeof *seen->buckets);
  for (size_t i = 0; i < old.bucket_count; i++)
    for (struct seen_state *s = old.buckets[i], *next; s != NULL; s = next) {
      next = s->next;
      put(seen, s);
    }
  free(old.buckets);
}

struct seen_state *seen_add(struct seen *seen, const struct snapshot *snapshot, uint64_t state) {
  if (seen->count >= seen->bucket_count) grow(seen);
  struct seen_state *s = alloc_zeroed(sizeof *s);
  s->snapshot = *snapshot;
  s->state = state;
  put(seen, s);
  seen->count++;
  return s;
}

void seen_clear(struct seen *seen, struct snapshots *snapshots) {
  for (size_t i = 0; i < seen->bucket_count; i++)
    for (struct seen_state *s = seen->buckets[i], *next; s != NULL; s = next) {
      next = s->next;
      snapshot_free(snapshots, &s->snapshot);
      free(s);
    }
  free(seen->buckets);
  *seen = (struct seen){0};
}

void seen_mark(struct seen *seen, struct snapshots *snapshots) {
  for (size_t i = 0; i < seen->bucket_count; i++)
    for (struct seen_state *s = seen->buckets[i]; s != NULL; s = s->next)
      snapshot_mark(snapshots, &s->snapshot);
}
