/* Random microc programs: functions, and assembling the text.

   A program is made function by function, top down, as lines of text; there is no tree, since types
   follow from the variables that are assigned or used. Code that is ill-typed or reads an
   unassigned variable is never generated: every function starts by assigning all its variables,
   each from those before it.

   All choices are draws below a limit from smew's own generator of random numbers. Nothing
   depends on addresses, on floating point or on the C library. */
#include "front/microc_gen/gen.h"

#include "front/microc_gen/gen_parts.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t gen_below(struct gen *gen, uint64_t limit) {
  return random_draw_below(&gen->random, limit);
}

bool gen_happens(struct gen *gen, int64_t millionths) {
  return (int64_t)gen_below(gen, MICROC_GEN_ALWAYS) < millionths;
}

void gen_line(struct gen *gen, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = alloc_format_list(format, arguments);
  va_end(arguments);
  vec_push(&gen->func->lines, ((struct gen_line){gen->indent, text}));
}

struct microc_gen_options microc_gen_defaults(void) {
  return (struct microc_gen_options){
      .for_loop_prob = 150000,
      .loop_prob = 100000,
      .max_block_depth = 3,
      .max_top_stmts = 10,
      .max_block_stmts = 5,
      .max_stmts = 100000,
  };
}

const char *microc_gen_complaint(const struct microc_gen_options *options) {
  if (options->for_loop_prob + options->loop_prob > MICROC_GEN_ALWAYS)
    return "forLoopGenProb and loopGenProb are more than 1 together";
  if (options->max_top_stmts < 1) return "maxTopLvlStmtsCount must be at least 1";
  if (options->max_block_stmts < 1) return "maxStmtsWithinABlock must be at least 1";
  if (options->max_block_depth > 1000) return "maxBlockDepth must be at most 1000";
  if (options->functions > 10000) return "functionsCount must be at most 10000";
  if (options->main_args > 1000) return "mainArgs must be at most 1000";
  return NULL;
}

static void begin_func(struct gen *gen) {
  vec_push(&gen->funcs, (struct gen_func){0});
  gen->func = &vec_last(&gen->funcs);
  gen->indent = 1;
  gen->block_depth = gen->loop_depth = 0;
}

static void end_func(struct gen *gen) {
  struct buffer result = {0};
  gen->is_safe_only = gen_happens(gen, gen->options->guard_prob);
  gen_add_number(gen, &result, GEN_EXPR_DEPTH);
  gen->is_safe_only = false;
  gen_line(gen, "return %s;", result.text);
  buffer_free(&result);
}

/* What it does only while it may recurse further, including its one call of itself: so a run has at
   most as many calls as the first argument says. */
static void add_recursion(struct gen *gen, int64_t max_stmts) {
  gen_line(gen, "if (depth > 0) {");
  gen->indent++, gen->block_depth++;
  gen_block(gen, max_stmts);
  struct buffer call = {0};
  gen->is_safe_only = true;
  const struct gen_variable *target = gen_pick(gen, GEN_NUMBER, true);
  buffer_add(&call, "%s = %s(depth - 1", target->name, gen->func->name);
  for (size_t i = 1; i < gen->func->parameter_count; i++) {
    buffer_add(&call, ", ");
    gen_add_value(gen, &call, &gen->func->variables.data[i], false);
  }
  gen->is_safe_only = false;
  gen_line(gen, "%s);", call.text);
  buffer_free(&call);
  gen_block(gen, max_stmts);
  gen->indent--, gen->block_depth--;
  gen_line(gen, "}");
}

static void add_parameters(struct gen *gen, bool is_recursive) {
  struct gen_func *func = gen->func;
  if (is_recursive) {
    func->is_recursive = true;
    struct gen_variable depth = {.name = "depth", .is_fixed = true};
    vec_push(&func->variables, depth);
  }
  func->is_plain = !is_recursive && gen_below(gen, 2) == 0;
  unsigned count = func->is_plain ? 2 : 1 + (unsigned)gen_below(gen, 3);
  for (unsigned i = 0; i < count; i++)
    if (func->is_plain || gen_below(gen, 2) == 0)
      gen_add_variable(gen, GEN_NUMBER);
    else
      gen_add_variable(gen, (enum gen_kind)gen_below(gen, GEN_RECORD + 1));
  /* Arrays that are passed as arguments have the right length. */
  for (size_t i = 0; i < func->variables.count; i++) func->variables.data[i].is_steady = true;
  func->parameter_count = func->variables.count;
}

static void add_func(struct gen *gen, size_t number) {
  begin_func(gen);
  snprintf(gen->func->name, GEN_NAME_SIZE, "f%zu", number);
  bool is_recursive = gen->options->recursion > 0 && gen_below(gen, 2) == 0;
  add_parameters(gen, is_recursive);
  gen_add_locals(gen, false);
  if (is_recursive)
    add_recursion(gen, gen->options->max_block_stmts);
  else
    gen_block(gen, gen->options->max_block_stmts);
  end_func(gen);
}

static void add_main(struct gen *gen) {
  begin_func(gen);
  snprintf(gen->func->name, GEN_NAME_SIZE, "main");
  for (int64_t i = 0; i < gen->options->main_args; i++) gen_add_variable(gen, GEN_NUMBER);
  gen->func->parameter_count = gen->func->variables.count;
  gen_add_locals(gen, true);
  gen_block(gen, gen->options->max_top_stmts);
  end_func(gen);
}

