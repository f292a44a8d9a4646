/* The generator of microc programs: the same everywhere, and what its parameters do. */
#include "front/microc/messages.h"
#include "front/microc/parser.h"
#include "front/microc/rules.h"
#include "front/microc/types.h"
#include "front/microc_gen/gen.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PROGRAMS = 300 };

static char *generate(struct microc_gen_options options, int64_t seed) {
  struct buffer text = {0};
  options.seed = seed;
  microc_gen_program(&options, &text);
  return text.text;
}

/* Everything at once. */
static struct microc_gen_options rich(void) {
  struct microc_gen_options options = microc_gen_defaults();
  options.error_guaranteed = options.generate_divisions = true;
  options.variable_indices = options.nested_types = options.function_values = true;
  options.risky_prob = 300000;
  options.guard_prob = 900000;
  options.functions = 4;
  options.recursion = 3;
  options.max_rounds = 3;
  options.max_inputs = 4;
  options.max_stmts = 60;
  options.main_args = 1;
  return options;
}

/* 64-bit FNV-1a. */
static uint64_t hash(const char *text) {
  uint64_t value = 0xcbf29ce484222325u;
  for (; *text != '\0'; text++) value = (value ^ (uint8_t)*text) * 0x100000001b3u;
  return value;
}

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

/* The number of `part` in the programs of the first seeds. */
static size_t count_in_all(struct microc_gen_options options, const char *part) {
  size_t count = 0;
  for (int64_t seed = 0; seed < PROGRAMS; seed++) {
    char *text = generate(options, seed);
    count += count_of(text, part);
    free(text);
  }
  return count;
}

/* A change of what the generator makes changes these numbers, and the programs of every
   benchmark and test that names a seed. */
static void gives_the_same_programs_everywhere(void **state) {
  (void)state;
  static const struct {
    int64_t seed;
    uint64_t plain, rich;
  } known[] = {{0, 0x6050d1c5fcf31bc9, 0x9eb4fda989e04c1a},
               {1, 0x518713a95e4b87e7, 0x60ca1432a0a320e7},
               {123456789, 0xa08f31e795bab869, 0x98c8ac84c3b68d12}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char *plain = generate(microc_gen_defaults(), known[i].seed);
    char *all = generate(rich(), known[i].seed);
    assert_int_equal(hash(plain), known[i].plain);
    assert_int_equal(hash(all), known[i].rich);
    free(plain);
    free(all);
  }
}

static void gives_other_programs_for_other_seeds(void **state) {
  (void)state;
  for (int64_t seed = 0; seed < PROGRAMS; seed++) {
    char *a = generate(microc_gen_defaults(), seed), *b = generate(microc_gen_defaults(), seed);
    char *c = generate(microc_gen_defaults(), seed + 1);
    assert_string_equal(a, b);
    assert_string_not_equal(a, c);
    free(a);
    free(b);
    free(c);
  }
}

static void check_program(const char *text) {
  struct microc_messages messages = {.path = "generated", .text = text, .size = strlen(text)};
  struct microc_program *program = microc_parse(&messages);
  if (messages.error_count == 0)
    microc_check_rules(program, (struct microc_rules){.needs_main = true}, &messages);
  struct microc_types *types =
      messages.error_count == 0 ? microc_infer_types(program, &messages) : NULL;
  if (messages.error_count != 0) fail_msg("%s\n%s", messages.out.text, text);
  microc_types_free(types);
  microc_program_free(program);
  microc_messages_free(&messages);
}

static void every_program_obeys_the_rules_and_has_types(void **state) {
  (void)state;
  struct microc_gen_options deep = microc_gen_defaults();
  deep.max_block_depth = 6;
  for (int64_t seed = 0; seed < PROGRAMS; seed++) {
    struct microc_gen_options options[] = {microc_gen_defaults(), rich(), deep};
    for (int i = 0; i < 3; i++) {
      char *text = generate(options[i], seed);
      check_program(text);
      free(text);
    }
  }
}

