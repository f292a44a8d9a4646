/* The lexer of microc: the whole text is in memory, and there is one current token. Comments are
   stored with their places for the formatter. A minus sign is always a separate token: whether it
   belongs to a number depends on what precedes it, which only the parser knows. */
#include "front/microc/lexer.h"

#include "front/microc/messages.h"

#include <string.h>

static const struct {
  const char *text;
  enum microc_token_kind kind;
} words[] =
    {
#define X(name, text) {text, MICROC_TOKEN_##name},
        MICROC_WORDS(X)
#undef X
},
  signs[] = {
#define X(name, text) {text, MICROC_TOKEN_##name},
      MICROC_SIGNS(X)
#undef X
};

enum { WORD_COUNT = sizeof words / sizeof *words, SIGN_COUNT = sizeof signs / sizeof *signs };

static bool is_name_start(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool is_at_end(const struct microc_lexer *lexer) {
  return lexer->at >= lexer->messages->size;
}

static char peek(const struct microc_lexer *lexer, size_t ahead) {
  size_t at = lexer->at + ahead;
  return at < lexer->messages->size ? lexer->messages->text[at] : '\0';
}

static struct microc_place place_of(const struct microc_lexer *lexer, size_t at) {
  return (struct microc_place){lexer->line, (uint32_t)(at - lexer->line_start + 1)};
}

static void step(struct microc_lexer *lexer) {
  if (lexer->messages->text[lexer->at++] == '\n') {
    lexer->line++;
    lexer->line_start = lexer->at;
  }
}

static void skip_comment(struct microc_lexer *lexer) {
  size_t start = lexer->at;
  struct microc_comment comment = {.at = place_of(lexer, start), .is_line = peek(lexer, 1) == '/'};
  bool is_closed = comment.is_line;
  if (comment.is_line) {
    while (!is_at_end(lexer) && peek(lexer, 0) != '\n') lexer->at++;
  } else {
    lexer->at += 2;
    while (!is_at_end(lexer) && !is_closed) {
      is_closed = peek(lexer, 0) == '*' && peek(lexer, 1) == '/';
      if (is_closed)
        lexer->at += 2;
      else
        step(lexer);
    }
  }
  if (!is_closed) {
    microc_error(lexer->messages, comment.at, "this comment has no end");
    lexer->is_cut_short = true;
  }
  size_t length = lexer->at - start;
  const char *text = lexer->messages->text + start;
  if (memchr(text, '\0', length))
    microc_error(lexer->messages, comment.at, "there is a NUL byte in this comment");
  while (comment.is_line && length > 0 && is_blank(text[length - 1])) length--;
  comment.end = place_of(lexer, lexer->at > lexer->line_start ? lexer->at - 1 : lexer->at);
  comment.text = microc_copy_text(lexer->program, text, length);
  vec_push(&lexer->program->comments, comment);
}

static void skip_blanks(struct microc_lexer *lexer) {
  while (!is_at_end(lexer)) {
    if (is_blank(peek(lexer, 0)))
      step(lexer);
    else if (peek(lexer, 0) == '/' && (peek(lexer, 1) == '/' || peek(lexer, 1) == '*'))
      skip_comment(lexer);
    else
      return;
  }
}

static void take(struct microc_lexer *lexer, enum microc_token_kind kind, size_t length) {
  lexer->token = (struct microc_token){.kind = kind,
                                       .text = lexer->messages->text + lexer->at,
                                       .length = length,
                                       .at = place_of(lexer, lexer->at)};
  lexer->at += length;
  lexer->token.end = place_of(lexer, lexer->at - (length > 0));
}

static void take_word(struct microc_lexer *lexer) {
  size_t length = 1;
  while (is_name_char(peek(lexer, length))) length++;
  take(lexer, MICROC_TOKEN_NAME, length);
  for (unsigned i = 0; i < WORD_COUNT; i++)
    if (strlen(words[i].text) == length && memcmp(words[i].text, lexer->token.text, length) == 0)
      lexer->token.kind = words[i].kind;
}

static bool take_sign(struct microc_lexer *lexer) {
  size_t left = lexer->messages->size - lexer->at;
  for (unsigned i = 0; i < SIGN_COUNT; i++) {
    size_t length = strlen(signs[i].text);
    if (length <= left && memcmp(signs[i].text, lexer->messages->text + lexer->at, length) == 0) {
      take(lexer, signs[i].kind, length);
      return true;
    }
  }
  return false;
}

/* One message for consecutive bytes that begin no token. */
static void skip_unknown(struct microc_lexer *lexer) {
  struct microc_place at = place_of(lexer, lexer->at);
  unsigned char first = (unsigned char)peek(lexer, 0);
  size_t length = 1;
  while (lexer->at + length < lexer->messages->size && (peek(lexer, length) & 0x80)) length++;
  if (first > ' ' && first < 0x7f)
    microc_error(lexer->messages, at, "no token begins with '%c'%s", first,
                 first == '|' ? " (the operator is '||')" : "");
  else if (first & 0x80)
    microc_error(lexer->messages, at, "characters beyond ASCII may stand in comments only");
  else
    microc_error(lexer->messages, at, "no token begins with the byte 0x%02x", first);
  lexer->at += first & 0x80 ? length : 1;
}

void microc_lexer_advance(struct microc_lexer *lexer) {
  lexer->last_end = lexer->token.end;
  for (;;) {
    skip_blanks(lexer);
    if (is_at_end(lexer)) {
      take(lexer, MICROC_TOKEN_END, 0);
      return;
    }
    if (is_name_start(peek(lexer, 0))) {
      take_word(lexer);
      return;
    }
    if (is_digit(peek(lexer, 0))) {
      size_t length = 1;
      while (is_digit(peek(lexer, length))) length++;
      take(lexer, MICROC_TOKEN_NUMBER, length);
      return;
    }
    if (take_sign(lexer)) return;
    skip_unknown(lexer);
  }
}

void microc_lexer_start(struct microc_lexer *lexer, struct microc_program *program,
                        struct microc_messages *messages) {
  *lexer = (struct microc_lexer){.program = program, .messages = messages, .line = 1};
  lexer->token.end = (struct microc_place){1, 1};
  microc_lexer_advance(lexer);
}

bool microc_lexer_is_before_number(const struct microc_lexer *lexer) {
  size_t ahead = 0;
  while (is_blank(peek(lexer, ahead))) ahead++;
  return is_digit(peek(lexer, ahead));
}

/* Up to the closing parenthesis, or the end of the text. */
bool microc_lexer_is_before_for_header(const struct microc_lexer *lexer) {
  size_t ahead = 0, depth = 0;
  while (is_blank(peek(lexer, ahead))) ahead++;
  if (peek(lexer, ahead) != '(') return false;
  for (; lexer->at + ahead < lexer->messages->size; ahead++) {
    char c = peek(lexer, ahead);
    if (c == ';') return true;
    depth += c == '(';
    if (c == '{' || (c == ')' && --depth == 0)) return false;
  }
  return false;
}

const char *microc_token_name(enum microc_token_kind kind) {
  static const char *const names[] = {"the end of the file", "a number", "a name",
#define X(name, text) "'" text "'",
                                      MICROC_WORDS(X) MICROC_SIGNS(X)
#undef X
  };
  return names[kind];
}
