/* What a run recorded about the program that it explored. */
#ifndef REPORT_SUMMARY_FACTS_H
#define REPORT_SUMMARY_FACTS_H

#include "util/word_list.h"

#include <stdbool.h>

struct summary_facts {
  char *program;   /* as it was typed; NULL: unknown */
  char *directory; /* the working directory of the run; NULL: here */
  char *cc_flags;  /* NULL: none */
  char *entry_point;
  word_list files; /* further ones of the program, as they were typed */
  word_list include_dirs, defines;
  word_list options; /* all that were given: "--name" or "--name=value" */
  bool is_there;     /* there is a summary */
  bool has_ended;    /* the run, by itself; not if it was killed or goes on */
  bool is_complete;  /* every path was followed to its end */
};

/* Reads the summary in the run's directory. Without one the facts are empty; false with an owned
   message if it cannot be read. */
bool summary_facts_read(struct summary_facts *facts, const char *run_directory, char **error);
void summary_facts_free(struct summary_facts *facts);

#endif
