/* A path's name: which way it went at every fork, oldest first. Shared as a list, since
   paths share their past. */
#ifndef EXEC_DECISIONS_H
#define EXEC_DECISIONS_H

#include <stdbool.h>
#include <stdint.h>

/* 64 decisions per node; a full node is shared by all paths that go on from it. */
struct decisions {
  uint32_t refs;
  uint32_t used;
  uint64_t bits;
  struct decisions *before; /* counted */
};

/* Takes the reference to `list` (NULL: empty) and returns one to the longer list. */
struct decisions *decisions_add(struct decisions *list, unsigned bit);
struct decisions *decisions_share(struct decisions *list);
void decisions_release(struct decisions *list);
uint64_t decisions_count(const struct decisions *list);
/* Whether the list is the other one, or that and more. */
bool decisions_begin_with(const struct decisions *list, const struct decisions *other);
/* As "01101", owned. */
char *decisions_text(const struct decisions *list);

#endif
