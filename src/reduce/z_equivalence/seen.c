/* A hash table of snapshots, with chains, in two steps. A snapshot whose outline is new is kept
   without a form. When a second one has the same outline, both get their forms and are in the
   table. */
#include "reduce/z_equivalence/seen.h"

#include "exec/machine.h"

#include <stdlib.h>

enum { FIRST_BUCKETS = 1 << 8, SEEN_SEVERAL = 1 };

/* ---- the table ---- */

static void put(struct seen *seen, struct seen_state *s) {
  struct seen_state **bucket = &seen->buckets[s->snapshot.hash & (seen->bucket_count - 1)];
  s->next = *bucket;
  *bucket = s;
}

static void grow(struct seen *seen) {
  struct seen_state **old = seen->buckets;
  size_t count = seen->bucket_count;
  seen->bucket_count = count ? count * 2 : FIRST_BUCKETS;
  seen->buckets = alloc_zeroed(seen->bucket_count * sizeof *seen->buckets);
  for (size_t i = 0; i < count; i++)
    for (struct seen_state *s = old[i], *next; s != NULL; s = next) {
      next = s->next;
      put(seen, s);
    }
  free(old);
}

static void add_to_bucket(struct seen *seen, struct seen_state *s) {
  if (seen->in_buckets >= seen->bucket_count) grow(seen);
  put(seen, s);
  seen->in_buckets++;
}

static struct seen_state *find_in_bucket(struct seen *seen, struct snapshots *snapshots,
                                         struct snapshot *snapshot) {
  if (seen->in_buckets == 0) return NULL;
  struct seen_state *s = seen->buckets[snapshot->hash & (seen->bucket_count - 1)];
  while (s != NULL && !snapshot_is_equal(snapshots, &s->snapshot, snapshot)) s = s->next;
  return s;
}

/* ---- tuples ---- */

static struct seen_group *find_group(struct seen *seen, struct snapshots *snapshots,
                                     struct snapshot *snapshot) {
  uint64_t *number = word_map_find(&seen->group_numbers, snapshot->outline);
  if (number == NULL) return NULL;
  struct seen_group *group = &seen->groups.data[*number - 1];
  const bool is_same = snapshot_has_same_pattern(&group->first->snapshot, snapshot) &&
                       snapshot_has_same_outline(snapshots, &group->first->snapshot, snapshot);
  return is_same ? group : NULL;
}

static void list_tuples(struct seen *seen, struct snapshots *snapshots,
                        const struct snapshot *snapshot) {
  seen->has_tuples = tuple_list_make(snapshots->machine->exprs, &snapshots->variables,
                                     &snapshot->form, &seen->tuples, &snapshots->work);
}

static struct seen_state *find_tuples(struct seen *seen, struct snapshots *snapshots,
                                      struct snapshot *snapshot) {
  list_tuples(seen, snapshots, snapshot);
  struct seen_group *group = seen->has_tuples ? find_group(seen, snapshots, snapshot) : NULL;
  return group != NULL && tuple_set_has_all(&group->tuples, &seen->tuples) ? group->first : NULL;
}

/* Those that have the same hash of their outline but not the same outline, or another pattern, stay
   out. */
static void add_tuples(struct seen *seen, struct snapshots *snapshots, struct seen_state *s) {
  if (!seen->has_tuples) return;
  uint64_t *number = word_map_place(&seen->group_numbers, s->snapshot.outline);
  if (*number == 0) {
    vec_push(&seen->groups, (struct seen_group){.first = s});
    *number = seen->groups.count;
  }
  struct seen_group *group = find_group(seen, snapshots, &s->snapshot);
  if (group != NULL) tuple_set_add(&group->tuples, &seen->tuples);
}

/* ---- outlines ---- */

static void free_state(struct seen_state *s, struct snapshots *snapshots) {
  snapshot_free(snapshots, &s->snapshot);
  free(s);
}

/* The one with that outline is not the only one any more. */
static void complete_first(struct seen *seen, struct snapshots *snapshots, uint64_t *place) {
  struct seen_state *first = (struct seen_state *)(uintptr_t)*place;
  *place = SEEN_SEVERAL;
  if (snapshot_complete(snapshots, &first->snapshot)) {
    add_to_bucket(seen, first);
    list_tuples(seen, snapshots, &first->snapshot);
    add_tuples(seen, snapshots, first);
    return;
  }
  free_state(first, snapshots);
  seen->count--;
}

enum seen_answer seen_find(struct seen *seen, struct snapshots *snapshots,
                           struct snapshot *snapshot, struct seen_state **found) {
  uint64_t *place = word_map_find(&seen->outlines, snapshot->outline);
  if (place == NULL) return SEEN_NEW;
  if (*place != SEEN_SEVERAL) complete_first(seen, snapshots, place);
  if (!snapshot_complete(snapshots, snapshot)) return SEEN_NOT_COMPARABLE;
  *found = find_in_bucket(seen, snapshots, snapshot);
  if (*found == NULL) *found = find_tuples(seen, snapshots, snapshot);
  return *found != NULL ? SEEN_BEFORE : SEEN_NEW;
}

void seen_add(struct seen *seen, struct snapshots *snapshots, const struct snapshot *snapshot,
              uint64_t state) {
  struct seen_state *s = alloc_zeroed(sizeof *s);
  s->snapshot = *snapshot;
  s->state = state;
  seen->count++;
  if (snapshot->hash == 0) {
    *word_map_place(&seen->outlines, snapshot->outline) = (uint64_t)(uintptr_t)s;
    return;
  }
  add_to_bucket(seen, s);
  add_tuples(seen, snapshots, s);
}

/* ---- all ---- */

static void visit_all(struct seen *seen, struct snapshots *snapshots,
                      void (*visit)(struct seen_state *s, struct snapshots *snapshots)) {
  for (size_t i = 0; i < seen->bucket_count; i++)
    for (struct seen_state *s = seen->buckets[i], *next; s != NULL; s = next) {
      next = s->next;
      visit(s, snapshots);
    }
  for (size_t i = 0; i < seen->outlines.capacity; i++) {
    const struct word_entry *entry = &seen->outlines.entries[i];
    if (entry->key != 0 && entry->value != SEEN_SEVERAL)
      visit((struct seen_state *)(uintptr_t)entry->value, snapshots);
  }
}

static void mark(struct seen_state *s, struct snapshots *snapshots) {
  snapshot_mark(snapshots, &s->snapshot);
}

void seen_clear(struct seen *seen, struct snapshots *snapshots) {
  visit_all(seen, snapshots, free_state);
  for (size_t i = 0; i < seen->groups.count; i++) tuple_set_free(&seen->groups.data[i].tuples);
  vec_free(&seen->groups);
  word_map_free(&seen->group_numbers);
  vec_free(&seen->tuples.words);
  word_map_free(&seen->outlines);
  free(seen->buckets);
  *seen = (struct seen){0};
}

void seen_mark(struct seen *seen, struct snapshots *snapshots) { visit_all(seen, snapshots, mark); }
