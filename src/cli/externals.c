/* What the options say about functions that the program does not define. */
#include "cli/commands.h"
#include "cli/options.h"
#include "exec/external.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_SIZE = 1 << 20 };

bool cli_choose_externals(struct options *options) {
  struct external_options *external = &options->machine.external;
  external->writes_args = options->external.writes == EXTERNAL_WRITES_ARGS;
  options->machine.has_open_globals = options->external.globals == EXTERNAL_GLOBALS_ANY;
  external->size = (uint64_t)options->external.size;
  if (options->external.size < 8 || options->external.size > MOST_SIZE) {
    fprintf(stderr, "smew: --lazy-size must be 8 to %d\n", MOST_SIZE);
    return false;
  }
  if (external->mode == EXTERNAL_FREE && !options_has(options, "--libc")) options->libc = LIBC_NONE;
  if (options->machine.has_open_globals && options->libc != LIBC_NONE) {
    fprintf(stderr,
            "smew: --entry-globals=any needs --libc=none or --externals=free: the variables "
            "of the libc are not the program's\n");
    return false;
  }
  external_add_defaults(external);
  char *error = NULL;
  bool is_good =
      options->external.spec == NULL || external_read(external, options->external.spec, &error);
  if (!is_good) fprintf(stderr, "smew: --external-spec: %s\n", error);
  free(error);
  return is_good;
}
