/* Floating-point operations in SMT-LIB text.

   Ours are functions of bits, with NaNs that have bits as well, and the standard's are functions of
   numbers. So every operation that occurs is defined as a function on bit-vectors: from the bits to
   a number, the standard's operation, and back by fp.to_ieee_bv, which the standard lacks but
   solvers have. Which NaN comes out is chosen separately. Width 1 stays a bit-vector, as elsewhere.
 */
#include "expr/print_smt_float.h"

#include "expr/print_plan.h"
#include "expr/softfloat.h"
#include "util/buffer.h"

#include <stdlib.h>

static const char *const names[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = text,
    EXPR_KINDS(X)
#undef X
};
static const char *const operators[EXPR_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = smt,
    EXPR_KINDS(X)
#undef X
};

static bool is_conversion(enum expr_kind kind) { return kind >= EXPR_FCONV && kind <= EXPR_SITOF; }

void print_smt_float_name(const struct expr *e, struct buffer *out) {
  unsigned operand = child(e, 1)->width;
  if (is_conversion(e->kind))
    buffer_add(out, "%s.%u.%u", names[e->kind], operand, e->width);
  else
    buffer_add(out, "%s.%u", names[e->kind], e->kind >= EXPR_FEQ ? operand : e->width);
}

static void print_bits(unsigned width, float_bits value, struct buffer *out) {
  buffer_add(out, "#b");
  for (unsigned i = width; i-- > 0;) buffer_add(out, "%u", (unsigned)(value >> i & 1));
}

/* What the operations of a format need. */

static void define_rounding(struct buffer *out) {
  buffer_add(out, "(define-fun rounding ((m (_ BitVec 3))) RoundingMode (ite (= m #b001) RTN "
                  "(ite (= m #b010) RTP (ite (= m #b011) RTZ (ite (= m #b100) RNA RNE)))))\n");
}

static void define_value(const struct float_format *f, struct buffer *out) {
  unsigned w = f->width;
  buffer_add(out, "(define-fun value.%u ((a (_ BitVec %u))) (_ FloatingPoint %u %u) ", w, w,
             f->exponent_bits, f->precision);
  if (w != 80) {
    buffer_add(out, "((_ to_fp %u %u) a))\n", f->exponent_bits, f->precision);
    buffer_add(out, "(define-fun invalid.%u ((a (_ BitVec %u))) Bool false)\n", w, w);
    return;
  }
  buffer_add(out, "(let ((e ((_ extract 78 64) a)) (l ((_ extract 63 63) a))) (ite (and (= l #b0) "
                  "(distinct e (_ bv0 15))) (_ NaN 15 64) (fp ((_ extract 79 79) a) (ite (and (= l "
                  "#b1) (= e (_ bv0 15))) (_ bv1 15) e) ((_ extract 62 0) a)))))\n"
                  "(define-fun invalid.80 ((a (_ BitVec 80))) Bool (and (= ((_ extract 63 63) a) "
                  "#b0) (distinct ((_ extract 78 64) a) (_ bv0 15))))\n");
}

static void define_bits(const struct float_format *f, struct buffer *out) {
  unsigned w = f->width;
  buffer_add(out,
             "(define-fun bits.%u ((a (_ FloatingPoint %u %u))) (_ BitVec %u) (ite (fp.isNaN a) ",
             w, f->exponent_bits, f->precision, w);
  print_bits(w, float_default_nan(f), out);
  if (w != 80)
    buffer_add(out, " (fp.to_ieee_bv a)))\n");
  else
    buffer_add(out, " (let ((b (fp.to_ieee_bv a))) (concat ((_ extract 78 63) b) (ite (= ((_ "
                    "extract 77 63) b) (_ bv0 15)) #b0 #b1) ((_ extract 62 0) b)))))\n");
}

