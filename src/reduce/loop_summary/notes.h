/* What is noted of a state about the loops that it is in. */
#ifndef REDUCE_LOOP_SUMMARY_NOTES_H
#define REDUCE_LOOP_SUMMARY_NOTES_H

#include "reduce/loop_summary/traces.h"

struct exprs;

/* The values of the cells behind a path, the last time. */
struct arrival {
  uint32_t path;
  expr_list values;
};

/* A state at the head of a loop. */
struct iteration {
  expr_list values;       /* of the cells */
  uint32_t inputs, depth; /* how many it had, and conjuncts of its path condition */
};

/* How a state came to the head of a loop the last time. */
struct note {
  struct site *site;
  uint64_t frame;
  uint32_t round, depth, turns, quiet;
  uint32_t inputs;         /* of the state */
  uint32_t entered;        /* inputs when it came to the loop for the first time */
  uint32_t depth_of_path;  /* conjuncts of the state's path condition */
  struct iteration before; /* at the head before; without values: not known */
  struct expr *taken;      /* the condition of the path since then; NULL: not known */
  struct loop_trace trace; /* without a state */
  VEC(struct arrival) arrivals;
};

/* Of a state; loops around others first. */
struct notes {
  VEC(struct note) list;
};

/* Returns owned. */
struct notes *notes_copy(const struct notes *notes);
void notes_free(struct machine *machine, struct notes *notes);
void notes_mark(const struct notes *notes, struct exprs *exprs);
/* The note of the loop: loops that were entered later have been left. *is_new: the state has not
   come to the head before. */
struct note *notes_find(struct machine *machine, struct notes *notes, struct site *site,
                        const struct state *state, bool *is_new);
/* Whether the state, which came back along the path, is as it, or an ancestor, could have been
   behind that path before. */
bool note_arrival(struct note *note, uint32_t path);

#endif
