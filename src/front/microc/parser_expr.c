/* Expressions: precedence climbing over the table of operators in ast.h, then prefix and
   postfix operators.

   `alloc` takes the whole expression that follows. A minus sign where an operand is expected
   belongs to the number after it: microc has negative literals, no unary minus. */
#include "front/microc/parser_state.h"

#include <stdlib.h>
#include <string.h>

static struct microc_expr *parse_unary(struct microc_parser *parser);

static struct microc_expr *new_expr(struct microc_parser *parser, enum microc_expr_kind kind) {
  return microc_new_expr(parser->program, kind, parser->lexer.token.at);
}

static struct microc_expr *finish(struct microc_parser *parser, struct microc_expr *expr) {
  bool is_fine = microc_finish_expr(expr);
  if (expr->depth > parser->program->deepest) parser->program->deepest = expr->depth;
  if (!is_fine && !parser->is_lost)
    microc_parser_fail(parser, expr->at, "this expression has more than %d operators in a row",
                       MICROC_MAX_DEPTH);
  return expr;
}

/* The binary operator of the token; MICROC_OPERATOR_COUNT for none. */
static enum microc_operator operator_of(enum microc_token_kind kind) {
  switch (kind) {
  case MICROC_TOKEN_OR: return MICROC_OR;
  case MICROC_TOKEN_AND: return MICROC_AND;
  case MICROC_TOKEN_EQ: return MICROC_EQ;
  case MICROC_TOKEN_NE: return MICROC_NE;
  case MICROC_TOKEN_GT: return MICROC_GT;
  case MICROC_TOKEN_LT: return MICROC_LT;
  case MICROC_TOKEN_GE: return MICROC_GE;
  case MICROC_TOKEN_LE: return MICROC_LE;
  case MICROC_TOKEN_PLUS: return MICROC_ADD;
  case MICROC_TOKEN_MINUS: return MICROC_SUB;
  case MICROC_TOKEN_STAR: return MICROC_MUL;
  case MICROC_TOKEN_SLASH: return MICROC_DIV;
  default: return MICROC_OPERATOR_COUNT;
  }
}

static struct microc_expr *parse_binary(struct microc_parser *parser, int least) {
  struct microc_expr *left = parse_unary(parser);
  while (!parser->is_lost) {
    enum microc_operator op = operator_of(parser->lexer.token.kind);
    if (op == MICROC_OPERATOR_COUNT || microc_operator_precedence(op) < least) break;
    struct microc_expr *expr = new_expr(parser, MICROC_BINARY);
    microc_lexer_advance(&parser->lexer);
    expr->op = (uint8_t)op;
    expr->a = left;
    expr->b = parse_binary(parser, microc_operator_precedence(op) + 1);
    left = finish(parser, expr);
  }
  return left;
}

/* Levels are counted by parse_unary, which every nested expression passes. */
struct microc_expr *microc_parse_expr(struct microc_parser *parser) {
  return parse_binary(parser, 0);
}

static struct microc_expr *parse_number(struct microc_parser *parser) {
  struct microc_expr *expr = new_expr(parser, MICROC_NUMBER);
  bool is_negative = parser_is_at(parser, MICROC_TOKEN_MINUS);
  if (is_negative) microc_lexer_advance(&parser->lexer);
  const struct microc_token *token = &parser->lexer.token;
  int64_t value = 0;
  for (size_t i = 0; i < token->length && value <= INT32_MAX; i++)
    value = value * 10 + (token->text[i] - '0');
  if (is_negative) value = -value;
  if (value > INT32_MAX || value < INT32_MIN) {
    microc_error(parser->messages, expr->at, "a number is from %d to %d", INT32_MIN, INT32_MAX);
    value = 0;
  }
  expr->number = (int32_t)value;
  microc_lexer_advance(&parser->lexer);
  return expr;
}

/* Expressions separated by commas, up to and including the closing token. With `names`, each is
   NAME: EXPR. */
static void parse_items(struct microc_parser *parser, struct microc_expr *expr,
                        enum microc_token_kind close, const char *context, bool has_names) {
  VEC(struct microc_expr *) items = {0};
  VEC(struct microc_field_name) names = {0};
  while (!parser->is_lost && !parser_is_at(parser, close)) {
    if (has_names) {
      struct microc_field_name name = {.at = parser->lexer.token.at};
      name.text = microc_parser_take_name(parser, "a field's name");
      microc_parser_expect(parser, MICROC_TOKEN_COLON, "behind a field's name");
      vec_push(&names, name);
    }
    vec_push(&items, microc_parse_expr(parser));
    if (!microc_parser_accept(parser, MICROC_TOKEN_COMMA)) break;
    if (parser_is_at(parser, close))
      microc_parser_fail(parser, parser->lexer.token.at, "expected an expression behind ','");
  }
  microc_parser_expect(parser, close, context);
  expr->item_count = (uint32_t)items.count;
  expr->items = microc_copy(parser->program, items.data, items.count * sizeof *items.data);
  expr->names = microc_copy(parser->program, names.data, names.count * sizeof *names.data);
  vec_free(&items);
  vec_free(&names);
}

