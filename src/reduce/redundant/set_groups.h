/* All relevant constraint sets, by place and calls, and finding one that a state matches. */
#ifndef REDUCE_REDUNDANT_GROUPS_H
#define REDUCE_REDUNDANT_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct exprs;
struct groups;
struct machine;
struct relevant_set;
struct state;

struct group_counts {
  uint64_t sets, same, lookups, looked_up, compared, contained, implied;
  size_t set_bytes;
};

/* Returns owned; borrows the machine, and a counter of work. */
struct groups *groups_new(struct machine *machine, uint64_t *spent);
void groups_free(struct groups *groups);
/* Takes the set. False: it says nothing new, or there is no room for it, and it was freed. */
bool groups_add(struct groups *groups, struct relevant_set *set);
/* A set that the state matches, borrowed, or NULL. */
const struct relevant_set *groups_find(struct groups *groups, struct state *state);
void groups_mark(const struct groups *groups, struct exprs *exprs);
const struct group_counts *groups_count(const struct groups *groups);

#endif