static void loops_are_as_likely_as_asked_for(void **state) {
  (void)state;
  struct microc_gen_options options = microc_gen_defaults();
  options.max_block_depth = 1;
  options.for_loop_prob = options.loop_prob = 0;
  assert_int_equal(count_in_all(options, "while"), 0);
  options.for_loop_prob = 1000000;
  /* A for loop compares two variables. */
  size_t loops = count_in_all(options, "\n  while (v");
  assert_int_equal(count_in_all(options, "while"), loops);
  assert_int_equal(count_in_all(options, "\n  output"), 0);
  options.for_loop_prob = 500000;
  size_t half = count_in_all(options, "while");
  assert_in_range(half, loops * 4 / 10, loops * 6 / 10);
}

static unsigned deepest(const char *text) {
  unsigned depth = 0, most = 0;
  for (; *text != '\0'; text++) {
    if (*text == '{' && text[1] == '\n') depth++;
    if (*text == '}') depth -= text[1] == '\n' || text[1] == ' ';
    if (depth > most) most = depth;
  }
  return most - 1;
}

static void blocks_are_bounded(void **state) {
  (void)state;
  struct microc_gen_options options = microc_gen_defaults();
  for (int64_t depth = 0; depth < 5; depth++) {
    unsigned most = 0;
    options.max_block_depth = depth;
    for (int64_t seed = 0; seed < PROGRAMS; seed++) {
      char *text = generate(options, seed);
      unsigned found = deepest(text);
      if (found > most) most = found;
      free(text);
    }
    assert_int_equal(most, depth);
  }
  options.max_block_depth = 0;
  size_t most = 0;
  for (int64_t seed = 0; seed < PROGRAMS; seed++) {
    char *text = generate(options, seed);
    /* Without blocks, a statement is a line; the last one returns. */
    size_t outputs = count_of(text, "\n  output");
    if (outputs > most) most = outputs;
    assert_in_range(outputs, 0, 10);
    free(text);
  }
  assert_in_range(most, 6, 10);
}

static void divisions_are_made_only_when_asked_for(void **state) {
  (void)state;
  struct microc_gen_options options = rich();
  assert_true(count_in_all(options, " / ") > PROGRAMS);
  options.generate_divisions = false;
  assert_int_equal(count_in_all(options, " / "), 0);
}

/* Uses of an index that no array has; not arrays of one element. */
static size_t count_uses_of(const char *text, const char *index, const char *array) {
  return count_of(text, index) - count_of(text, array);
}

static void a_failure_is_plugged_into_every_program(void **state) {
  (void)state;
  struct microc_gen_options options = microc_gen_defaults();
  for (int i = 0; i < 2; i++, options.error_guaranteed = true)
    for (int64_t seed = 0; seed < PROGRAMS; seed++) {
      char *text = generate(options, seed);
      size_t failures = count_of(text, "= *null;") + count_uses_of(text, "[-1];", " [-1];") +
                        count_uses_of(text, "[6];", " [6];");
      assert_int_equal(failures, options.error_guaranteed);
      free(text);
    }
}

static void inputs_are_bounded(void **state) {
  (void)state;
  struct microc_gen_options options = rich();
  for (int64_t inputs = 1; inputs < 4; inputs++) {
    size_t most = 0;
    options.max_inputs = inputs;
    for (int64_t seed = 0; seed < PROGRAMS; seed++) {
      char *text = generate(options, seed);
      size_t count = count_of(text, "input");
      if (count > most) most = count;
      free(text);
    }
    assert_int_equal(most, inputs);
  }
}

static void loops_end_when_bounded(void **state) {
  (void)state;
  size_t loops = 0;
  for (int64_t seed = 0; seed < PROGRAMS; seed++) {
    char *text = generate(rich(), seed);
    for (char *loop = text; (loop = strstr(loop, "while ")) != NULL; loops++, loop++) {
      char *end = strchr(loop, '\n'), *counter = end;
      while (strncmp(counter, "&& c", 4) != 0) assert_ptr_not_equal(--counter, loop);
      size_t digits = strspn(counter + 4, "0123456789");
      assert_memory_equal(counter + 4 + digits, " < 3) {\n", 8);
    }
    free(text);
  }
  assert_true(loops > PROGRAMS / 2);
}

