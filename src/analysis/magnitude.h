/* How large the registers of a function may become, as far as its instructions tell. */
#ifndef ANALYSIS_MAGNITUDE_H
#define ANALYSIS_MAGNITUDE_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;

/* As a signed number of its width, a value v has |v| < 2^bits, and v >= 0 if not is_signed. */
struct magnitude {
  uint8_t bits;
  bool is_signed;
};

/* Returns an owned array, one for each register. `cycle`: per register, equal for registers that
   flow into each other. */
struct magnitude *magnitudes_find(const struct ir_func *func, const uint32_t *cycle);
struct magnitude magnitude_of(const struct ir_func *func, const struct magnitude *all,
                              uint32_t operand);

#endif
