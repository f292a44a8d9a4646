/* Scripts about small arrays, with equality, ite, stores and constant arrays, against trying
   all values: arrays of two or four elements of one bit have few. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../util/random.h"
#include "expr/expr.h"
#include "smt/script.h"
#include "solver/chain.h"
#include "solver/solver.h"
#include "util/alloc.h"
#include "util/buffer.h"

enum { ARRAYS = 2, NUMBERS = 2, FLAGS = 2, MAX_NODES = 64 };

/* A term, by kind; operands are numbers of nodes. */
enum kind {
  ARRAY_NAME, /* which */
  ARRAY_STORE,
  ARRAY_ITE,
  ARRAY_CONST,
  INDEX_NAME,
  INDEX_NUMBER,
  BIT_SELECT,
  BIT_NUMBER,
  BOOL_NAME,
  BOOL_EQUAL_ARRAYS,
  BOOL_EQUAL_BITS,
  BOOL_EQUAL_INDICES,
  BOOL_NOT,
  BOOL_AND,
  BOOL_ITE,
};

struct node {
  enum kind kind;
  unsigned which;
  int operand[3];
};

struct puzzle {
  struct random random;
  unsigned index_width;
  struct node nodes[MAX_NODES];
  int count;
};

/* Making terms. */

static int make(struct puzzle *p, enum kind kind, unsigned which, int a, int b, int c) {
  p->nodes[p->count] = (struct node){kind, which, {a, b, c}};
  return p->count++;
}

static int make_bool(struct puzzle *p, int depth);
static int make_array(struct puzzle *p, int depth);

static int make_index(struct puzzle *p) {
  if (random_chance(&p->random, 60))
    return make(p, INDEX_NAME, random_below(&p->random, NUMBERS), 0, 0, 0);
  return make(p, INDEX_NUMBER, random_below(&p->random, 1u << p->index_width), 0, 0, 0);
}

static int make_bit(struct puzzle *p, int depth) {
  if (depth == 0 || random_chance(&p->random, 30))
    return make(p, BIT_NUMBER, random_below(&p->random, 2), 0, 0, 0);
  int array = make_array(p, depth - 1), index = make_index(p);
  return make(p, BIT_SELECT, 0, array, index, 0);
}

static int make_array(struct puzzle *p, int depth) {
  unsigned choice = depth == 0 || p->count > MAX_NODES / 2 ? 0 : random_below(&p->random, 10);
  if (choice < 3) return make(p, ARRAY_NAME, random_below(&p->random, ARRAYS), 0, 0, 0);
  if (choice < 7) {
    int array = make_array(p, depth - 1), index = make_index(p), bit = make_bit(p, depth - 1);
    return make(p, ARRAY_STORE, 0, array, index, bit);
  }
  if (choice < 9) {
    int flag = make_bool(p, depth - 1), a = make_array(p, depth - 1), b = make_array(p, depth - 1);
    return make(p, ARRAY_ITE, 0, flag, a, b);
  }
  return make(p, ARRAY_CONST, 0, make_bit(p, depth - 1), 0, 0);
}

static int make_bool(struct puzzle *p, int depth) {
  unsigned choice = depth == 0 || p->count > MAX_NODES / 2 ? 0 : random_below(&p->random, 12);
  int a, b, c;
  if (choice < 1) return make(p, BOOL_NAME, random_below(&p->random, FLAGS), 0, 0, 0);
  if (choice < 6) {
    a = make_array(p, depth - 1), b = make_array(p, depth - 1);
    return make(p, BOOL_EQUAL_ARRAYS, 0, a, b, 0);
  }
  if (choice < 7) {
    a = make_bit(p, depth - 1), b = make_bit(p, depth - 1);
    return make(p, BOOL_EQUAL_BITS, 0, a, b, 0);
  }
  if (choice < 8) {
    a = make_index(p), b = make_index(p);
    return make(p, BOOL_EQUAL_INDICES, 0, a, b, 0);
  }
  if (choice < 10) return make(p, BOOL_NOT, 0, make_bool(p, depth - 1), 0, 0);
  a = make_bool(p, depth - 1), b = make_bool(p, depth - 1);
  if (choice < 11) return make(p, BOOL_AND, 0, a, b, 0);
  c = make_bool(p, depth - 1);
  return make(p, BOOL_ITE, 0, a, b, c);
}

/* Values: an array is the bits of its elements. */

struct world {
  unsigned arrays[ARRAYS], numbers[NUMBERS], flags[FLAGS];
};

static unsigned value_of(const struct puzzle *p, const struct world *w, int number) {
  const struct node *n = &p->nodes[number];
  unsigned v[3] = {0};
  switch (n->kind) {
  case ARRAY_NAME: return w->arrays[n->which];
  case INDEX_NAME: return w->numbers[n->which];
  case BOOL_NAME: return w->flags[n->which];
  case INDEX_NUMBER:
  case BIT_NUMBER: return n->which;
  default: break;
  }
  for (int i = 0; i < 3; i++) /* operands that are not there are node 0 */
    if (n->operand[i] < number) v[i] = value_of(p, w, n->operand[i]);
  switch (n->kind) {
  case ARRAY_STORE: return (v[0] & ~(1u << v[1])) | v[2] << v[1];
  case ARRAY_CONST: return v[0] ? (1u << (1u << p->index_width)) - 1 : 0;
  case BIT_SELECT: return v[0] >> v[1] & 1;
  case BOOL_NOT: return !v[0];
  case BOOL_AND: return v[0] && v[1];
  case ARRAY_ITE:
  case BOOL_ITE: return v[0] ? v[1] : v[2];
  default: return v[0] == v[1];
  }
}

