/* Random floating-point terms: operations on few inputs of all formats, whose values are corner
   cases as often as not, and on integers. */
#ifndef TEST_EXPR_FLOAT_TERMS_H
#define TEST_EXPR_FLOAT_TERMS_H

#include "host_float.h"
#include "terms.h"

enum { FLOAT_WIDTHS = 4, FLOAT_POOL = 24 };
static const unsigned float_widths[FLOAT_WIDTHS] = {16, 32, 64, 80};

struct float_pool {
  struct term floats[FLOAT_WIDTHS][FLOAT_POOL];
  unsigned counts[FLOAT_WIDTHS];
  struct term integers[4], condition;
};

static inline uint64_t float_draw(void *context) {
  return rig_random(context) << 20 ^ rig_random(context);
}

static inline struct naive float_naive(struct rig *rig, unsigned width) {
  float_bits bits = host_pick(width, float_draw, rig);
  uint64_t words[2] = {(uint64_t)bits, (uint64_t)(bits >> 64)};
  return naive_from_words(width, words);
}

static inline struct term float_input(struct rig *rig, unsigned width) {
  struct term term = term_input(rig, width);
  for (unsigned s = 0; s < SAMPLES; s++) {
    term.value[s] = float_naive(rig, width);
    uint64_t words[NAIVE_BITS / 64];
    naive_words(&term.value[s], words);
    /* The newest arrays are the input's, low part first. */
    uint32_t count = (uint32_t)rig->exprs->arrays.count, parts = (width + 63) / 64;
    for (uint32_t k = 0; k < parts; k++)
      assignment_set(rig->assignments[s], count - parts + k, 0, words[k]);
  }
  return term;
}

static inline void float_open(struct rig *rig, struct float_pool *pool) {
  static const unsigned integer_widths[] = {8, 11, 32, 64};
  for (unsigned w = 0; w < FLOAT_WIDTHS; w++)
    for (pool->counts[w] = 0; pool->counts[w] < 3; pool->counts[w]++)
      pool->floats[w][pool->counts[w]] = float_input(rig, float_widths[w]);
  for (unsigned k = 0; k < 4; k++) pool->integers[k] = term_input(rig, integer_widths[k]);
  pool->condition = term_input(rig, 1);
  rig_evaluate(rig);
}

static inline struct term float_mode(struct rig *rig) {
  unsigned mode = rig_below(rig, 2) ? FLOAT_NEAREST : rig_below(rig, 5);
  return term_const(rig, naive_of(FLOAT_ROUNDING_BITS, mode));
}

static inline struct term float_constant(struct rig *rig, unsigned width) {
  static const int small[] = {0, 1, 2, -1, 4, 3, 100};
  if (rig_below(rig, 2)) return term_const(rig, float_naive(rig, width));
  uint64_t value = (uint64_t)small[rig_below(rig, 7)];
  float_bits bits = float_from_signed(64, width, FLOAT_NEAREST, &value);
  if (rig_below(rig, 8) == 0) bits |= (float_bits)1 << (width - 1);
  if (rig_below(rig, 8) == 0) bits ^= (uint64_t)(rig_below(rig, 3) + 1);
  uint64_t words[2] = {(uint64_t)bits, (uint64_t)(bits >> 64)};
  return term_const(rig, naive_from_words(width, words));
}

static inline struct term float_any(struct rig *rig, struct float_pool *pool, unsigned w) {
  unsigned choice = rig_below(rig, 16);
  if (choice < 4) return float_constant(rig, float_widths[w]);
  if (choice == 4) {
    struct term a = float_constant(rig, float_widths[w]), b = float_constant(rig, float_widths[w]);
    return term_ite(rig, &pool->condition, &a, &b);
  }
  if (choice < 7 && w > 0) { /* widened */
    unsigned narrow = rig_below(rig, w);
    struct term mode = float_mode(rig),
                a = pool->floats[narrow][rig_below(rig, pool->counts[narrow])];
    return term_float(rig, EXPR_FCONV, float_widths[w], &mode, &a, NULL);
  }
  if (choice < 9) {
    struct term mode = float_mode(rig), a = pool->integers[rig_below(rig, 4)];
    if (rig_below(rig, 4) == 0) { /* its range is known */
      struct term low = term_extract(rig, &a, 0, 8);
      a = term_extend(rig, &low, 64, rig_below(rig, 2));
    }
    return term_float(rig, EXPR_SITOF, float_widths[w], &mode, &a, NULL);
  }
  return pool->floats[w][rig_below(rig, pool->counts[w])];
}

static inline void float_keep(struct rig *rig, struct float_pool *pool, unsigned w,
                              const struct term *term) {
  unsigned at =
      pool->counts[w] < FLOAT_POOL ? pool->counts[w]++ : 3 + rig_below(rig, FLOAT_POOL - 3);
  pool->floats[w][at] = *term;
}

/* Makes one term. */
static inline void float_step(struct rig *rig, struct float_pool *pool) {
  unsigned w = rig_below(rig, FLOAT_WIDTHS), width = float_widths[w], to;
  struct term mode = float_mode(rig), made, wide;
  struct term a = float_any(rig, pool, w), b = float_any(rig, pool, w);
  enum expr_kind kind = EXPR_FADD + rig_below(rig, EXPR_FLE - EXPR_FADD + 1);
  switch (kind) {
  case EXPR_FEQ:
  case EXPR_FLT:
  case EXPR_FLE:
    if (rig_below(rig, 8) == 0) b = a;
    pool->condition = term_float(rig, kind, 1, &a, &b, NULL);
    return;
  case EXPR_FTOSI:
    term_float(rig, kind, 1 + rig_below(rig, 70), &mode, &a, NULL);
    term_float(rig, kind, 64, &mode, &a, NULL);
    return;
  case EXPR_FCONV:
    to = rig_below(rig, FLOAT_WIDTHS);
    if (to == w) return;
    made = term_float(rig, kind, float_widths[to], &mode, &a, NULL);
    float_keep(rig, pool, to, &made);
    return;
  case EXPR_SITOF:
    made = term_float(rig, kind, width, &mode, &pool->integers[rig_below(rig, 4)], NULL);
    break;
  case EXPR_FREM: made = term_float(rig, kind, width, &a, &b, NULL); break;
  case EXPR_FMA:
    wide = term_concat(rig, &a, &b);
    a = float_any(rig, pool, w);
    made = term_float(rig, kind, width, &mode, &wide, &a);
    break;
  case EXPR_FSQRT: /* and the magnitude, or the negation */
    made = term_float(rig, kind, width, &mode, &a, NULL);
    if (rig_below(rig, 2)) {
      struct term rest = term_extract(rig, &a, 0, width - 1);
      made = term_extend(rig, &rest, width, false);
    } else if (rig_below(rig, 2)) {
      struct naive sign = naive_zero(width);
      sign.bit[width - 1] = 1;
      struct term mask = term_const(rig, sign);
      made = term_binary(rig, EXPR_XOR, &a, &mask);
    }
    break;
  default: made = term_float(rig, kind, width, &mode, &a, &b);
  }
  float_keep(rig, pool, w, &made);
}

#endif
