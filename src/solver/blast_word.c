/* Sums ripple through full adders. A comparison is the carry of a subtraction: one gate per bit and
   no exclusive-or, and the negated chain is the opposite comparison. (Two gates per bit, b where
   the bits differ and the lower comparison elsewhere, made the branch queries of sorting four times
   slower; so did going down from the high bits with the prefix of equal bits.) */
#include "solver/blast_word.h"

void word_add(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
              gate_lit carry, gate_lit *out) {
  for (unsigned i = 0; i < width; i++) {
    gate_lit x = a[i], y = b[i];
    out[i] = gate_sum(gates, x, y, carry);
    if (i + 1 < width) carry = gate_carry(gates, x, y, carry);
  }
}

void word_negate_if(struct gates *gates, unsigned width, gate_lit condition, const gate_lit *a,
                    gate_lit *out) {
  gate_lit carry = condition;
  for (unsigned i = 0; i < width; i++) {
    gate_lit bit = gate_xor(gates, a[i], condition);
    out[i] = gate_xor(gates, bit, carry);
    carry = gate_and(gates, bit, carry);
  }
}

void word_mux(struct gates *gates, unsigned width, gate_lit selector, const gate_lit *a,
              const gate_lit *b, gate_lit *out) {
  for (unsigned i = 0; i < width; i++) out[i] = gate_mux(gates, selector, a[i], b[i]);
}

gate_lit word_equal(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b) {
  gate_lit result = GATE_TRUE;
  for (unsigned i = width; i-- > 0 && result != GATE_FALSE;)
    result = gate_and(gates, result, gate_equal(gates, a[i], b[i]));
  return result;
}

static gate_lit less_from(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                          gate_lit carry) {
  for (unsigned i = 0; i < width; i++) carry = gate_carry(gates, gate_not(a[i]), b[i], carry);
  return carry;
}

gate_lit word_less(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                   bool or_equal) {
  return less_from(gates, width, a, b, or_equal ? GATE_TRUE : GATE_FALSE);
}

gate_lit word_signed_less(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                          bool or_equal) {
  gate_lit below = less_from(gates, width - 1, a, b, or_equal ? GATE_TRUE : GATE_FALSE);
  return gate_carry(gates, a[width - 1], gate_not(b[width - 1]), below);
}

gate_lit word_any(struct gates *gates, unsigned width, const gate_lit *a) {
  gate_lit result = GATE_FALSE;
  for (unsigned i = width; i-- > 0;) result = gate_or(gates, result, a[i]);
  return result;
}

void word_const(unsigned width, uint64_t value, gate_lit *out) {
  for (unsigned i = 0; i < width; i++)
    out[i] = i < 64 && (value >> i & 1) != 0 ? GATE_TRUE : GATE_FALSE;
}

bool word_is_const(unsigned width, const gate_lit *a) {
  for (unsigned i = 0; i < width; i++)
    if (!gate_is_const(a[i])) return false;
  return true;
}

unsigned word_significant(unsigned width, const gate_lit *a) {
  while (width > 0 && a[width - 1] == GATE_FALSE) width--;
  return width;
}
