/* Folding address arithmetic and comparisons into their users.

   Registers do not change within a block, so a pure instruction may be evaluated later, in place
   of its use. Blocks are scanned backwards: users decide before their operands are examined. A
   sum that several loads and stores of the block use as their address (x = a[i]; a[i] = …) is
   recomputed by each. */
#include "exec/translate/fold.h"

#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "ir/operands.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 4, MAX_MARKS = 16 };

/* An address under construction, with the instructions that would be folded. */
struct attempt {
  struct fold_address address;
  uint32_t marks[MAX_MARKS];
  unsigned mark_count;
};

static bool has_plain_size(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

static bool is_plain_access(const struct ir_ins *ins) {
  return (ins->op == IR_LOAD || ins->op == IR_STORE) && has_plain_size(ins->width);
}

static void count_uses(struct fold *fold) {
  const struct ir_func *func = fold->func;
  struct ir_operand_list uses = {0};
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    const struct ir_block *block = &func->blocks.data[b];
    for (uint32_t i = block->first; i < block->first + block->count; i++) {
      const struct ir_ins *ins = &func->ins.data[i];
      fold->ins_block[i] = b;
      uses.count = 0;
      ir_list_uses(func, ins, &uses);
      if (ir_is_terminator(ins->op))
        for (uint32_t k = 0; k < ir_successor_count(ins); k++)
          ir_list_edge_args(func, ir_successor_edge(func, ins, k), &uses);
      for (size_t k = 0; k < uses.count; k++)
        if (!ir_is_const(uses.data[k])) fold->use_counts[uses.data[k]]++;
      if (ir_has_dst(ins->op)) fold->def_ins[ins->dst] = i;
      if (is_plain_access(ins) && !ir_is_const(ins->a)) {
        uint32_t def = fold->def_ins[ins->a];
        if (def != UINT32_MAX && fold->ins_block[def] == b) fold->address_uses[ins->a]++;
      }
    }
  }
  vec_free(&uses);
}

/* The instruction that defines the operand, if it is in that block and this is the operand's
   only use. */
static const struct ir_ins *only_use_def(const struct fold *fold, ir_operand operand,
                                         uint32_t block) {
  if (ir_is_const(operand) || fold->use_counts[operand] != 1) return NULL;
  uint32_t def = fold->def_ins[operand];
  if (def == UINT32_MAX || fold->ins_block[def] != block) return NULL;
  return &fold->func->ins.data[def];
}

static bool is_undefined(const struct fold *fold, ir_operand operand) {
  return ir_is_const(operand) &&
         fold->func->consts.data[operand & ~IR_CONST].kind == IR_CONST_UNDEFINED;
}

/* Instructions that read something undefined are not folded: the symbolic interpreter executes
   them. */
static bool reads_undefined(const struct fold *fold, const struct ir_ins *ins) {
  unsigned format = ir_opcode_formats[ins->op];
  return is_undefined(fold, ins->a) || (format != IR_FORMAT_CONVERT && is_undefined(fold, ins->b));
}

static bool mark(struct attempt *attempt, const struct fold *fold, const struct ir_ins *ins) {
  if (attempt->mark_count == MAX_MARKS || code_is_checked_sum(fold->machine, ins)) return false;
  if (reads_undefined(fold, ins)) return false;
  attempt->marks[attempt->mark_count++] = (uint32_t)(ins - fold->func->ins.data);
  return true;
}

static bool const_of(const struct fold *fold, ir_operand operand, uint64_t *value) {
  if (!ir_is_const(operand) || is_undefined(fold, operand)) return false;
  *value = code_const_value(fold->machine, fold->func, operand & ~IR_CONST);
  return true;
}

static bool set_index(const struct fold *fold, struct attempt *attempt, ir_operand operand,
                      uint64_t scale, uint32_t block) {
  if (attempt->address.index != FOLD_NONE || scale > INT32_MAX) return false;
  attempt->address.scale = (uint32_t)scale;
  attempt->address.index = operand;
  const struct ir_ins *def = only_use_def(fold, operand, block);
  if (def != NULL && def->op == IR_SEXT && def->c == 32 && !ir_is_const(def->a) &&
      mark(attempt, fold, def)) {
    attempt->address.index = def->a;
    attempt->address.is_index_s32 = true;
  }
  return true;
}

/* The definition, if it is a product with a constant that can be an index. */
static const struct ir_ins *scaled_def(const struct fold *fold, ir_operand operand, uint32_t block,
                                       uint64_t *scale) {
  const struct ir_ins *def = only_use_def(fold, operand, block);
  if (def == NULL || def->width != 64 || ir_is_const(def->a)) return NULL;
  uint64_t value;
  if (!const_of(fold, def->b, &value)) return NULL;
  if (def->op == IR_MUL && value <= INT32_MAX) {
    *scale = value;
    return def;
  }
  if (def->op == IR_SHL && value < 31) {
    *scale = (uint64_t)1 << value;
    return def;
  }
  return NULL;
}

static bool add_term(const struct fold *fold, struct attempt *attempt, ir_operand operand,
                     uint32_t block, unsigned depth);

