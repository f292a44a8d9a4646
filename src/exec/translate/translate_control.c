/* Translating the ends of blocks. An edge with arguments becomes a sequence of moves and a jump.
   The moves are parallel in the IR, so they are ordered such that nothing is overwritten before
   it is read, with a scratch slot for cycles. */
#include "exec/fast/fast.h"
#include "exec/translate/code.h"
#include "exec/translate/translate.h"
#include "ir/builder.h"

#include <stdlib.h>

struct move {
  uint32_t to;
  struct arg_word from;
};

typedef VEC(struct move) move_list;

static void list_moves(struct translator *t, const struct ir_edge *edge, move_list *moves) {
  const struct ir_block *target = &t->func->blocks.data[edge->target];
  for (uint32_t i = 0; i < target->param_count; i++) {
    uint32_t param = t->func->operands.data[target->first_param + i];
    ir_operand arg = t->func->operands.data[edge->first_arg + i];
    for (uint32_t k = 0; k < ir_word_count(t->func->reg_widths.data[param]); k++) {
      struct move move = {param + k, translate_word(t, arg, k)};
      if (move.from.from != move.to) vec_push(moves, move);
    }
  }
}

static bool is_read_by_another(const move_list *moves, size_t self) {
  for (size_t i = 0; i < moves->count; i++)
    if (i != self && moves->data[i].from.from == moves->data[self].to) return true;
  return false;
}

/* Puts the moves into a safe order in `ordered`; empties `moves`. Constants are last, since they
   read nothing. Quadratic in the arguments of one edge, which are few. */
static void order_moves(struct translator *t, move_list *moves, move_list *ordered) {
  while (moves->count > 0) {
    size_t pick = moves->count;
    for (size_t i = 0; i < moves->count && pick == moves->count; i++)
      if (!is_read_by_another(moves, i)) pick = i;
    if (pick == moves->count) { /* only cycles are left: save one target */
      uint32_t saved = moves->data[0].to;
      uint32_t aside = t->scratch++;
      vec_push(ordered, ((struct move){aside, {.from = saved}}));
      for (size_t i = 0; i < moves->count; i++)
        if (moves->data[i].from.from == saved) moves->data[i].from.from = aside;
      continue;
    }
    vec_push(ordered, moves->data[pick]);
    moves->data[pick] = moves->data[--moves->count];
  }
}

static void emit_move(struct translator *t, const struct move *move) {
  if (move->from.from == UINT32_MAX)
    translate_emit(t, (struct op){.run = fast_const, .dst = move->to, .imm = move->from.constant});
  else
    translate_emit(t, (struct op){.run = fast_move, .dst = move->to, .a = move->from.from});
}

static void fix_later(struct translator *t, uint32_t op, enum fix_field field, uint32_t target,
                      bool is_op, int32_t *place) {
  vec_push(&t->fix_ups, ((struct fix_up){op, target, is_op, (uint8_t)field, place}));
}

/* An edge that passes something undefined is taken by the symbolic interpreter, which executes
   the terminator again and charges the block's fuel. */
static void leave_undefined(struct translator *t, const struct ir_edge *edge, uint32_t count) {
  uint32_t block = t->fold.ins_block[t->current],
           args = t->func->blocks.data[edge->target].param_count;
  uint32_t paid = count == 0 ? t->func->blocks.data[block].count : 0;
  for (uint32_t i = 0; i < args; i++)
    if (translate_is_undefined(t->machine, t->func, t->func->operands.data[edge->first_arg + i])) {
      translate_emit(t, (struct op){.run = fast_undefined, .count = paid});
      return;
    }
}

