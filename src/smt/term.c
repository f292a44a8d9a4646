/* Reading terms, with an explicit stack: other tools write lets nested ten thousand deep.

   One stack holds frames for what is open around the current token, another the values that have
   been read. A complete value is passed to the topmost frame, which takes it as an argument, as the
   value of a let's variable, or as the result of a body. A call of a function with parameters reads
   the function's text again with the parameters bound; the bindings around the call are hidden
   meanwhile, so names have the meaning they had at the definition. */
#include "smt/term.h"

#include "expr/expr.h"
#include "smt/apply.h"
#include "smt/reader.h"

#include <stdio.h>
#include <string.h>

uint32_t read_name(struct reader *reader) {
  struct token token = lexer_take(&reader->lexer, TOKEN_SYMBOL);
  return scope_number(&reader->functions, token.text, token.length);
}

static void expect_symbol(struct reader *reader, const char *text) {
  if (!token_is(&reader->lexer.token, text)) {
    char what[64];
    snprintf(what, sizeof what, "'%s'", text);
    lexer_fail_expected(&reader->lexer, what);
  }
  lexer_advance(&reader->lexer);
}

/* Sorts. */

static struct sort sort_named(struct reader *reader) {
  struct token token = lexer_take(&reader->lexer, TOKEN_SYMBOL);
  if (token_is(&token, "Bool")) return (struct sort){.kind = SORT_BOOL, .width = 1};
  uint32_t name = scope_number(&reader->sorts, token.text, token.length);
  const struct binding *binding = scope_find(&reader->sorts, name);
  if (binding != NULL) return binding->term.sort;
  static const char *const foreign[] = {"Int",     "Real",    "String",   "RoundingMode", "Float16",
                                        "Float32", "Float64", "Float128", "RegLan"};
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (token_is(&token, foreign[i]))
      lexer_fail(&reader->lexer, token.start, "unsupported: sort '%s'", foreign[i]);
  lexer_fail(&reader->lexer, token.start, "unknown sort '%s'", scope_name(&reader->sorts, name));
}

static struct sort bits_sort(struct reader *reader) {
  lexer_advance(&reader->lexer);
  if (token_is(&reader->lexer.token, "FloatingPoint"))
    lexer_fail(&reader->lexer, reader->lexer.token.start, "unsupported: sort 'FloatingPoint'");
  expect_symbol(reader, "BitVec");
  size_t start = reader->lexer.token.start;
  uint32_t width = lexer_take_numeral(&reader->lexer);
  lexer_expect(&reader->lexer, TOKEN_CLOSE);
  if (width == 0) lexer_fail(&reader->lexer, start, "a bit-vector has at least 1 bit");
  if (width > EXPR_MAX_WIDTH)
    lexer_fail(&reader->lexer, start, "unsupported: a bit-vector of %u bits (at most %d)", width,
               EXPR_MAX_WIDTH);
  return (struct sort){.kind = SORT_BITVEC, .width = width};
}

/* A sort that may occur inside an array sort: these do not nest. */
static struct sort flat_sort(struct reader *reader, const char *role) {
  struct lexer *lexer = &reader->lexer;
  size_t start = lexer->token.start;
  struct sort sort;
  if (lexer->token.kind != TOKEN_OPEN) {
    sort = sort_named(reader);
  } else {
    lexer_advance(lexer);
    if (token_is(&lexer->token, "Array"))
      lexer_fail(lexer, start, "unsupported: arrays as %s of arrays", role);
    if (!token_is(&lexer->token, "_")) lexer_fail_expected(lexer, "'_'");
    sort = bits_sort(reader);
  }
  if (sort.kind != SORT_BITVEC)
    lexer_fail(lexer, start, "unsupported: %s of arrays that are not bit-vectors", role);
  if (sort.width > 64)
    lexer_fail(lexer, start, "unsupported: %s of arrays wider than 64 bits", role);
  return sort;
}

struct sort read_sort(struct reader *reader) {
  struct lexer *lexer = &reader->lexer;
  if (lexer->token.kind != TOKEN_OPEN) return sort_named(reader);
  lexer_advance(lexer);
  if (token_is(&lexer->token, "_")) return bits_sort(reader);
  if (lexer->token.kind == TOKEN_SYMBOL && !token_is(&lexer->token, "Array"))
    lexer_fail(lexer, lexer->token.start, "unsupported: sort '%.*s'",
               (int)(lexer->token.length < 60 ? lexer->token.length : 60), lexer->token.text);
  expect_symbol(reader, "Array");
  struct sort index = flat_sort(reader, "indices");
  struct sort element = flat_sort(reader, "elements");
  lexer_expect(lexer, TOKEN_CLOSE);
  return (struct sort){.kind = SORT_ARRAY, .width = element.width, .index_width = index.width};
}

