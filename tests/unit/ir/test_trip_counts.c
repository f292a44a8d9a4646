/* Trip counts against running the loops. A small interpreter runs each function many
   times; loads give random values, so that what the analysis cannot know varies. */
#include "support.h"

#include "ir/def_use.h"
#include "ir/dominators.h"
#include "ir/loops.h"
#include "ir/trip_counts.h"

struct analysed {
  struct cfg cfg;
  struct dominators dominators;
  struct loops loops;
  struct def_use def_use;
  struct trip_count *trips;
};

static struct analysed analyse(const struct ir_program *program, const struct ir_func *func) {
  struct analysed a = {.cfg = cfg_build(func), .def_use = def_use_build(func)};
  a.dominators = dominators_build(&a.cfg);
  a.loops = loops_build(&a.cfg, &a.dominators);
  a.trips = trip_counts_find(program, func, &a.dominators, &a.loops, &a.def_use);
  return a;
}

static void free_analysed(struct analysed *a) {
  free(a->trips);
  def_use_free(&a->def_use);
  loops_free(&a->loops);
  dominators_free(&a->dominators);
  cfg_free(&a->cfg);
}

/* The interpreter. Globals have the addresses BASE, 2 * BASE, … */

#define BASE 0x100000u

struct run {
  const struct ir_func *func;
  uint64_t *seed;
  uint64_t regs[256];
};

static int64_t as_signed(uint64_t value, unsigned width) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

static uint64_t value_of(const struct run *run, ir_operand operand) {
  if (!ir_is_const(operand)) return run->regs[operand];
  const struct ir_const *constant = &run->func->consts.data[operand & ~IR_CONST];
  if (constant->kind == IR_CONST_GLOBAL) return BASE * (constant->ref + 1) + constant->value;
  return constant->value;
}

static uint64_t evaluate(struct run *run, const struct ir_ins *ins) {
  uint64_t a = value_of(run, ins->a);
  uint64_t b = ir_opcode_formats[ins->op] <= IR_FORMAT_COMPARE ? value_of(run, ins->b) : 0;
  unsigned w = ins->width;
  switch (ins->op) {
  case IR_ADD: return (a + b) & ir_mask(w);
  case IR_SUB: return (a - b) & ir_mask(w);
  case IR_MUL: return (a * b) & ir_mask(w);
  case IR_SHL: return b < w ? (a << b) & ir_mask(w) : 0;
  case IR_LSHR: return b < w ? a >> b : 0;
  case IR_UDIV: return a / b;
  case IR_SDIV: return (uint64_t)(as_signed(a, w) / as_signed(b, w)) & ir_mask(w);
  case IR_AND: return a & b;
  case IR_XOR: return a ^ b;
  case IR_EQ: return a == b;
  case IR_NE: return a != b;
  case IR_ULT: return a < b;
  case IR_ULE: return a <= b;
  case IR_SLT: return as_signed(a, w) < as_signed(b, w);
  case IR_SLE: return as_signed(a, w) <= as_signed(b, w);
  case IR_TRUNC: return a & ir_mask(w);
  case IR_MOV:
  case IR_ZEXT: return a;
  case IR_SEXT: return (uint64_t)as_signed(a, ins->c) & ir_mask(w);
  case IR_LOAD: return random_bits(run->seed) & ir_mask(w);
  default: fail_msg("the test cannot run %s", ir_opcode_names[ins->op]);
  }
  return 0;
}

static uint32_t choose_edge(const struct run *run, const struct ir_ins *end) {
  switch (end->op) {
  case IR_BR: return end->a;
  case IR_CONDBR: return value_of(run, end->a) ? end->b : end->c;
  case IR_SWITCH:
    for (uint32_t i = 0; i < end->c; i++)
      if (run->func->cases.data[end->b + i].value == value_of(run, end->a))
        return run->func->cases.data[end->b + i].edge;
    return end->dst;
  default: return IR_NONE;
  }
}

static void take_edge(struct run *run, uint32_t number) {
  const struct ir_edge *edge = &run->func->edges.data[number];
  const struct ir_block *target = &run->func->blocks.data[edge->target];
  uint64_t values[16];
  for (uint32_t i = 0; i < target->param_count; i++)
    values[i] = value_of(run, run->func->operands.data[edge->first_arg + i]);
  for (uint32_t i = 0; i < target->param_count; i++)
    run->regs[run->func->operands.data[target->first_param + i]] = values[i];
}

