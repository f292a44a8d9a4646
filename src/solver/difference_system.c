/* Reading conjuncts takes three rounds, since each needs what the one before has found:

   - bytes: bounds of single input bytes, which comparisons of words with constants have become
     where these are decided byte by byte;
   - bounds: comparisons of an expression with a constant;
   - differences: comparisons of two expressions. Constants are taken off a sum where the
     bounds tell that it does not wrap.

   Numbers are read as signed. An unsigned comparison is read where the bounds tell that both
   sides are not negative. */
#include "solver/difference_system.h"

#include "expr/expr.h"
#include "expr/words.h"
#include "solver/solver.h"

#include <stdlib.h>

enum { MAX_CONJUNCTS = 64, MAX_PARTS = 128, MAX_NUMBERS = 32, MAX_BYTES = 64 };

/* An order that holds between two sides. */
struct order {
  struct expr *low, *high;
  bool is_strict, is_signed;
};

static wide least_of(unsigned width) { return -((wide)1 << (width - 1)); }
static wide most_of(unsigned width) { return ((wide)1 << (width - 1)) - 1; }

/* Parts. */

static bool add_parts(struct difference_system *system, struct expr *e, size_t conjunct) {
  size_t at = system->parts.count;
  vec_push(&system->parts, ((struct difference_part){e, true, false, conjunct}));
  while (at < system->parts.count) {
    struct difference_part *part = &system->parts.data[at];
    if (part->e->kind == EXPR_NOT) {
      part->e = expr_child(part->e, 0);
      part->is_true = !part->is_true;
    } else if (part->e->kind == (part->is_true ? EXPR_AND : EXPR_OR)) {
      struct difference_part other = *part;
      other.e = expr_child(part->e, 1);
      part->e = expr_child(part->e, 0);
      if (system->parts.count == MAX_PARTS) return false;
      vec_push(&system->parts, other);
    } else {
      at++;
    }
  }
  return true;
}

static bool read_order(const struct difference_part *part, struct order *order) {
  const struct expr *e = part->e;
  bool is_strict = e->kind == EXPR_ULT || e->kind == EXPR_SLT;
  if (!is_strict && e->kind != EXPR_ULE && e->kind != EXPR_SLE) return false;
  *order = (struct order){.low = expr_child(e, !part->is_true),
                          .high = expr_child(e, part->is_true),
                          .is_strict = is_strict == part->is_true,
                          .is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE};
  return order->low->width <= 64;
}

static bool is_sign(const struct expr *e) {
  return e->kind == EXPR_EXTRACT && e->width == 1 && expr_child(e, 0)->width <= 64 &&
         expr_extract_low(e) + 1u == expr_child(e, 0)->width;
}

static bool is_sum(const struct expr *e) {
  return e->kind == EXPR_ADD && expr_is_const(expr_child(e, 1));
}

/* Could the part be read, looking at its outside only? */
static bool is_candidate(const struct difference_part *part) {
  struct order order;
  if (part->e->kind == EXPR_EQ) return expr_child(part->e, 0)->width <= 64;
  if (part->e->kind == EXPR_AND || is_sign(part->e)) return true;
  return read_order(part, &order);
}

/* Bytes. */

static struct difference_byte *find_byte(struct difference_system *system, struct expr *input,
                                         bool is_wanted) {
  for (size_t i = 0; i < system->bytes.count; i++)
    if (system->bytes.data[i].input == input) return &system->bytes.data[i];
  if (!is_wanted || system->bytes.count == MAX_BYTES) return NULL;
  vec_push(&system->bytes, ((struct difference_byte){input, 0, 255}));
  return &vec_last(&system->bytes);
}

static void narrow_byte(struct difference_system *system, struct difference_part *part,
                        struct expr *input, uint64_t low, uint64_t high) {
  struct difference_byte *byte = find_byte(system, input, true);
  if (byte == NULL) return;
  if (low > byte->low) byte->low = low;
  if (high < byte->high) byte->high = high;
  system->is_impossible |= byte->low > byte->high;
  part->is_read = true;
}

static bool is_byte(const struct expr *e) { return e->kind == EXPR_INPUT && e->width == 8; }