/* The jump after the moves includes the last two of them. */
static void emit_edge(struct translator *t, uint32_t number, uint32_t count, bool is_covering) {
  const struct ir_edge *edge = &t->func->edges.data[number];
  leave_undefined(t, edge, count);
  if (t->machine->exploration->is_traced)
    translate_emit(t, (struct op){.run = fast_record_edge, .b = 1, .c = number});
  move_list moves = {0}, ordered = {0};
  uint32_t scratch = t->scratch;
  list_moves(t, edge, &moves);
  order_moves(t, &moves, &ordered);
  size_t carried = 0;
  while (carried < 2 && carried < ordered.count &&
         ordered.data[ordered.count - 1 - carried].from.from != UINT32_MAX)
    carried++;
  size_t plain = ordered.count - carried;
  for (size_t i = 0; i < plain; i++) emit_move(t, &ordered.data[i]);
  struct op jump = {.run = carried == 2   ? fast_jump_move2
                           : carried == 1 ? fast_jump_move
                                          : fast_jump,
                    .count = count};
  if (carried > 0) {
    jump.dst = ordered.data[plain].to;
    jump.a = ordered.data[plain].from.from;
  }
  if (carried > 1) {
    jump.c = ordered.data[plain + 1].to;
    jump.b = ordered.data[plain + 1].from.from;
  }
  if (is_covering) {
    vec_push(&t->untaken_jumps, ((struct untaken_jump){(uint32_t)t->ops.count, number, jump.run}));
    jump.run = fast_cover_jump;
  }
  fix_later(t, translate_emit(t, jump), FIX_JUMP, edge->target, false, NULL);
  if (t->scratch > t->slot_count) t->slot_count = t->scratch;
  t->scratch = scratch;
  vec_free(&moves);
  vec_free(&ordered);
}

/* Directs the field of a branch along an edge: the first time through an operation that marks
   the edge as covered and removes itself, then through the edge's moves if it has any. */
static void send_along(struct translator *t, uint32_t op, enum fix_field field, int32_t *place,
                       uint32_t edge) {
  uint32_t target = t->func->edges.data[edge].target;
  uint32_t pad = (uint32_t)t->ops.count;
  fix_later(t, op, field, pad, true, place);
  translate_emit(t, (struct op){.run = fast_cover_edge,
                                .dst = (uint32_t)((int32_t)op - (int32_t)pad),
                                .a = field,
                                .c = edge,
                                .data = place});
  if (t->func->blocks.data[target].param_count == 0) {
    if (t->machine->exploration->is_traced) {
      fix_later(t, pad, FIX_B, pad + 1, true, NULL);
      pad = translate_emit(t, (struct op){.run = fast_record_edge, .c = edge});
    }
    fix_later(t, pad, FIX_B, target, false, NULL);
    return;
  }
  fix_later(t, pad, FIX_B, pad + 1, true, NULL);
  emit_edge(t, edge, 0, false);
}

/* The comparison that was folded into the branch, with the constant on the right. */
static void emit_compare_branch(struct translator *t, const struct ir_ins *ins,
                                const struct ir_ins *test, uint32_t count) {
  unsigned op = test->op;
  ir_operand a = test->a, b = test->b;
  uint32_t if_true = ins->b, if_false = ins->c;
  if (ir_is_const(a)) {
    a = test->b, b = test->a;
    if (op != IR_EQ && op != IR_NE) { /* k < x is not x <= k */
      op = op == IR_ULT ? IR_ULE : op == IR_ULE ? IR_ULT : op == IR_SLT ? IR_SLE : IR_SLT;
      if_true = ins->c, if_false = ins->b;
    }
  }
  bool is_const = ir_is_const(b);
  struct op branch = {.run =
                          fast_branch[op][fast_width_of(test->width)][is_const ? FAST_RI : FAST_RR],
                      .a = translate_slot(t, a)};
  if (is_const) {
    branch.imm = code_const_value(t->machine, t->func, b & ~IR_CONST);
    branch.b = count;
  } else {
    branch.b = b;
    branch.count = count;
  }
  uint32_t number = translate_emit(t, branch);
  send_along(t, number, FIX_C, NULL, if_false);
  send_along(t, number, FIX_DST, NULL, if_true);
}

static void emit_branch(struct translator *t, const struct ir_ins *ins, uint32_t count) {
  if (ir_is_const(ins->a)) {
    uint64_t value = code_const_value(t->machine, t->func, ins->a & ~IR_CONST);
    emit_edge(t, value ? ins->b : ins->c, count, true);
    return;
  }
  uint32_t def = t->fold.def_ins[ins->a];
  if (def != UINT32_MAX && t->fold.is_folded[def]) {
    emit_compare_branch(t, ins, &t->func->ins.data[def], count);
    return;
  }
  uint32_t number = translate_emit(
      t, (struct op){.run = fast_branch_bool, .a = translate_slot(t, ins->a), .count = count});
  send_along(t, number, FIX_C, NULL, ins->c);
  send_along(t, number, FIX_DST, NULL, ins->b);
}