struct observed {
  bool has_left; /* at least once */
  uint64_t least, most;
  uint64_t unfinished; /* times round when the run was cut off */
};

/* Runs once, noting for each loop how often it went round each time it was left. */
static void observe(const struct ir_func *func, const struct analysed *a, uint64_t *seed,
                    uint32_t max_blocks, struct observed *observed) {
  struct run run = {.func = func, .seed = seed};
  uint64_t rounds[16] = {0};
  uint32_t block = 0;
  assert_true(func->reg_widths.count <= 256 && a->loops.count <= 16);
  for (uint32_t i = 0; i < max_blocks; i++) {
    const struct ir_block *b = &func->blocks.data[block];
    for (uint32_t j = 0; j + 1 < b->count; j++) {
      const struct ir_ins *ins = &func->ins.data[b->first + j];
      run.regs[ins->dst] = evaluate(&run, ins);
    }
    uint32_t edge = choose_edge(&run, ir_terminator(func, block));
    if (edge == IR_NONE) return;
    uint32_t target = func->edges.data[edge].target;
    for (uint32_t l = 0; l < a->loops.count; l++) {
      if (!loops_contains(&a->loops, l, block)) continue;
      if (target == a->loops.loops[l].header) rounds[l]++;
      if (loops_contains(&a->loops, l, target)) continue;
      struct observed *o = &observed[l];
      if (!o->has_left || rounds[l] < o->least) o->least = rounds[l];
      if (!o->has_left || rounds[l] > o->most) o->most = rounds[l];
      o->has_left = true;
      rounds[l] = 0;
    }
    take_edge(&run, edge);
    block = target;
  }
  for (uint32_t l = 0; l < a->loops.count; l++)
    if (rounds[l] > observed[l].unfinished) observed[l].unfinished = rounds[l];
}

struct tally {
  uint32_t counts[4]; /* per trip_kind */
  uint32_t nonzero;   /* exact and not 0 */
};

static void check_against_runs(const struct ir_program *program, const struct ir_func *func,
                               uint64_t *seed, int runs, uint32_t max_blocks, struct tally *tally) {
  struct analysed a = analyse(program, func);
  struct observed observed[16] = {0};
  for (int i = 0; i < runs; i++) observe(func, &a, seed, max_blocks, observed);
  for (uint32_t l = 0; l < a.loops.count; l++) {
    const struct observed *o = &observed[l];
    tally->counts[a.trips[l].kind]++;
    switch (a.trips[l].kind) {
    case TRIP_UNKNOWN: break;
    case TRIP_EXACT:
      tally->nonzero += a.trips[l].count != 0;
      if (o->has_left) {
        assert_int_equal(o->least, a.trips[l].count);
        assert_int_equal(o->most, a.trips[l].count);
      }
      assert_true(o->unfinished <= a.trips[l].count);
      break;
    case TRIP_AT_MOST:
      if (o->has_left) assert_true(o->most <= a.trips[l].count);
      assert_true(o->unfinished <= a.trips[l].count);
      break;
    case TRIP_ENDLESS: assert_false(o->has_left); break;
    }
  }
  free_analysed(&a);
}

/* Random loops of the shape
     entry -> header [test] -> middle [test] -> rare [test] -> latch [test] -> header
   where each test may be there or not, `rare` may be jumped over, and there may be
   a second entry. The header has two parameters of the same width. */

struct maker {
  struct ir_func *func;
  uint64_t *seed;
  unsigned width;
  uint32_t params[2];
  uint32_t exit;
};

static uint64_t random_constant(struct maker *maker, unsigned width) {
  uint64_t value = random_bits(maker->seed) & ir_mask(width);
  if (random_below(maker->seed, 2) == 0) value = random_below(maker->seed, 12);
  if (random_below(maker->seed, 4) == 0) value = -(uint64_t)random_below(maker->seed, 12);
  return value & ir_mask(width);
}

static ir_operand constant(struct maker *maker, unsigned width) {
  return ir_const_int(maker->func, width, random_constant(maker, width));
}

