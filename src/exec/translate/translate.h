/* Shared by the parts of the translator: a function during translation from IR to threaded code. */
#ifndef EXEC_TRANSLATE_TRANSLATE_H
#define EXEC_TRANSLATE_TRANSLATE_H

#include "exec/machine.h"
#include "exec/translate/fold.h"
#include "exec/translate/op.h"
#include "exec/translate/site.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/alloc.h"

/* A jump distance to be filled in when all operations are placed. */
struct fix_up {
  uint32_t op;     /* the operation that jumps */
  uint32_t target; /* block, or operation when is_op */
  bool is_op;
  uint8_t field;  /* enum fix_field */
  int32_t *place; /* for FIX_PLACE */
};
enum fix_field { FIX_JUMP, FIX_DST, FIX_C, FIX_B, FIX_PLACE };

struct translator {
  struct machine *machine;
  const struct ir_func *func;
  struct code *code;
  struct fold fold;
  VEC(struct op) ops;
  VEC(uint32_t) origins;
  VEC(struct fix_up) fix_ups;
  VEC(struct untaken_jump) untaken_jumps;
  uint32_t current; /* IR instruction being translated */
  uint32_t scratch; /* next free slot beyond the registers */
  uint32_t slot_count;
  struct ir_operand_list uses; /* scratch */
};

/* Appends an operation and returns its number. */
uint32_t translate_emit(struct translator *t, struct op op);
/* Memory that lives as long as the code, zeroed. */
void *translate_keep(struct translator *t, size_t size);
/* The slot of an operand; a constant is moved to a scratch slot first. */
uint32_t translate_slot(struct translator *t, ir_operand operand);
/* Whether the operand has a value that only the symbolic interpreter knows. */
bool translate_is_undefined(const struct machine *machine, const struct ir_func *func,
                            ir_operand operand);
struct arg_word translate_word(struct translator *t, ir_operand operand, uint32_t word);
/* Consecutive entries of the function's operand list; NULL if there are none. */
static inline const ir_operand *translate_operands(const struct translator *t, uint32_t first,
                                                   uint32_t count) {
  return count ? t->func->operands.data + first : NULL;
}
/* Calls: translate_call.c. */
void translate_call(struct translator *t, const struct ir_ins *ins);
void translate_return(struct translator *t, const struct ir_ins *ins, uint32_t count);
/* Edges and branches: translate_control.c. `count` is the number of instructions of the block,
   which the operation that ends it charges as fuel. */
void translate_terminator(struct translator *t, const struct ir_ins *ins, uint32_t count);
/* Loads, stores and sums: translate_address.c. */
void translate_load(struct translator *t, const struct ir_ins *ins);
void translate_store(struct translator *t, const struct ir_ins *ins);
void translate_sum(struct translator *t, const struct ir_ins *ins);

/* Sets code.places, for the machine's current side. */
void translate_places(const struct machine *machine, struct code *code);

#endif
