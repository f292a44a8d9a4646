/* The commands of a script, from one table. A script is run while it is read: every command sees
   the effects of earlier ones, and the first error ends the run. */
#include "smt/script.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "smt/apply.h"
#include "smt/script_state.h"
#include "smt/term.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define fail(script, ...) lexer_fail(&(script)->reader.lexer, __VA_ARGS__)

/* Declarations. */

static struct term new_constant(struct script *script, uint32_t name, struct sort sort) {
  struct exprs *exprs = script->reader.exprs;
  const char *text = scope_name(&script->reader.functions, name);
  struct term term = {.sort = sort};
  const struct expr_array *array;
  if (sort.kind == SORT_ARRAY) {
    array = expr_new_array(exprs, text, sort.width, sort.index_width, 0, NULL);
    term.expr = expr_array_value(exprs, array);
  } else if (sort.width <= 64) {
    array = expr_new_array(exprs, text, sort.width, 64, 1, NULL);
    term.expr = expr_input(exprs, array, 0);
  } else {
    unsigned count = (sort.width + 63) / 64;
    array = expr_new_array(exprs, text, 64, 64, count, NULL);
    term.expr = expr_input(exprs, array, 0);
    for (unsigned i = 1; i < count; i++) {
      unsigned width = sort.width - 64 * i < 64 ? sort.width - 64 * i : 64;
      struct expr *part = expr_extract(exprs, expr_input(exprs, array, i), 0, width);
      term.expr = expr_concat(exprs, part, term.expr);
    }
  }
  struct constant constant = {name, sort, array->number};
  vec_push(&script->constants, constant);
  return term;
}

/* A name that is not bound yet. */
static uint32_t read_new_name(struct script *script) {
  struct reader *reader = &script->reader;
  struct token token = reader->lexer.token;
  uint32_t name = read_name(reader);
  if (scope_find(&reader->functions, name) != NULL)
    fail(script, token.start, "'%s' is declared already", scope_name(&reader->functions, name));
  if (!token.is_quoted && (operator_find(token.text, token.length) != NULL ||
                           operator_unsupported(token.text, token.length) != NULL))
    fail(script, token.start, "'%s' is a name of SMT-LIB's own",
         scope_name(&reader->functions, name));
  return name;
}

static void declare_const(struct script *script, size_t start) {
  (void)start;
  uint32_t name = read_new_name(script);
  struct term term = new_constant(script, name, read_sort(&script->reader));
  scope_bind(&script->reader.functions, name, term, SCOPE_NONE);
}

static void declare_fun(struct script *script, size_t start) {
  (void)start;
  uint32_t name = read_new_name(script);
  struct lexer *lexer = &script->reader.lexer;
  lexer_expect(lexer, TOKEN_OPEN);
  if (lexer->token.kind != TOKEN_CLOSE)
    fail(script, lexer->token.start, "unsupported: uninterpreted functions with parameters");
  lexer_expect(lexer, TOKEN_CLOSE);
  struct term term = new_constant(script, name, read_sort(&script->reader));
  scope_bind(&script->reader.functions, name, term, SCOPE_NONE);
}

static void read_parameters(struct script *script, struct macro *macro) {
  struct reader *reader = &script->reader;
  lexer_expect(&reader->lexer, TOKEN_OPEN);
  while (reader->lexer.token.kind == TOKEN_OPEN) {
    lexer_advance(&reader->lexer);
    uint32_t name = read_name(reader);
    struct sort sort = read_sort(reader);
    lexer_expect(&reader->lexer, TOKEN_CLOSE);
    vec_push(&macro->names, name);
    vec_push(&macro->sorts, sort);
  }
  lexer_expect(&reader->lexer, TOKEN_CLOSE);
}

/* A function with parameters is read once here, with constants for the parameters, so that errors
   are reported at its definition. */
