/* Conversions between floating-point formats and integers. In range they have one right
   result; out of range the plain ones give what the host gives and the saturating ones
   the nearest bound. */
#include "float_values.h"

struct check {
  unsigned op, from, to;
  u128 x, wanted;
  enum float_format format; /* of the result */
};

struct checks {
  struct rig rig;
  VEC(struct check) list;
};

static void begin(struct checks *checks) {
  *checks = (struct checks){0};
  rig_begin(&checks->rig);
}

static void add(struct checks *checks, struct check check) {
  struct rig *rig = &checks->rig;
  ir_operand a = checks->list.count % 3 == 0 ? rig_const(rig->start, check.from, check.x)
                                             : rig_value(rig, rig->start, check.from, check.x);
  rig_result(rig, rig->start, rig_convert(rig, rig->start, check.op, check.from, check.to, a));
  vec_push(&checks->list, check);
}

static void finish(struct checks *checks) {
  struct rig *rig = &checks->rig;
  rig_close_start(rig);
  rig_run(rig);
  for (uint32_t i = 0; i < checks->list.count; i++) {
    const struct check *check = &checks->list.data[i];
    u128 actual = rig_read(rig, i);
    if (actual == check->wanted) continue;
    bool is_float = check->op == IR_FCONV;
    if (is_float && float_is_nan(check->format, check->wanted) &&
        float_is_nan(check->format, actual) && float_is_quiet(check->format, actual))
      continue;
    fail_msg("%s from %u to %u bits of %llx'%016llx: %llx'%016llx instead of %llx'%016llx",
             ir_opcode_names[check->op], check->from, check->to, HIGH(check->x), LOW(check->x),
             HIGH(actual), LOW(actual), HIGH(check->wanted), LOW(check->wanted));
  }
  vec_free(&checks->list);
  rig_end(rig);
}

/* ---- between formats ---- */

/* Exact in a quadruple, whatever the format. */
static __float128 value_of(enum float_format format, u128 bits) {
  return format == HALF       ? float_half_value((uint16_t)bits)
         : format == SINGLE   ? (__float128)float_to_single(bits)
         : format == DOUBLE   ? (__float128)float_to_double(bits)
         : format == EXTENDED ? (__float128)float_to_extended(bits)
                              : float_to_quad(bits);
}

static u128 rounded_to(enum float_format format, __float128 value) {
  return format == HALF       ? float_nearest_half(value)
         : format == SINGLE   ? float_of_single((float)value)
         : format == DOUBLE   ? float_of_double((double)value)
         : format == EXTENDED ? float_of_extended((long double)value)
                              : float_of_quad(value);
}

static void test_between_formats(void **state) {
  (void)state;
  for (enum float_format from = HALF; from <= QUAD; from++)
    for (enum float_format to = HALF; to <= QUAD; to++) {
      struct checks checks;
      u128 values[FLOAT_MAX_VALUES];
      unsigned count = float_list(from, values);
      if (from == to) continue;
      begin(&checks);
      for (unsigned i = 0; i < count; i++)
        add(&checks, (struct check){IR_FCONV, float_widths[from], float_widths[to], values[i],
                                    rounded_to(to, value_of(from, values[i])), to});
      finish(&checks);
    }
}

/* Numbers about every half, so that all roundings and ties occur. */
static void test_narrowing_to_half_rounds_once(void **state) {
  (void)state;
  for (enum float_format from = SINGLE; from <= EXTENDED; from++) {
    struct checks checks;
    begin(&checks);
    for (unsigned bits = 0; bits < 0x7c00; bits += 7) {
      __float128 low = float_half_value((uint16_t)bits);
      __float128 high = bits + 1 == 0x7c00 ? 65536 : float_half_value((uint16_t)(bits + 1));
      __float128 tie = (low + high) / 2;
      for (int step = -1; step <= 1; step++) {
        u128 near = rounded_to(from, tie) + (u128)(i128)step;
        add(&checks, (struct check){IR_FCONV, float_widths[from], 16, near,
                                    float_nearest_half(value_of(from, near)), HALF});
      }
    }
    finish(&checks);
  }
}

/* ---- to integers ---- */

static __float128 power_of_two(unsigned exponent) {
  __float128 value = 1;
  while (exponent-- > 0) value *= 2;
  return value;
}

static __float128 lowest(unsigned width, bool is_signed) {
  return is_signed ? -power_of_two(width - 1) : 0;
}

