/* The lexer of SMT-LIB 2.6, section 3.1, over a text that is entirely in memory. The current token
   is always known; the lexer can seek to a position, which is how bodies of functions are read
   again. Line and column are counted only for a message. */
#include "smt/lexer.h"

#include "util/buffer.h"
#include "util/source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_names[] = {
    "the end of the file", "'('",       "')'",       "a symbol",  "a keyword",
    "a numeral",           "a decimal", "a literal", "a literal", "a string"};

static void print_message(const struct lexer *lexer, size_t start, const char *message) {
  unsigned line = 1, column = 1;
  for (size_t i = 0; i < start && i < lexer->size; i++) {
    column++;
    if (lexer->text[i] == '\n') line++, column = 1;
  }
  struct buffer out = {0};
  buffer_add(&out, "%s:%u:%u: error: %s\n", lexer->path, line, column, message);
  source_print_excerpt(lexer->path, line, column, &out);
  fflush(stdout);
  fputs(out.text, stderr);
  buffer_free(&out);
}

void lexer_report(const struct lexer *lexer, size_t start, const char *message) {
  print_message(lexer, start, message);
}

_Noreturn void lexer_fail(const struct lexer *lexer, size_t start, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  print_message(lexer, start, message);
  longjmp(*lexer->on_error, 1);
}

static void describe(const struct token *token, char *text, size_t size) {
  int shown = (int)(token->length < 60 ? token->length : 60);
  if (token->kind == TOKEN_END || token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE)
    snprintf(text, size, "%s", kind_names[token->kind]);
  else
    snprintf(text, size, "'%s%.*s'",
             token->kind == TOKEN_HEX      ? "#x"
             : token->kind == TOKEN_BINARY ? "#b"
                                           : "",
             shown, token->text);
}

_Noreturn void lexer_fail_expected(const struct lexer *lexer, const char *what) {
  char got[80];
  describe(&lexer->token, got, sizeof got);
  bool is_end = lexer->token.kind == TOKEN_END; /* shown after the last token, not below it */
  lexer_fail(lexer, is_end ? lexer->last_end : lexer->token.start, "expected %s, not %s", what,
             got);
}

static bool is_symbol_char(char c) {
  return isalnum((unsigned char)c) || (c != '\0' && strchr("~!@$%^&*_-+=<>.?/", c) != NULL);
}

static char peek(const struct lexer *lexer) {
  return lexer->at < lexer->size ? lexer->text[lexer->at] : '\0';
}

static void skip_blanks(struct lexer *lexer) {
  for (;; lexer->at++) {
    char c = peek(lexer);
    if (c == ';')
      while (lexer->at < lexer->size && lexer->text[lexer->at] != '\n') lexer->at++;
    else if (c == '\0' || !isspace((unsigned char)c))
      return;
  }
}

static void take_while_symbol(struct lexer *lexer) {
  while (is_symbol_char(peek(lexer))) lexer->at++;
}

static void lex_number(struct lexer *lexer, struct token *token) {
  token->kind = TOKEN_NUMERAL;
  while (isdigit((unsigned char)peek(lexer))) lexer->at++;
  if (peek(lexer) == '.') {
    token->kind = TOKEN_DECIMAL;
    for (lexer->at++; isdigit((unsigned char)peek(lexer));) lexer->at++;
  }
  if (is_symbol_char(peek(lexer))) lexer_fail(lexer, token->start, "a symbol starts with a digit");
}

static void lex_literal(struct lexer *lexer, struct token *token) {
  lexer->at++;
  char base = peek(lexer);
  if (base != 'x' && base != 'b') lexer_fail(lexer, token->start, "expected #x or #b after '#'");
  token->kind = base == 'x' ? TOKEN_HEX : TOKEN_BINARY;
  lexer->at++;
  token->text += 2;
  for (;; lexer->at++) {
    char c = peek(lexer);
    if (base == 'x' ? !isxdigit((unsigned char)c) : c != '0' && c != '1') break;
  }
  if (token->text == lexer->text + lexer->at || is_symbol_char(peek(lexer)))
    lexer_fail(lexer, lexer->at, "expected a %s digit", base == 'x' ? "hexadecimal" : "binary");
}

