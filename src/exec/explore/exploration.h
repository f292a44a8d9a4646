/* An exploration: the program, or a stretch of it, followed from one state with a search and
   reducers of its own.

   A run is a portfolio of explorations of the program (exec/explore/portfolio.h). A reducer may run
   scratch explorations of stretches (exec/explore/scratch.h). Each has its own threaded code, since
   code is translated with stops where the exploration's reducers want to be asked. */
#ifndef EXEC_EXPLORE_EXPLORATION_H
#define EXEC_EXPLORE_EXPLORATION_H

#include "exec/explore/put_off.h"
#include "exec/explore/reducer.h"
#include "exec/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code;
struct exploration;
struct fork_node;
struct machine;
struct searcher;

/* Ends of paths. */
struct explore_paths {
  uint64_t exited, failed, early, silent;
  uint64_t dropped[DROP_REASON_COUNT]; /* states that reducers have dropped */
  double multiplicity;                 /* paths that the ended states stood for */
  double finished_multiplicity;        /* the same without those that were cut off */
};

static inline uint64_t explore_paths_dropped(const struct explore_paths *paths) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < DROP_REASON_COUNT; i++) sum += paths->dropped[i];
  return sum;
}

static inline uint64_t explore_paths_total(const struct explore_paths *paths) {
  return paths->exited + paths->failed + paths->early + paths->silent;
}

enum exploration_phase { EXPLORATION_TO_COME, EXPLORATION_RUNNING, EXPLORATION_GIVEN_UP };

struct exploration {
  /* Set by the code that makes it. */
  const char *name;          /* borrowed; for the summary */
  struct searcher *searcher; /* borrowed, empty */
  uint32_t parts;            /* its share of the work, compared with the other explorations */
  uint64_t after; /* it begins when the first has done so much work; not used for the first */
  /* Called before it begins, to add reducers, which may have much to analyse first. NULL: nothing
     is left to do. */
  void (*begin)(void *context, struct exploration *exploration);
  void *context;

  /* For the engine. */
  uint32_t number; /* of those of the run, in machine.explorations; 0 is the first */
  struct reducers reducers;
  struct code **codes;     /* owned, per function; NULL: no state of it has run */
  struct fork_node *forks; /* the tree of its live states; NULL: nothing is left */
  struct explore_paths paths;
  struct put_off put_off; /* those of its states that wait */
  bool keeps_tree;        /* a reducer is notified of complete nodes (exec/explore/path_tree.h) … */
  bool is_traced;         /* … and wants their traces */
  bool is_in_vain;     /* a reducer says that it can do nothing for it: further ones are given up */
  size_t alive, most;  /* states: now, and at the same time */
  uint64_t work;       /* in this round, and what it has had too much of before */
  uint64_t total_work; /* since it began */
  uint64_t found;      /* edges, calls and errors that it was the first to come to */
  bool is_for_coverage;  /* the first: its share follows what it covers */
  uint32_t full_parts;   /* its share when it began; portfolio.c changes `parts` … */
  uint32_t idle_rounds;  /* … by rounds in which it came to nothing, … */
  size_t alive_before;   /* … by its states, … */
  uint64_t ended_before; /* … the paths that it had ended or dropped, … */
  uint64_t found_before; /* … and what it had found, at the end of the last round */
  enum exploration_phase phase;
  const char *given_up; /* borrowed; why, for a person */
  struct state *start;  /* owned; EXPLORATION_TO_COME: the state that it will begin with */
  uint32_t base_depth; /* of a scratch exploration: frames below this one are not its own; else 0 */
};

/* The program is explored once more by it. The machine owns it; it stays where it is. */
struct exploration *exploration_new(struct machine *machine);
/* Frees what it owns, as the machine does for those of the run. */
void exploration_clear(struct machine *machine, struct exploration *exploration);
/* Before it has begun. Borrows the reducer. */
void exploration_add_reducer(struct machine *machine, struct exploration *exploration,
                             struct reducer *reducer);
/* Its states run now, with its code. */
void exploration_use(struct machine *machine, struct exploration *exploration);
/* No frame uses its code any more, or gets other code before it runs. */
void exploration_forget_codes(struct machine *machine, struct exploration *exploration);
/* A state, which is at that place, becomes one of the exploration: its top frame gets the
   exploration's code. */
void exploration_adopt(struct machine *machine, struct exploration *exploration,
                       struct state *state, struct place place);
/* `into` stands for `from` too from here on: notifies all reducers. */
void exploration_join(struct machine *machine, struct state *into, struct state *from);
/* A scratch exploration: what it does is nobody's business but its owner's. */
static inline bool exploration_is_scratch(const struct exploration *exploration) {
  return exploration->base_depth != 0;
}

#endif