static bool add_plain(const struct fold *fold, struct attempt *attempt, ir_operand operand,
                      uint32_t block) {
  const struct ir_ins *def = only_use_def(fold, operand, block);
  bool is_extended = def != NULL && def->op == IR_SEXT && def->c == 32;
  if (is_extended && attempt->address.index == FOLD_NONE)
    return set_index(fold, attempt, operand, 1, block);
  if (attempt->address.base == FOLD_NONE) {
    attempt->address.base = operand;
    return true;
  }
  return set_index(fold, attempt, operand, 1, block);
}

static bool add_sum(const struct fold *fold, struct attempt *attempt, const struct ir_ins *sum,
                    uint32_t block, unsigned depth) {
  uint64_t scale;
  ir_operand first = sum->a, second = sum->b;
  if (scaled_def(fold, first, block, &scale)) first = sum->b, second = sum->a;
  /* the scaled term first: it can only be the index */
  return add_term(fold, attempt, second, block, depth + 1) &&
         add_term(fold, attempt, first, block, depth + 1);
}

static bool add_term(const struct fold *fold, struct attempt *attempt, ir_operand operand,
                     uint32_t block, unsigned depth) {
  uint64_t value;
  if (const_of(fold, operand, &value)) {
    attempt->address.offset += value;
    return true;
  }
  const struct ir_ins *scaled = scaled_def(fold, operand, block, &value);
  if (scaled != NULL && attempt->address.index == FOLD_NONE) {
    struct attempt before = *attempt;
    if (mark(attempt, fold, scaled) && set_index(fold, attempt, scaled->a, value, block))
      return true;
    *attempt = before;
  }
  const struct ir_ins *def = only_use_def(fold, operand, block);
  if (def != NULL && def->op == IR_ADD && depth < MAX_DEPTH) {
    struct attempt before = *attempt;
    if (mark(attempt, fold, def) && add_sum(fold, attempt, def, block, depth)) return true;
    *attempt = before;
  }
  return add_plain(fold, attempt, operand, block);
}

/* Tries to fold the terms of the sum. */
static bool try_root(struct fold *fold, const struct ir_ins *root, uint32_t block) {
  struct attempt attempt = {.address = {FOLD_NONE, FOLD_NONE, 0, false, 0}};
  if (!add_sum(fold, &attempt, root, block, 0)) return false;
  fold->addresses[root->dst] = attempt.address;
  for (unsigned i = 0; i < attempt.mark_count; i++) fold->is_folded[attempt.marks[i]] = true;
  return true;
}

static void fold_sum(struct fold *fold, uint32_t number, uint32_t block) {
  const struct ir_ins *ins = &fold->func->ins.data[number];
  if (ins->op != IR_ADD || ins->width != 64 || fold->is_folded[number]) return;
  if (code_is_checked_sum(fold->machine, ins) || reads_undefined(fold, ins)) return;
  fold->root_state[ins->dst] = try_root(fold, ins, block) ? FOLD_GOOD : FOLD_BAD;
  if (fold->root_state[ins->dst] == FOLD_GOOD &&
      fold->address_uses[ins->dst] == fold->use_counts[ins->dst] && fold->use_counts[ins->dst] != 0)
    fold->is_folded[number] = true;
}

static void fold_branch(struct fold *fold, const struct ir_ins *ins, uint32_t block) {
  if (ins->op != IR_CONDBR) return;
  const struct ir_ins *test = only_use_def(fold, ins->a, block);
  if (test == NULL || test->op < IR_EQ || test->op > IR_SLE) return;
  if (fast_branch[test->op][fast_width_of(test->width)][FAST_RR] == NULL) return;
  if (ir_is_const(test->a) && ir_is_const(test->b)) return;
  if (reads_undefined(fold, test)) return;
  fold->is_folded[test - fold->func->ins.data] = true;
}

bool fold_is_address(const struct fold *fold, uint32_t reg) {
  return fold->root_state[reg] == FOLD_GOOD && fold->def_ins[reg] != UINT32_MAX &&
         fold->is_folded[fold->def_ins[reg]];
}

void fold_analyse(struct fold *fold, const struct machine *machine, const struct ir_func *func) {
  size_t regs = func->reg_widths.count, ins = func->ins.count;
  memset(fold, 0, sizeof *fold);
  fold->machine = machine;
  fold->func = func;
  fold->is_folded = alloc_zeroed(ins * sizeof *fold->is_folded);
  fold->ins_block = alloc_zeroed(ins * sizeof *fold->ins_block);
  fold->use_counts = alloc_zeroed(regs * sizeof *fold->use_counts);
  fold->address_uses = alloc_zeroed(regs * sizeof *fold->address_uses);
  fold->def_ins = alloc_bytes(regs * sizeof *fold->def_ins);
  memset(fold->def_ins, 0xff, regs * sizeof *fold->def_ins);
  fold->root_state = alloc_zeroed(regs);
  fold->addresses = alloc_bytes(regs * sizeof *fold->addresses);
  count_uses(fold);
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    const struct ir_block *block = &func->blocks.data[b];
    for (uint32_t i = block->count; i-- > 0;) {
      fold_branch(fold, &func->ins.data[block->first + i], b);
      fold_sum(fold, block->first + i, b);
    }
  }
}

void fold_free(struct fold *fold) {
  free(fold->is_folded);
  free(fold->ins_block);
  free(fold->use_counts);
  free(fold->address_uses);
  free(fold->def_ins);
  free(fold->root_state);
  free(fold->addresses);
}
