/* Programs as text: two spaces per level, one statement per line. Comments are not part of the
   tree; they are inserted by their places: on a line of their own before the next statement, or
   after the statement on whose last line they are. */
#include "front/microc/format.h"

#include "front/microc/ast.h"
#include "util/buffer.h"

struct printer {
  const struct microc_program *program;
  struct buffer *out;
  size_t comment; /* the next one to print */
  int depth;
  uint32_t last_line; /* the last line of the source that was printed */
  bool is_line_open;  /* the line break is still missing, after the comments of that line */
  uint32_t open_line; /* of the source */
};

static bool is_before(struct microc_place a, struct microc_place b) {
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* The next comment, if it is before the place. */
static const struct microc_comment *next_comment(const struct printer *printer,
                                                 struct microc_place before) {
  if (printer->comment == printer->program->comments.count) return NULL;
  const struct microc_comment *comment = &printer->program->comments.data[printer->comment];
  return is_before(comment->at, before) ? comment : NULL;
}

static void note_line(struct printer *printer, uint32_t line) {
  if (line > printer->last_line) printer->last_line = line;
}

/* The line is complete except for comments after the place in the same line. */
static void end_line(struct printer *printer, struct microc_place end) {
  note_line(printer, end.line);
  printer->is_line_open = true;
  printer->open_line = end.line;
}

/* Ends the open line; what comes next is at the place. */
static void close_line(struct printer *printer, struct microc_place before) {
  if (!printer->is_line_open) return;
  printer->is_line_open = false;
  const struct microc_comment *comment;
  while ((comment = next_comment(printer, before)) != NULL &&
         comment->at.line == printer->open_line && comment->end.line == comment->at.line) {
    buffer_add(printer->out, " %s", comment->text);
    printer->comment++;
    if (comment->is_line) break;
  }
  buffer_add(printer->out, "\n");
}

/* `line` is that of the source; if lines were skipped there, one is left blank here. */
static void begin_line(struct printer *printer, uint32_t line) {
  if (printer->last_line != 0 && line > printer->last_line + 1) buffer_add(printer->out, "\n");
  buffer_add(printer->out, "%*s", printer->depth * 2, "");
}

/* Ends the open line and prints the comments before the place, on lines of their own. */
static void print_comments(struct printer *printer, struct microc_place before) {
  const struct microc_comment *comment;
  close_line(printer, before);
  for (; (comment = next_comment(printer, before)) != NULL; printer->comment++) {
    begin_line(printer, comment->at.line);
    buffer_add(printer->out, "%s\n", comment->text);
    note_line(printer, comment->end.line);
  }
}

static void print_stmt(struct printer *printer, const struct microc_stmt *stmt);
static void print_tail(struct printer *printer, const struct microc_stmt *stmt);

/* "{", the statements, and "}" without the line break. */
static void print_block(struct printer *printer, const struct microc_stmt *block) {
  buffer_add(printer->out, "{");
  end_line(printer, block->at);
  printer->depth++;
  printer->last_line = 0; /* no blank line at the top */
  for (uint32_t i = 0; i < block->item_count; i++) print_stmt(printer, block->items[i]);
  print_comments(printer, block->end);
  printer->depth--;
  begin_line(printer, 0);
  buffer_add(printer->out, "}");
  note_line(printer, block->end.line);
}

/* A branch or body, after its condition or `else`. True if its line is not ended. */
static bool print_inner(struct printer *printer, const struct microc_stmt *stmt) {
  if (stmt->kind == MICROC_BLOCK) {
    buffer_add(printer->out, " ");
    print_block(printer, stmt);
    return true;
  }
  end_line(printer, (struct microc_place){0, 0});
  printer->last_line = 0;
  printer->depth++;
  print_stmt(printer, stmt);
  printer->depth--;
  return false;
}

static void print_else(struct printer *printer, const struct microc_stmt *otherwise,
                       bool is_line_open) {
  if (is_line_open)
    buffer_add(printer->out, " ");
  else {
    print_comments(printer, otherwise->at);
    begin_line(printer, 0);
  }
  buffer_add(printer->out, "else");
  if (otherwise->kind == MICROC_IF) {
    buffer_add(printer->out, " ");
    print_tail(printer, otherwise);
  } else if (print_inner(printer, otherwise))
    end_line(printer, otherwise->end);
}

/* A statement whose line has been begun. */
static void print_tail(struct printer *printer, const struct microc_stmt *stmt) {
  struct buffer *out = printer->out;
  switch (stmt->kind) {
  case MICROC_ASSIGN:
    microc_format_target(stmt->target, out);
    buffer_add(out, " = ");
    microc_format_expr(stmt->value, out);
    buffer_add(out, ";");
    end_line(printer, stmt->end);
    break;
  case MICROC_OUTPUT:
    buffer_add(out, "output ");
    microc_format_expr(stmt->value, out);
    buffer_add(out, ";");
    end_line(printer, stmt->end);
    break;
  case MICROC_BLOCK:
    print_block(printer, stmt);
    end_line(printer, stmt->end);
    break;
  default: {
    buffer_add(out, stmt->kind == MICROC_IF ? "if (" : "while (");
    microc_format_expr(stmt->value, out);
    buffer_add(out, ")");
    bool is_line_open = print_inner(printer, stmt->then);
    if (stmt->otherwise)
      print_else(printer, stmt->otherwise, is_line_open);
    else if (is_line_open)
      end_line(printer, stmt->then->end);
  }
  }
}

static void print_stmt(struct printer *printer, const struct microc_stmt *stmt) {
  print_comments(printer, stmt->at);
  begin_line(printer, stmt->at.line);
  print_tail(printer, stmt);
}

static void print_names(struct printer *printer, const struct microc_function *function,
                        uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    buffer_add(printer->out, "%s%s", i > 0 ? ", " : "", function->locals[first + i]->name);
}

static void print_function(struct printer *printer, const struct microc_function *function) {
  print_comments(printer, function->decl.at);
  begin_line(printer, function->decl.at.line);
  buffer_add(printer->out, "%s(", function->decl.name);
  print_names(printer, function, 0, function->param_count);
  buffer_add(printer->out, ") {");
  end_line(printer, function->open_at);
  printer->depth++;
  printer->last_line = 0;
  for (uint32_t i = 0; i < function->var_stmt_count; i++) {
    const struct microc_var_stmt *stmt = &function->var_stmts[i];
    print_comments(printer, stmt->at);
    begin_line(printer, stmt->at.line);
    buffer_add(printer->out, "var ");
    print_names(printer, function, stmt->first, stmt->count);
    buffer_add(printer->out, ";");
    end_line(printer, stmt->end);
  }
  for (uint32_t i = 0; i < function->body_count; i++) print_stmt(printer, function->body[i]);
  print_comments(printer, function->return_at);
  begin_line(printer, function->return_at.line);
  buffer_add(printer->out, "return ");
  microc_format_expr(function->result, printer->out);
  buffer_add(printer->out, ";");
  end_line(printer, function->return_end);
  print_comments(printer, function->end);
  printer->depth--;
  buffer_add(printer->out, "}");
  end_line(printer, function->end);
}

static void print_functions(void *context) {
  struct printer *printer = context;
  for (size_t i = 0; i < printer->program->functions.count; i++) {
    const struct microc_function *function = printer->program->functions.data[i];
    close_line(printer, function->decl.at);
    if (i > 0) buffer_add(printer->out, "\n");
    printer->last_line = 0;
    print_function(printer, function);
  }
}

void microc_format(const struct microc_program *program, struct buffer *out) {
  struct printer printer = {.program = program, .out = out};
  buffer_add(out, "%s", "");
  microc_walk(program, print_functions, &printer);
  print_comments(&printer, (struct microc_place){UINT32_MAX, UINT32_MAX});
}
