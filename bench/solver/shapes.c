/* The shapes of queries that real programs give. */
#include "explore.h"

#include <stdio.h>
#include <string.h>

#define E explore_exprs(x)

static struct expr *byte_at(struct exploration *x, const struct expr_array *array, uint64_t at) {
  return expr_input(E, array, at);
}

static struct expr *number(struct exploration *x, unsigned width, uint64_t value) {
  return expr_const(E, width, value);
}

static bool is_byte(struct exploration *x, struct expr *byte, char c) {
  return explore_branch(x, expr_eq(E, byte, number(x, 8, (uint8_t)c)));
}

/* Insertion sort on `size` symbolic ints, then the check that they are sorted. */
static void insertion_sort(struct exploration *x, int size) {
  const struct expr_array *input = explore_bytes(x, "a", 4 * (uint64_t)size);
  struct expr *a[16];
  for (int i = 0; i < size; i++) a[i] = explore_number(x, input, 4 * (uint64_t)i, 4);
  for (int i = 1; i < size; i++) {
    struct expr *key = a[i];
    int j = i;
    while (j > 0 && explore_branch(x, expr_slt(E, key, a[j - 1]))) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
  for (int i = 0; i + 1 < size; i++) explore_assert(x, expr_sle(E, a[i], a[i + 1]));
}

/* Options compared by strcmp, as a command line is. */
static void compare_words(struct exploration *x, int size) {
  static const char *const words[] = {"--help",    "--version", "--verbose", "--output",
                                      "--include", "--define",  "-v",        "-o"};
  const struct expr_array *input = explore_bytes(x, "arg", (uint64_t)size);
  for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
    int i = 0;
    while (i < size && is_byte(x, byte_at(x, input, (uint64_t)i), words[w][i]))
      if (words[w][i++] == '\0') return;
  }
}

/* strcmp of two symbolic strings, with the sign of the difference. */
static void compare_strings(struct exploration *x, int size) {
  const struct expr_array *a = explore_bytes(x, "a", (uint64_t)size);
  const struct expr_array *b = explore_bytes(x, "b", (uint64_t)size);
  for (int i = 0; i < size; i++) {
    struct expr *p = byte_at(x, a, (uint64_t)i), *q = byte_at(x, b, (uint64_t)i);
    if (explore_branch(x, expr_ne(E, p, q))) {
      explore_branch(
          x, expr_slt(E, expr_sub(E, expr_zext(E, p, 32), expr_zext(E, q, 32)), number(x, 32, 0)));
      return;
    }
    if (is_byte(x, p, '\0')) return;
  }
}

static bool is_digit(struct exploration *x, struct expr *byte) {
  struct expr *wide = expr_sub(E, expr_sext(E, byte, 32), number(x, 32, '0'));
  return explore_branch(x, expr_ult(E, wide, number(x, 32, 10)));
}

/* strtol and a range check. */
static void parse_number(struct exploration *x, int size) {
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  struct expr *value = number(x, 32, 0);
  int i = 0;
  bool is_negative = is_byte(x, byte_at(x, input, 0), '-');
  if (is_negative || is_byte(x, byte_at(x, input, 0), '+')) i++;
  for (; i < size; i++) {
    struct expr *byte = byte_at(x, input, (uint64_t)i);
    if (!is_digit(x, byte)) break;
    struct expr *digit = expr_sub(E, expr_sext(E, byte, 32), number(x, 32, '0'));
    if (explore_branch(x, expr_ult(E, number(x, 32, 214748364), value))) return;
    value = expr_add(E, expr_mul(E, value, number(x, 32, 10)), digit);
  }
  if (is_negative) value = expr_neg(E, value);
  if (explore_branch(x, expr_slt(E, value, number(x, 32, 0)))) return;
  if (explore_branch(x, expr_slt(E, number(x, 32, 4096), value))) return;
  explore_branch(x, expr_eq(E, expr_urem(E, value, number(x, 32, 8)), number(x, 32, 0)));
}

/* A recognizer of nested lists of words. */
static void parse_lists(struct exploration *x, int size) {
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  int depth = 0;
  for (int i = 0; i < size; i++) {
    struct expr *byte = byte_at(x, input, (uint64_t)i);
    if (is_byte(x, byte, '(')) {
      depth++;
    } else if (is_byte(x, byte, ')')) {
      if (--depth < 0) return;
    } else if (is_byte(x, byte, '\0')) {
      return;
    } else {
      struct expr *low = expr_or(E, byte, number(x, 8, 0x20));
      if (!explore_branch(x, expr_ult(E, expr_sub(E, low, number(x, 8, 'a')), number(x, 8, 26))))
        if (!is_byte(x, byte, ' ')) return;
    }
  }
}