static ir_operand unknown(struct maker *maker, unsigned width) {
  uint32_t dst = ir_new_reg(maker->func, width);
  ir_operand address = ir_const_int(maker->func, 64, 64);
  ir_emit(maker->func,
          (struct ir_ins){.op = IR_LOAD, .width = (uint8_t)width, .dst = dst, .a = address});
  return dst;
}

/* One random step away from a value; *width follows. */
static uint32_t derive(struct maker *maker, uint32_t reg, unsigned *width) {
  struct ir_func *func = maker->func;
  unsigned from = *width, to;
  switch (random_below(maker->seed, 12)) {
  case 0:
  case 1: return emit_op(func, IR_ADD, from, reg, constant(maker, from));
  case 2: return emit_op(func, IR_SUB, from, reg, constant(maker, from));
  case 3: return emit_op(func, IR_SUB, from, constant(maker, from), reg);
  case 4: return emit_op(func, IR_MUL, from, constant(maker, from), reg);
  case 5: return emit_op(func, IR_XOR, from, reg, ir_const_int(func, from, ir_mask(from)));
  case 6:
  case 7:
    to = from + 1 + random_below(maker->seed, 8);
    if (to > 64) return emit_op(func, IR_SHL, from, reg, ir_const_int(func, from, 1));
    *width = to;
    return emit_convert(func, random_below(maker->seed, 2) ? IR_SEXT : IR_ZEXT, to, reg, from);
  case 8:
    if (from == 1) return emit_op(func, IR_XOR, 1, reg, ir_const_int(func, 1, 1));
    *width = 1 + random_below(maker->seed, from - 1);
    return emit_convert(func, IR_TRUNC, *width, reg, from);
  case 9:
    return emit_op(func, IR_AND, from, reg,
                   ir_const_int(func, from, ir_mask(1 + random_below(maker->seed, from))));
  case 10:
    return emit_op(func, IR_SHL, from, reg,
                   ir_const_int(func, from, random_below(maker->seed, from + 2)));
  default: return emit_op(func, IR_MOV, from, reg, 0);
  }
}

static uint32_t random_condition(struct maker *maker) {
  static const unsigned comparisons[] = {IR_EQ, IR_NE, IR_ULT, IR_ULE, IR_SLT, IR_SLE};
  uint32_t reg = maker->params[random_below(maker->seed, 4) == 0];
  unsigned width = maker->width;
  if (random_below(maker->seed, 12) == 0) return unknown(maker, 1);
  for (uint32_t i = random_below(maker->seed, 3); i > 0; i--) reg = derive(maker, reg, &width);
  unsigned op = comparisons[random_below(maker->seed, 6)];
  ir_operand bound = constant(maker, width);
  bool is_swapped = random_below(maker->seed, 2) != 0;
  reg = emit_op(maker->func, op, width, is_swapped ? bound : reg, is_swapped ? reg : bound);
  width = 1;
  for (uint32_t i = random_below(maker->seed, 3); i > 0; i--) reg = derive(maker, reg, &width);
  if (width == 1) return reg;
  return emit_op(maker->func, IR_NE, width, reg, ir_const_int(maker->func, width, 0));
}

/* One or two cases, any of which, or the default, may leave, with edges of their own
   or shared ones. */
static void end_with_switch(struct maker *maker, uint32_t next, const ir_operand *args,
                            uint32_t arg_count) {
  struct ir_func *func = maker->func;
  uint32_t reg = maker->params[0], first = (uint32_t)func->cases.count;
  unsigned width = maker->width;
  if (random_below(maker->seed, 2)) reg = derive(maker, reg, &width);
  uint64_t value = random_constant(maker, width);
  uint32_t count = 1 + random_below(maker->seed, 2);
  uint32_t on = ir_new_edge(func, next, args, arg_count);
  uint32_t out = ir_new_edge(func, maker->exit, NULL, 0), edges[3];
  for (uint32_t i = 0; i < 3; i++) {
    edges[i] = random_below(maker->seed, 2) ? on : out;
    if (random_below(maker->seed, 4) == 0) on = ir_new_edge(func, next, args, arg_count);
    if (random_below(maker->seed, 4) == 0) out = ir_new_edge(func, maker->exit, NULL, 0);
  }
  edges[random_below(maker->seed, 2) ? 0 : 2] = on; /* so that it is still a loop */
  for (uint32_t i = 0; i < count; i++)
    vec_push(&func->cases, ((struct ir_case){(value + i) & ir_mask(width), edges[i]}));
  ir_emit(func, (struct ir_ins){.op = IR_SWITCH,
                                .width = (uint8_t)width,
                                .a = reg,
                                .b = first,
                                .c = count,
                                .dst = edges[2]});
}

