/* Mutated microc programs through the whole front end: no crash, no hang, and what is accepted
   survives formatting (the same tree, the same text again) and lowers to valid IR.

   usage: fuzz_microc [seed [cases]]      one case after the other, a million if not given

   A case is a seed program with a few mutations: of bytes, of tokens (taken from the language,
   so that many cases get past the parser), of pieces of another seed. Cases depend only on the
   seed and their number; when one fails, its text is printed. */
#include "front/microc/format.h"
#include "front/microc/front.h"
#include "front/microc/lower.h"
#include "front/microc/messages.h"
#include "front/microc/parser.h"
#include "front/microc/rules.h"
#include "front/microc/types.h"
#include "ir/ir.h"
#include "ir/verify.h"
#include "util/random.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CASE_SECONDS = 20, MAX_SIZE = 20000 };

static const char *const seeds[] = {
    "f(n) { var r; if (n == 0) { r = 1; } else { r = n * f(n - 1); } return r; }\n"
    "main() { return f(5); }\n",
    "main(a, b) {\n  var arr, i, p, q; // arrays\n  arr = [a, 2, -3, b];\n  p = &i; i = 0;\n"
    "  while (i < 4 && arr[i] != b) { arr[i] = arr[i] / (i + 1); *p = *p + 1; }\n"
    "  q = alloc arr; (*q)[1] = input;\n  output (*q)[1]; return arr[3] <= i;\n}\n",
    "/* lists */ push(l, v) { return alloc {value: v, next: l}; }\n"
    "main() { var l, s, x; l = null; x = input;\n  while (x > 0) { l = push(l, x); x = input; }\n"
    "  s = 0;\n  while (l != null) { s = s + (*l).value; l = (*l).next; }\n  return s; }\n",
    "inc(x) { return x + 1; }\napply(g, x) { return g(g(x)); }\n"
    "main() { var g, r, t; g = inc; r = {f: 1, k: &t}; r.f = apply(g, r.f); *r.k = 2;\n"
    "  if (!r.f || t >= 2) output r.f; else { output t; } r = {f: 3, k: null}; return r.f; }\n",
    "main() { var a, m; m = [[1, 2], [], [3]]; m[0][1] = m[2][0] * 2 - -7; a = [a]; a[0] = a;\n"
    "  output m[0][1] == 13; return m[1][0] || alloc 1 == alloc 2; }\n",
};
enum { SEED_COUNT = sizeof seeds / sizeof *seeds };

static const char *const tokens[] = {
    "var ",       "return ",    "if (",
    "else ",      "while (",    "output ",
    "input",      "alloc ",     "null",
    "||",         "&&",         "==",
    "!=",         ">=",         "<=",
    ">",          "<",          "+",
    "-",          "*",          "/",
    "=",          "!",          "&",
    ".",          ",",          ":",
    ";",          "(",          ")",
    "[",          "]",          "{",
    "}",          "//",         "/*",
    "*/",         "main",       "x",
    "a",          "f",          "0",
    "-1",         "2147483647", "99999999999",
    "\n",         "x = 1;",     "{f: 1}",
    "[1, 2]",     "&x",         "*p",
    "(*p).f",     "a[i]",       "f(x)",
    "{ x = x; }", "var x;",     "return 0; }\nf() {",
};
enum { TOKEN_COUNT = sizeof tokens / sizeof *tokens };

static struct {
  uint64_t seed;
  unsigned long number;
  struct buffer text;
  bool is_running;
} now; /* for the report when everything else is broken */

static void report(void) {
  if (!now.is_running) return;
  now.is_running = false;
  fprintf(stderr, "fuzz_microc: seed %llu case %lu failed on:\n%s\n", (unsigned long long)now.seed,
          now.number, now.text.text ? now.text.text : "");
}

static void on_signal(int number) {
  report();
  signal(number, SIG_DFL);
  raise(number);
}

/* ---- mutations ---- */

static void replace(struct buffer *text, size_t at, size_t length, const char *piece, size_t size) {
  struct buffer out = {0};
  buffer_add_bytes(&out, text->text, at);
  buffer_add_bytes(&out, piece, size);
  buffer_add_bytes(&out, text->text + at + length, text->length - at - length);
  buffer_free(text);
  *text = out;
}

