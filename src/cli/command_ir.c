/* smew ir and smew cfg: what the engine sees of a program. */
#include "cli/commands.h"
#include "cli/options.h"
#include "ir/dot.h"
#include "ir/ir.h"
#include "ir/print.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <stdio.h>
#include <string.h>

bool cli_wants_func(const struct ir_func *func, const struct options *options) {
  if (!func->has_body) return false;
  if (options->view.function != NULL) return strcmp(func->name, options->view.function) == 0;
  return options->view.with_libc || !func->is_library;
}

struct view {
  void (*begin)(struct buffer *out);
  void (*show)(const struct ir_program *program, const struct ir_func *func, struct buffer *out);
  void (*end)(struct buffer *out);
};

static int print_funcs(const struct ir_program *program, const struct options *options,
                       const struct view *view) {
  struct buffer out = {0};
  bool is_any = false;
  if (view->begin) view->begin(&out);
  for (size_t i = 0; i < program->funcs.count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    if (!cli_wants_func(func, options)) continue;
    is_any = true;
    view->show(program, func, &out);
  }
  if (view->end) view->end(&out);
  if (out.text != NULL && (is_any || options->view.function == NULL)) fputs(out.text, stdout);
  buffer_free(&out);
  if (is_any || options->view.function == NULL) return 0;
  fprintf(stderr, "smew: the program has no function '%s' (or never reaches it)\n",
          options->view.function);
  return SMEW_EXIT_USAGE;
}

static int look(const char *command, int argc, char **argv, const struct view *view) {
  struct options options;
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse(&options, command, argc, argv, &used)) {
    struct ir_program *program = NULL;
    if (used == argc)
      fprintf(stderr, "smew: %s needs a file: smew %s [options] FILE\n", command, command);
    else
      program = cli_load_program(&options, argv[used], false);
    if (program != NULL) {
      status = print_funcs(program, &options, view);
      ir_program_free(program);
    }
  }
  options_free(&options);
  return status;
}

int command_ir(int argc, char **argv) {
  static const struct view view = {NULL, ir_print_func, NULL};
  return look("ir", argc, argv, &view);
}

int command_cfg(int argc, char **argv) {
  static const struct view view = {ir_dot_start, ir_dot_add_func, ir_dot_end};
  return look("cfg", argc, argv, &view);
}
