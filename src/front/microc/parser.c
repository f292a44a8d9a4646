/* Functions and statements: recursive descent. A statement that cannot be read is skipped up to its
   semicolon, or to a word or brace that only another statement can begin with, so that each mistake
   gives one message. */
#include "front/microc/parser.h"

#include "front/microc/parser_state.h"
#include "util/deep_stack.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct microc_stmt *parse_stmt(struct microc_parser *parser);

void microc_parser_fail(struct microc_parser *parser, struct microc_place at, const char *format,
                        ...) {
  if (parser->is_lost) return;
  parser->is_lost = true;
  if (parser->lexer.is_cut_short) return; /* what is missing is in the comment */
  va_list arguments;
  va_start(arguments, format);
  char *text = alloc_format_list(format, arguments);
  va_end(arguments);
  microc_error(parser->messages, at, "%s", text);
  free(text);
}

bool microc_parser_accept(struct microc_parser *parser, enum microc_token_kind kind) {
  if (parser->is_lost || !parser_is_at(parser, kind)) return false;
  microc_lexer_advance(&parser->lexer);
  return true;
}

/* A missing token at the end of a line is reported there, not at the next token below. */
static struct microc_place place_of_missing(const struct microc_parser *parser) {
  struct microc_place at = parser->lexer.token.at, end = parser->lexer.last_end;
  if (at.line == end.line) return at;
  return (struct microc_place){end.line, end.column + 1};
}

bool microc_parser_expect(struct microc_parser *parser, enum microc_token_kind kind,
                          const char *context) {
  if (microc_parser_accept(parser, kind)) return true;
  microc_parser_fail(parser, place_of_missing(parser), "expected %s %s, not %s",
                     microc_token_name(kind), context, microc_token_name(parser->lexer.token.kind));
  return false;
}

const char *microc_parser_take_name(struct microc_parser *parser, const char *what) {
  const struct microc_token *token = &parser->lexer.token;
  if (parser->is_lost || token->kind != MICROC_TOKEN_NAME) {
    bool is_word = token->kind >= MICROC_TOKEN_VAR && token->kind <= MICROC_TOKEN_NULL;
    microc_parser_fail(parser, token->at, "expected %s, not %s%s", what, is_word ? "the word " : "",
                       microc_token_name(token->kind));
    return "";
  }
  const char *name = microc_copy_text(parser->program, token->text, token->length);
  microc_lexer_advance(&parser->lexer);
  return name;
}

bool microc_parser_enter(struct microc_parser *parser) {
  if (parser->is_lost) return false;
  if (parser->nesting >= MICROC_MAX_NESTING) {
    microc_parser_fail(parser, parser->lexer.token.at, "this is nested deeper than %d levels",
                       MICROC_MAX_NESTING);
    return false;
  }
  parser->nesting++;
  if (parser->nesting > parser->program->deepest) parser->program->deepest = parser->nesting;
  return true;
}

void microc_parser_leave(struct microc_parser *parser) { parser->nesting--; }

static bool begins_statement(enum microc_token_kind kind) {
  return kind == MICROC_TOKEN_VAR || kind == MICROC_TOKEN_RETURN || kind == MICROC_TOKEN_IF ||
         kind == MICROC_TOKEN_WHILE || kind == MICROC_TOKEN_OUTPUT;
}

/* Recovers after the end of the current statement. */
static void find_statement_end(struct microc_parser *parser) {
  while (parser->is_lost) {
    enum microc_token_kind kind = parser->lexer.token.kind;
    if (kind == MICROC_TOKEN_END || kind == MICROC_TOKEN_CLOSE_BRACE || begins_statement(kind))
      parser->is_lost = false;
    else {
      if (kind == MICROC_TOKEN_SEMICOLON) parser->is_lost = false;
      microc_lexer_advance(&parser->lexer);
    }
  }
}

