/* The machine: everything that one run of the engine shares between its states. */
#ifndef EXEC_MACHINE_H
#define EXEC_MACHINE_H

#include "exec/error.h"
#include "exec/state.h"
#include "memory/access.h"
#include "util/alloc.h"

struct ir_program;
struct ir_func;
struct code;
struct builtin;

/* Why the threaded code handed control back. */
enum event {
  EVENT_NONE,
  EVENT_FUEL,  /* the budget of instructions is used up */
  EVENT_ERROR, /* machine.error tells */
  EVENT_EXIT,  /* the program ended; state.exit_status tells */
  EVENT_RETURN /* the bottom frame returned */
};

struct machine_options {
  uint32_t max_stack_frames;
  uint64_t max_instructions; /* 0: no limit */
  double max_seconds;        /* 0: no limit */
  bool check_leaks;
  bool is_quiet;
};

struct machine {
  struct memory memory;        /* first: the hot path reaches its caches by small offsets */
  struct state *state;         /* the one that runs */
  const struct op *stopped_at; /* the operation that stopped or may raise an error */
  int64_t fuel;                /* left when threaded code handed control back */
  enum event event;
  struct error error;
  uint32_t max_stack_frames;
  struct ir_program *program;
  struct code **codes;             /* per function, made when first called */
  const struct builtin **builtins; /* per function, NULL for none */
  uint64_t *func_addresses;        /* per function */
  uint32_t *func_at_grain;         /* function number + 1 per grain of the code object */
  uint64_t code_base, code_size;
  uint64_t *global_addresses; /* per global */
  struct machine_options options;
  VEC(char *) unmodelled; /* what the environment was asked for and does not have */
  VEC(uint64_t) unmodelled_counts;
  uint64_t error_count;
  const char *stop_reason; /* borrowed; why a state was stopped early */
  double seconds;          /* that machine_run took */
};

/* Grain of function addresses in the code object. */
enum { CODE_GRAIN = 16 };

/* Takes the program. Returns owned. */
struct machine *machine_new(struct ir_program *program, const struct machine_options *options);
void machine_free(struct machine *machine);

/* The state before the first instruction, owned by the machine as its running state;
   false with a message when the program has no entry. */
bool machine_start(struct machine *machine, int argc, char **argv, char **envp);
/* Runs the running state until it ends or a limit is met. */
void machine_run(struct machine *machine);
/* Prints machine.error and counts it. */
void machine_report_error(struct machine *machine);

/* Function number of a function's address, or UINT32_MAX. */
uint32_t machine_find_func(const struct machine *machine, uint64_t address);

#endif
