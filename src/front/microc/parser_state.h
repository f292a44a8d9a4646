/* What the two halves of the parser share: statements (parser.c) and expressions
   (parser_expr.c). */
#ifndef FRONT_MICROC_PARSER_STATE_H
#define FRONT_MICROC_PARSER_STATE_H

#include "front/microc/lexer.h"
#include "front/microc/messages.h"

/* After an error the parser is lost: it reports nothing and consumes no token until a function that
   knows where to continue (a statement's end, a function's end) recovers. So parsing functions need
   no error result: they return a node that is not used. */
struct microc_parser {
  struct microc_lexer lexer;
  struct microc_program *program;
  struct microc_messages *messages;
  bool is_lost;
  unsigned nesting;
};

static inline bool parser_is_at(const struct microc_parser *parser, enum microc_token_kind kind) {
  return parser->lexer.token.kind == kind;
}

/* Consumes the token if it has that kind. Never when lost. */
bool microc_parser_accept(struct microc_parser *parser, enum microc_token_kind kind);
/* Consumes the token, or is lost with "expected … CONTEXT". */
bool microc_parser_expect(struct microc_parser *parser, enum microc_token_kind kind,
                          const char *context);
/* Consumes a name and returns its text. */
const char *microc_parser_take_name(struct microc_parser *parser, const char *what);
void microc_parser_fail(struct microc_parser *parser, struct microc_place at, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));
/* Enters a level of nesting; false (and lost) if there are too many. Every true result needs a
   microc_parser_leave. */
bool microc_parser_enter(struct microc_parser *parser);
void microc_parser_leave(struct microc_parser *parser);

struct microc_expr *microc_parse_expr(struct microc_parser *parser);

#endif
