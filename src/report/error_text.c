/* The text of errors in the files of a run: KLEE's fields, which tools look for, with the kind and
   the column added. */
#include "report/error_text.h"

#include "exec/machine.h"
#include "ir/ir.h"
#include "util/buffer.h"

#include <string.h>

const char *error_text_kind(enum error_kind kind) {
  static const char *const kinds[ERROR_KIND_COUNT] = {
#define X(name, tag) tag,
      ERROR_KINDS(X)
#undef X
  };
  return kinds[kind];
}

/* Frames below main are smew's. */
static bool is_synthetic(const char *function) { return strncmp(function, "__smew_", 7) == 0; }

static void add_frame(const struct machine *machine, size_t number, const struct error_frame *frame,
                      struct buffer *out) {
  const struct ir_program *program = machine->program;
  const struct ir_loc *place = &program->locs.data[frame->loc];
  buffer_add(out, "\t#%zu in %s(%s)", number, program->strings.data[frame->function],
             frame->arguments ? frame->arguments : "");
  if (frame->loc != 0)
    buffer_add(out, " at %s:%u:%u", program->strings.data[place->file], place->line, place->column);
  buffer_add(out, "\n");
}

void error_text_add(const struct machine *machine, const struct error *error, struct buffer *out) {
  const struct ir_program *program = machine->program;
  const struct ir_loc *place = &program->locs.data[error->loc];
  buffer_add(out, "Error: %s\nKind: %s\n", error->message, error_text_kind(error->kind));
  if (error->loc != 0)
    buffer_add(out, "File: %s\nLine: %u\nColumn: %u\n", program->strings.data[place->file],
               place->line, place->column);
  buffer_add(out, "Stack:\n");
  for (size_t i = 0; i < error->stack.count; i++)
    if (i == 0 || !is_synthetic(program->strings.data[error->stack.data[i].function]))
      add_frame(machine, i, &error->stack.data[i], out);
}
