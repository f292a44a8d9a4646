/* The texts of expressions: to the letter for small ones; for random ones the readable
   text and the SMT-LIB text are checked for balance and for names defined before use. */
#include "expr/print.h"
#include "terms.h"
#include "util/buffer.h"

static void assert_prints(struct exprs *exprs, struct expr *e, const char *readable,
                          const char *smt) {
  struct buffer out = {0};
  expr_print(exprs, e, 0, &out);
  assert_string_equal(out.text, readable);
  buffer_free(&out);
  expr_print_smt(exprs, e, &out);
  assert_string_equal(out.text, smt);
  buffer_free(&out);
}

static void test_texts(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *in = expr_new_array(exprs, "in", 8, 8, 0, NULL);
  const struct expr_array *odd = expr_new_array(exprs, "a|b c", 8, 8, 3, NULL);
  struct expr *x = expr_input(exprs, in, 0), *y = expr_input(exprs, in, 1);
  assert_prints(exprs, expr_const(exprs, 12, 0x5ab), "0x5ab:12", "#x5ab");
  assert_prints(exprs, expr_const(exprs, 5, 9), "0x9:5", "#b01001");
  assert_prints(exprs, expr_const(exprs, 1, 1), "true", "#b1");
  assert_prints(
      exprs,
      expr_shl(exprs, expr_zext(exprs, expr_const(exprs, 64, 15), 128), expr_const(exprs, 128, 63)),
      "0x78000000000000000:128", "#x00000000000000078000000000000000");
  assert_prints(exprs, expr_add(exprs, x, expr_const(exprs, 8, 3)), "(in[0] + 0x3:8)",
                "(bvadd (select |in.0| (_ bv0 8)) #x03)");
  assert_prints(exprs, expr_ult(exprs, x, y), "(in[0] <u in[1])",
                "(ite (bvult (select |in.0| (_ bv0 8)) (select |in.0| (_ bv1 8))) #b1 #b0)");
  assert_prints(exprs, expr_sext(exprs, expr_extract(exprs, x, 2, 3), 16), "sext16(bits4_2(in[0]))",
                "((_ sign_extend 13) ((_ extract 4 2) (select |in.0| (_ bv0 8))))");
  assert_prints(exprs, expr_ite(exprs, expr_eq(exprs, x, y), x, expr_not(exprs, y)),
                "ite((in[0] == in[1]), in[0], ~in[1])",
                "(ite (= (ite (= (select |in.0| (_ bv0 8)) (select |in.0| (_ bv1 8))) #b1 #b0) "
                "#b1) (select |in.0| (_ bv0 8)) (bvnot (select |in.0| (_ bv1 8))))");
  struct expr *product = expr_mul(exprs, x, y);
  assert_prints(exprs, expr_udiv(exprs, product, expr_xor(exprs, product, x)),
                "e1 = (in[0] * in[1])\n(e1 /u (in[0] ^ e1))",
                "(let ((e1 (bvmul (select |in.0| (_ bv0 8)) (select |in.0| (_ bv1 8))))) "
                "(bvudiv e1 (bvxor (select |in.0| (_ bv0 8)) e1)))");
  struct expr *array = expr_store(exprs, expr_array_value(exprs, odd), x, y);
  assert_prints(exprs, expr_read(exprs, array, y), "store(a|b c, in[0], in[1])[in[1]]",
                "(ite (= (select |in.0| (_ bv1 8)) (select |in.0| (_ bv0 8))) "
                "(select |in.0| (_ bv1 8)) "
                "(ite (bvult (select |in.0| (_ bv1 8)) (_ bv3 8)) "
                "(select |a_b_c.1| (select |in.0| (_ bv1 8))) (_ bv0 8)))");
  exprs_free(exprs);
}

static void test_query(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const uint8_t bytes[2] = {7, 9};
  const struct expr_array *in = expr_new_array(exprs, "in", 8, 4, 16, NULL);
  const struct expr_array *table = expr_new_array(exprs, "t", 8, 4, 2, bytes);
  expr_new_array(exprs, "unused", 8, 8, 2, NULL);
  struct expr *index = expr_extract(exprs, expr_input(exprs, in, 3), 2, 4);
  struct expr *read = expr_read(exprs, expr_array_value(exprs, table), index);
  struct expr *conjuncts[2] = {expr_eq(exprs, read, expr_const(exprs, 8, 9)),
                               expr_not(exprs, expr_eq(exprs, index, expr_const(exprs, 4, 1)))};
  struct buffer out = {0};
  expr_print_smt_query(exprs, conjuncts, 2, &out);
  assert_string_equal(
      out.text, "(set-logic QF_ABV)\n"
                "(declare-fun |in.0| () (Array (_ BitVec 4) (_ BitVec 8)))\n"
                "(declare-fun |t.1| () (Array (_ BitVec 4) (_ BitVec 8)))\n"
                "(assert (= (select |t.1| (_ bv0 4)) (_ bv7 8)))\n"
                "(assert (= (select |t.1| (_ bv1 4)) (_ bv9 8)))\n"
                "(define-fun e1 () (_ BitVec 4) ((_ extract 5 2) (select |in.0| (_ bv3 4))))\n"
                "(assert (= #b1 (ite (= (ite (bvult e1 (_ bv2 4)) (select |t.1| e1) (_ bv0 8)) "
                "#x09) #b1 #b0)))\n"
                "(assert (= #b1 (bvnot (ite (= e1 #x1) #b1 #b0))))\n"
                "(check-sat)\n");
  buffer_free(&out);
  exprs_free(exprs);
}

/* Parentheses match, and eN occurs only after a line or let that defines it. */
static void check_text(const char *text, bool is_smt) {
  int depth = 0;
  unsigned long defined = 0;
  for (const char *at = text; *at; at++) {
    depth += (*at == '(') - (*at == ')');
    assert_true(depth >= 0);
    bool is_start = at == text || strchr(" (\n[~", at[-1]);
    if (*at != 'e' || !is_start || at[1] < '0' || at[1] > '9') continue;
    unsigned long name = strtoul(at + 1, NULL, 10);
    bool is_definition = is_smt ? at[-1] == '(' || strncmp(at - 5, "-fun ", 5) == 0
                                : (at == text || at[-1] == '\n') && strstr(at, " = ");
    if (is_definition && name == defined + 1)
      defined++;
    else
      assert_true(name >= 1 && name <= defined);
  }
  assert_int_equal(depth, 0);
}

static void test_random_texts(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed < 40; seed++) {
    struct rig rig;
    rig_open(&rig, seed);
    struct term pool[12];
    for (unsigned k = 0; k < 12; k++) pool[k] = term_input(&rig, 24);
    rig_evaluate(&rig);
    for (unsigned k = 0; k < 400; k++) {
      struct term *a = &pool[rig_below(&rig, 12)], *b = &pool[rig_below(&rig, 12)];
      enum expr_kind kind = EXPR_ADD + rig_below(&rig, EXPR_ASHR - EXPR_ADD + 1);
      *a = term_binary(&rig, kind, a, b);
    }
    struct expr *conjuncts[12];
    for (unsigned k = 0; k < 12; k++)
      conjuncts[k] = expr_ult(rig.exprs, pool[k].e, pool[(k + 1) % 12].e);
    struct buffer out = {0};
    expr_print(rig.exprs, pool[0].e, 0, &out);
    check_text(out.text, false);
    buffer_free(&out);
    expr_print_smt_query(rig.exprs, conjuncts, 12, &out);
    check_text(out.text, true);
    buffer_free(&out);
    rig_close(&rig);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_query),
      cmocka_unit_test(test_random_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
