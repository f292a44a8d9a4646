/* Floating point on corner values in every format. Single, double, extended and
   quadruple are held against the host, halves against arithmetic of their own. Of a
   result that is not a number only that is asked, and that it is a quiet one; signs are
   changed bit by bit whatever the value is. */
#include "float_values.h"

struct check {
  unsigned op, aux;
  u128 x, y, z, wanted;
  bool is_exact;      /* to the bit, also of a NaN */
  bool is_zero_alike; /* either zero will do */
};

struct checks {
  struct rig rig;
  enum float_format format;
  VEC(struct check) list;
};

static void begin(struct checks *checks, enum float_format format) {
  *checks = (struct checks){.format = format};
  rig_begin(&checks->rig);
}

static bool is_good(const struct checks *checks, const struct check *check, u128 actual) {
  if (actual == check->wanted) return true;
  if (check->is_exact) return false;
  enum float_format format = checks->format;
  if (float_is_nan(format, check->wanted))
    return float_is_nan(format, actual) && float_is_quiet(format, actual);
  u128 sign = (u128)1 << (float_widths[format] - 1);
  return check->is_zero_alike && (actual & ~sign) == 0 && (check->wanted & ~sign) == 0;
}

static void finish(struct checks *checks) {
  struct rig *rig = &checks->rig;
  rig_close_start(rig);
  rig_run(rig);
  for (uint32_t i = 0; i < checks->list.count; i++) {
    const struct check *check = &checks->list.data[i];
    u128 actual = rig_read(rig, i);
    if (!is_good(checks, check, actual))
      fail_msg("%s %u bits aux %u of %llx'%016llx, %llx'%016llx, %llx'%016llx: %llx'%016llx "
               "instead of %llx'%016llx",
               ir_opcode_names[check->op], float_widths[checks->format], check->aux, HIGH(check->x),
               LOW(check->x), HIGH(check->y), LOW(check->y), HIGH(check->z), LOW(check->z),
               HIGH(actual), LOW(actual), HIGH(check->wanted), LOW(check->wanted));
  }
  vec_free(&checks->list);
  rig_end(rig);
}

/* Operands come as registers and as constants in turn. */
static ir_operand operand(struct checks *checks, u128 bits, unsigned form) {
  unsigned width = float_widths[checks->format];
  return form ? rig_const(checks->rig.start, width, bits)
              : rig_value(&checks->rig, checks->rig.start, width, bits);
}

static void add(struct checks *checks, struct check check) {
  struct rig *rig = &checks->rig;
  struct ir_func *func = rig->start;
  unsigned width = float_widths[checks->format], form = (unsigned)checks->list.count;
  unsigned format = ir_opcode_formats[check.op];
  ir_operand a = operand(checks, check.x, form & 1), b = 0, c = 0;
  if (format != IR_FORMAT_UNARY && format != IR_FORMAT_FCLASS)
    b = operand(checks, check.y, form & 2);
  if (format == IR_FORMAT_TERNARY) c = operand(checks, check.z, form & 4);
  uint32_t result;
  if (format == IR_FORMAT_UNARY)
    result = rig_unary(rig, func, check.op, width, a);
  else if (format == IR_FORMAT_TERNARY)
    result = rig_ternary(rig, func, check.op, width, a, b, c);
  else if (format == IR_FORMAT_FCLASS)
    result = rig_emit(rig, func,
                      (struct ir_ins){.op = IR_FCLASS,
                                      .width = (uint8_t)width,
                                      .dst = ir_new_reg(func, 1),
                                      .a = a,
                                      .c = check.aux});
  else
    result = rig_binary(rig, func, check.op, width, check.aux, a, b);
  rig_result(rig, func, result);
  vec_push(&checks->list, check);
}

/* ---- two operands ---- */

/* Which of two is smaller, a NaN winning and -0 being below +0. */
#define MINIMUM(x, y, sign_x)                                                                      \
  ((x) != (x)   ? (x)                                                                              \
   : (y) != (y) ? (y)                                                                              \
   : (x) == (y) ? ((sign_x) ? (x) : (y))                                                           \
   : (x) < (y)  ? (x)                                                                              \
                : (y))
#define MAXIMUM(x, y, sign_x)                                                                      \
  ((x) != (x)   ? (x)                                                                              \
   : (y) != (y) ? (y)                                                                              \
   : (x) == (y) ? ((sign_x) ? (y) : (x))                                                           \
   : (x) > (y)  ? (x)                                                                              \
                : (y))

