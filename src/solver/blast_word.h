/* Words of literals, lowest bit first: sums, comparisons, multiplexers. An output may overlap an
   input of equal width. */
#ifndef SOLVER_BLAST_WORD_H
#define SOLVER_BLAST_WORD_H

#include "solver/blast_gates.h"

/* out = a + b + carry. */
void word_add(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
              gate_lit carry, gate_lit *out);
/* out = condition ? -a : a. */
void word_negate_if(struct gates *gates, unsigned width, gate_lit condition, const gate_lit *a,
                    gate_lit *out);
void word_mux(struct gates *gates, unsigned width, gate_lit selector, const gate_lit *a,
              const gate_lit *b, gate_lit *out);
gate_lit word_equal(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b);
/* Unsigned a < b, or a <= b. */
gate_lit word_less(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                   bool or_equal);
gate_lit word_signed_less(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                          bool or_equal);
/* The disjunction of all bits. */
gate_lit word_any(struct gates *gates, unsigned width, const gate_lit *a);
void word_const(unsigned width, uint64_t value, gate_lit *out);
bool word_is_const(unsigned width, const gate_lit *a);
/* Number of bits below the constant zeros at the top. */
unsigned word_significant(unsigned width, const gate_lit *a);

#endif
