/* Running a whole SMT-LIB 2 script. */
#ifndef SMT_SCRIPT_H
#define SMT_SCRIPT_H

#include "solver/solver.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct exprs;

enum script_status {
  SCRIPT_DONE,
  SCRIPT_BAD,      /* malformed or unsupported; a message has been printed */
  SCRIPT_CONTRARY, /* an answer contradicts (set-info :status …); a message too */
};

struct script_options {
  const char *path; /* for messages */
  struct exprs *exprs;
  struct solver *solver;
  struct budget budget; /* per check-sat */
  FILE *out;            /* responses */
};

/* Borrows everything. */
enum script_status script_run(const struct script_options *options, const char *text, size_t size);

#endif
