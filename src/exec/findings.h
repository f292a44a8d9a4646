/* What is found out about a program by following its paths, apart from errors: what was covered,
   and where the exploration is not complete. A scratch exploration has its own. */
#ifndef EXEC_FINDINGS_H
#define EXEC_FINDINGS_H

#include "exec/coverage.h"
#include "exec/parts.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

/* Something that was concretised, merged or not modelled: the exploration is not complete
   in that place. */
struct incompleteness {
  char *what;   /* owned; "symbolic size made concrete" */
  uint32_t loc; /* where first */
  uint64_t count;
};

/* Something that happened so many times. */
struct counted {
  char *what; /* owned */
  uint64_t count;
};

struct findings {
  struct coverage coverage;
  struct parts parts;
  VEC(struct incompleteness) incomplete;
  VEC(struct counted) unmodelled;  /* that the environment was asked for and does not have */
  VEC(struct counted) assumptions; /* about functions and objects that are not defined */
};

void findings_init(struct findings *found, const struct ir_program *program);
void findings_clear(struct findings *found, const struct ir_program *program);
/* All but coverage, on which translated code relies. */
void findings_forget(struct findings *found);
void findings_add_incomplete(struct findings *found, const char *what, uint32_t loc);
/* Whether it is new. */
bool findings_add_unmodelled(struct findings *found, const char *what);
void findings_add_assumption(struct findings *found, const char *what);
/* Whether nothing was made concrete or is missing. */
static inline bool findings_is_exact(const struct findings *found) {
  return found->incomplete.count == 0 && found->unmodelled.count == 0;
}

#endif
