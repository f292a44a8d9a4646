/* Query counts of random functions against the recursion of the paper's equation (3), evaluated
   as it stands: every loop and every recursive call is unrolled, dependence is searched for each
   variable by itself. Also how the time grows with the size of a function. */
#include "../ir/random_func.h"

#include "analysis/query_count.h"
#include "ir/def_use.h"
#include "ir/liveness.h"
#include "ir/loops.h"
#include "ir/trip_counts.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { MAX_LOOPS = 16, MAX_PARAMS = 3, MAX_DEPTH = 5 };

struct memo {
  uint32_t block;
  uint8_t left[MAX_LOOPS];
  long double value;
};

/* One question: how many queries depend on the register, or all if it is IR_NONE? */
struct slow {
  const struct ir_func *func;
  struct query_count_options options;
  struct cfg cfg;
  struct dominators dominators;
  struct loops loops;
  struct def_use def_use;
  struct trip_count *trips;
  bool is_flow_traced;    /* do results of calls depend only on what flows to them? */
  bool flows[MAX_PARAMS]; /* does a result of the function depend on the parameter? */
  uint32_t depth;         /* of recursion that is left */
  long double total[MAX_DEPTH], params[MAX_DEPTH][MAX_PARAMS];
  uint32_t reg;
  bool *depends; /* per register: on reg */
  VEC(struct memo) memos;
};

static struct slow slow_new(const struct ir_program *program, const struct ir_func *func,
                            const struct query_count_options *options) {
  struct slow slow = {
      .func = func, .options = *options, .cfg = cfg_build(func), .def_use = def_use_build(func)};
  slow.dominators = dominators_build(&slow.cfg);
  slow.loops = loops_build(&slow.cfg, &slow.dominators);
  slow.trips = trip_counts_find(program, func, &slow.dominators, &slow.loops, &slow.def_use);
  slow.depends = alloc_zeroed(func->reg_widths.count + 1);
  return slow;
}

static void slow_free(struct slow *slow) {
  free(slow->trips);
  free(slow->depends);
  vec_free(&slow->memos);
  def_use_free(&slow->def_use);
  loops_free(&slow->loops);
  dominators_free(&slow->dominators);
  cfg_free(&slow->cfg);
}

static bool operand_depends(const struct slow *slow, ir_operand operand) {
  return !ir_is_const(operand) && slow->depends[operand];
}

static bool spread_through(struct slow *slow, const struct ir_ins *ins) {
  const struct ir_func *func = slow->func;
  struct ir_operand_list uses = {0}, defs = {0};
  bool is_any = false, has_changed = false;
  if (ins->op == IR_CALL) {
    const struct ir_call *call = &func->calls.data[ins->b];
    for (uint32_t i = 0; i < call->arg_count; i++)
      if (!slow->is_flow_traced || i >= func->params.count || slow->flows[i])
        vec_push(&uses, func->operands.data[call->first_arg + i]);
    for (uint32_t i = 0; i < call->vararg_count; i++)
      vec_push(&uses, func->varargs.data[call->first_vararg + i].operand);
  } else {
    ir_list_uses(func, ins, &uses);
  }
  for (size_t i = 0; i < uses.count; i++) is_any |= operand_depends(slow, uses.data[i]);
  ir_list_defs(func, ins, &defs);
  for (size_t i = 0; is_any && i < defs.count; i++) {
    has_changed |= !slow->depends[defs.data[i]];
    slow->depends[defs.data[i]] = true;
  }
  for (uint32_t i = 0; i < ir_successor_count(ins); i++) {
    const struct ir_edge *edge = &func->edges.data[ir_successor_edge(func, ins, i)];
    const struct ir_block *target = &func->blocks.data[edge->target];
    for (uint32_t j = 0; j < target->param_count; j++) {
      uint32_t param = func->operands.data[target->first_param + j];
      if (slow->depends[param] || !operand_depends(slow, func->operands.data[edge->first_arg + j]))
        continue;
      slow->depends[param] = has_changed = true;
    }
  }
  vec_free(&uses);
  vec_free(&defs);
  return has_changed;
}

