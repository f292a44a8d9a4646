/* Sets of one place with the same calls are a group. A state that comes to a place looks up its
   group and searches its decision tree for sets whose values agree with its own (the paper,
   section 3.7); ranges and constraints are compared with those alone. Sets that others cover are
   not kept.

   Most locations have the same value in all sets of a group (section 3.5). They are not in the
   tree: they are compared when the others agree. When one gets a second value, the tree is built
   anew before it is next searched. */
#include "reduce/redundant/set_groups.h"

#include "exec/machine.h"
#include "reduce/redundant/decision_tree.h"
#include "reduce/redundant/journal.h"
#include "reduce/redundant/relevance.h"
#include "reduce/redundant/sets.h"
#include "reduce/redundant/slice.h"
#include "util/hash.h"
#include "util/word_map.h"

#include <stdlib.h>

/* Sets at one place. */
enum { MOST_SETS = 1 << 14 };
/* For the budget, measured against machine_work on coreutils. */
enum { LOOKUP_WORK = 5, CLOSE_WORK = 100 };

typedef VEC(struct relevant_set *) set_list;

/* The sets of a place with its calls. */
struct group {
  set_list list;
  struct decision_tree *tree; /* of values that differ; the rest is compared when these agree */
  struct word_map values;     /* location + 1: the number of its value, if it has only one */
  struct word_map varying;    /* location + 1: it has several */
  VEC(struct tree_entry *) entries; /* of the sets in the tree; owned */
  size_t placed;                    /* of `list`, are in the tree; 0: it is to be built */
  struct decision_tree *strict;     /* the same, of strict locations alone (section 3.6) … */
  size_t strict_placed;             /* … of sets that have others, too; built when asked for */
  struct word_map by_hash; /* hash of entries: number of the newest set in `list`, plus 1 */
  uint64_t round;          /* of the relevance, when last refined */
};

struct set_groups {
  struct machine *machine;
  const struct slicer *slicer; /* borrowed; so the next */
  struct buffer *journal;      /* or NULL */
  uint64_t *spent;
  struct word_map places; /* function and instruction with sets: 1 */
  struct word_map keys;   /* of frames: number of the group, plus 1 */
  VEC(struct group) list;
  struct entry_table table;
  set_list sets; /* all; owned */
  struct group_counts counts;
};

struct set_groups *set_groups_new(struct machine *machine, const struct slicer *slicer,
                                  struct buffer *journal) {
  struct set_groups *groups = alloc_zeroed(sizeof *groups);
  groups->machine = machine;
  groups->slicer = slicer;
  groups->journal = journal;
  groups->spent = slicer->spent;
  return groups;
}

static void free_tree(struct group *group) {
  decision_tree_free(group->tree);
  decision_tree_free(group->strict);
  group->tree = group->strict = NULL;
  group->strict_placed = 0;
  for (size_t i = 0; i < group->entries.count; i++) free(group->entries.data[i]);
  vec_clear(&group->entries);
}

void set_groups_free(struct set_groups *groups) {
  for (size_t i = 0; i < groups->sets.count; i++) set_free(groups->sets.data[i]);
  for (size_t i = 0; i < groups->list.count; i++) {
    vec_free(&groups->list.data[i].list);
    free_tree(&groups->list.data[i]);
    vec_free(&groups->list.data[i].entries);
    word_map_free(&groups->list.data[i].values);
    word_map_free(&groups->list.data[i].varying);
    word_map_free(&groups->list.data[i].by_hash);
  }
  entries_free(&groups->table);
  vec_free(&groups->sets);
  vec_free(&groups->list);
  word_map_free(&groups->places);
  word_map_free(&groups->keys);
  free(groups);
}

void set_groups_mark(const struct set_groups *groups, struct exprs *exprs) {
  entries_mark(&groups->table, exprs);
  for (size_t i = 0; i < groups->sets.count; i++) set_mark(groups->sets.data[i], exprs);
}

const struct group_counts *set_groups_count(struct set_groups *groups) {
  groups->counts.different = groups->table.list.count;
  groups->counts.set_bytes += entries_bytes(&groups->table) - groups->counts.entry_bytes;
  groups->counts.entry_bytes = entries_bytes(&groups->table);
  return &groups->counts;
}

/* ---- adding ---- */

struct entry_table *set_groups_table(struct set_groups *groups) { return &groups->table; }

static int compare_entries(const void *a, const void *b) {
  const struct tree_entry *x = a, *y = b;
  return x->location < y->location ? -1 : x->location > y->location;
}