static void read_byte(struct difference_system *system, struct difference_part *part) {
  struct expr *e = part->e;
  struct order order;
  if (e->kind == EXPR_EQ && part->is_true && is_byte(expr_child(e, 0)) &&
      expr_is_const(expr_child(e, 1))) {
    uint64_t value = expr_const_value(expr_child(e, 1));
    narrow_byte(system, part, expr_child(e, 0), value, value);
  } else if (is_sign(e) && is_byte(expr_child(e, 0))) {
    narrow_byte(system, part, expr_child(e, 0), part->is_true ? 128 : 0, part->is_true ? 255 : 127);
  } else if (read_order(part, &order) && !order.is_signed) {
    if (is_byte(order.low) && expr_is_const(order.high)) {
      uint64_t bound = expr_const_value(order.high);
      if (!order.is_strict || bound > 0)
        narrow_byte(system, part, order.low, 0, bound - order.is_strict);
    } else if (is_byte(order.high) && expr_is_const(order.low)) {
      uint64_t bound = expr_const_value(order.low);
      if (!order.is_strict || bound < 255)
        narrow_byte(system, part, order.high, bound + order.is_strict, 255);
    }
  }
}

unsigned difference_word_bytes(struct expr *e, struct expr *bytes[DIFFERENCE_WORD_BYTES]) {
  struct expr *from_top[DIFFERENCE_WORD_BYTES];
  unsigned count = 0;
  for (; e->kind == EXPR_CONCAT; e = expr_child(e, 1)) {
    if (count == DIFFERENCE_WORD_BYTES - 1 || !is_byte(expr_child(e, 0))) return 0;
    from_top[count++] = expr_child(e, 0);
  }
  if (!is_byte(e)) return 0;
  from_top[count++] = e;
  for (unsigned i = 0; i < count; i++) bytes[i] = from_top[count - 1 - i];
  return count;
}

/* Numbers. */

/* What the bytes tell of a word. */
static void bound_word(struct difference_system *system, struct difference_number *number) {
  struct expr *bytes[DIFFERENCE_WORD_BYTES];
  unsigned count = difference_word_bytes(number->e, bytes);
  uint64_t low = 0, high = 0;
  number->is_word = count > 0;
  for (unsigned i = 0; i < count; i++) {
    const struct difference_byte *byte = find_byte(system, bytes[i], false);
    low |= (byte ? byte->low : 0) << 8 * i;
    high |= (byte ? byte->high : 255) << 8 * i;
  }
  unsigned width = number->e->width;
  bool has_one_sign = count > 0 && low >> (width - 1) == high >> (width - 1);
  if (!has_one_sign) return;
  if (value_signed(width, low) > number->low) number->low = value_signed(width, low);
  if (value_signed(width, high) < number->high) number->high = value_signed(width, high);
}

/* The number of the expression; NULL when there are too many. */
static struct difference_number *find_number(struct difference_system *system, struct expr *e,
                                             uint32_t *at) {
  for (*at = 1; *at < system->numbers.count; ++*at)
    if (system->numbers.data[*at].e == e) return &system->numbers.data[*at];
  if (system->numbers.count == MAX_NUMBERS) return NULL;
  struct expr_range range = expr_range_of(e);
  struct difference_number number = {.e = e, .low = range.smin, .high = range.smax};
  bound_word(system, &number);
  vec_push(&system->numbers, number);
  return &vec_last(&system->numbers);
}

static void narrow_number(struct difference_system *system, struct difference_part *part,
                          struct expr *e, wide low, wide high) {
  uint32_t at;
  struct difference_number *number = find_number(system, e, &at);
  if (number == NULL) return;
  if (low > number->low) number->low = low;
  if (high < number->high) number->high = high;
  part->is_read = true;
}

/* The least and the greatest signed number of an unsigned range; false if it has both signs. */
static bool read_unsigned(unsigned width, wide low, wide high, wide *least, wide *most) {
  wide half = (wide)1 << (width - 1), circle = 2 * half;
  if (low < half && high >= half) return false;
  *least = low < half ? low : low - circle;
  *most = high < half ? high : high - circle;
  return true;
}

