/* A path's name: which way it went at every fork, oldest first. Shared as a list, since
   paths share their past. */
#ifndef EXEC_DECISIONS_H
#define EXEC_DECISIONS_H

#include <stdbool.h>
#include <stdint.h>

/* 64 decisions per node at most; a full node is shared by all paths that go on from it. A decision
   of which it is not known yet whether the other side is feasible has a node to itself: if it turns
   out not to be, nothing was decided, and all paths that went on from it lose the decision. */
struct decisions {
  uint32_t refs;
  uint32_t used : 31;
  uint32_t is_open : 1;
  uint64_t bits;
  struct decisions *before; /* counted */
};

/* Takes the reference to `list` (NULL: empty) and returns one to the longer list. */
struct decisions *decisions_add(struct decisions *list, unsigned bit);
/* The same, and whether anything was decided will be known later. */
struct decisions *decisions_add_open(struct decisions *list, unsigned bit);
/* It is known for the last decision of a list that decisions_add_open has returned. */
void decisions_settle(struct decisions *list, bool was_decision);
struct decisions *decisions_share(struct decisions *list);
void decisions_release(struct decisions *list);
uint64_t decisions_count(const struct decisions *list);
/* Whether the list is the other one, or that and more. */
bool decisions_begin_with(const struct decisions *list, const struct decisions *other);
/* As "01101", owned; open ones are '?'. */
char *decisions_text(const struct decisions *list);

#endif
