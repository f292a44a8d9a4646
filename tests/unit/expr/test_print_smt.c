/* Z3 reads the SMT-LIB text and agrees: with the inputs fixed, an expression has its value
   and no other. */
#include "expr/print.h"
#include "float_terms.h"
#include "terms.h"
#include "util/buffer.h"

#include <z3.h>

static const enum expr_kind binaries[] = {
    EXPR_ADD, EXPR_MUL,  EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_AND, EXPR_OR, EXPR_XOR,
    EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_EQ,   EXPR_ULT,  EXPR_ULE,  EXPR_SLT, EXPR_SLE};

struct world {
  struct rig rig;
  struct term terms[40];
  unsigned count;
  struct array_term arrays[3];
  struct expr *inputs[64]; /* everything that can be given a value */
  unsigned input_count;
};

static const struct term *pick(struct world *world, unsigned width) {
  for (unsigned attempt = 0; attempt < 50; attempt++) {
    const struct term *term = &world->terms[rig_below(&world->rig, world->count)];
    if (term->e->width == width || width == 0) return term;
  }
  return NULL;
}

static struct term fit(struct world *world, unsigned width) {
  const struct term *term = pick(world, width);
  if (term) return *term;
  term = pick(world, 0);
  if (term->e->width < width) return term_extend(&world->rig, term, width, width & 1);
  return term_extract(&world->rig, term, (term->e->width - width) / 2, width);
}

static struct term grow(struct world *world) {
  struct rig *rig = &world->rig;
  const struct term *a = pick(world, 0);
  struct term b = fit(world, a->e->width);
  switch (rig_below(rig, 8)) {
  case 0: {
    struct term c = fit(world, 1);
    return term_ite(rig, &c, a, &b);
  }
  case 1: {
    struct array_term *array = &world->arrays[rig_below(rig, 3)];
    struct term index = fit(world, array->base->index_width);
    if (array->store_count < 6 && rig_below(rig, 2)) {
      struct term value = fit(world, array->base->element_width);
      array_store(rig, array, &index, &value);
    }
    index = fit(world, array->base->index_width);
    return term_read(rig, array, &index);
  }
  case 2: return a->e->width < 60 ? term_concat(rig, a, &b) : term_not(rig, a);
  case 3: return term_extract(rig, a, a->e->width / 3, 1 + a->e->width / 2);
  default: return term_binary(rig, binaries[rig_below(rig, 17)], a, &b);
  }
}

static void open_world(struct world *world, uint64_t seed) {
  static const uint8_t table[5] = {3, 1, 4, 1, 5};
  struct rig *rig = &world->rig;
  world->count = world->input_count = 0;
  rig_open(rig, seed);
  const struct expr_array *bases[3] = {expr_new_array(rig->exprs, "in", 8, 16, 10, NULL),
                                       expr_new_array(rig->exprs, "table", 8, 16, 5, table),
                                       expr_new_array(rig->exprs, "all", 12, 3, 0, NULL)};
  for (unsigned k = 0; k < 3; k++) {
    world->arrays[k] =
        (struct array_term){.e = expr_array_value(rig->exprs, bases[k]), .base = bases[k]};
    for (uint64_t index = 0; index < (k ? 8 : 10) && !bases[k]->table; index++) {
      for (unsigned s = 0; s < SAMPLES; s++)
        assignment_set(rig->assignments[s], bases[k]->number, index,
                       rig_random(rig) & (k ? 0xfff : 0xff));
      world->inputs[world->input_count++] = expr_input(rig->exprs, bases[k], index);
    }
  }
  static const unsigned widths[] = {1, 3, 8, 12, 16, 16, 32, 65};
  for (unsigned k = 0; k < 8; k++) {
    uint32_t first = (uint32_t)rig->exprs->arrays.count;
    world->terms[world->count++] = term_input(rig, widths[k]);
    for (uint32_t number = first; number < rig->exprs->arrays.count; number++)
      world->inputs[world->input_count++] =
          expr_input(rig->exprs, expr_find_array(rig->exprs, number), 0);
  }
  rig_evaluate(rig);
}

