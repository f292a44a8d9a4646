/* The directory that a run writes its results to. */
#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

struct writer;

struct output {
  char *path;  /* as a user would type it */
  char *shown; /* the name that commands in messages use: smew-last if that points here */
  struct writer *writer;
  dev_t device; /* of the directory that was opened */
  ino_t inode;
};

/* Makes the next smew-out-N next to the program and lets smew-last point to it. Returns owned, or
   NULL with an owned message. */
struct output *output_new_near(const char *program, char **error);
/* Uses the directory of that name, which must be empty or not exist. Returns the same. */
struct output *output_new_at(const char *path, char **error);
/* Whether the directory is still found under its name: somebody may have moved or deleted it. */
bool output_is_there(const struct output *output);
/* Waits until everything is written. */
void output_free(struct output *output);

#endif