/* The NaN that comes of two operands at least one of which is one. */
static void define_nan(const struct float_format *f, struct buffer *out) {
  unsigned w = f->width;
  buffer_add(out, "(define-fun nan.%u ((a (_ BitVec %u)) (b (_ BitVec %u))) (_ BitVec %u) ", w, w,
             w, w);
  if (w == 80) {
    buffer_add(out, "(ite (or (invalid.80 a) (invalid.80 b)) ");
    print_bits(w, float_default_nan(f), out);
    buffer_add(out, " ");
  }
  buffer_add(out, "(bvor ");
  print_bits(w, (float_bits)1 << (f->precision - 2), out);
  if (w == 80)
    buffer_add(out,
               " (ite (not (fp.isNaN (value.80 a))) b (ite (not (fp.isNaN (value.80 b))) a (ite "
               "(distinct ((_ extract 62 62) a) ((_ extract 62 62) b)) (ite (= ((_ extract 62 62) "
               "a) #b1) a b) (ite (bvult ((_ extract 62 0) a) ((_ extract 62 0) b)) b (ite (bvult "
               "((_ extract 62 0) b) ((_ extract 62 0) a)) a (ite (= ((_ extract 79 79) a) #b1) b "
               "a))))))))");
  else
    buffer_add(out, " (ite (fp.isNaN (value.%u a)) a b))", w);
  buffer_add(out, ")\n");
}

static void define_format(unsigned width, struct buffer *out) {
  struct float_format format = float_format(width);
  define_value(&format, out);
  define_bits(&format, out);
  define_nan(&format, out);
}

/* The operations. */

static void begin(const struct expr *e, unsigned result, struct buffer *out) {
  static const char letters[] = "abc";
  bool has_mode = e->kind != EXPR_FREM && e->kind < EXPR_FEQ;
  buffer_add(out, "(define-fun ");
  print_smt_float_name(e, out);
  buffer_add(out, has_mode ? " ((m (_ BitVec 3))" : " (");
  for (unsigned k = has_mode; k < expr_kind_children[e->kind]; k++)
    buffer_add(out, " (%c (_ BitVec %u))", letters[k - has_mode], child(e, k)->width);
  buffer_add(out, ") (_ BitVec %u) ", result);
}

static void define_binary(const struct expr *e, struct buffer *out) {
  unsigned w = e->width;
  buffer_add(out, "(ite (or (fp.isNaN (value.%u a)) (fp.isNaN (value.%u b))) (nan.%u a b) ", w, w,
             w);
  if (e->kind != EXPR_FREM) {
    buffer_add(out, "(bits.%u (%s (rounding m) (value.%u a) (value.%u b))))", w, operators[e->kind],
               w, w);
    return;
  }
  /* From the remainder whose quotient is rounded to nearest. */
  buffer_add(out,
             "(let ((x (fp.abs (value.%u a))) (y (fp.abs (value.%u b)))) (let ((r (fp.rem x y))) "
             "(let ((s (fp.abs (ite (and (fp.isNegative r) (not (fp.isZero r))) (fp.add RNE r y) "
             "r)))) (bits.%u (ite (fp.isNegative (value.%u a)) (fp.neg s) s))))))",
             w, w, w, w);
}

static void define_fused(const struct expr *e, struct buffer *out) {
  struct float_format format = float_format(e->width);
  unsigned w = e->width;
  buffer_add(out,
             "(let ((x ((_ extract %u %u) a)) (y ((_ extract %u 0) a)) (c b)) (let ((p (value.%u "
             "x)) (q (value.%u y)) (r (value.%u c))) ",
             2 * w - 1, w, w - 1, w, w, w);
  buffer_add(out, "(ite (or (invalid.%u x) (invalid.%u y) (invalid.%u c)) ", w, w, w);
  print_bits(w, float_default_nan(&format), out);
  buffer_add(out, " (ite (or (fp.isNaN p) (fp.isNaN q)) (nan.%u (nan.%u y x) c) (ite (fp.isNaN r) ",
             w, w);
  if (w == 80) { /* multiplied first */
    buffer_add(out, "(ite (fp.isNaN (fp.mul RNE p q)) (nan.80 ");
    print_bits(w, float_default_nan(&format), out);
    buffer_add(out, " c) (nan.80 c c))");
  } else {
    buffer_add(out, "(nan.%u c c)", w);
  }
  buffer_add(out, " (bits.%u (fp.fma (rounding m) p q r)))))))", w);
}

static void define_conversion(const struct expr *e, struct buffer *out) {
  unsigned from = child(e, 1)->width, to = e->width;
  struct float_format source = float_format(from), target = float_format(to);
  unsigned from_bits = source.precision - 1, to_bits = target.precision - 1;
  unsigned common = from_bits < to_bits ? from_bits : to_bits;
  buffer_add(out, "(ite (invalid.%u a) ", from);
  print_bits(to, float_default_nan(&target), out);
  buffer_add(out, " (ite (fp.isNaN (value.%u a)) (bvor ", from);
  print_bits(to, float_infinity(&target, false) | (float_bits)1 << (to_bits - 1), out);
  buffer_add(out, " (concat ((_ extract %u %u) a) (_ bv0 %u) ((_ extract %u %u) a)", from - 1,
             from - 1, to - 1 - to_bits, from_bits - 1, from_bits - common);
  if (common < to_bits) buffer_add(out, " (_ bv0 %u)", to_bits - common);
  buffer_add(out, ")) (bits.%u ((_ to_fp %u %u) (rounding m) (value.%u a)))))", to,
             target.exponent_bits, target.precision, from);
}

