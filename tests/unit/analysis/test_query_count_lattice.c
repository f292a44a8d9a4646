/* Query counts by data flow: small functions, worked out by hand, and random ones against a data
   flow that keeps all numbers at all instructions and goes over them until nothing changes. */
#include "query_count_fixture.h"

#include "ir/cfg.h"
#include "ir/operands.h"

#include <string.h>

static struct fixture begin_lattice(uint32_t cap) {
  struct fixture fixture = begin();
  fixture.options.kind = QUERY_COUNT_LATTICE;
  fixture.options.cap = cap;
  return fixture;
}

/* Where ways meet the greater number counts; queries one after the other add up. */
static void test_the_worst_way_counts(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *func = new_func(&f, "f", 6);
  uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32), z = ir_new_param(func, 32);
  ir_start_block(func, 0);
  emit_test(func, x, 1, 4);
  ir_end_block(func, 0);
  fill_with_diamond(func, 1, y);
  ir_start_block(func, 3);
  emit_test(func, y, 5, 5);
  ir_end_block(func, 3);
  ir_start_block(func, 4);
  emit_test(func, z, 5, 5);
  ir_end_block(func, 4);
  fill_with_ret(func, 5);
  analyse(&f);
  assert_true(total(&f, func, 0) == 3);
  assert_true(count(&f, func, 0, x) == 1);
  assert_true(count(&f, func, 0, y) == 2);
  assert_true(count(&f, func, 0, z) == 1);
  assert_true(total(&f, func, 1) == 2 && total(&f, func, 3) == 1 && total(&f, func, 5) == 0);
  assert_true(count(&f, func, 1, z) == 0);
  end(&f);
}

static void test_loops_get_to_the_cap(void **state) {
  (void)state;
  for (uint32_t cap = 1; cap < 40; cap += 9) {
    struct fixture f = begin_lattice(cap);
    struct ir_func *func = new_func(&f, "f", 6);
    uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32), i = ir_new_reg(func, 32);
    ir_operand start = x;
    ir_set_block_params(func, 1, &i, 1);
    ir_start_block(func, 0);
    emit_br(func, 1, &start, 1);
    ir_end_block(func, 0);
    ir_start_block(func, 1);
    emit_test(func, i, 3, 2);
    ir_end_block(func, 1);
    ir_start_block(func, 2);
    ir_operand next = emit_op(func, IR_LSHR, 32, i, ir_const_int(func, 32, 1));
    emit_br(func, 1, &next, 1);
    ir_end_block(func, 2);
    ir_start_block(func, 3);
    emit_test(func, y, 4, 5);
    ir_end_block(func, 3);
    fill_with_ret(func, 4);
    fill_with_ret(func, 5);
    analyse(&f);
    assert_true(total(&f, func, 0) == cap);
    assert_true(count(&f, func, 0, x) == cap && count(&f, func, 1, i) == cap);
    assert_true(count(&f, func, 2, i) == cap);
    assert_true(count(&f, func, 0, y) == 1 && count(&f, func, 2, y) == 1);
    end(&f);
  }
}

/* do { v = *p; if (v) …; if (v) …; } while (q): v is another one in each round. */
static void test_set_anew_in_each_round(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  f.options.only_branches = true;
  struct ir_func *func = new_func(&f, "f", 7);
  uint32_t p = ir_new_param(func, 64), q = ir_new_param(func, 32);
  ir_start_block(func, 0);
  emit_br(func, 1, NULL, 0);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  uint32_t v = emit_load(func, p);
  emit_test(func, v, 2, 3);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_br(func, 3, NULL, 0);
  ir_end_block(func, 2);
  ir_start_block(func, 3);
  emit_test(func, v, 4, 5);
  ir_end_block(func, 3);
  ir_start_block(func, 4);
  emit_br(func, 5, NULL, 0);
  ir_end_block(func, 4);
  ir_start_block(func, 5);
  emit_test(func, q, 6, 1);
  ir_end_block(func, 5);
  fill_with_ret(func, 6);
  analyse(&f);
  assert_true(count(&f, func, 3, v) == 1 && count(&f, func, 2, v) == 1);
  assert_true(count(&f, func, 5, v) == 0);
  assert_true(count(&f, func, 1, q) == 10);
  assert_true(memory(&f, func, 1, QUERY_ARGUMENT, 0, 0, 4) == 10);
  end(&f);
}