static struct microc_stmt *parse_simple(struct microc_parser *parser) {
  bool is_output = parser_is_at(parser, MICROC_TOKEN_OUTPUT);
  struct microc_stmt *stmt = microc_new_stmt(
      parser->program, is_output ? MICROC_OUTPUT : MICROC_ASSIGN, parser->lexer.token.at);
  if (is_output) {
    microc_lexer_advance(&parser->lexer);
  } else {
    stmt->target = microc_parse_expr(parser);
    stmt->equals_at = parser->lexer.token.at;
    microc_parser_expect(parser, MICROC_TOKEN_ASSIGN, "(a statement is an assignment)");
  }
  stmt->value = microc_parse_expr(parser);
  microc_parser_expect(parser, MICROC_TOKEN_SEMICOLON, "at the end of the statement");
  return stmt;
}

static void parse_condition(struct microc_parser *parser, struct microc_stmt *stmt) {
  const char *word = stmt->kind == MICROC_IF ? "behind 'if'" : "behind 'while'";
  microc_lexer_advance(&parser->lexer);
  bool is_open = microc_parser_expect(parser, MICROC_TOKEN_OPEN, word);
  parser->is_lost = false; /* most likely a condition follows, and a block in braces */
  stmt->value = microc_parse_expr(parser);
  if (is_open) microc_parser_expect(parser, MICROC_TOKEN_CLOSE, "behind the condition");
  if (parser_is_at(parser, MICROC_TOKEN_OPEN_BRACE)) parser->is_lost = false;
}

static struct microc_stmt *parse_if(struct microc_parser *parser) {
  struct microc_stmt *stmt = microc_new_stmt(parser->program, MICROC_IF, parser->lexer.token.at);
  parse_condition(parser, stmt);
  if (parser->is_lost) return stmt;
  stmt->then = parse_stmt(parser);
  if (microc_parser_accept(parser, MICROC_TOKEN_ELSE)) stmt->otherwise = parse_stmt(parser);
  return stmt;
}

static struct microc_stmt *parse_while(struct microc_parser *parser) {
  struct microc_stmt *stmt = microc_new_stmt(parser->program, MICROC_WHILE, parser->lexer.token.at);
  parse_condition(parser, stmt);
  if (!parser->is_lost) stmt->then = parse_stmt(parser);
  return stmt;
}

static bool is_list_end(const struct microc_parser *parser) {
  return parser_is_at(parser, MICROC_TOKEN_CLOSE_BRACE) ||
         parser_is_at(parser, MICROC_TOKEN_RETURN) || parser_is_at(parser, MICROC_TOKEN_END);
}

static bool is_at_for(const struct microc_parser *parser) {
  const struct microc_token *token = &parser->lexer.token;
  return token->kind == MICROC_TOKEN_NAME && token->length == 3 &&
         memcmp(token->text, "for", 3) == 0 && microc_lexer_is_before_for_header(&parser->lexer);
}

/* A for loop of C is reported, its header is skipped, and its body is parsed. */
static struct microc_stmt *parse_for(struct microc_parser *parser) {
  microc_parser_fail(parser, parser->lexer.token.at, "microc has no 'for': use a 'while' loop");
  parser->is_lost = false;
  unsigned depth = 0;
  do {
    microc_lexer_advance(&parser->lexer);
    depth += parser_is_at(parser, MICROC_TOKEN_OPEN);
    depth -= parser_is_at(parser, MICROC_TOKEN_CLOSE);
  } while (depth > 0 && !parser_is_at(parser, MICROC_TOKEN_END));
  microc_lexer_advance(&parser->lexer);
  return parse_stmt(parser);
}

/* A misplaced declaration is reported and skipped. */
static void skip_late_var(struct microc_parser *parser) {
  microc_parser_fail(parser, parser->lexer.token.at,
                     "variables are declared at the top of a function, before its statements");
  microc_lexer_advance(&parser->lexer);
  find_statement_end(parser);
}

static struct microc_stmt **parse_stmts(struct microc_parser *parser, uint32_t *count) {
  VEC(struct microc_stmt *) stmts = {0};
  while (!is_list_end(parser)) {
    if (parser_is_at(parser, MICROC_TOKEN_VAR))
      skip_late_var(parser);
    else
      vec_push(&stmts, parse_stmt(parser));
  }
  *count = (uint32_t)stmts.count;
  struct microc_stmt **copy =
      microc_copy(parser->program, stmts.data, stmts.count * sizeof *stmts.data);
  vec_free(&stmts);
  return copy;
}

