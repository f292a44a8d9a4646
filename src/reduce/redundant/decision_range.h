/* Ranges of values: what a decision needs to know of a register that it compares with a constant.
 */
#ifndef REDUCE_REDUNDANT_DECISION_RANGE_H
#define REDUCE_REDUNDANT_DECISION_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;
struct ir_ins;

/* The values first, first + 1 … last, of `width` bits, at most 64; it may wrap around, so that
   ranges of signed and of unsigned numbers are the same thing. Width 0: no range is known. */
struct decision_range {
  uint8_t width;
  uint64_t first, last;
};

static inline struct decision_range decision_range_of(unsigned width, uint64_t value) {
  return (struct decision_range){(uint8_t)width, value, value};
}
bool decision_range_is_same(const struct decision_range *a, const struct decision_range *b);
bool decision_range_has(const struct decision_range *range, uint64_t value);
/* False if what both have is nothing, or not a range. */
bool decision_range_intersect(struct decision_range *target, const struct decision_range *other);

/* For which values of the instruction's only operand that is no constant the result lies in the
   range. Returns the operand, or IR_NONE if that is not known, or not a range. */
uint32_t decision_range_of_operand(const struct ir_func *func, const struct ir_ins *ins,
                                   const struct decision_range *result,
                                   struct decision_range *range);

#endif
