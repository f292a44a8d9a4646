/* The interface of the microc front end: read, parse, check, lower. A step is taken only if the one
   before it found no error, so that one mistake is not reported as many. */
#include "front/microc/front.h"

#include "front/microc/lower.h"
#include "front/microc/messages.h"
#include "front/microc/parser.h"
#include "front/microc/rules.h"
#include "front/microc/types.h"
#include "front/microc/untyped.h"
#include "ir/ir.h"
#include "util/file.h"
#include "util/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_text(const char *path, struct buffer *text) {
  bool is_input = strcmp(path, "-") == 0;
  if (!file_read(is_input ? "/dev/stdin" : path, text)) {
    fprintf(stderr, "smew: %s: %s\n", path, strerror(errno));
    return false;
  }
  return true;
}

static void check(struct microc_unit *unit, enum microc_need need,
                  struct microc_messages *messages) {
  struct microc_rules rules = {.needs_main = need != MICROC_NEED_TYPES,
                               .is_untyped = need == MICROC_NEED_RULES};
  if (messages->error_count == 0) microc_check_rules(unit->program, rules, messages);
  if (messages->error_count == 0 && !rules.is_untyped)
    unit->types = microc_infer_types(unit->program, messages);
}

static struct microc_messages new_messages(const struct microc_unit *unit, const char *path) {
  const char *text = unit->text->text ? unit->text->text : "";
  return (struct microc_messages){
      .path = path, .text = text + unit->mark_size, .size = unit->text->length - unit->mark_size};
}

/* True if there was no error. */
static bool print_messages(struct microc_messages *messages) {
  bool is_good = messages->error_count == 0;
  if (messages->out.length > 0) fputs(messages->out.text, stderr);
  microc_messages_free(messages);
  return is_good;
}

bool microc_unit_load(struct microc_unit *unit, const char *path, enum microc_need need) {
  *unit = (struct microc_unit){.text = alloc_zeroed(sizeof(struct buffer))};
  if (!read_text(path, unit->text)) return false;
  unit->mark_size = source_mark_size(unit->text->text, unit->text->length);
  struct microc_messages messages = new_messages(unit, strcmp(path, "-") == 0 ? "<stdin>" : path);
  unit->program = microc_parse(&messages);
  if (need != MICROC_NEED_TREE) check(unit, need, &messages);
  return print_messages(&messages);
}

void microc_unit_free(struct microc_unit *unit) {
  microc_types_free(unit->types);
  microc_program_free(unit->program);
  buffer_free(unit->text);
  free(unit->text);
}

bool microc_front_is_microc(const char *path) {
  size_t length = strlen(path);
  return length > 3 && strcmp(path + length - 3, ".uc") == 0;
}

static bool has_arguments(const struct microc_unit *unit, size_t count) {
  const struct microc_function *main = microc_find_function(unit->program, "main");
  if (count == main->param_count) return true;
  fprintf(stderr, "smew: %s: main takes %u argument%s, not %zu\n", unit->program->path,
          main->param_count, main->param_count == 1 ? "" : "s", count);
  return false;
}

struct ir_program *microc_front_lower(const struct microc_unit *unit,
                                      const struct microc_front_options *options) {
  if (options->args != NULL && !has_arguments(unit, options->arg_count)) return NULL;
  return microc_lower(unit->program, unit->types, options);
}

enum microc_end microc_unit_run(const struct microc_unit *unit,
                                const struct microc_untyped *untyped, int *status) {
  if (!has_arguments(unit, untyped->arg_count)) return MICROC_END_USAGE;
  struct microc_messages messages = new_messages(unit, unit->program->path);
  microc_run_untyped(unit->program, untyped, &messages, status);
  fflush(stdout);
  return print_messages(&messages) ? MICROC_END_EXIT : MICROC_END_ERROR;
}

struct ir_program *microc_front_load(const char *path, const struct microc_front_options *options) {
  struct microc_unit unit;
  struct ir_program *program = NULL;
  if (microc_unit_load(&unit, path, MICROC_NEED_MAIN)) program = microc_front_lower(&unit, options);
  microc_unit_free(&unit);
  return program;
}
