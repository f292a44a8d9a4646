/* Reading and writing bytes in arrays of words.

   If the low bits of a position are known, so is which bytes of which elements are accessed. If
   not, all elements that may be accessed are taken as one wide value and shifted.

   A read at a constant position becomes a chain of ites while it is short, so that the rewriting
   rules for ites apply. A long chain stays a read. */
#include "memory/byte_array.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MAX_CHOICES = 16, MAX_TERMS = 8, MAX_MERGED = 64 };

const struct expr_array *byte_array_base(const struct exprs *exprs, const struct expr *array) {
  while (array->kind == EXPR_STORE) array = expr_child(array, 0);
  return expr_array_of(exprs, array);
}

uint64_t byte_array_depth(const struct expr *array, uint64_t most) {
  uint64_t depth = 0;
  for (; array->kind == EXPR_STORE && depth < most; array = expr_child(array, 0)) depth++;
  return depth;
}

/* ---- constant positions ---- */

/* Element `number`: ites over the stores that may have changed it, from the newest on. */
static struct expr *element_at(struct exprs *exprs, struct expr *array, uint64_t number) {
  struct expr *conditions[MAX_CHOICES], *values[MAX_CHOICES], *result = NULL;
  struct expr *index = expr_const(exprs, 64, number);
  unsigned count = 0;
  for (; array->kind == EXPR_STORE && count < MAX_CHOICES; array = expr_child(array, 0)) {
    struct expr *is_here = expr_eq(exprs, expr_child(array, 1), index);
    if (expr_is_false(is_here)) continue;
    if (expr_is_true(is_here)) {
      result = expr_child(array, 2);
      break;
    }
    conditions[count] = is_here;
    values[count++] = expr_child(array, 2);
  }
  if (result == NULL) result = expr_read(exprs, array, index);
  while (count-- > 0) result = expr_ite(exprs, conditions[count], values[count], result);
  return result;
}

struct expr *byte_array_value(struct exprs *exprs, struct expr *array, uint64_t position,
                              uint32_t size) {
  unsigned unit = byte_array_unit(array);
  struct expr *value = NULL;
  for (uint64_t at = position, end = position + size; at < end;) {
    uint64_t number = at / unit, next = (number + 1) * unit < end ? (number + 1) * unit : end;
    struct expr *piece = expr_extract(exprs, element_at(exprs, array, number),
                                      (unsigned)(at % unit) * 8, (unsigned)(next - at) * 8);
    value = value ? expr_concat(exprs, piece, value) : piece;
    at = next;
  }
  return value;
}

/* ---- symbolic positions ---- */

/* Whether a sum or product does not overflow as a signed number, for all values. */
static bool is_exact(const struct expr *e, const struct expr *a, const struct expr *b) {
  struct expr_range x = expr_range_of(a), y = expr_range_of(b);
  __int128 ends[4] = {(__int128)x.smin + y.smin, (__int128)x.smax + y.smax};
  unsigned count = 2;
  if (e->kind == EXPR_MUL) {
    __int128 products[4] = {(__int128)x.smin * y.smin, (__int128)x.smin * y.smax,
                            (__int128)x.smax * y.smin, (__int128)x.smax * y.smax};
    for (count = 0; count < 4; count++) ends[count] = products[count];
  }
  for (unsigned k = 0; k < count; k++)
    if (ends[k] < INT64_MIN || ends[k] > INT64_MAX) return false;
  return true;
}

/* e / 2^bits as a signed number, if e is visibly a sum of multiples of 2^bits; else NULL.
   Rewriting sees more in an index than in a shifted position: i * 6 + 1 is never 2. */