/* Leaves `at` after the closing mark; a doubled quote inside a string is part of it. */
static void lex_delimited(struct lexer *lexer, struct token *token, char mark) {
  token->text++;
  for (lexer->at++;; lexer->at++) {
    if (lexer->at >= lexer->size)
      lexer_fail(lexer, token->start,
                 mark == '|' ? "this symbol has no closing '|'"
                             : "this string has no closing '\"'");
    if (lexer->text[lexer->at] != mark) continue;
    if (mark == '"' && lexer->at + 1 < lexer->size && lexer->text[lexer->at + 1] == '"')
      lexer->at++;
    else
      break;
  }
  token->length = (size_t)(lexer->text + lexer->at - token->text);
  lexer->at++;
}

void lexer_advance(struct lexer *lexer) {
  lexer->last_end = lexer->at;
  skip_blanks(lexer);
  struct token token = {.start = lexer->at, .text = lexer->text + lexer->at};
  char c = peek(lexer);
  if (lexer->at >= lexer->size) {
    token.kind = TOKEN_END;
  } else if (c == '(' || c == ')') {
    token.kind = c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
    lexer->at++;
  } else if (c == '|' || c == '"') {
    token.kind = c == '|' ? TOKEN_SYMBOL : TOKEN_STRING;
    token.is_quoted = c == '|';
    lex_delimited(lexer, &token, c);
    lexer->token = token;
    return;
  } else if (c == ':') {
    token.kind = TOKEN_KEYWORD;
    lexer->at++;
    take_while_symbol(lexer);
  } else if (c == '#') {
    lex_literal(lexer, &token);
  } else if (isdigit((unsigned char)c)) {
    lex_number(lexer, &token);
  } else if (is_symbol_char(c)) {
    token.kind = TOKEN_SYMBOL;
    take_while_symbol(lexer);
  } else {
    lexer_fail(lexer, token.start, "unexpected character (code %d)", (unsigned char)c);
  }
  token.length = (size_t)(lexer->text + lexer->at - token.text);
  lexer->token = token;
}

void lexer_start(struct lexer *lexer, const char *path, const char *text, size_t size,
                 jmp_buf *on_error) {
  *lexer = (struct lexer){.path = path, .text = text, .size = size, .on_error = on_error};
  lexer_advance(lexer);
}

void lexer_seek(struct lexer *lexer, size_t start) {
  lexer->at = start;
  lexer_advance(lexer);
}

bool token_is(const struct token *token, const char *text) {
  return (token->kind == TOKEN_SYMBOL || token->kind == TOKEN_KEYWORD) &&
         strlen(text) == token->length && memcmp(token->text, text, token->length) == 0;
}

void lexer_expect(struct lexer *lexer, enum token_kind kind) { lexer_take(lexer, kind); }

struct token lexer_take(struct lexer *lexer, enum token_kind kind) {
  if (lexer->token.kind != kind) lexer_fail_expected(lexer, kind_names[kind]);
  struct token taken = lexer->token;
  lexer_advance(lexer);
  return taken;
}

uint32_t lexer_take_numeral(struct lexer *lexer) {
  struct token token = lexer_take(lexer, TOKEN_NUMERAL);
  uint64_t value = 0;
  for (size_t i = 0; i < token.length; i++) {
    value = value * 10 + (uint64_t)(token.text[i] - '0');
    if (value > UINT32_MAX)
      lexer_fail(lexer, token.start, "the numeral %.*s is too large here",
                 (int)(token.length < 60 ? token.length : 60), token.text);
  }
  return (uint32_t)value;
}

void lexer_skip(struct lexer *lexer) {
  size_t depth = 0, start = lexer->token.start;
  do {
    if (lexer->token.kind == TOKEN_END)
      lexer_fail(lexer, start, "this is never closed: ')' is missing at the end of the file");
    if (lexer->token.kind == TOKEN_CLOSE && depth == 0) lexer_fail_expected(lexer, "a value");
    if (lexer->token.kind == TOKEN_OPEN) depth++;
    if (lexer->token.kind == TOKEN_CLOSE) depth--;
    lexer_advance(lexer);
  } while (depth > 0);
}
