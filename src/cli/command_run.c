/* smew run: load, explore, report. */
#include "cli/commands.h"
#include "cli/correctness_witness.h"
#include "cli/error_kinds.h"
#include "cli/follow.h"
#include "cli/options.h"
#include "cli/portfolio.h"
#include "cli/reduction.h"
#include "cli/seeds.h"
#include "cli/world.h"
#include "exec/explore/explore.h"
#include "exec/explore/observer.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "front/microc/front.h"
#include "ir/ir.h"
#include "reduce/merge/merging.h"
#include "report/report.h"
#include "report/summary.h"
#include "search/search.h"
#include "solver/chain.h"
#include "solver/solver.h"
#include "util/buffer.h"
#include "util/exhaustion.h"
#include "util/fault.h"
#include "util/program_files.h"
#include "util/watch.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Ctrl-C ---- */

/* A signal handler gets no context but these. */
static _Atomic(struct watch *) interruptible;
static atomic_int final_status = -1; /* of the process, once all is written */

static void interrupt(int signal) {
  if (final_status >= 0) _exit(final_status);
  struct watch *watch = interruptible;
  if (watch != NULL) watch_take_signal(watch, signal);
}

/* NULL: they do what they do by default. */
static void catch_signals(struct watch *watch) {
  struct sigaction action = {.sa_handler = watch ? interrupt : SIG_DFL, .sa_flags = SA_RESTART};
  interruptible = watch;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

static void ignore_signals(void) {
  signal(SIGPIPE, SIG_IGN); /* the program gets EPIPE and its own signal */
  signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is a full disk */
}

/* What a process holds when it ends need not be freed, and that of a hundred thousand states takes
   long. Other builds do it, so that they can find leaks. */
#ifdef NDEBUG
static const bool frees_all = false;
#else
static const bool frees_all = true;
#endif

static void end_watch(struct watch *watch) {
  if (frees_all)
    watch_end(watch);
  else
    watch_dismiss(watch);
}

/* ---- options for those who do the work ---- */

static struct machine_options machine_options(const struct options *options, bool is_microc,
                                              const struct world *world) {
  struct machine_options machine = options->machine;
  machine.has_symbolic_world = world->words.is_symbolic || options->explore.malloc_fails > 0;
  machine.hides_host_files = options->world.fs == FS_NONE;
  machine.folds_conditions =
      options->fold_conditions == FOLD_ON || (options->fold_conditions == FOLD_AUTO && !is_microc);
  return machine;
}

/* A query gets 1/128 of the time, and half a second at most, before it is put off. With a limit on
   conflicts nobody knows whether more time would help. */
static double put_off_seconds(const struct explore_options *explore) {
  enum { SHARES = 128 };
  static const double least = 0.02, most = 0.5, usual = 0.2;
  if (explore->max_conflicts != 0) return 0;
  if (explore->put_off_seconds >= 0) return explore->put_off_seconds;
  if (explore->max_seconds == 0) return usual;
  return fmax(least, fmin(most, explore->max_seconds / SHARES));
}

/* Of finished paths that cover nothing new. Who asks for more, or for a test of every path, gets
 * them. */
static uint64_t most_path_tests(const struct options *options) {
  enum { USUAL = 10000 };
  bool wants_all = options->all_tests || options->reduction.goal == GOAL_PATHS ||
                   options->reduction.expand || options->explore.max_tests > USUAL;
  return wants_all ? 0 : USUAL;
}

static struct explore_options explore_options(const struct options *options, bool is_microc,
                                              const struct seeds_read *seeds,
                                              const struct follow_test *test) {
  struct explore_options explore = options->explore;
  explore.test = test ? test->inputs : NULL;
  explore.test_size = test ? test->input_count : 0;
  if (test == NULL) {
    explore.seeds = seeds->list.data;
    explore.seed_count = seeds->list.count;
  }
  explore.exit_on_kinds = cli_error_kinds(&options->exit_on_kinds);
  explore.leaves_states = !frees_all;
  explore.most_path_tests = most_path_tests(options);
  explore.put_off_seconds = put_off_seconds(&explore);
  explore.takes_phases = options->reduction.merge == MERGE_DYNAMIC;
  explore.search_phase = (uint64_t)options->reduction.search_phase;
  if (is_microc) {
    explore.assumes_no_overflow =
        !explore.check_overflow && options->microc.overflow == OVERFLOW_ASSUME;
    explore.check_overflow |= options->microc.overflow == OVERFLOW_ERROR;
  }
  return explore;
}

/* NULL after a message. Owned; borrows everything. */
static struct report *new_report(const struct options *options, const string_list *command,
                                 int argc, char **argv) {
  struct report_options report = options->report;
  report.command = command->data;
  report.command_count = command->count;
  report.arguments = (const char *const *)argv;
  report.argument_count = (size_t)argc;
  report.settings = options->settings.data;
  report.setting_count = options->settings.count;
  report.build = &options->llvm.build;
  report.is_quiet = options->machine.is_quiet;
  report.shows_program_output = options->machine.shows_program_output;
  report.is_every_error = options->explore.emit_all_errors;
  char *error = NULL;
  struct report *made = report_new(&report, &error);
  if (made == NULL) fprintf(stderr, "smew: --output-dir: %s\n", error);
  free(error);
  return made;
}

/* ---- the run ---- */

/* What is asked of smew, in whole. */
struct task {
  const struct options *options;
  const string_list *command;
  struct world *world;
  const struct seeds_read *seeds;
  int argc; /* the program and its arguments */
  char **argv;
};

static int exit_status(const struct options *options, const struct machine *machine,
                       const struct report *report) {
  if (report_has_fault(report)) return SMEW_EXIT_FAULT;
  if (machine->counts.errors > 0) return SMEW_EXIT_ERRORS;
  return options->program_status && !report_is_symbolic(report) ? machine->last_status : 0;
}

static int explore(struct machine *machine, const struct task *task, struct report *report,
                   struct searcher *searcher, const struct follow_test *test) {
  const struct options *options = task->options;
  struct explore_options limits =
      explore_options(options, microc_front_is_microc(task->argv[0]), task->seeds, test);
  struct portfolio_builder *portfolio = cli_begin_portfolio(options, machine, &limits);
  watch_enter(options->machine.watch, WATCH_RUNNING);
  enum explore_end end = explore_run(machine, &limits, searcher, report_observer(report));
  report_finish(report, machine, end);
  int status = test != NULL ? follow_status(machine, test) : exit_status(options, machine, report);
  if (options->correctness_witness != NULL && test == NULL &&
      !witness_write(machine, task->argv[0], options->correctness_witness))
    status = SMEW_EXIT_FAULT;
  final_status = status;
  if (options->statistics) {
    solver_print_statistics(machine->solver, stderr);
    summary_print_reducers(machine, stderr);
  }
  if (frees_all) cli_end_portfolio(portfolio);
  return status;
}

/* What is left to do when the process has to end in the middle of the run. */
struct rescued {
  const struct machine *machine;
  struct report *report;
};

static int rescue(void *context) {
  const struct rescued *rescued = context;
  report_rescue(rescued->report);
  return rescued->machine->counts.errors > 0 ? SMEW_EXIT_ERRORS : SMEW_EXIT_FAULT;
}

static void keep_results(void *context) { report_rescue(context); }

/* A pattern that is misspelt would make everything count as covered. */
static bool is_usable_cover(const struct machine *machine) {
  const char *pattern = coverable_find_unmatched(machine->coverable);
  struct buffer files = {0};
  if (pattern == NULL) return true;
  coverable_list_files(machine->coverable, &files);
  fprintf(stderr, "smew: --cover=%s: the program has no code in such a file; it has code in%s\n",
          pattern, files.text ? files.text : " none");
  buffer_free(&files);
  return false;
}

/* Takes the program. With a test, only its path is followed. */
static int run_program(struct ir_program *program, const struct task *task,
                       const struct follow_test *test) {
  const struct options *options = task->options;
  struct machine_options settings = machine_options(options, program->is_microc, task->world);
  struct machine *machine = machine_new(program, &settings);
  world_describe(task->world, options, task->seeds, machine->may_be_symbolic);
  machine_set_world(machine, (const char *const *)task->world->tokens.data,
                    task->world->tokens.count);
  struct searcher *searcher = cli_new_first_searcher(options, machine);
  struct report *report = NULL;
  int status = SMEW_EXIT_USAGE;
  if (searcher != NULL && is_usable_cover(machine) &&
      (report = new_report(options, task->command, task->argc, task->argv)) != NULL &&
      machine_start(machine, task->argc, task->argv, world_environment(task->world))) {
    struct rescued rescued = {machine, report};
    options->machine.watch->rescue_context = &rescued;
    options->machine.watch->rescue = rescue;
    exhaustion_set_rescue(keep_results, report);
    ignore_signals();
    status = explore(machine, task, report, searcher, test);
  }
  end_watch(options->machine.watch);
  exhaustion_set_rescue(NULL, NULL);
  report_free(report);
  if (!frees_all) return status;
  if (searcher != NULL) search_free(searcher);
  machine_free(machine);
  return status;
}

/* ---- following tests ---- */

/* Takes the program. */
static int follow_one(struct ir_program *program, const struct task *task, const char *path) {
  struct follow_test test;
  int status = SMEW_EXIT_USAGE;
  if (follow_read(path, &test)) {
    status = run_program(program, task, &test);
    follow_free(&test);
  } else {
    ir_program_free(program);
  }
  return status;
}

/* Loading a program takes longer than following a path: it is loaded once, and each test gets a
   process of its own to follow it in. Takes the program. */
static int follow_many(struct ir_program *program, const struct task *task) {
  const struct options *options = task->options;
  int status = 0;
  watch_end(options->machine.watch); /* each child has its own limits */
  catch_signals(NULL);
  for (size_t i = 0; i < options->follow.tests.count && status == 0; i++) {
    struct follow_test test = {0};
    pid_t child = follow_fork(options->follow.into, i);
    if (child < 0) {
      status = SMEW_EXIT_FAULT;
    } else if (child > 0) {
      status = follow_wait(child);
    } else {
      watch_begin_anew(options->machine.watch, options->explore.max_seconds);
      catch_signals(options->machine.watch);
      if (follow_read(options->follow.tests.data[i], &test)) {
        test.end = alloc_format("%s/%zu.end", options->follow.into, i);
        run_program(program, task, &test);
      }
      fflush(NULL);
      _exit(0);
    }
  }
  ir_program_free(program);
  return status;
}

/* Takes the program. */
static int run_task(struct ir_program *program, const struct task *task) {
  const struct options *options = task->options;
  if (options->follow.tests.count == 0) return run_program(program, task, NULL);
  if (options->follow.into != NULL) return follow_many(program, task);
  return follow_one(program, task, options->follow.tests.data[0]);
}

static bool is_usable_path(const struct options *options) {
  if (options->explore.path == NULL ||
      options->explore.path[strspn(options->explore.path, "01")] == '\0')
    return true;
  fprintf(stderr, "smew: --path: '%s' is not made of 0 and 1\n", options->explore.path);
  return false;
}

static bool is_usable_follow(struct options *options) {
  bool is_usable = options->follow.into == NULL ? options->follow.tests.count <= 1
                                                : options->follow.tests.count > 0;
  if (!is_usable)
    fprintf(stderr, options->follow.into == NULL
                        ? "smew: --follow takes one test; more need --follow-into DIR\n"
                        : "smew: --follow-into needs tests: --follow TEST.ktest\n");
  if (options->follow.tests.count > 0) {
    options->machine.shows_program_output = true; /* it is of one path only */
    options->report.writes_nothing = true;
  }
  return is_usable;
}

/* Whether the options go together. The libc's start-up code is what builds a world. */
static bool may_run(const struct task *task, const struct world *world) {
  struct reduce_options reduction;
  const struct options *options = task->options;
  if (microc_front_is_microc(task->argv[0]) && task->argc > 1) {
    fprintf(stderr, "smew: a microc program takes no words after it; main's arguments are given by "
                    "--args\n");
    return false;
  }
  if (!cli_choose_reduction(options, &reduction)) return false;
  if (!world->words.has_options || options->libc != LIBC_NONE) return true;
  fprintf(stderr, "smew: --libc=none: options after the file, such as --sym-arg, need the libc\n");
  return false;
}

/* Seeds need single paths, whose states may wait for an answer. */
static bool may_have_seeds(const struct options *options) {
  const struct reduction_choices *choices = &options->reduction;
  bool has_seeds = options->seeds.files.count > 0 || options->seeds.directories.count > 0;
  if (!has_seeds && options->explore.seed_only)
    fprintf(stderr, "smew: --seed-only needs seeds: --seed-file FILE or --seed-dir DIR\n");
  if (!has_seeds) return !options->explore.seed_only;
  bool is_single = (choices->merge == MERGE_NONE || choices->merge == MERGE_PORTFOLIO) &&
                   (choices->reduce == NULL || strcmp(choices->reduce, "none") == 0);
  if (!is_single)
    fprintf(stderr, "smew: seeds are for single paths: use --portfolio=NAMES instead of --merge or "
                    "--reduce\n");
  return is_single;
}

static int run_file(struct task *task) {
  struct world world;
  struct seeds_read seeds = {0};
  struct watch *watch = task->options->machine.watch;
  int status = SMEW_EXIT_USAGE;
  task->world = &world;
  task->seeds = &seeds;
  if (world_parse(&world, task->options, task->argc - 1, task->argv + 1) && may_run(task, &world) &&
      may_have_seeds(task->options) && seeds_read(&seeds, task->options, &world.words)) {
    watch_begin(watch, task->options->explore.max_seconds,
                task->options->explore.max_memory_mb << 20);
    catch_signals(watch);
    struct ir_program *program =
        cli_load_program(task->options, task->argv[0], world.words.has_options);
    if (program != NULL) status = run_task(program, task);
    end_watch(watch);
  }
  seeds_read_free(&seeds);
  world_free(&world);
  return status;
}

/* An argument that was perhaps meant to be a file of the program. */
static void warn_about_files(const char *file, int count, char *const *arguments) {
  for (int i = 0; i < count; i++)
    if (program_files_is_part(arguments[i]))
      fprintf(stderr,
              "smew: warning: '%s' is passed to the program as an argument; other files of the "
              "program come directly after %s (and \"--\" before arguments)\n",
              arguments[i], file);
}

/* Takes the further files of the program out of the words after the options, so that its arguments
   follow FILE. Returns how many words are left. */
static int take_files(struct options *options, int count, char **words) {
  int files = program_files_count(count, words);
  bool is_separated = program_files_end_with_dashes(count, words);
  int first = files + is_separated;
  if (program_files_is_part(words[0]) && !is_separated)
    warn_about_files(words[0], count - first, words + first);
  for (int i = 1; i < files; i++) vec_push(&options->llvm.build.files, words[i]);
  for (int i = first; i < count; i++) words[1 + i - first] = words[i];
  return 1 + count - first;
}

int command_run(int argc, char **argv) {
  struct options options;
  string_list command = {0};
  int used, status = SMEW_EXIT_USAGE;
  vec_push(&command, "smew");
  vec_push(&command, "run");
  for (int i = 0; i < argc; i++) vec_push(&command, argv[i]);
  struct watch *watch = alloc_zeroed(sizeof *watch);
  if (options_parse(&options, "run", argc, argv, &used) &&
      cli_choose_chain(&options, &options.machine.chain) && cli_choose_externals(&options) &&
      is_usable_path(&options) && is_usable_follow(&options) &&
      cli_knows_error_kinds(&options.exit_on_kinds)) {
    if (!options.machine.is_quiet) options_print_notes(&options);
    options.machine.watch = watch;
    if (used == argc)
      fprintf(stderr, "smew: run needs a file: smew run [options] FILE... [arguments]\n");
    else
      status = run_file(&(struct task){.options = &options,
                                       .command = &command,
                                       .argc = take_files(&options, argc - used, argv + used),
                                       .argv = argv + used});
  }
  vec_free(&command);
  options_free(&options);
  if (frees_all) free(watch); /* else its thread may not have ended yet */
  return status;
}