static struct expr *divide(struct exprs *exprs, struct expr *e, unsigned bits, unsigned depth) {
  uint64_t low = ((uint64_t)1 << bits) - 1;
  if (expr_is_const(e)) {
    uint64_t value = expr_const_value(e);
    return value & low ? NULL : expr_const(exprs, 64, (uint64_t)((int64_t)value >> bits));
  }
  if (e->kind == EXPR_ADD && depth > 0 && is_exact(e, expr_child(e, 0), expr_child(e, 1))) {
    struct expr *a = divide(exprs, expr_child(e, 0), bits, depth - 1);
    struct expr *b = a ? divide(exprs, expr_child(e, 1), bits, depth - 1) : NULL;
    return b ? expr_add(exprs, a, b) : NULL;
  }
  if (e->kind == EXPR_MUL && is_exact(e, expr_child(e, 0), expr_child(e, 1))) {
    for (unsigned k = 0; k < 2; k++) {
      struct expr *factor = expr_child(e, k), *other = expr_child(e, 1 - k);
      struct expr *part = expr_is_const(factor) ? divide(exprs, factor, bits, 0) : NULL;
      if (part != NULL) return expr_mul(exprs, other, part);
    }
  }
  if ((expr_range_of(e).zeros & low) != low) return NULL;
  return expr_ashr(exprs, e, expr_const(exprs, 64, bits));
}

/* The element that contains a position; any value will do for invalid positions. */
static struct expr *divide_position(struct exprs *exprs, struct expr *position, uint64_t phase,
                                    unsigned bits) {
  if (bits == 0) return position;
  struct expr *start = expr_sub(exprs, position, expr_const(exprs, 64, phase));
  bool is_sum = start->kind == EXPR_ADD || start->kind == EXPR_MUL;
  struct expr *index = is_sum ? divide(exprs, start, bits, MAX_TERMS) : NULL;
  return index ? index : expr_lshr(exprs, position, expr_const(exprs, 64, bits));
}

/* The extent of an access: `count` elements from `index` on, starting `phase` bytes into the
   first or, if that is not known, shift / 8 bytes. */
struct stretch {
  struct expr *index;
  unsigned unit, count;
  unsigned phase;
  struct expr *shift; /* in bits, as wide as all elements together; NULL if the phase is known */
};

static struct stretch find_stretch(struct exprs *exprs, const struct expr *array,
                                   struct expr *position, unsigned size) {
  REQUIRE(size >= 1 && size <= 16 && position->width == 64);
  unsigned unit = byte_array_unit(array);
  struct stretch stretch = {.unit = unit};
  struct expr_range range = expr_range_of(position);
  uint64_t low = unit - 1;
  unsigned bits = (unsigned)__builtin_ctz(unit);
  if (((range.zeros | range.ones) & low) == low) {
    stretch.phase = (unsigned)(range.ones & low);
    stretch.index = divide_position(exprs, position, stretch.phase, bits);
    stretch.count = (stretch.phase + size + unit - 1) / unit;
    return stretch;
  }
  stretch.index = expr_lshr(exprs, position, expr_const(exprs, 64, bits));
  stretch.count = (unit - 1 + size + unit - 1) / unit;
  unsigned width = stretch.count * unit * 8;
  struct expr *phase = expr_and(exprs, position, expr_const(exprs, 64, low));
  phase = expr_shl(exprs, phase, expr_const(exprs, 64, 3));
  stretch.shift =
      width > 64 ? expr_zext(exprs, phase, width) : expr_extract(exprs, phase, 0, width);
  return stretch;
}

static struct expr *element_index(struct exprs *exprs, const struct stretch *stretch,
                                  unsigned number) {
  return expr_add(exprs, stretch->index, expr_const(exprs, 64, number));
}

/* All elements of the stretch as one value. */
static struct expr *read_stretch(struct exprs *exprs, struct expr *array,
                                 const struct stretch *stretch) {
  struct expr *value = NULL;
  for (unsigned k = 0; k < stretch->count; k++) {
    struct expr *piece = expr_read(exprs, array, element_index(exprs, stretch, k));
    value = value ? expr_concat(exprs, piece, value) : piece;
  }
  return value;
}