/* e compared with a constant. */
static void read_bound(struct difference_system *system, struct difference_part *part,
                       const struct order *order) {
  bool is_upper = expr_is_const(order->high);
  struct expr *e = is_upper ? order->low : order->high;
  uint64_t constant = expr_const_value(is_upper ? order->high : order->low);
  unsigned width = e->width;
  wide low = order->is_signed ? least_of(width) : 0;
  wide high = order->is_signed ? most_of(width) : (wide)value_mask(width);
  wide bound = order->is_signed ? value_signed(width, constant) : (wide)constant;
  if (is_upper)
    high = bound - order->is_strict;
  else
    low = bound + order->is_strict;
  if (low > high || (!order->is_signed && !read_unsigned(width, low, high, &low, &high))) return;
  narrow_number(system, part, e, low, high);
}

static void read_constant(struct difference_system *system, struct difference_part *part) {
  struct expr *e = part->e;
  struct order order;
  if (is_sign(e)) {
    struct expr *of = expr_child(e, 0);
    if (!is_sum(of))
      narrow_number(system, part, of, part->is_true ? least_of(of->width) : 0,
                    part->is_true ? -1 : most_of(of->width));
  } else if (e->kind == EXPR_EQ && part->is_true && expr_is_const(expr_child(e, 1))) {
    struct expr *of = expr_child(e, 0);
    if (of->width > 64 || is_sum(of)) return;
    wide value = value_signed(of->width, expr_const_value(expr_child(e, 1)));
    narrow_number(system, part, of, value, value);
  } else if (read_order(part, &order) && expr_is_const(order.low) != expr_is_const(order.high)) {
    if (!is_sum(order.low) && !is_sum(order.high)) read_bound(system, part, &order);
  }
}

/* Differences. */

/* A side as a number and what is added to it, without wrapping; false when there are too many
   numbers. */
static bool read_side(struct difference_system *system, struct expr *e, uint32_t *at, wide *added) {
  *at = 0;
  *added = 0;
  if (expr_is_const(e)) {
    *added = value_signed(e->width, expr_const_value(e));
    return true;
  }
  if (is_sum(e)) {
    const struct difference_number *number = find_number(system, expr_child(e, 0), at);
    if (number == NULL) return false;
    *added = value_signed(e->width, expr_const_value(expr_child(e, 1)));
    if (number->low + *added >= least_of(e->width) && number->high + *added <= most_of(e->width))
      return true;
    *added = 0;
  }
  return find_number(system, e, at) != NULL;
}

static wide least_value(const struct difference_system *system, uint32_t at, wide added) {
  return at == 0 ? added : system->numbers.data[at].low + added;
}

static void add_edge(struct difference_system *system, uint32_t a, uint32_t b, wide most) {
  vec_push(&system->edges, ((struct difference_edge){a, b, most}));
}

static void read_difference(struct difference_system *system, struct difference_part *part,
                            const struct order *order) {
  uint32_t low, high;
  wide to_low, to_high;
  if (!read_side(system, order->low, &low, &to_low) ||
      !read_side(system, order->high, &high, &to_high))
    return;
  if (!order->is_signed &&
      (least_value(system, low, to_low) < 0 || least_value(system, high, to_high) < 0))
    return;
  add_edge(system, low, high, to_high - to_low - order->is_strict);
  part->is_read = true;
}

static void read_equality(struct difference_system *system, struct difference_part *part) {
  struct expr *e = part->e;
  uint32_t a, b;
  wide to_a, to_b;
  if (expr_child(e, 0)->width > 64 || !read_side(system, expr_child(e, 0), &a, &to_a) ||
      !read_side(system, expr_child(e, 1), &b, &to_b))
    return;
  part->is_read = true;
  struct difference_edge edge = {a, b, to_b - to_a};
  if (part->is_true) {
    add_edge(system, a, b, edge.most);
    add_edge(system, b, a, -edge.most);
  } else {
    vec_push(&system->inequalities, ((struct difference_inequality){edge, part->conjunct}));
  }
}

/* The byte that an equality gives a value, or NULL. */
static struct expr *equal_byte(const struct expr *e, uint64_t *value) {
  if (e->kind != EXPR_EQ || !is_byte(expr_child(e, 0)) || !expr_is_const(expr_child(e, 1)))
    return NULL;
  *value = expr_const_value(expr_child(e, 1));
  return expr_child(e, 0);
}