static struct microc_stmt *parse_block(struct microc_parser *parser) {
  struct microc_stmt *stmt = microc_new_stmt(parser->program, MICROC_BLOCK, parser->lexer.token.at);
  microc_lexer_advance(&parser->lexer);
  stmt->items = parse_stmts(parser, &stmt->item_count);
  if (parser_is_at(parser, MICROC_TOKEN_RETURN)) {
    microc_parser_fail(parser, parser->lexer.token.at,
                       "'return' stands only at the end of a function");
    microc_lexer_advance(&parser->lexer);
    find_statement_end(parser);
  }
  microc_parser_expect(parser, MICROC_TOKEN_CLOSE_BRACE, "at the end of the block");
  return stmt;
}

/* Never leaves the parser lost, and always consumes a token unless that ends a list of
   statements. */
static struct microc_stmt *parse_stmt(struct microc_parser *parser) {
  struct microc_stmt *stmt = microc_new_stmt(parser->program, MICROC_BLOCK, parser->lexer.token.at);
  enum microc_token_kind kind = parser->lexer.token.kind;
  if (is_list_end(parser) || kind == MICROC_TOKEN_ELSE || kind == MICROC_TOKEN_SEMICOLON) {
    microc_parser_fail(parser, parser->lexer.token.at, "expected a statement, not %s",
                       microc_token_name(kind));
    if (!is_list_end(parser)) microc_lexer_advance(&parser->lexer);
    parser->is_lost = false;
    return stmt;
  }
  if (kind == MICROC_TOKEN_VAR) {
    skip_late_var(parser);
    return stmt;
  }
  if (microc_parser_enter(parser)) {
    switch (kind) {
    case MICROC_TOKEN_IF: stmt = parse_if(parser); break;
    case MICROC_TOKEN_WHILE: stmt = parse_while(parser); break;
    case MICROC_TOKEN_OPEN_BRACE: stmt = parse_block(parser); break;
    default: stmt = is_at_for(parser) ? parse_for(parser) : parse_simple(parser);
    }
    microc_parser_leave(parser);
  } else
    microc_lexer_advance(&parser->lexer);
  find_statement_end(parser);
  stmt->end = parser->lexer.last_end;
  return stmt;
}

static struct microc_decl *take_decl(struct microc_parser *parser, const char *what) {
  struct microc_decl *decl = microc_take(parser->program, sizeof *decl);
  decl->at = parser->lexer.token.at;
  decl->name = microc_parser_take_name(parser, what);
  return decl;
}

struct locals {
  VEC(struct microc_decl *) decls;
  VEC(struct microc_var_stmt) stmts;
};

static void parse_params(struct microc_parser *parser, struct locals *locals) {
  microc_parser_expect(parser, MICROC_TOKEN_OPEN, "behind a function's name");
  if (microc_parser_accept(parser, MICROC_TOKEN_CLOSE)) return;
  do vec_push(&locals->decls, take_decl(parser, "a parameter's name"));
  while (microc_parser_accept(parser, MICROC_TOKEN_COMMA));
  microc_parser_expect(parser, MICROC_TOKEN_CLOSE, "behind the parameters");
}

static void parse_var(struct microc_parser *parser, struct locals *locals) {
  struct microc_var_stmt stmt = {.at = parser->lexer.token.at,
                                 .first = (uint32_t)locals->decls.count};
  microc_lexer_advance(&parser->lexer);
  do {
    struct microc_decl *decl = take_decl(parser, "a variable's name");
    if (!parser->is_lost) vec_push(&locals->decls, decl);
  } while (microc_parser_accept(parser, MICROC_TOKEN_COMMA));
  microc_parser_expect(parser, MICROC_TOKEN_SEMICOLON, "at the end of the declaration");
  find_statement_end(parser);
  stmt.count = (uint32_t)locals->decls.count - stmt.first;
  stmt.end = parser->lexer.last_end;
  vec_push(&locals->stmts, stmt);
}

