/* The value is a binary trie on the bits of the offset: the places are split at the highest bit
   in which the first and the last differ. There is one ite less than there are places, and no
   more different conditions than the range has bits, each a bit of the offset. (Comparing with
   the middle place makes as many ites, but a comparator for each.) The depth, also of the
   recursion, is the number of bits. */
#include "memory/select.h"

#include "expr/expr.h"

struct selection {
  struct exprs *exprs;
  struct expr *offset;
  const struct places *places;
  select_value *value;
  void *context;
};

/* Among the places first … last. */
static struct expr *select_among(const struct selection *s, uint64_t first, uint64_t last) {
  uint64_t low = place_offset(s->places, first), high = place_offset(s->places, last);
  if (first == last) return s->value(low, s->context);
  unsigned bit = 63 - (unsigned)__builtin_clzll(low ^ high);
  uint64_t border = high >> bit << bit; /* the least offset with this bit set */
  uint64_t middle = (border - s->places->low + s->places->step - 1) / s->places->step;
  struct expr *below = select_among(s, first, middle - 1);
  struct expr *above = select_among(s, middle, last);
  return expr_ite(s->exprs, expr_extract(s->exprs, s->offset, bit, 1), above, below);
}

struct expr *select_by_bits(struct exprs *exprs, struct expr *offset, const struct places *places,
                            select_value *value, void *context) {
  struct selection selection = {exprs, offset, places, value, context};
  return select_among(&selection, 0, places->count - 1);
}