/* Ends the block: on to `next`, perhaps after a test that may leave the loop. */
static void end_with_test(struct maker *maker, uint32_t block, uint32_t next,
                          const ir_operand *args, uint32_t arg_count) {
  struct ir_func *func = maker->func;
  uint32_t kind = random_below(maker->seed, 4);
  if (kind <= 1) {
    uint32_t condition = random_condition(maker);
    uint32_t on = ir_new_edge(func, next, args, arg_count);
    uint32_t out = ir_new_edge(func, maker->exit, NULL, 0);
    ir_emit(func, (struct ir_ins){
                      .op = IR_CONDBR, .a = condition, .b = kind ? on : out, .c = kind ? out : on});
  } else if (kind == 2 && random_below(maker->seed, 2) == 0) {
    end_with_switch(maker, next, args, arg_count);
  } else {
    emit_br(func, next, args, arg_count);
  }
  ir_end_block(func, block);
}

/* The value of a parameter in the next iteration. */
static ir_operand random_update(struct maker *maker, uint32_t param) {
  struct ir_func *func = maker->func;
  unsigned width = maker->width;
  uint64_t by = 2 + random_below(maker->seed, 5);
  uint32_t wide, reg = maker->params[param];
  switch (random_below(maker->seed, 18)) {
  case 0: return unknown(maker, width);
  case 1: return reg;
  case 2:
    return width < 4 ? reg : emit_op(func, IR_LSHR, width, reg, ir_const_int(func, width, by - 1));
  case 3:
    return width < 4 ? reg : emit_op(func, IR_UDIV, width, reg, ir_const_int(func, width, by));
  case 4:
    if (random_below(maker->seed, 3) == 0) by = -by;
    return width < 5 ? reg : emit_op(func, IR_SDIV, width, reg, ir_const_int(func, width, by));
  case 5: {
    uint32_t less = emit_op(func, IR_SUB, width, reg, ir_const_int(func, width, 1));
    return emit_op(func, IR_AND, width, less, reg);
  }
  case 6: /* as C's promotions make it */
    if (width > 32) return reg;
    wide = emit_convert(func, IR_SEXT, 40, reg, width);
    wide = emit_op(func, IR_ADD, 40, wide, constant(maker, 40));
    return emit_convert(func, IR_TRUNC, width, wide, 40);
  case 7: return constant(maker, width);
  case 8:
    if (width > 1)
      return emit_op(func, IR_AND, width, reg, ir_const_int(func, width, ir_mask(width - 1)));
    return emit_op(func, random_below(maker->seed, 2) ? IR_EQ : IR_ULT, 1, reg, constant(maker, 1));
  case 9:
    if (width == 1) return reg;
    wide = emit_op(func, IR_ADD, width, reg, constant(maker, width));
    wide = emit_convert(func, IR_TRUNC, width - 1, wide, width);
    return emit_convert(func, random_below(maker->seed, 2) ? IR_ZEXT : IR_SEXT, width, wide,
                        width - 1);
  default: return emit_op(func, IR_ADD, width, reg, constant(maker, width));
  }
}

static struct ir_func *random_loop(struct ir_program *program, uint64_t *seed, unsigned width) {
  struct maker maker = {ir_add_func(program, "loop", true), seed, width, {0, 0}, 0};
  struct ir_func *func = maker.func;
  enum { ENTRY, OTHER_ENTRY, HEADER, MIDDLE, RARE, LATCH, OTHER_LATCH, EXIT, BLOCKS };
  func->has_body = true;
  for (int i = 0; i < BLOCKS; i++) ir_new_block(func);
  maker.exit = EXIT;
  for (int i = 0; i < 2; i++) maker.params[i] = ir_new_reg(func, width);
  ir_set_block_params(func, HEADER, maker.params, 2);

