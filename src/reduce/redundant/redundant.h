/* Redundant state detection: drops states that can reach nothing uncovered, since everything about
   them that could decide that was already seen on paths that have ended (Bugrara and Engler,
   Redundant state detection for dynamic symbolic execution, USENIX ATC 2013). See
   docs/redundant.md. */
#ifndef REDUCE_REDUNDANT_REDUNDANT_H
#define REDUCE_REDUNDANT_REDUNDANT_H

#include <stdbool.h>

struct machine;
struct reducer;
struct reducer_class;

extern const struct reducer_class redundant_class;

struct redundant_options {
  bool has_libc; /* the code of the libc is to be covered, too */
  bool records;  /* writes down what it finds */
  bool ranks;    /* tells which states seem to do what others did (section 3.6 of the paper) */
  bool is_alone; /* in an exploration of its own, whose share limits its work */
};

/* Returns owned; borrows the machine. */
struct reducer *redundant_new(struct machine *machine, const struct redundant_options *options);

#endif
