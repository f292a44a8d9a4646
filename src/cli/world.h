/* The world that the command line asks for, as the runtime reads it. */
#ifndef CLI_WORLD_H
#define CLI_WORLD_H

#include "util/alloc.h"
#include "util/world_words.h"

struct options;
struct seeds_read;

struct world {
  struct world_words words;
  VEC(char *) tokens;    /* owned; what runtime/posix/world.c reads */
  char *directory;       /* owned; to start in, absolute; NULL: smew's */
  VEC(char *) variables; /* owned; the environment, with NULL at its end; empty: smew's */
};

/* Reads the words behind FILE, and what options say about where the program starts; false after a
   message. */
bool world_parse(struct world *world, const struct options *options, int count, char **words);
/* The program's environment; borrowed. */
char **world_environment(const struct world *world);
/* Fills in the tokens. `is_exploring` says that something may be symbolic. Symbolic files have the
   sizes that they have in the seeds, too. */
void world_describe(struct world *world, const struct options *options,
                    const struct seeds_read *seeds, bool is_exploring);
void world_free(struct world *world);

#endif