static void parse_return(struct microc_parser *parser, struct microc_function *function) {
  function->return_at = parser->lexer.token.at;
  if (microc_parser_expect(parser, MICROC_TOKEN_RETURN, "at the end of the function")) {
    function->result = microc_parse_expr(parser);
    microc_parser_expect(parser, MICROC_TOKEN_SEMICOLON, "behind the result");
    find_statement_end(parser);
  }
  parser->is_lost = false;
  function->return_end = parser->lexer.last_end;
  if (function->result == NULL)
    function->result = microc_new_expr(parser->program, MICROC_NUMBER, function->return_at);
  if (!is_list_end(parser) || parser_is_at(parser, MICROC_TOKEN_RETURN)) {
    microc_parser_fail(parser, function->return_at,
                       "'return' stands only at the end of a function");
    parser->is_lost = false;
    uint32_t count;
    while (!parser_is_at(parser, MICROC_TOKEN_CLOSE_BRACE) &&
           !parser_is_at(parser, MICROC_TOKEN_END)) {
      parse_stmts(parser, &count);
      if (microc_parser_accept(parser, MICROC_TOKEN_RETURN)) {
        microc_parse_expr(parser);
        microc_parser_expect(parser, MICROC_TOKEN_SEMICOLON, "behind the result");
        find_statement_end(parser);
      }
    }
  }
}

/* Recovers after the closing brace of the function. */
static void find_function_end(struct microc_parser *parser) {
  for (int depth = 0; !parser_is_at(parser, MICROC_TOKEN_END);) {
    enum microc_token_kind kind = parser->lexer.token.kind;
    microc_lexer_advance(&parser->lexer);
    depth += (kind == MICROC_TOKEN_OPEN_BRACE) - (kind == MICROC_TOKEN_CLOSE_BRACE);
    if (kind == MICROC_TOKEN_CLOSE_BRACE && depth <= 0) break;
  }
  parser->is_lost = false;
}

static void parse_function(struct microc_parser *parser) {
  struct microc_function *function = microc_take(parser->program, sizeof *function);
  struct locals locals = {0};
  function->decl = *take_decl(parser, "a function's name");
  function->decl.function = function;
  parse_params(parser, &locals);
  function->param_count = (uint32_t)locals.decls.count;
  function->open_at = parser->lexer.token.at;
  microc_parser_expect(parser, MICROC_TOKEN_OPEN_BRACE, "before the function's body");
  if (parser->is_lost) {
    find_function_end(parser);
  } else {
    while (parser_is_at(parser, MICROC_TOKEN_VAR)) parse_var(parser, &locals);
    function->body = parse_stmts(parser, &function->body_count);
    parse_return(parser, function);
    function->end = parser->lexer.token.at;
    microc_parser_expect(parser, MICROC_TOKEN_CLOSE_BRACE, "at the end of the function");
    parser->is_lost = false;
    function->decl.index = (uint32_t)parser->program->functions.count;
    vec_push(&parser->program->functions, function);
  }
  function->local_count = (uint32_t)locals.decls.count;
  function->locals =
      microc_copy(parser->program, locals.decls.data, locals.decls.count * sizeof(void *));
  for (uint32_t i = 0; i < function->local_count; i++) function->locals[i]->index = i;
  function->var_stmt_count = (uint32_t)locals.stmts.count;
  function->var_stmts = microc_copy(parser->program, locals.stmts.data,
                                    locals.stmts.count * sizeof *locals.stmts.data);
  vec_free(&locals.decls);
  vec_free(&locals.stmts);
}

static void parse_functions(void *context) {
  struct microc_parser *parser = context;
  while (!parser_is_at(parser, MICROC_TOKEN_END)) parse_function(parser);
}

struct microc_program *microc_parse(struct microc_messages *messages) {
  enum { SHORT = 2000 }; /* too short to nest deeper than the usual stack allows */
  struct microc_program *program = microc_program_new(messages->path);
  struct microc_parser parser = {.program = program, .messages = messages};
  microc_lexer_start(&parser.lexer, program, messages);
  if (messages->size <= SHORT)
    parse_functions(&parser);
  else
    deep_stack_call(parse_functions, &parser);
  if (messages->error_count > MICROC_MAX_ERRORS)
    buffer_add(&messages->out, "%s: %u more errors are not shown\n", messages->path,
               messages->error_count - MICROC_MAX_ERRORS);
  return program;
}
