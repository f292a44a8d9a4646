/* Barrel shifters: one stage per bit of the amount that can matter, small distances first, so that
   constant amounts and constant operands fold early. Amounts not less than the width show in the
   higher bits, which clear the result once, at the end; for widths that are not a power of two, the
   stages also shift everything out by themselves. */
#include "solver/blast_shift.h"

#include "solver/blast_word.h"

#include <string.h>

/* Distance 2^stage; below is what comes from position i - distance (or i + distance). */
static void shift_stage(struct gates *gates, unsigned width, gate_lit selector, unsigned distance,
                        bool is_left, gate_lit fill, gate_lit *bits) {
  if (is_left) {
    for (unsigned i = width; i-- > 0;) {
      gate_lit from = i >= distance ? bits[i - distance] : fill;
      bits[i] = gate_mux(gates, selector, from, bits[i]);
    }
  } else {
    for (unsigned i = 0; i < width; i++) {
      gate_lit from = distance < width - i ? bits[i + distance] : fill;
      bits[i] = gate_mux(gates, selector, from, bits[i]);
    }
  }
}

static void shift(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *amount,
                  bool is_left, gate_lit fill, gate_lit *out) {
  memcpy(out, a, width * sizeof *out);
  unsigned stage = 0;
  for (; stage < width && stage < 31 && 1u << stage < width; stage++)
    shift_stage(gates, width, amount[stage], 1u << stage, is_left, fill, out);
  gate_lit is_far = word_any(gates, width - stage, amount + stage);
  for (unsigned i = 0; i < width; i++) out[i] = gate_mux(gates, is_far, fill, out[i]);
}

void word_shift_left(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *amount,
                     gate_lit *out) {
  shift(gates, width, a, amount, true, GATE_FALSE, out);
}

void word_shift_right(struct gates *gates, unsigned width, const gate_lit *a,
                      const gate_lit *amount, gate_lit fill, gate_lit *out) {
  shift(gates, width, a, amount, false, fill, out);
}
