/* Checks, and what a script may ask about the last answer: the model, values under it, the named
   assertions or the assumptions in the core. A model is printed in full, arrays as stores into a
   constant one, so that it can be read back as definitions. */
#include "smt/script_state.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "smt/term.h"
#include "util/buffer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define fail(script, ...) lexer_fail(&(script)->reader.lexer, __VA_ARGS__)

void script_forget_answer(struct script *script) {
  script->has_answer = false;
  free(script->in_core);
  script->in_core = NULL;
  if (script->model != NULL) assignment_free(script->model);
  script->model = NULL;
}

static void gather_conjuncts(struct script *script) {
  vec_clear(&script->conjuncts);
  for (size_t i = 0; i < script->assertions.count; i++)
    vec_push(&script->conjuncts, script->assertions.data[i].expr);
  script->core_assertions = script->conjuncts.count;
  for (size_t i = 0; i < script->assumptions.count; i++)
    vec_push(&script->conjuncts, script->assumptions.data[i].expr);
}

static void compare_with_expected(struct script *script, size_t start) {
  int expected = script->expected;
  script->expected = -1; /* it applies only to the next check */
  if (expected < 0 || script->answer == ANSWER_UNKNOWN || (int)script->answer == expected) return;
  lexer_report(&script->reader.lexer, start,
               expected == ANSWER_SAT ? "the answer is unsat, but the script says :status sat"
                                      : "the answer is sat, but the script says :status unsat");
  script->is_contrary = true;
}

void script_check(struct script *script, size_t start) {
  static const char *const names[] = {"sat", "unsat", "unknown"};
  gather_conjuncts(script);
  script_forget_answer(script);
  smt_arrays_check(script);
  script->has_answer = true;
  fprintf(script->options->out, "%s\n", names[script->answer]);
  compare_with_expected(script, start);
}

static void need_answer(struct script *script, size_t start, enum answer answer) {
  if (script->has_answer && script->answer == answer) return;
  fail(script, start, "this needs a check-sat before it that answered %s",
       answer == ANSWER_SAT ? "sat" : "unsat");
}

/* Symbols that the lexer would not accept otherwise are put between bars. */
static void print_name(const char *name, struct buffer *out) {
  bool is_simple = name[0] != '\0' && !isdigit((unsigned char)name[0]);
  for (const char *c = name; *c != '\0'; c++)
    is_simple &= isalnum((unsigned char)*c) || strchr("~!@$%^&*_-+=<>.?/", *c) != NULL;
  buffer_add(out, is_simple ? "%s" : "|%s|", name);
}

static void print_bits(unsigned width, const uint64_t *words, struct buffer *out) {
  unsigned step = width % 4 == 0 ? 4 : 1;
  buffer_add(out, step == 4 ? "#x" : "#b");
  for (unsigned bit = width; bit > 0; bit -= step) {
    uint64_t digit = words[(bit - step) / 64] >> ((bit - step) % 64) & ((1u << step) - 1);
    buffer_add(out, "%c", "0123456789abcdef"[digit]);
  }
}

static void print_scalar(struct sort sort, const uint64_t *words, struct buffer *out) {
  if (sort.kind == SORT_BOOL)
    buffer_add(out, words[0] & 1 ? "true" : "false");
  else
    print_bits(sort.width, words, out);
}

static void print_content(struct sort sort, const struct array_content *content,
                          struct buffer *out) {
  const struct array_entry *entries = content->entries.data;
  for (size_t i = 0; i < content->entries.count; i++)
    if (entries[i].value != content->otherwise) buffer_add(out, "(store ");
  buffer_add(out, "((as const ");
  sort_print(sort, out);
  buffer_add(out, ") ");
  print_bits(sort.width, &content->otherwise, out);
  buffer_add(out, ")");
  for (size_t i = 0; i < content->entries.count; i++) {
    if (entries[i].value == content->otherwise) continue;
    buffer_add(out, " ");
    print_bits(sort.index_width, &entries[i].index, out);
    buffer_add(out, " ");
    print_bits(sort.width, &entries[i].value, out);
    buffer_add(out, ")");
  }
}

static void print_array(struct script *script, struct evaluator *evaluator, struct term term,
                        struct buffer *out) {
  struct array_content content = smt_arrays_content(script, evaluator, term);
  print_content(term.sort, &content, out);
  vec_free(&content.entries);
}