static void define_fun(struct script *script, size_t start) {
  (void)start;
  struct reader *reader = &script->reader;
  uint32_t name = read_new_name(script);
  vec_push(&reader->macros, (struct macro){0});
  uint32_t number = (uint32_t)reader->macros.count - 1;
  struct macro *macro = &reader->macros.data[number];
  read_parameters(script, macro);
  macro->result = read_sort(reader);
  macro->body = reader->lexer.token.start;
  size_t constant_count = script->constants.count;
  for (size_t i = 0; i < macro->names.count; i++)
    scope_bind(&reader->functions, macro->names.data[i],
               new_constant(script, macro->names.data[i], macro->sorts.data[i]), SCOPE_NONE);
  script->constants.count = constant_count;
  struct term body = read_term(reader);
  scope_unbind(&reader->functions, reader->global_count);
  if (!sort_equals(body.sort, macro->result))
    fail(script, macro->body, "the body has another sort than the function");
  scope_bind(&reader->functions, name, body, macro->names.count ? number : SCOPE_NONE);
}

static void define_const(struct script *script, size_t start) {
  (void)start;
  uint32_t name = read_new_name(script);
  struct sort sort = read_sort(&script->reader);
  size_t body = script->reader.lexer.token.start;
  struct term term = read_term(&script->reader);
  if (!sort_equals(term.sort, sort))
    fail(script, body, "the body has another sort than the constant");
  scope_bind(&script->reader.functions, name, term, SCOPE_NONE);
}

static void define_sort(struct script *script, size_t start) {
  (void)start;
  struct reader *reader = &script->reader;
  struct token token = lexer_take(&reader->lexer, TOKEN_SYMBOL);
  uint32_t name = scope_number(&reader->sorts, token.text, token.length);
  if (scope_find(&reader->sorts, name) != NULL)
    fail(script, token.start, "sort '%s' is declared already", scope_name(&reader->sorts, name));
  lexer_expect(&reader->lexer, TOKEN_OPEN);
  if (reader->lexer.token.kind != TOKEN_CLOSE)
    fail(script, reader->lexer.token.start, "unsupported: sorts with parameters");
  lexer_expect(&reader->lexer, TOKEN_CLOSE);
  struct term term = {.sort = read_sort(reader)};
  scope_bind(&reader->sorts, name, term, SCOPE_NONE);
}

/* Assertions and levels. */

static void remember_name(struct reader *reader, uint32_t name, struct term term, size_t start) {
  struct script *script = (struct script *)reader;
  if (scope_find(&reader->functions, name) != NULL)
    fail(script, start, "'%s' is declared already", scope_name(&reader->functions, name));
  struct named named = {name, term};
  vec_push(&script->named, named);
}

static void assert_term(struct script *script, size_t start) {
  (void)start;
  size_t at = script->reader.lexer.token.start;
  struct term term = read_term(&script->reader);
  if (term.sort.kind != SORT_BOOL) fail(script, at, "what is asserted is not a Bool");
  uint32_t name = SCOPE_NONE;
  for (size_t i = 0; i < script->named.count; i++)
    if (script->named.data[i].term.expr == term.expr) name = script->named.data[i].name;
  struct assertion assertion = {term.expr, name};
  vec_push(&script->assertions, assertion);
  script_forget_answer(script);
}

static uint32_t read_level_count(struct script *script) {
  return script->reader.lexer.token.kind == TOKEN_NUMERAL
             ? lexer_take_numeral(&script->reader.lexer)
             : 1;
}

static void push(struct script *script, size_t start) {
  (void)start;
  struct level level = {script->assertions.count,
                        script->constants.count,
                        script->reader.functions.bindings.count,
                        script->reader.sorts.bindings.count,
                        script->reader.macros.count,
                        read_level_count(script)};
  if (level.times > 0) vec_push(&script->levels, level);
  script->level_count += level.times;
  script_forget_answer(script);
}

static void free_macros(struct reader *reader, size_t count) {
  while (reader->macros.count > count) {
    struct macro *macro = &vec_pop(&reader->macros);
    vec_free(&macro->names);
    vec_free(&macro->sorts);
  }
}

static void return_to(struct script *script, const struct level *level) {
  script->assertions.count = level->assertions;
  script->constants.count = level->constants;
  scope_unbind(&script->reader.functions, level->functions);
  scope_unbind(&script->reader.sorts, level->sorts);
  free_macros(&script->reader, level->macros);
  script_forget_answer(script);
}

