/* Tokens of microc. */
#ifndef FRONT_MICROC_LEXER_H
#define FRONT_MICROC_LEXER_H

#include "front/microc/ast.h"

#include <stddef.h>

struct microc_messages;

/* X(NAME, "text"): keywords and punctuation. A longer one comes before its prefix. */
#define MICROC_WORDS(X)                                                                            \
  X(VAR, "var")                                                                                    \
  X(RETURN, "return")                                                                              \
  X(IF, "if")                                                                                      \
  X(ELSE, "else")                                                                                  \
  X(WHILE, "while")                                                                                \
  X(OUTPUT, "output")                                                                              \
  X(INPUT, "input")                                                                                \
  X(ALLOC, "alloc")                                                                                \
  X(NULL, "null")
#define MICROC_SIGNS(X)                                                                            \
  X(OR, "||")                                                                                      \
  X(AND, "&&")                                                                                     \
  X(EQ, "==")                                                                                      \
  X(NE, "!=")                                                                                      \
  X(GE, ">=")                                                                                      \
  X(LE, "<=")                                                                                      \
  X(GT, ">")                                                                                       \
  X(LT, "<")                                                                                       \
  X(PLUS, "+")                                                                                     \
  X(MINUS, "-")                                                                                    \
  X(STAR, "*")                                                                                     \
  X(SLASH, "/")                                                                                    \
  X(ASSIGN, "=")                                                                                   \
  X(NOT, "!")                                                                                      \
  X(REF, "&")                                                                                      \
  X(DOT, ".")                                                                                      \
  X(COMMA, ",")                                                                                    \
  X(COLON, ":")                                                                                    \
  X(SEMICOLON, ";")                                                                                \
  X(OPEN, "(")                                                                                     \
  X(CLOSE, ")")                                                                                    \
  X(OPEN_BRACKET, "[")                                                                             \
  X(CLOSE_BRACKET, "]")                                                                            \
  X(OPEN_BRACE, "{")                                                                               \
  X(CLOSE_BRACE, "}")

enum microc_token_kind {
  MICROC_TOKEN_END,
  MICROC_TOKEN_NUMBER,
  MICROC_TOKEN_NAME,
#define X(name, text) MICROC_TOKEN_##name,
  MICROC_WORDS(X) MICROC_SIGNS(X)
#undef X
};

struct microc_token {
  enum microc_token_kind kind;
  const char *text; /* in the program's text */
  size_t length;
  struct microc_place at, end; /* first and last character */
};

struct microc_lexer {
  struct microc_program *program;   /* receives the comments */
  struct microc_messages *messages; /* has the text */
  size_t at;
  uint32_t line;
  size_t line_start;
  struct microc_token token;    /* the current one */
  struct microc_place last_end; /* where the token before it ended */
  bool is_cut_short;            /* the rest of the text is an unterminated comment */
};

/* Starts on the first token. Invalid characters are reported and skipped. */
void microc_lexer_start(struct microc_lexer *lexer, struct microc_program *program,
                        struct microc_messages *messages);
void microc_lexer_advance(struct microc_lexer *lexer);
/* Does a number follow the current token, after spaces? */
bool microc_lexer_is_before_number(const struct microc_lexer *lexer);
/* Do parentheses containing a semicolon follow the current token, as in a for loop of C? */
bool microc_lexer_is_before_for_header(const struct microc_lexer *lexer);
/* "'=='", "a name", "the end of the file" */
const char *microc_token_name(enum microc_token_kind kind);

#endif
