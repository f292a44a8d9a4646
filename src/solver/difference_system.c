/* Reading conjuncts takes three rounds, since each uses the results of the one before:

   - bytes: bounds of single input bytes, which come from comparisons of words with constants that
     are decided byte by byte;
   - bounds: comparisons of an expression with a constant;
   - differences: comparisons of two expressions. Constants are taken out of a sum where the bounds
     show that it does not wrap. Each comparison read tightens the bounds in turn: x < y implies
     that x + 1 does not wrap. So what cannot be read yet is tried again as long as the bounds
     become tighter. Each part is read under the assumption of earlier ones, and all hold together,
     so the order does not change their meaning. A sum that may still wrap is treated as a number of
     its own.

   Numbers are read as signed, or all as unsigned. A comparison of the other signedness is read
   where the bounds show that both sides are less than half of the unsigned range, where the two
   agree. */
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

static wide half_of(unsigned width) { return (wide)1 << (width - 1); }

static wide least_of(const struct difference_system *system, unsigned width) {
  return system->is_signed ? -half_of(width) : 0;
}

static wide most_of(const struct difference_system *system, unsigned width) {
  return system->is_signed ? half_of(width) - 1 : 2 * half_of(width) - 1;
}

wide difference_value(const struct difference_system *system, unsigned width, uint64_t bits) {
  return system->is_signed ? (wide)value_signed(width, bits) : (wide)bits;
}

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

/* Could the part be read, judging by its outermost operator? */
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

/* Bounds of a word that follow from its bytes. */
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
  if (count == 0 || (system->is_signed && !has_one_sign)) return;
  wide least = difference_value(system, width, low), most = difference_value(system, width, high);
  if (least > number->low) number->low = least;
  if (most < number->high) number->high = most;
}

