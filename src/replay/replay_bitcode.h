/* The bitcode inside a program's native files, for building the program with sanitizers. */
#ifndef REPLAY_REPLAY_BITCODE_H
#define REPLAY_REPLAY_BITCODE_H

#include <stdbool.h>

struct crew;
struct summary_facts;

/* Whether the program has objects or archives among its files. */
bool replay_bitcode_has_objects(const struct summary_facts *facts);
/* Writes one module of what smew cc has put into the program, its objects and the archive members
   it needs, together with files that are bitcode themselves; all but what is C source. False if
   there is none, or only in some of them. */
bool replay_bitcode_extract(struct crew *crew, const struct summary_facts *facts,
                            const char *output);

#endif
