/* The options of the command line. They are parsed by the table in option_table.c, from which
   help.c prints `smew help`. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "exec/explore/explore.h"
#include "exec/machine.h"
#include "front/llvm/front.h"
#include "front/microc_gen/gen.h"
#include "reduce/reducers.h"
#include "replay/replay.h"
#include "report/report.h"
#include "search/search.h"
#include "util/string_list.h"

#include <stdbool.h>
#include <stdint.h>

/* Choices are numbered in the order of the words in the table. */
enum libc_choice { LIBC_AUTO, LIBC_NONE };
enum overflow_choice { OVERFLOW_ASSUME, OVERFLOW_WRAP, OVERFLOW_ERROR };
enum fs_choice { FS_READ_ONLY, FS_NONE };
enum clock_choice { CLOCK_AUTO, CLOCK_FIXED, CLOCK_HOST };
enum fold_choice { FOLD_AUTO, FOLD_ON, FOLD_OFF };
enum query_choice { QUERIES_ALL, QUERIES_OF_BRANCHES };
/* The first four are those of enum merging_mode. */
enum merge_choice {
  MERGE_NONE,
  MERGE_MANUAL,
  MERGE_STATIC,
  MERGE_DYNAMIC,
  MERGE_AGGRESSIVE,
  MERGE_RECURSIVE,
  MERGE_LATTICE,
  MERGE_PORTFOLIO
};

/* Of microc programs. */
struct microc_choices {
  enum overflow_choice overflow;
  const char *args; /* of main: numbers */
  /* Of smew microc run: */
  const char *input, *input_file;
  bool time, ascii, ascii_input, untyped;
};

/* The world that the program starts in. */
struct world_choices {
  enum fs_choice fs;
  enum clock_choice clock;
  const char *run_in_dir, *env_file;
};

/* Tests whose paths are followed, instead of exploring. */
struct follow_choices {
  string_list tests;
  const char *into; /* a directory for what each of several prints, or NULL */
};

/* Inputs to begin with. */
struct seed_choices {
  string_list files, directories;
};

/* Functions without a definition. */
enum external_writes { EXTERNAL_WRITES_NONE, EXTERNAL_WRITES_ARGS };
enum external_globals { EXTERNAL_GLOBALS_INITIAL, EXTERNAL_GLOBALS_ANY };
struct external_choices {
  enum external_writes writes;
  const char *spec; /* a file, or NULL */
  int64_t size;
  enum external_globals globals;
};

/* Path reduction; merging.c knows what the choices mean. */
struct reduction_choices {
  enum goal goal;
  const char *reduce, *without; /* names of reducers, or NULL */
  const char *portfolio;        /* auto, off, or names of members; NULL: auto */
  enum merge_choice merge;
  int64_t similar; /* enum merging_similar, or one of the choices that merging.c adds */
  int64_t search_phase, limit_cost, portfolio_after;
  double alpha, beta, zeta; /* of query counts, like the next two */
  int64_t kappa;
  enum query_choice queries;
  bool exact_paths, expand;
  enum z_places z_places;
  enum z_order z_order;
  bool z_linear;
  bool relevant_search;
  enum z_memory_choice { Z_MEMORY_LIVE, Z_MEMORY_ALL } z_memory;
  enum z_heap_choice { Z_HEAP_SAME, Z_HEAP_ISOMORPHIC } z_heap;
  enum z_observable z_observable;
  enum z_heap_choice subsume_heap;
};

/* What smew ir, cfg, qce, show and coverage print. */
struct view_choices {
  const char *function; /* only this one; NULL: all */
  bool with_libc;
  bool json;
  const char *listing; /* a source file */
};

/* smew bitcode. */
struct extract_choices {
  const char *output; /* NULL: by the program's name */
  bool is_for_linking;
};

/* smew microc gen. */
struct gen_choices {
  struct microc_gen_options program;
  int64_t count;
  const char *output, *output_dir;
};

/* Where a part of smew has options of its own, the table fills in those; the command adds what is
   no option of the user's. */
struct options {
  VEC(struct report_setting) settings; /* all that were given, in order */
  string_list notes; /* KLEE options without effect: name, reason or NULL, name, … */

  /* The program and its surroundings. */
  struct llvm_front_options llvm;
  enum libc_choice libc;
  struct microc_choices microc;
  struct world_choices world;
  struct external_choices external;
  bool keep_names; /* not the user's: set by commands that show variables, see also
                      cli_shows_variables */

  /* Exploration. */
  struct search_options search;
  string_list search_names;
  bool all_tests;
  struct follow_choices follow;
  struct seed_choices seeds;
  struct machine_options machine;
  struct explore_options explore;
  string_list exit_on_kinds;
  enum fold_choice fold_conditions;
  bool no_chain;
  string_list without_links;

  struct reduction_choices reduction;

  /* What comes out. */
  struct report_options report;
  bool program_status;
  bool statistics, merging_statistics, query_statistics, redundant_statistics, subsume_statistics;
  bool loop_statistics, z_statistics;
  const char *correctness_witness; /* a file, or NULL */

  /* Other commands. */
  struct view_choices view;
  struct extract_choices extract;
  struct replay_options replay;
  struct gen_choices gen;
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