static void mutate(struct buffer *text, struct random_source *random) {
  size_t at = random_draw_below(random, text->length + 1), left = text->length - at;
  size_t length = left ? random_draw_below(random, left < 12 ? left + 1 : 12) : 0;
  const char *token = tokens[random_draw_below(random, TOKEN_COUNT)];
  const char *other = seeds[random_draw_below(random, SEED_COUNT)];
  size_t from = random_draw_below(random, strlen(other)), size = random_draw_below(random, 60);
  char byte = (char)random_draw_below(random, 256);
  switch (random_draw_below(random, 8)) {
  case 0: replace(text, at, left ? 1 : 0, &byte, 1); break;
  case 1: replace(text, at, length, "", 0); break;
  case 2:
  case 3: replace(text, at, 0, token, strlen(token)); break;
  case 4: replace(text, at, length, token, strlen(token)); break;
  case 5:
    if (size > strlen(other) - from) size = strlen(other) - from;
    replace(text, at, 0, other + from, size);
    break;
  case 6: { /* the same again, up to many times */
    char *piece = alloc_format("%.*s", (int)length, text->text + at);
    unsigned count = 1u << random_draw_below(random, 9);
    for (unsigned i = 0; i < count && text->length < MAX_SIZE; i++)
      replace(text, at, 0, piece, strlen(piece));
    free(piece);
    break;
  }
  default: replace(text, at, left, "", 0); break;
  }
}

static void make_case(struct random_source *random) {
  const char *seed = seeds[random_draw_below(random, SEED_COUNT)];
  buffer_free(&now.text);
  now.text = (struct buffer){0};
  buffer_add(&now.text, "%s", seed);
  for (uint64_t i = random_draw_below(random, 6); i-- > 0 && now.text.length < MAX_SIZE;)
    mutate(&now.text, random);
  buffer_add(&now.text, "%s", "");
}

/* ---- checks ---- */

static void fail(const char *what) {
  fprintf(stderr, "fuzz_microc: %s\n", what);
  exit(1);
}

static struct microc_program *parse(const struct buffer *text, struct microc_messages *messages) {
  *messages = (struct microc_messages){.path = "f.uc", .text = text->text, .size = text->length};
  return microc_parse(messages);
}

static void check_format(const struct microc_program *program) {
  struct buffer text = {0}, again = {0};
  struct microc_messages messages;
  microc_format(program, &text);
  struct microc_program *copy = parse(&text, &messages);
  if (messages.error_count > 0) fail("the formatted text does not parse");
  if (!microc_is_same_program(program, copy)) fail("the formatted text is another program");
  microc_format(copy, &again);
  if (strcmp(text.text, again.text) != 0) fail("formatting twice gives another text");
  microc_program_free(copy);
  microc_messages_free(&messages);
  buffer_free(&text);
  buffer_free(&again);
}

static void check_lowering(struct microc_program *program, struct microc_types *types) {
  static const struct microc_front_options options[] = {
      {.overflow = MICROC_OVERFLOW_WRAP}, {.overflow = MICROC_OVERFLOW_CHECK, .keep_names = true}};
  struct buffer text = {0};
  microc_print_types(program, types, &text);
  for (int i = 0; i < 2; i++) {
    struct ir_program *ir = microc_lower(program, types, &options[i]);
    struct buffer why = {0};
    if (!ir_verify_program(ir, &why)) fail(why.text);
    buffer_free(&why);
    ir_program_free(ir);
  }
  buffer_free(&text);
}

/* How far the case came: 0 it does not parse, 1 it breaks a rule, 2 its types clash, 3 it is
   a program. */
static int check_case(void) {
  struct microc_messages messages;
  struct microc_program *program = parse(&now.text, &messages);
  struct microc_types *types = NULL;
  struct buffer json = {0};
  int stage = 0;
  if (messages.error_count == 0) {
    check_format(program);
    microc_write_json(program, &json);
    microc_check_rules(program, (struct microc_rules){.needs_main = true}, &messages);
    stage = 1;
  }
  if (stage == 1 && messages.error_count == 0) {
    types = microc_infer_types(program, &messages);
    stage = messages.error_count == 0 ? 3 : 2;
  }
  if (stage == 3) check_lowering(program, types);
  buffer_free(&json);
  microc_types_free(types);
  microc_program_free(program);
  microc_messages_free(&messages);
  return stage;
}

int main(int argc, char **argv) {
  now.seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  unsigned long cases = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000000, stages[4] = {0};
  atexit(report);
  signal(SIGALRM, on_signal);
  signal(SIGABRT, on_signal);
  signal(SIGSEGV, on_signal);
  for (; now.number < cases; now.number++) {
    struct random_source random = random_source_new(now.seed, now.number);
    make_case(&random);
    now.is_running = true;
    alarm(CASE_SECONDS);
    stages[check_case()]++;
    now.is_running = false;
  }
  printf("%lu cases: %lu do not parse, %lu break a rule, %lu have no types, %lu are programs\n",
         cases, stages[0], stages[1], stages[2], stages[3]);
  buffer_free(&now.text);
  return 0;
}
