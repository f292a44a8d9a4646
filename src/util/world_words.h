/* The words after FILE on the command line: which are the program's arguments, and which ask for a
   symbolic world. Running a program and replaying its tests interpret them in the same way. */
#ifndef UTIL_WORLD_WORDS_H
#define UTIL_WORLD_WORDS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum world_kind {
  WORLD_WORD,   /* a concrete argument: text */
  WORLD_ARG,    /* one symbolic argument: numbers[0] bytes */
  WORLD_ARGS,   /* numbers[0] to numbers[1] symbolic arguments of numbers[2] bytes */
  WORLD_FILES,  /* numbers[0] symbolic files of numbers[1] bytes */
  WORLD_STDIN,  /* numbers[0] bytes */
  WORLD_STDOUT, /* record it */
  WORLD_TTY,    /* the standard streams may be terminals */
  WORLD_FAIL,   /* numbers[0] system calls may fail */
  WORLD_ENV     /* variable text of numbers[0] bytes */
};

struct world_item {
  enum world_kind kind;
  const char *text; /* borrowed from the words */
  uint32_t numbers[3];
};

struct world_words {
  VEC(struct world_item) items; /* in the order given */
  bool has_options;             /* not all are concrete words as typed */
  bool is_symbolic;             /* some item makes symbolic inputs */
};

/* Reads the words after FILE, borrowed as long as the result is used. False with an owned message
   of one or more lines if they are wrong. */
bool world_words_parse(struct world_words *world, int count, char *const *words, char **error);
void world_words_free(struct world_words *world);
/* For the help: one option per number, owned; NULL after the last. */
char *world_words_usage(int number, const char **help);

#endif
