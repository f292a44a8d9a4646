/* The table of the explorations that a portfolio may have besides that of single paths: what each
   has in it, when it begins, and its share of the work at first. */
#ifndef REDUCE_MEMBERS_H
#define REDUCE_MEMBERS_H

#include "reduce/merge/merging.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of the table. */
enum member {
  MEMBER_Z_EQUIVALENCE,
  MEMBER_SUBSUME,
  MEMBER_LOOP_SUMMARY,
  MEMBER_STATIC,
  MEMBER_REDUNDANT,
  MEMBER_COUNT
};

struct member_entry {
  const char *name;
  const char *reducer; /* its name in the table of reducers */
  bool is_optional;    /* only if it is asked for by name; else by every goal that the reducer is
                          exact for */
  uint32_t after;      /* it begins after so many quarters of --portfolio-after, of single
                          paths */
  uint32_t parts;      /* of the work; single paths have SINGLE_PARTS */
  const char *search;  /* NULL: that of single paths */
  const char *help;
};
extern const struct member_entry member_table[MEMBER_COUNT];

/* Coverage comes of single paths for the most part. */
enum { SINGLE_PARTS = 16, SINGLE_PARTS_FOR_COVERAGE = 64 };

/* The number of the member in the table, or -1. */
int members_find(const char *name, size_t length);

#endif
