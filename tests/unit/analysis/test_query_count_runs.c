/* Query counts against runs. Random functions that compute, keep values in locals, globals and
   behind pointers, and call another function, are run; at some block one register or one word
   of memory is changed, and the run goes on twice. If a query (the outcome of a branch, the
   address of an access) turns out different, the variable must have been counted there. */
#include "../ir/support.h"

#include "analysis/query_count.h"
#include "ir/def_use.h"
#include "ir/dominators.h"
#include "ir/liveness.h"

enum {
  OBJECT_COUNT = 6, /* two locals, two globals, what two parameters point at */
  OBJECT_SIZE = 48,
  MAX_REGS = 400,
  MAX_STEPS = 400
};
#define OBJECT_BASE(i) (((uint64_t)(i) + 1) << 16)

struct reg_list {
  uint32_t *data;
  size_t count, capacity;
};

/* Making functions. */

struct maker {
  struct ir_program *program;
  struct ir_func *func, *callee;
  uint64_t *seed;
  uint32_t roots[OBJECT_COUNT]; /* operands: pointers to objects */
  uint32_t root_count;
};

static ir_operand pick(struct maker *maker, const struct reg_list *values) {
  if (values->count == 0 || random_below(maker->seed, 6) == 0)
    return ir_const_int(maker->func, 32, random_below(maker->seed, 4));
  return values->data[random_below(maker->seed, (uint32_t)values->count)];
}

/* At a constant or a variable offset; words are aligned. */
static ir_operand make_address(struct maker *maker, unsigned width, const struct reg_list *values) {
  struct ir_func *func = maker->func;
  ir_operand root = maker->roots[random_below(maker->seed, maker->root_count)];
  if (random_below(maker->seed, 4) == 0) {
    uint32_t index = emit_op(func, IR_AND, 32, pick(maker, values), ir_const_int(func, 32, 12));
    return emit_op(func, IR_ADD, 64, root, emit_convert(func, IR_ZEXT, 64, index, 32));
  }
  uint64_t offset = random_below(maker->seed, 16) & (width == 8 ? 15 : 12);
  return offset == 0 ? root : emit_op(func, IR_ADD, 64, root, ir_const_int(func, 64, offset));
}

static void make_call(struct maker *maker, struct reg_list *values) {
  struct ir_func *func = maker->func;
  ir_operand root = maker->roots[random_below(maker->seed, maker->root_count)];
  ir_operand args[] = {emit_op(func, IR_ADD, 64, root, ir_const_int(func, 64, 16)),
                       pick(maker, values)};
  uint32_t result = ir_new_reg(func, 32);
  struct ir_call call = {.arg_count = 2, .result_count = 1};
  call.first_arg = ir_add_operands(func, args, 2);
  call.first_result = ir_add_operands(func, &result, 1);
  vec_push(&func->calls, call);
  ir_operand target = ir_const_func(func, maker->callee->number);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = target, .b = (uint32_t)func->calls.count - 1});
  vec_push(values, result);
}

static void make_ins(struct maker *maker, struct reg_list *values) {
  struct ir_func *func = maker->func;
  /* Stores of the callee are not followed. */
  uint32_t kinds = maker->callee == NULL ? 5 : 9, kind = random_below(maker->seed, kinds);
  uint8_t width = random_below(maker->seed, 4) == 0 ? 8 : 32;
  if (kind < 2) {
    ir_operand a = pick(maker, values), b = pick(maker, values);
    vec_push(values, emit_op(func, kind == 0 ? IR_ADD : IR_SUB, 32, a, b));
  } else if (kind == 2) {
    ir_operand a = pick(maker, values), b = pick(maker, values), c = pick(maker, values);
    uint32_t bit = emit_op(func, IR_SLT, 32, a, b), dst = ir_new_reg(func, 32);
    struct ir_ins select = {.op = IR_SELECT, .width = 32, .dst = dst, .a = bit, .b = b, .c = c};
    ir_emit(func, select);
    vec_push(values, dst);
  } else if (kind < 5) {
    ir_operand address = make_address(maker, width, values);
    uint32_t dst = ir_new_reg(func, width);
    ir_emit(func, (struct ir_ins){.op = IR_LOAD, .width = width, .dst = dst, .a = address});
    vec_push(values, width == 32 ? dst : emit_convert(func, IR_ZEXT, 32, dst, 8));
  } else if (kind < 8) {
    ir_operand address = make_address(maker, width, values), value = pick(maker, values);
    if (width == 8) value = emit_convert(func, IR_TRUNC, 8, value, 32);
    ir_emit(func, (struct ir_ins){.op = IR_STORE, .width = width, .a = address, .b = value});
  } else {
    make_call(maker, values);
  }
}