/* Atoms. */

static _Noreturn void fail_unknown(struct reader *reader, const struct token *token) {
  int shown = (int)(token->length < 60 ? token->length : 60);
  const char *known = operator_unsupported(token->text, token->length);
  lexer_fail(&reader->lexer, token->start, known ? "unsupported: '%.*s'" : "unknown symbol '%.*s'",
             shown, token->text);
}

static struct term symbol_value(struct reader *reader, const struct token *token) {
  const struct binding *binding =
      scope_find(&reader->functions, scope_number(&reader->functions, token->text, token->length));
  if (binding != NULL) {
    if (binding->macro == SCOPE_NONE) return binding->term;
    size_t count = reader->macros.data[binding->macro].sorts.count;
    lexer_fail(&reader->lexer, token->start, "'%.*s' takes %zu argument%s", (int)token->length,
               token->text, count, count == 1 ? "" : "s");
  }
  const struct operator* op = operator_find(token->text, token->length);
  if (op == NULL) fail_unknown(reader, token);
  return operator_apply(reader, op, NULL, NULL, 0, token->start);
}

static struct term atom_value(struct reader *reader) {
  struct token token = reader->lexer.token;
  if (token.kind == TOKEN_END || token.kind == TOKEN_CLOSE || token.kind == TOKEN_KEYWORD)
    lexer_fail_expected(&reader->lexer, "a term");
  lexer_advance(&reader->lexer);
  switch (token.kind) {
  case TOKEN_SYMBOL: return symbol_value(reader, &token);
  case TOKEN_HEX: return literal_of_digits(reader, token.text, token.length, 4, token.start);
  case TOKEN_BINARY: return literal_of_digits(reader, token.text, token.length, 1, token.start);
  case TOKEN_NUMERAL:
  case TOKEN_DECIMAL:
    lexer_fail(&reader->lexer, token.start, "unsupported: numbers that are not bit-vectors");
  default: lexer_fail(&reader->lexer, token.start, "unsupported: strings in terms");
  }
}

/* (_ bvN width), after the underscore. */
static struct term indexed_literal(struct reader *reader) {
  struct token token = lexer_take(&reader->lexer, TOKEN_SYMBOL);
  bool is_literal = token.length > 2 && strncmp(token.text, "bv", 2) == 0;
  for (size_t i = 2; i < token.length; i++)
    is_literal &= token.text[i] >= '0' && token.text[i] <= '9';
  if (!is_literal) {
    if (operator_find(token.text, token.length) == NULL) fail_unknown(reader, &token);
    lexer_fail(&reader->lexer, token.start, "'%.*s' is a function and needs arguments",
               (int)token.length, token.text);
  }
  uint32_t width = lexer_take_numeral(&reader->lexer);
  lexer_expect(&reader->lexer, TOKEN_CLOSE);
  return literal_of_decimal(reader, token.text + 2, token.length - 2, width, token.start);
}

/* Opening frames. Each returns true if a value is already complete. */

static void push_frame(struct reader *reader, struct frame frame) {
  frame.value_base = reader->values.count;
  frame.name_base = reader->names.count;
  vec_push(&reader->frames, frame);
}

static void open_function(struct reader *reader, size_t start, const struct token *token) {
  struct frame frame = {.kind = FRAME_APPLY, .start = start, .macro = SCOPE_NONE};
  const struct binding *binding =
      scope_find(&reader->functions, scope_number(&reader->functions, token->text, token->length));
  if (binding != NULL) {
    if (binding->macro == SCOPE_NONE)
      lexer_fail(&reader->lexer, token->start, "'%.*s' is not a function", (int)token->length,
                 token->text);
    frame.macro = binding->macro;
  } else {
    frame.op = operator_find(token->text, token->length);
    if (frame.op == NULL) fail_unknown(reader, token);
    if (operator_index_count(frame.op) != 0)
      lexer_fail(&reader->lexer, token->start, "'%s' needs an index: (_ %s …)",
                 operator_name(frame.op), operator_name(frame.op));
  }
  push_frame(reader, frame);
}