  ir_start_block(func, ENTRY);
  ir_operand args[2];
  for (int i = 0; i < 2; i++)
    args[i] = random_below(seed, 8) ? constant(&maker, width) : unknown(&maker, width);
  bool has_other_entry = random_below(seed, 4) == 0;
  uint32_t direct = ir_new_edge(func, HEADER, args, 2);
  if (has_other_entry) {
    uint32_t condition = unknown(&maker, 1), other = ir_new_edge(func, OTHER_ENTRY, NULL, 0);
    ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = condition, .b = direct, .c = other});
  } else {
    ir_emit(func, (struct ir_ins){.op = IR_BR, .a = direct});
  }
  ir_end_block(func, ENTRY);
  ir_start_block(func, OTHER_ENTRY);
  if (random_below(seed, 2)) args[0] = constant(&maker, width);
  emit_br(func, HEADER, args, 2);
  ir_end_block(func, OTHER_ENTRY);

  ir_start_block(func, HEADER);
  end_with_test(&maker, HEADER, MIDDLE, NULL, 0);
  ir_start_block(func, MIDDLE);
  bool has_rare = random_below(seed, 3) == 0;
  if (has_rare)
    emit_condbr(func, unknown(&maker, 1), RARE, LATCH);
  else
    emit_br(func, LATCH, NULL, 0);
  ir_end_block(func, MIDDLE);
  ir_start_block(func, RARE);
  end_with_test(&maker, RARE, random_below(seed, 2) ? LATCH : OTHER_LATCH, NULL, 0);
  for (uint32_t latch = LATCH; latch <= OTHER_LATCH; latch++) {
    ir_start_block(func, latch);
    for (int i = 0; i < 2; i++) {
      /* The other latch mostly does what the first does, so that both agree. */
      if (latch == LATCH || random_below(seed, 4) == 0)
        args[i] = random_update(&maker, (uint32_t)i);
      else
        args[i] = emit_op(func, IR_ADD, width, maker.params[i], constant(&maker, width));
    }
    end_with_test(&maker, latch, HEADER, args, 2);
  }
  ir_start_block(func, EXIT);
  emit_ret(func);
  ir_end_block(func, EXIT);
  return func;
}

static void random_loops_run_as_predicted(void **state) {
  (void)state;
  uint64_t seed = 7;
  struct tally tally = {0};
  for (int round = 0; round < 16000; round++) {
    struct ir_program *program = ir_program_new();
    unsigned width = 1 + random_below(&seed, 6);
    struct ir_func *func = random_loop(program, &seed, width);
    assert_verified(program, func);
    check_against_runs(program, func, &seed, 6, 8u << width, &tally);
    ir_program_free(program);
  }
  assert_true(tally.counts[TRIP_EXACT] > 2000 && tally.nonzero > 300);
  assert_true(tally.counts[TRIP_AT_MOST] > 150);
  assert_true(tally.counts[TRIP_ENDLESS] > 150);
  assert_true(tally.counts[TRIP_UNKNOWN] > 150);
}

static void wide_loops_run_as_predicted(void **state) {
  (void)state;
  uint64_t seed = 8;
  struct tally tally = {0};
  static const unsigned widths[] = {16, 31, 32, 63, 64};
  for (int round = 0; round < 3000; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = random_loop(program, &seed, widths[random_below(&seed, 5)]);
    assert_verified(program, func);
    check_against_runs(program, func, &seed, 3, 3000, &tally);
    ir_program_free(program);
  }
  assert_true(tally.counts[TRIP_EXACT] > 150);
}

/* Loops as C programmers write them: start, step and comparison by hand. */
struct plain_loop {
  unsigned width;
  uint64_t start, step;
  unsigned comparison;
  uint64_t bound;
  bool test_first; /* while, else do … while with the test on the next value */
  enum trip_kind kind;
  uint64_t count;
};

