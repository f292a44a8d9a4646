/* An input that satisfies a path condition, shared between states and never changed. */
#ifndef EXEC_WITNESS_H
#define EXEC_WITNESS_H

#include <stdint.h>

struct assignment;

struct witness {
  uint32_t refs;
  struct assignment *values; /* owned */
};

/* Takes the assignment. Returns owned. */
struct witness *witness_make(struct assignment *values);
struct witness *witness_share(struct witness *witness);
void witness_release(struct witness *witness);

#endif