static void slow_ask(struct slow *slow, uint32_t reg) {
  slow->reg = reg;
  vec_clear(&slow->memos);
  if (reg == IR_NONE) return;
  memset(slow->depends, 0, slow->func->reg_widths.count);
  slow->depends[reg] = true;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < slow->cfg.order_count; i++) {
      const struct ir_block *b = &slow->func->blocks.data[slow->cfg.order[i]];
      for (uint32_t j = 0; j < b->count; j++)
        has_changed |= spread_through(slow, &slow->func->ins.data[b->first + j]);
    }
  }
}

static uint32_t list_targets(const struct slow *slow, uint32_t block, uint32_t *targets) {
  const struct ir_ins *end = ir_terminator(slow->func, block);
  uint32_t count = 0;
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t target = slow->func->edges.data[ir_successor_edge(slow->func, end, i)].target;
    bool is_new = true;
    for (uint32_t j = 0; end->op == IR_SWITCH && j < count; j++) is_new &= targets[j] != target;
    if (is_new) targets[count++] = target;
  }
  return count;
}

/* The queries of an instruction. */
static long double queries_of(const struct slow *slow, uint32_t block, const struct ir_ins *ins) {
  const struct ir_func *func = slow->func;
  long double beta = slow->options.beta, heaviest = 0;
  uint32_t targets[MAX_SUCCESSORS];
  if (ins->op == IR_CONDBR || ins->op == IR_SWITCH) {
    uint32_t count = list_targets(slow, block, targets);
    if (count < 2 || ir_is_const(ins->a)) return 0;
    if (slow->reg != IR_NONE && !operand_depends(slow, ins->a)) return 0;
    return (powl(2 * beta, log2l(count)) - 1) / (2 * beta - 1);
  }
  if (ins->op != IR_CALL) return 0;
  if (slow->reg == IR_NONE) return slow->total[slow->depth];
  const struct ir_call *call = &func->calls.data[ins->b];
  for (uint32_t i = 0; i < call->arg_count && i < func->params.count; i++)
    if (operand_depends(slow, func->operands.data[call->first_arg + i]))
      heaviest = fmaxl(heaviest, slow->params[slow->depth][i]);
  return heaviest;
}

static uint32_t rounds_of(const struct slow *slow, uint32_t loop);
static long double value_at(struct slow *slow, uint32_t block, const uint8_t *left);

/* Whether control that goes from the block to the target stays in the order of blocks. */
static bool find_entered(const struct slow *slow, uint32_t block, uint32_t target,
                         uint32_t *entered) {
  uint32_t loop = slow->loops.of_block[target];
  *entered = target;
  if (loops_is_header(&slow->loops, target) && loops_contains(&slow->loops, loop, block))
    return true;
  for (; loop != LOOPS_NONE && !loops_contains(&slow->loops, loop, block);
       loop = slow->loops.loops[loop].parent)
    *entered = slow->loops.loops[loop].header;
  return slow->loops.place[*entered] > slow->loops.place[block];
}

static bool find_exit_of(const struct slow *slow, uint32_t loop, uint32_t from, uint32_t *to) {
  uint32_t targets[MAX_SUCCESSORS], count = list_targets(slow, from, targets), entered;
  for (uint32_t i = 0; i < count; i++)
    if (!loops_contains(&slow->loops, loop, targets[i]) &&
        find_entered(slow, from, targets[i], &entered)) {
      *to = targets[i];
      return true;
    }
  return false;
}

/* By the header, else a latch, else the first. */
static bool find_last_exit(const struct slow *slow, uint32_t loop, uint32_t *from, uint32_t *to) {
  const struct loop *l = &slow->loops.loops[loop];
  *from = l->header;
  if (find_exit_of(slow, loop, *from, to)) return true;
  for (uint32_t i = 0; i < l->latch_count; i++) {
    *from = slow->loops.edges[l->first_latch + i].from;
    if (find_exit_of(slow, loop, *from, to)) return true;
  }
  for (uint32_t i = 0; i < l->block_count; i++) {
    *from = slow->loops.order[l->first_block + i];
    if (find_exit_of(slow, loop, *from, to)) return true;
  }
  return false;
}

