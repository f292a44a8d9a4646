/* Which registers are live at a point of a function. */
#ifndef IR_LIVENESS_H
#define IR_LIVENESS_H

#include "util/bitset.h"

#include <stdbool.h>
#include <stdint.h>

struct cfg;
struct def_use;
struct ir_func;

/* Sorted register numbers; a wide register is named by its first number. */
struct live_set {
  uint32_t *regs;
  uint32_t count, capacity;
};

struct liveness {
  uint32_t block_count;
  /* Before the first instruction, with the block's parameters bound: contains those that are
     used. */
  struct live_set *live_in;
  /* After the terminator has read its operands and the arguments of its edges. */
  struct live_set *live_out;
  /* If runs can return to a setjmp, these registers are live at every call that can lead there.
     Empty in functions without setjmp. */
  struct live_set resumed;
  bool *may_resume; /* per block: reachable from a setjmp; NULL without setjmp */
};

/* Owned by the caller. Sets of unreachable blocks are empty. */
struct liveness liveness_build(const struct ir_func *func, const struct cfg *cfg,
                               const struct def_use *def_use);
/* The same, but stops when *stop becomes true: then the sets are incomplete. NULL: never. */
struct liveness liveness_build_until(const struct ir_func *func, const struct cfg *cfg,
                                     const struct def_use *def_use, const volatile bool *stop);
void liveness_free(struct liveness *liveness);

bool liveness_has(const struct live_set *set, uint32_t reg);

/* Walking a block backwards, one instruction at a time. */
struct liveness_cursor {
  const struct ir_func *func;
  const struct liveness *liveness;
  uint32_t block;
  uint32_t ins;       /* `live` holds what is live before this instruction */
  struct bitset live; /* of register numbers */
};

/* At the end of the block, after its terminator; the caller frees the cursor. */
struct liveness_cursor liveness_start(const struct ir_func *func, const struct liveness *liveness,
                                      uint32_t block);
/* Moves to before the previous instruction. False, with nothing changed, at the block's start. */
bool liveness_step_back(struct liveness_cursor *cursor);
void liveness_cursor_free(struct liveness_cursor *cursor);

#endif