static void test_what_is_computed_counts_for_its_operands(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *func = new_func(&f, "f", 5);
  uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32);
  ir_start_block(func, 0);
  uint32_t square = emit_op(func, IR_MUL, 32, x, x), sum = emit_op(func, IR_ADD, 32, square, y);
  emit_test(func, square, 1, 2);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_br(func, 2, NULL, 0);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_test(func, sum, 3, 4);
  ir_end_block(func, 2);
  fill_with_ret(func, 3);
  fill_with_ret(func, 4);
  analyse(&f);
  assert_true(count(&f, func, 0, x) == 2); /* both operands of a product are one */
  assert_true(count(&f, func, 0, y) == 1);
  assert_true(count(&f, func, 1, sum) == 1 && count(&f, func, 1, square) == 0);
  end(&f);
}

/* One query about x and x + 1: two ways to it, but there are no two queries. */
static void test_no_more_than_all(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *func = new_func(&f, "f", 3);
  uint32_t x = ir_new_param(func, 32);
  ir_start_block(func, 0);
  uint32_t more = emit_op(func, IR_ADD, 32, x, ir_const_int(func, 32, 1));
  emit_condbr(func, emit_op(func, IR_SLT, 32, x, more), 1, 2);
  ir_end_block(func, 0);
  fill_with_ret(func, 1);
  fill_with_ret(func, 2);
  analyse(&f);
  assert_true(total(&f, func, 0) == 1 && count(&f, func, 0, x) == 1);
  end(&f);
}

static void test_switches_are_trees(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *func = new_func(&f, "f", 6);
  uint32_t x = ir_new_param(func, 32);
  uint32_t targets[] = {1, 2, 2, 3, 4, 5};
  ir_start_block(func, 0);
  emit_choice(func, x, targets, 6);
  ir_end_block(func, 0);
  for (uint32_t i = 1; i < 6; i++) fill_with_ret(func, i);
  analyse(&f);
  assert_true(count(&f, func, 0, x) == 3); /* five ways */
  end(&f);
}

static void test_cells(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *func = new_func(&f, "f", 4);
  uint32_t x = ir_new_param(func, 32), i = ir_new_param(func, 64), y = ir_new_param(func, 32);
  ir_start_block(func, 0);
  uint32_t local = emit_alloca(func, 16);
  emit_store(func, emit_offset(func, local, 4), x);
  emit_store(func, emit_op(func, IR_ADD, 64, local, i), y);
  emit_br(func, 1, NULL, 0);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_test(func, emit_load(func, emit_offset(func, local, 4)), 2, 3);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_store(func, emit_offset(func, local, 4), ir_const_int(func, 32, 1));
  emit_test(func, emit_load(func, emit_offset(func, local, 4)), 3, 3);
  ir_end_block(func, 2);
  fill_with_ret(func, 3);
  analyse(&f);
  /* The store at a variable offset is a query of its own. */
  assert_true(total(&f, func, 0) == 3 && total(&f, func, 1) == 2);
  assert_true(memory(&f, func, 1, QUERY_LOCAL, local, 4, 4) == 1);
  assert_true(memory(&f, func, 1, QUERY_LOCAL, local, 7, 1) == 1);
  assert_true(memory(&f, func, 1, QUERY_LOCAL, local, 8, 4) == 0);
  assert_true(memory(&f, func, 2, QUERY_LOCAL, local, 4, 4) == 0); /* written first */
  assert_true(memory(&f, func, 0, QUERY_LOCAL, local, 4, 4) == 0);
  assert_true(count(&f, func, 0, x) == 1 && count(&f, func, 0, y) == 1);
  assert_true(count(&f, func, 0, i) == 1);
  end(&f);
}

