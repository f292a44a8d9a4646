/* questions FAMILY once|path [ARRAYS]: puts one family of questions to the bit-blaster and
   prints a line of JSON. The families are what programs ask about products, quotients,
   shifts and arrays; each has several variants, every one for a fresh solver, so that luck
   in the search evens out. A question is asked at once, or as a path that branches on its
   conjuncts asks it. ARRAYS: TABLE,INPUT,STORES as in struct array_limits, or else the
   default.

   The program is linked once per encoding, each time with other objects in the place of
   the bit-blaster's own; see run. */
#include "expr/expr.h"
#include "solver/backend_cadical.h"
#include "solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VARIANTS = 12, MOST_CONJUNCTS = 16, MOST_CONFLICTS = 20000 };

struct question {
  struct exprs *exprs;
  const struct expr_array *input;
  unsigned variant;
  struct expr *conjuncts[MOST_CONJUNCTS];
  size_t count;
};

#define E (q->exprs)

static uint64_t scramble(uint64_t x) {
  x = (x + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 29;
}

/* A number below the bound that depends on the variant. */
static uint64_t pick(const struct question *q, unsigned which, uint64_t bound) {
  return scramble(q->variant * 16 + which) % bound;
}

static struct expr *word(struct question *q, unsigned number, unsigned bytes) {
  struct expr *e = expr_input(E, q->input, 8 * number);
  for (uint64_t i = 1; i < bytes; i++)
    e = expr_concat(E, expr_input(E, q->input, 8 * number + i), e);
  return e;
}

static struct expr *number(struct question *q, unsigned width, uint64_t value) {
  return expr_const(E, width, value);
}

static void demand(struct question *q, struct expr *e) { q->conjuncts[q->count++] = e; }

/* Products. */

static void product_is(struct question *q) { /* a * b == C, 32 bits, satisfiable */
  struct expr *a = word(q, 0, 4), *b = word(q, 1, 4);
  demand(q, expr_eq(E, expr_mul(E, a, b), number(q, 32, 1000 + pick(q, 0, 100000))));
  demand(q, expr_ult(E, number(q, 32, 1), a));
  demand(q, expr_ult(E, number(q, 32, 1), b));
}

static void product_bound(struct question *q) { /* a, b < K but a * b >= K * K */
  uint64_t bound = 50 + pick(q, 0, 500);
  struct expr *a = word(q, 0, 4), *b = word(q, 1, 4);
  demand(q, expr_ult(E, a, number(q, 32, bound)));
  demand(q, expr_ult(E, b, number(q, 32, bound)));
  demand(q, expr_ule(E, number(q, 32, bound * bound), expr_mul(E, a, b)));
}

static void product_index(struct question *q) { /* i < n, j < m <= K but i * m + j >= n * m */
  struct expr *i = word(q, 0, 4), *j = word(q, 1, 4), *n = word(q, 2, 4), *m = word(q, 3, 4);
  uint64_t bound = 4 + q->variant;
  demand(q, expr_ult(E, i, n));
  demand(q, expr_ult(E, j, m));
  demand(q, expr_ule(E, n, number(q, 32, bound)));
  demand(q, expr_ule(E, m, number(q, 32, bound)));
  demand(q, expr_ule(E, expr_mul(E, n, m), expr_add(E, expr_mul(E, i, m), j)));
}

static void product_overflow(struct question *q) { /* calloc: can n * size overflow? */
  struct expr *n = expr_zext(E, word(q, 0, 8), 128), *size = expr_zext(E, word(q, 1, 8), 128);
  demand(q, expr_ult(E, number(q, 128, UINT64_MAX), expr_mul(E, n, size)));
  demand(q, expr_ult(E, n, number(q, 128, (uint64_t)1 << (34 + q->variant))));
  demand(q, expr_ult(E, size, number(q, 128, (uint64_t)1 << (32 - q->variant))));
}

static void product_square(struct question *q) { /* x * x == C of 32 bits; half impossible */
  struct expr *x = expr_zext(E, word(q, 0, 2), 32);
  uint64_t root = pick(q, 0, 60000), square = root * root;
  demand(q, expr_eq(E, expr_mul(E, x, x), number(q, 32, square + (q->variant & 1))));
}

static void product_factor(struct question *q) { /* two factors of 12 bits */
  static const unsigned primes[] = {3203, 3209, 3217, 3221, 3229, 3251, 3253,
                                    3257, 3259, 3271, 3299, 3301, 3307};
  struct expr *a = expr_extract(E, word(q, 0, 2), 0, 12),
              *b = expr_extract(E, word(q, 1, 2), 0, 12);
  uint64_t n = primes[q->variant] * primes[q->variant + 1] + (q->variant & 1 ? 2u : 0u);
  demand(q, expr_eq(E, expr_mul(E, expr_zext(E, a, 24), expr_zext(E, b, 24)), number(q, 24, n)));
  demand(q, expr_ult(E, number(q, 12, 1), a));
  demand(q, expr_ult(E, number(q, 12, 1), b));
}

static void product_distributes(struct question *q) { /* (a + b) * c, 4 to 6 bits */
  unsigned bits = 4 + q->variant % 3;
  struct expr *a = expr_extract(E, word(q, 0, 1), 0, bits),
              *b = expr_extract(E, word(q, 1, 1), 0, bits);
  struct expr *c = expr_extract(E, word(q, 2, 1), 0, bits);
  struct expr *left = expr_mul(E, expr_add(E, a, b), c);
  demand(q, expr_ne(E, left, expr_add(E, expr_mul(E, a, c), expr_mul(E, b, c))));
}

static void constant_hash(struct question *q) { /* h = h * 33 + c over 8 letters */
  struct expr *h = number(q, 32, 5381);
  for (unsigned i = 0; i < 8; i++) {
    struct expr *c = expr_input(E, q->input, i);
    demand(q, expr_ult(E, expr_sub(E, c, number(q, 8, 'a')), number(q, 8, 26)));
    h = expr_add(E, expr_mul(E, h, number(q, 32, 33)), expr_zext(E, c, 32));
  }
  demand(q, expr_eq(E, h, number(q, 32, pick(q, 0, UINT32_MAX))));
}

static void constant_product(struct question *q) { /* a * C1 == b * C2 + C3, 64 bits */
  struct expr *a = word(q, 0, 8), *b = word(q, 1, 4);
  struct expr *left = expr_mul(E, a, number(q, 64, 0x9e3779b97f4a7c15u + 2 * pick(q, 0, 1000)));
  struct expr *right = expr_mul(E, expr_zext(E, b, 64), number(q, 64, 1000003));
  demand(q, expr_eq(E, left, expr_add(E, right, number(q, 64, pick(q, 1, 100000)))));
  demand(q, expr_ult(E, number(q, 32, 100), b));
}

/* Quotients. */

static void quotient_is(struct question *q) { /* a / b == C1 and a % b == C2 */
  struct expr *a = word(q, 0, 4), *b = word(q, 1, 4);
  demand(q, expr_eq(E, expr_udiv(E, a, b), number(q, 32, 3 + pick(q, 0, 1000))));
  demand(q, expr_eq(E, expr_urem(E, a, b), number(q, 32, 1 + pick(q, 1, 50))));
  demand(q, expr_ult(E, b, number(q, 32, 100000)));
}

static void quotient_signed(struct question *q) { /* negative / positive, rounding */
  struct expr *a = word(q, 0, 4), *b = word(q, 1, 4);
  demand(q, expr_slt(E, a, number(q, 32, 0)));
  demand(q, expr_slt(E, number(q, 32, pick(q, 0, 100)), b));
  demand(q, expr_slt(E, number(q, 32, 0), expr_srem(E, a, b)));
}

static void quotient_bound(struct question *q) { /* b != 0 and a / b > a */
  unsigned bits = 8 + 2 * q->variant;
  struct expr *a = expr_extract(E, word(q, 0, 8), 0, bits),
              *b = expr_extract(E, word(q, 1, 8), 0, bits);
  demand(q, expr_ne(E, b, number(q, bits, 0)));
  demand(q, expr_ult(E, a, expr_udiv(E, a, b)));
}

static void quotient_back(struct question *q) { /* b != 0 and (a / b) * b > a, 4 to 7 bits */
  unsigned bits = 4 + q->variant % 4;
  struct expr *a = expr_extract(E, word(q, 0, 1), 0, bits),
              *b = expr_extract(E, word(q, 1, 1), 0, bits);
  demand(q, expr_ne(E, b, number(q, bits, 0)));
  demand(q, expr_ult(E, a, expr_mul(E, expr_udiv(E, a, b), b)));
}

static void quotient_average(struct question *q) { /* sum / n between bounds */
  struct expr *sum = number(q, 32, 0), *n = word(q, 7, 1);
  for (unsigned i = 0; i < 4; i++) sum = expr_add(E, sum, expr_zext(E, word(q, i, 1), 32));
  demand(q, expr_ult(E, number(q, 8, 0), n));
  demand(q,
         expr_eq(E, expr_udiv(E, sum, expr_zext(E, n, 32)), number(q, 32, 20 + pick(q, 0, 200))));
}

static void constant_digits(struct question *q) { /* the decimal digits of 64 bits */
  struct expr *v = word(q, 0, 8), *ten = number(q, 64, 10);
  for (unsigned i = 0; i < 5; i++) {
    demand(q, expr_eq(E, expr_urem(E, v, ten), number(q, 64, pick(q, i, 10))));
    v = expr_udiv(E, v, ten);
  }
  demand(q, expr_ult(E, number(q, 64, 100), v));
}

static void constant_back(struct question *q) { /* x / C * C + x % C != x, 11 to 16 bits */
  unsigned bits = 11 + q->variant / 2;
  struct expr *x = expr_extract(E, word(q, 0, 2), 0, bits),
              *c = number(q, bits, 3 + 2 * pick(q, 0, 500));
  struct expr *back = expr_mul(E, expr_udiv(E, x, c), c);
  demand(q, expr_ne(E, expr_add(E, back, expr_urem(E, x, c)), x));
}

static void constant_bucket(struct question *q) { /* two keys in one bucket of a hash table */
  struct expr *a = word(q, 0, 4), *b = word(q, 1, 4),
              *size = number(q, 32, 1009 + 2 * pick(q, 0, 100));
  struct expr *ha = expr_mul(E, a, number(q, 32, 2654435761u)),
              *hb = expr_mul(E, b, number(q, 32, 2654435761u));
  demand(q, expr_ult(E, a, b));
  demand(q, expr_eq(E, expr_urem(E, ha, size), expr_urem(E, hb, size)));
}

static void constant_leap(struct question *q) { /* leap years by %, twice, 100 years apart */
  struct expr *y = word(q, 0, 4), *z = expr_add(E, y, number(q, 32, 100 * (q->variant + 1)));
  struct expr *years[2] = {y, z};
  demand(q, expr_slt(E, number(q, 32, 1600), y));
  demand(q, expr_slt(E, y, number(q, 32, 4000)));
  for (unsigned i = 0; i < 2; i++) {
    struct expr *by_100 = expr_eq(E, expr_srem(E, years[i], number(q, 32, 100)), number(q, 32, 0));
    struct expr *by_400 = expr_eq(E, expr_srem(E, years[i], number(q, 32, 400)), number(q, 32, 0));
    demand(q, by_100);
    demand(q, by_400);
  }
}

/* Shifts. */

static void shift_back(struct question *q) { /* x << n >> n != x although nothing is lost */
  struct expr *x = word(q, 0, 4), *n = word(q, 1, 4);
  unsigned kept = 4 + 2 * q->variant;
  demand(q, expr_ult(E, x, number(q, 32, (uint64_t)1 << kept)));
  demand(q, expr_ule(E, n, number(q, 32, 32 - kept)));
  demand(q, expr_ne(E, expr_lshr(E, expr_shl(E, x, n), n), x));
}

static void shift_rotate(struct question *q) { /* a rotation of the one is the other */
  struct expr *x = word(q, 0, 4), *n = word(q, 1, 4), *bits = number(q, 32, 32);
  struct expr *rotated = expr_or(E, expr_shl(E, x, n), expr_lshr(E, x, expr_sub(E, bits, n)));
  demand(q, expr_ult(E, n, bits));
  demand(q, expr_ult(E, number(q, 32, 3), n));
  demand(q, expr_eq(E, rotated, number(q, 32, pick(q, 0, UINT32_MAX))));
  demand(q, expr_eq(E, expr_and(E, x, number(q, 32, 15)), number(q, 32, pick(q, 1, 16))));
}

static void shift_bit(struct question *q) { /* bit sets of 64: three members, none twice */
  struct expr *set = number(q, 64, 0), *one = number(q, 64, 1);
  for (unsigned i = 0; i < 3; i++) {
    struct expr *n = expr_and(E, word(q, i, 1), number(q, 8, 63));
    struct expr *bit = expr_shl(E, one, expr_zext(E, n, 64));
    demand(q, expr_eq(E, expr_and(E, set, bit), number(q, 64, 0)));
    set = expr_or(E, set, bit);
  }
  uint64_t wanted = (uint64_t)1 << pick(q, 0, 20) | (uint64_t)1 << (20 + pick(q, 1, 20)) |
                    (uint64_t)1 << (40 + pick(q, 2, 20));
  demand(q, expr_eq(E, set, number(q, 64, q->variant & 1 ? wanted | wanted << 1 : wanted)));
}

static void shift_varint(struct question *q) { /* a varint: x |= (c & 127) << shift */
  struct expr *x = number(q, 64, 0), *shift = number(q, 64, 0);
  for (unsigned i = 0; i < 5; i++) {
    struct expr *c = expr_zext(E, expr_input(E, q->input, i), 64);
    struct expr *low = expr_and(E, c, number(q, 64, 127));
    x = expr_or(E, x, expr_shl(E, low, shift));
    struct expr *more = expr_ult(E, number(q, 64, 127), c);
    shift = expr_add(E, shift, expr_ite(E, more, number(q, 64, 7), number(q, 64, 0)));
  }
  demand(q, expr_eq(E, x, number(q, 64, pick(q, 0, (uint64_t)1 << 33))));
}

/* Arrays: `input` has 64 elements, indices are 64 bits wide. */

static struct expr *at(struct question *q, struct expr *array, struct expr *index) {
  return expr_read(E, array, expr_zext(E, index, 64));
}

static struct expr *whole(struct question *q) { return expr_array_value(E, q->input); }

/* An index below 64 from byte `number` of another array. */
static struct expr *index_of(struct question *q, unsigned which) {
  const struct expr_array *indices = expr_find_array(E, 1);
  return expr_extract(E, expr_input(E, indices, which), 0, 6);
}

static void array_sum(struct question *q) { /* a[i] + a[j] + a[k] == C, i < j < k */
  struct expr *sum = number(q, 16, 0);
  for (unsigned i = 0; i < 3; i++)
    sum = expr_add(E, sum, expr_zext(E, at(q, whole(q), index_of(q, i)), 16));
  demand(q, expr_ult(E, index_of(q, 0), index_of(q, 1)));
  demand(q, expr_ult(E, index_of(q, 1), index_of(q, 2)));
  demand(q, expr_eq(E, sum, number(q, 16, 300 + pick(q, 0, 200))));
}

static void array_same(struct question *q) { /* i == j but a[i] != a[j], through sums */
  struct expr *i = index_of(q, 0), *j = index_of(q, 1), *c = number(q, 6, 1 + pick(q, 0, 60));
  demand(q, expr_eq(E, expr_add(E, i, c), j));
  demand(q, expr_ne(E, at(q, whole(q), expr_add(E, i, c)), at(q, whole(q), j)));
}

static void array_sorted(struct question *q) { /* eight sorted reads at rising indices */
  struct expr *last = NULL, *last_index = NULL;
  for (unsigned i = 0; i < 6; i++) {
    struct expr *index = index_of(q, i), *e = at(q, whole(q), index);
    if (last != NULL) demand(q, expr_ult(E, last, e));
    if (last != NULL) demand(q, expr_ult(E, last_index, index));
    last = e;
    last_index = index;
  }
  demand(q, expr_ult(E, last, number(q, 8, 5 + q->variant)));
}

static void array_swap(struct question *q) { /* swapped twice, some element differs */
  struct expr *i = expr_zext(E, index_of(q, 0), 64), *j = expr_zext(E, index_of(q, 1), 64);
  struct expr *k = expr_zext(E, index_of(q, 2), 64), *a = whole(q), *swapped = a;
  for (unsigned round = 0; round < 2; round++) {
    struct expr *x = expr_read(E, swapped, i), *y = expr_read(E, swapped, j);
    swapped = expr_store(E, expr_store(E, swapped, i, y), j, x);
  }
  demand(q, expr_ult(E, k, number(q, 64, 8 + q->variant)));
  demand(q, expr_ne(E, expr_read(E, swapped, k), expr_read(E, a, k)));
}

static void array_count(struct question *q) { /* a histogram of 6 symbolic values */
  struct expr *counts = whole(q);
  for (unsigned i = 0; i < 16; i++)
    counts = expr_store(E, counts, number(q, 64, i), number(q, 8, 0));
  for (unsigned i = 0; i < 6; i++) {
    struct expr *index = expr_zext(E, expr_extract(E, index_of(q, i), 0, 4), 64);
    counts =
        expr_store(E, counts, index, expr_add(E, expr_read(E, counts, index), number(q, 8, 1)));
  }
  struct expr *place = number(q, 64, pick(q, 0, 16));
  demand(q, expr_eq(E, expr_read(E, counts, place), number(q, 8, 2 + q->variant % 6)));
}

static void table_chain(struct question *q) { /* t[t[t[i] ^ j] ^ k] == C in a table of 256 */
  const struct expr_array *table = expr_find_array(E, 2);
  struct expr *value = number(q, 8, 0);
  for (unsigned i = 0; i < 3; i++)
    value = at(q, expr_array_value(E, table), expr_xor(E, value, expr_input(E, q->input, i)));
  demand(q, expr_eq(E, value, number(q, 8, pick(q, 0, 256))));
  demand(q, expr_ult(E, expr_input(E, q->input, 1), expr_input(E, q->input, 0)));
}

static void table_large(struct question *q) { /* two look-ups in a table of 4096 */
  const struct expr_array *table = expr_find_array(E, 3);
  struct expr *i = expr_extract(E, word(q, 0, 2), 0, 12),
              *j = expr_extract(E, word(q, 1, 2), 0, 12);
  demand(q, expr_eq(E, at(q, expr_array_value(E, table), i), number(q, 8, pick(q, 0, 256))));
  demand(q, expr_eq(E, at(q, expr_array_value(E, table), j), number(q, 8, pick(q, 1, 256))));
  demand(q, expr_eq(E, expr_add(E, i, number(q, 12, 100 + pick(q, 2, 100))), j));
}

static void table_same(struct question *q) { /* i + c == j but t[i + c] != t[j], 256 elements */
  struct expr *table = expr_array_value(E, expr_find_array(E, 2));
  struct expr *i = word(q, 0, 1), *j = word(q, 1, 1), *c = number(q, 8, 1 + pick(q, 0, 200));
  demand(q, expr_eq(E, expr_add(E, i, c), j));
  demand(q, expr_ne(E, at(q, table, expr_add(E, i, c)), at(q, table, j)));
}

static void array_search(struct question *q) { /* binary search in 64 sorted elements */
  struct expr *low = number(q, 64, 0), *a = whole(q), *key;
  key = expr_input(E, expr_find_array(E, 1), 20);
  for (unsigned half = 32; half > 0; half /= 2) {
    struct expr *middle = expr_add(E, low, number(q, 64, half));
    struct expr *goes_up = expr_ule(E, expr_read(E, a, middle), key);
    low = expr_ite(E, goes_up, middle, low);
  }
  demand(q, expr_eq(E, expr_read(E, a, low), key));
  demand(q, expr_ult(E, number(q, 64, pick(q, 0, 50)), low));
  demand(q, expr_eq(E, expr_and(E, low, number(q, 64, 7)), number(q, 64, pick(q, 1, 8))));
}

static void array_text(struct question *q) { /* tokens by start and length in a text */
  struct expr *a = whole(q), *start = expr_zext(E, index_of(q, 0), 64);
  static const char *const words[] = {"while", "return", "static", "struct"};
  const char *text = words[q->variant % 4];
  for (unsigned i = 0; text[i] != 0; i++)
    demand(q, expr_eq(E, expr_read(E, a, expr_add(E, start, number(q, 64, i))),
                      number(q, 8, (uint8_t)text[i])));
  demand(q, expr_eq(E, expr_input(E, q->input, pick(q, 0, 60)), number(q, 8, (uint8_t)text[1])));
}

static const struct family {
  const char *name;
  void (*make)(struct question *q);
} families[] = {
    {"product-is", product_is},
    {"product-bound", product_bound},
    {"product-index", product_index},
    {"product-overflow", product_overflow},
    {"product-square", product_square},
    {"product-factor", product_factor},
    {"product-distributes", product_distributes},
    {"constant-hash", constant_hash},
    {"constant-product", constant_product},
    {"quotient-is", quotient_is},
    {"quotient-signed", quotient_signed},
    {"quotient-bound", quotient_bound},
    {"quotient-back", quotient_back},
    {"quotient-average", quotient_average},
    {"constant-digits", constant_digits},
    {"constant-back", constant_back},
    {"constant-bucket", constant_bucket},
    {"constant-leap", constant_leap},
    {"shift-back", shift_back},
    {"shift-rotate", shift_rotate},
    {"shift-bit", shift_bit},
    {"shift-varint", shift_varint},
    {"array-sum", array_sum},
    {"array-same", array_same},
    {"array-sorted", array_sorted},
    {"array-swap", array_swap},
    {"array-count", array_count},
    {"array-search", array_search},
    {"array-text", array_text},
    {"table-same", table_same},
    {"table-chain", table_chain},
    {"table-large", table_large},
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static struct exprs *make_arrays(const struct expr_array **input) {
  struct exprs *exprs = exprs_new();
  uint8_t small[256], large[4096];
  for (unsigned i = 0; i < sizeof small; i++) small[i] = (uint8_t)scramble(i);
  for (unsigned i = 0; i < sizeof large; i++) large[i] = (uint8_t)scramble(i + 1000);
  *input = expr_new_array(exprs, "input", 8, 64, 64, NULL);
  expr_new_array(exprs, "indices", 8, 64, 64, NULL);
  expr_new_array(exprs, "small", 8, 64, sizeof small, small);
  expr_new_array(exprs, "large", 8, 64, sizeof large, large);
  return exprs;
}

static struct solver *make_solver(struct exprs *exprs, const char *arrays) {
  struct cadical_options options = backend_cadical_default_options();
  unsigned table, input, stores;
  if (sscanf(arrays, "%u,%u,%u", &table, &input, &stores) == 3)
    options.arrays = (struct array_limits){table, input, stores};
  return backend_cadical_new_with(exprs, &options);
}

struct totals {
  unsigned questions, answers[3];
  double seconds, longest;
  uint64_t clauses;
};

static enum answer ask(struct solver *solver, struct expr *const *conjuncts, size_t count,
                       struct totals *totals) {
  struct query query = {.conjuncts = conjuncts, .count = count, .wants_model = true};
  query.budget.conflicts = MOST_CONFLICTS;
  struct result result;
  double begun = now();
  enum answer answer = solver_check(solver, &query, &result);
  double elapsed = now() - begun;
  result_free(&result);
  totals->questions++;
  totals->answers[answer]++;
  totals->seconds += elapsed;
  if (elapsed > totals->longest) totals->longest = elapsed;
  return answer;
}

/* One conjunct after the other, first its negation: what a path asks that branches on each. */
static void walk(struct question *q, struct solver *solver, struct totals *totals) {
  for (size_t count = 1; count <= q->count; count++) {
    struct expr *last = q->conjuncts[count - 1];
    q->conjuncts[count - 1] = expr_not(E, last);
    ask(solver, q->conjuncts, count, totals);
    q->conjuncts[count - 1] = last;
    if (ask(solver, q->conjuncts, count, totals) != ANSWER_SAT) return;
  }
}

static void ask_variant(const struct family *family, unsigned variant, const char *arrays,
                        bool is_path, struct totals *totals) {
  struct question q = {.variant = variant};
  q.exprs = make_arrays(&q.input);
  family->make(&q);
  struct solver *solver = make_solver(q.exprs, arrays);
  if (is_path)
    walk(&q, solver, totals);
  else
    ask(solver, q.conjuncts, q.count, totals);
  totals->clauses += backend_cadical_statistics(solver).clauses;
  solver_free(solver);
  exprs_free(q.exprs);
}

int main(int argc, char **argv) {
  const struct family *family = NULL;
  for (size_t i = 0; argc > 1 && i < sizeof families / sizeof *families; i++)
    if (strcmp(families[i].name, argv[1]) == 0) family = &families[i];
  if (family == NULL) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) puts(families[i].name);
    return argc > 1 ? 2 : 0;
  }
  bool is_path = argc > 2 && strcmp(argv[2], "path") == 0;
  struct totals totals = {0};
  for (unsigned variant = 0; variant < VARIANTS; variant++)
    ask_variant(family, variant, argc > 3 ? argv[3] : "", is_path, &totals);
  printf("{\"family\": \"%s\", \"questions\": %u, \"ms\": %.3f, \"longest_ms\": %.3f, "
         "\"clauses\": %llu, \"sat\": %u, \"unsat\": %u, \"unknown\": %u}\n",
         family->name, totals.questions, 1000 * totals.seconds / VARIANTS, 1000 * totals.longest,
         (unsigned long long)totals.clauses / VARIANTS, totals.answers[ANSWER_SAT],
         totals.answers[ANSWER_UNSAT], totals.answers[ANSWER_UNKNOWN]);
  return 0;
}
