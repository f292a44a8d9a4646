/* Invariants of loops, as C, from the annotations of a run that has proven its program. */
#ifndef REDUCE_SUBSUME_INVARIANT_H
#define REDUCE_SUBSUME_INVARIANT_H

#include "util/alloc.h"

#include <stdint.h>

struct machine;
struct reducer;

struct invariant {
  uint32_t loc;  /* of the loop's keyword */
  uint32_t func; /* number */
  char *text;    /* owned; a C expression */
};

struct invariants {
  VEC(struct invariant) list;
  uint64_t loops;   /* that annotations are about */
  uint64_t trivial; /* of these, nothing needs to hold there */
  uint64_t left;    /* of these, nothing is known to hold that C can express */
};

/* The reducer is path subsumption's, and has collected (subsume_options). The run must have ended
   without an error, and with nothing left to follow. */
void invariants_list(struct machine *machine, struct reducer *subsume, struct invariants *out);
void invariants_free(struct invariants *invariants);

#endif