static void test_calls_and_recursion(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *callee = new_func(&f, "callee", 5);
  uint32_t a = ir_new_param(callee, 32), b = ir_new_param(callee, 32);
  fill_with_diamond(callee, 0, a);
  fill_with_diamond(callee, 2, b);
  fill_with_ret(callee, 4);
  struct ir_func *deep = new_func(&f, "deep", 3);
  uint32_t n = ir_new_param(deep, 32);
  ir_start_block(deep, 0);
  emit_test(deep, n, 2, 1);
  ir_end_block(deep, 0);
  ir_start_block(deep, 1);
  ir_operand less = emit_op(deep, IR_SUB, 32, n, ir_const_int(deep, 32, 1));
  emit_call(deep, deep, &less, 1, NULL);
  emit_ret(deep);
  ir_end_block(deep, 1);
  fill_with_ret(deep, 2);
  struct ir_func *caller = new_func(&f, "caller", 3);
  uint32_t x = ir_new_param(caller, 32), y = ir_new_param(caller, 32), z = ir_new_param(caller, 32);
  ir_start_block(caller, 0);
  ir_operand both[] = {x, x}, zero_and_y[] = {ir_const_int(caller, 32, 0), y};
  uint32_t first = emit_call(caller, callee, both, 2, NULL);
  uint32_t second = emit_call(caller, callee, zero_and_y, 2, NULL);
  uint32_t third = emit_call(caller, deep, &z, 1, NULL);
  emit_test(caller, x, 1, 2);
  ir_end_block(caller, 0);
  fill_with_ret(caller, 1);
  fill_with_ret(caller, 2);
  analyse(&f);
  assert_true(total(&f, callee, 0) == 2 && total(&f, deep, 0) == 10);
  assert_true(total(&f, caller, 0) == 10);
  assert_true(count(&f, caller, 0, x) == 2); /* of both arguments, the greater number */
  assert_true(count(&f, caller, 0, y) == 1 && count(&f, caller, 0, z) == 10);
  const struct query_point *point = query_count_after_call(f.counts, caller->number, first);
  assert_true(plain(query_point_register(point, x)) == 1);
  assert_true(plain(query_point_register(point, y)) == 1);
  point = query_count_after_call(f.counts, caller->number, second);
  assert_true(plain(query_point_register(point, y)) == 0);
  point = query_count_after_call(f.counts, caller->number, third);
  assert_true(plain(point->total) == 1 && point->register_count == 1);
  end(&f);
}

/* Of what only flows to a result, the callers count the queries. */
static void test_results(void **state) {
  (void)state;
  struct fixture f = begin_lattice(10);
  struct ir_func *second = new_func(&f, "second", 1);
  uint32_t a = ir_new_param(second, 32);
  ir_operand b = ir_new_param(second, 32);
  vec_push(&second->result_widths, 32);
  ir_start_block(second, 0);
  ir_emit(second, (struct ir_ins){.op = IR_RET, .b = ir_add_operands(second, &b, 1), .c = 1});
  ir_end_block(second, 0);
  struct ir_func *caller = new_func(&f, "caller", 3);
  uint32_t x = ir_new_param(caller, 32), y = ir_new_param(caller, 32), result;
  ir_operand args[] = {x, y};
  ir_start_block(caller, 0);
  uint32_t call = emit_call(caller, second, args, 2, &result);
  emit_test(caller, result, 1, 2);
  ir_end_block(caller, 0);
  fill_with_ret(caller, 1);
  fill_with_ret(caller, 2);
  analyse(&f);
  assert_true(count(&f, caller, 0, x) == 0 && count(&f, caller, 0, y) == 1);
  const struct query_point *point = query_count_after_call(f.counts, caller->number, call);
  assert_int_equal(point->register_count, 0);
  assert_true(plain(point->total) == 1 && plain(point->result) == 1 && !point->result_flows);
  const struct query_point *inside = at(&f, second, 0);
  assert_int_equal(inside->register_count, 1);
  assert_int_equal(inside->registers[0].reg, b);
  assert_true(inside->registers[0].flows && count(&f, second, 0, b) == 0);
  assert_true(count(&f, second, 0, a) == 0);
  end(&f);
}

/* ---- random functions ---- */