#define HOST_BINARY(name, type, suffix)                                                            \
  static u128 binary_##name(unsigned op, u128 a, u128 b) {                                         \
    volatile type x = float_to_##name(a), y = float_to_##name(b), result;                          \
    bool is_negative = float_split(name##_FORMAT, a).is_negative;                                  \
    switch (op) {                                                                                  \
    case IR_FADD: result = x + y; break;                                                           \
    case IR_FSUB: result = x - y; break;                                                           \
    case IR_FMUL: result = x * y; break;                                                           \
    case IR_FDIV: result = x / y; break;                                                           \
    case IR_FREM: result = fmod##suffix(x, y); break;                                              \
    case IR_FMINNUM: result = fmin##suffix(x, y); break;                                           \
    case IR_FMAXNUM: result = fmax##suffix(x, y); break;                                           \
    case IR_FMINIMUM: result = MINIMUM(x, y, is_negative); break;                                  \
    default: result = MAXIMUM(x, y, is_negative); break;                                           \
    }                                                                                              \
    return float_of_##name(result);                                                                \
  }
#define single_FORMAT SINGLE
#define double_FORMAT DOUBLE
#define extended_FORMAT EXTENDED
HOST_BINARY(single, float, f)
HOST_BINARY(double, double, )
HOST_BINARY(extended, long double, l)

static u128 binary_quad(unsigned op, u128 a, u128 b) {
  volatile __float128 x = float_to_quad(a), y = float_to_quad(b);
  return float_of_quad(op == IR_FADD   ? x + y
                       : op == IR_FSUB ? x - y
                       : op == IR_FMUL ? x * y
                                       : x / y);
}

static u128 binary_half(unsigned op, u128 a, u128 b) {
  __float128 x = float_half_value((uint16_t)a), y = float_half_value((uint16_t)b);
  bool is_negative = a >> 15 & 1;
  switch (op) {
  case IR_FADD: return float_nearest_half(x + y);
  case IR_FSUB: return float_nearest_half(x - y);
  case IR_FMUL: return float_nearest_half(x * y);
  case IR_FDIV: return float_nearest_half(x / y);
  case IR_FREM: return float_nearest_half(fmodl((long double)x, (long double)y));
  case IR_FMINNUM: return x != x || (y == y && y < x) ? b : a;
  case IR_FMAXNUM: return x != x || (y == y && y > x) ? b : a;
  case IR_FMINIMUM: return float_nearest_half(MINIMUM(x, y, is_negative));
  default: return float_nearest_half(MAXIMUM(x, y, is_negative));
  }
}

static u128 binary(enum float_format format, unsigned op, u128 x, u128 y) {
  if (op == IR_FCOPYSIGN) {
    u128 sign = (u128)1 << (float_widths[format] - 1);
    return (x & ~sign) | (y & sign);
  }
  return format == HALF       ? binary_half(op, x, y)
         : format == SINGLE   ? binary_single(op, x, y)
         : format == DOUBLE   ? binary_double(op, x, y)
         : format == EXTENDED ? binary_extended(op, x, y)
                              : binary_quad(op, x, y);
}

static void test_binary_operations(void **state) {
  (void)state;
  for (enum float_format format = HALF; format <= QUAD; format++)
    for (unsigned op = IR_FADD; op <= IR_FMAXIMUM; op++) {
      if (format == QUAD && op > IR_FDIV && op != IR_FCOPYSIGN) continue;
      struct checks checks;
      u128 values[FLOAT_MAX_VALUES];
      unsigned count = float_list(format, values);
      bool is_choice = op == IR_FMINNUM || op == IR_FMAXNUM;
      begin(&checks, format);
      for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++)
          add(&checks, (struct check){.op = op,
                                      .x = values[i],
                                      .y = values[k],
                                      .wanted = binary(format, op, values[i], values[k]),
                                      .is_exact = op == IR_FCOPYSIGN,
                                      .is_zero_alike = is_choice});
      finish(&checks);
    }
}

/* ---- comparisons ---- */

#define RELATION(x, y) ((x) < (y) ? 4u : (x) > (y) ? 2u : (x) == (y) ? 1u : 8u)

