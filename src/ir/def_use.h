/* Where registers are defined and used. */
#ifndef IR_DEF_USE_H
#define IR_DEF_USE_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;

enum def_kind {
  DEF_NONE,        /* not defined; also the second word of a wide register */
  DEF_PARAM,       /* of the function; index says which */
  DEF_BLOCK_PARAM, /* of block `block`; index says which */
  DEF_INS,         /* by instruction `ins` of `block` */
  DEF_CALL_RESULT  /* by the call `ins`; index says which result */
};

struct def_site {
  enum def_kind kind;
  uint32_t block; /* 0 for function parameters */
  uint32_t ins;
  uint32_t index;
};

struct use_site {
  uint32_t ins;  /* for an argument of an edge, the terminator */
  uint32_t edge; /* IR_NONE unless it is an argument of that edge */
};

struct def_use {
  uint32_t reg_count;
  struct def_site *defs; /* per register */
  uint32_t *first_use;   /* of register r: uses first_use[r] to first_use[r + 1] - 1 */
  struct use_site *uses; /* in order of instructions; a register read twice has two */
  uint32_t *block_of_ins;
};

/* Owned by the caller. */
struct def_use def_use_build(const struct ir_func *func);
void def_use_free(struct def_use *def_use);

static inline uint32_t def_use_count(const struct def_use *def_use, uint32_t reg) {
  return def_use->first_use[reg + 1] - def_use->first_use[reg];
}

#endif