/* The address of a local variable that outlives it. */
static void add_dangling_func(struct gen *gen) {
  begin_func(gen);
  snprintf(gen->func->name, GEN_NAME_SIZE, "gone");
  gen_add_variable(gen, GEN_NUMBER);
  gen_line(gen, "%s = 1;", gen->func->variables.data[0].name);
  gen_line(gen, "return &%s;", gen->func->variables.data[0].name);
}

/* An expression that fails whatever happened before. */
static char *make_failure(struct gen *gen, bool *uses_dangling) {
  enum { NULL_POINTER, INDEX_BELOW, INDEX_ABOVE, DIVISION, DEAD_LOCAL };
  unsigned kinds[5] = {NULL_POINTER, INDEX_BELOW, INDEX_ABOVE}, count = 3;
  if (gen->options->generate_divisions) kinds[count++] = DIVISION;
  if (gen->options->functions > 0) kinds[count++] = DEAD_LOCAL;
  const struct gen_variable *number = gen_pick(gen, GEN_NUMBER, false);
  const struct gen_variable *array = gen_pick(gen, GEN_ARRAY, false);
  switch (kinds[gen_below(gen, count)]) {
  case INDEX_BELOW: return alloc_format("%s[-1]", array != NULL ? array->name : "[0]");
  case INDEX_ABOVE:
    return alloc_format("%s[%d]", array != NULL ? array->name : "[0]", GEN_MAX_LENGTH);
  case DIVISION: return alloc_format("%s / 0", number->name);
  case DEAD_LOCAL: *uses_dangling = true; return alloc_format("*gone()");
  default: return alloc_format("*null");
  }
}

/* Inserts a statement that fails before another, with each place of the program equally likely. */
static void plug_failure(struct gen *gen) {
  size_t count = 0, func = 0;
  for (size_t i = 0; i < gen->funcs.count; i++) count += gen->funcs.data[i].slots.count;
  size_t chosen = gen_below(gen, count);
  while (chosen >= gen->funcs.data[func].slots.count) chosen -= gen->funcs.data[func++].slots.count;
  gen->func = &gen->funcs.data[func];
  size_t at = gen->func->slots.data[chosen];
  bool uses_dangling = false;
  char *failure = make_failure(gen, &uses_dangling);
  gen->indent = gen->func->lines.data[at].indent;
  gen_line(gen, "%s = %s;", gen_pick(gen, GEN_NUMBER, true)->name, failure);
  free(failure);
  struct gen_line line = vec_last(&gen->func->lines);
  for (size_t i = gen->func->lines.count - 1; i > at; i--)
    gen->func->lines.data[i] = gen->func->lines.data[i - 1];
  gen->func->lines.data[at] = line;
  if (uses_dangling) add_dangling_func(gen);
}

static void print_func(const struct gen_func *func, struct buffer *text) {
  buffer_add(text, "%s(", func->name);
  for (size_t i = 0; i < func->parameter_count; i++)
    buffer_add(text, "%s%s", i == 0 ? "" : ", ", func->variables.data[i].name);
  buffer_add(text, ") {\n");
  for (size_t i = func->parameter_count; i < func->variables.count; i++) {
    bool begins = (i - func->parameter_count) % 10 == 0;
    bool ends = (i - func->parameter_count) % 10 == 9 || i + 1 == func->variables.count;
    buffer_add(text, "%s%s%s", begins ? "  var " : " ", func->variables.data[i].name,
               ends ? ";\n" : ",");
  }
  /* Counters are declared where their loops are generated, but can be read anywhere after them. */
  for (size_t i = func->parameter_count; i < func->variables.count; i++)
    if (func->variables.data[i].is_fixed)
      buffer_add(text, "  %s = 0;\n", func->variables.data[i].name);
  for (size_t i = 0; i < func->lines.count; i++)
    buffer_add(text, "%*s%s\n", (int)(2 * func->lines.data[i].indent), "",
               func->lines.data[i].text);
  buffer_add(text, "}\n");
}

static void free_func(struct gen_func *func) {
  for (size_t i = 0; i < func->lines.count; i++) free(func->lines.data[i].text);
  vec_free(&func->lines);
  vec_free(&func->variables);
  vec_free(&func->slots);
}

void microc_gen_program(const struct microc_gen_options *options, struct buffer *text) {
  struct gen gen = {.options = options,
                    .random = random_source_new((uint64_t)options->seed, 0),
                    .stmts_left = options->max_stmts,
                    .inputs_left = options->max_inputs == 0 ? INT64_MAX : options->max_inputs};
  for (int64_t i = 0; i < options->functions; i++) add_func(&gen, (size_t)i);
  add_main(&gen);
  if (options->error_guaranteed) plug_failure(&gen);
  for (size_t i = 0; i < gen.funcs.count; i++) {
    if (i > 0) buffer_add(text, "\n");
    print_func(&gen.funcs.data[i], text);
    free_func(&gen.funcs.data[i]);
  }
  vec_free(&gen.funcs);
  vec_free(&gen.guards);
}
