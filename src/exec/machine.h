/* The machine: everything that one run of the engine shares between its states. */
#ifndef EXEC_MACHINE_H
#define EXEC_MACHINE_H

#include "exec/coverable.h"
#include "exec/error.h"
#include "exec/explore/explore.h"
#include "exec/external.h"
#include "exec/findings.h"
#include "exec/host_files.h"
#include "exec/layout.h"
#include "exec/repetition.h"
#include "exec/standstill.h"
#include "exec/state.h"
#include "exec/trace.h"
#include "memory/access.h"
#include "solver/chain.h"
#include "util/alloc.h"
#include "util/strmap.h"
#include "util/watch.h"

struct evaluator;
struct exprs;
struct ir_program;
struct ir_func;
struct ir_ins;
struct observer;
struct onlooker;
struct rewriter;
struct solver;
struct spare_evaluators;
struct witness;
struct code;
struct builtin;

/* Why the threaded code handed control back. */
enum event {
  EVENT_NONE,
  EVENT_FUEL,    /* the budget of instructions is used up */
  EVENT_ERROR,   /* see machine.error */
  EVENT_EXIT,    /* the program ended, with state.exit_status */
  EVENT_RETURN,  /* the bottom frame returned */
  EVENT_CAREFUL, /* something symbolic lies ahead: state.ins is for the careful interpreter */
  EVENT_FAST,    /* nothing symbolic is left: state.next is for threaded code */
  EVENT_FORK,    /* machine.forked is not empty */
  EVENT_JOIN,    /* at the entry of a block with several ways in, for the reducers */
  EVENT_EARLY,   /* the path is cut off, for machine.stop_reason */
  EVENT_SILENT,  /* the path ends without a test */
  EVENT_PUT_OFF  /* a query has run out of what it gets: the instruction starts over, later */
};

/* Where numbers come from and go to when a program is run concretely (microc). */
struct machine_numbers {
  void *context;
  /* The next input. False, with an owned text of what was there, when it is no number. */
  bool (*read)(void *context, int32_t *number, char **what);
  void (*write)(void *context, int32_t number);
};

struct machine_options {
  uint32_t max_stack_frames;
  bool check_leaks;
  bool is_quiet;
  bool shows_program_output;        /* also when something is symbolic */
  bool has_models;                  /* of string functions of the libc */
  bool folds_conditions;            /* of several parts, into one decision */
  enum unwritten_mode unwritten;    /* of a program that is not microc's */
  struct external_options external; /* the list is borrowed */
  bool has_open_globals;            /* variables are unknown at an entry point that is no main */
  bool has_symbolic_world;          /* the environment makes symbolic inputs */
  bool hides_host_files;            /* no file of the host can be named */
  struct coverable_options coverable;
  struct chain_options chain;            /* how the solver is made up */
  const struct machine_numbers *numbers; /* borrowed; NULL: inputs are symbolic */
  struct watch *watch;                   /* borrowed; NULL: nobody watches but the explorer */
};

/* Values of expressions under the running state's witness, kept as long as that is the same. */
struct evaluation {
  struct evaluator *evaluator;               /* under `evaluated` */
  struct witness *evaluated;                 /* counted */
  struct spare_evaluators *spare_evaluators; /* NULL until needed */
};

/* The arrays of inputs: those of the same name and size are the same on all paths. */
struct input_arrays {
  struct strmap by_name; /* "size name" to the number of the array */
  VEC(uint32_t) next;    /* by array: the one for the next of its name and size, or 0 */
};

typedef VEC(struct state *) state_list;

struct machine {
  struct memory memory;        /* first: the hot path reaches its caches by small offsets */
  struct state *state;         /* the one that runs */
  const struct op *stopped_at; /* the operation that stopped or may raise an error */
  int64_t fuel;                /* left when threaded code handed control back */
  enum event event;
  uint8_t patience;  /* of the instruction that runs: it was put off so many times */
  bool is_tired;     /* queries of this slice have taken long: it ends at the next jump */
  uint64_t tires_at; /* solver_work at which that is so */
  bool is_careful;   /* state.ins, not stopped_at, is the instruction that runs */
  uint8_t places; /* where code is translated so that states can stop (exec/explore/reducer.h) … */
  uint8_t stops;  /* … and where the running state does */
  struct error error;
  uint32_t max_stack_frames;
  struct ir_program *program;
  struct code **codes; /* per function, made when first called; of the running exploration */
  struct exploration *exploration; /* the one whose states run */
  const struct builtin **builtins; /* per function, NULL for none */
  struct layout layout;
  struct machine_options options;
  const char *const *world; /* borrowed; what the runtime shall make of the environment */
  size_t world_count;
  const char *stop_reason; /* borrowed; why a state was stopped early */
  char *strayed;           /* owned; why limits.test could not be followed, or NULL */

