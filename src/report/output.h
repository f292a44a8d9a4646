/* The directory that a run writes its results to. */
#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

struct writer;

struct output {
  char *path;  /* as a user types it */
  char *shown; /* the same by the name that commands in messages use: smew-last if it is ours */
  struct writer *writer;
};

/* Makes the next smew-out-N in the program's directory and lets smew-last point to it. Returns
   owned, or NULL with an owned message. */
struct output *output_new_near(const char *program, char **error);
/* Uses the directory of that name, which must not exist or be empty. The same. */
struct output *output_new_at(const char *path, char **error);
/* Waits until all is written. */
void output_free(struct output *output);

#endif
