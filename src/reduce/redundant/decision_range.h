/* Ranges of values: what a decision needs to know of a register that it compares with a constant.
 */
#ifndef REDUCE_REDUNDANT_RANGE_H
#define REDUCE_REDUNDANT_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;
struct ir_ins;

/* The values first, first + 1 … last, of `width` bits, at most 64; it may wrap around, so that
   ranges of signed and of unsigned numbers are the same thing. Width 0: no range is known. */
struct range {
  uint8_t width;
  uint64_t first, last;
};

static inline struct range range_of(unsigned width, uint64_t value) {
  return (struct range){(uint8_t)width, value, value};
}
bool range_is_same(const struct range *a, const struct range *b);
bool range_has(const struct range *range, uint64_t value);
/* False if what both have is nothing, or not a range. */
bool range_intersect(struct range *target, const struct range *other);

/* For which values of the instruction's only operand that is no constant the result lies in the
   range. Returns the operand, or IR_NONE if that is not known, or not a range. */
uint32_t range_of_operand(const struct ir_func *func, const struct ir_ins *ins,
                          const struct range *result, struct range *range);

#endif