static unsigned relation(enum float_format format, u128 a, u128 b) {
  switch (format) {
  case HALF: return RELATION(float_half_value((uint16_t)a), float_half_value((uint16_t)b));
  case SINGLE: return RELATION(float_to_single(a), float_to_single(b));
  case DOUBLE: return RELATION(float_to_double(a), float_to_double(b));
  case EXTENDED: return RELATION(float_to_extended(a), float_to_extended(b));
  default: return RELATION(float_to_quad(a), float_to_quad(b));
  }
}

static void test_comparisons(void **state) {
  (void)state;
  for (enum float_format format = HALF; format <= QUAD; format++) {
    struct checks checks;
    u128 values[FLOAT_MAX_VALUES];
    unsigned count = float_list(format, values);
    begin(&checks, format);
    for (unsigned i = 0; i < count; i++)
      for (unsigned k = 0; k < count; k++)
        for (unsigned predicate = (i + k) % 2; predicate < 16; predicate += 2) {
          bool wanted = (relation(format, values[i], values[k]) & predicate) != 0;
          add(&checks, (struct check){.op = IR_FCMP,
                                      .aux = predicate,
                                      .x = values[i],
                                      .y = values[k],
                                      .wanted = wanted,
                                      .is_exact = true});
        }
    finish(&checks);
  }
}

/* ---- one operand ---- */

#define UNARY_CASES(x, suffix)                                                                     \
  case IR_FSQRT: result = sqrt##suffix(x); break;                                                  \
  case IR_FFLOOR: result = floor##suffix(x); break;                                                \
  case IR_FCEIL: result = ceil##suffix(x); break;                                                  \
  case IR_FTRUNC: result = trunc##suffix(x); break;                                                \
  case IR_FROUND: result = round##suffix(x); break;                                                \
  default: result = rint##suffix(x); break; /* roundeven too: the mode is to nearest even */
#define HOST_UNARY(name, type, suffix)                                                             \
  static u128 unary_##name(unsigned op, u128 a) {                                                  \
    volatile type x = float_to_##name(a), result;                                                  \
    switch (op) { UNARY_CASES(x, suffix) }                                                         \
    return float_of_##name(result);                                                                \
  }
HOST_UNARY(single, float, f)
HOST_UNARY(double, double, )
HOST_UNARY(extended, long double, l)

static u128 unary_half(unsigned op, u128 a) {
  long double x = (long double)float_half_value((uint16_t)a), result;
  switch (op) { UNARY_CASES(x, l) }
  return float_nearest_half(result);
}

static u128 unary(enum float_format format, unsigned op, u128 x) {
  u128 sign = (u128)1 << (float_widths[format] - 1);
  if (op == IR_FNEG) return x ^ sign;
  if (op == IR_FABS) return x & ~sign;
  return format == HALF     ? unary_half(op, x)
         : format == SINGLE ? unary_single(op, x)
         : format == DOUBLE ? unary_double(op, x)
                            : unary_extended(op, x);
}

static void test_unary_operations(void **state) {
  (void)state;
  for (enum float_format format = HALF; format <= QUAD; format++) {
    struct checks checks;
    u128 values[FLOAT_MAX_VALUES];
    unsigned count = float_list(format, values);
    begin(&checks, format);
    for (unsigned op = IR_FNEG; op <= IR_FROUNDEVEN; op++) {
      if (format == QUAD && op > IR_FABS) continue;
      for (unsigned i = 0; i < count * 2; i++) /* as a register and as a constant */
        add(&checks, (struct check){.op = op,
                                    .x = values[i % count],
                                    .wanted = unary(format, op, values[i % count]),
                                    .is_exact = op <= IR_FABS});
    }
    finish(&checks);
  }
}

/* All over the halves, since they are few. */
static void test_halves_from_end_to_end(void **state) {
  (void)state;
  for (unsigned op = IR_FSQRT; op <= IR_FROUNDEVEN; op++) {
    struct checks checks;
    begin(&checks, HALF);
    for (unsigned bits = op % 5; bits < 65536; bits += 5)
      add(&checks, (struct check){.op = op, .x = bits, .wanted = unary_half(op, bits)});
    finish(&checks);
  }
}

/* ---- classes ---- */

#define CLASS_OF(x)                                                                                \
  (__builtin_isfpclass(x, 1)     ? 0                                                               \
   : __builtin_isfpclass(x, 2)   ? 1                                                               \
   : __builtin_isfpclass(x, 4)   ? 2                                                               \
   : __builtin_isfpclass(x, 8)   ? 3                                                               \
   : __builtin_isfpclass(x, 16)  ? 4                                                               \
   : __builtin_isfpclass(x, 32)  ? 5                                                               \
   : __builtin_isfpclass(x, 64)  ? 6                                                               \
   : __builtin_isfpclass(x, 128) ? 7                                                               \
   : __builtin_isfpclass(x, 256) ? 8                                                               \
                                 : 9)

