/* Exploring all paths: pick a state, run it to where it forks or ends, deal with what
   comes of it (Algorithm 1 of the state merging paper). */
#ifndef EXEC_EXPLORE_EXPLORE_H
#define EXEC_EXPLORE_EXPLORE_H

#include "exec/explore/exploration.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct observer;
struct searcher;

/* The inputs of one path, by the names that the path gives them. */
struct explore_input {
  const char *name;
  const uint8_t *bytes;
  uint64_t size;
};

/* Inputs that somebody has, to begin with. One without a name is what the program makes symbolic
   first, from its beginning. */
struct explore_seed {
  const char *path; /* where it comes from, for a person */
  const struct explore_input *inputs;
  size_t count;
};

/* Of which paths that the end of the run cuts off, or the memory limit, tests are written. */
enum explore_dump {
  EXPLORE_DUMP_ALL,
  EXPLORE_DUMP_NEW, /* that executed something for the first time, as long as there is time */
  EXPLORE_DUMP_NONE
};

struct explore_options {
  double max_seconds;        /* 0: no limit, here and below */
  uint64_t max_instructions; /* of all paths together */
  uint64_t max_depth;        /* forks on a path */
  uint64_t max_forks;
  uint64_t max_tests;         /* ends of paths that leave a test */
  uint64_t most_path_tests;   /* of paths that came to their ends and covered nothing new */
  uint64_t max_memory_mb;     /* states are cut off when the process takes more */
  double max_solver_seconds;  /* per query */
  double put_off_seconds;     /* what a query gets at first before it is put off; 0: all at once */
  int64_t max_conflicts;      /* per query */
  uint64_t max_symbolic_size; /* bytes: bound of symbolic allocation sizes */
  uint64_t malloc_fails;      /* allocations of a path that may fail; 0: none */
  const char *path; /* borrowed; follow only paths whose decisions begin so ("0110"), or NULL */
  /* Borrowed; only the path of these inputs is followed: they are the witness, which decides
     everything. NULL: all paths. */
  const struct explore_input *test;
  size_t test_size;                 /* inputs */
  const struct explore_seed *seeds; /* borrowed; their paths are followed first (exec/seeds.h) */
  size_t seed_count;
  bool seed_only;     /* only paths that leave that of a seed at their last decision */
  bool tests_dropped; /* states that reducers drop leave tests, too */
  bool emit_all_errors, exit_on_error, check_overflow;
  uint32_t exit_on_kinds;   /* a bit per enum error_kind: as exit_on_error, for those */
  bool silent_assume;       /* a path on which klee_assume cannot hold ends without an error */
  bool assumes_no_overflow; /* executions in which a signed result overflows are none */
  enum explore_dump dump;
  bool leaves_states; /* the process ends next: states that are left need not be freed */
  /* Of two explorations the first has its way while it covers something new and for this much work
     more, and in between the second has it (exec/explore/phases.h). Else they have their shares. */
  bool takes_phases;
  uint64_t search_phase;
};

/* Why the exploration ended. */
enum explore_end {
  EXPLORE_DONE,        /* no state is left */
  EXPLORE_LIMIT,       /* machine.stop_reason names the option */
  EXPLORE_INTERRUPTED, /* explore_interrupt was called */
  EXPLORE_ERROR        /* an error, and exit_on_error */
};

/* Everything counted, in all explorations; the ends of paths are each exploration's. */
struct explore_counts {
  uint64_t errors; /* different ones, see error_key */
  uint64_t forks, states_made, states_alive, states_most;
  uint64_t instructions;
  uint64_t careful;     /* of them, by the careful interpreter */
  uint64_t queries;     /* put to the solver by the engine */
  uint64_t spared;      /* answered by spare witnesses instead */
  uint64_t unknown;     /* queries that ran out of their budget */
  uint64_t seeds_unfit; /* seeds that do not fit the program */
  uint64_t put_off;     /* times that one was put off */
  uint64_t undecided;   /* states of which `pending` was never decided, when the run ended */
  uint64_t shed;        /* states cut off to stay below the memory limit */
  uint64_t reducing;    /* work of reducers that the other counts do not show; as machine_work */
  uint64_t untested;    /* paths cut off without a test (explore_options.dump) */
  uint64_t surplus;     /* paths that came to their ends beyond most_path_tests: they left none */
  uint64_t path_tests;  /* that most_path_tests counts */
  uint64_t tests;
  double seconds, solver_seconds;
};

/* Runs machine->state and all that it forks into until nothing is left or a limit is met, in the
   first exploration, which takes the searcher, and those that were added to it (exploration_new).
   The rest of the result is in machine.counts and machine.found. The searchers must be empty.
 */
enum explore_end explore_run(struct machine *machine, const struct explore_options *options,
                             struct searcher *searcher, const struct observer *observer);
/* The exploration ends at its next safe point. */
void explore_interrupt(struct machine *machine);
/* Whether no path was cut off and nothing was made concrete: every state ran to its end, or a
   reducer has said why it need not. */
bool explore_is_complete(const struct machine *machine);
/* The ends of paths of the exploration that counts: the one that finished, or the first. */
const struct explore_paths *explore_paths(const struct machine *machine);
/* What holds although reducers have dropped states (enum reducer_keeps): in the exploration that
   finished, if one did. */
unsigned explore_keeps(const struct machine *machine);

#endif