struct expr *byte_array_read(struct exprs *exprs, struct expr *array, struct expr *position,
                             unsigned size) {
  struct stretch stretch = find_stretch(exprs, array, position, size);
  struct expr *value = read_stretch(exprs, array, &stretch);
  if (stretch.shift != NULL) value = expr_lshr(exprs, value, stretch.shift);
  return expr_extract(exprs, value, stretch.phase * 8, size * 8);
}

/* The new value of all elements of the stretch. */
static struct expr *written_stretch(struct exprs *exprs, struct expr *array,
                                    const struct stretch *stretch, unsigned size,
                                    struct expr *value) {
  unsigned width = stretch->count * stretch->unit * 8;
  if (stretch->phase == 0 && value->width == width && stretch->shift == NULL) return value;
  struct expr *old = read_stretch(exprs, array, stretch);
  if (stretch->shift == NULL) {
    unsigned low = stretch->phase * 8, end = low + size * 8;
    struct expr *result = value;
    if (low > 0) result = expr_concat(exprs, result, expr_extract(exprs, old, 0, low));
    if (end < width)
      result = expr_concat(exprs, expr_extract(exprs, old, end, width - end), result);
    return result;
  }
  struct expr *ones = expr_not(exprs, expr_const(exprs, size * 8, 0));
  struct expr *mask = expr_shl(exprs, expr_zext(exprs, ones, width), stretch->shift);
  struct expr *fresh = expr_shl(exprs, expr_zext(exprs, value, width), stretch->shift);
  return expr_or(exprs, expr_and(exprs, old, expr_not(exprs, mask)), fresh);
}

struct expr *byte_array_write(struct exprs *exprs, struct expr *array, struct expr *position,
                              unsigned size, struct expr *value) {
  REQUIRE(value->width == size * 8);
  struct stretch stretch = find_stretch(exprs, array, position, size);
  struct expr *written = written_stretch(exprs, array, &stretch, size, value);
  for (unsigned k = 0, bits = stretch.unit * 8; k < stretch.count; k++) {
    struct expr *piece = expr_extract(exprs, written, k * bits, bits);
    array = expr_store(exprs, array, element_index(exprs, &stretch, k), piece);
  }
  return array;
}

/* ---- merging ---- */

/* The stores of `array` down to `end`, from the newest on; false if there are too many, or `end`
   is not below. */
static unsigned list_stores(struct expr *array, const struct expr *end, struct expr **stores) {
  unsigned count = 0;
  for (; array != end; array = expr_child(array, 0)) {
    if (count == MAX_MERGED || array->kind != EXPR_STORE) return MAX_MERGED + 1;
    stores[count++] = array;
  }
  return count;
}

/* Repeats the stores over `array` where the condition is as given; elsewhere keeps the old
   content. */
static struct expr *add_stores(struct exprs *exprs, struct expr *array, struct expr **stores,
                               unsigned count, struct expr *condition, bool is_wanted) {
  while (count-- > 0) {
    struct expr *index = expr_child(stores[count], 1), *value = expr_child(stores[count], 2);
    struct expr *old = expr_read(exprs, array, index);
    value =
        is_wanted ? expr_ite(exprs, condition, value, old) : expr_ite(exprs, condition, old, value);
    array = expr_store(exprs, array, index, value);
  }
  return array;
}

struct expr *byte_array_merge(struct exprs *exprs, struct expr *condition, struct expr *a,
                              struct expr *b) {
  struct expr *of_a[MAX_MERGED], *of_b[MAX_MERGED], *common = a;
  unsigned a_count = 0, b_count = MAX_MERGED + 1;
  for (; a_count <= MAX_MERGED; a_count++, common = expr_child(common, 0)) {
    b_count = list_stores(b, common, of_b);
    if (b_count <= MAX_MERGED || common->kind != EXPR_STORE) break;
  }
  if (b_count > MAX_MERGED || a_count > MAX_MERGED) return NULL;
  a_count = list_stores(a, common, of_a);
  struct expr *merged = add_stores(exprs, common, of_a, a_count, condition, true);
  return add_stores(exprs, merged, of_b, b_count, condition, false);
}
