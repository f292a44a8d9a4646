/* The table of the members of a portfolio.

   What needs no analysis of the whole program begins early: where z-equivalence or an annotation
   can finish at all, it often does at once. Merging begins when single paths have not finished a
   small program: the later it does, the longer the run takes where merging is best, and the less it
   costs where it is not; a fraction of a second is small for a person. The detector of redundant
   states begins when single paths have covered most, so that little is relevant any more. */
#include "reduce/members.h"

#include <string.h>

const struct member_entry member_table[MEMBER_COUNT] = {
    [MEMBER_Z_EQUIVALENCE] = {.name = "z-equivalence",
                              .reducer = "z-equivalence",
                              .after = 1,
                              .parts = 4,
                              .help = "drops states that others stand for"},
    [MEMBER_SUBSUME] = {.name = "subsume",
                        .reducer = "subsume",
                        .after = 1,
                        .parts = 8,
                        .help = "drops states that are proven free of errors"},
    [MEMBER_LOOP_SUMMARY] = {.name = "loop-summary",
                             .reducer = "loop-summary",
                             .is_optional = true,
                             .after = 1,
                             .parts = 4,
                             .help = "summarises any number of iterations of a loop"},
    [MEMBER_STATIC] = {.name = "static",
                       .reducer = "merge",
                       .after = 2,
                       .parts = 16,
                       .help = "merges states, in topological order"},
    [MEMBER_REDUNDANT] = {.name = "redundant",
                          .reducer = "redundant",
                          .after = 64,
                          .parts = 12,
                          .search = "dfs",
                          .help = "drops states that cannot reach uncovered code"},
};

int members_find(const char *name, size_t length) {
  for (int i = 0; i < MEMBER_COUNT; i++)
    if (strlen(member_table[i].name) == length && strncmp(member_table[i].name, name, length) == 0)
      return i;
  return -1;
}