/* Numbers before each instruction, of all registers and, last, of all queries. */
struct slow {
  const struct ir_func *func;
  uint32_t cap, width;
  uint32_t *before; /* per instruction */
  bool *flows;      /* per parameter: to a result */
  bool is_flow_traced;
  uint32_t total, *params; /* of a call of the function itself */
  struct ir_operand_list uses, defs;
};

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void add_to(struct slow *slow, uint32_t *row, ir_operand operand, uint32_t more) {
  if (!ir_is_const(operand)) row[operand] = lesser(slow->cap, row[operand] + more);
}

static bool is_repeated(const struct ir_operand_list *list, size_t i) {
  for (size_t j = 0; j < i; j++)
    if (list->data[j] == list->data[i]) return true;
  return false;
}

/* What every way on has, at its greatest. */
static void join_successors(struct slow *slow, const struct ir_ins *end, uint32_t *row) {
  const struct ir_func *func = slow->func;
  uint32_t *way = alloc_bytes(slow->width * sizeof *way);
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    const struct ir_edge *edge = &func->edges.data[ir_successor_edge(func, end, i)];
    const struct ir_block *target = &func->blocks.data[edge->target];
    const uint32_t *ahead = &slow->before[target->first * slow->width];
    memcpy(way, ahead, slow->width * sizeof *way);
    for (uint32_t j = 0; j < target->param_count; j++)
      way[func->operands.data[target->first_param + j]] = 0;
    for (uint32_t j = 0; j < target->param_count; j++)
      add_to(slow, way, func->operands.data[edge->first_arg + j],
             ahead[func->operands.data[target->first_param + j]]);
    for (uint32_t j = 0; j < slow->width; j++)
      if (row[j] < way[j]) row[j] = way[j];
  }
  free(way);
}

static uint32_t tree_depth(const struct slow *slow, const struct ir_ins *end) {
  uint32_t targets[64], count = 0, depth = 0;
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t target = slow->func->edges.data[ir_successor_edge(slow->func, end, i)].target;
    bool is_new = true;
    for (uint32_t j = 0; end->op == IR_SWITCH && j < count; j++) is_new &= targets[j] != target;
    if (is_new) targets[count++] = target;
  }
  for (; (uint32_t)1 << depth < count; depth++) {
  }
  return depth;
}

static void pass_call(struct slow *slow, const struct ir_ins *ins, uint32_t *row) {
  const struct ir_func *func = slow->func;
  const struct ir_call *call = &func->calls.data[ins->b];
  uint32_t most = 0;
  vec_clear(&slow->uses);
  for (uint32_t i = 0; i < call->result_count; i++) {
    uint32_t result = func->operands.data[call->first_result + i];
    if (row[result] > most) most = row[result];
    row[result] = 0;
  }
  for (uint32_t i = 0; i < call->arg_count; i++)
    if (!slow->is_flow_traced || i >= func->params.count || slow->flows[i])
      vec_push(&slow->uses, func->operands.data[call->first_arg + i]);
  for (uint32_t i = 0; i < call->vararg_count; i++)
    vec_push(&slow->uses, func->varargs.data[call->first_vararg + i].operand);
  for (size_t i = 0; i < slow->uses.count; i++)
    if (!is_repeated(&slow->uses, i)) add_to(slow, row, slow->uses.data[i], most);
  for (uint32_t i = 0; i < call->arg_count && i < func->params.count; i++) {
    ir_operand arg = func->operands.data[call->first_arg + i];
    uint32_t heaviest = 0;
    bool is_first = true;
    for (uint32_t j = 0; j < call->arg_count && j < func->params.count; j++) {
      if (func->operands.data[call->first_arg + j] != arg) continue;
      is_first &= j >= i;
      if (slow->params[j] > heaviest) heaviest = slow->params[j];
    }
    if (is_first) add_to(slow, row, arg, heaviest);
  }
  row[slow->width - 1] = lesser(slow->cap, row[slow->width - 1] + slow->total);
}