static struct expr *look_up(struct exploration *x, const struct expr_array *table,
                            struct expr *index) {
  return expr_read(E, expr_array_value(E, table), expr_zext(E, index, 64));
}

/* isspace, isdigit, isalpha by a table of flags. */
static void classify(struct exploration *x, int size) {
  uint8_t flags[256] = {0};
  for (int c = 0; c < 256; c++)
    flags[c] = (uint8_t)((c == ' ' || (c >= 9 && c <= 13)) | (c >= '0' && c <= '9') << 1 |
                         ((c | 32) >= 'a' && (c | 32) <= 'z') << 2 | (c == '_') << 3);
  const struct expr_array *table = explore_table(x, "ctype", 8, sizeof flags, flags);
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  for (int i = 0; i < size; i++) {
    struct expr *flag = look_up(x, table, byte_at(x, input, (uint64_t)i));
    struct expr *zero = number(x, 8, 0);
    if (explore_branch(x, expr_ne(E, expr_and(E, flag, number(x, 8, 1)), zero))) continue;
    if (explore_branch(x, expr_ne(E, expr_and(E, flag, number(x, 8, 2)), zero))) continue;
    if (explore_branch(x, expr_ne(E, expr_and(E, flag, number(x, 8, 12)), zero))) continue;
    return;
  }
}

/* CRC-32 by table over `size` bytes, compared with a constant and bit by bit. */
static void checksum(struct exploration *x, int size) {
  uint32_t words[256];
  for (uint32_t i = 0; i < 256; i++) {
    words[i] = i;
    for (int k = 0; k < 8; k++)
      words[i] = words[i] & 1 ? words[i] >> 1 ^ 0xedb88320u : words[i] >> 1;
  }
  const struct expr_array *table = explore_table(x, "crc", 32, 256, words);
  const struct expr_array *input = explore_bytes(x, "data", (uint64_t)size);
  struct expr *crc = number(x, 32, UINT32_MAX);
  for (int i = 0; i < size; i++) {
    struct expr *index = expr_xor(E, expr_extract(E, crc, 0, 8), byte_at(x, input, (uint64_t)i));
    crc = expr_xor(E, look_up(x, table, index), expr_lshr(E, crc, number(x, 32, 8)));
    if (explore_branch(x, expr_eq(E, crc, number(x, 32, 0xcbf43926u)))) return;
    explore_branch(x, expr_eq(E, expr_extract(E, crc, 0, 1), number(x, 1, 1)));
  }
}

/* Products and quotients with a constant: hashing, digits, alignment. `size` is in bytes. */
static void constant_arithmetic(struct exploration *x, int size) {
  unsigned width = 8 * (unsigned)size;
  struct expr *v = explore_number(x, explore_bytes(x, "v", (uint64_t)size), 0, (unsigned)size);
  struct expr *ten = number(x, width, 10);
  if (explore_branch(x, expr_eq(E, expr_mul(E, v, number(x, width, 2654435761u)),
                                number(x, width, 0x1234567))))
    return;
  if (explore_branch(x, expr_ult(E, expr_mul(E, v, number(x, width, 37)), v))) return;
  for (int digit = 0; digit < 4; digit++) {
    struct expr *rest = expr_urem(E, v, ten);
    if (explore_branch(x, expr_eq(E, rest, number(x, width, 7)))) return;
    v = expr_udiv(E, v, ten);
    if (explore_branch(x, expr_eq(E, v, number(x, width, 0)))) return;
  }
  explore_branch(x, expr_eq(E, expr_srem(E, v, number(x, width, 24)), number(x, width, 5)));
}

/* Products and quotients of two symbolic values. */
static void symbolic_arithmetic(struct exploration *x, int size) {
  unsigned width = 8 * (unsigned)size;
  const struct expr_array *input = explore_bytes(x, "v", 2 * (uint64_t)size);
  struct expr *a = explore_number(x, input, 0, (unsigned)size);
  struct expr *b = explore_number(x, input, (uint64_t)size, (unsigned)size);
  struct expr *product = expr_mul(E, a, b);
  explore_branch(x, expr_eq(E, product, number(x, width, 1000)));
  if (explore_branch(x, expr_eq(E, b, number(x, width, 0)))) return;
  struct expr *quotient = expr_udiv(E, a, b);
  explore_branch(x, expr_eq(E, quotient, number(x, width, 3)));
  explore_branch(x, expr_ult(E, expr_urem(E, a, b), number(x, width, 10)));
  explore_branch(x, expr_slt(E, expr_sdiv(E, a, b), number(x, width, 0)));
}

