/* Random microc programs: statements.

   A statement is a for loop or a general loop with the probabilities that the parameters give, else
   one of three kinds of assignment, an output or an if, all equally likely. The loops are those of
   the thesis: a general one has any condition; a for loop compares two variables and increments one
   of them at the end of its body, which may change both before. Neither need end, unless the number
   of iterations is bounded: then a counter that only the loop assigns is part of the condition. */
#include "front/microc_gen/gen_parts.h"

#include <stdlib.h>
#include <string.h>

/* Is the text one expression in parentheses? */
static bool has_parentheses(const char *text) {
  int open = 0;
  if (text[0] != '(') return false;
  for (const char *c = text; *c != '\0'; c++) {
    open += (*c == '(') - (*c == ')');
    if (open == 0) return c[1] == '\0';
  }
  return false;
}

/* A number that is a whole expression: without parentheses around it. */
static void add_whole_number(struct gen *gen, struct buffer *text) {
  struct buffer number = {0};
  gen_add_number(gen, &number, GEN_EXPR_DEPTH);
  size_t outer = has_parentheses(number.text);
  buffer_add_bytes(text, number.text + outer, number.length - 2 * outer);
  buffer_free(&number);
}

/* The statement, inside the tests that guard its expressions. */
static void add_guarded_line(struct gen *gen, const char *text) {
  size_t count = gen->guards.count;
  for (size_t i = 0; i < count; i++) {
    gen_line(gen, "if (%s) {", gen->guards.data[i]);
    gen->indent++;
    free(gen->guards.data[i]);
  }
  vec_clear(&gen->guards);
  gen_line(gen, "%s", text);
  for (size_t i = 0; i < count; i++) {
    gen->indent--;
    gen_line(gen, "}");
  }
}

static bool add_place_target(struct gen *gen, struct buffer *text) {
  if (!gen_add_place(gen, text)) return false;
  buffer_add(text, " = ");
  add_whole_number(gen, text);
  return true;
}

static void assign(struct gen *gen) {
  struct buffer text = {0};
  gen->is_guarding = gen_happens(gen, gen->options->guard_prob);
  unsigned chosen = (unsigned)gen_below(gen, 4);
  if (chosen != 0 || !add_place_target(gen, &text)) {
    enum gen_kind kind = GEN_NUMBER;
    if (chosen == 1) kind = (enum gen_kind)gen_below(gen, GEN_KIND_COUNT);
    const struct gen_variable *target = gen_pick(gen, kind, true);
    if (target == NULL) target = gen_pick(gen, GEN_NUMBER, true);
    buffer_add(&text, "%s = ", target->name);
    if (target->kind == GEN_NUMBER)
      add_whole_number(gen, &text);
    else
      gen_add_value(gen, &text, target, false);
  }
  buffer_add(&text, ";");
  gen->is_guarding = false;
  add_guarded_line(gen, text.text);
  buffer_free(&text);
}

static void add_output(struct gen *gen) {
  struct buffer text = {0};
  gen->is_guarding = gen_happens(gen, gen->options->guard_prob);
  buffer_add(&text, "output ");
  add_whole_number(gen, &text);
  buffer_add(&text, ";");
  gen->is_guarding = false;
  add_guarded_line(gen, text.text);
  buffer_free(&text);
}

/* Conditions are not guarded: if guards are requested, conditions contain nothing that could fail.
   They depend on a variable, or nearly every program would hang in a loop like while (7). */
static char *make_condition(struct gen *gen) {
  struct buffer text = {0};
  gen->is_safe_only = gen_happens(gen, gen->options->guard_prob);
  do {
    buffer_free(&text);
    gen_add_number(gen, &text, GEN_EXPR_DEPTH);
  } while (strpbrk(text.text, "abcdefghijklmnopqrstuvwxyz") == NULL);
  gen->is_safe_only = false;
  return text.text;
}

static void add_body(struct gen *gen) {
  gen->indent++, gen->block_depth++;
  gen_block(gen, gen->options->max_block_stmts);
  gen->indent--, gen->block_depth--;
}

static void add_if(struct gen *gen) {
  char *condition = make_condition(gen);
  gen_line(gen, has_parentheses(condition) ? "if %s {" : "if (%s) {", condition);
  free(condition);
  add_body(gen);
  if (gen_below(gen, 2) == 0) {
    gen_line(gen, "} else {");
    add_body(gen);
  }
  gen_line(gen, "}");
}

/* A while loop with the condition (taken); `step` is a last statement of its body, or NULL. */
static void add_loop(struct gen *gen, char *condition, const char *step) {
  char counter[GEN_NAME_SIZE] = "";
  if (gen->options->max_rounds > 0) {
    strcpy(counter, gen_add_counter(gen)->name);
    gen_line(gen, "%s = 0;", counter);
    gen_line(gen, "while (%s && %s < %lld) {", condition, counter,
             (long long)gen->options->max_rounds);
  } else
    gen_line(gen, has_parentheses(condition) ? "while %s {" : "while (%s) {", condition);
  free(condition);
  gen->loop_depth++;
  add_body(gen);
  gen->loop_depth--;
  gen->indent++;
  if (step != NULL) gen_line(gen, "%s", step);
  if (counter[0] != '\0') gen_line(gen, "%s = %s + 1;", counter, counter);
  gen->indent--;
  gen_line(gen, "}");
}

static void add_for_loop(struct gen *gen) {
  const struct gen_variable *index = gen_pick(gen, GEN_NUMBER, true);
  const struct gen_variable *limit = index;
  for (int i = 0; i < 4 && limit == index; i++) limit = gen_pick(gen, GEN_NUMBER, false);
  char *step = alloc_format("%s = %s + 1;", index->name, index->name);
  add_loop(gen, alloc_format("%s < %s", index->name, limit->name), step);
  free(step);
}

static void add_general_loop(struct gen *gen) {
  gen->loop_depth++; /* its condition is evaluated in every iteration */
  char *condition = make_condition(gen);
  gen->loop_depth--;
  add_loop(gen, condition, NULL);
}

static void add_stmt(struct gen *gen) {
  bool may_nest = gen->block_depth < gen->options->max_block_depth && gen->stmts_left > 0;
  int64_t drawn = (int64_t)gen_below(gen, MICROC_GEN_ALWAYS);
  if (may_nest && drawn < gen->options->for_loop_prob) {
    add_for_loop(gen);
    return;
  }
  if (may_nest && drawn < gen->options->for_loop_prob + gen->options->loop_prob) {
    add_general_loop(gen);
    return;
  }
  switch (gen_below(gen, may_nest ? 5 : 4)) {
  case 3: add_output(gen); break;
  case 4: add_if(gen); break;
  default: assign(gen); break;
  }
}

void gen_block(struct gen *gen, int64_t max_stmts) {
  int64_t count = 1 + (int64_t)gen_below(gen, (uint64_t)max_stmts);
  for (int64_t i = 0; i < count && (i == 0 || gen->stmts_left > 0); i++) {
    if (gen->stmts_left > 0) gen->stmts_left--;
    vec_push(&gen->func->slots, gen->func->lines.count);
    add_stmt(gen);
  }
}
