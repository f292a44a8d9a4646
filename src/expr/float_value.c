/* From words to numbers and back. */
#include "expr/float_value.h"

#include "expr/softfloat.h"
#include "util/fault.h"

static float_bits get(unsigned width, const uint64_t *words) {
  return width <= 64 ? words[0] : (float_bits)words[1] << 64 | words[0];
}

static void put(unsigned width, float_bits value, uint64_t *out) {
  out[0] = (uint64_t)value;
  if (width > 64) out[1] = (uint64_t)(value >> 64);
}

static float_bits fuse(unsigned width, unsigned rounding, const uint64_t *factors, float_bits c) {
  float_bits low[2] = {0}; /* the second factor, the first factor */
  for (unsigned bit = 0; bit < 2 * width; bit++)
    low[bit / width] |= (float_bits)(factors[bit / 64] >> (bit % 64) & 1) << (bit % width);
  return float_fma(width, rounding, low[1], low[0], c);
}

static float_bits rounded(enum expr_kind kind, unsigned width, unsigned operand_width,
                          unsigned rounding, const uint64_t *const *children) {
  if (kind == EXPR_FMA) return fuse(width, rounding, children[1], get(width, children[2]));
  if (kind == EXPR_SITOF) return float_from_signed(operand_width, width, rounding, children[1]);
  float_bits a = get(operand_width, children[1]);
  switch (kind) {
  case EXPR_FADD: return float_add(width, rounding, a, get(width, children[2]));
  case EXPR_FSUB: return float_sub(width, rounding, a, get(width, children[2]));
  case EXPR_FMUL: return float_mul(width, rounding, a, get(width, children[2]));
  case EXPR_FDIV: return float_div(width, rounding, a, get(width, children[2]));
  case EXPR_FSQRT: return float_sqrt(width, rounding, a);
  case EXPR_FRINT: return float_to_integral(width, rounding, a);
  case EXPR_FCONV: return float_convert(operand_width, width, rounding, a);
  default: FAULT("expressions of kind %d are not rounded", kind);
  }
}

void float_value(enum expr_kind kind, unsigned width, unsigned operand_width,
                 const uint64_t *const *children, uint64_t *out) {
  if (kind == EXPR_FTOSI) {
    float_to_signed(operand_width, width, (unsigned)children[0][0], get(operand_width, children[1]),
                    out);
    return;
  }
  if (kind != EXPR_FREM && kind < EXPR_FEQ) {
    put(width, rounded(kind, width, operand_width, (unsigned)children[0][0], children), out);
    return;
  }
  float_bits a = get(operand_width, children[0]), b = get(operand_width, children[1]);
  switch (kind) {
  case EXPR_FREM: put(width, float_rem(width, a, b), out); return;
  case EXPR_FEQ: out[0] = float_equal(operand_width, a, b); return;
  case EXPR_FLT: out[0] = float_less(operand_width, a, b); return;
  default: out[0] = float_less_equal(operand_width, a, b);
  }
}