static void pass_ins(struct slow *slow, uint32_t number, uint32_t *row) {
  const struct ir_ins *ins = &slow->func->ins.data[number];
  if (ir_is_terminator(ins->op)) {
    join_successors(slow, ins, row);
    uint32_t depth = ins->op == IR_CONDBR || ins->op == IR_SWITCH ? tree_depth(slow, ins) : 0;
    if (depth == 0 || ir_is_const(ins->a)) return;
    add_to(slow, row, ins->a, depth);
    row[slow->width - 1] = lesser(slow->cap, row[slow->width - 1] + depth);
    return;
  }
  memcpy(row, &slow->before[(number + 1) * slow->width], slow->width * sizeof *row);
  if (ins->op == IR_CALL) {
    pass_call(slow, ins, row);
  } else if (ir_has_dst(ins->op)) {
    uint32_t value = row[ins->dst];
    row[ins->dst] = 0;
    vec_clear(&slow->uses);
    ir_list_uses(slow->func, ins, &slow->uses);
    for (size_t i = 0; i < slow->uses.count; i++)
      if (!is_repeated(&slow->uses, i)) add_to(slow, row, slow->uses.data[i], value);
  }
}

static void slow_solve(struct slow *slow) {
  uint32_t *row = alloc_bytes(slow->width * sizeof *row);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = (uint32_t)slow->func->ins.count; i-- > 0;) {
      memset(row, 0, slow->width * sizeof *row);
      pass_ins(slow, i, row);
      has_changed |= memcmp(row, &slow->before[i * slow->width], slow->width * sizeof *row) != 0;
      memcpy(&slow->before[i * slow->width], row, slow->width * sizeof *row);
    }
  }
  free(row);
}

static uint32_t slow_count(const struct slow *slow, uint32_t ins, uint32_t reg) {
  const uint32_t *row = &slow->before[ins * slow->width];
  return lesser(row[reg], row[slow->width - 1]);
}

/* Results depend on what the registers lead to, whatever the path. */
static void find_flows(struct slow *slow) {
  const struct ir_func *func = slow->func;
  bool *leads = alloc_zeroed(slow->width);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < func->ins.count; i++) {
      const struct ir_ins *ins = &func->ins.data[i];
      bool is_led = ins->op == IR_RET;
      vec_clear(&slow->uses);
      vec_clear(&slow->defs);
      ir_list_uses(func, ins, &slow->uses);
      ir_list_defs(func, ins, &slow->defs);
      for (size_t j = 0; j < slow->defs.count; j++) is_led |= leads[slow->defs.data[j]];
      if (ins->op == IR_CONDBR || ins->op == IR_SWITCH || ins->op == IR_BR) is_led = false;
      for (size_t j = 0; is_led && j < slow->uses.count; j++) {
        if (ir_is_const(slow->uses.data[j]) || leads[slow->uses.data[j]]) continue;
        leads[slow->uses.data[j]] = has_changed = true;
      }
      for (uint32_t j = 0; ir_is_terminator(ins->op) && j < ir_successor_count(ins); j++) {
        const struct ir_edge *edge = &func->edges.data[ir_successor_edge(func, ins, j)];
        const struct ir_block *target = &func->blocks.data[edge->target];
        for (uint32_t k = 0; k < target->param_count; k++) {
          ir_operand arg = func->operands.data[edge->first_arg + k];
          if (ir_is_const(arg) || leads[arg] ||
              !leads[func->operands.data[target->first_param + k]])
            continue;
          leads[arg] = has_changed = true;
        }
      }
    }
  }
  for (uint32_t i = 0; i < func->params.count; i++) slow->flows[i] = leads[func->params.data[i]];
  free(leads);
}

static void slow_recurse(struct slow *slow) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    slow_solve(slow);
    for (uint32_t i = 0; i < slow->func->params.count; i++) {
      uint32_t value = slow_count(slow, 0, slow->func->params.data[i]);
      has_changed |= value != slow->params[i];
      slow->params[i] = value;
    }
    has_changed |= slow->before[slow->width - 1] != slow->total;
    slow->total = slow->before[slow->width - 1];
  }
}