/* Which locations have several values, with those of the set. */
static void note_values(struct group *group, const struct relevant_set *set) {
  for (size_t i = 0; i < set->members.count; i++) {
    const struct set_entry *entry = set->members.data[i].entry;
    if (entry->range.width != 0) continue;
    uint64_t key = (uint64_t)entry->location + 1, number = (uint64_t)entry->number + 1;
    uint64_t *value = word_map_place(&group->values, key);
    if (*value == 0) *value = number;
    if (*value == number || word_map_find(&group->varying, key) != NULL) continue;
    *word_map_place(&group->varying, key) = 1;
    group->placed = 0;
  }
}

static void add_to_tree(struct set_groups *groups, struct group *group, struct relevant_set *set,
                        struct decision_tree *tree) {
  struct reasons *reasons = groups->slicer->reasons;
  size_t count = 0;
  struct tree_entry *entries = alloc_bytes((set->members.count + 1) * sizeof *entries);
  for (size_t i = 0; i < set->members.count; i++) {
    const struct set_entry *entry = set->members.data[i].entry;
    if (entry->range.width != 0) continue; /* compared when the values agree */
    if (tree == group->strict && !reasons_is_strict(reasons, set->members.data[i].why)) continue;
    if (word_map_find(&group->varying, (uint64_t)entry->location + 1) != NULL)
      entries[count++] = (struct tree_entry){entry->location, entry_value_number(entry)};
  }
  if (count > 0) qsort(entries, count, sizeof *entries, compare_entries);
  vec_push(&group->entries, entries);
  decision_tree_add(tree, (struct tree_set){entries, count, set});
  *groups->spent += count;
}

static void place_sets(struct set_groups *groups, struct group *group) {
  if (group->placed == 0) {
    free_tree(group);
    group->tree = decision_tree_new();
  }
  for (; group->placed < group->list.count; group->placed++)
    add_to_tree(groups, group, group->list.data[group->placed], group->tree);
}

static void place_strict(struct set_groups *groups, struct group *group) {
  if (group->strict == NULL) group->strict = decision_tree_new();
  for (; group->strict_placed < group->list.count; group->strict_placed++) {
    struct relevant_set *set = group->list.data[group->strict_placed];
    if (set_find_strict(set, groups->machine->exprs, groups->slicer->reasons))
      add_to_tree(groups, group, set, group->strict);
  }
}

/* Whether it is known, or there is no room for it; else it is put first among those like it. */
static bool is_superfluous(struct set_groups *groups, struct group *group,
                           struct relevant_set *set) {
  uint64_t *first = word_map_place(&group->by_hash, set->hash | 1);
  struct relevant_set *newest = *first ? group->list.data[*first - 1] : NULL;
  for (struct relevant_set *at = newest; at != NULL; at = at->next)
    if (set_covers(at, set)) {
      groups->counts.same++;
      return true;
    }
  if (group->list.count >= MOST_SETS) return true;
  set->next = newest;
  *first = group->list.count + 1;
  return false;
}

bool set_groups_add(struct set_groups *groups, struct relevant_set *set) {
  uint64_t *number = word_map_place(&groups->keys, set->key);
  if (*number == 0) {
    vec_push(&groups->list, ((struct group){0}));
    *number = groups->list.count;
  }
  struct group *group = &groups->list.data[*number - 1];
  if (is_superfluous(groups, group, set)) {
    set_free(set);
    return false;
  }
  const struct set_frame *top = &vec_last(&set->frames);
  *word_map_place(&groups->places, (uint64_t)(top->func + 1) << 32 | top->ins) = 1;
  set->number = groups->counts.sets++;
  groups->counts.set_bytes += set_bytes(set);
  groups->counts.entries += set->members.count;
  vec_push(&group->list, set);
  vec_push(&groups->sets, set);
  note_values(group, set);
  return true;
}

/* ---- refining ---- */

/* Sets that have become alike are one; the others are left to those that have matched them. */
static void collect_again(struct set_groups *groups, struct group *group) {
  set_list all = group->list;
  group->list = (set_list){0};
  word_map_clear(&group->by_hash);
  word_map_clear(&group->values);
  word_map_clear(&group->varying);
  group->placed = 0;
  for (size_t i = 0; i < all.count; i++) {
    if (is_superfluous(groups, group, all.data[i])) continue;
    vec_push(&group->list, all.data[i]);
    note_values(group, all.data[i]);
  }
  vec_free(&all);
}

/* Section 3.4. The sets of a place are refined when they are looked at, and branches have become
   irrelevant since the last time. */