/* One more than the largest. */
static __float128 beyond(unsigned width, bool is_signed) {
  return power_of_two(width - (is_signed ? 1 : 0));
}

/* The integer part in 128 bits of two's complement; the value must be in range. */
static u128 integer_part(__float128 value) {
  bool is_negative = value < 0;
  __float128 left = is_negative ? -value : value;
  u128 result = 0;
  for (unsigned bit = 128; bit-- > 0;) {
    if (left < power_of_two(bit)) continue;
    left -= power_of_two(bit);
    result |= (u128)1 << bit;
  }
  return is_negative ? -result : result;
}

static const unsigned widths[] = {1, 7, 8, 13, 16, 24, 32, 33, 48, 63, 64, 65, 100, 128};
enum { WIDTH_COUNT = sizeof widths / sizeof *widths };

/* Values of the format, among them those next to the bounds of the integer. */
static unsigned list_for(enum float_format format, unsigned width, bool is_signed, u128 *values) {
  unsigned count = float_list(format, values);
  if (count > FLOAT_MAX_VALUES - 8) count = FLOAT_MAX_VALUES - 8;
  u128 high = rounded_to(format, beyond(width, is_signed));
  u128 low = rounded_to(format, lowest(width, is_signed) - 1);
  for (int step = -1; step <= 1; step++) {
    values[count++] = high + (u128)(i128)step;
    values[count++] = low + (u128)(i128)step;
  }
  return count;
}

static void test_to_integers_in_range(void **state) {
  (void)state;
  for (enum float_format from = HALF; from <= QUAD; from++)
    for (unsigned i = 0; i < WIDTH_COUNT; i++)
      for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct checks checks;
        u128 values[FLOAT_MAX_VALUES];
        unsigned count = list_for(from, widths[i], is_signed, values);
        begin(&checks);
        for (unsigned k = 0; k < count; k++) {
          __float128 value = value_of(from, values[k]);
          if (!(value > lowest(widths[i], is_signed) - 1 && value < beyond(widths[i], is_signed)))
            continue;
          add(&checks,
              (struct check){is_signed ? IR_FPTOSI : IR_FPTOUI, float_widths[from], widths[i],
                             values[k], integer_part(value) & rig_mask(widths[i]), 0});
        }
        finish(&checks);
      }
}

static void test_saturating_to_integers(void **state) {
  (void)state;
  for (enum float_format from = HALF; from <= QUAD; from++)
    for (unsigned i = 0; i < WIDTH_COUNT; i++)
      for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct checks checks;
        u128 values[FLOAT_MAX_VALUES];
        unsigned width = widths[i], count = list_for(from, width, is_signed, values);
        begin(&checks);
        for (unsigned k = 0; k < count; k++) {
          __float128 value = value_of(from, values[k]);
          u128 wanted;
          if (value != value)
            wanted = 0;
          else if (value >= beyond(width, is_signed))
            wanted = rig_mask(width - (is_signed ? 1 : 0));
          else if (value <= lowest(width, is_signed))
            wanted = is_signed ? (u128)1 << (width - 1) : 0;
          else
            wanted = integer_part(value) & rig_mask(width);
          if (width == 1 && is_signed && value == value && value >= 1) wanted = 0;
          add(&checks, (struct check){is_signed ? IR_FPTOSI_SAT : IR_FPTOUI_SAT, float_widths[from],
                                      width, values[k], wanted, 0});
        }
        finish(&checks);
      }
}

