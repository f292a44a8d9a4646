/* The options of the command line. All of them stand in one table in options.c, from
   which they are parsed and `smew help` is printed. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

enum { OPT_NONE, OPT_DEFAULT, OPT_AGGRESSIVE };
enum { LIBC_AUTO, LIBC_NONE };

typedef VEC(const char *) string_list;

struct options {
  string_list include_dirs, defines;
  const char *cc_flags;
  int64_t opt;
  int64_t libc;
  const char *entry_point;
  bool check_leaks;
  int64_t max_time; /* seconds */
  int64_t max_instructions;
  int64_t max_stack_frames;
  bool program_status;
  bool quiet;
  const char *function; /* of smew ir and smew cfg */
  bool dump_libc;
  int64_t solver; /* enum chain_backend */
  bool validate, no_chain, statistics;
  string_list without_links;
  int64_t max_conflicts, max_solver_time; /* per query; 0: no limit */
};

/* Parses the options at the front of argv for the command; *used is set to how many
   words they took. False with a message on stderr when one is wrong. */
bool options_parse(struct options *options, const char *command, int argc, char **argv, int *used);
void options_free(struct options *options);
/* Prints the options that the command takes. */
void options_print_help(const char *command);

#endif