static void make_end(struct maker *maker, const struct cfg *shape, uint32_t block,
                     const struct reg_list *values) {
  struct ir_func *func = maker->func;
  const uint32_t *start = &shape->successors.start[block];
  uint32_t count = start[1] - start[0], edges[2];
  if (count == 0) {
    ir_operand result = pick(maker, values);
    ir_emit(func, (struct ir_ins){.op = IR_RET, .b = ir_add_operands(func, &result, 1), .c = 1});
    return;
  }
  if (count > 2) count = 2;
  ir_operand a = pick(maker, values), b = pick(maker, values);
  uint32_t bit = count == 2 ? emit_op(func, IR_SLT, 32, a, b) : 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t target = shape->successors.targets[start[0] + i];
    ir_operand args[2];
    for (uint32_t j = 0; j < func->blocks.data[target].param_count; j++)
      args[j] = pick(maker, values);
    edges[i] = ir_new_edge(func, target, args, func->blocks.data[target].param_count);
  }
  if (count == 1)
    ir_emit(func, (struct ir_ins){.op = IR_BR, .a = edges[0]});
  else
    ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = bit, .b = edges[0], .c = edges[1]});
}

/* Gives the function, which has its parameters, a body over a random graph. */
static void make_body(struct maker *maker, uint32_t count, const struct reg_list *given) {
  struct ir_func *func = maker->func;
  struct ir_func *graph = random_graph_func(maker->program, maker->seed, count);
  struct cfg shape = cfg_build(graph);
  struct dominators tree = dominators_build(&shape);
  struct reg_list *values = alloc_zeroed(count * sizeof *values);
  func->has_body = true;
  vec_push(&func->result_widths, 32);
  for (uint32_t block = 0; block < count; block++) {
    uint32_t params[2], param_count = block == 0 ? 0 : random_below(maker->seed, 3);
    ir_new_block(func);
    for (uint32_t i = 0; i < param_count; i++) params[i] = ir_new_reg(func, 32);
    ir_set_block_params(func, block, params, param_count);
    for (uint32_t i = 0; i < param_count; i++) vec_push(&values[block], params[i]);
  }
  for (size_t i = 0; i < given->count; i++) vec_push(&values[0], given->data[i]);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t block = i < shape.order_count ? shape.order[i] : UINT32_MAX;
    for (uint32_t j = 0, rank = shape.order_count; block == UINT32_MAX; j++)
      if (!cfg_is_reachable(&shape, j) && rank++ == i) block = j;
    if (block != 0 && dominators_has(&tree, block))
      for (size_t j = 0; j < values[tree.parent[block]].count; j++)
        vec_push(&values[block], values[tree.parent[block]].data[j]);
    ir_start_block(func, block);
    for (uint32_t j = 0; block == 0 && maker->callee != NULL && j < 2; j++) {
      uint32_t local = ir_new_reg(func, 64);
      ir_operand size = ir_const_int(func, 64, OBJECT_SIZE);
      ir_emit(func, (struct ir_ins){.op = IR_ALLOCA, .width = 64, .dst = local, .a = size, .c = 8});
      maker->roots[maker->root_count++] = local;
    }
    bool is_reached = dominators_has(&tree, block);
    for (uint32_t n = is_reached ? random_below(maker->seed, 6) : 0; n > 0; n--)
      make_ins(maker, &values[block]);
    make_end(maker, &shape, block, &values[block]);
    ir_end_block(func, block);
  }
  for (uint32_t i = 0; i < count; i++) vec_free(&values[i]);
  free(values);
  dominators_free(&tree);
  cfg_free(&shape);
}

