/* smew smt: solves an SMT-LIB 2 script with smew's own solver. */
#include "cli/commands.h"
#include "cli/options.h"
#include "expr/expr.h"
#include "smt/script.h"
#include "solver/chain.h"
#include "solver/solver.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool read_file(const char *path, struct buffer *text) {
  FILE *file = fopen(path, "r");
  char block[1 << 16];
  size_t size;
  if (file == NULL) {
    fprintf(stderr, "smew: cannot read %s: %s\n", path, strerror(errno));
    return false;
  }
  while ((size = fread(block, 1, sizeof block, file)) > 0) buffer_add_bytes(text, block, size);
  bool is_read = !ferror(file);
  if (!is_read) fprintf(stderr, "smew: cannot read %s: %s\n", path, strerror(errno));
  fclose(file);
  return is_read;
}

static bool choose_links(const struct options *options, struct chain_options *chain) {
  if (options->no_chain) chain->links_off = CHAIN_ALL_LINKS;
  for (size_t i = 0; i < options->without_links.count; i++) {
    int link = chain_find_link(options->without_links.data[i]);
    if (link < 0) {
      fprintf(stderr, "smew: --without-link: there is no link '%s'; there are:\n",
              options->without_links.data[i]);
#define X(name, text, help) fprintf(stderr, "  %-14s %s\n", text, help);
      CHAIN_LINKS(X)
#undef X
      return false;
    }
    chain->links_off |= 1u << link;
  }
  return true;
}

static int solve(const struct options *options, const char *path, const struct buffer *text) {
  struct chain_options chain = {.backend = (enum chain_backend)options->solver,
                                .validate = options->validate};
  if (!choose_links(options, &chain)) return SMEW_EXIT_USAGE;
  struct exprs *exprs = exprs_new();
  struct solver *solver = chain_new(exprs, &chain);
  struct script_options script = {
      .path = path,
      .exprs = exprs,
      .solver = solver,
      .budget = {.conflicts = options->max_conflicts, .seconds = (double)options->max_solver_time},
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
    else if (read_file(argv[used], &text))
      status = solve(&options, argv[used], &text);
    buffer_free(&text);
  }
  options_free(&options);
  return status;
}