static struct microc_expr *parse_list(struct microc_parser *parser, enum microc_expr_kind kind) {
  struct microc_expr *expr = new_expr(parser, kind);
  microc_lexer_advance(&parser->lexer);
  if (kind == MICROC_RECORD)
    parse_items(parser, expr, MICROC_TOKEN_CLOSE_BRACE, "at the end of the record", true);
  else
    parse_items(parser, expr, MICROC_TOKEN_CLOSE_BRACKET, "at the end of the array", false);
  return finish(parser, expr);
}

static struct microc_expr *parse_primary(struct microc_parser *parser) {
  struct microc_expr *expr;
  switch (parser->lexer.token.kind) {
  case MICROC_TOKEN_NUMBER: return parse_number(parser);
  case MICROC_TOKEN_NAME:
    expr = new_expr(parser, MICROC_NAME);
    expr->name = microc_parser_take_name(parser, "a name");
    return expr;
  case MICROC_TOKEN_OPEN:
    microc_lexer_advance(&parser->lexer);
    expr = microc_parse_expr(parser);
    microc_parser_expect(parser, MICROC_TOKEN_CLOSE, "to close the parenthesis");
    return expr;
  case MICROC_TOKEN_OPEN_BRACE: return parse_list(parser, MICROC_RECORD);
  case MICROC_TOKEN_OPEN_BRACKET: return parse_list(parser, MICROC_ARRAY);
  case MICROC_TOKEN_MINUS:
    if (microc_lexer_is_before_number(&parser->lexer)) return parse_number(parser);
    microc_parser_fail(parser, parser->lexer.token.at,
                       "there is no unary minus: write '0 - …', or a literal such as -1");
    break;
  default:
    microc_parser_fail(parser, parser->lexer.token.at, "expected an expression, not %s",
                       microc_token_name(parser->lexer.token.kind));
  }
  return new_expr(parser, MICROC_NUMBER);
}

static struct microc_expr *parse_postfix(struct microc_parser *parser) {
  struct microc_expr *left = parse_primary(parser);
  while (!parser->is_lost) {
    enum microc_token_kind kind = parser->lexer.token.kind;
    struct microc_expr *expr;
    if (kind == MICROC_TOKEN_DOT) {
      expr = new_expr(parser, MICROC_FIELD);
      microc_lexer_advance(&parser->lexer);
      expr->name_at = parser->lexer.token.at;
      expr->name = microc_parser_take_name(parser, "a field's name behind '.'");
    } else if (kind == MICROC_TOKEN_OPEN_BRACKET) {
      expr = new_expr(parser, MICROC_INDEX);
      microc_lexer_advance(&parser->lexer);
      expr->b = microc_parse_expr(parser);
      microc_parser_expect(parser, MICROC_TOKEN_CLOSE_BRACKET, "behind an index");
    } else if (kind == MICROC_TOKEN_OPEN) {
      expr = new_expr(parser, MICROC_CALL);
      microc_lexer_advance(&parser->lexer);
      parse_items(parser, expr, MICROC_TOKEN_CLOSE, "at the end of the arguments", false);
    } else
      break;
    expr->a = left;
    left = finish(parser, expr);
  }
  return left;
}

static struct microc_expr *parse_prefix(struct microc_parser *parser, enum microc_expr_kind kind) {
  struct microc_expr *expr = new_expr(parser, kind);
  microc_lexer_advance(&parser->lexer);
  if (kind == MICROC_REF) {
    expr->name_at = parser->lexer.token.at;
    expr->name = microc_parser_take_name(parser, "a variable's name behind '&'");
  } else if (kind == MICROC_ALLOC)
    expr->a = microc_parse_expr(parser);
  else if (kind == MICROC_DEREF || kind == MICROC_NOT)
    expr->a = parse_unary(parser);
  return finish(parser, expr);
}

static struct microc_expr *parse_unary(struct microc_parser *parser) {
  if (!microc_parser_enter(parser)) return new_expr(parser, MICROC_NUMBER);
  struct microc_expr *expr;
  switch (parser->lexer.token.kind) {
  case MICROC_TOKEN_STAR: expr = parse_prefix(parser, MICROC_DEREF); break;
  case MICROC_TOKEN_NOT: expr = parse_prefix(parser, MICROC_NOT); break;
  case MICROC_TOKEN_REF: expr = parse_prefix(parser, MICROC_REF); break;
  case MICROC_TOKEN_ALLOC: expr = parse_prefix(parser, MICROC_ALLOC); break;
  case MICROC_TOKEN_INPUT: expr = parse_prefix(parser, MICROC_INPUT); break;
  case MICROC_TOKEN_NULL: expr = parse_prefix(parser, MICROC_NULL); break;
  default: expr = parse_postfix(parser);
  }
  microc_parser_leave(parser);
  return expr;
}