static bool can_hold(const struct puzzle *p, int root) {
  unsigned contents = 1u << (1u << p->index_width), indices = 1u << p->index_width;
  struct world w;
  for (unsigned i = 0; i < contents * contents * indices * indices * 4; i++) {
    unsigned rest = i;
    for (int k = 0; k < ARRAYS; k++, rest /= contents) w.arrays[k] = rest % contents;
    for (int k = 0; k < NUMBERS; k++, rest /= indices) w.numbers[k] = rest % indices;
    for (int k = 0; k < FLAGS; k++, rest /= 2) w.flags[k] = rest % 2;
    if (value_of(p, &w, root)) return true;
  }
  return false;
}

/* As a script. */

static void print(const struct puzzle *p, int number, struct buffer *out) {
  static const char *const heads[] = {
      [ARRAY_STORE] = "(store",   [ARRAY_ITE] = "(ite",     [BIT_SELECT] = "(select",
      [BOOL_EQUAL_ARRAYS] = "(=", [BOOL_EQUAL_BITS] = "(=", [BOOL_EQUAL_INDICES] = "(=",
      [BOOL_NOT] = "(not",        [BOOL_AND] = "(and",      [BOOL_ITE] = "(ite"};
  static const int counts[] = {
      [ARRAY_STORE] = 3,       [ARRAY_ITE] = 3,       [BIT_SELECT] = 2,
      [BOOL_EQUAL_ARRAYS] = 2, [BOOL_EQUAL_BITS] = 2, [BOOL_EQUAL_INDICES] = 2,
      [BOOL_NOT] = 1,          [BOOL_AND] = 2,        [BOOL_ITE] = 3};
  const struct node *n = &p->nodes[number];
  switch (n->kind) {
  case ARRAY_NAME: buffer_add(out, "a%u", n->which); return;
  case INDEX_NAME: buffer_add(out, "i%u", n->which); return;
  case BOOL_NAME: buffer_add(out, "p%u", n->which); return;
  case INDEX_NUMBER: buffer_add(out, "(_ bv%u %u)", n->which, p->index_width); return;
  case BIT_NUMBER: buffer_add(out, "#b%u", n->which); return;
  case ARRAY_CONST:
    buffer_add(out, "((as const Bits) ");
    print(p, n->operand[0], out);
    buffer_add(out, ")");
    return;
  default: break;
  }
  buffer_add(out, "%s", heads[n->kind]);
  for (int i = 0; i < counts[n->kind]; i++) {
    buffer_add(out, " ");
    print(p, n->operand[i], out);
  }
  buffer_add(out, ")");
}

static void print_script(const struct puzzle *p, int root, struct buffer *out) {
  buffer_add(out, "(define-sort Bits () (Array (_ BitVec %u) (_ BitVec 1)))\n", p->index_width);
  for (int k = 0; k < ARRAYS; k++) buffer_add(out, "(declare-const a%d Bits)\n", k);
  for (int k = 0; k < NUMBERS; k++)
    buffer_add(out, "(declare-const i%d (_ BitVec %u))\n", k, p->index_width);
  for (int k = 0; k < FLAGS; k++) buffer_add(out, "(declare-const p%d Bool)\n", k);
  buffer_add(out, "(assert ");
  print(p, root, out);
  buffer_add(out, ")\n(check-sat)\n");
}

/* Runs the script; what it prints, owned. */
static char *run(const struct buffer *text) {
  char *printed = NULL;
  size_t size = 0;
  struct exprs *exprs = exprs_new();
  struct solver *solver = chain_new(exprs, &(struct chain_options){0});
  struct script_options options = {.path = "puzzle.smt2",
                                   .exprs = exprs,
                                   .solver = solver,
                                   .out = open_memstream(&printed, &size)};
  assert_int_equal(script_run(&options, text->text, text->length), SCRIPT_DONE);
  fclose(options.out);
  solver_free(solver);
  exprs_free(exprs);
  return printed;
}

static void check_puzzles(unsigned index_width, uint64_t seed, int rounds) {
  int satisfiable = 0;
  for (int round = 0; round < rounds; round++) {
    struct puzzle p = {.random = {seed + (uint64_t)round}, .index_width = index_width};
    int root = make_bool(&p, 4);
    for (int more = 0; more < 3 && p.count < MAX_NODES / 3; more++)
      root = make(&p, BOOL_AND, 0, root, make_bool(&p, 3), 0);
    struct buffer text = {0};
    print_script(&p, root, &text);
    bool expected = can_hold(&p, root);
    satisfiable += expected;
    /* The values under the model must make the assertion true: ask for its own. */
    if (expected) {
      buffer_add(&text, "(get-value (");
      print(&p, root, &text);
      buffer_add(&text, "))\n");
    }
    char *printed = run(&text);
    bool is_right = strncmp(printed, expected ? "sat\n" : "unsat\n", expected ? 4 : 6) == 0;
    if (!is_right) print_error("%s%s", text.text, printed);
    assert_true(is_right);
    if (expected) assert_non_null(strstr(printed, " true))"));
    free(printed);
    buffer_free(&text);
  }
  assert_true(satisfiable > rounds / 10 && satisfiable < rounds);
}

static void arrays_of_two_elements_agree(void **state) {
  (void)state;
  check_puzzles(1, 1, 1500);
}

static void arrays_of_four_elements_agree(void **state) {
  (void)state;
  check_puzzles(2, 100000, 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(arrays_of_two_elements_agree),
                                     cmocka_unit_test(arrays_of_four_elements_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
