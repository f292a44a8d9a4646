/* Relevant static branches: the example of section 3.1 of the paper, and halts. */
#include "compiled.h"

#include "analysis/points_to.h"
#include "exec/coverable.h"
#include "exec/coverage.h"
#include "ir/operands.h"
#include "reduce/redundant/reasons.h"
#include "reduce/redundant/relevance.h"

/* Lines 1 to 11 are those of the paper. */
#define CHOWN                                                                                      \
  "  if (reference_file) {\n"                                                                      \
  "    if (stat_file())\n"                                                                         \
  "      report(1);\n"                                                                             \
  "    work();\n"                                                                                  \
  "  } else {\n"                                                                                   \
  "    if (parse_user_spec())\n"                                                                   \
  "      report(2);\n"                                                                             \
  "    work();\n"                                                                                  \
  "  }\n"                                                                                          \
  "  if (recurse & preserve_root)\n"                                                               \
  "    work();\n"                                                                                  \
  "  return 0;\n"                                                                                  \
  "}\n"
#define HEAD                                                                                       \
  "volatile int reference_file, recurse, preserve_root, a, b, c;\n"                                \
  "int stat_file(void) { return a; }\n"                                                            \
  "int parse_user_spec(void) { return b; }\n"                                                      \
  "void work(void) { c = 1; }\n"

struct fixture {
  struct ir_program *program;
  struct points_to *points;
  struct coverage coverage;
  struct coverable *coverable;
  struct relevance *relevance;
  uint32_t first; /* the line before line 1 */
};

static void cover_block(struct fixture *f, struct ir_func *func, uint32_t block) {
  const struct ir_ins *end = ir_terminator(func, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++)
    coverage_take_edge(&f->coverage, f->program, func->number, ir_successor_edge(func, end, i));
  const struct ir_block *b = &func->blocks.data[block];
  for (uint32_t i = b->first; i < b->first + b->count; i++)
    if (func->ins.data[i].op == IR_CALL)
      coverage_return(&f->coverage, f->program, func->number, func->ins.data[i].b);
}

/* Covers all that leads to no block of the line (0: all). */
static void cover_all_but(struct fixture *f, uint32_t line, uint32_t other_line) {
  for (size_t i = 0; i < f->program->funcs.count; i++) {
    struct ir_func *func = f->program->funcs.data[i];
    if (!func->has_body) continue;
    coverage_enter(&f->coverage, f->program, func->number);
    for (uint32_t b = 0; b < func->blocks.count; b++) {
      uint32_t at = line_of(f->program, &func->ins.data[func->blocks.data[b].first]);
      if (at != f->first + line && at != f->first + other_line) cover_block(f, func, b);
    }
    for (size_t e = 0; e < func->edges.count; e++) {
      uint32_t target = func->edges.data[e].target;
      uint32_t at = line_of(f->program, &func->ins.data[func->blocks.data[target].first]);
      bool is_open = at == f->first + line || at == f->first + other_line;
      if (is_open) f->coverage.funcs[i].edges[e] = 0, f->coverage.funcs[i].blocks[target] = 0;
    }
  }
}

static void watch(struct fixture *f) {
  relevance_free(f->relevance);
  f->relevance = relevance_new(f->program, f->points, &f->coverage,
                               &(struct relevance_options){.coverable = f->coverable});
}

static struct fixture begin(const char *text, uint32_t first) {
  static const struct coverable_options counts;
  struct fixture f = {.program = compile_text(text), .first = first};
  f.coverable = coverable_new(f.program, &counts);
  struct points_to_options options = {.excludes_wild = true};
  f.points = points_to_new(f.program, &options);
  coverage_init(&f.coverage, f.program);
  watch(&f);
  assert_true(relevance_is_known(f.relevance));
  return f;
}

static void end(struct fixture *f) {
  relevance_free(f->relevance);
  coverable_free(f->coverable);
  points_to_free(f->points);
  coverage_free(&f->coverage, f->program);
  ir_program_free(f->program);
}