static struct ir_func *make_program(struct ir_program *program, uint64_t *seed) {
  struct reg_list given = {0};
  struct ir_func *callee = ir_add_func(program, "callee", true);
  struct maker maker = {.program = program, .func = callee, .seed = seed, .root_count = 1};
  for (int i = 0; i < 2; i++) {
    struct ir_global *global = ir_add_global(program, i == 0 ? "g" : "h", true);
    global->size = OBJECT_SIZE;
    global->is_defined = true;
  }
  maker.roots[0] = ir_new_param(callee, 64);
  vec_push(&given, ir_new_param(callee, 32));
  maker.roots[maker.root_count++] = ir_const_global(callee, 0, 0);
  make_body(&maker, 1 + random_below(seed, 3), &given);
  struct ir_func *func = ir_add_func(program, "caller", true);
  maker = (struct maker){.program = program, .func = func, .callee = callee, .seed = seed};
  vec_clear(&given);
  for (int i = 0; i < 2; i++) maker.roots[maker.root_count++] = ir_new_param(func, 64);
  for (int i = 0; i < 2; i++) vec_push(&given, ir_new_param(func, 32));
  for (uint32_t i = 0; i < 2; i++) maker.roots[maker.root_count++] = ir_const_global(func, i, 0);
  /* In small functions a value has few uses, so that none makes up for another. */
  make_body(&maker, 2 + random_below(seed, random_below(seed, 4) == 0 ? 9 : 2), &given);
  vec_free(&given);
  return func;
}

/* Running them. */

struct machine {
  uint8_t memory[OBJECT_COUNT][OBJECT_SIZE];
  uint64_t regs[MAX_REGS];
};

struct run {
  struct machine *machine;
  uint32_t steps;
  VEC(uint64_t) queries;
  bool is_cut_off;
};

static uint64_t value_of(const struct ir_func *func, const uint64_t *regs, ir_operand operand) {
  if (!ir_is_const(operand)) return regs[operand];
  const struct ir_const *constant = &func->consts.data[operand & ~IR_CONST];
  if (constant->kind == IR_CONST_GLOBAL) return OBJECT_BASE(2 + constant->ref) + constant->value;
  return constant->value;
}

static uint8_t *bytes_at(struct machine *machine, uint64_t address) {
  uint64_t object = (address >> 16) - 1, offset = address & 0xffff;
  assert_true(object < OBJECT_COUNT && offset < OBJECT_SIZE);
  return &machine->memory[object][offset];
}

static uint64_t run_from(struct run *run, const struct ir_program *program,
                         const struct ir_func *func, uint64_t *regs, uint32_t block,
                         bool (*at_entry)(void *, uint32_t), void *context);

