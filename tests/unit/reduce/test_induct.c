/* The annotations that the thesis's examples are about, asked for directly: which formulas are
   inductive in a loop, and that an annotation means what the comments of a listing say, for all
   small values of the variables. */
#include "subsumed.h"

#include "expr/substitute.h"
#include "reduce/subsume/induct.h"
#include "reduce/subsume/stretch.h"

static uint32_t line_of(const struct subsumed *t, const struct fact *fact) {
  struct place place = state_place(fact->shape->model);
  const struct ir_program *program = t->rig.machine->program;
  return program->locs.data[program->funcs.data[place.func]->ins.data[place.ins].loc].line;
}

static struct fact *proven_at(const struct subsumed *t, uint32_t line) {
  for (size_t i = 0; i < t->sites->list.count; i++) {
    const struct site *site = t->sites->list.data[i];
    for (size_t k = 0; k < site->facts.count; k++)
      if (site->facts.data[k]->is_proven && line_of(t, site->facts.data[k]) == line)
        return site->facts.data[k];
  }
  fail_msg("no annotation at line %u", line);
  return NULL;
}

/* The first cell in a register that holds the variable. */
static size_t cell_of(const struct subsumed *t, const struct fact *fact, const char *name) {
  const struct ir_func *func = fact->shape->model->top->code->func;
  for (size_t i = 0; i < fact->shape->cells.count; i++)
    for (size_t k = 0; k < func->names.count; k++)
      if (fact->shape->cells.data[i].size == 0 && fact->shape->cells.data[i].place.frame == 0 &&
          fact->shape->cells.data[i].place.reg == func->names.data[k].reg &&
          strcmp(t->rig.machine->program->strings.data[func->names.data[k].text], name) == 0)
        return i;
  fail_msg("no cell holds %s", name);
  return 0;
}

/* ---- what is inductive ---- */

/* Listing 4.4: x >= y is kept by the body of the loop, i < n is not. */
static void only_one_of_two_formulas_is_inductive(void **state) {
  (void)state;
  struct subsumed t;
  subsumed_begin(&t,
                 "main() { var x, y, i, n; x = input; i = input; n = input; y = x;\n"
                 "while (i < n) {\n x = x + 1; i = i + 1; }\n"
                 "if (x < y) { x = 1 / 0; } return 0; }\n",
                 true);
  struct exprs *exprs = t.rig.machine->exprs;
  struct fact *fact = proven_at(&t, 2);
  struct expr *is_good = expr_not(exprs, fact->bad);
  struct expr *i = fact->shape->cells.data[cell_of(&t, fact, "i")].value;
  struct expr *n = fact->shape->cells.data[cell_of(&t, fact, "n")].value;
  struct stretches *stretches = stretches_new(t.sites, NULL);
  fact_list facts = {0};
  fact->is_proven = false;
  assert_true(stretches_explore(stretches, fact, &facts, UINT64_MAX));
  assert_int_equal(facts.count, 1);
  assert_true(induct_keeps(t.sites, fact, is_good));
  assert_false(induct_keeps(t.sites, fact, expr_slt(exprs, i, n)));
  assert_true(induct_keeps(t.sites, fact, expr_const(exprs, 1, 1)));
  stretches_tidy(stretches);
  vec_free(&facts);
  stretches_free(stretches);
  subsumed_end(&t);
}

/* ---- what annotations mean ---- */

enum { LARGEST = 6, MOST_VARIABLES = 3 };

typedef bool meaning(const int *values);

static bool holds(const struct subsumed *t, const struct fact *fact, const size_t *cells,
                  size_t count, const int *numbers) {
  struct exprs *exprs = t->rig.machine->exprs;
  struct substitution *substitution = substitution_new(exprs);
  for (size_t i = 0; i < count; i++) {
    const struct cell *cell = &fact->shape->cells.data[cells[i]];
    names_substitute(&t->sites->names, cell->name,
                     expr_const(exprs, cell->value->width, (uint32_t)numbers[i]), substitution);
  }
  struct expr *bad = substitution_apply(substitution, fact->bad);
  substitution_free(substitution);
  assert_true(expr_is_const(bad));
  return expr_is_false(bad);
}

static void check_meaning(const char *text, uint32_t line, const char *const *names, size_t count,
                          meaning *meaning) {
  struct subsumed t;
  size_t cells[MOST_VARIABLES];
  int numbers[MOST_VARIABLES] = {0}, width = 2 * LARGEST + 1, all = 1;
  subsumed_begin(&t, text, true);
  const struct fact *fact = proven_at(&t, line);
  for (size_t i = 0; i < count; i++) {
    cells[i] = cell_of(&t, fact, names[i]);
    all *= width;
  }
  for (int round = 0; round < all; round++) {
    for (int i = 0, rest = round; i < (int)count; i++, rest /= width)
      numbers[i] = rest % width - LARGEST;
    assert_int_equal(holds(&t, fact, cells, count, numbers), meaning(numbers));
  }
  subsumed_end(&t);
}

static bool is_sum_good(const int *v) {
  int x = v[0], y = v[1];
  return (x - y >= 0 && y < 0) || (x + y >= 0 && y >= 0);
}

/* Line 9 of listing 4.2, behind a join, with an x that is not known. */
static void a_branch_joins_the_annotations_of_its_sides(void **state) {
  (void)state;
  check_meaning("main() { var x, y; x = input; y = input; if (x < 0) { x = 0 - x; }\n"
                "if (y < 0) {\n y = 0 - y; }\n"
                "x = x + y;\n"
                "if (x >= 0) { } else { x = 1 / 0; } return 0; }\n",
                2, (const char *const[]){"x", "y"}, 2, is_sum_good);
}

static bool is_ordered_and_divides(const int *v) { return v[0] >= v[1] && v[2] != 0; }
static bool is_ordered(const int *v) { return v[0] >= v[1]; }

/* Lines 7 and 10 of listing 5.6, where y is no copy of x: the division contributes i != 0 and
   leaves x >= y in place. */
static void a_possible_error_adds_to_the_annotation(void **state) {
  (void)state;
  const char *text =
      "main() { var x, y, i; x = input; y = input; i = input; if (y > x) { y = x - 1; }\n"
      "if (i == 0) {\n i = 1; }\n"
      "i = 1 / i;\n"
      "if (x < y) { x = 1 / 0; } return 0; }\n";
  static const char *const names[] = {"x", "y", "i"};
  check_meaning(text, 4, names, 3, is_ordered_and_divides);
  check_meaning(text, 2, names, 3, is_ordered);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_one_of_two_formulas_is_inductive),
      cmocka_unit_test(a_branch_joins_the_annotations_of_its_sides),
      cmocka_unit_test(a_possible_error_adds_to_the_annotation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
