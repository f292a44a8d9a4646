/* Liveness against a search for a path to a use, from every point for every register. */
#include "random_func.h"

#include "ir/def_use.h"
#include "ir/live_ranges.h"
#include "ir/liveness.h"

struct search {
  const struct ir_func *func;
  const struct bitset *after_setjmp; /* instructions that can run after a setjmp; or NULL */
  struct bitset seen;                /* instructions before which the search has been */
  VEC(uint32_t) work;
};

static bool mentions(const struct ir_operand_list *list, uint32_t reg) {
  for (size_t i = 0; i < list->count; i++)
    if (list->data[i] == reg) return true;
  return false;
}

static void go_to(struct search *search, uint32_t ins) {
  if (bitset_has(&search->seen, ins)) return;
  bitset_add(&search->seen, ins);
  vec_push(&search->work, ins);
}

static void follow_edges(struct search *search, const struct ir_ins *end, uint32_t reg) {
  const struct ir_func *func = search->func;
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    const struct ir_block *target =
        &func->blocks.data[func->edges.data[ir_successor_edge(func, end, i)].target];
    bool is_param = false;
    for (uint32_t j = 0; j < target->param_count; j++)
      is_param |= func->operands.data[target->first_param + j] == reg;
    if (!is_param) go_to(search, target->first);
  }
}

/* From a call in a run after a setjmp, execution may go on behind any that has run. */
static void follow_longjmp(struct search *search, uint32_t reg) {
  for (uint32_t i = 0; i < search->func->ins.count; i++) {
    const struct ir_ins *ins = &search->func->ins.data[i];
    if (ins->op == IR_SETJMP && ins->dst != reg && bitset_has(search->after_setjmp, i + 1))
      go_to(search, i + 1);
  }
}

static bool reads(const struct ir_func *func, const struct ir_ins *ins, uint32_t reg) {
  struct ir_operand_list list = {0};
  ir_list_uses(func, ins, &list);
  for (uint32_t i = 0; i < ir_successor_count(ins); i++)
    ir_list_edge_args(func, ir_successor_edge(func, ins, i), &list);
  bool result = mentions(&list, reg);
  vec_free(&list);
  return result;
}

static bool writes(const struct ir_func *func, const struct ir_ins *ins, uint32_t reg) {
  struct ir_operand_list list = {0};
  ir_list_defs(func, ins, &list);
  bool result = mentions(&list, reg);
  vec_free(&list);
  return result;
}

/* Is there a path from before that instruction to a read of the register? */
static bool is_live_before(const struct ir_func *func, const struct bitset *after_setjmp,
                           uint32_t start, uint32_t reg) {
  struct search search = {func, after_setjmp, bitset_new(func->ins.count), {0}};
  bool is_live = false;
  go_to(&search, start);
  while (search.work.count != 0 && !is_live) {
    uint32_t at = vec_pop(&search.work);
    const struct ir_ins *ins = &func->ins.data[at];
    is_live = reads(func, ins, reg);
    if (after_setjmp != NULL && bitset_has(after_setjmp, at) &&
        (ins->op == IR_CALL || ins->op == IR_LONGJMP))
      follow_longjmp(&search, reg);
    if (writes(func, ins, reg)) continue;
    if (ir_is_terminator(ins->op))
      follow_edges(&search, ins, reg);
    else
      go_to(&search, at + 1);
  }
  vec_free(&search.work);
  bitset_free(&search.seen);
  return is_live;
}

/* Instructions that some run executes after a setjmp. */
static struct bitset find_after_setjmp(const struct ir_func *func, const struct cfg *cfg,
                                       const struct def_use *def_use) {
  struct search search = {func, NULL, bitset_new(func->ins.count), {0}};
  for (uint32_t i = 0; i < func->ins.count; i++)
    if (func->ins.data[i].op == IR_SETJMP && cfg_is_reachable(cfg, def_use->block_of_ins[i]))
      go_to(&search, i + 1);
  while (search.work.count != 0) {
    uint32_t at = vec_pop(&search.work);
    if (ir_is_terminator(func->ins.data[at].op))
      follow_edges(&search, &func->ins.data[at], IR_NONE);
    else
      go_to(&search, at + 1);
  }
  vec_free(&search.work);
  return search.seen;
}

static void check_block(const struct ir_func *func, const struct liveness *liveness,
                        const struct bitset *after_setjmp, uint32_t block) {
  struct liveness_cursor cursor = liveness_start(func, liveness, block);
  while (liveness_step_back(&cursor)) {
    for (uint32_t reg = 0; reg < func->reg_widths.count; reg++) {
      bool expected = is_live_before(func, after_setjmp, cursor.ins, reg);
      /* With setjmp the analysis may say live where no path is; never the reverse. */
      if (after_setjmp == NULL)
        assert_int_equal(bitset_has(&cursor.live, reg), expected);
      else if (expected)
        assert_true(bitset_has(&cursor.live, reg));
    }
  }
  assert_int_equal(cursor.ins, func->blocks.data[block].first);
  for (uint32_t reg = 0; reg < func->reg_widths.count; reg++)
    assert_int_equal(bitset_has(&cursor.live, reg), liveness_has(&liveness->live_in[block], reg));
  liveness_cursor_free(&cursor);
}