/* ((as const sort) value), after the word `as`. */
static void open_const(struct reader *reader, size_t start) {
  struct lexer *lexer = &reader->lexer;
  lexer_advance(lexer);
  if (!token_is(&lexer->token, "const"))
    lexer_fail(lexer, lexer->token.start, "unsupported: 'as' for anything but 'const'");
  lexer_advance(lexer);
  size_t at = lexer->token.start;
  struct frame frame = {.kind = FRAME_CONST, .start = start, .sort = read_sort(reader)};
  if (frame.sort.kind != SORT_ARRAY) lexer_fail(lexer, at, "'const' needs an array sort");
  lexer_expect(lexer, TOKEN_CLOSE);
  push_frame(reader, frame);
}

/* ((_ name index…) argument…), at the inner parenthesis. */
static void open_indexed(struct reader *reader, size_t start) {
  struct lexer *lexer = &reader->lexer;
  lexer_advance(lexer);
  if (token_is(&lexer->token, "as")) {
    open_const(reader, start);
    return;
  }
  expect_symbol(reader, "_");
  struct token token = lexer_take(lexer, TOKEN_SYMBOL);
  struct frame frame = {.kind = FRAME_APPLY, .start = start, .macro = SCOPE_NONE};
  frame.op = operator_find(token.text, token.length);
  if (frame.op == NULL) fail_unknown(reader, &token);
  if (operator_index_count(frame.op) == 0)
    lexer_fail(lexer, token.start, "'%s' takes no index", operator_name(frame.op));
  for (unsigned i = 0; i < operator_index_count(frame.op); i++)
    frame.indices[i] = lexer_take_numeral(lexer);
  lexer_expect(lexer, TOKEN_CLOSE);
  push_frame(reader, frame);
}

/* Starts the next variable of a let, or its body if there is none left. */
static void continue_let(struct reader *reader) {
  struct lexer *lexer = &reader->lexer;
  struct frame *frame = &vec_last(&reader->frames);
  if (lexer->token.kind == TOKEN_OPEN) {
    lexer_advance(lexer);
    uint32_t name = read_name(reader);
    vec_push(&reader->names, name);
    return;
  }
  lexer_expect(lexer, TOKEN_CLOSE);
  frame->kind = FRAME_BODY;
  frame->binding_count = reader->functions.bindings.count;
  for (size_t i = frame->name_base; i < reader->names.count; i++)
    scope_bind(&reader->functions, reader->names.data[i],
               reader->values.data[frame->value_base + i - frame->name_base], SCOPE_NONE);
  reader->names.count = frame->name_base;
  reader->values.count = frame->value_base;
}

static void open_let(struct reader *reader, size_t start) {
  struct lexer *lexer = &reader->lexer;
  lexer_expect(lexer, TOKEN_OPEN);
  push_frame(reader, (struct frame){.kind = FRAME_LET, .start = start});
  if (lexer->token.kind != TOKEN_OPEN) lexer_fail_expected(lexer, "a variable of 'let'");
  continue_let(reader);
}

/* At the start of a term: true if it was an atom, whose value is now on the stack. */
static bool open_term(struct reader *reader) {
  struct lexer *lexer = &reader->lexer;
  size_t start = lexer->token.start;
  if (lexer->token.kind != TOKEN_OPEN) {
    struct term value = atom_value(reader);
    vec_push(&reader->values, value);
    return true;
  }
  lexer_advance(lexer);
  if (lexer->token.kind == TOKEN_OPEN) {
    open_indexed(reader, start);
    return false;
  }
  struct token head = lexer_take(lexer, TOKEN_SYMBOL);
  if (head.is_quoted) {
    open_function(reader, start, &head);
  } else if (token_is(&head, "_")) {
    struct term value = indexed_literal(reader);
    vec_push(&reader->values, value);
    return true;
  } else if (token_is(&head, "let")) {
    open_let(reader, start);
  } else if (token_is(&head, "!")) {
    push_frame(reader, (struct frame){.kind = FRAME_NAMED, .start = start});
  } else {
    open_function(reader, start, &head);
  }
  return false;
}

/* Closing frames. Each returns true if the frame's own value is complete. */