static uint32_t rounds_of(const struct slow *slow, uint32_t loop) {
  uint32_t to, kappa = slow->options.kappa;
  const struct trip_count *trip = &slow->trips[loop];
  bool is_tested_first = find_exit_of(slow, loop, slow->loops.loops[loop].header, &to);
  for (uint32_t i = 0; i < slow->loops.loops[loop].latch_count; i++)
    if (slow->loops.edges[slow->loops.loops[loop].first_latch + i].from ==
        slow->loops.loops[loop].header)
      is_tested_first = false;
  uint64_t known = trip->count + (is_tested_first ? 0 : 1);
  if (known == 0) known = 1;
  if (trip->kind == TRIP_EXACT) return (uint32_t)known;
  return trip->kind == TRIP_AT_MOST && known < kappa ? (uint32_t)known : kappa;
}

static long double follow(struct slow *slow, uint32_t block, uint32_t target, const uint8_t *left) {
  uint8_t next[MAX_LOOPS] = {0};
  uint32_t entered, loop = slow->loops.of_block[target];
  if (!find_entered(slow, block, target, &entered)) return 0;
  bool goes_back =
      loops_is_header(&slow->loops, target) && loops_contains(&slow->loops, loop, block);
  if (goes_back && left[loop] == 1) {
    uint32_t from, to;
    return find_last_exit(slow, loop, &from, &to) ? follow(slow, from, to, left) : 0;
  }
  for (uint32_t i = 0; i < slow->loops.count; i++) {
    if (!loops_contains(&slow->loops, i, entered)) continue;
    next[i] = loops_contains(&slow->loops, i, block) ? left[i] : (uint8_t)rounds_of(slow, i);
  }
  if (goes_back) next[loop]--;
  return value_at(slow, entered, next);
}

static long double behind(struct slow *slow, uint32_t block, const uint8_t *left) {
  uint32_t targets[MAX_SUCCESSORS], count = list_targets(slow, block, targets);
  long double sum = 0;
  for (uint32_t i = 0; i < count; i++)
    sum += powl(slow->options.beta, log2l(count)) * follow(slow, block, targets[i], left);
  return sum;
}

static long double value_at(struct slow *slow, uint32_t block, const uint8_t *left) {
  const struct ir_block *b = &slow->func->blocks.data[block];
  for (size_t i = 0; i < slow->memos.count; i++)
    if (slow->memos.data[i].block == block &&
        memcmp(slow->memos.data[i].left, left, MAX_LOOPS) == 0)
      return slow->memos.data[i].value;
  struct memo memo = {.block = block};
  memcpy(memo.left, left, MAX_LOOPS);
  memo.value = behind(slow, block, left);
  for (uint32_t i = 0; i < b->count; i++)
    memo.value += queries_of(slow, block, &slow->func->ins.data[b->first + i]);
  vec_push(&slow->memos, memo);
  return memo.value;
}

/* In the first round of all its loops. */
static void first_rounds(const struct slow *slow, uint32_t block, uint8_t *left) {
  memset(left, 0, MAX_LOOPS);
  for (uint32_t i = 0; i < slow->loops.count; i++)
    if (loops_contains(&slow->loops, i, block)) left[i] = (uint8_t)rounds_of(slow, i);
}

static long double slow_at_block(struct slow *slow, uint32_t block) {
  uint8_t left[MAX_LOOPS];
  first_rounds(slow, block, left);
  return value_at(slow, block, left);
}

static long double slow_after(struct slow *slow, uint32_t ins) {
  uint8_t left[MAX_LOOPS];
  uint32_t block = slow->def_use.block_of_ins[ins];
  const struct ir_block *b = &slow->func->blocks.data[block];
  first_rounds(slow, block, left);
  long double value = behind(slow, block, left);
  for (uint32_t i = ins + 1; i < b->first + b->count; i++)
    value += queries_of(slow, block, &slow->func->ins.data[i]);
  return value;
}

