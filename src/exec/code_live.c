/* Which slots of a frame still matter, at the starts of blocks and after calls. Worked out
   for a whole function when it is first asked for.

   After a call, instructions in front of it that threaded code has folded into users behind
   it have not been done; they will be, from their own operands, which therefore matter. */
#include "exec/code.h"
#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/ir.h"
#include "ir/liveness.h"
#include "ir/operands.h"
#include "util/alloc.h"

#include <stdlib.h>

static void add_live(uint64_t *set, const struct live_set *live) {
  for (uint32_t i = 0; i < live->count; i++)
    set[live->regs[i] / 64] |= (uint64_t)1 << (live->regs[i] % 64);
}

static bool has(const uint64_t *set, uint32_t slot) { return set[slot / 64] >> (slot % 64) & 1; }

static size_t set_words(const struct code *code) { return code->slot_count / 64 + 1; }

static void add_folded_operands(const struct code *code, uint32_t call, uint64_t *set) {
  const struct ir_func *func = code->func;
  uint32_t first = func->blocks.data[code->ins_block[call]].first;
  struct ir_operand_list uses = {0};
  for (uint32_t i = call; i-- > first;) {
    if (!code->is_folded[i] || !has(set, func->ins.data[i].dst)) continue;
    vec_clear(&uses);
    ir_list_uses(func, &func->ins.data[i], &uses);
    for (size_t k = 0; k < uses.count; k++)
      if (!ir_is_const(uses.data[k])) set[uses.data[k] / 64] |= (uint64_t)1 << (uses.data[k] % 64);
  }
  vec_free(&uses);
}

static uint64_t *live_after(const struct code *code, const struct liveness_cursor *cursor,
                            const struct liveness *liveness) {
  const struct ir_func *func = code->func;
  uint32_t call = cursor->ins - 1;
  uint64_t *set = alloc_zeroed(set_words(code) * sizeof *set);
  for (size_t reg = bitset_next(&cursor->live, 0); reg != BITSET_NONE;
       reg = bitset_next(&cursor->live, reg + 1))
    set[reg / 64] |= (uint64_t)1 << (reg % 64);
  struct ir_operand_list results = {0};
  ir_list_defs(func, &func->ins.data[call], &results);
  for (size_t i = 0; i < results.count; i++)
    set[results.data[i] / 64] &= ~((uint64_t)1 << (results.data[i] % 64));
  vec_free(&results);
  add_live(set, &liveness->resumed);
  add_folded_operands(code, call, set);
  return set;
}

static void find_calls(struct code *code, const struct liveness *liveness, uint32_t block) {
  const struct ir_func *func = code->func;
  struct liveness_cursor cursor = liveness_start(func, liveness, block);
  do {
    uint32_t first = func->blocks.data[block].first;
    if (cursor.ins > first && func->ins.data[cursor.ins - 1].op == IR_CALL)
      code->live_after[cursor.ins - 1] = live_after(code, &cursor, liveness);
  } while (liveness_step_back(&cursor));
  liveness_cursor_free(&cursor);
}

static void make_live(struct code *code) {
  const struct ir_func *func = code->func;
  struct cfg cfg = cfg_build(func);
  struct def_use def_use = def_use_build(func);
  struct liveness liveness = liveness_build(func, &cfg, &def_use);
  code->live = alloc_zeroed((func->blocks.count + 1) * sizeof *code->live);
  code->live_after = alloc_zeroed((func->ins.count + 1) * sizeof *code->live_after);
  for (size_t b = 0; b < func->blocks.count; b++) {
    code->live[b] = alloc_zeroed(set_words(code) * sizeof(uint64_t));
    add_live(code->live[b], &liveness.live_in[b]);
    add_live(code->live[b], &liveness.resumed);
    find_calls(code, &liveness, (uint32_t)b);
  }
  liveness_free(&liveness);
  def_use_free(&def_use);
  cfg_free(&cfg);
}

const uint64_t *code_live_slots(const struct code *code, uint32_t block) {
  if (code->live == NULL) make_live((struct code *)code);
  return code->live[block];
}

const uint64_t *code_live_after(const struct code *code, uint32_t call) {
  if (code->live == NULL) make_live((struct code *)code);
  return code->live_after[call];
}

void code_free_live(struct code *code) {
  if (code->live == NULL) return;
  for (size_t b = 0; b < code->func->blocks.count; b++) free(code->live[b]);
  for (size_t i = 0; i < code->func->ins.count; i++) free(code->live_after[i]);
  free(code->live);
  free(code->live_after);
}