/* Whether a branch at that line of main is relevant; there must be one. */
static bool is_relevant(struct fixture *f, uint32_t line) {
  const struct ir_func *func = ir_find_func(f->program, "main");
  bool is_found = false, result = false;
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    const struct ir_ins *last = ir_terminator(func, b);
    if (last->op != IR_CONDBR || line_of(f->program, last) != f->first + line) continue;
    is_found = true;
    result |= relevance_has_branch(f->relevance, func->number, b);
  }
  assert_true(is_found);
  return result;
}

static void the_branches_of_chown(void **state) {
  (void)state;
  struct fixture f = begin(HEAD "void report(int n) { c = n; }\nint main(void) {\n" CHOWN, 6);
  cover_all_but(&f, 3, 11);
  assert_true(is_relevant(&f, 1));
  assert_true(is_relevant(&f, 2));
  assert_false(is_relevant(&f, 6));
  assert_true(is_relevant(&f, 10));
  end(&f);
}

/* If reporting an error ends the program, whether there was one decides what comes after. */
static void halts_make_branches_before_them_relevant(void **state) {
  (void)state;
  struct fixture f = begin(
      HEAD "void exit(int);\nvoid report(int n) { if (n) exit(n); }\nint main(void) {\n" CHOWN, 7);
  cover_all_but(&f, 3, 11);
  assert_true(is_relevant(&f, 6));
  end(&f);
}

static void branches_become_irrelevant_as_code_is_covered(void **state) {
  (void)state;
  struct fixture f = begin(HEAD "void report(int n) { c = n; }\nint main(void) {\n" CHOWN, 6);
  uint64_t all = relevance_count(f.relevance), round = relevance_round(f.relevance);
  assert_true(is_relevant(&f, 6)); /* nothing is covered */
  cover_all_but(&f, 3, 11);
  uint64_t some = relevance_count(f.relevance);
  assert_true(some < all && relevance_round(f.relevance) > round);
  cover_all_but(&f, 11, 11);
  assert_false(is_relevant(&f, 1));
  assert_false(is_relevant(&f, 2));
  assert_true(is_relevant(&f, 10));
  cover_all_but(&f, 0, 0);
  assert_int_equal(relevance_count(f.relevance), 0);
  end(&f);
}

/* The line of the call is covered when it is made, what follows only when it returns. */
static void what_decides_whether_a_call_returns_is_relevant(void **state) {
  (void)state;
  struct fixture f = begin("volatile int a, c;\nvoid exit(int);\n"
                           "void report(int n) { if (n) exit(n); }\n"
                           "int main(void) {\n  report(a);\n  c = 1;\n  return 0;\n}\n",
                           0);
  cover_all_but(&f, 0, 0);
  assert_int_equal(relevance_count(f.relevance), 0);
  const struct ir_func *func = ir_find_func(f.program, "main");
  uint32_t call = 0;
  while (func->ins.data[call].op != IR_CALL) call++;
  f.coverage.funcs[func->number].calls[func->ins.data[call].b] = 0;
  watch(&f);
  assert_true(relevance_count(f.relevance) > 0);
  end(&f);
}

/* The number of a block of main whose branch is at the line. */
static uint32_t branch_at(const struct fixture *f, uint32_t line) {
  const struct ir_func *func = ir_find_func(f->program, "main");
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    const struct ir_ins *last = ir_terminator(func, b);
    if (last->op == IR_CONDBR && line_of(f->program, last) == f->first + line) return b;
  }
  fail();
  return 0;
}

