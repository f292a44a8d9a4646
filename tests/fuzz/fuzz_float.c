/* Floating point without end: random operations on random operands, with many corner cases. The
   processor, our own arithmetic, the bit-blaster and Z3 must agree on every one. The operands are
   fixed by equations, so that one result is possible and no other; or free, at half precision, and
   both solvers are asked whether they can give a certain result.

   usage: fuzz_float [seed [cases]]      without end if cases is 0 or not given */
#include "../unit/expr/float_input.h"
#include "../unit/expr/host_float.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/float_value.h"
#include "solver/backend_cadical.h"
#include "solver/backend_z3.h"
#include "solver/solver.h"
#include "util/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { CASES_PER_WORLD = 25, WORDS = 2, CONFLICTS = 20000 };

static const char *const names[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = text,
    EXPR_KINDS(X)
#undef X
};

struct world {
  struct exprs *exprs;
  struct solver *blaster, *z3;
};

/* A value of up to 80 bits; `input` is NULL for a rounding mode. */
struct operand {
  unsigned width;
  struct expr *input;
  uint64_t words[2 * WORDS];
};

struct fuzz_case {
  enum expr_kind kind;
  unsigned width;
  unsigned count;
  struct operand operands[3];
  uint64_t expected[WORDS];
};

static uint64_t draw(void *source) { return random_draw(source); }
static unsigned below(struct random_source *source, unsigned limit) {
  return (unsigned)random_draw_below(source, limit);
}

static struct world make_world(void) {
  struct world world = {.exprs = exprs_new()};
  world.blaster = backend_cadical_new(world.exprs);
  world.z3 = backend_z3_new_judge(world.exprs);
  return world;
}

static void free_world(struct world *world) {
  solver_free(world->blaster);
  solver_free(world->z3);
  exprs_free(world->exprs);
}

/* Making cases. */

static unsigned pick_width(struct random_source *source) {
  static const unsigned widths[] = {16, 16, 16, 32, 32, 64, 80};
  return widths[below(source, 7)];
}

static void set_float(struct operand *operand, unsigned low, unsigned width,
                      struct random_source *source) {
  float_bits value = host_pick(width, draw, source);
  for (unsigned i = 0; i < width; i++)
    operand->words[(low + i) / 64] |= (uint64_t)(value >> i & 1) << ((low + i) % 64);
}

static void set_integer(struct operand *operand, struct random_source *source) {
  unsigned shift = 64 - operand->width + below(source, operand->width);
  uint64_t mask = operand->width == 64 ? UINT64_MAX : ((uint64_t)1 << operand->width) - 1;
  operand->words[0] = (uint64_t)((int64_t)random_draw(source) >> shift) & mask;
}

static void set_operand(struct fuzz_case *test, unsigned k, unsigned width, struct exprs *exprs,
                        struct random_source *source) {
  struct operand *operand = &test->operands[k];
  bool is_mode = k == 0 && test->kind != EXPR_FREM && test->kind < EXPR_FEQ;
  operand->width = is_mode ? FLOAT_ROUNDING_BITS : width;
  if (is_mode) {
    operand->words[0] = below(source, 5);
    if (below(source, 4) != 0) return;
  } else if (test->kind == EXPR_SITOF) {
    set_integer(operand, source);
  } else if (test->kind == EXPR_FMA && k == 1) {
    set_float(operand, 0, width / 2, source);
    set_float(operand, width / 2, width / 2, source);
  } else {
    set_float(operand, 0, width, source);
  }
  operand->input = float_input(exprs, operand->width);
}

/* Remainders only at half precision: Z3 needs minutes for others. */
static struct fuzz_case make_case(struct exprs *exprs, struct random_source *source) {
  struct fuzz_case test = {.kind = EXPR_FADD + below(source, EXPR_FLE - EXPR_FADD + 1)};
  unsigned from = pick_width(source), to = from;
  if (test.kind == EXPR_FREM) from = to = 16;
  if (test.kind == EXPR_FTOSI) to = 1 + below(source, 66);
  if (test.kind == EXPR_SITOF) from = 1 + below(source, 64);
  if (test.kind >= EXPR_FEQ) to = 1;
  while (test.kind == EXPR_FCONV && to == from) to = pick_width(source);
  test.width = to;
  test.count = test.kind == EXPR_FMA || test.kind <= EXPR_FDIV ? 3 : 2;
  for (unsigned k = 0; k < test.count; k++)
    set_operand(&test, k, test.kind == EXPR_FMA && k == 1 ? 2 * from : from, exprs, source);
  if (test.kind >= EXPR_FEQ && below(source, 4) == 0)
    memcpy(test.operands[1].words, test.operands[0].words, sizeof test.operands[0].words);
  const uint64_t *words[] = {test.operands[0].words, test.operands[1].words,
                             test.operands[2].words};
  float_value(test.kind, test.width, test.operands[1].width, words, test.expected);
  return test;
}

