/* The syntax tree as JSON: one object per node with its kind, its place and its parts. */
#include "front/microc/ast.h"
#include "front/microc/format.h"
#include "util/buffer.h"
#include "util/json.h"

static void begin(struct json *json, const char *key, const char *kind, struct microc_place at) {
  json_begin_object(json, key);
  json_add_string(json, "kind", kind);
  json_add_number(json, "line", at.line);
  json_add_number(json, "column", at.column);
}

static void write_expr(struct json *json, const char *key, const struct microc_expr *expr) {
  static const char *const kinds[] = {"number", "name",  "input",  "null",   "alloc",
                                      "ref",    "deref", "not",    "binary", "field",
                                      "index",  "call",  "record", "array"};
  begin(json, key, kinds[expr->kind], expr->at);
  if (expr->kind == MICROC_NUMBER) json_add_signed(json, "value", expr->number);
  if (expr->name) json_add_string(json, "name", expr->name);
  if (expr->kind == MICROC_BINARY)
    json_add_string(json, "operator", microc_operator_text(expr->op));
  if (expr->kind == MICROC_BINARY) {
    write_expr(json, "left", expr->a);
    write_expr(json, "right", expr->b);
  } else if (expr->kind == MICROC_INDEX) {
    write_expr(json, "array", expr->a);
    write_expr(json, "index", expr->b);
  } else if (expr->a) {
    write_expr(json,
               expr->kind == MICROC_CALL    ? "function"
               : expr->kind == MICROC_FIELD ? "record"
                                            : "operand",
               expr->a);
  }
  if (expr->kind >= MICROC_CALL) {
    json_begin_array(json, expr->kind == MICROC_CALL     ? "arguments"
                           : expr->kind == MICROC_RECORD ? "fields"
                                                         : "elements");
    for (uint32_t i = 0; i < expr->item_count; i++) {
      if (expr->kind != MICROC_RECORD) {
        write_expr(json, NULL, expr->items[i]);
        continue;
      }
      json_begin_object(json, NULL);
      json_add_string(json, "name", expr->names[i].text);
      write_expr(json, "value", expr->items[i]);
      json_end_object(json);
    }
    json_end_array(json);
  }
  json_end_object(json);
}

static void write_stmts(struct json *json, const char *key, struct microc_stmt **stmts,
                        uint32_t count);

static void write_stmt(struct json *json, const char *key, const struct microc_stmt *stmt) {
  static const char *const kinds[] = {"assign", "output", "if", "while", "block"};
  begin(json, key, kinds[stmt->kind], stmt->at);
  if (stmt->target) write_expr(json, "target", stmt->target);
  if (stmt->value) {
    bool is_condition = stmt->kind == MICROC_IF || stmt->kind == MICROC_WHILE;
    write_expr(json, is_condition ? "condition" : "value", stmt->value);
  }
  if (stmt->then) write_stmt(json, stmt->kind == MICROC_IF ? "then" : "body", stmt->then);
  if (stmt->otherwise) write_stmt(json, "else", stmt->otherwise);
  if (stmt->kind == MICROC_BLOCK) write_stmts(json, "statements", stmt->items, stmt->item_count);
  json_end_object(json);
}

static void write_stmts(struct json *json, const char *key, struct microc_stmt **stmts,
                        uint32_t count) {
  json_begin_array(json, key);
  for (uint32_t i = 0; i < count; i++) write_stmt(json, NULL, stmts[i]);
  json_end_array(json);
}

static void write_names(struct json *json, const char *key, const struct microc_function *function,
                        uint32_t first, uint32_t end) {
  json_begin_array(json, key);
  for (uint32_t i = first; i < end; i++) {
    json_begin_object(json, NULL);
    json_add_string(json, "name", function->locals[i]->name);
    json_add_number(json, "line", function->locals[i]->at.line);
    json_add_number(json, "column", function->locals[i]->at.column);
    json_end_object(json);
  }
  json_end_array(json);
}

static void write_function(struct json *json, const struct microc_function *function) {
  begin(json, NULL, "function", function->decl.at);
  json_add_string(json, "name", function->decl.name);
  write_names(json, "parameters", function, 0, function->param_count);
  write_names(json, "variables", function, function->param_count, function->local_count);
  write_stmts(json, "body", function->body, function->body_count);
  write_expr(json, "return", function->result);
  json_end_object(json);
}

struct writing {
  struct json *json;
  const struct microc_program *program;
};

static void write_functions(void *context) {
  const struct writing *writing = context;
  for (size_t i = 0; i < writing->program->functions.count; i++)
    write_function(writing->json, writing->program->functions.data[i]);
}

void microc_write_json(const struct microc_program *program, struct buffer *out) {
  struct json json = {.out = out};
  json_begin_object(&json, NULL);
  json_add_string(&json, "file", program->path);
  json_begin_array(&json, "functions");
  microc_walk(program, write_functions, &(struct writing){&json, program});
  json_end_array(&json);
  json_end_object(&json);
}
