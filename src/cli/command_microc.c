/* smew microc: what can be done with a microc program besides exploring it. */
#include "cli/microc.h"

#include "cli/commands.h"
#include "cli/microc_run.h"
#include "cli/options.h"
#include "front/microc/format.h"
#include "front/microc/front.h"
#include "front/microc/types.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ir_program *cli_load_microc(const struct options *options, const char *path) {
  number_list args = {0};
  char *what = NULL;
  if (options->microc.args != NULL && !cli_read_numbers(options->microc.args, &args, &what)) {
    fprintf(stderr, "smew: --args: '%s' is not a 32-bit integer\n", what);
    free(what);
    vec_free(&args);
    return NULL;
  }
  vec_reserve(&args, 1); /* no arguments are not the same as none given */
  bool is_checked = options->microc.overflow != OVERFLOW_WRAP || options->explore.check_overflow;
  struct microc_front_options front = {.overflow = is_checked ? MICROC_OVERFLOW_CHECK
                                                              : MICROC_OVERFLOW_WRAP,
                                       .args = options->microc.args ? args.data : NULL,
                                       .arg_count = args.count,
                                       .keep_names = cli_shows_variables(options)};
  struct ir_program *program = microc_front_load(path, &front);
  vec_free(&args);
  return program;
}

static int print(struct buffer *out) {
  if (out->length > 0) fwrite(out->text, 1, out->length, stdout);
  buffer_free(out);
  return 0;
}

static int show_types(const struct options *options, struct microc_unit *unit) {
  struct buffer out = {0};
  (void)options;
  microc_print_types(unit->program, unit->types, &out);
  return print(&out);
}

static int show_tree(const struct options *options, struct microc_unit *unit) {
  struct buffer out = {0};
  if (!options->view.json) {
    fprintf(stderr, "smew: microc ast prints JSON: smew microc ast --json FILE.uc\n");
    return SMEW_EXIT_USAGE;
  }
  microc_write_json(unit->program, &out);
  return print(&out);
}

static int format(const struct options *options, struct microc_unit *unit) {
  struct buffer out = {0};
  (void)options;
  microc_format(unit->program, &out);
  return print(&out);
}

static const struct microc_command {
  const char *name;
  enum microc_need need;
  int (*run)(const struct options *options, struct microc_unit *unit);
} commands[] = {
    {"run", MICROC_NEED_MAIN, cli_run_microc},
    {"types", MICROC_NEED_TYPES, show_types},
    {"ast", MICROC_NEED_TREE, show_tree},
    {"format", MICROC_NEED_TREE, format},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int run_command(const struct microc_command *command, int argc, char **argv) {
  struct options options;
  string_list files = {0};
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse_mixed(&options, "microc", argc, argv, &files, &used)) {
    if (files.count != 1 || used != argc)
      fprintf(stderr, "smew: microc %s needs one file: smew microc %s [options] FILE.uc\n",
              command->name, command->name);
    else {
      struct microc_unit unit;
      bool is_untyped = command->run == cli_run_microc && options.microc.untyped;
      if (microc_unit_load(&unit, files.data[0], is_untyped ? MICROC_NEED_RULES : command->need))
        status = command->run(&options, &unit);
      microc_unit_free(&unit);
    }
  }
  vec_free(&files);
  options_free(&options);
  return status;
}

int command_microc(int argc, char **argv) {
  for (int i = 0; argc > 0 && i < COMMAND_COUNT; i++)
    if (strcmp(commands[i].name, argv[0]) == 0)
      return run_command(&commands[i], argc - 1, argv + 1);
  if (argc > 0 && strcmp(argv[0], "gen") == 0) return command_microc_gen(argc - 1, argv + 1);
  fprintf(stderr, "smew: microc: %s%s%s; there are run, types, ast, format and gen\n",
          argc > 0 ? "there is no '" : "a command is missing", argc > 0 ? argv[0] : "",
          argc > 0 ? "'" : "");
  return SMEW_EXIT_USAGE;
}
