/* Rows as in the bit-blaster, but constants in binary and no sign digits: what the
   recoding saves. */
#define word_multiply word_multiply_recoded
#include "../../../src/solver/blast_multiply.c"
#undef word_multiply

static struct factor list_bits(unsigned width, const gate_lit *a) {
  struct factor factor = {.digits = alloc_bytes(width * sizeof *factor.digits)};
  for (unsigned i = 0; i < width; i++)
    if (a[i] != GATE_FALSE) factor.digits[factor.count++] = (struct digit){i, false, a[i]};
  return factor;
}

void word_multiply(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                   gate_lit *out) {
  struct factor x = list_bits(width, a), y = list_bits(width, b);
  const struct factor *rows = x.count < y.count ? &x : &y, *other = rows == &x ? &y : &x;
  gate_lit *row = alloc_bytes(width * sizeof *row);
  word_const(width, 0, out);
  for (unsigned j = 0; j < rows->count; j++) {
    unsigned shift = rows->digits[j].position;
    add_row(gates, width - shift, other, &rows->digits[j], row, out + shift);
  }
  free(row);
  free(x.digits);
  free(y.digits);
}
