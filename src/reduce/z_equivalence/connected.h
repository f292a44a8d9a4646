/* Which conditions of a path are connected with something: that is, have inputs in common with it,
   directly or through other conditions. */
#ifndef REDUCE_Z_EQUIVALENCE_CONNECTED_H
#define REDUCE_Z_EQUIVALENCE_CONNECTED_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;
struct path_condition;

/* Used again from one path to the next. */
struct connected {
  const struct exprs *exprs; /* borrowed */
  VEC(uint32_t) unions;      /* per key of a support (expr/support.h): another one, or itself */
  VEC(bool) is_reached;      /* per key that stands for those connected with it */
  VEC(uint32_t) touched;     /* keys whose entries are not as at first */
  uint32_t first;            /* key of the set that is walked, or UINT32_MAX */
  bool answer;
  uint64_t work; /* keys that were looked at, since the last path */
};
void connected_free(struct connected *connected);

/* Forgets the last path, and connects the inputs of this one. */
void connected_begin(struct connected *connected, const struct exprs *exprs,
                     const struct path_condition *path);
/* What has inputs of the set, or one connected with these, is reached. */
void connected_reach(struct connected *connected, uint32_t support);
bool connected_is_reached(struct connected *connected, uint32_t support);

#endif
