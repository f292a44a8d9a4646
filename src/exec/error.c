/* Errors of the program under test: collecting the place and the stack, and telling a
   person about them. */
#include "exec/error.h"

#include "exec/builtin/unknown.h"
#include "exec/choose.h"
#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/own_place.h"
#include "exec/registers.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "util/buffer.h"
#include "util/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_tags[ERROR_KIND_COUNT] = {
#define X(name, tag) tag,
    ERROR_KINDS(X)
#undef X
};

enum error_kind error_kind_of(const char *tag) {
  for (unsigned i = 0; i < ERROR_KIND_COUNT; i++)
    if (strcmp(kind_tags[i], tag) == 0) return (enum error_kind)i;
  return ERROR_USER;
}

void error_clear(struct error *error) {
  free(error->message);
  for (size_t i = 0; i < error->stack.count; i++) free(error->stack.data[i].arguments);
  vec_free(&error->stack);
  memset(error, 0, sizeof *error);
}

/* What stands below main is smew's. */
static bool is_synthetic(const char *function) { return strncmp(function, "__smew_", 7) == 0; }

static bool is_arithmetic(enum error_kind kind) {
  return kind == ERROR_OVERFLOW || kind == ERROR_OVERSHIFT || kind == ERROR_DIVISION;
}

static struct error_key key_at(const struct machine *machine, enum error_kind kind,
                               const struct own_place *place) {
  struct error_key key = {.kind = kind, .func = place->func->number, .ins = place->ins};
  if (place->func->is_optimised && place->loc != 0)
    key =
        (struct error_key){.kind = kind, .func = UINT32_MAX, .ins = UINT32_MAX, .loc = place->loc};
  if (place->through != NULL && !is_arithmetic(kind))
    key.inside = machine_current_ins(machine)->loc;
  return key;
}

static uint32_t function_of(const struct machine *machine, const struct frame *frame,
                            uint32_t loc) {
  uint32_t name = machine->program->locs.data[loc].function;
  if (loc != 0 && name != 0) return name;
  return ir_intern_string(machine->program, frame->code->func->name);
}

/* Numbers as C programmers write them; what looks like an address in hexadecimal. */
static void add_argument(struct machine *machine, const struct frame *frame, uint32_t reg,
                         unsigned width, struct buffer *out) {
  struct expr *symbolic = registers_get(frame->symbolic, reg);
  uint64_t value = frame->slots[reg];
  if (width > 64 || (symbolic == NULL && value == REGISTER_DEAD)) {
    buffer_add(out, "?");
    return;
  }
  if (symbolic != NULL) value = decide_witness_value(machine, symbolic);
  int64_t number = (int64_t)(value << (64 - width)) >> (64 - width);
  bool is_address = width == 64 && address_is_possible(value);
  if (is_address)
    buffer_add(out, "0x%llx", (unsigned long long)value);
  else
    buffer_add(out, "%lld", (long long)number);
}

static char *describe_arguments(struct machine *machine, const struct frame *frame) {
  const struct ir_func *func = frame->code->func;
  struct buffer text = {0};
  buffer_add(&text, "%s", "");
  for (size_t i = 0; i < func->params.count; i++) {
    if (i > 0) buffer_add(&text, ", ");
    add_argument(machine, frame, func->params.data[i], func->param_widths.data[i], &text);
  }
  return text.text;
}

/* One line per source function: what the compiler inlined is shown as the call it was. */
static void push_frame(struct machine *machine, const struct frame *frame, uint32_t loc) {
  struct error *error = &machine->error;
  vec_push(&error->stack, ((struct error_frame){function_of(machine, frame, loc), loc, NULL}));
  while (loc != 0 && machine->program->locs.data[loc].inlined_at != 0) {
    loc = machine->program->locs.data[loc].inlined_at;
    vec_push(&error->stack, ((struct error_frame){function_of(machine, frame, loc), loc, NULL}));
  }
  vec_last(&error->stack).arguments = describe_arguments(machine, frame);
}