static bool flows_to_result(struct slow *slow, uint32_t reg) {
  slow_ask(slow, reg);
  for (uint32_t i = 0; i < slow->cfg.order_count; i++) {
    const struct ir_ins *end = ir_terminator(slow->func, slow->cfg.order[i]);
    for (uint32_t j = 0; end->op == IR_RET && j < end->c; j++)
      if (operand_depends(slow, slow->func->operands.data[end->b + j])) return true;
  }
  return false;
}

/* Recursion: what the function counts when it may call itself 0, 1, … times more. */
static void unroll_recursion(struct slow *slow) {
  const struct ir_func *func = slow->func;
  for (uint32_t depth = 0; depth < slow->options.kappa; depth++) {
    slow->depth = depth;
    slow_ask(slow, IR_NONE);
    slow->total[depth + 1] = slow_at_block(slow, 0);
    for (uint32_t i = 0; i < func->params.count; i++) {
      slow_ask(slow, func->params.data[i]);
      slow->params[depth + 1][i] = slow_at_block(slow, 0);
    }
  }
  slow->depth = slow->options.kappa;
  for (uint32_t i = 0; i < func->params.count; i++)
    slow->flows[i] = flows_to_result(slow, func->params.data[i]);
  slow->is_flow_traced = true;
}

static void assert_close(struct query_number found, long double wanted) {
  long double value = ldexpl(found.mantissa, 256 * found.scale);
  if (fabsl(value - wanted) > 1e-9L * fmaxl(1, wanted))
    fail_msg("%.12Lg instead of %.12Lg", value, wanted);
}

static bool calls_itself(const struct ir_func *func, const struct cfg *cfg) {
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    const struct ir_block *b = &func->blocks.data[cfg->order[i]];
    for (uint32_t j = 0; j < b->count; j++)
      if (func->ins.data[b->first + j].op == IR_CALL) return true;
  }
  return false;
}

/* Unrolling is for loops of few rounds. */
static bool is_feasible(const struct slow *slow) {
  if (slow->loops.count > MAX_LOOPS) return false;
  for (uint32_t i = 0; i < slow->loops.count; i++)
    if (slow->trips[i].kind == TRIP_EXACT && slow->trips[i].count > 8) return false;
  return true;
}

static void check_registers(struct slow *slow, struct query_count *counts,
                            const struct liveness *liveness) {
  const struct ir_func *func = slow->func;
  for (uint32_t reg = 0; reg < func->reg_widths.count; reg++) {
    slow_ask(slow, reg);
    for (uint32_t block = 0; block < func->blocks.count; block++) {
      const struct query_point *point = query_count_at_block(counts, func->number, block);
      struct query_number count = query_point_register(point, reg);
      bool is_live = liveness_has(&liveness->live_in[block], reg);
      assert_close(count, is_live ? slow_at_block(slow, block) : 0);
      assert_false(query_number_less(point->total, count));
    }
  }
}

static void check_totals(struct slow *slow, struct query_count *counts) {
  const struct ir_func *func = slow->func;
  slow_ask(slow, IR_NONE);
  for (uint32_t i = 0; i < slow->cfg.order_count; i++) {
    uint32_t block = slow->cfg.order[i];
    const struct ir_block *b = &func->blocks.data[block];
    const struct query_point *point = query_count_at_block(counts, func->number, block);
    assert_close(point->total, slow_at_block(slow, block));
    for (uint32_t j = b->first; j < b->first + b->count; j++)
      if (func->ins.data[j].op == IR_CALL)
        assert_close(query_count_after_call(counts, func->number, j)->total, slow_after(slow, j));
  }
}

static void check_call_points(struct slow *slow, struct query_count *counts) {
  const struct ir_func *func = slow->func;
  for (uint32_t i = 0; i < slow->cfg.order_count; i++) {
    const struct ir_block *b = &func->blocks.data[slow->cfg.order[i]];
    for (uint32_t j = b->first; j < b->first + b->count; j++) {
      if (func->ins.data[j].op != IR_CALL) continue;
      const struct query_point *point = query_count_after_call(counts, func->number, j);
      for (uint32_t k = 0; k < point->register_count; k++) {
        slow_ask(slow, point->registers[k].reg);
        assert_close(point->registers[k].count, slow_after(slow, j));
      }
    }
  }
}

