/* Products by columns: all partial products of a column are summed by full adders, three
   bits of a column to one of it and one of the next, the oldest first (Wallace); two bits a
   column are left for a last addition that ripples. Digits as in the bit-blaster. */
#define word_multiply word_multiply_by_rows
#include "../../../src/solver/blast_multiply.c"
#undef word_multiply

struct column {
  VEC(gate_lit) bits;
};

static void sum_column(struct gates *gates, struct column *column, struct column *next) {
  size_t first = 0;
  while (column->bits.count - first > 2) {
    gate_lit a = column->bits.data[first], b = column->bits.data[first + 1],
             c = column->bits.data[first + 2];
    first += 3;
    vec_push(&column->bits, gate_sum(gates, a, b, c));
    if (next != NULL) vec_push(&next->bits, gate_carry(gates, a, b, c));
  }
  size_t left = column->bits.count - first;
  for (size_t i = 0; i < left; i++) column->bits.data[i] = column->bits.data[first + i];
  column->bits.count = left;
}

void word_multiply(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                   gate_lit *out) {
  struct factor x = recode(width, a), y = recode(width, b);
  struct column *columns = alloc_zeroed(width * sizeof *columns);
  gate_lit *rows[2] = {alloc_zeroed(width * sizeof *rows[0]),
                       alloc_zeroed(width * sizeof *rows[1])};
  collect_ones(gates, width, &x, &y, out);
  for (unsigned i = 0; i < width; i++)
    if (out[i] != GATE_FALSE) vec_push(&columns[i].bits, out[i]);
  for (unsigned i = 0; i < x.count; i++) {
    for (unsigned j = 0; j < y.count; j++) {
      unsigned position = x.digits[i].position + y.digits[j].position;
      bool is_short;
      if (position >= width) continue;
      gate_lit bit = multiply_digits(gates, &x.digits[i], &y.digits[j], &is_short);
      if (bit != GATE_FALSE) vec_push(&columns[position].bits, bit);
    }
  }
  for (unsigned i = 0; i < width; i++) {
    sum_column(gates, &columns[i], i + 1 < width ? &columns[i + 1] : NULL);
    for (unsigned k = 0; k < 2; k++)
      rows[k][i] = k < columns[i].bits.count ? columns[i].bits.data[k] : GATE_FALSE;
    vec_free(&columns[i].bits);
  }
  word_add(gates, width, rows[0], rows[1], GATE_FALSE, out);
  free(rows[0]);
  free(rows[1]);
  free(columns);
  free(x.digits);
  free(y.digits);
}
