/* All relevant constraint sets, by place and calls, and finding one that a state matches. */
#ifndef REDUCE_REDUNDANT_SET_GROUPS_H
#define REDUCE_REDUNDANT_SET_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct entry_table;
struct exprs;
struct set_groups;
struct machine;
struct relevant_set;
struct slicer;
struct state;

struct group_counts {
  uint64_t sets, same, lookups, looked_up, compared, contained, implied;
  uint64_t familiar; /* states that match none, but would without potential dependencies */
  uint64_t entries, refined, removed; /* locations; sets that became smaller, and by how many */
  uint64_t different;                 /* locations with their values */
  size_t set_bytes, entry_bytes;      /* all, and those of them for locations with their values */
};

/* Returns owned; borrows all. Sets that become smaller are written into the journal, if there is
   one. */
struct set_groups *set_groups_new(struct machine *machine, const struct slicer *slicer,
                                  struct buffer *journal);
void set_groups_free(struct set_groups *groups);
/* What the sets to be added refer to. Borrowed. */
struct entry_table *set_groups_table(struct set_groups *groups);
/* Takes the set. False: it says nothing new, or there is no room for it, and it was freed. */
bool set_groups_add(struct set_groups *groups, struct relevant_set *set);
/* A set that the state matches, borrowed, or NULL. Unless is_familiar is NULL, it becomes whether
   the state matches a set in what matters by data and control dependence alone. */
const struct relevant_set *set_groups_find(struct set_groups *groups, struct state *state,
                                           bool *is_familiar);
void set_groups_mark(const struct set_groups *groups, struct exprs *exprs);
const struct group_counts *set_groups_count(struct set_groups *groups);

#endif
