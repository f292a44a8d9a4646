/* Tokens of an SMT-LIB 2 script, and messages that point at them. */
#ifndef SMT_LEXER_H
#define SMT_LEXER_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_SYMBOL,  /* text without the bars of |…| */
  TOKEN_KEYWORD, /* text with its colon */
  TOKEN_NUMERAL,
  TOKEN_DECIMAL,
  TOKEN_HEX,    /* text without #x */
  TOKEN_BINARY, /* text without #b */
  TOKEN_STRING, /* text between the quotes, "" still doubled */
};

struct token {
  enum token_kind kind;
  bool is_quoted; /* a symbol written |…| */
  const char *text;
  size_t length;
  size_t start; /* offset of its first character */
};

struct lexer {
  const char *path; /* borrowed, for messages */
  const char *text; /* borrowed */
  size_t size, at;
  struct token token; /* the current one */
  size_t last_end;    /* where the token before it ended */
  jmp_buf *on_error;
};

/* Starts on the first token. Errors jump to *on_error after their message. */
void lexer_start(struct lexer *lexer, const char *path, const char *text, size_t size,
                 jmp_buf *on_error);
void lexer_advance(struct lexer *lexer);
/* Seeks to the token that starts at the offset. */
void lexer_seek(struct lexer *lexer, size_t start);
bool token_is(const struct token *token, const char *text); /* a symbol or keyword */

/* Prints "FILE:LINE:COLUMN: error: MESSAGE" with the line and a caret, and jumps. */
_Noreturn void lexer_fail(const struct lexer *lexer, size_t start, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, "expected WHAT", at the current token. */
_Noreturn void lexer_fail_expected(const struct lexer *lexer, const char *what);
/* Prints such a message and returns. */
void lexer_report(const struct lexer *lexer, size_t start, const char *message);

/* Consumes the token, which must be of that kind. */
void lexer_expect(struct lexer *lexer, enum token_kind kind);
/* The same, and returns it. */
struct token lexer_take(struct lexer *lexer, enum token_kind kind);
/* Consumes a numeral less than 2^32. */
uint32_t lexer_take_numeral(struct lexer *lexer);
/* Skips one s-expression. */
void lexer_skip(struct lexer *lexer);

#endif