static struct ir_func *make_plain_loop(struct ir_program *program, const struct plain_loop *l) {
  struct ir_func *func = ir_add_func(program, "plain", true);
  func->has_body = true;
  for (int i = 0; i < 4; i++) ir_new_block(func);
  uint32_t param = ir_new_reg(func, l->width);
  ir_set_block_params(func, 1, &param, 1);
  ir_operand start = ir_const_int(func, l->width, l->start);
  ir_operand bound = ir_const_int(func, l->width, l->bound);
  ir_operand step = ir_const_int(func, l->width, l->step);
  ir_start_block(func, 0);
  emit_br(func, 1, &start, 1);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  if (l->test_first)
    emit_condbr(func, emit_op(func, l->comparison, l->width, param, bound), 2, 3);
  else
    emit_br(func, 2, NULL, 0);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  ir_operand next = emit_op(func, IR_ADD, l->width, param, step);
  if (l->test_first) {
    emit_br(func, 1, &next, 1);
  } else {
    uint32_t condition = emit_op(func, l->comparison, l->width, next, bound);
    uint32_t back = ir_new_edge(func, 1, &next, 1), out = ir_new_edge(func, 3, NULL, 0);
    ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = condition, .b = back, .c = out});
  }
  ir_end_block(func, 2);
  ir_start_block(func, 3);
  emit_ret(func);
  ir_end_block(func, 3);
  return func;
}

