/* Expressions as text. Parentheses stand where the tree needs them and nowhere else, with one
   exception: `alloc`, which takes all that follows, always has them as an operand. */
#include "front/microc/ast.h"
#include "front/microc/format.h"
#include "util/buffer.h"

enum { LEVEL_WHOLE = 0, LEVEL_UNARY = 8, LEVEL_POSTFIX = 9 };

static void print_expr(const struct microc_expr *expr, int least, struct buffer *out);

/* How tightly the expression's own syntax binds. */
static int level_of(const struct microc_expr *expr) {
  switch (expr->kind) {
  case MICROC_BINARY: return microc_operator_precedence(expr->op);
  case MICROC_ALLOC: return LEVEL_WHOLE;
  case MICROC_DEREF:
  case MICROC_NOT:
  case MICROC_REF:
  case MICROC_INPUT:
  case MICROC_RECORD: /* a statement that began with a brace would be a block */
  case MICROC_NULL: return LEVEL_UNARY;
  default: return LEVEL_POSTFIX;
  }
}

static void print_items(const struct microc_expr *expr, const char *open, const char *close,
                        struct buffer *out) {
  buffer_add(out, "%s", open);
  for (uint32_t i = 0; i < expr->item_count; i++) {
    if (i > 0) buffer_add(out, ", ");
    if (expr->names) buffer_add(out, "%s: ", expr->names[i].text);
    print_expr(expr->items[i], LEVEL_WHOLE, out);
  }
  buffer_add(out, "%s", close);
}

static void print_prefix(const char *text, const struct microc_expr *operand, int least,
                         struct buffer *out) {
  buffer_add(out, "%s", text);
  print_expr(operand, least, out);
}

static void print_binary(const struct microc_expr *expr, struct buffer *out) {
  int level = level_of(expr);
  print_expr(expr->a, level, out);
  buffer_add(out, " %s ", microc_operator_text(expr->op));
  print_expr(expr->b, level + 1, out);
}

static void print_bare(const struct microc_expr *expr, struct buffer *out) {
  switch (expr->kind) {
  case MICROC_NUMBER: buffer_add(out, "%d", expr->number); break;
  case MICROC_NAME: buffer_add(out, "%s", expr->name); break;
  case MICROC_INPUT: buffer_add(out, "input"); break;
  case MICROC_NULL: buffer_add(out, "null"); break;
  case MICROC_REF: buffer_add(out, "&%s", expr->name); break;
  case MICROC_ALLOC: print_prefix("alloc ", expr->a, LEVEL_WHOLE, out); break;
  case MICROC_DEREF: print_prefix("*", expr->a, LEVEL_UNARY, out); break;
  case MICROC_NOT: print_prefix("!", expr->a, LEVEL_UNARY, out); break;
  case MICROC_BINARY: print_binary(expr, out); break;
  case MICROC_FIELD:
    print_expr(expr->a, LEVEL_POSTFIX, out);
    buffer_add(out, ".%s", expr->name);
    break;
  case MICROC_INDEX:
    print_expr(expr->a, LEVEL_POSTFIX, out);
    print_prefix("[", expr->b, LEVEL_WHOLE, out);
    buffer_add(out, "]");
    break;
  case MICROC_CALL:
    print_expr(expr->a, LEVEL_POSTFIX, out);
    print_items(expr, "(", ")", out);
    break;
  case MICROC_RECORD: print_items(expr, "{", "}", out); break;
  default: print_items(expr, "[", "]", out);
  }
}

static void print_expr(const struct microc_expr *expr, int least, struct buffer *out) {
  bool has_parentheses = level_of(expr) < least;
  if (has_parentheses) buffer_add(out, "(");
  print_bare(expr, out);
  if (has_parentheses) buffer_add(out, ")");
}

void microc_format_expr(const struct microc_expr *expr, struct buffer *out) {
  print_expr(expr, LEVEL_WHOLE, out);
}