static uint64_t execute(struct run *run, const struct ir_program *program,
                        const struct ir_func *func, uint64_t *regs, const struct ir_ins *ins) {
  uint64_t a = value_of(func, regs, ins->a);
  uint8_t size = (uint8_t)ir_byte_size(ins->width);
  uint64_t result = 0;
  switch (ins->op) {
  case IR_ADD: return (a + value_of(func, regs, ins->b)) & ir_mask(ins->width);
  case IR_SUB: return (a - value_of(func, regs, ins->b)) & ir_mask(ins->width);
  case IR_AND: return a & value_of(func, regs, ins->b);
  case IR_SLT: return (int32_t)a < (int32_t)value_of(func, regs, ins->b);
  case IR_SELECT: return value_of(func, regs, a & 1 ? ins->b : ins->c);
  case IR_ZEXT: return a;
  case IR_TRUNC: return a & ir_mask(ins->width);
  case IR_LOAD:
    vec_push(&run->queries, a);
    memcpy(&result, bytes_at(run->machine, a), size);
    return result;
  case IR_STORE:
    vec_push(&run->queries, a);
    result = value_of(func, regs, ins->b);
    memcpy(bytes_at(run->machine, a), &result, size);
    return 0;
  case IR_CALL: {
    const struct ir_call *call = &func->calls.data[ins->b];
    const struct ir_func *callee = program->funcs.data[func->consts.data[ins->a & ~IR_CONST].ref];
    uint64_t inner[MAX_REGS] = {0};
    for (uint32_t i = 0; i < 2; i++)
      inner[callee->params.data[i]] =
          value_of(func, regs, func->operands.data[call->first_arg + i]);
    regs[func->operands.data[call->first_result]] =
        run_from(run, program, callee, inner, 0, NULL, NULL);
    return 0;
  }
  default: fail_msg("no such operation here: %s", ir_opcode_names[ins->op]); return 0;
  }
}

static uint32_t take_edge(const struct ir_func *func, uint64_t *regs, uint32_t edge) {
  const struct ir_edge *e = &func->edges.data[edge];
  const struct ir_block *target = &func->blocks.data[e->target];
  uint64_t args[2];
  for (uint32_t i = 0; i < target->param_count; i++)
    args[i] = value_of(func, regs, func->operands.data[e->first_arg + i]);
  for (uint32_t i = 0; i < target->param_count; i++)
    regs[func->operands.data[target->first_param + i]] = args[i];
  return e->target;
}

/* Until it returns, runs out of steps, or the visitor of block entries says to stop. */
static uint64_t run_from(struct run *run, const struct ir_program *program,
                         const struct ir_func *func, uint64_t *regs, uint32_t block,
                         bool (*at_entry)(void *, uint32_t), void *context) {
  uint32_t local = 0;
  for (;;) {
    const struct ir_block *b = &func->blocks.data[block];
    const struct ir_ins *end = ir_terminator(func, block);
    if (at_entry != NULL && at_entry(context, block)) return 0;
    for (uint32_t i = b->first; &func->ins.data[i] != end; i++) {
      const struct ir_ins *ins = &func->ins.data[i];
      if (run->is_cut_off || ++run->steps > MAX_STEPS) break;
      uint64_t result =
          ins->op == IR_ALLOCA ? OBJECT_BASE(local++) : execute(run, program, func, regs, ins);
      if (ir_has_dst(ins->op)) regs[ins->dst] = result;
    }
    run->is_cut_off |= ++run->steps > MAX_STEPS;
    if (run->is_cut_off) return 0;
    if (end->op == IR_RET) return value_of(func, regs, func->operands.data[end->b]);
    uint32_t edge = end->a;
    if (end->op == IR_CONDBR) {
      uint64_t bit = value_of(func, regs, end->a);
      vec_push(&run->queries, bit);
      edge = bit ? end->b : end->c;
    }
    block = take_edge(func, regs, edge);
  }
}

struct stop {
  uint32_t entries_left;
  uint32_t block; /* where it was stopped */
};

static bool stop_there(void *context, uint32_t block) {
  struct stop *stop = context;
  stop->block = block;
  return stop->entries_left-- == 0;
}

/* Did a query turn out different? */
static bool do_differ(const struct ir_program *program, const struct ir_func *func, uint32_t block,
                      const struct machine *a, const struct machine *b) {
  struct machine machines[2] = {*a, *b};
  struct run runs[2] = {{.machine = &machines[0]}, {.machine = &machines[1]}};
  bool is_different = false;
  for (int i = 0; i < 2; i++)
    run_from(&runs[i], program, func, machines[i].regs, block, NULL, NULL);
  for (size_t i = 0; i < runs[0].queries.count && i < runs[1].queries.count; i++)
    is_different |= runs[0].queries.data[i] != runs[1].queries.data[i];
  for (int i = 0; i < 2; i++) vec_free(&runs[i].queries);
  return is_different;
}