/* The processor. */

static float_bits bits_of(const struct operand *operand) {
  return (float_bits)operand->words[1] << 64 | operand->words[0];
}

static bool is_regular(const struct fuzz_case *test, unsigned width) {
  for (unsigned k = 0; width == 80 && k < test->count; k++) {
    float_bits a = bits_of(&test->operands[k]);
    if (test->operands[k].width != 80) continue;
    if (((a >> 64 & 0x7fff) != 0) != ((a >> 63 & 1) != 0)) return false;
  }
  return true;
}

static bool agrees_with_host(const struct fuzz_case *test) {
  static const int operations[EXPR_KIND_COUNT] = {
      [EXPR_FADD] = HOST_ADD + 1,  [EXPR_FSUB] = HOST_SUB + 1, [EXPR_FMUL] = HOST_MUL + 1,
      [EXPR_FDIV] = HOST_DIV + 1,  [EXPR_FREM] = HOST_REM + 1, [EXPR_FSQRT] = HOST_SQRT + 1,
      [EXPR_FRINT] = HOST_RINT + 1};
  unsigned rounding = test->kind == EXPR_FREM ? 0 : (unsigned)test->operands[0].words[0];
  float_bits a = bits_of(&test->operands[0]), b = bits_of(&test->operands[1]);
  float_bits c = bits_of(&test->operands[2]);
  float_bits expected = (float_bits)(test->width > 64 ? test->expected[1] : 0) << 64;
  expected |= test->expected[0];
  unsigned width = test->operands[1].width;
  if (test->kind >= EXPR_FEQ) {
    int order = host_compare(width, a, b);
    bool result = test->kind == EXPR_FEQ   ? order == 0
                  : test->kind == EXPR_FLT ? order == -1
                                           : order <= 0;
    return result == (bool)expected;
  }
  if (rounding > FLOAT_TO_ZERO || !is_regular(test, width)) return true;
  if (test->kind == EXPR_FCONV) return host_convert(width, test->width, rounding, b) == expected;
  if (operations[test->kind] == 0) return true;
  if (test->kind == EXPR_FREM) c = b, b = a;
  return host_run(operations[test->kind] - 1, width, rounding, b, c, 0) == expected;
}

/* The solvers. */

static enum answer ask(struct solver *solver, struct expr **conjuncts, size_t count,
                       struct assignment **model) {
  struct query query = {.conjuncts = conjuncts, .count = count, .wants_model = model != NULL};
  struct result result;
  query.budget.conflicts = CONFLICTS;
  enum answer answer = solver_check(solver, &query, &result);
  if (model) {
    *model = result.model;
    result.model = NULL;
  }
  result_free(&result);
  return answer;
}

static struct expr *value_expr(struct exprs *exprs, const struct operand *operand) {
  return expr_const_words(exprs, operand->width, operand->words);
}

static struct expr *build(struct exprs *exprs, const struct fuzz_case *test) {
  struct expr *children[3];
  for (unsigned k = 0; k < test->count; k++) {
    const struct operand *operand = &test->operands[k];
    children[k] = operand->input ? operand->input : value_expr(exprs, operand);
  }
  return expr_float(exprs, test->kind, test->width, children);
}

/* Operands fixed: the right result is possible, and no other. */
static const char *check_fixed(struct world *world, const struct fuzz_case *test) {
  struct expr *conjuncts[4], *node = build(world->exprs, test);
  struct expr *expected = expr_const_words(world->exprs, test->width, test->expected);
  size_t count = 0;
  for (unsigned k = 0; k < test->count; k++) {
    const struct operand *operand = &test->operands[k];
    if (operand->input == NULL) continue;
    conjuncts[count++] = expr_eq(world->exprs, operand->input, value_expr(world->exprs, operand));
  }
  struct expr *is_right = expr_eq(world->exprs, node, expected);
  conjuncts[count] = is_right;
  if (ask(world->blaster, conjuncts, count + 1, NULL) == ANSWER_UNSAT)
    return "the bit-blaster excludes the right value";
  if (ask(world->z3, conjuncts, count + 1, NULL) == ANSWER_UNSAT)
    return "Z3 excludes the right value";
  conjuncts[count] = expr_not(world->exprs, is_right);
  if (ask(world->blaster, conjuncts, count + 1, NULL) == ANSWER_SAT)
    return "the bit-blaster allows another value";
  if (ask(world->z3, conjuncts, count + 1, NULL) == ANSWER_SAT) return "Z3 allows another value";
  return NULL;
}