static void pop(struct script *script, size_t start) {
  uint32_t count = read_level_count(script);
  if (count > script->level_count)
    fail(script, start, "pop of %u, but only %" PRIu64 " pushed", count, script->level_count);
  if (count == 0) return;
  script->level_count -= count;
  uint64_t left = count;
  while (vec_last(&script->levels).times < left) left -= vec_pop(&script->levels).times;
  struct level *level = &vec_last(&script->levels);
  return_to(script, level);
  level->times -= left;
  if (level->times == 0) script->levels.count--;
}

static void reset_assertions(struct script *script, size_t start) {
  (void)start;
  static const struct level bottom = {0};
  script->levels.count = 0;
  script->level_count = 0;
  return_to(script, &bottom);
}

static void reset(struct script *script, size_t start) {
  reset_assertions(script, start);
  script->prints_success = false;
  script->expected = -1;
}

/* Checks. */

static void check_sat(struct script *script, size_t start) {
  vec_clear(&script->assumptions);
  vec_clear(&script->assumption_starts);
  vec_clear(&script->assumption_ends);
  script_check(script, start);
}

static void check_sat_assuming(struct script *script, size_t start) {
  struct lexer *lexer = &script->reader.lexer;
  vec_clear(&script->assumptions);
  vec_clear(&script->assumption_starts);
  vec_clear(&script->assumption_ends);
  lexer_expect(lexer, TOKEN_OPEN);
  while (lexer->token.kind != TOKEN_CLOSE) {
    size_t at = lexer->token.start;
    struct term term = read_term(&script->reader);
    if (term.sort.kind != SORT_BOOL) fail(script, at, "what is assumed is not a Bool");
    vec_push(&script->assumptions, term);
    vec_push(&script->assumption_starts, (uint32_t)at);
    vec_push(&script->assumption_ends, (uint32_t)lexer->last_end);
  }
  lexer_advance(lexer);
  script_check(script, start);
}

/* The rest. */

static void set_logic(struct script *script, size_t start) {
  (void)start;
  struct token token = lexer_take(&script->reader.lexer, TOKEN_SYMBOL);
  static const char *const logics[] = {"QF_BV", "QF_ABV", "QF_AX", "QF_AUFBV", "QF_UFBV", "ALL"};
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++)
    if (token_is(&token, logics[i])) return;
  fail(script, token.start, "unsupported: logic '%.*s'",
       (int)(token.length < 60 ? token.length : 60), token.text);
}

static void set_option(struct script *script, size_t start) {
  (void)start;
  struct lexer *lexer = &script->reader.lexer;
  struct token option = lexer_take(lexer, TOKEN_KEYWORD);
  if (token_is(&option, ":print-success")) script->prints_success = token_is(&lexer->token, "true");
  if (lexer->token.kind != TOKEN_CLOSE) lexer_skip(lexer);
}

static void set_info(struct script *script, size_t start) {
  (void)start;
  struct lexer *lexer = &script->reader.lexer;
  struct token info = lexer_take(lexer, TOKEN_KEYWORD);
  if (token_is(&info, ":status"))
    script->expected = token_is(&lexer->token, "sat")     ? ANSWER_SAT
                       : token_is(&lexer->token, "unsat") ? ANSWER_UNSAT
                                                          : -1;
  if (lexer->token.kind != TOKEN_CLOSE) lexer_skip(lexer);
}

static void get_info(struct script *script, size_t start) {
  (void)start;
  FILE *out = script->options->out;
  struct token info = lexer_take(&script->reader.lexer, TOKEN_KEYWORD);
  if (token_is(&info, ":name"))
    fprintf(out, "(:name \"smew\")\n");
  else if (token_is(&info, ":reason-unknown"))
    fprintf(out, "(:reason-unknown %s)\n",
            script->has_answer && script->answer == ANSWER_UNKNOWN ? "timeout" : "incomplete");
  else if (token_is(&info, ":error-behavior"))
    fprintf(out, "(:error-behavior immediate-exit)\n");
  else
    fprintf(out, "unsupported\n");
}

static void echo(struct script *script, size_t start) {
  (void)start;
  struct token text = lexer_take(&script->reader.lexer, TOKEN_STRING);
  fprintf(script->options->out, "\"%.*s\"\n", (int)text.length, text.text);
}

static void leave(struct script *script, size_t start) {
  (void)start;
  script->is_done = true;
}