/* The number of the expression; NULL if there are too many. */
static struct difference_number *find_number(struct difference_system *system, struct expr *e,
                                             uint32_t *at) {
  for (*at = 1; *at < system->numbers.count; ++*at)
    if (system->numbers.data[*at].e == e) return &system->numbers.data[*at];
  if (system->numbers.count == MAX_NUMBERS) return NULL;
  struct expr_range range = expr_range_of(e);
  struct difference_number number = {.e = e,
                                     .low = system->is_signed ? (wide)range.smin : (wide)range.umin,
                                     .high =
                                         system->is_signed ? (wide)range.smax : (wide)range.umax};
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

/* Converts a signed range to an unsigned one or back; false if the result is not a range. */
static bool read_otherwise(unsigned width, bool is_signed, wide *low, wide *high) {
  wide half = half_of(width), border = is_signed ? 0 : half,
       turn = is_signed ? 2 * half : -2 * half;
  bool is_low_above = *low >= border, is_high_above = *high >= border;
  if (is_low_above != is_high_above) return false;
  if (is_low_above != is_signed) {
    *low += turn;
    *high += turn;
  }
  return true;
}

/* e compared with a constant. */
static void read_bound(struct difference_system *system, struct difference_part *part,
                       const struct order *order) {
  bool is_upper = expr_is_const(order->high);
  struct expr *e = is_upper ? order->low : order->high;
  uint64_t constant = expr_const_value(is_upper ? order->high : order->low);
  unsigned width = e->width;
  wide low = order->is_signed ? -half_of(width) : 0;
  wide high = order->is_signed ? half_of(width) - 1 : (wide)value_mask(width);
  wide bound = order->is_signed ? value_signed(width, constant) : (wide)constant;
  if (is_upper)
    high = bound - order->is_strict;
  else
    low = bound + order->is_strict;
  if (low > high) return;
  if (order->is_signed != system->is_signed &&
      !read_otherwise(width, order->is_signed, &low, &high))
    return;
  narrow_number(system, part, e, low, high);
}

static void read_constant(struct difference_system *system, struct difference_part *part) {
  struct expr *e = part->e;
  struct order order;
  if (is_sign(e)) {
    struct expr *of = expr_child(e, 0);
    if (is_sum(of)) return;
    wide low = part->is_true ? -half_of(of->width) : 0;
    wide high = part->is_true ? -1 : half_of(of->width) - 1;
    if (!system->is_signed) read_otherwise(of->width, true, &low, &high);
    narrow_number(system, part, of, low, high);
  } else if (e->kind == EXPR_EQ && part->is_true && expr_is_const(expr_child(e, 1))) {
    struct expr *of = expr_child(e, 0);
    if (of->width > 64 || is_sum(of)) return;
    wide value = difference_value(system, of->width, expr_const_value(expr_child(e, 1)));
    narrow_number(system, part, of, value, value);
  } else if (read_order(part, &order) && expr_is_const(order.low) != expr_is_const(order.high)) {
    if (!is_sum(order.low) && !is_sum(order.high)) read_bound(system, part, &order);
  }
}

/* Differences. */

/* Notes that a sum may wrap; of several sums of one number, the one with the largest constant, so
   that if it does not wrap, none does. */
static void note_doubt(struct difference_system *system, const struct expr *sum) {
  struct difference_doubt *doubt = &system->doubt;
  wide constant = (wide)expr_const_value(expr_child(sum, 1));
  struct difference_doubt other = {.e = expr_child(sum, 0),
                                   .border = most_of(system, sum->width) - constant,
                                   .is_negative = constant >= half_of(sum->width)};
  bool is_further = doubt->e == other.e && doubt->is_negative == other.is_negative &&
                    (other.border > doubt->border) == other.is_negative;
  if (doubt->e == NULL || is_further) *doubt = other;
}

/* Reads a side as a number plus a constant, without wrapping; false if there are too many numbers,
   or if it may wrap and must not be read as a number of its own. */
static bool read_side(struct difference_system *system, struct expr *e, bool is_by_itself,
                      uint32_t *at, wide *added) {
  *at = 0;
  *added = 0;
  if (expr_is_const(e)) {
    *added = difference_value(system, e->width, expr_const_value(e));
    return true;
  }
  if (is_sum(e)) {
    const struct difference_number *number = find_number(system, expr_child(e, 0), at);
    if (number == NULL) return false;
    /* The constant, or the constant minus 2^width. */
    wide constant = (wide)expr_const_value(expr_child(e, 1)), turn = 2 * half_of(e->width);
    for (*added = constant; *added >= constant - turn; *added -= turn)
      if (number->low + *added >= least_of(system, e->width) &&
          number->high + *added <= most_of(system, e->width))
        return true;
    if (!is_by_itself) return false;
    note_doubt(system, e);
    *added = 0;
  }
  return find_number(system, e, at) != NULL;
}

/* Whether the side is a number on which signed and unsigned reading agree. */
static bool is_below_half(const struct difference_system *system, uint32_t at, wide added,
                          unsigned width) {
  const struct difference_number *number = &system->numbers.data[at]; /* the bounds of zero are 0 */
  return number->low + added >= 0 && number->high + added < half_of(width);
}

/* Tightens the bounds of the edge's numbers; true if one changed. */
static bool tighten(struct difference_system *system, const struct difference_edge *edge) {
  struct difference_number *a = &system->numbers.data[edge->a];
  struct difference_number *b = &system->numbers.data[edge->b];
  bool is_lower = edge->a != 0 && b->high + edge->most < a->high;
  bool is_higher = edge->b != 0 && a->low - edge->most > b->low;
  if (is_lower) a->high = b->high + edge->most;
  if (is_higher) b->low = a->low - edge->most;
  return is_lower || is_higher;
}

static void add_edge(struct difference_system *system, uint32_t a, uint32_t b, wide most) {
  vec_push(&system->edges, ((struct difference_edge){a, b, most}));
  tighten(system, &vec_last(&system->edges));
}

/* Tightens by all edges, a bounded number of times: bounds that keep falling belong to a negative
   cycle, which the search for values finds. */
static void tighten_all(struct difference_system *system) {
  bool is_changed = true;
  for (size_t round = 0; is_changed && round <= system->numbers.count; round++) {
    is_changed = false;
    for (size_t i = 0; i < system->edges.count; i++)
      is_changed |= tighten(system, &system->edges.data[i]);
  }
}

static void read_difference(struct difference_system *system, struct difference_part *part,
                            const struct order *order, bool is_by_itself) {
  uint32_t low, high;
  wide to_low, to_high;
  if (!read_side(system, order->low, is_by_itself, &low, &to_low) ||
      !read_side(system, order->high, is_by_itself, &high, &to_high))
    return;
  unsigned width = order->low->width;
  if (order->is_signed != system->is_signed &&
      (!is_below_half(system, low, to_low, width) || !is_below_half(system, high, to_high, width)))
    return;
  add_edge(system, low, high, to_high - to_low - order->is_strict);
  part->is_read = true;
}

static void read_equality(struct difference_system *system, struct difference_part *part,
                          bool is_by_itself) {
  struct expr *e = part->e;
  uint32_t a, b;
  wide to_a, to_b;
  if (expr_child(e, 0)->width > 64 ||
      !read_side(system, expr_child(e, 0), is_by_itself, &a, &to_a) ||
      !read_side(system, expr_child(e, 1), is_by_itself, &b, &to_b))
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

/* The byte to which the equality gives a value, or NULL. */
static struct expr *equal_byte(const struct expr *e, uint64_t *value) {
  if (e->kind != EXPR_EQ || !is_byte(expr_child(e, 0)) || !expr_is_const(expr_child(e, 1)))
    return NULL;
  *value = expr_const_value(expr_child(e, 1));
  return expr_child(e, 0);
}

/* A disjunction that some byte of a word differs from a constant: the word differs from the
   constant that those bytes form. */
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
    struct difference_edge edge = {at, 0, difference_value(system, 8 * count, word)};
    vec_push(&system->inequalities, ((struct difference_inequality){edge, part->conjunct}));
    part->is_read = true;
    return;
  }
}

