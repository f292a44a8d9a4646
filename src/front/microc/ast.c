/* The syntax tree's arena, its constructors and the comparison of two trees. Walks recurse:
   MICROC_MAX_DEPTH bounds them. */
#include "front/microc/ast.h"

#include "util/deep_stack.h"

#include <stdlib.h>
#include <string.h>

struct microc_chunk {
  struct microc_chunk *next;
  size_t used, size;
  _Alignas(16) char bytes[];
};

enum { CHUNK_SIZE = 1 << 16 };

struct microc_program *microc_program_new(const char *path) {
  struct microc_program *program = alloc_zeroed(sizeof *program);
  program->path = microc_copy_text(program, path, strlen(path));
  return program;
}

void microc_program_free(struct microc_program *program) {
  if (program == NULL) return;
  while (program->chunks) {
    struct microc_chunk *next = program->chunks->next;
    free(program->chunks);
    program->chunks = next;
  }
  vec_free(&program->functions);
  vec_free(&program->comments);
  free(program);
}

void *microc_take(struct microc_program *program, size_t size) {
  size = (size + 15) / 16 * 16;
  struct microc_chunk *chunk = program->chunks;
  if (chunk == NULL || chunk->size - chunk->used < size) {
    size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
    chunk = alloc_bytes(sizeof *chunk + room);
    *chunk = (struct microc_chunk){.next = program->chunks, .size = room};
    program->chunks = chunk;
  }
  void *memory = chunk->bytes + chunk->used;
  chunk->used += size;
  memset(memory, 0, size);
  return memory;
}

void *microc_copy(struct microc_program *program, const void *data, size_t size) {
  if (size == 0) return NULL;
  void *copy = microc_take(program, size);
  memcpy(copy, data, size);
  return copy;
}

const char *microc_copy_text(struct microc_program *program, const char *text, size_t length) {
  char *copy = microc_take(program, length + 1);
  memcpy(copy, text, length);
  return copy;
}

struct microc_expr *microc_new_expr(struct microc_program *program, enum microc_expr_kind kind,
                                    struct microc_place at) {
  struct microc_expr *expr = microc_take(program, sizeof *expr);
  expr->kind = kind;
  expr->at = at;
  expr->depth = 1;
  return expr;
}

struct microc_stmt *microc_new_stmt(struct microc_program *program, enum microc_stmt_kind kind,
                                    struct microc_place at) {
  struct microc_stmt *stmt = microc_take(program, sizeof *stmt);
  stmt->kind = kind;
  stmt->at = at;
  return stmt;
}

bool microc_finish_expr(struct microc_expr *expr) {
  unsigned depth = 0;
  if (expr->a && expr->a->depth > depth) depth = expr->a->depth;
  if (expr->b && expr->b->depth > depth) depth = expr->b->depth;
  for (uint32_t i = 0; i < expr->item_count; i++)
    if (expr->items[i]->depth > depth) depth = expr->items[i]->depth;
  expr->depth = (uint16_t)(depth + 1);
  return expr->depth <= MICROC_MAX_DEPTH;
}

const char *microc_operator_text(enum microc_operator op) {
  static const char *const texts[] = {
#define X(name, text, precedence) text,
      MICROC_OPERATORS(X)
#undef X
  };
  return texts[op];
}

int microc_operator_precedence(enum microc_operator op) {
  static const int precedences[] = {
#define X(name, text, precedence) precedence,
      MICROC_OPERATORS(X)
#undef X
  };
  return precedences[op];
}

struct microc_function *microc_find_function(const struct microc_program *program,
                                             const char *name) {
  for (size_t i = 0; i < program->functions.count; i++)
    if (strcmp(program->functions.data[i]->decl.name, name) == 0) return program->functions.data[i];
  return NULL;
}

void microc_walk(const struct microc_program *program, void (*walk)(void *context), void *context) {
  enum { SHALLOW = 300 }; /* fits on any stack */
  if (program->deepest <= SHALLOW)
    walk(context);
  else
    deep_stack_call(walk, context);
}

static bool is_same_text(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool is_same_expr(const struct microc_expr *a, const struct microc_expr *b) {
  if (a == NULL || b == NULL) return a == b;
  if (a->kind != b->kind || a->op != b->op || a->number != b->number ||
      a->item_count != b->item_count || !is_same_text(a->name, b->name))
    return false;
  if (!is_same_expr(a->a, b->a) || !is_same_expr(a->b, b->b)) return false;
  for (uint32_t i = 0; i < a->item_count; i++) {
    if (!is_same_expr(a->items[i], b->items[i])) return false;
    if (a->names && !is_same_text(a->names[i].text, b->names[i].text)) return false;
  }
  return true;
}

static bool is_same_stmt(const struct microc_stmt *a, const struct microc_stmt *b) {
  if (a == NULL || b == NULL) return a == b;
  if (a->kind != b->kind || a->item_count != b->item_count) return false;
  if (!is_same_expr(a->target, b->target) || !is_same_expr(a->value, b->value) ||
      !is_same_stmt(a->then, b->then) || !is_same_stmt(a->otherwise, b->otherwise))
    return false;
  for (uint32_t i = 0; i < a->item_count; i++)
    if (!is_same_stmt(a->items[i], b->items[i])) return false;
  return true;
}

static bool is_same_function(const struct microc_function *a, const struct microc_function *b) {
  if (strcmp(a->decl.name, b->decl.name) != 0 || a->param_count != b->param_count ||
      a->local_count != b->local_count || a->var_stmt_count != b->var_stmt_count ||
      a->body_count != b->body_count)
    return false;
  for (uint32_t i = 0; i < a->local_count; i++)
    if (strcmp(a->locals[i]->name, b->locals[i]->name) != 0) return false;
  for (uint32_t i = 0; i < a->var_stmt_count; i++)
    if (a->var_stmts[i].count != b->var_stmts[i].count) return false;
  for (uint32_t i = 0; i < a->body_count; i++)
    if (!is_same_stmt(a->body[i], b->body[i])) return false;
  return is_same_expr(a->result, b->result);
}

bool microc_is_same_program(const struct microc_program *a, const struct microc_program *b) {
  if (a->functions.count != b->functions.count) return false;
  for (size_t i = 0; i < a->functions.count; i++)
    if (!is_same_function(a->functions.data[i], b->functions.data[i])) return false;
  return true;
}
