/* smew smt: solves an SMT-LIB 2 script with smew's own solver. */
#include "cli/commands.h"
#include "cli/options.h"
#include "expr/expr.h"
#include "smt/script.h"
#include "solver/chain.h"
#include "solver/solver.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int solve(const struct options *options, const char *path, const struct buffer *text) {
  struct chain_options chain;
  if (!cli_choose_chain(options, &chain)) return SMEW_EXIT_USAGE;
  struct exprs *exprs = exprs_new();
  struct solver *solver = chain_new(exprs, &chain);
  struct script_options script = {.path = path,
                                  .exprs = exprs,
                                  .solver = solver,
                                  .budget = {.conflicts = options->explore.max_conflicts,
                                             .seconds = options->explore.max_solver_seconds},
                                  .out = stdout};
  enum script_status status = script_run(&script, text->text ? text->text : "", text->length);
  fflush(stdout);
  if (options->statistics) solver_print_statistics(solver, stderr);
  solver_free(solver);
  exprs_free(exprs);
  return status == SCRIPT_DONE ? 0 : status == SCRIPT_BAD ? SMEW_EXIT_USAGE : SMEW_EXIT_ERRORS;
}

int command_smt(int argc, char **argv) {
  struct options options;
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse(&options, "smt", argc, argv, &used)) {
    struct buffer text = {0};
    if (used + 1 != argc)
      fprintf(stderr, "smew: smt needs one file: smew smt [options] FILE.smt2\n");
    else if (file_read(argv[used], &text))
      status = solve(&options, argv[used], &text);
    else
      fprintf(stderr, "smew: cannot read %s: %s\n", argv[used], strerror(errno));
    buffer_free(&text);
  }
  options_free(&options);
  return status;
}