/* With guards everywhere, each use of a pointer or divisor variable has its test. */
static void guards_stand_before_what_could_fail(void **state) {
  (void)state;
  struct microc_gen_options options = rich();
  options.error_guaranteed = false;
  options.guard_prob = 0;
  assert_int_equal(count_in_all(options, "!= null"), 0);
  options.guard_prob = 1000000;
  assert_true(count_in_all(options, "!= null) {") > PROGRAMS);
  assert_true(count_in_all(options, "!= 0) {") > PROGRAMS);
  for (int64_t seed = 0; seed < PROGRAMS; seed++) {
    char *text = generate(options, seed), *line = text;
    char *guards[16] = {0};
    for (char *next; line != NULL; line = next) {
      if ((next = strchr(line, '\n')) != NULL) *next++ = '\0';
      size_t indent = strspn(line, " ") / 2;
      assert_true(indent < 16);
      guards[indent] = line;
      char *use = strstr(line, " = *p");
      if (use == NULL || strchr(use + 5, ' ') != NULL) continue;
      char wanted[64];
      snprintf(wanted, sizeof wanted, "if (p%.*s != null) {", (int)strcspn(use + 5, ";"), use + 5);
      bool is_guarded = false;
      for (size_t i = 0; i < indent; i++)
        is_guarded |= guards[i] != NULL && strstr(guards[i], wanted) != NULL;
      assert_true(is_guarded);
    }
    free(text);
  }
}

static void indices_are_variables_when_asked_for(void **state) {
  (void)state;
  struct microc_gen_options options = rich();
  assert_true(count_in_all(options, "[v") > PROGRAMS);
  options = microc_gen_defaults();
  size_t literals = count_in_all(options, "= [v"); /* an array may begin with a variable */
  assert_int_equal(count_in_all(options, "[v"), literals);
}

static void functions_are_as_many_as_asked_for(void **state) {
  (void)state;
  struct microc_gen_options options = rich();
  options.error_guaranteed = false;
  assert_int_equal(count_in_all(options, "\n}\n"), 5 * PROGRAMS);
  assert_true(count_in_all(options, "(depth - 1") > PROGRAMS);
  assert_true(count_in_all(options, " = f") > PROGRAMS);
  options.recursion = 0;
  assert_int_equal(count_in_all(options, "depth"), 0);
}

static void wrong_parameters_are_named(void **state) {
  (void)state;
  struct microc_gen_options options = microc_gen_defaults();
  assert_null(microc_gen_complaint(&options));
  options.for_loop_prob = 950000;
  assert_non_null(strstr(microc_gen_complaint(&options), "forLoopGenProb"));
  options = microc_gen_defaults();
  options.max_top_stmts = 0;
  assert_non_null(strstr(microc_gen_complaint(&options), "maxTopLvlStmtsCount"));
  options = microc_gen_defaults();
  options.max_block_stmts = 0;
  assert_non_null(strstr(microc_gen_complaint(&options), "maxStmtsWithinABlock"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_the_same_programs_everywhere),
      cmocka_unit_test(gives_other_programs_for_other_seeds),
      cmocka_unit_test(every_program_obeys_the_rules_and_has_types),
      cmocka_unit_test(loops_are_as_likely_as_asked_for),
      cmocka_unit_test(blocks_are_bounded),
      cmocka_unit_test(divisions_are_made_only_when_asked_for),
      cmocka_unit_test(a_failure_is_plugged_into_every_program),
      cmocka_unit_test(inputs_are_bounded),
      cmocka_unit_test(loops_end_when_bounded),
      cmocka_unit_test(guards_stand_before_what_could_fail),
      cmocka_unit_test(indices_are_variables_when_asked_for),
      cmocka_unit_test(functions_are_as_many_as_asked_for),
      cmocka_unit_test(wrong_parameters_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