/* Binds the parameters and continues at the function's text. */
static void enter_call(struct reader *reader, struct frame *frame) {
  const struct macro *macro = &reader->macros.data[frame->macro];
  struct scope *scope = &reader->functions;
  const struct term *args = reader->values.data + frame->value_base;
  size_t count = reader->values.count - frame->value_base;
  if (count != macro->sorts.count)
    lexer_fail(&reader->lexer, frame->start, "this function takes %zu argument%s, not %zu",
               macro->sorts.count, macro->sorts.count == 1 ? "" : "s", count);
  frame->kind = FRAME_CALL;
  frame->hidden_from = scope->hidden_from;
  frame->hidden_to = scope->hidden_to;
  frame->binding_count = scope->bindings.count;
  frame->resume = reader->lexer.token.start;
  frame->resume_end = reader->lexer.last_end;
  scope->hidden_from = (uint32_t)reader->global_count;
  scope->hidden_to = (uint32_t)scope->bindings.count;
  for (size_t i = 0; i < count; i++) {
    if (!sort_equals(args[i].sort, macro->sorts.data[i]))
      lexer_fail(&reader->lexer, frame->start, "argument %zu has another sort than the parameter",
                 i + 1);
    scope_bind(scope, macro->names.data[i], args[i], SCOPE_NONE);
  }
  reader->values.count = frame->value_base;
  lexer_seek(&reader->lexer, macro->body);
}

static void leave_call(struct reader *reader, const struct frame *frame) {
  struct scope *scope = &reader->functions;
  scope_unbind(scope, frame->binding_count);
  scope->hidden_from = frame->hidden_from;
  scope->hidden_to = frame->hidden_to;
  lexer_seek(&reader->lexer, frame->resume);
  reader->lexer.last_end = frame->resume_end;
}

static bool close_apply(struct reader *reader, struct frame *frame) {
  lexer_advance(&reader->lexer);
  if (frame->op == NULL) {
    enter_call(reader, frame);
    return false;
  }
  struct term value =
      operator_apply(reader, frame->op, frame->indices, reader->values.data + frame->value_base,
                     reader->values.count - frame->value_base, frame->start);
  reader->values.count = frame->value_base;
  reader->frames.count--;
  vec_push(&reader->values, value);
  return true;
}

static bool close_const(struct reader *reader, struct frame frame) {
  lexer_expect(&reader->lexer, TOKEN_CLOSE);
  struct term value = vec_pop(&reader->values);
  if (value.sort.kind != SORT_BITVEC || value.sort.width != frame.sort.width)
    lexer_fail(&reader->lexer, frame.start, "the value is not an element of %u bits",
               frame.sort.width);
  reader->frames.count--;
  struct term array = smt_arrays_const(reader, frame.sort, value.expr);
  vec_push(&reader->values, array);
  return true;
}

/* Attributes other than :named are ignored. */
static void close_named(struct reader *reader, size_t start) {
  struct lexer *lexer = &reader->lexer;
  reader->frames.count--;
  if (lexer->token.kind != TOKEN_KEYWORD) lexer_fail_expected(lexer, "an attribute");
  while (lexer->token.kind == TOKEN_KEYWORD) {
    bool is_name = token_is(&lexer->token, ":named");
    lexer_advance(lexer);
    if (is_name) {
      uint32_t name = read_name(reader);
      if (reader->on_name) reader->on_name(reader, name, vec_last(&reader->values), start);
    } else if (lexer->token.kind != TOKEN_KEYWORD && lexer->token.kind != TOKEN_CLOSE) {
      lexer_skip(lexer);
    }
  }
  lexer_expect(lexer, TOKEN_CLOSE);
}

/* Passes the topmost value to the topmost frame. */
static bool give_value(struct reader *reader) {
  struct lexer *lexer = &reader->lexer;
  struct frame *frame = &vec_last(&reader->frames), closed = *frame;
  switch (frame->kind) {
  case FRAME_APPLY:
    if (lexer->token.kind != TOKEN_CLOSE) return false;
    return close_apply(reader, frame);
  case FRAME_LET:
    lexer_expect(lexer, TOKEN_CLOSE);
    continue_let(reader);
    return false;
  case FRAME_BODY:
    lexer_expect(lexer, TOKEN_CLOSE);
    scope_unbind(&reader->functions, closed.binding_count);
    reader->frames.count--;
    return true;
  case FRAME_CONST: return close_const(reader, closed);
  case FRAME_NAMED: close_named(reader, closed.start); return true;
  case FRAME_CALL:
    leave_call(reader, &closed);
    reader->frames.count--;
    return true;
  }
  return false;
}

struct term read_term(struct reader *reader) {
  size_t depth = reader->frames.count;
  do {
    while (!open_term(reader)) {
      /* A function without an argument is an error that its frame reports. */
      if (reader->lexer.token.kind == TOKEN_CLOSE) lexer_fail_expected(&reader->lexer, "a term");
    }
    while (reader->frames.count > depth && give_value(reader)) {
    }
  } while (reader->frames.count > depth);
  return vec_pop(&reader->values);
}