static void plain_loops_have_their_counts(void **state) {
  (void)state;
  static const struct plain_loop cases[] = {
      {32, 0, 1, IR_SLT, 10, true, TRIP_EXACT, 10},
      {32, 0, 1, IR_SLT, 10, false, TRIP_EXACT, 9},
      {32, 0, 3, IR_SLT, 10, true, TRIP_EXACT, 4},
      {32, 0, 1, IR_SLE, 10, true, TRIP_EXACT, 11},
      {32, 10, -1ull, IR_NE, 0, true, TRIP_EXACT, 10},
      {32, 0, 1, IR_ULT, 0, true, TRIP_EXACT, 0},
      {64, 0, 1, IR_ULT, 1ull << 40, true, TRIP_EXACT, 1ull << 40},
      {8, 0, 1, IR_ULE, 255, true, TRIP_ENDLESS, 0},
      /* every int is at most INT_MAX; -128 is the first char below -127 … */
      {32, 0, 1, IR_SLE, 0x7fffffff, true, TRIP_ENDLESS, 0},
      {8, 0, -1ull, IR_SLE, 100, true, TRIP_EXACT, 129},
      /* counting down past zero without a sign: wraps and goes on */
      {32, 10, -1ull, IR_ULE, 10, true, TRIP_EXACT, 11},
      /* odd steps meet every number, even ones miss odd bounds */
      {8, 0, 3, IR_NE, 1, true, TRIP_EXACT, 171},
      {8, 0, 2, IR_NE, 1, true, TRIP_ENDLESS, 0},
      {32, 5, 0, IR_SLT, 10, true, TRIP_ENDLESS, 0},
      {32, 5, 0, IR_SLT, 3, true, TRIP_EXACT, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = make_plain_loop(program, &cases[i]);
    assert_verified(program, func);
    struct analysed a = analyse(program, func);
    assert_int_equal(a.loops.count, 1);
    if (a.trips[0].kind != cases[i].kind) fail_msg("case %zu has kind %d", i, a.trips[0].kind);
    assert_int_equal(a.trips[0].count, cases[i].count);
    free_analysed(&a);
    ir_program_free(program);
  }
}

/* for (p = a + start; p OP a + bound; p += step) over a global of 40 bytes; swapped,
   the bound is on the left. */
static struct trip_count pointer_loop(unsigned op, int64_t start, int64_t bound, int64_t step,
                                      bool same_global, bool is_swapped) {
  struct ir_program *program = ir_program_new();
  struct ir_global *global = ir_add_global(program, "a", false);
  struct ir_global *other = ir_add_global(program, "b", false);
  global->size = other->size = 40;
  struct plain_loop l = {64, 0, (uint64_t)step, op, 0, true, TRIP_UNKNOWN, 0};
  struct ir_func *func = make_plain_loop(program, &l);
  ir_operand from = ir_const_global(func, global->number, (uint64_t)start);
  ir_operand to =
      ir_const_global(func, same_global ? global->number : other->number, (uint64_t)bound);
  func->operands.data[func->edges.data[0].first_arg] = from;
  struct ir_ins *comparison = &func->ins.data[func->blocks.data[1].first];
  if (is_swapped) comparison->b = comparison->a;
  *(is_swapped ? &comparison->a : &comparison->b) = to;
  assert_verified(program, func);
  struct analysed a = analyse(program, func);
  struct trip_count result = a.trips[0];
  if (same_global) {
    uint64_t seed = 9;
    struct tally tally = {0};
    check_against_runs(program, func, &seed, 1, 1000, &tally);
  }
  free_analysed(&a);
  ir_program_free(program);
  return result;
}

static void pointer_loops_count_elements(void **state) {
  (void)state;
  struct trip_count c = pointer_loop(IR_NE, 0, 40, 4, true, false);
  assert_true(c.kind == TRIP_EXACT && c.count == 10);
  c = pointer_loop(IR_ULT, 0, 40, 4, true, false);
  assert_true(c.kind == TRIP_EXACT && c.count == 10);
  c = pointer_loop(IR_ULE, 8, 36, 4, true, false);
  assert_true(c.kind == TRIP_EXACT && c.count == 8);
  /* The last pointer would be beyond the end: no promise about its order. */
  c = pointer_loop(IR_ULE, 0, 40, 4, true, false);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
  c = pointer_loop(IR_ULT, -4, 40, 4, true, false);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
  c = pointer_loop(IR_ULT, 0, 44, 4, true, false);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
  c = pointer_loop(IR_NE, 0, 40, 4, false, false);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
  c = pointer_loop(IR_SLT, 0, 40, 4, true, false);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
  c = pointer_loop(IR_NE, 36, -4, -4, true, false);
  assert_true(c.kind == TRIP_EXACT && c.count == 10);
  c = pointer_loop(IR_ULT, 40, 0, -4, true, true);
  assert_true(c.kind == TRIP_EXACT && c.count == 10);
  c = pointer_loop(IR_ULT, 0, 44, 4, true, true);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
  c = pointer_loop(IR_ULT, -4, 8, 4, true, true);
  assert_int_equal(c.kind, TRIP_UNKNOWN);
}

/* The inner loop of a nest is counted per entry, and its counter starts anew. */
static void nested_loops_are_counted_apart(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "nest", true);
  func->has_body = true;
  for (int i = 0; i < 6; i++) ir_new_block(func);
  uint32_t i = ir_new_reg(func, 32), j = ir_new_reg(func, 32);
  ir_set_block_params(func, 1, &i, 1);
  ir_set_block_params(func, 2, &j, 1);
  ir_operand zero = ir_const_int(func, 32, 0), one = ir_const_int(func, 32, 1);
  ir_start_block(func, 0);
  emit_br(func, 1, &zero, 1);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  uint32_t in = emit_op(func, IR_SLT, 32, i, ir_const_int(func, 32, 7));
  uint32_t enter = ir_new_edge(func, 2, &zero, 1), leave = ir_new_edge(func, 5, NULL, 0);
  ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = in, .b = enter, .c = leave});
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_condbr(func, emit_op(func, IR_ULT, 32, j, ir_const_int(func, 32, 5)), 3, 4);
  ir_end_block(func, 2);
  ir_start_block(func, 3);
  ir_operand next = emit_op(func, IR_ADD, 32, j, one);
  emit_br(func, 2, &next, 1);
  ir_end_block(func, 3);
  ir_start_block(func, 4);
  next = emit_op(func, IR_ADD, 32, i, one);
  emit_br(func, 1, &next, 1);
  ir_end_block(func, 4);
  ir_start_block(func, 5);
  emit_ret(func);
  ir_end_block(func, 5);
  assert_verified(program, func);
  struct analysed a = analyse(program, func);
  assert_true(a.trips[0].kind == TRIP_EXACT && a.trips[0].count == 7);
  assert_true(a.trips[1].kind == TRIP_EXACT && a.trips[1].count == 5);
  free_analysed(&a);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_loops_have_their_counts),
      cmocka_unit_test(pointer_loops_count_elements),
      cmocka_unit_test(nested_loops_are_counted_apart),
      cmocka_unit_test(random_loops_run_as_predicted),
      cmocka_unit_test(wide_loops_run_as_predicted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