  /* Symbolic execution. */
  struct exprs *exprs;
  struct rewriter *rewriter;
  struct solver *solver; /* owned */
  struct explore_options limits;
  struct explore_counts counts;
  struct findings found;
  struct coverable *coverable; /* owned; what counts for coverage */
  struct trace_recorder recorder;
  uint64_t next_node;                     /* of a path tree */
  VEC(struct exploration *) explorations; /* of the run; owned, and there is always a first */
  state_list forked;                      /* siblings of the running state, new in this step */
  state_list successors;                  /* of a state that a reducer replaces (REDUCER_REPLACE) */
  const struct observer *observer;        /* NULL: nobody listens */
  const struct onlooker *onlooker;        /* during queries; borrowed, or NULL */
  struct standstill standstill;
  struct evaluation evaluation;
  uint64_t symbolic_address, symbolic_size; /* the bytes that concrete code could not read */
  struct input_arrays arrays;
  struct repetitions repetitions; /* of inputs, that reducers have found */
  uint64_t next_state;
  VEC(const struct ir_ins *) warned; /* calls of klee_warning_once that have printed */
  uint32_t collections;              /* of expressions, so far */
  size_t collect_at;                 /* live expressions at which the next is due */
  int last_status;                   /* exit status of the path that ended last */
  bool is_stopped_early;             /* the exploration, before all was done */
  uint32_t finished;                 /* the exploration whose ends of paths count */
  bool has_unknown;                  /* some input is of what nobody has defined */
  bool has_wild_access;         /* a number that was computed from no address was used as one */
  bool may_be_symbolic;         /* the program can make symbolic inputs */
  struct host_files host_files; /* the program's */
  struct watch *watch;          /* borrowed, or its own */
  struct watch own_watch;       /* flags only, no thread */
  double ends_at;               /* on the monotonic clock, by --max-time; 0: never */
  bool is_cut_off;              /* a path, since the run had to stop in an instruction */
  bool is_memory_due;           /* the explorer is to look at the memory limit */
  uint64_t look_at;             /* bytes held by the pool at which the explorer must look at
                                   the memory limit; 0: never */
};

/* What the states' memory takes of the host. */
static inline uint64_t machine_held_bytes(const struct machine *machine) {
  return machine->memory.pool.slab_bytes + machine->memory.pool.large_bytes;
}

/* What exploring has taken so far: about what an instruction of the careful interpreter takes is
   1. It is estimated, so that a run can be repeated. */
uint64_t machine_work(const struct machine *machine);

/* A copy of the running state. Returns owned. */
struct state *machine_fork_state(struct machine *machine);

/* Marks the expressions of a state, in a collection (machine.collections is its round): for those
   who keep states that no exploration has. */
void machine_mark_state(struct machine *machine, struct state *state);

/* Takes the program. Returns owned. */
struct machine *machine_new(struct ir_program *program, const struct machine_options *options);
void machine_free(struct machine *machine);

/* Words for the runtime, which builds the environment from them; borrowed up to machine_start. */
void machine_set_world(struct machine *machine, const char *const *words, size_t count);
/* The state before the first instruction, owned by the machine as its running state;
   false with a message when the program has no entry. */
bool machine_start(struct machine *machine, int argc, char **argv, char **envp);
/* Prints machine.error. */
void machine_report_error(struct machine *machine);
/* Ends the running state's path at this instruction, since the run has to stop. */
void machine_cut_off(struct machine *machine);
/* The instruction that runs. */
const struct ir_ins *machine_current_ins(const struct machine *machine);
/* Counts something that makes the exploration incomplete, at the program's own instruction that
 * runs. */
void machine_note_incomplete(struct machine *machine, const char *what);
/* Inputs of the running path were left out by an assumption that is no instruction of the program:
   who concludes something from the paths that were followed must know. */
void machine_note_excluded(struct machine *machine);
/* Notes why the test that the run is to follow (limits.test) cannot be followed; the first reason
   counts. */
void machine_stray(struct machine *machine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line for the user. */
void machine_say(struct machine *machine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Function number of a function's address, or UINT32_MAX. */
uint32_t machine_find_func(const struct machine *machine, uint64_t address);

#endif