static bool satisfies(struct exprs *exprs, const struct assignment *model, struct expr *e) {
  struct evaluator *evaluator = evaluator_new(exprs, model);
  bool result = evaluator_value(evaluator, e);
  evaluator_free(evaluator);
  return result;
}

/* Operands free, but one fixed at times: both solvers give the same answer, and models that hold.
 */
static const char *check_open(struct world *world, const struct fuzz_case *test,
                              struct random_source *source) {
  struct expr *conjuncts[3], *node = build(world->exprs, test);
  struct exprs *exprs = world->exprs;
  uint64_t target = test->width == 1 ? below(source, 2) : (uint64_t)host_pick(16, draw, source);
  if (below(source, 2)) target = test->expected[0];
  size_t count = 0;
  conjuncts[count++] = expr_eq(exprs, node, expr_const(exprs, test->width, target));
  const struct operand *last = &test->operands[test->count - 1];
  if (below(source, 2)) {
    struct expr *bound = value_expr(exprs, last);
    conjuncts[count++] = below(source, 2) ? expr_ule(exprs, last->input, bound)
                                          : expr_not(exprs, expr_ule(exprs, last->input, bound));
  }
  struct assignment *model = NULL;
  enum answer ours = ask(world->blaster, conjuncts, count, &model);
  bool is_good = true;
  for (size_t k = 0; model != NULL && k < count; k++)
    is_good = is_good && satisfies(exprs, model, conjuncts[k]);
  assignment_free(model);
  if (!is_good) return "a model of the bit-blaster does not hold";
  enum answer theirs = ask(world->z3, conjuncts, count, NULL);
  bool do_differ = ours != theirs && ours != ANSWER_UNKNOWN && theirs != ANSWER_UNKNOWN;
  return do_differ ? "the bit-blaster and Z3 disagree" : NULL;
}

static bool is_open(const struct fuzz_case *test) {
  if (test->kind == EXPR_FREM || test->kind == EXPR_FMA || test->kind == EXPR_SITOF) return false;
  if (test->width != 16 && test->width != 1) return false;
  return test->operands[test->count - 1].width == 16;
}

static void print_case(const struct fuzz_case *test, const char *wrong, uint64_t number) {
  fprintf(stderr, "fuzz_float: case %llu: %s: %s to %u bits\n", (unsigned long long)number, wrong,
          names[test->kind], test->width);
  for (unsigned k = 0; k < test->count; k++)
    fprintf(stderr, "  operand of %u bits: %llx %016llx %016llx\n", test->operands[k].width,
            (unsigned long long)test->operands[k].words[2],
            (unsigned long long)test->operands[k].words[1],
            (unsigned long long)test->operands[k].words[0]);
  fprintf(stderr, "  expected: %016llx %016llx\n", (unsigned long long)test->expected[1],
          (unsigned long long)test->expected[0]);
}

int main(int argc, char **argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  uint64_t cases = argc > 2 ? strtoull(argv[2], NULL, 0) : 0, open = 0;
  struct random_source source = random_source_new(seed, 0);
  struct world world = make_world();
  for (uint64_t number = 0; cases == 0 || number < cases; number++) {
    if (number % CASES_PER_WORLD == CASES_PER_WORLD - 1) {
      free_world(&world);
      world = make_world();
    }
    struct fuzz_case test = make_case(world.exprs, &source);
    bool asks_open = is_open(&test) && below(&source, 2) == 0;
    const char *wrong = agrees_with_host(&test) ? NULL : "the processor disagrees";
    if (wrong == NULL)
      wrong = asks_open ? check_open(&world, &test, &source) : check_fixed(&world, &test);
    open += asks_open;
    if (wrong == NULL) continue;
    print_case(&test, wrong, number);
    return 1;
  }
  free_world(&world);
  printf("fuzz_float: %llu cases, %llu with free operands\n", (unsigned long long)cases,
         (unsigned long long)open);
  return 0;
}