static const struct command {
  const char *name;
  void (*run)(struct script *script, size_t start);
  bool responds;     /* prints a response of its own, so no success */
  bool has_no_words; /* it takes no arguments: its end is checked before it runs */
} commands[] = {
    {"assert", assert_term, false, false},
    {"declare-const", declare_const, false, false},
    {"declare-fun", declare_fun, false, false},
    {"define-const", define_const, false, false},
    {"define-fun", define_fun, false, false},
    {"define-sort", define_sort, false, false},
    {"check-sat", check_sat, true, true},
    {"check-sat-assuming", check_sat_assuming, true, false},
    {"get-model", script_print_model, true, true},
    {"get-value", script_print_values, true, false},
    {"get-unsat-core", script_print_core, true, true},
    {"get-unsat-assumptions", script_print_failed_assumptions, true, true},
    {"get-info", get_info, true, false},
    {"push", push, false, false},
    {"pop", pop, false, false},
    {"reset", reset, false, false},
    {"reset-assertions", reset_assertions, false, false},
    {"set-logic", set_logic, false, false},
    {"set-option", set_option, false, false},
    {"set-info", set_info, false, false},
    {"echo", echo, true, false},
    {"exit", leave, false, false},
};

static const struct command *find_command(struct script *script, const struct token *token) {
  static const char *const foreign[] = {"declare-sort",   "declare-datatype", "declare-datatypes",
                                        "define-fun-rec", "get-assertions",   "get-assignment",
                                        "get-option",     "get-proof",        "define-funs-rec"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (token_is(token, commands[i].name)) return &commands[i];
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (token_is(token, foreign[i]))
      fail(script, token->start, "unsupported: command '%s'", foreign[i]);
  fail(script, token->start, "unknown command '%.*s'",
       (int)(token->length < 60 ? token->length : 60), token->text);
}

static void run_command(struct script *script) {
  struct lexer *lexer = &script->reader.lexer;
  size_t start = lexer->token.start;
  lexer_expect(lexer, TOKEN_OPEN);
  struct token name = lexer_take(lexer, TOKEN_SYMBOL);
  const struct command *command = find_command(script, &name);
  script->reader.global_count = script->reader.functions.bindings.count;
  vec_clear(&script->named);
  if (command->has_no_words && lexer->token.kind != TOKEN_CLOSE) lexer_fail_expected(lexer, "')'");
  command->run(script, start);
  lexer_expect(lexer, TOKEN_CLOSE);
  for (size_t i = 0; i < script->named.count; i++)
    scope_bind(&script->reader.functions, script->named.data[i].name, script->named.data[i].term,
               SCOPE_NONE);
  if (!command->responds && script->prints_success) fprintf(script->options->out, "success\n");
}

static void free_script(struct script *script) {
  script_forget_answer(script);
  free_macros(&script->reader, 0);
  scope_free(&script->reader.functions);
  scope_free(&script->reader.sorts);
  vec_free(&script->reader.macros);
  vec_free(&script->reader.choices);
  vec_free(&script->reader.facts);
  vec_free(&script->reader.fact_of);
  vec_free(&script->reader.defaults);
  vec_free(&script->reader.frames);
  vec_free(&script->reader.values);
  vec_free(&script->reader.names);
  vec_free(&script->constants);
  vec_free(&script->assertions);
  vec_free(&script->levels);
  vec_free(&script->named);
  vec_free(&script->conjuncts);
  vec_free(&script->assumptions);
  vec_free(&script->assumption_starts);
  vec_free(&script->assumption_ends);
}

enum script_status script_run(const struct script_options *options, const char *text, size_t size) {
  struct script *script = alloc_zeroed(sizeof *script);
  enum script_status status = SCRIPT_DONE;
  jmp_buf on_error;
  script->options = options;
  script->expected = -1;
  script->reader.exprs = options->exprs;
  script->reader.on_name = remember_name;
  vec_push(&script->reader.choices, (struct choice){0});
  if (setjmp(on_error) == 0) {
    lexer_start(&script->reader.lexer, options->path, text, size, &on_error);
    while (!script->is_done && script->reader.lexer.token.kind != TOKEN_END) run_command(script);
    status = script->is_contrary ? SCRIPT_CONTRARY : SCRIPT_DONE;
  } else {
    status = SCRIPT_BAD;
  }
  free_script(script);
  free(script);
  return status;
}