static void test_against_recursion(void **state) {
  (void)state;
  uint64_t seed = 20;
  uint32_t recursive = 0, looping = 0;
  for (int round = 0; round < 400; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = random_func(program, &seed, 1 + random_below(&seed, 12), false);
    struct query_count_options options = query_count_defaults();
    options.beta = 0.55 + 0.05 * random_below(&seed, 10);
    options.kappa = 1 + random_below(&seed, 3);
    assert_verified(program, func);
    struct slow slow = slow_new(program, func, &options);
    if (is_feasible(&slow)) {
      struct query_count *counts = query_count_new(program, &options);
      struct liveness liveness = liveness_build(func, &slow.cfg, &slow.def_use);
      recursive += calls_itself(func, &slow.cfg);
      looping += slow.loops.count != 0;
      unroll_recursion(&slow);
      check_totals(&slow, counts);
      check_registers(&slow, counts, &liveness);
      check_call_points(&slow, counts);
      liveness_free(&liveness);
      query_count_free(counts);
    }
    slow_free(&slow);
    ir_program_free(program);
  }
  assert_true(recursive > 100);
  assert_true(looping > 100);
}

/* A long function: a chain of values, each tested where it is made and twice later on, with a
   loop now and then. */
static struct ir_func *long_func(struct ir_program *program, uint32_t steps) {
  struct ir_func *func = ir_add_func(program, "long", true);
  func->has_body = true;
  uint32_t value = ir_new_param(func, 32), older = value, oldest = value;
  ir_operand zero = ir_const_int(func, 32, 0);
  uint32_t block = ir_new_block(func);
  for (uint32_t i = 0; i < steps; i++) {
    uint32_t yes = ir_new_block(func), next = ir_new_block(func), param = ir_new_reg(func, 32);
    ir_set_block_params(func, next, &param, 1);
    ir_start_block(func, block);
    uint32_t made = emit_op(func, IR_ADD, 32, value, older);
    uint32_t bit = emit_op(func, IR_EQ, 32, made, oldest);
    uint32_t b = ir_new_edge(func, yes, NULL, 0), c = ir_new_edge(func, next, &made, 1);
    ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = bit, .b = b, .c = c});
    ir_end_block(func, block);
    ir_start_block(func, yes);
    if (i % 16 == 0) {
      uint32_t again = emit_op(func, IR_SLT, 32, made, zero);
      b = ir_new_edge(func, yes, NULL, 0), c = ir_new_edge(func, next, &older, 1);
      ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = again, .b = b, .c = c});
    } else {
      emit_br(func, next, &older, 1);
    }
    ir_end_block(func, yes);
    oldest = older;
    older = value;
    value = param;
    block = next;
  }
  ir_start_block(func, block);
  emit_ret(func);
  ir_end_block(func, block);
  return func;
}

static double seconds_for(uint32_t steps) {
  struct ir_program *program = ir_program_new();
  struct ir_func *func = long_func(program, steps);
  struct query_count_options options = query_count_defaults();
  struct timespec start, end;
  assert_verified(program, func);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  struct query_count *counts = query_count_new(program, &options);
  assert_int_equal(query_count_at_block(counts, func->number, 0)->register_count, 1);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  query_count_free(counts);
  ir_program_free(program);
  return (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
}

/* Ten times the size may take twenty times as long; were it the square, it would be a hundred. */
static void test_time_is_near_linear(void **state) {
  (void)state;
  double small = seconds_for(4000), large = seconds_for(40000);
  for (int i = 0; i < 2 && large > 20 * small; i++) {
    small = fmax(small, seconds_for(4000));
    large = fmin(large, seconds_for(40000));
  }
  if (large > 20 * small) fail_msg("%.3f s for 4000 steps, %.3f s for 40000", small, large);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_recursion),
      cmocka_unit_test(test_time_is_near_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