static unsigned class_of(enum float_format format, u128 bits) {
  float single = float_to_single(bits);
  double twice = float_to_double(bits);
  long double extended = float_to_extended(bits);
  if (format == SINGLE) return CLASS_OF(single);
  if (format == DOUBLE) return CLASS_OF(twice);
  if (format == EXTENDED) return CLASS_OF(extended);
  struct float_parts parts = float_split(format, bits);
  if (float_is_nan(format, bits)) return float_is_quiet(format, bits) ? 1 : 0;
  unsigned kind = parts.exponent == parts.top ? 0
                  : parts.exponent != 0       ? 1
                  : parts.fraction != 0       ? 2
                                              : 3;
  return parts.is_negative ? 2 + kind : 9 - kind;
}

static void test_classes(void **state) {
  (void)state;
  for (enum float_format format = HALF; format <= QUAD; format++) {
    struct checks checks;
    u128 values[FLOAT_MAX_VALUES];
    unsigned count = float_list(format, values);
    uint64_t top = ((uint64_t)1 << float_exponent_bits[format]) - 1;
    values[count++] = float_join(format, false, top, 1); /* signalling ones */
    values[count++] = float_join(format, true, top, 1);
    begin(&checks, format);
    for (unsigned i = 0; i < count; i++)
      for (unsigned bit = 0; bit < 10; bit++) {
        unsigned class = class_of(format, values[i]);
        add(&checks, (struct check){.op = IR_FCLASS,
                                    .aux = 1u << bit,
                                    .x = values[i],
                                    .wanted = class == bit,
                                    .is_exact = true});
        add(&checks, (struct check){.op = IR_FCLASS,
                                    .aux = 1023u ^ 1u << bit,
                                    .x = values[i],
                                    .wanted = class != bit,
                                    .is_exact = true});
      }
    finish(&checks);
  }
}

/* ---- fused multiplication ---- */

#define HOST_FMA(name, type, suffix)                                                               \
  static u128 fma_##name(u128 a, u128 b, u128 c) {                                                 \
    volatile type x = float_to_##name(a), y = float_to_##name(b), z = float_to_##name(c);          \
    return float_of_##name(fma##suffix(x, y, z));                                                  \
  }
HOST_FMA(single, float, f)
HOST_FMA(double, double, )
HOST_FMA(extended, long double, l)

/* All exact before the one rounding. */
static u128 fma_half(u128 a, u128 b, u128 c) {
  return float_nearest_half(float_half_value((uint16_t)a) * float_half_value((uint16_t)b) +
                            float_half_value((uint16_t)c));
}

static void test_fused_multiplication(void **state) {
  (void)state;
  static u128 (*const reference[])(u128, u128, u128) = {fma_half, fma_single, fma_double,
                                                        fma_extended};
  for (enum float_format format = HALF; format <= EXTENDED; format++) {
    struct checks checks;
    u128 values[FLOAT_MAX_VALUES];
    unsigned count = float_list(format, values);
    begin(&checks, format);
    for (unsigned i = 0; i < count; i++)
      for (unsigned k = 0; k < count; k++)
        for (unsigned m = (i * 3 + k) % 4; m < count; m += 4)
          add(&checks,
              (struct check){.op = IR_FMA,
                             .x = values[i],
                             .y = values[k],
                             .z = values[m],
                             .wanted = reference[format](values[i], values[k], values[m])});
    finish(&checks);
  }
}

/* What quadruple precision lacks is named when it is reached, not before. */
static void test_missing_quad_operations_are_named(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  ir_operand x = rig_value(&rig, rig.start, 128, 0);
  rig_at_line(&rig, 40);
  rig_unary(&rig, rig.start, IR_FSQRT, 128, x);
  rig_close_start(&rig);
  rig_run_to_error(&rig, ERROR_MODEL, "unsupported: fsqrt on 128-bit floating point", 40);
  rig_end(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_binary_operations),
      cmocka_unit_test(test_comparisons),
      cmocka_unit_test(test_unary_operations),
      cmocka_unit_test(test_halves_from_end_to_end),
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_fused_multiplication),
      cmocka_unit_test(test_missing_quad_operations_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
