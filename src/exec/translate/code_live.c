/* Which slots of a frame are live, at the start of blocks and after calls. Computed on demand
   for a whole function, as bit sets; for a function so large that these would be quadratic in
   its size, register by register instead.

   Instructions before a call that threaded code has folded into users after it have not been
   executed yet; they will be, from their own operands, which are therefore live after the call. */
#include "exec/registers.h"
#include "exec/translate/code.h"
#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/ir.h"
#include "ir/live_ranges.h"
#include "ir/liveness.h"
#include "ir/operands.h"
#include "util/alloc.h"

#include <stdlib.h>

/* How many words the sets of a function may use. */
enum { MOST_WORDS = 1 << 16 };

static void add_live(uint64_t *set, const struct live_set *live) {
  for (uint32_t i = 0; i < live->count; i++)
    set[live->regs[i] / 64] |= (uint64_t)1 << (live->regs[i] % 64);
}

static bool has(const uint64_t *set, uint32_t slot) { return set[slot / 64] >> (slot % 64) & 1; }

static size_t set_words(const struct code *code) { return code->slot_count / 64 + 1; }

/* ---- sets ---- */

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

static void make_sets(struct code *code) {
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

/* ---- large functions ---- */

static bool is_needed_after(const struct code *code, uint32_t call, uint32_t reg) {
  if (live_ranges_has_after(code->live_ranges, reg, call)) return true;
  uint32_t at = code->func->blocks.data[code->ins_block[call]].first;
  while ((at = live_ranges_next_use(code->live_ranges, reg, at)) < call) {
    if (code->is_folded[at] && is_needed_after(code, call, code->func->ins.data[at].dst))
      return true;
    at++;
  }
  return false;
}

/* ---- queries ---- */

static bool is_large(const struct code *code) {
  const struct ir_func *func = code->func;
  size_t sets = func->blocks.count;
  for (size_t i = 0; i < func->ins.count; i++) sets += func->ins.data[i].op == IR_CALL;
  return sets * set_words(code) > MOST_WORDS;
}

/* Afterwards one of the two has been made. */
static void make_live(const struct code *code) {
  struct code *made = (struct code *)code;
  if (made->live != NULL || made->live_ranges != NULL) return;
  if (is_large(code))
    made->live_ranges = live_ranges_new(code->func);
  else
    make_sets(made);
}

struct code_live code_live_at(const struct code *code, uint32_t block) {
  make_live(code);
  return (struct code_live){
      .code = code, .set = code->live ? code->live[block] : NULL, .block = block, .call = IR_NONE};
}

struct code_live code_live_after(const struct code *code, uint32_t call) {
  make_live(code);
  return (struct code_live){
      .code = code, .set = code->live ? code->live_after[call] : NULL, .call = call};
}

bool code_is_live(const struct code_live *live, uint32_t slot) {
  const struct code *code = live->code;
  if (live->set != NULL) return has(live->set, slot);
  if (slot >= code->func->reg_widths.count) return false;
  return live->call == IR_NONE ? live_ranges_has_at(code->live_ranges, slot, live->block)
                               : is_needed_after(code, live->call, slot);
}

static uint32_t *make_list(const struct code *code, uint32_t block) {
  const struct ir_func *func = code->func;
  struct code_live live = code_live_at(code, block);
  VEC(uint32_t) list = {0};
  vec_push(&list, 0);
  for (uint32_t reg = 0; reg < func->reg_widths.count;
       reg += ir_word_count(func->reg_widths.data[reg]))
    if (code_is_live(&live, reg)) vec_push(&list, reg);
  list.data[0] = (uint32_t)list.count - 1;
  return list.data;
}

const uint32_t *code_live_list(const struct code *code, uint32_t block, uint32_t *count) {
  struct code *made = (struct code *)code;
  if (made->live_lists == NULL)
    made->live_lists = alloc_zeroed(code->func->blocks.count * sizeof *made->live_lists);
  if (made->live_lists[block] == NULL) made->live_lists[block] = make_list(code, block);
  *count = made->live_lists[block][0];
  return made->live_lists[block] + 1;
}

static void forget(struct registers *registers, uint64_t *slots, uint32_t slot) {
  registers_clear(registers, slot);
  slots[slot] = REGISTER_DEAD;
}

void code_keep_live(const struct code_live *live, struct registers *registers, uint64_t *slots) {
  for (uint32_t w = 0; w < registers_word_count(registers); w++) {
    uint64_t left = live->set ? registers->set[w] & ~live->set[w] : registers->set[w];
    for (; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + (unsigned)__builtin_ctzll(left);
      if (live->set != NULL || !code_is_live(live, slot)) forget(registers, slots, slot);
    }
  }
}

void code_free_live(struct code *code) {
  live_ranges_free(code->live_ranges);
  for (size_t b = 0; code->live_lists != NULL && b < code->func->blocks.count; b++)
    free(code->live_lists[b]);
  free(code->live_lists);
  if (code->live == NULL) return;
  for (size_t b = 0; b < code->func->blocks.count; b++) free(code->live[b]);
  for (size_t i = 0; i < code->func->ins.count; i++) free(code->live_after[i]);
  free(code->live);
  free(code->live_after);
}
