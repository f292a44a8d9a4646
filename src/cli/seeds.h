/* Reading the inputs that a run begins with: --seed-file, --seed-dir. */
#ifndef CLI_SEEDS_H
#define CLI_SEEDS_H

#include "exec/explore/explore.h"
#include "report/ktest.h"
#include "util/alloc.h"
#include "util/word_list.h"

#include <stdbool.h>
#include <stdint.h>

struct options;
struct world_words;

/* The size of a symbolic file in some seed. */
struct seed_size {
  const char *name; /* borrowed: "stdin", "A_data" */
  uint32_t size;
};

struct seeds_read {
  VEC(struct explore_seed) list;
  VEC(struct seed_size) sizes; /* each once */
  word_list texts;             /* owned strings and bytes */
  VEC(struct ktest) tests;     /* owned */
};

/* Reads what the options name; false after a message. The world says what a plain file is: standard
   input, file A, or, without either, the first object that the program makes symbolic. */
bool seeds_read(struct seeds_read *seeds, const struct options *options,
                const struct world_words *world);
void seeds_read_free(struct seeds_read *seeds);

#endif
