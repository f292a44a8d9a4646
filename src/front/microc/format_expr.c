/* Expressions as text. Parentheses are printed only where the tree needs them, so the text nests no
   deeper than the one that was read. Two things depend on more than precedence: `alloc` takes
   everything that follows, so as an operand it needs parentheses unless nothing follows; and a
   record at the beginning of a statement would be read as a block. */
#include "front/microc/ast.h"
#include "front/microc/format.h"
#include "util/buffer.h"

enum { LEVEL_WHOLE = 0, LEVEL_UNARY = 8, LEVEL_POSTFIX = 9 };

/* Where an expression occurs. */
struct context {
  int least;     /* the lowest level that needs no parentheses */
  bool is_first; /* nothing precedes it in its statement */
  bool is_last;  /* nothing follows it in its brackets */
};

static const struct context alone = {LEVEL_WHOLE, false, true};

static void print_expr(const struct microc_expr *expr, struct context context, struct buffer *out);

/* How tightly the expression's own syntax binds. */
static int level_of(const struct microc_expr *expr) {
  switch (expr->kind) {
  case MICROC_BINARY: return microc_operator_precedence(expr->op);
  case MICROC_ALLOC:
  case MICROC_DEREF:
  case MICROC_NOT:
  case MICROC_REF:
  case MICROC_INPUT:
  case MICROC_NULL: return LEVEL_UNARY;
  default: return LEVEL_POSTFIX;
  }
}

static bool needs_parentheses(const struct microc_expr *expr, struct context context) {
  if (expr->kind == MICROC_ALLOC && !context.is_last) return true;
  if (expr->kind == MICROC_RECORD && context.is_first) return true;
  return level_of(expr) < context.least;
}

static void print_items(const struct microc_expr *expr, const char *open, const char *close,
                        struct buffer *out) {
  buffer_add(out, "%s", open);
  for (uint32_t i = 0; i < expr->item_count; i++) {
    if (i > 0) buffer_add(out, ", ");
    if (expr->names) buffer_add(out, "%s: ", expr->names[i].text);
    print_expr(expr->items[i], alone, out);
  }
  buffer_add(out, "%s", close);
}

static void print_prefix(const char *text, const struct microc_expr *operand,
                         struct context context, struct buffer *out) {
  context.least = LEVEL_UNARY;
  context.is_first = false;
  buffer_add(out, "%s", text);
  print_expr(operand, context, out);
}

static void print_binary(const struct microc_expr *expr, struct context context,
                         struct buffer *out) {
  int level = level_of(expr);
  print_expr(expr->a, (struct context){level, context.is_first, false}, out);
  buffer_add(out, " %s ", microc_operator_text(expr->op));
  print_expr(expr->b, (struct context){level + 1, false, context.is_last}, out);
}

/* The expression before a dot or bracket. */
static void print_base(const struct microc_expr *expr, struct context context, struct buffer *out) {
  print_expr(expr->a, (struct context){LEVEL_POSTFIX, context.is_first, false}, out);
}

static void print_bare(const struct microc_expr *expr, struct context context, struct buffer *out) {
  switch (expr->kind) {
  case MICROC_NUMBER: buffer_add(out, "%d", expr->number); break;
  case MICROC_NAME: buffer_add(out, "%s", expr->name); break;
  case MICROC_INPUT: buffer_add(out, "input"); break;
  case MICROC_NULL: buffer_add(out, "null"); break;
  case MICROC_REF: buffer_add(out, "&%s", expr->name); break;
  case MICROC_ALLOC:
    buffer_add(out, "alloc ");
    print_expr(expr->a, alone, out);
    break;
  case MICROC_DEREF: print_prefix("*", expr->a, context, out); break;
  case MICROC_NOT: print_prefix("!", expr->a, context, out); break;
  case MICROC_BINARY: print_binary(expr, context, out); break;
  case MICROC_FIELD:
    print_base(expr, context, out);
    buffer_add(out, ".%s", expr->name);
    break;
  case MICROC_INDEX:
    print_base(expr, context, out);
    buffer_add(out, "[");
    print_expr(expr->b, alone, out);
    buffer_add(out, "]");
    break;
  case MICROC_CALL:
    print_base(expr, context, out);
    print_items(expr, "(", ")", out);
    break;
  case MICROC_RECORD: print_items(expr, "{", "}", out); break;
  default: print_items(expr, "[", "]", out);
  }
}

static void print_expr(const struct microc_expr *expr, struct context context, struct buffer *out) {
  bool has_parentheses = needs_parentheses(expr, context);
  if (has_parentheses) {
    buffer_add(out, "(");
    context = alone;
  }
  print_bare(expr, context, out);
  if (has_parentheses) buffer_add(out, ")");
}

void microc_format_expr(const struct microc_expr *expr, struct buffer *out) {
  print_expr(expr, alone, out);
}

void microc_format_target(const struct microc_expr *expr, struct buffer *out) {
  print_expr(expr, (struct context){LEVEL_WHOLE, true, false}, out);
}
