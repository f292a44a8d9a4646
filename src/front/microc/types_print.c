/* Types as text. A type that contains itself gets a name, and an explanation below. */
#include "front/microc/types.h"
#include "util/buffer.h"

#include <stdlib.h>

enum { MAX_SHOWN_DEPTH = 60, MAX_SHOWN_LENGTH = 4000 };

struct printer {
  struct microc_types *types;
  struct buffer *out;
  uint32_t *names; /* per class: 0 for none, else the number in its name */
  bool *is_open;   /* the class is being visited */
  bool *is_seen;   /* it was visited */
  size_t limit;    /* of the text: shared types are written out each time */
  uint32_t name_count;
  VEC(uint32_t) named; /* classes, in the order of their names */
};

/* Calls the visitor on every part of a type. */
static void visit_parts(struct printer *printer, uint32_t type, int depth,
                        void (*visit)(struct printer *printer, uint32_t part, int depth)) {
  const struct microc_type *t = microc_type_get(printer->types, type);
  for (size_t i = 0; i < t->params.count; i++) visit(printer, t->params.data[i], depth);
  for (size_t i = 0; i < t->fields.count; i++) visit(printer, t->fields.data[i].type, depth);
  if (t->kind == MICROC_TYPE_POINTER || t->kind == MICROC_TYPE_ARRAY ||
      t->kind == MICROC_TYPE_FUNCTION)
    visit(printer, t->target, depth);
}

/* Names the classes that contain themselves. Types too deep to be shown are not visited. */
static void find_recursion(struct printer *printer, uint32_t type, int depth) {
  type = microc_type_find(printer->types, type);
  if (printer->names[type] != 0 || depth > MAX_SHOWN_DEPTH) return;
  if (printer->is_open[type]) {
    printer->names[type] = ++printer->name_count;
    vec_push(&printer->named, type);
    return;
  }
  if (printer->is_seen[type]) return;
  printer->is_open[type] = printer->is_seen[type] = true;
  visit_parts(printer, type, depth + 1, find_recursion);
  printer->is_open[type] = false;
}

static void print_type(struct printer *printer, uint32_t type, int depth);

static void print_structure(struct printer *printer, uint32_t type, int depth) {
  const struct microc_type *t = microc_type_get(printer->types, type);
  struct buffer *out = printer->out;
  switch (t->kind) {
  case MICROC_TYPE_OPEN: buffer_add(out, "?"); return;
  case MICROC_TYPE_INT: buffer_add(out, "int"); return;
  case MICROC_TYPE_POINTER:
    buffer_add(out, "&");
    print_type(printer, t->target, depth);
    return;
  case MICROC_TYPE_ARRAY:
    buffer_add(out, "[");
    print_type(printer, t->target, depth);
    buffer_add(out, "]");
    return;
  case MICROC_TYPE_RECORD:
    buffer_add(out, "{");
    for (size_t i = 0; i < t->fields.count; i++) {
      const struct microc_type_field *field = &t->fields.data[i];
      buffer_add(out, "%s%s%s: ", i > 0 ? ", " : "", field->name,
                 field->literal_count < t->literal_count ? "?" : "");
      print_type(printer, field->type, depth);
    }
    buffer_add(out, "}");
    return;
  default:
    buffer_add(out, "(");
    for (size_t i = 0; i < t->params.count; i++) {
      if (i > 0) buffer_add(out, ", ");
      print_type(printer, t->params.data[i], depth);
    }
    buffer_add(out, ") -> ");
    print_type(printer, t->target, depth);
  }
}

static void print_type(struct printer *printer, uint32_t type, int depth) {
  type = microc_type_find(printer->types, type);
  if (printer->names[type] != 0)
    buffer_add(printer->out, "t%u", printer->names[type]);
  else if (depth > MAX_SHOWN_DEPTH || printer->out->length > printer->limit)
    buffer_add(printer->out, "…");
  else
    print_structure(printer, type, depth + 1);
}

static void print_decl(struct printer *printer, const struct microc_decl *decl,
                       const char *indent) {
  find_recursion(printer, decl->type, 0);
  buffer_add(printer->out, "%s%s: ", indent, decl->name);
  printer->limit = printer->out->length + MAX_SHOWN_LENGTH;
  print_type(printer, decl->type, 0);
  buffer_add(printer->out, "\n");
}

void microc_print_types(const struct microc_program *program, struct microc_types *types,
                        struct buffer *out) {
  struct printer printer = {.types = types, .out = out};
  printer.names = alloc_zeroed((types->list.count + 1) * sizeof *printer.names);
  printer.is_open = alloc_zeroed(types->list.count + 1);
  printer.is_seen = alloc_zeroed(types->list.count + 1);
  for (size_t i = 0; i < program->functions.count; i++) {
    const struct microc_function *function = program->functions.data[i];
    print_decl(&printer, &function->decl, "");
    for (uint32_t k = 0; k < function->local_count; k++)
      print_decl(&printer, function->locals[k], "  ");
  }
  for (size_t i = 0; i < printer.named.count; i++) {
    buffer_add(out, "t%zu = ", i + 1);
    printer.limit = out->length + MAX_SHOWN_LENGTH;
    print_structure(&printer, printer.named.data[i], 0);
    buffer_add(out, "\n");
  }
  free(printer.names);
  free(printer.is_open);
  free(printer.is_seen);
  vec_free(&printer.named);
}