static void define_integer(const struct expr *e, struct buffer *out) {
  unsigned from = child(e, 1)->width, to = e->width;
  struct float_format format = float_format(from);
  unsigned eb = format.exponent_bits, sb = format.precision;
  buffer_add(out,
             "(let ((x (value.%u a))) (let ((r (fp.roundToIntegral (rounding m) x))) (ite (or "
             "(fp.isNaN x) (fp.isInfinite x)",
             from);
  if (to <= (unsigned)format.bias + 1) {
    float_bits field = (float_bits)((unsigned)format.bias + to - 1);
    buffer_add(out, " (not (fp.lt r (fp #b0 ");
    print_bits(eb, field, out);
    buffer_add(out, " (_ bv0 %u)))) (not (fp.leq (fp #b1 ", sb - 1);
    print_bits(eb, field, out);
    buffer_add(out, " (_ bv0 %u)) r))", sb - 1);
  }
  buffer_add(out, ") (bvshl (_ bv1 %u) (_ bv%u %u)) ((_ fp.to_sbv %u) (rounding m) x))))", to,
             to == 1 ? 0 : to - 1, to, to);
}

static void define_operation(const struct expr *e, struct buffer *out) {
  unsigned w = e->width, operand = child(e, 1)->width;
  struct float_format format;
  begin(e, w, out);
  switch (e->kind) {
  case EXPR_FMA: define_fused(e, out); break;
  case EXPR_FSQRT:
  case EXPR_FRINT:
    buffer_add(
        out, "(ite (fp.isNaN (value.%u a)) (nan.%u a a) (bits.%u (%s (rounding m) (value.%u a))))",
        w, w, w, operators[e->kind], w);
    break;
  case EXPR_FCONV: define_conversion(e, out); break;
  case EXPR_FTOSI: define_integer(e, out); break;
  case EXPR_SITOF:
    format = float_format(w);
    buffer_add(out, "(bits.%u ((_ to_fp %u %u) (rounding m) a))", w, format.exponent_bits,
               format.precision);
    break;
  case EXPR_FEQ:
  case EXPR_FLT:
  case EXPR_FLE:
    buffer_add(out, "(ite (%s (value.%u a) (value.%u b)) #b1 #b0)", operators[e->kind], operand,
               operand);
    break;
  default: define_binary(e, out);
  }
  buffer_add(out, ")\n");
}

/* Which are needed. */

static void note_width(bool *is_used, unsigned width) {
  if (float_is_format(width)) is_used[width] = true;
}

static bool is_same_function(const struct expr *a, const struct expr *b) {
  return a->kind == b->kind && a->width == b->width && child(a, 1)->width == child(b, 1)->width;
}

void print_smt_float_definitions(const struct print_plan *plan, struct buffer *out) {
  bool is_used[FLOAT_MAX_WIDTH + 1] = {false}, has_any = false;
  VEC(const struct expr *) functions = {0};
  for (size_t k = 0; k < plan->nodes.count; k++) {
    const struct expr *e = plan->nodes.data[k].e;
    bool is_known = false;
    if (!expr_is_float(e)) continue;
    has_any = true;
    if (e->kind != EXPR_SITOF && e->kind != EXPR_FMA) note_width(is_used, child(e, 1)->width);
    if (e->kind != EXPR_FTOSI && e->kind < EXPR_FEQ) note_width(is_used, e->width);
    for (size_t i = 0; i < functions.count && !is_known; i++)
      is_known = is_same_function(functions.data[i], e);
    if (!is_known) vec_push(&functions, e);
  }
  if (has_any) define_rounding(out);
  for (unsigned width = 0; width <= FLOAT_MAX_WIDTH; width++)
    if (is_used[width]) define_format(width, out);
  for (size_t k = 0; k < functions.count; k++) define_operation(functions.data[k], out);
  vec_free(&functions);
}