static void check_against_slow(struct ir_program *program, struct ir_func *func, uint32_t cap) {
  struct query_count_options options = query_count_defaults();
  options.kind = QUERY_COUNT_LATTICE;
  options.cap = cap;
  struct query_count *counts = query_count_new(program, &options);
  struct cfg cfg = cfg_build(func);
  struct slow slow = {.func = func, .cap = cap, .width = (uint32_t)func->reg_widths.count + 1};
  slow.before = alloc_zeroed((func->ins.count + 1) * slow.width * sizeof *slow.before);
  slow.flows = alloc_zeroed(func->params.count + 1);
  slow.params = alloc_zeroed((func->params.count + 1) * sizeof *slow.params);
  find_flows(&slow);
  slow_recurse(&slow);
  slow.is_flow_traced = true; /* of a function that is done it is known */
  memset(slow.before, 0, func->ins.count * slow.width * sizeof *slow.before);
  slow_solve(&slow);
  for (uint32_t i = 0; i < cfg.order_count; i++) {
    uint32_t block = cfg.order[i], first = func->blocks.data[block].first;
    const struct query_point *point = query_count_at_block(counts, func->number, block);
    assert_true(plain(point->total) == slow.before[(first + 1) * slow.width - 1]);
    for (uint32_t reg = 0; reg < func->reg_widths.count; reg++)
      assert_true(plain(query_point_register(point, reg)) == slow_count(&slow, first, reg));
    for (uint32_t j = first; j < first + func->blocks.data[block].count; j++) {
      if (func->ins.data[j].op != IR_CALL) continue;
      point = query_count_after_call(counts, func->number, j);
      assert_true(plain(point->total) == slow.before[(j + 2) * slow.width - 1]);
      for (uint32_t k = 0; k < point->register_count; k++)
        assert_true(plain(point->registers[k].count) ==
                    slow_count(&slow, j + 1, point->registers[k].reg));
    }
  }
  free(slow.before);
  free(slow.flows);
  free(slow.params);
  vec_free(&slow.uses);
  vec_free(&slow.defs);
  cfg_free(&cfg);
  query_count_free(counts);
}

static void test_against_numbers_everywhere(void **state) {
  (void)state;
  uint64_t seed = 77;
  for (int round = 0; round < 400; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = random_func(program, &seed, 1 + random_below(&seed, 12), false);
    check_against_slow(program, func, 1 + random_below(&seed, 12));
    ir_program_free(program);
  }
}

/* Numbers below a cap do not depend on it. */
static void test_a_cap_only_cuts_off(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 200; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = random_func(program, &seed, 2 + random_below(&seed, 15), false);
    struct query_count_options low = query_count_defaults(), high;
    low.kind = QUERY_COUNT_LATTICE;
    low.cap = 1 + random_below(&seed, 10);
    high = low;
    high.cap = low.cap + random_below(&seed, 30);
    struct query_count *less = query_count_new(program, &low);
    struct query_count *more = query_count_new(program, &high);
    for (uint32_t block = 0; block < func->blocks.count; block++) {
      const struct query_point *a = query_count_at_block(less, func->number, block);
      const struct query_point *b = query_count_at_block(more, func->number, block);
      assert_true(plain(a->total) == fmin(low.cap, plain(b->total)));
      assert_int_equal(a->register_count, b->register_count);
      for (uint32_t i = 0; i < a->register_count; i++)
        assert_true(plain(a->registers[i].count) == fmin(low.cap, plain(b->registers[i].count)));
    }
    query_count_free(less);
    query_count_free(more);
    ir_program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_worst_way_counts),
      cmocka_unit_test(test_loops_get_to_the_cap),
      cmocka_unit_test(test_set_anew_in_each_round),
      cmocka_unit_test(test_what_is_computed_counts_for_its_operands),
      cmocka_unit_test(test_no_more_than_all),
      cmocka_unit_test(test_switches_are_trees),
      cmocka_unit_test(test_cells),
      cmocka_unit_test(test_calls_and_recursion),
      cmocka_unit_test(test_results),
      cmocka_unit_test(test_against_numbers_everywhere),
      cmocka_unit_test(test_a_cap_only_cuts_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
