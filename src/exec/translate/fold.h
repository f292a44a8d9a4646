/* Which IR instructions are folded into others when a function is translated: address arithmetic
   into loads and stores, comparisons into branches. */
#ifndef EXEC_TRANSLATE_FOLD_H
#define EXEC_TRANSLATE_FOLD_H

#include <stdbool.h>
#include <stdint.h>

struct ir_func;
struct machine;

/* base + index * scale + offset; base or index may be FOLD_NONE. */
struct fold_address {
  uint32_t base, index;
  uint32_t scale;
  bool is_index_s32; /* the index is a 32-bit register, to be sign-extended */
  uint64_t offset;
};
#define FOLD_NONE UINT32_MAX

struct fold {
  const struct machine *machine;
  const struct ir_func *func;
  bool *is_folded;                /* per instruction: emits nothing by itself */
  uint32_t *use_counts;           /* per register */
  uint32_t *address_uses;         /* per register: uses as an address in its own block */
  uint32_t *def_ins;              /* per register; UINT32_MAX for parameters */
  uint32_t *ins_block;            /* per instruction */
  uint8_t *root_state;            /* per register: what is known of addresses[…] */
  struct fold_address *addresses; /* per register, valid where root_state is FOLD_GOOD */
};
enum { FOLD_UNKNOWN, FOLD_GOOD, FOLD_BAD };

/* requires: a verified function. ensures: an instruction is marked as folded only if all its
   uses are in instructions of the same block that include it. */
void fold_analyse(struct fold *fold, const struct machine *machine, const struct ir_func *func);
void fold_free(struct fold *fold);
/* Whether the value of the register is an address that its users compute themselves. */
bool fold_is_address(const struct fold *fold, uint32_t reg);

#endif