static void collect_stack(struct machine *machine, const struct frame *own) {
  const struct ir_ins *ins = machine_current_ins(machine);
  for (const struct frame *frame = machine->state->top; frame; frame = frame->caller) {
    if (frame->code == NULL) break;
    if (frame == own) machine->error.own_frame = (uint32_t)machine->error.stack.count;
    push_frame(machine, frame, ins->loc);
    if (frame->caller != NULL) ins = code_origin(frame->caller->code, frame->call);
  }
}

/* The libc defines some functions under a name of its own, __memrchr, and gives them the public one
   as another. */
static const char *public_name(const struct machine *machine, const struct ir_func *func) {
  const char *name = func->name;
  bool has_prefix = strncmp(name, "__", 2) == 0;
  return has_prefix && ir_find_func(machine->program, name + 2) == func ? name + 2 : name;
}

/* Names the function of the libc that the program called, where the error is in there. */
static void name_callee(const struct machine *machine, struct error *error,
                        const struct own_place *place) {
  if (place->through == NULL || is_synthetic(place->through->name)) return;
  const char *name = public_name(machine, place->through);
  char *message = alloc_format("%s (in %s)", error->message, name);
  free(error->message);
  error->message = message;
}

/* The program may be right; what it would have done next, nobody has seen. */
static void note_unseen(struct machine *machine) {
  char *what = alloc_format("%s: what lies behind was not explored", machine->error.message);
  machine_note_incomplete(machine, what);
  free(what);
}

void error_raise(struct machine *machine, enum error_kind kind, const char *format, ...) {
  struct error *error = &machine->error;
  error_clear(error);
  error->kind = kind;
  va_list arguments;
  va_start(arguments, format);
  error->message = alloc_format_list(format, arguments);
  va_end(arguments);
  struct own_place place = own_place_find(machine);
  name_callee(machine, error, &place);
  collect_stack(machine, place.frame);
  error->loc = place.loc;
  error->key = key_at(machine, kind, &place);
  if (kind == ERROR_EXTERNAL || kind == ERROR_MODEL) note_unseen(machine);
  machine->event = EVENT_ERROR;
}

/* "at file:line"; of a site without debug information "in function". */
static void add_site(const struct machine *machine, uint32_t loc, struct buffer *out) {
  const struct ir_loc *place = &machine->program->locs.data[loc];
  char *const *strings = machine->program->strings.data;
  if (place->line != 0)
    buffer_add(out, "at %s:%u", strings[place->file], place->line);
  else
    buffer_add(out, "in %s", strings[place->function]);
}

void error_describe_object(const struct machine *machine, const struct object *object,
                           struct buffer *out) {
  const char *plural = object->size == 1 ? "" : "s";
  unsigned long long size = object->size;
  if (object->kind == OBJECT_HEAP) {
    buffer_add(out, "heap object (%llu byte%s", size, plural);
    if (object->site != 0) {
      buffer_add(out, ", allocated ");
      add_site(machine, object->site, out);
    }
    if ((object->flags & OBJECT_FREED) && object->freed_site != 0) {
      buffer_add(out, ", freed ");
      add_site(machine, object->freed_site, out);
    }
    buffer_add(out, ")");
  } else if (object->name != 0) {
    buffer_add(out, "'%s' (%llu byte%s)", machine->program->strings.data[object->name], size,
               plural);
  } else {
    buffer_add(out, "%s object (%llu byte%s)", object->kind == OBJECT_STACK ? "stack" : "global",
               size, plural);
  }
}

static void raise_text(struct machine *machine, enum error_kind kind, struct buffer *text) {
  error_raise(machine, kind, "%s", text->text);
  buffer_free(text);
}

