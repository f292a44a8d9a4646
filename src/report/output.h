/* The directory that a run writes its results to. */
#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

struct writer;

struct output {
  char *path;  /* as a user would type it */
  char *shown; /* the name that commands in messages use: smew-last if that points here */
  struct writer *writer;
};

/* Makes the next smew-out-N next to the program and lets smew-last point to it. Returns owned, or
   NULL with an owned message. */
struct output *output_new_near(const char *program, char **error);
/* Uses the directory of that name, which must be empty or not exist. Returns the same. */
struct output *output_new_at(const char *path, char **error);
/* Waits until everything is written. */
void output_free(struct output *output);

#endif
