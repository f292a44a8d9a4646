/* Recipes as SMT-LIB 2 scripts, one definition a step. */
#ifndef FUZZ_PRINT_H
#define FUZZ_PRINT_H

#include "case.h"

static inline const char *print_operator(unsigned kind) {
  static const char *const names[RECIPE_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = smt,
      EXPR_KINDS(X)
#undef X
          [RECIPE_SUB] = "bvsub",
      [RECIPE_NEG] = "bvneg",
      [RECIPE_NE] = "distinct",
  };
  return names[kind];
}

static inline void print_bits(FILE *out, unsigned width, const uint64_t *words) {
  fputs("#b", out);
  for (unsigned i = width; i-- > 0;) fputc('0' + (int)(words[i / 64] >> (i % 64) & 1), out);
}

/* A table, or the part of an array beyond its size, has no short form in SMT-LIB: the
   element is written as a choice. */
static inline void print_element(FILE *out, const struct expr_array *array, int index) {
  uint64_t zero[RECIPE_WORDS] = {0}, size[RECIPE_WORDS] = {array->size};
  if (array->size != 0) {
    fprintf(out, "(ite (bvult s%d ", index);
    print_bits(out, array->index_width, size);
    fputs(") ", out);
  }
  fprintf(out, "(select %s s%d)", array->name, index);
  if (array->size == 0) return;
  fputc(' ', out);
  print_bits(out, array->element_width, zero);
  fputc(')', out);
}

static inline void print_read(FILE *out, const struct recipe *recipe,
                              const struct recipe_arrays *arrays, const struct step *step) {
  int depth = 0;
  const struct step *at = &recipe->steps[step->operands[0]];
  for (; at->kind == EXPR_STORE; at = &recipe->steps[at->operands[0]], depth++)
    fprintf(out, "(ite (= s%d s%d) s%d ", step->operands[1], at->operands[1], at->operands[2]);
  print_element(out, arrays->list[step->array], step->operands[1]);
  while (depth-- > 0) fputc(')', out);
}

static inline void print_step(FILE *out, const struct recipe *recipe,
                              const struct recipe_arrays *arrays, int number) {
  const struct step *step = &recipe->steps[number];
  const int16_t *operands = step->operands;
  unsigned width = recipe->steps[operands[0]].width;
  if (recipe_is_array(step)) return;
  fprintf(out, "(define-fun s%d () (_ BitVec %u) ", number, step->width);
  bool is_comparison = (step->kind >= EXPR_EQ && step->kind <= EXPR_SLE) || step->kind == RECIPE_NE;
  switch (step->kind) {
  case EXPR_CONST: print_bits(out, step->width, step->words); break;
  case EXPR_INPUT: {
    const struct expr_array *array = arrays->list[step->array];
    fprintf(out, "(select %s (_ bv%llu %u))", array->name, (unsigned long long)step->index,
            array->index_width);
    break;
  }
  case EXPR_READ: print_read(out, recipe, arrays, step); break;
  case EXPR_EXTRACT:
    fprintf(out, "((_ extract %u %u) s%d)", step->low + step->width - 1u, step->low, operands[0]);
    break;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    fprintf(out, "((_ %s %u) s%d)", print_operator(step->kind), step->width - width, operands[0]);
    break;
  case EXPR_NOT:
  case RECIPE_NEG: fprintf(out, "(%s s%d)", print_operator(step->kind), operands[0]); break;
  case EXPR_ITE:
    fprintf(out, "(ite (= s%d #b1) s%d s%d)", operands[0], operands[1], operands[2]);
    break;
  default:
    fprintf(out, is_comparison ? "(ite (%s s%d s%d) #b1 #b0)" : "(%s s%d s%d)",
            print_operator(step->kind), operands[0], operands[1]);
  }
  fputs(")\n", out);
}

static inline void print_array(FILE *out, const struct expr_array *array) {
  fprintf(out, "(declare-const %s (Array (_ BitVec %u) (_ BitVec %u)))\n", array->name,
          array->index_width, array->element_width);
  if (array->table == NULL || array->size > 1000) return;
  for (uint64_t i = 0; i < array->size; i++) {
    uint64_t words[RECIPE_WORDS] = {expr_table_element(array, i)};
    fprintf(out, "(assert (= (select %s (_ bv%llu %u)) ", array->name, (unsigned long long)i,
            array->index_width);
    print_bits(out, array->element_width, words);
    fputs("))\n", out);
  }
}

/* The inputs that the result depends on, once each. */
static inline void print_inputs(FILE *out, const struct recipe_arrays *arrays,
                                const struct fuzz_case *test) {
  struct value *values = alloc_bytes((size_t)test->recipe.count * sizeof *values);
  struct assignment *assignment = case_assignment(test, arrays);
  struct touched touched;
  reference_evaluate(&test->recipe, arrays, assignment, values, &touched);
  for (int i = 0; i < touched.count; i++) {
    const struct touched_element *element = &touched.list[i];
    const struct expr_array *array = arrays->list[element->array];
    uint64_t words[RECIPE_WORDS] = {assignment_get(assignment, array->number, element->index)};
    bool is_old = false;
    for (int k = 0; k < i; k++)
      is_old |= touched.list[k].array == element->array && touched.list[k].index == element->index;
    if (is_old) continue;
    fprintf(out, "(assert (= (select %s (_ bv%llu %u)) ", array->name,
            (unsigned long long)element->index, array->index_width);
    print_bits(out, array->element_width, words);
    fputs("))\n", out);
  }
  assignment_free(assignment);
  free(values);
}

/* With free inputs; see case_make_query. */
static inline void print_question(FILE *out, const struct recipe_arrays *arrays,
                                  const struct fuzz_case *test) {
  int last = test->recipe.count - 1;
  bool is_true = test->kind == CASE_TRUE;
  struct value *values = alloc_bytes((size_t)(last + 1) * sizeof *values);
  struct assignment *assignment = case_assignment(test, arrays);
  struct touched touched;
  uint64_t target[RECIPE_WORDS];
  reference_evaluate(&test->recipe, arrays, assignment, values, &touched);
  for (unsigned i = 0; i < CASE_EXTRAS; i++)
    if (test->extras[i] >= 0)
      fprintf(out, "(assert (= ((_ extract 0 0) s%d) #b%d))\n", test->extras[i],
              is_true ? values[test->extras[i]].bits[0] : 1);
  value_to_words(test->recipe.steps[last].width, &values[last], target);
  fprintf(out, "(assert (= s%d ", last);
  print_bits(out, test->recipe.steps[last].width, is_true ? target : test->target);
  fputs("))\n(check-sat)\n", out);
  assignment_free(assignment);
  free(values);
}

static inline void print_case(FILE *out, const struct recipe_arrays *arrays,
                              const struct fuzz_case *test) {
  bool is_used[CASE_ARRAYS] = {0};
  int last = test->recipe.count - 1;
  fputs("(set-logic QF_ABV)\n", out);
  for (int i = 0; i < test->recipe.count; i++) {
    const struct step *step = &test->recipe.steps[i];
    if ((step->kind == EXPR_INPUT || step->kind == EXPR_ARRAY) && !is_used[step->array]) {
      is_used[step->array] = true;
      print_array(out, arrays->list[step->array]);
    }
  }
  for (int i = 0; i <= last; i++) print_step(out, &test->recipe, arrays, i);
  if (test->kind == CASE_FIXED) {
    print_inputs(out, arrays, test);
    fprintf(out, "(check-sat)\n(get-value (s%d))\n", last);
  } else {
    print_question(out, arrays, test);
  }
}

#endif