static void refine_group(struct set_groups *groups, struct group *group,
                         const struct state *state) {
  uint64_t round = relevance_round(groups->slicer->relevance);
  bool has_changed = false;
  if (group->round == round) return;
  group->round = round;
  for (size_t i = 0; i < group->list.count; i++) {
    struct relevant_set *set = group->list.data[i];
    size_t before = set->members.count;
    *groups->spent += 1 + before / 4;
    if (!set_refine(set, groups->machine->exprs, groups->slicer->reasons)) continue;
    has_changed = true;
    groups->counts.refined++;
    groups->counts.removed += before - set->members.count;
    if (groups->journal != NULL) journal_add_refined(groups->journal, groups->machine, state, set);
  }
  if (has_changed) collect_again(groups, group);
}

/* ---- finding ---- */

static uint64_t place_key(const struct state *state) {
  struct place place = state_place(state);
  return (uint64_t)(place.func + 1) << 32 | place.ins;
}

/* With how many sets a state that has come somewhere is compared more closely, and about how many
   of them the solver is asked. */
enum { MOST_TRIED = 8, MOST_QUERIES = 2 };

struct lookup {
  struct set_groups *groups;
  struct comparison comparison;
  struct relevant_set *found;
  struct relevant_set *perhaps[MOST_TRIED]; /* those that need more than a look: last */
  unsigned perhaps_count;
};

static bool look_up(void *context, uint32_t location, uint64_t *value) {
  struct lookup *lookup = context;
  struct set_groups *groups = lookup->groups;
  groups->counts.looked_up++;
  *groups->spent += LOOKUP_WORK;
  *value = set_value_number(groups->machine, lookup->comparison.state,
                            groups->table.places.data[location]);
  return true;
}

static bool note_match(struct lookup *lookup, struct relevant_set *set, enum match match) {
  struct group_counts *counts = &lookup->groups->counts;
  if (match != MATCH_CONTAINED && match != MATCH_IMPLIED) return false;
  set->matches++;
  ++*(match == MATCH_CONTAINED ? &counts->contained : &counts->implied);
  lookup->found = set;
  return true;
}

static bool accept(void *context, void *data) {
  struct lookup *lookup = context;
  struct set_groups *groups = lookup->groups;
  struct relevant_set *set = data;
  groups->counts.compared++;
  *groups->spent += set->members.count / 4 + set->conjuncts.count;
  enum match match = set_match(&lookup->comparison, set, EFFORT_NONE);
  if (match == MATCH_PERHAPS && lookup->perhaps_count < MOST_TRIED)
    lookup->perhaps[lookup->perhaps_count++] = set;
  return note_match(lookup, set, match);
}

static void try_harder(struct lookup *lookup) {
  unsigned asked = 0;
  for (unsigned i = 0; i < lookup->perhaps_count && lookup->found == NULL; i++) {
    struct relevant_set *set = lookup->perhaps[i];
    *lookup->groups->spent += CLOSE_WORK;
    enum match match = set_match(&lookup->comparison, set, EFFORT_KNOWN);
    if (match == MATCH_PERHAPS && asked++ < MOST_QUERIES)
      match = set_match(&lookup->comparison, set, EFFORT_SOLVER);
    note_match(lookup, set, match);
  }
}

static bool accept_strict(void *context, void *data) {
  struct lookup *lookup = context;
  return set_match_strict(&lookup->comparison, data, lookup->groups->slicer->reasons);
}

static bool is_familiar_in(struct set_groups *groups, struct group *group, struct lookup *lookup) {
  struct tree_state asked = {look_up, accept_strict, lookup};
  place_strict(groups, group);
  bool is_familiar = decision_tree_find(group->strict, &asked);
  groups->counts.familiar += is_familiar;
  return is_familiar;
}

const struct relevant_set *set_groups_find(struct set_groups *groups, struct state *state,
                                           bool *is_familiar) {
  if (is_familiar != NULL) *is_familiar = false;
  if (word_map_find(&groups->places, place_key(state)) == NULL) return NULL;
  const uint64_t *number = word_map_find(&groups->keys, set_key(state));
  if (number == NULL) return NULL;
  struct group *group = &groups->list.data[*number - 1];
  const struct relevant_set *first = group->list.data[0];
  if (!set_is_at_place(state, first)) return NULL; /* another place with the same key */
  groups->counts.lookups++;
  refine_group(groups, group, state);
  struct lookup lookup = {.groups = groups,
                          .comparison = comparison_new(groups->machine, state, &groups->table)};
  struct tree_state asked = {look_up, accept, &lookup};
  place_sets(groups, group);
  decision_tree_find(group->tree, &asked);
  try_harder(&lookup);
  if (lookup.found == NULL && is_familiar != NULL)
    *is_familiar = is_familiar_in(groups, group, &lookup);
  comparison_free(&lookup.comparison);
  return lookup.found;
}
