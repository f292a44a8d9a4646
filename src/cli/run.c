/* smew run: load, execute, report. */
#include "cli/commands.h"
#include "cli/options.h"
#include "exec/machine.h"
#include "ir/ir.h"
#include "util/fault.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_summary(const struct machine *machine) {
  const struct state *state = machine->state;
  if (state->status == STATE_STOPPED)
    fprintf(stderr, "smew: stopped early: %s\n", machine->stop_reason);
  if (state->status == STATE_EXITED && state->exit_status != 0)
    fprintf(stderr, "smew: program exited with status %d\n", state->exit_status);
  for (size_t i = 0; i < machine->unmodelled.count; i++)
    fprintf(stderr, "smew: not modelled: %s (%llu time%s)\n", machine->unmodelled.data[i],
            (unsigned long long)machine->unmodelled_counts.data[i],
            machine->unmodelled_counts.data[i] == 1 ? "" : "s");
  fprintf(stderr, "smew: 1 path, %llu error%s, %llu instructions, %.2f s\n",
          (unsigned long long)machine->error_count, machine->error_count == 1 ? "" : "s",
          (unsigned long long)state->instructions, machine->seconds);
}

static int exit_status(const struct machine *machine, const struct options *options) {
  if (machine->error_count > 0) return SMEW_EXIT_ERRORS;
  return options->program_status ? machine->state->exit_status : 0;
}

static int run_program(struct ir_program *program, const struct options *options, int argc,
                       char **argv) {
  struct machine_options machine_options = {.max_stack_frames = (uint32_t)options->max_stack_frames,
                                            .max_instructions = (uint64_t)options->max_instructions,
                                            .max_seconds = (double)options->max_time,
                                            .check_leaks = options->check_leaks,
                                            .is_quiet = options->quiet};
  struct machine *machine = machine_new(program, &machine_options);
  int status = SMEW_EXIT_USAGE;
  signal(SIGPIPE, SIG_IGN); /* the program gets EPIPE and its own signal */
  if (machine_start(machine, argc, argv, environ)) {
    machine_run(machine);
    if (!options->quiet) print_summary(machine);
    status = exit_status(machine, options);
  }
  machine_free(machine);
  return status;
}

int command_run(int argc, char **argv) {
  struct options options;
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse(&options, "run", argc, argv, &used)) {
    struct ir_program *program = NULL;
    if (used == argc)
      fprintf(stderr, "smew: run needs a file: smew run [options] FILE [arguments]\n");
    else
      program = cli_load_program(&options, argv[used]);
    if (program != NULL) status = run_program(program, &options, argc - used, argv + used);
  }
  options_free(&options);
  return status;
}