/* The sign bit of a number: set if the number is below zero or, unsigned, in the upper half. */
static void read_sign(struct difference_system *system, uint32_t at, wide added, bool is_set,
                      wide half) {
  wide border = system->is_signed ? 0 : half;
  if (is_set == system->is_signed)
    add_edge(system, at, 0, border - 1 - added);
  else
    add_edge(system, 0, at, added - border);
}

static void read_rest(struct difference_system *system, struct difference_part *part,
                      bool is_by_itself) {
  struct order order;
  if (part->e->kind == EXPR_EQ) {
    read_equality(system, part, is_by_itself);
  } else if (is_sign(part->e)) {
    struct expr *of = expr_child(part->e, 0);
    uint32_t at;
    wide added;
    if (!read_side(system, of, is_by_itself, &at, &added)) return;
    read_sign(system, at, added, part->is_true, half_of(of->width));
    part->is_read = true;
  } else if (read_order(part, &order)) {
    read_difference(system, part, &order, is_by_itself);
  }
}

/* True if a part was read that had not been read before. */
static bool read_differences(struct difference_system *system, bool is_by_itself) {
  bool is_any = false;
  for (size_t i = 0; i < system->parts.count; i++) {
    struct difference_part *part = &system->parts.data[i];
    if (part->is_read) continue;
    read_rest(system, part, is_by_itself);
    is_any |= part->is_read;
  }
  return is_any;
}

/* Whole systems. */

bool difference_system_has_other_orders(const struct difference_system *system) {
  for (size_t i = 0; i < system->parts.count; i++) {
    struct order order;
    if (!read_order(&system->parts.data[i], &order) || order.is_signed == system->is_signed)
      continue;
    if (!expr_is_const(order.low) && !expr_is_const(order.high)) return true;
  }
  return false;
}

static void clear(struct difference_system *system) {
  vec_clear(&system->numbers);
  vec_clear(&system->bytes);
  vec_clear(&system->edges);
  vec_clear(&system->inequalities);
  vec_clear(&system->parts);
  system->is_impossible = false;
  system->doubt = (struct difference_doubt){0};
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

static bool read_cases(struct difference_system *system) {
  for (size_t i = 0; i < system->cases.count; i++) {
    const struct difference_case *given = &system->cases.data[i];
    uint32_t at;
    struct difference_number *number = find_number(system, given->e, &at);
    if (number == NULL) return false;
    if (given->low > number->low) number->low = given->low;
    if (given->high < number->high) number->high = given->high;
  }
  return true;
}

bool difference_system_read(struct difference_system *system, const struct query *query,
                            bool is_signed) {
  clear(system);
  system->is_signed = is_signed;
  if (query->count == 0 || query->count > MAX_CONJUNCTS) return false;
  size_t last = query->count - 1;
  if (!read_last(system, query->conjuncts[last], last)) return false;
  for (size_t i = 0; i < last; i++)
    if (!add_parts(system, query->conjuncts[i], i)) return false;
  struct difference_part *parts = system->parts.data;
  for (size_t i = 0; i < system->parts.count; i++) read_byte(system, &parts[i]);
  for (size_t i = 0; i < system->parts.count; i++)
    if (!parts[i].is_read) read_constant(system, &parts[i]);
  if (!read_cases(system)) return false;
  while (read_differences(system, false)) tighten_all(system);
  read_differences(system, true);
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
  vec_free(&system->cases);
}
