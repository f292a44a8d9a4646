/* The options of the command line. They are parsed by the table in option_table.c, from which
   help.c prints `smew help`. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "front/microc/gen.h"
#include "report/report.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum { OPT_NONE, OPT_DEFAULT, OPT_AGGRESSIVE };
enum { LIBC_AUTO, LIBC_NONE };
enum { MODELS_ON, MODELS_OFF };
enum { FOLD_AUTO, FOLD_ON, FOLD_OFF };
enum { FS_READ_ONLY, FS_NONE };
enum { CLOCK_AUTO, CLOCK_FIXED, CLOCK_HOST };
/* The first are those of enum merging_mode. */
enum { MERGE_AGGRESSIVE = 4, MERGE_RECURSIVE, MERGE_LATTICE, MERGE_PORTFOLIO };
enum { UNINITIALIZED_ERROR, UNINITIALIZED_ANY, UNINITIALIZED_ZERO };
enum { OVERFLOW_ASSUME, OVERFLOW_WRAP, OVERFLOW_ERROR };

typedef VEC(const char *) string_list;

/* Times are in seconds, and 0 is no limit. */
struct options {
  VEC(struct report_setting) settings; /* all that were given, in order */
  string_list include_dirs, defines;
  const char *cc_flags;
  int64_t opt;
  int64_t libc;
  int64_t libc_models;
  int64_t fold_conditions;
  int64_t fs, clock;
  const char *entry_point;
  bool check_leaks, check_overflow;
  int64_t uninitialized;
  double max_time;
  int64_t max_memory; /* MB */
  int64_t max_depth, max_tests, max_forks, max_instructions;
  int64_t max_stack_frames;
  int64_t max_symbolic_size; /* bytes */
  int64_t malloc_fails;
  const char *path;        /* decisions to follow */
  string_list follow;      /* tests */
  const char *follow_into; /* directory */
  string_list search;
  int64_t goal;                 /* enum goal */
  const char *reduce, *without; /* names of reducers, or NULL */
  int64_t merge, similar;       /* choices; merging.c knows what they mean */
  int64_t delta, limit_cost, portfolio_after;
  int64_t dump; /* enum explore_dump */
  bool exact_paths, expand;
  int64_t seed, batch_instructions;
  double batch_time;
  bool only_covering_new, emit_all_errors, exit_on_error;
  const char *output_dir;
  bool no_output;
  bool program_output;
  bool program_status;
  bool quiet;
  const char *function; /* of smew ir and smew cfg */
  bool with_libc;
  bool keep_names;     /* not the user's: set by commands that show variables */
  struct watch *watch; /* nor this: of smew run, while it loads */
  int64_t solver;      /* enum chain_backend */
  bool validate, no_chain, statistics;
  string_list without_links;
  int64_t max_conflicts; /* per query, as is max_solver_time */
  double max_solver_time;
  bool json;                /* of smew show, coverage and qce */
  const char *listing;      /* of smew coverage */
  double alpha, beta, zeta; /* of query counts, like the next two */
  int64_t kappa;
  int64_t queries;                        /* enum: all, branches */
  const char *binary, *source, *sanitize; /* of smew replay, like the rest */
  bool coverage_totals;
  const char *source_dir;
  bool compare_output, keep;
  int64_t sandbox; /* enum replay_sandbox */
  double timeout;
  int64_t jobs;
  int64_t overflow; /* of microc, like the next five */
  const char *args, *input, *input_file;
  bool time, ascii, ascii_input, untyped;
  struct microc_gen_options gen; /* of smew microc gen, like the next two */
  int64_t count;
  const char *output;
  string_list link_libraries, function_aliases, exit_on_kinds;
  const char *run_in_dir, *env_file;
  bool silent_assume, check_overshift;
  string_list notes; /* KLEE options without effect: name, reason or NULL, name, … */
};

/* Parses the options at the front of argv for the command; *used is set to how many
   words they took. False with a message on stderr when one is wrong. */
bool options_parse(struct options *options, const char *command, int argc, char **argv, int *used);
/* The same where options may stand between the operands, up to "--". Operands are appended
   to the list (borrowed words); *used is set to the index behind "--", or to argc. */
bool options_parse_mixed(struct options *options, const char *command, int argc, char **argv,
                         string_list *operands, int *used);
/* Whether --help or -h is among the options: those at the front, or anywhere before "--" where they
   are mixed with operands. */
bool options_ask_for_help(const char *command, bool is_mixed, int argc, char **argv);
void options_free(struct options *options);
/* Reports on stderr the KLEE options that were given and have no effect. */
void options_print_notes(const struct options *options);
/* Whether the option was given, by whatever name it is known. */
bool options_has(const struct options *options, const char *name);

#endif