/* What merging at the end of a loop leaves: a counter as an ITE per byte. */
static void merged_counter(struct exploration *x, int size) {
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  struct expr *count = number(x, 32, 0), *state = number(x, 32, 0);
  for (int i = 0; i < size; i++) {
    struct expr *byte = byte_at(x, input, (uint64_t)i);
    struct expr *is_space = expr_eq(E, byte, number(x, 8, ' '));
    count = expr_ite(E, is_space, expr_add(E, count, number(x, 32, 1)), count);
    state = expr_ite(E, is_space, number(x, 32, (uint64_t)i), state);
  }
  if (explore_branch(x, expr_eq(E, count, number(x, 32, 0)))) return;
  if (explore_branch(x, expr_ult(E, number(x, 32, 50), count))) return;
  if (explore_branch(x, expr_eq(E, count, number(x, 32, 7)))) return;
  if (explore_branch(x, expr_eq(E, state, number(x, 32, (uint64_t)size - 1)))) return;
  if (explore_branch(x, expr_eq(E, expr_and(E, count, number(x, 32, 3)), number(x, 32, 2)))) return;
  for (int i = 0; i < size; i += 8)
    if (is_byte(x, byte_at(x, input, (uint64_t)i), ' ')) return;
}

/* A merged state machine: the state as a nest of ITEs over the last state and byte. */
static void merged_machine(struct exploration *x, int size) {
  static const char moves[4] = "abcd";
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  struct expr *state = number(x, 8, 0);
  for (int i = 0; i < size; i++) {
    struct expr *byte = byte_at(x, input, (uint64_t)i), *next = number(x, 8, 0);
    for (unsigned s = 0; s < 4; s++) {
      struct expr *is_move = expr_and(E, expr_eq(E, state, number(x, 8, s)),
                                      expr_eq(E, byte, number(x, 8, (uint8_t)moves[s])));
      next = expr_ite(E, is_move, number(x, 8, s + 1), next);
    }
    state = next;
    if (i % 10 == 9 && explore_branch(x, expr_eq(E, state, number(x, 8, 4)))) return;
  }
  explore_assert(x, expr_ule(E, state, number(x, 8, 4)));
}

/* Long paths: each step asks about one more byte, or about one number again and again. */

/* Bytes that have nothing to do with each other. */
static void long_text(struct exploration *x, int size) {
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  for (int i = 0; i < size; i++)
    if (!explore_branch(x, expr_ne(E, byte_at(x, input, (uint64_t)i), number(x, 8, 10)))) return;
}

/* for (i = 0; i < n; i++) */
static void long_loop(struct exploration *x, int size) {
  struct expr *n = explore_number(x, explore_bytes(x, "n", 4), 0, 4);
  for (int i = 0; i < size; i++)
    if (!explore_branch(x, expr_slt(E, number(x, 32, (uint64_t)i), n))) return;
}

/* Each byte compared with the one before: all hang together. */
static void long_chain(struct exploration *x, int size) {
  const struct expr_array *input = explore_bytes(x, "text", (uint64_t)size);
  for (int i = 0; i + 1 < size; i++)
    if (!explore_branch(
            x, expr_ule(E, byte_at(x, input, (uint64_t)i), byte_at(x, input, (uint64_t)i + 1))))
      return;
}

const struct shape shapes[] = {
    {"insertion-sort-6", insertion_sort, 6, 0}, {"insertion-sort-7", insertion_sort, 7, 0},
    {"compare-words", compare_words, 12, 0},    {"compare-strings", compare_strings, 32, 0},
    {"parse-number", parse_number, 8, 0},       {"parse-lists", parse_lists, 8, 10000},
    {"ctype-table", classify, 6, 4000},         {"crc-table", checksum, 4, 0},
    {"constant-32", constant_arithmetic, 4, 0}, {"constant-64", constant_arithmetic, 8, 0},
    {"symbolic-32", symbolic_arithmetic, 4, 0}, {"symbolic-64", symbolic_arithmetic, 8, 0},
    {"merged-counter", merged_counter, 100, 0}, {"merged-machine", merged_machine, 100, 0},
    {"long-text", long_text, 20001, 40000},     {"long-loop", long_loop, 20001, 40000},
    {"long-chain", long_chain, 20001, 40000},
};
const unsigned shape_count = sizeof shapes / sizeof *shapes;
