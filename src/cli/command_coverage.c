/* smew coverage: the command line of report/coverage_list.h. */
#include "cli/commands.h"
#include "cli/options.h"
#include "report/coverage_list.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>

int command_coverage(int argc, char **argv) {
  struct options options;
  string_list paths = {0};
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse_mixed(&options, "coverage", argc, argv, &paths, &used)) {
    for (; used < argc; used++) vec_push(&paths, argv[used]);
    struct coverage_list_options list = {.paths = paths.data,
                                         .path_count = paths.count,
                                         .is_json = options.view.json,
                                         .listing = options.view.listing};
    if (paths.count == 0)
      fprintf(stderr, "smew: coverage needs results: smew coverage [options] DIR ...\n");
    else
      status = coverage_list(&list);
  }
  vec_free(&paths);
  options_free(&options);
  return status;
}