/* Casts that the compiler cannot know the result of. */
#define CAST_TO(name, type)                                                                        \
  __attribute__((no_sanitize("float-cast-overflow"))) static u128 cast_##name##_to_##type(         \
      u128 bits) {                                                                                 \
    volatile __typeof__(float_to_##name(0)) value = float_to_##name(bits);                         \
    return (u128)(type)value;                                                                      \
  }
#define CASTS_OF(name)                                                                             \
  CAST_TO(name, int8_t)                                                                            \
  CAST_TO(name, int16_t)                                                                           \
  CAST_TO(name, int32_t)                                                                           \
  CAST_TO(name, int64_t)                                                                           \
  CAST_TO(name, uint8_t)                                                                           \
  CAST_TO(name, uint16_t)                                                                          \
  CAST_TO(name, uint32_t)                                                                          \
  CAST_TO(name, uint64_t)                                                                          \
  static u128 (*const casts_of_##name[2][4])(u128) = {                                             \
      {cast_##name##_to_uint8_t, cast_##name##_to_uint16_t, cast_##name##_to_uint32_t,             \
       cast_##name##_to_uint64_t},                                                                 \
      {cast_##name##_to_int8_t, cast_##name##_to_int16_t, cast_##name##_to_int32_t,                \
       cast_##name##_to_int64_t}};
CASTS_OF(single)
CASTS_OF(double)
CASTS_OF(extended)

static void test_out_of_range_is_as_the_host_has_it(void **state) {
  (void)state;
  for (enum float_format from = SINGLE; from <= EXTENDED; from++)
    for (unsigned log = 0; log < 4; log++)
      for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct checks checks;
        u128 values[FLOAT_MAX_VALUES];
        unsigned width = 8u << log, count = list_for(from, width, is_signed, values);
        u128 (*cast)(u128) = from == SINGLE   ? casts_of_single[is_signed][log]
                             : from == DOUBLE ? casts_of_double[is_signed][log]
                                              : casts_of_extended[is_signed][log];
        begin(&checks);
        for (unsigned k = 0; k < count; k++)
          add(&checks, (struct check){is_signed ? IR_FPTOSI : IR_FPTOUI, float_widths[from], width,
                                      values[k], cast(values[k]) & rig_mask(width), 0});
        finish(&checks);
      }
}

/* ---- from integers ---- */

/* Integers near powers of two and near ties of each format. */
static unsigned list_integers(unsigned width, u128 *values) {
  static const unsigned bits[] = {11, 12, 24, 25, 53, 54, 64, 65, 113, 114};
  unsigned count = 0;
  u128 all = rig_mask(width);
  struct random random = {width};
  const u128 corners[] = {0, 1, 2, all, all - 1, all / 2, all / 2 + 1, all / 3, all - all / 5};
  for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) values[count++] = corners[i] & all;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (bits[i] < width)
      for (u128 k = 0; k < 4; k++) values[count++] = (((u128)1 << bits[i]) + k * 3 - 2) & all;
  while (count < FLOAT_MAX_VALUES)
    values[count++] = (((u128)random_next(&random) << 64 | random_next(&random)) & all) >>
                      random_below(&random, width);
  return count;
}

/* Rounds to nearest even by integer arithmetic: bits of the format from a magnitude. */
static u128 float_from(enum float_format format, bool is_negative, u128 magnitude) {
  unsigned low = float_fraction_bits[format];
  uint64_t top = ((uint64_t)1 << float_exponent_bits[format]) - 1;
  if (magnitude == 0) return 0;
  unsigned length = 128;
  while (!(magnitude >> (length - 1) & 1)) length--;
  uint64_t exponent = top / 2 + length - 1;
  u128 mantissa = magnitude;
  if (length > low + 1) {
    unsigned cut = length - low - 1;
    u128 rest = magnitude & (((u128)1 << cut) - 1), tie = (u128)1 << (cut - 1);
    mantissa = magnitude >> cut;
    if (rest > tie || (rest == tie && mantissa % 2)) mantissa++;
    if (mantissa >> (low + 1)) mantissa >>= 1, exponent++;
  } else {
    mantissa <<= low + 1 - length;
  }
  if (exponent >= top) return float_join(format, is_negative, top, 0);
  return float_join(format, is_negative, exponent, mantissa & (((u128)1 << low) - 1));
}

static void test_from_integers(void **state) {
  (void)state;
  for (enum float_format to = HALF; to <= QUAD; to++)
    for (unsigned i = 0; i < WIDTH_COUNT; i++)
      for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct checks checks;
        u128 values[FLOAT_MAX_VALUES];
        unsigned width = widths[i], count = list_integers(width, values);
        begin(&checks);
        for (unsigned k = 0; k < count; k++) {
          bool is_negative = is_signed && values[k] >> (width - 1) & 1;
          u128 magnitude = is_negative ? -values[k] & rig_mask(width) : values[k];
          add(&checks, (struct check){is_signed ? IR_SITOFP : IR_UITOFP, width, float_widths[to],
                                      values[k], float_from(to, is_negative, magnitude), to});
        }
        finish(&checks);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_between_formats),
      cmocka_unit_test(test_narrowing_to_half_rounds_once),
      cmocka_unit_test(test_to_integers_in_range),
      cmocka_unit_test(test_saturating_to_integers),
      cmocka_unit_test(test_out_of_range_is_as_the_host_has_it),
      cmocka_unit_test(test_from_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
