/* Which registers are live at a point of a function, queried one register at a time. For large
   functions, where sets per block (ir/liveness.h) would grow quadratically. */
#ifndef IR_LIVE_RANGES_H
#define IR_LIVE_RANGES_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;
struct live_ranges;

/* Returns owned; borrows the function. */
struct live_ranges *live_ranges_new(const struct ir_func *func);
void live_ranges_free(struct live_ranges *ranges);

/* Before the block's first instruction, with its parameters bound. A wide register is named by its
   first number. */
bool live_ranges_has_at(struct live_ranges *ranges, uint32_t reg, uint32_t block);
/* After the instruction, which must not end a block, as if it had no results. */
bool live_ranges_has_after(struct live_ranges *ranges, uint32_t reg, uint32_t ins);
/* The first instruction from `ins` on, by number, that reads the register, as an operand or as an
   edge argument; UINT32_MAX: none. */
uint32_t live_ranges_next_use(const struct live_ranges *ranges, uint32_t reg, uint32_t ins);

#endif