/* Not all bytes of a word have certain values: the word is not what they make. */
static void read_distinct_bytes(struct difference_system *system, struct difference_part *part) {
  struct expr *given[DIFFERENCE_WORD_BYTES], *bytes[DIFFERENCE_WORD_BYTES], *e = part->e;
  uint64_t values[DIFFERENCE_WORD_BYTES], word = 0;
  unsigned count = 0;
  for (bool is_last = false; !is_last; e = expr_child(e, 1)) {
    is_last = e->kind != EXPR_AND;
    struct expr *equality = is_last ? e : expr_child(e, 0);
    if (count == DIFFERENCE_WORD_BYTES) return;
    given[count] = equal_byte(equality, &values[count]);
    if (given[count++] == NULL) return;
    if (is_last) break;
  }
  for (uint32_t at = 1; at < system->numbers.count; at++) {
    unsigned found = 0;
    word = 0;
    if (difference_word_bytes(system->numbers.data[at].e, bytes) != count) continue;
    for (unsigned i = 0; i < count; i++)
      for (unsigned k = 0; k < count; k++)
        if (given[k] == bytes[i]) {
          word |= values[k] << 8 * i;
          found++;
          break;
        }
    if (found != count) continue;
    struct difference_edge edge = {at, 0, value_signed(8 * count, word)};
    vec_push(&system->inequalities, ((struct difference_inequality){edge, part->conjunct}));
    part->is_read = true;
    return;
  }
}

static void read_rest(struct difference_system *system, struct difference_part *part) {
  struct order order;
  if (part->is_read) return;
  if (part->e->kind == EXPR_EQ) {
    read_equality(system, part);
  } else if (is_sign(part->e)) {
    struct expr *of = expr_child(part->e, 0);
    uint32_t at;
    wide added;
    if (!read_side(system, of, &at, &added)) return;
    add_edge(system, part->is_true ? at : 0, part->is_true ? 0 : at,
             part->is_true ? -1 - added : added);
    part->is_read = true;
  } else if (read_order(part, &order)) {
    read_difference(system, part, &order);
  }
}

/* Whole systems. */

static void clear(struct difference_system *system) {
  vec_clear(&system->numbers);
  vec_clear(&system->bytes);
  vec_clear(&system->edges);
  vec_clear(&system->inequalities);
  vec_clear(&system->parts);
  system->is_impossible = false;
  vec_push(&system->numbers, ((struct difference_number){0}));
}

static bool read_last(struct difference_system *system, struct expr *last, size_t conjunct) {
  if (!add_parts(system, last, conjunct)) return false;
  for (size_t i = 0; i < system->parts.count; i++)
    if (!is_candidate(&system->parts.data[i])) return false;
  return true;
}

static bool is_last_read(const struct difference_system *system, size_t last) {
  for (size_t i = 0; i < system->parts.count; i++)
    if (system->parts.data[i].conjunct == last && !system->parts.data[i].is_read) return false;
  return true;
}

bool difference_system_read(struct difference_system *system, const struct query *query) {
  if (query->count == 0 || query->count > MAX_CONJUNCTS) return false;
  size_t last = query->count - 1;
  clear(system);
  if (!read_last(system, query->conjuncts[last], last)) return false;
  for (size_t i = 0; i < last; i++)
    if (!add_parts(system, query->conjuncts[i], i)) return false;
  struct difference_part *parts = system->parts.data;
  for (size_t i = 0; i < system->parts.count; i++) read_byte(system, &parts[i]);
  for (size_t i = 0; i < system->parts.count; i++)
    if (!parts[i].is_read) read_constant(system, &parts[i]);
  for (size_t i = 0; i < system->parts.count; i++) read_rest(system, &parts[i]);
  for (size_t i = 0; i < system->parts.count; i++)
    if (!parts[i].is_read && parts[i].e->kind == EXPR_AND && !parts[i].is_true)
      read_distinct_bytes(system, &parts[i]);
  if (!is_last_read(system, last)) return false;
  for (uint32_t i = 1; i < system->numbers.count; i++) {
    add_edge(system, i, 0, system->numbers.data[i].high);
    add_edge(system, 0, i, -system->numbers.data[i].low);
  }
  return true;
}

void difference_system_free(struct difference_system *system) {
  vec_free(&system->numbers);
  vec_free(&system->bytes);
  vec_free(&system->edges);
  vec_free(&system->inequalities);
  vec_free(&system->parts);
}