void error_raise_access(struct machine *machine, const struct access_fault *fault, uint64_t address,
                        uint64_t size, bool is_write) {
  if (fault->result == ACCESS_SYMBOLIC) { /* no error: concrete code has met symbolic bytes */
    machine->symbolic_address = address;
    machine->symbolic_size = size;
    code_go_careful(machine);
    return;
  }
  if (fault->result == ACCESS_CHOICE) {
    choose_object(machine, fault->object);
    return;
  }
  if (fault->result == ACCESS_UNDEFINED && unknown_define(machine, fault->object)) return;
  if (fault->result == ACCESS_STOPPED) { /* half done: the path cannot go on */
    machine_cut_off(machine);
    return;
  }
  struct buffer text = {0}, what = {0};
  const char *verb = is_write ? "write" : "read";
  const char *plural = size == 1 ? "" : "s";
  unsigned long long bytes = size, where = address;
  if (fault->object != NULL)
    error_describe_object(machine, fault->object, &what);
  else
    buffer_add(&what, fault->result == ACCESS_DEAD_STACK ? "an object of a returned function"
                                                         : "an object freed earlier");
  switch (fault->result) {
  case ACCESS_NULL:
    buffer_add(&text, "null pointer %s of %llu byte%s: address 0x%llx", verb, bytes, plural, where);
    break;
  case ACCESS_BEYOND:
    buffer_add(&text, "out-of-bounds %s of %llu byte%s: offset %lld of %s", verb, bytes, plural,
               (long long)fault->offset, what.text);
    break;
  case ACCESS_FREED:
    buffer_add(&text, "use after free: %s of %llu byte%s at offset %lld of %s", verb, bytes, plural,
               (long long)fault->offset, what.text);
    break;
  case ACCESS_DEAD_STACK:
    if (machine->program->is_microc)
      buffer_add(&text, "dereference of a dead local: %s",
                 fault->object != NULL && fault->object->name != 0
                     ? machine->program->strings.data[fault->object->name]
                     : "its function has returned");
    else
      buffer_add(&text, "use of dead stack object: %s of %llu byte%s at offset %lld of %s", verb,
                 bytes, plural, (long long)fault->offset, what.text);
    break;
  case ACCESS_READ_ONLY: buffer_add(&text, "write to constant %s", what.text); break;
  case ACCESS_UNDEFINED:
    buffer_add(&text, "access to undefined variable '%s'",
               machine->program->strings.data[fault->object->name]);
    break;
  case ACCESS_CODE:
    buffer_add(&text, "wild pointer %s of %llu byte%s: address 0x%llx is a function's", verb, bytes,
               plural, where);
    break;
  default:
    buffer_add(&text, "wild pointer %s of %llu byte%s: address 0x%llx", verb, bytes, plural, where);
  }
  buffer_free(&what);
  raise_text(machine,
             fault->result == ACCESS_READ_ONLY   ? ERROR_READ_ONLY
             : fault->result == ACCESS_UNDEFINED ? ERROR_EXTERNAL
                                                 : ERROR_POINTER,
             &text);
}

/* "file:line:column", or a stand-in where the program has no debug information. */
static void print_loc(const struct machine *machine, uint32_t loc, struct buffer *out) {
  const struct ir_loc *place = &machine->program->locs.data[loc];
  if (loc == 0)
    buffer_add(out, "(no debug information)");
  else
    buffer_add(out, "%s:%u:%u", machine->program->strings.data[place->file], place->line,
               place->column);
}

static void print_stack(const struct machine *machine, const struct error *error,
                        struct buffer *out) {
  for (size_t i = 0; i < error->stack.count; i++) {
    const struct error_frame *frame = &error->stack.data[i];
    const char *name = machine->program->strings.data[frame->function];
    if (is_synthetic(name) && i > 0) continue;
    buffer_add(out, "  %s %s at ", i == 0 ? "in" : "called from", name);
    print_loc(machine, frame->loc, out);
    buffer_add(out, "\n");
  }
}

void error_print_stack(struct machine *machine, struct buffer *out) {
  struct error kept = machine->error;
  memset(&machine->error, 0, sizeof machine->error);
  collect_stack(machine, NULL);
  print_stack(machine, &machine->error, out);
  error_clear(&machine->error);
  machine->error = kept;
}

void error_print(const struct machine *machine, const struct error *error, struct buffer *out) {
  const struct ir_loc *place = &machine->program->locs.data[error->loc];
  if (error->loc != 0) {
    print_loc(machine, error->loc, out);
    buffer_add(out, ": ");
  }
  buffer_add(out, "error: %s [%s]\n", error->message, kind_tags[error->kind]);
  if (error->loc != 0)
    source_print_excerpt(machine->program->strings.data[place->file], place->line, place->column,
                         out);
  print_stack(machine, error, out);
}