struct tally {
  uint32_t counted, influential;
};

static void check_change(const struct ir_program *program, const struct ir_func *func,
                         uint32_t block, const struct machine *before,
                         const struct machine *changed, struct query_number count, const char *what,
                         struct tally *tally) {
  bool is_counted = !query_number_is_zero(count);
  bool is_influential = do_differ(program, func, block, before, changed);
  tally->counted += is_counted;
  tally->influential += is_influential;
  if (is_influential && !is_counted)
    fail_msg("%s has an influence at block %u, but was not counted", what, block);
}

static struct query_number count_word(const struct query_point *point, const struct ir_func *func,
                                      uint32_t object, int64_t offset) {
  if (object >= 4) return query_point_memory(point, QUERY_ARGUMENT, object - 4, offset, 4);
  if (object >= 2) return query_point_memory(point, QUERY_GLOBAL, object - 2, offset, 4);
  return query_point_memory(point, QUERY_LOCAL, func->ins.data[object].dst, offset, 4);
}

static void check_point(const struct ir_program *program, const struct ir_func *func,
                        struct query_count *counts, const struct liveness *liveness, uint32_t block,
                        const struct machine *before, uint64_t *seed, struct tally *tally) {
  const struct query_point *point = query_count_at_block(counts, func->number, block);
  for (uint32_t reg = 0; reg < func->reg_widths.count; reg++) {
    struct machine changed = *before;
    if (func->reg_widths.data[reg] != 32 || !liveness_has(&liveness->live_in[block], reg)) continue;
    changed.regs[reg] = (uint32_t)(changed.regs[reg] + 1 + random_below(seed, 8));
    check_change(program, func, block, before, &changed, query_point_register(point, reg),
                 "a register", tally);
  }
  /* Where the locals are not there yet, they have no content. */
  for (uint32_t object = block == 0 ? 2 : 0; object < OBJECT_COUNT; object++)
    for (uint32_t offset = 0; offset < OBJECT_SIZE; offset += 4) {
      struct machine changed = *before;
      changed.memory[object][offset + random_below(seed, 4)] ^=
          (uint8_t)(1 + random_below(seed, 8));
      check_change(program, func, block, before, &changed, count_word(point, func, object, offset),
                   "a word", tally);
    }
}

static void test_influence_is_counted(void **state) {
  (void)state;
  uint64_t seed = 11;
  struct tally tally = {0};
  for (int round = 0; round < 2000; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = make_program(program, &seed);
    struct query_count_options options = query_count_defaults();
    assert_verified(program, func);
    assert_true(func->reg_widths.count < MAX_REGS);
    struct query_count *counts = query_count_new(program, &options);
    struct cfg cfg = cfg_build(func);
    struct def_use def_use = def_use_build(func);
    struct liveness liveness = liveness_build(func, &cfg, &def_use);
    for (int i = 0; i < 4; i++) {
      struct machine machine = {0};
      struct run run = {.machine = &machine};
      struct stop stop = {.entries_left = random_below(&seed, 6)};
      for (size_t j = 0; j < sizeof machine.memory; j++)
        ((uint8_t *)machine.memory)[j] = (uint8_t)random_below(&seed, 4);
      for (uint32_t j = 0; j < 4; j++)
        machine.regs[func->params.data[j]] = j < 2 ? OBJECT_BASE(4 + j) : random_below(&seed, 5);
      run_from(&run, program, func, machine.regs, 0, stop_there, &stop);
      if (stop.entries_left == UINT32_MAX && !run.is_cut_off)
        check_point(program, func, counts, &liveness, stop.block, &machine, &seed, &tally);
      vec_free(&run.queries);
    }
    liveness_free(&liveness);
    def_use_free(&def_use);
    cfg_free(&cfg);
    query_count_free(counts);
    ir_program_free(program);
  }
  assert_true(tally.influential > 1000);
  assert_true(tally.counted > tally.influential);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_influence_is_counted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