/* Asked register by register it must be the same. */
static void check_ranges(const struct ir_func *func, const struct liveness *liveness,
                         struct live_ranges *ranges, uint32_t block) {
  struct liveness_cursor cursor = liveness_start(func, liveness, block);
  for (uint32_t reg = 0; reg < func->reg_widths.count; reg++)
    assert_int_equal(live_ranges_has_at(ranges, reg, block),
                     liveness_has(&liveness->live_in[block], reg));
  while (liveness_step_back(&cursor) && cursor.ins > func->blocks.data[block].first) {
    const struct ir_ins *before = &func->ins.data[cursor.ins - 1];
    for (uint32_t reg = 0; reg < func->reg_widths.count; reg++)
      assert_int_equal(live_ranges_has_after(ranges, reg, cursor.ins - 1),
                       bitset_has(&cursor.live, reg) && !writes(func, before, reg));
  }
  liveness_cursor_free(&cursor);
}

static void check_sorted(const struct live_set *set) {
  for (uint32_t i = 1; i < set->count; i++) assert_true(set->regs[i - 1] < set->regs[i]);
}

static void check_func(const struct ir_func *func, bool with_setjmp) {
  struct cfg cfg = cfg_build(func);
  struct def_use def_use = def_use_build(func);
  struct liveness liveness = liveness_build(func, &cfg, &def_use);
  struct bitset after_setjmp = find_after_setjmp(func, &cfg, &def_use);
  struct live_ranges *ranges = live_ranges_new(func);
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    check_sorted(&liveness.live_in[block]);
    check_sorted(&liveness.live_out[block]);
    if (cfg_is_reachable(&cfg, block))
      check_block(func, &liveness, with_setjmp ? &after_setjmp : NULL, block);
    if (cfg_is_reachable(&cfg, block) && !with_setjmp) check_ranges(func, &liveness, ranges, block);
    if (!cfg_is_reachable(&cfg, block))
      assert_int_equal(liveness.live_in[block].count + liveness.live_out[block].count, 0);
  }
  live_ranges_free(ranges);
  bitset_free(&after_setjmp);
  liveness_free(&liveness);
  def_use_free(&def_use);
  cfg_free(&cfg);
}

static void random_functions_agree_with_a_search(void **state) {
  (void)state;
  uint64_t seed = 13;
  for (int round = 0; round < 250; round++) {
    struct ir_program *program = ir_program_new();
    bool with_setjmp = round % 3 == 0;
    struct ir_func *func = random_func(program, &seed, 1 + random_below(&seed, 9), with_setjmp);
    assert_verified(program, func);
    check_func(func, with_setjmp);
    ir_program_free(program);
  }
}

/* r = setjmp(b); if (r == 0) { call(); return; } use(x): x is live at the call. */
static void what_setjmp_needs_stays_alive_at_calls(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  func->has_body = true;
  uint32_t x = ir_new_param(func, 64), unused = ir_new_param(func, 64);
  for (int i = 0; i < 3; i++) ir_new_block(func);
  ir_start_block(func, 0);
  uint32_t r = ir_new_reg(func, 32);
  ir_emit(func, (struct ir_ins){.op = IR_SETJMP, .dst = r, .a = x});
  emit_condbr(func, emit_op(func, IR_EQ, 32, r, ir_const_int(func, 32, 0)), 1, 2);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  vec_push(&func->calls, ((struct ir_call){0}));
  ir_operand callee = ir_const_func(func, func->number);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = callee, .b = 0});
  emit_ret(func);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  ir_emit(func, (struct ir_ins){.op = IR_STORE, .width = 64, .a = x, .b = x});
  emit_ret(func);
  ir_end_block(func, 2);
  assert_verified(program, func);
  struct cfg cfg = cfg_build(func);
  struct def_use def_use = def_use_build(func);
  struct liveness liveness = liveness_build(func, &cfg, &def_use);
  assert_true(liveness_has(&liveness.live_in[1], x));
  assert_false(liveness_has(&liveness.live_in[1], r));
  assert_false(liveness_has(&liveness.live_in[0], unused));
  assert_false(liveness_has(&liveness.live_out[1], x));
  liveness_free(&liveness);
  def_use_free(&def_use);
  cfg_free(&cfg);
  ir_program_free(program);
}

/* A chain of blocks that each define a register used in the next one: small sets,
   many blocks. */
static void long_functions_take_no_time(void **state) {
  (void)state;
  enum { BLOCKS = 100000 };
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "long", false);
  func->has_body = true;
  uint32_t last = ir_new_param(func, 32), first = last;
  for (uint32_t i = 0; i < BLOCKS; i++) ir_new_block(func);
  for (uint32_t i = 0; i < BLOCKS; i++) {
    ir_start_block(func, i);
    last = emit_op(func, IR_ADD, 32, last, first);
    if (i + 1 < BLOCKS)
      emit_br(func, i + 1, NULL, 0);
    else
      emit_ret(func);
    ir_end_block(func, i);
  }
  assert_verified(program, func);
  struct cfg cfg = cfg_build(func);
  struct def_use def_use = def_use_build(func);
  struct liveness liveness = liveness_build(func, &cfg, &def_use);
  for (uint32_t i = 1; i + 1 < BLOCKS; i++) assert_int_equal(liveness.live_in[i].count, 2);
  liveness_free(&liveness);
  def_use_free(&def_use);
  cfg_free(&cfg);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_functions_agree_with_a_search),
      cmocka_unit_test(what_setjmp_needs_stays_alive_at_calls),
      cmocka_unit_test(long_functions_take_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
