/* The value at a symbolic offset as an ite over several places: private to src/memory. */
#ifndef MEMORY_SELECT_H
#define MEMORY_SELECT_H

#include <stdint.h>

struct expr;
struct exprs;

/* The places low, low + step, …, `count` of them. */
struct places {
  uint64_t low, step, count;
};

static inline uint64_t place_offset(const struct places *places, uint64_t number) {
  return places->low + number * places->step;
}

typedef struct expr *select_value(uint64_t offset, void *context);

/* The value at the place `offset`, which must be one of them. */
struct expr *select_by_bits(struct exprs *exprs, struct expr *offset, const struct places *places,
                            select_value *value, void *context);

#endif