static int compare_cases(const void *x, const void *y) {
  const struct ir_case *a = x, *b = y;
  return a->value < b->value ? -1 : a->value > b->value;
}

static void emit_switch(struct translator *t, const struct ir_ins *ins, uint32_t count) {
  struct switch_site *site = translate_keep(t, sizeof *site);
  struct ir_case *cases = alloc_bytes((ins->c + 1) * sizeof *cases);
  for (uint32_t i = 0; i < ins->c; i++) cases[i] = t->func->cases.data[ins->b + i];
  qsort(cases, ins->c, sizeof *cases, compare_cases);
  uint64_t span = ins->c ? cases[ins->c - 1].value - cases[0].value : 0;
  bool is_dense = ins->c > 0 && span / 4 <= ins->c;
  uint32_t number = translate_emit(t, (struct op){.run = is_dense ? fast_switch_dense : fast_switch,
                                                  .a = translate_slot(t, ins->a),
                                                  .b = count,
                                                  .data = site});
  site->count = is_dense ? (uint32_t)span + 1 : ins->c;
  site->lowest = ins->c ? cases[0].value : 0;
  site->jumps = translate_keep(t, site->count * sizeof *site->jumps);
  if (!is_dense) site->values = translate_keep(t, site->count * sizeof *site->values);
  /* all gaps of the dense form share one jump to the default */
  size_t default_fix = t->fix_ups.count;
  send_along(t, number, FIX_PLACE, &site->fallback, ins->dst);
  struct fix_up fallback = t->fix_ups.data[default_fix];
  for (uint32_t i = 0, at = 0; i < site->count; i++) {
    if (is_dense && cases[at].value != site->lowest + i) {
      fallback.place = &site->jumps[i];
      vec_push(&t->fix_ups, fallback);
      continue;
    }
    if (!is_dense) site->values[i] = cases[at].value;
    send_along(t, number, FIX_PLACE, &site->jumps[i], cases[at++].edge);
  }
  free(cases);
}

static void emit_indirect(struct translator *t, const struct ir_ins *ins, uint32_t count) {
  struct indirect_site *site = translate_keep(t, sizeof *site);
  site->count = ins->c;
  site->blocks = translate_keep(t, ins->c * sizeof *site->blocks);
  site->jumps = translate_keep(t, ins->c * sizeof *site->jumps);
  uint32_t slot = translate_slot(t, ins->a);
  uint32_t number = translate_emit(
      t, (struct op){.run = fast_indirect_jump, .a = slot, .b = count, .data = site});
  for (uint32_t i = 0; i < ins->c; i++) {
    uint32_t edge = t->func->cases.data[ins->b + i].edge;
    site->blocks[i] = t->func->edges.data[edge].target;
    send_along(t, number, FIX_PLACE, &site->jumps[i], edge);
  }
}

void translate_terminator(struct translator *t, const struct ir_ins *ins, uint32_t count) {
  switch (ins->op) {
  case IR_BR: emit_edge(t, ins->a, count, true); break;
  case IR_CONDBR: emit_branch(t, ins, count); break;
  case IR_SWITCH: emit_switch(t, ins, count); break;
  case IR_INDIRECTBR: emit_indirect(t, ins, count); break;
  case IR_RET: translate_return(t, ins, count); break;
  case IR_LONGJMP: {
    uint32_t buffer = translate_slot(t, ins->a), value = translate_slot(t, ins->b);
    translate_emit(t, (struct op){.run = fast_longjmp, .a = buffer, .b = value, .c = count});
    break;
  }
  case IR_TRAP: translate_emit(t, (struct op){.run = fast_trap, .a = ins->aux, .b = ins->a}); break;
  default: translate_emit(t, (struct op){.run = fast_unreachable});
  }
}
