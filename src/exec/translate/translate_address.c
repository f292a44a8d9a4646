/* Translating loads, stores and the sums that compute addresses. */
#include "exec/fast/fast.h"
#include "exec/translate/code.h"
#include "exec/translate/translate.h"

static int size_log(unsigned width) {
  return width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : width == 64 ? 3 : -1;
}

static enum fast_address mode_of(const struct fold_address *address) {
  if (address->index == FOLD_NONE) return address->base == FOLD_NONE ? FAST_ABSOLUTE : FAST_BASE;
  if (address->base == FOLD_NONE) return address->is_index_s32 ? FAST_TABLE_S32 : FAST_TABLE;
  return address->is_index_s32 ? FAST_INDEXED_S32 : FAST_INDEXED;
}

static struct fold_address address_of(struct translator *t, ir_operand operand) {
  struct fold_address plain = {FOLD_NONE, FOLD_NONE, 0, false, 0};
  if (ir_is_const(operand))
    plain.offset = code_const_value(t->machine, t->func, operand & ~IR_CONST);
  else if (fold_is_address(&t->fold, operand))
    return t->fold.addresses[operand];
  else
    plain.base = operand;
  return plain;
}

static struct op op_with(const struct fold_address *address, op_handler *run, uint32_t dst) {
  return (struct op){.run = run,
                     .dst = dst,
                     .a = address->base == FOLD_NONE ? 0 : address->base,
                     .b = address->index == FOLD_NONE ? 0 : address->index,
                     .c = address->scale,
                     .imm = address->offset};
}

static void record(struct translator *t, const struct ir_ins *ins, bool is_write) {
  if (!t->machine->exploration->is_traced) return;
  struct fold_address address = address_of(t, ins->a);
  op_handler *run = fast_record_access[mode_of(&address)][is_write];
  translate_emit(t, op_with(&address, run, t->current));
}

void translate_load(struct translator *t, const struct ir_ins *ins) {
  int log = size_log(ins->width);
  record(t, ins, false);
  if (log < 0) {
    translate_emit(t, (struct op){.run = fast_load_any,
                                  .dst = ins->dst,
                                  .a = translate_slot(t, ins->a),
                                  .b = ins->width});
    return;
  }
  struct fold_address address = address_of(t, ins->a);
  translate_emit(t, op_with(&address, fast_load[mode_of(&address)][log], ins->dst));
}

void translate_store(struct translator *t, const struct ir_ins *ins) {
  int log = size_log(ins->width);
  record(t, ins, true);
  if (log < 0) {
    uint32_t value = translate_slot(t, ins->b);
    translate_emit(t, (struct op){.run = fast_store_any,
                                  .dst = value,
                                  .a = translate_slot(t, ins->a),
                                  .b = ins->width});
    return;
  }
  struct fold_address address = address_of(t, ins->a);
  enum fast_address mode = mode_of(&address);
  int64_t offset = (int64_t)address.offset;
  if (ir_is_const(ins->b) && mode == FAST_BASE && offset == (int32_t)offset) {
    translate_emit(t,
                   (struct op){.run = fast_store_const[log],
                               .a = address.base,
                               .c = (uint32_t)offset,
                               .imm = code_const_value(t->machine, t->func, ins->b & ~IR_CONST)});
    return;
  }
  uint32_t value = translate_slot(t, ins->b);
  translate_emit(t, op_with(&address, fast_store[mode][log], value));
}

/* A 64-bit sum: as one address computation if that saves operations. */
void translate_sum(struct translator *t, const struct ir_ins *ins) {
  const struct fold_address *address = &t->fold.addresses[ins->dst];
  enum fast_address mode = mode_of(address);
  if (mode == FAST_INDEXED && address->scale == 1 && address->offset == 0) {
    translate_emit(t, (struct op){.run = fast_binary[IR_ADD][FAST_64][FAST_RR],
                                  .dst = ins->dst,
                                  .a = address->base,
                                  .b = address->index});
    return;
  }
  translate_emit(t, op_with(address, fast_lea[mode], ins->dst));
}