static void print_constant(struct script *script, const struct constant *constant,
                           struct buffer *out) {
  if (constant->sort.kind == SORT_ARRAY) {
    struct exprs *exprs = script->reader.exprs;
    const struct expr_array *array = expr_find_array(exprs, constant->array);
    print_array(script, NULL, (struct term){constant->sort, expr_array_value(exprs, array), 0},
                out);
    return;
  }
  uint64_t words[EXPR_MAX_WIDTH / 64];
  for (unsigned i = 0; i < (constant->sort.width + 63) / 64; i++)
    words[i] = assignment_get(script->model, constant->array, i);
  print_scalar(constant->sort, words, out);
}

void script_print_model(struct script *script, size_t start) {
  need_answer(script, start, ANSWER_SAT);
  struct buffer out = {0};
  buffer_add(&out, "(\n");
  for (size_t i = 0; i < script->constants.count; i++) {
    const struct constant *constant = &script->constants.data[i];
    buffer_add(&out, "  (define-fun ");
    print_name(scope_name(&script->reader.functions, constant->name), &out);
    buffer_add(&out, " () ");
    sort_print(constant->sort, &out);
    buffer_add(&out, " ");
    print_constant(script, constant, &out);
    buffer_add(&out, ")\n");
  }
  buffer_add(&out, ")\n");
  fputs(out.text, script->options->out);
  buffer_free(&out);
}

static void print_value(struct script *script, struct evaluator *evaluator, struct term term,
                        struct buffer *out) {
  uint64_t words[EXPR_MAX_WIDTH / 64];
  if (term.sort.kind == SORT_ARRAY) {
    print_array(script, evaluator, term, out);
    return;
  }
  evaluator_words(evaluator, term.expr, words);
  print_scalar(term.sort, words, out);
}

/* All terms are read before anything is printed or allocated: an error in one of them leaves by
   longjmp. */
void script_print_values(struct script *script, size_t start) {
  struct reader *reader = &script->reader;
  need_answer(script, start, ANSWER_SAT);
  size_t base = reader->values.count, text_base = reader->names.count;
  lexer_expect(&reader->lexer, TOKEN_OPEN);
  do {
    uint32_t begin = (uint32_t)reader->lexer.token.start;
    struct term term = read_term(reader);
    vec_push(&reader->values, term);
    vec_push(&reader->names, begin);
    vec_push(&reader->names, (uint32_t)reader->lexer.last_end);
  } while (reader->lexer.token.kind != TOKEN_CLOSE);
  lexer_advance(&reader->lexer);

  for (size_t i = base; i < reader->values.count; i++)
    smt_arrays_complete_for(script, reader->values.data[i]);
  struct evaluator *evaluator = evaluator_new(reader->exprs, script->model);
  struct buffer out = {0};
  for (size_t i = base; i < reader->values.count; i++) {
    const uint32_t *range = &reader->names.data[text_base + 2 * (i - base)];
    buffer_add(&out, i == base ? "((" : "\n (");
    buffer_add_bytes(&out, reader->lexer.text + range[0], range[1] - range[0]);
    buffer_add(&out, " ");
    print_value(script, evaluator, reader->values.data[i], &out);
    buffer_add(&out, ")");
  }
  fprintf(script->options->out, "%s)\n", out.text);
  buffer_free(&out);
  evaluator_free(evaluator);
  reader->values.count = base;
  reader->names.count = text_base;
}

/* Unnamed assertions cannot be printed; SMT-LIB omits them from the core. */
void script_print_core(struct script *script, size_t start) {
  need_answer(script, start, ANSWER_UNSAT);
  struct buffer out = {0};
  for (size_t i = 0; i < script->core_assertions; i++) {
    uint32_t name = script->assertions.data[i].name;
    if (!script->in_core[i] || name == SCOPE_NONE) continue;
    if (out.length > 0) buffer_add(&out, " ");
    print_name(scope_name(&script->reader.functions, name), &out);
  }
  fprintf(script->options->out, "(%s)\n", out.text ? out.text : "");
  buffer_free(&out);
}

void script_print_failed_assumptions(struct script *script, size_t start) {
  need_answer(script, start, ANSWER_UNSAT);
  struct buffer out = {0};
  for (size_t i = 0; i < script->assumptions.count; i++) {
    if (!script->in_core[script->core_assertions + i]) continue;
    if (out.length > 0) buffer_add(&out, " ");
    uint32_t begin = script->assumption_starts.data[i];
    buffer_add_bytes(&out, script->reader.lexer.text + begin,
                     script->assumption_ends.data[i] - begin);
  }
  fprintf(script->options->out, "(%s)\n", out.text ? out.text : "");
  buffer_free(&out);
}