/* Section 3.4 of the paper: what matters for several branches does until all are irrelevant. */
static void reasons_are_alive_as_long_as_one_of_their_branches(void **state) {
  (void)state;
  struct fixture f = begin(HEAD "void report(int n) { c = n; }\nint main(void) {\n" CHOWN, 6);
  uint32_t func = ir_find_func(f.program, "main")->number;
  struct reasons *reasons = reasons_new(f.relevance);
  reason two = reasons_of_branch(reasons, func, branch_at(&f, 2));
  reason ten = reasons_of_branch(reasons, func, branch_at(&f, 10));
  reason both = reasons_unite(reasons, two, ten);
  assert_int_equal(both, reasons_unite(reasons, ten, two));
  assert_int_equal(both, reasons_unite(reasons, both, two));
  assert_int_equal(reasons_unite(reasons, both, REASON_ALWAYS), REASON_ALWAYS);
  assert_int_equal(reasons_unite(reasons, two, REASON_NONE), two);
  assert_true(reasons_is_alive(reasons, two) && reasons_is_alive(reasons, both));
  cover_all_but(&f, 11, 11);
  assert_false(reasons_is_alive(reasons, two));
  assert_true(reasons_is_alive(reasons, ten) && reasons_is_alive(reasons, both));
  assert_true(reasons_is_alive(reasons, REASON_ALWAYS));
  cover_all_but(&f, 0, 0);
  assert_false(reasons_is_alive(reasons, both));
  assert_false(reasons_is_alive(reasons, REASON_ALWAYS));
  reasons_free(reasons);
  end(&f);
}

/* Section 3.6: by potential dependence alone. */
static void weakened_reasons_are_not_strict(void **state) {
  (void)state;
  struct fixture f = begin(HEAD "void report(int n) { c = n; }\nint main(void) {\n" CHOWN, 6);
  uint32_t func = ir_find_func(f.program, "main")->number;
  struct reasons *reasons = reasons_new(f.relevance);
  reason two = reasons_of_branch(reasons, func, branch_at(&f, 2));
  reason ten = reasons_of_branch(reasons, func, branch_at(&f, 10));
  reason weak = reasons_weaken(reasons, ten), mixed = reasons_unite(reasons, two, weak);
  assert_true(reasons_is_alive(reasons, weak) && !reasons_is_strict(reasons, weak));
  assert_true(reasons_is_strict(reasons, two) && reasons_is_strict(reasons, mixed));
  assert_int_equal(reasons_weaken(reasons, weak), weak);
  assert_int_equal(reasons_unite(reasons, ten, weak), ten);
  cover_all_but(&f, 11, 11);
  assert_true(reasons_is_alive(reasons, mixed) && !reasons_is_strict(reasons, mixed));
  assert_false(reasons_is_strict(reasons, REASON_POTENTIAL));
  assert_true(reasons_is_alive(reasons, REASON_POTENTIAL));
  reasons_free(reasons);
  end(&f);
}

/* What is ahead of a call begins behind it: exit runs handlers in the block that ends the program.
 */
static void calls_earlier_in_a_block_are_not_ahead(void **state) {
  (void)state;
  struct fixture f = begin("volatile int a, c;\nvoid first(void) { if (a) c = 1; }\n"
                           "void second(void) { if (a) c = 2; }\n"
                           "int main(void) {\n  first();\n  second();\n  return 0;\n}\n",
                           0);
  cover_all_but(&f, 2, 2);
  const struct ir_func *func = ir_find_func(f.program, "main");
  uint32_t call = 0;
  while (func->ins.data[call].op != IR_CALL) call++;
  assert_true(relevance_is_ahead(f.relevance, func->number, call));
  assert_false(relevance_is_ahead(f.relevance, func->number, call + 1));
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_branches_of_chown),
      cmocka_unit_test(halts_make_branches_before_them_relevant),
      cmocka_unit_test(branches_become_irrelevant_as_code_is_covered),
      cmocka_unit_test(what_decides_whether_a_call_returns_is_relevant),
      cmocka_unit_test(reasons_are_alive_as_long_as_one_of_their_branches),
      cmocka_unit_test(weakened_reasons_are_not_strict),
      cmocka_unit_test(calls_earlier_in_a_block_are_not_ahead),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