static const char *ask(const struct buffer *text) {
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context(config);
  static char answer[16];
  snprintf(answer, sizeof answer, "%s", Z3_eval_smtlib2_string(context, text->text));
  Z3_del_context(context);
  Z3_del_config(config);
  return answer;
}

static void test_z3_agrees(void **state) {
  (void)state;
  static struct world world;
  for (uint64_t seed = 1; seed < 30; seed++) {
    open_world(&world, seed);
    while (world.count < 40) world.terms[world.count] = grow(&world), world.count++;
    struct exprs *exprs = world.rig.exprs;
    unsigned sample = seed % SAMPLES;
    for (unsigned is_other = 0; is_other < 2; is_other++) {
      struct expr *conjuncts[100], *all = expr_const(exprs, 1, 1);
      unsigned count = 0;
      for (unsigned k = 0; k < world.input_count; k++) {
        uint64_t value = evaluator_value(world.rig.evaluators[sample], world.inputs[k]);
        conjuncts[count++] =
            expr_eq(exprs, world.inputs[k], expr_const(exprs, world.inputs[k]->width, value));
      }
      for (unsigned k = 8; k < world.count; k++) {
        uint64_t words[2];
        naive_words(&world.terms[k].value[sample], words);
        struct expr *value = expr_const_words(exprs, world.terms[k].e->width, words);
        all = expr_and(exprs, all, expr_eq(exprs, world.terms[k].e, value));
      }
      conjuncts[count++] = is_other ? expr_not(exprs, all) : all;
      struct buffer text = {0};
      expr_print_smt_query(exprs, conjuncts, count, &text);
      const char *answer = ask(&text);
      if (strcmp(answer, is_other ? "unsat\n" : "sat\n")) print_message("%s", text.text);
      assert_string_equal(answer, is_other ? "unsat\n" : "sat\n");
      buffer_free(&text);
    }
    rig_close(&world.rig);
  }
}

/* One operation at a time, since terms of several are hard for Z3. */
static void test_z3_agrees_on_floats(void **state) {
  (void)state;
  unsigned asked = 0;
  for (uint64_t seed = 1; seed < 120; seed++) {
    static struct float_pool pool;
    struct rig rig;
    rig_open(&rig, seed);
    float_open(&rig, &pool);
    struct exprs *exprs = rig.exprs;
    for (unsigned w = 0; w < FLOAT_WIDTHS; w++) pool.counts[w] = 3;
    float_step(&rig, &pool);
    for (unsigned w = 0; w < FLOAT_WIDTHS; w++) {
      if (pool.counts[w] == 3) continue;
      const struct term *term = &pool.floats[w][3];
      if (w > 0 && (term->e->kind == EXPR_FREM || term->e->kind == EXPR_FMA)) continue;
      uint64_t words[NAIVE_BITS / 64];
      naive_words(&term->value[0], words);
      struct expr *value = expr_const_words(exprs, float_widths[w], words), *conjuncts[64];
      unsigned count = 0;
      for (uint32_t k = 0; k < exprs->arrays.count; k++) {
        struct expr *input = expr_input(exprs, expr_find_array(exprs, k), 0);
        uint64_t fixed = evaluator_value(rig.evaluators[0], input);
        conjuncts[count++] = expr_eq(exprs, input, expr_const(exprs, input->width, fixed));
      }
      struct expr *is_right = expr_eq(exprs, term->e, value);
      for (unsigned is_other = 0; is_other < 2; is_other++) {
        conjuncts[count] = is_other ? expr_not(exprs, is_right) : is_right;
        struct buffer text = {0};
        expr_print_smt_query(exprs, conjuncts, count + 1, &text);
        const char *answer = ask(&text);
        if (strcmp(answer, is_other ? "unsat\n" : "sat\n")) print_message("%s", text.text);
        assert_string_equal(answer, is_other ? "unsat\n" : "sat\n");
        buffer_free(&text);
      }
      asked++;
    }
    rig_close(&rig);
  }
  assert_true(asked > 60);
}

/* Z3 keeps some numbers of its theory of floating point for ever. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3.so"; }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_z3_agrees),
                                     cmocka_unit_test(test_z3_agrees_on_floats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
