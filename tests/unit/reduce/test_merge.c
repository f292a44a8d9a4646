/* Two states made one: for every value of the input, the merged state is what the state was that
   the value led to. And what keeps two states apart. */
#include "../exec/stepper.h"

#include "exec/spares.h"
#include "memory/space_merge.h"
#include "memory/symbolic.h"
#include "reduce/merge/merge.h"

/* start(argc, argv, envp) reads argc and argv in its first block and in its second, and a wide
   register in the second only; envp is read by nobody. The second begins with a call. */
struct scene {
  struct stepper s;
  uint32_t call;             /* the instruction */
  uint32_t wide;             /* 128 bits */
  uint64_t memory;           /* 64 bytes of heap */
  struct state *into, *from; /* x < 100, and the rest */
};

static struct ir_func *make_callee(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "callee");
  rig_return(rig, func, NULL, 0);
  rig_close(func, 0);
  return func;
}

static void make_program(struct scene *t) {
  struct rig *rig = &t->s.rig;
  rig_begin(rig);
  struct ir_func *func = rig->start, *callee = make_callee(rig);
  uint32_t second = rig_block(func, (unsigned[]){128}, 1, &t->wide);
  ir_operand number = rig_const(func, 128, 1);
  rig_result(rig, func, func->params.data[RIG_ARGC]);
  rig_jump(rig, func, second, &number, 1);
  rig_close(func, 0);
  ir_start_block(func, second);
  t->call = (uint32_t)func->ins.count;
  rig_call(rig, func, callee, NULL, 0);
  rig_result(rig, func, func->params.data[RIG_ARGC]);
  rig_result(rig, func, func->params.data[RIG_ARGV]);
  rig_result(rig, func, t->wide);
  rig_finish(rig, func);
  rig_close(func, second);
}

static void begin_at(struct scene *t, bool is_in_callee) {
  *t = (struct scene){0};
  make_program(t);
  stepper_start(&t->s);
  struct machine *machine = t->s.machine;
  if (is_in_callee) {
    machine->state->ins = t->call;
    assert_int_equal(careful_call(machine, &t->s.rig.start->ins.data[t->call]), OUTCOME_JUMPED);
  }
  struct space_request request = {.size = 64, .kind = OBJECT_HEAP};
  t->memory = space_allocate(&machine->memory, &machine->state->space, &request)->base;
  stepper_split(&t->s, stepper_is_below(&t->s, 100), &t->into, &t->from);
}

static void begin(struct scene *t) { begin_at(t, false); }
static void end(struct scene *t) { stepper_end(&t->s); }

/* The state's own frame. */
static struct frame *own_frame(struct scene *t, struct state *state) {
  return state->top = frame_unshare(&t->s.machine->memory.pool, state->top);
}
static uint32_t param(struct scene *t, unsigned number) {
  return t->s.rig.start->params.data[number];
}
static void go_to_block(struct scene *t, struct state *state, uint32_t block) {
  state->ins = t->s.rig.start->blocks.data[block].first;
}

/* Of start's frame. */
static struct expr *register_of(struct scene *t, const struct state *state, uint32_t reg) {
  const struct frame *frame = state->top->caller ? state->top->caller : state->top;
  struct expr *value = registers_get(frame->symbolic, reg);
  unsigned width = t->s.rig.start->reg_widths.data[reg];
  return value ? value : expr_const_words(t->s.exprs, width, &frame->slots[reg]);
}

static bool merge(struct scene *t, struct merge_counts *counts) {
  *counts = (struct merge_counts){0};
  return merge_states(t->s.machine, t->into, t->from, counts);
}

static void expect(struct scene *t, enum merge_refusal refusal) {
  assert_int_equal(merge_check(t->s.machine, t->into, t->from), refusal);
  assert_int_equal(merge_check(t->s.machine, t->from, t->into), refusal);
}

/* ---- what they become ---- */

static void paths_become_one(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts;
  begin(&t);
  t.from->depth = 7;
  t.from->next_serial = 99;
  t.from->multiplicity = 4;
  expect(&t, MERGE_GOOD);
  assert_true(merge(&t, &counts));
  assert_int_equal(stepper_count(&t.s, t.into), STEPPER_VALUES);
  assert_int_equal(t.into->depth, 7);
  assert_int_equal(t.into->next_serial, 99);
  assert_true(t.into->multiplicity == 5);
  assert_true(counts.merged == 1 && counts.registers == 0 && counts.words == 0);
  /* The other's witness is kept, so that both sides are known to be possible. */
  stepper_be(&t.s, t.into);
  struct witness *spare = spares_find(
      t.s.machine, expr_not(t.s.exprs, stepper_is(&t.s, stepper_witness(&t.s, t.into))));
  assert_non_null(spare);
  end(&t);
}

static void registers_that_differ_become_ites(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts;
  begin(&t);
  go_to_block(&t, t.into, 1);
  go_to_block(&t, t.from, 1);
  uint32_t argc = param(&t, RIG_ARGC), argv = param(&t, RIG_ARGV), envp = param(&t, RIG_ENVP);
  struct frame *a = own_frame(&t, t.into), *b = own_frame(&t, t.from);
  uint64_t untouched = a->slots[argv];
  a->slots[argc] = 1, b->slots[argc] = 2;
  a->slots[t.wide] = 3, b->slots[t.wide] = 3;
  a->slots[t.wide + 1] = 4, b->slots[t.wide + 1] = 5; /* only the high word differs */
  a->slots[envp] = 6, b->slots[envp] = 7;             /* nobody reads it any more */
  t.s.machine->counts.queries = 0;
  assert_true(merge(&t, &counts));
  assert_int_equal(counts.registers, 2);
  assert_int_equal(t.s.machine->counts.queries, 0);
  const struct frame *merged = t.into->top;
  assert_null(registers_get(merged->symbolic, argv));
  assert_int_equal(merged->slots[argv], untouched);
  assert_null(registers_get(merged->symbolic, envp));
  struct expr *number = register_of(&t, t.into, argc), *wide = register_of(&t, t.into, t.wide);
  assert_int_equal(wide->width, 128);
  for (unsigned x = 0; x < STEPPER_VALUES; x++) {
    assert_int_equal(stepper_value(&t.s, number, x), x < 100 ? 1 : 2);
    assert_int_equal(stepper_value(&t.s, expr_extract(t.s.exprs, wide, 0, 64), x), 3);
    assert_int_equal(stepper_value(&t.s, expr_extract(t.s.exprs, wide, 64, 64), x),
                     x < 100 ? 4 : 5);
  }
  assert_int_equal(b->slots[argc], 2); /* the other one stays as it was */
  end(&t);
}

/* What the caller reads after the call, and nothing else of it. */
static void frames_below_merge_too(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts;
  begin_at(&t, true);
  struct state *both[] = {t.into, t.from};
  struct pool *pool = &t.s.machine->memory.pool;
  for (unsigned i = 0; i < 2; i++) {
    struct frame *frame = own_frame(&t, both[i]);
    frame->caller = frame_unshare(pool, frame->caller);
    frame->caller->slots[param(&t, RIG_ARGC)] = 10 + i;
    frame->caller->slots[param(&t, RIG_ENVP)] = 20 + i;
  }
  expect(&t, MERGE_GOOD);
  assert_true(merge(&t, &counts));
  assert_int_equal(counts.registers, 1);
  struct expr *value = register_of(&t, t.into, param(&t, RIG_ARGC));
  for (unsigned x = 0; x < STEPPER_VALUES; x++)
    assert_int_equal(stepper_value(&t.s, value, x), x < 100 ? 10 : 11);
  end(&t);
}

/* What was symbolic on one side, or on both. */
static void symbolic_registers_merge_too(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts;
  begin(&t);
  uint32_t argc = param(&t, RIG_ARGC), argv = param(&t, RIG_ARGV);
  struct pool *pool = &t.s.machine->memory.pool;
  struct frame *a = own_frame(&t, t.into), *b = own_frame(&t, t.from);
  struct expr *wide = expr_zext(t.s.exprs, t.s.x, 32), *long_x = expr_zext(t.s.exprs, t.s.x, 64);
  a->symbolic = registers_new(pool, a->slot_count);
  b->symbolic = registers_new(pool, b->slot_count);
  registers_set(a->symbolic, argc, wide);
  registers_set(a->symbolic, argv, long_x);
  registers_set(b->symbolic, argv, long_x);
  b->slots[argc] = 1000;
  assert_true(merge(&t, &counts));
  assert_int_equal(counts.registers, 1);
  assert_ptr_equal(register_of(&t, t.into, argv), long_x);
  struct expr *value = register_of(&t, t.into, argc);
  for (unsigned x = 0; x < STEPPER_VALUES; x++)
    assert_int_equal(stepper_value(&t.s, value, x), x < 100 ? x : 1000);
  assert_null(t.into->next); /* not for threaded code */
  end(&t);
}

static void memory_merges_by_the_same_condition(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts;
  struct access_fault fault;
  begin(&t);
  struct memory *memory = &t.s.machine->memory;
  uint32_t word = 5;
  stepper_be(&t.s, t.from);
  assert_true(memory_write(memory, &t.from->space, t.memory + 8, &word, 4, &fault));
  struct space_request request = {.size = 8, .kind = OBJECT_HEAP};
  space_allocate(memory, &t.from->space, &request);
  assert_true(merge(&t, &counts));
  assert_true(counts.words == 1 && counts.choices == 1);
  stepper_be(&t.s, t.into);
  struct expr *value = memory_read_value(memory, &t.into->space, t.memory + 8, 4, &fault);
  for (unsigned x = 0; x < STEPPER_VALUES; x++)
    assert_int_equal(stepper_value(&t.s, value, x), x < 100 ? 0 : 5);
  end(&t);
}

/* Many states, merged in any order into one. */
static void a_tree_of_states_becomes_one(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts = {0};
  begin(&t);
  struct expr *conditions[] = {stepper_is_below(&t.s, 37), stepper_is_below(&t.s, 180),
                               expr_extract(t.s.exprs, t.s.x, 0, 1)};
  for (unsigned k = 0; k < 3; k++)
    for (size_t i = t.s.states.count; i-- > 0;) {
      stepper_be(&t.s, t.s.states.data[i]);
      decide(t.s.machine, conditions[k]);
      stepper_sibling(&t.s);
    }
  size_t count = t.s.states.count;
  assert_int_equal(count, 8);
  uint32_t argc = param(&t, RIG_ARGC);
  unsigned owners[STEPPER_VALUES];
  for (unsigned i = 0; i < count; i++) {
    own_frame(&t, t.s.states.data[i])->slots[argc] = 7 * i;
    for (unsigned x = 0; x < STEPPER_VALUES; x++)
      if (stepper_is_on(&t.s, t.s.states.data[i], x)) owners[x] = i;
  }
  struct state *all = t.s.states.data[count / 2];
  for (size_t i = 0; i < count; i++)
    if (i != count / 2) assert_true(merge_states(t.s.machine, all, t.s.states.data[i], &counts));
  struct expr *value = register_of(&t, all, argc);
  for (unsigned x = 0; x < STEPPER_VALUES; x++) {
    assert_true(stepper_is_on(&t.s, all, x));
    assert_int_equal(stepper_value(&t.s, value, x), 7 * owners[x]);
  }
  assert_int_equal(counts.merged, count - 1);
  end(&t);
}

/* ---- what keeps them apart ---- */

static void states_elsewhere_are_refused(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  go_to_block(&t, t.from, 1);
  expect(&t, MERGE_PLACE);
  go_to_block(&t, t.from, 0);
  own_frame(&t, t.from)->depth++;
  expect(&t, MERGE_PLACE);
  t.from->top->depth--;
  expect(&t, MERGE_GOOD);
  end(&t);
}

static void other_stacks_are_refused(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  own_frame(&t, t.from)->stack_mark++;
  expect(&t, MERGE_STACK);
  t.from->top->stack_mark--;
  expect(&t, MERGE_GOOD);
  stepper_be(&t.s, t.from);
  struct space_request request = {.size = 8, .kind = OBJECT_STACK};
  space_allocate(&t.s.machine->memory, &t.from->space, &request);
  expect(&t, MERGE_STACK);
  end(&t);
}

/* A buffer that names a frame is good for the frame of its own path only. */
static void jumps_into_other_frames_are_refused(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  own_frame(&t, t.from)->serial += 5;
  expect(&t, MERGE_GOOD);
  t.into->has_set_jump = true;
  expect(&t, MERGE_JUMPS);
  t.from->top->serial -= 5;
  expect(&t, MERGE_GOOD);
  end(&t);
}

static void other_inputs_are_refused(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  stepper_be(&t.s, t.from);
  symbol_add(t.s.machine, "y", 4, 0);
  expect(&t, MERGE_INPUTS);
  stepper_be(&t.s, t.into);
  symbol_add(t.s.machine, "y", 2, 0);
  expect(&t, MERGE_INPUTS);
  end(&t);
}

/* Inputs of the same names and sizes are the same, although each path has made its own. */
static void the_same_inputs_made_apart_are_fine(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  struct state *both[] = {t.from, t.into};
  for (int i = 0; i < 2; i++) {
    stepper_be(&t.s, both[i]);
    symbol_add(t.s.machine, "y", 4, 0);
  }
  expect(&t, MERGE_GOOD);
  t.from->failed_allocations = 1;
  expect(&t, MERGE_INPUTS);
  end(&t);
}

static void other_modes_are_refused(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  t.from->forks_not = true;
  expect(&t, MERGE_FORKING);
  t.from->forks_not = false;
  t.from->rounding = 1;
  expect(&t, MERGE_FLOATS);
  t.from->rounding = 0;
  t.from->float_flags = 4;
  expect(&t, MERGE_FLOATS);
  t.from->float_flags = 0;
  expect(&t, MERGE_GOOD);
  end(&t);
}

/* With --check-leaks, in memory and in registers. */
static void leaks_that_may_differ_are_refused(void **state) {
  (void)state;
  for (int is_register = 0; is_register < 2; is_register++) {
    struct scene t;
    struct access_fault fault;
    begin(&t);
    if (is_register) {
      own_frame(&t, t.from)->slots[param(&t, RIG_ENVP)] = t.memory;
    } else {
      stepper_be(&t.s, t.from);
      assert_true(
          memory_write(&t.s.machine->memory, &t.from->space, t.memory, &t.memory, 8, &fault));
    }
    expect(&t, MERGE_GOOD);
    t.s.machine->options.check_leaks = true;
    expect(&t, MERGE_LEAKS);
    t.s.machine->options.check_leaks = false;
    end(&t);
  }
}

/* Nothing has changed then. */
static void paths_that_overlap_are_refused(void **state) {
  (void)state;
  struct scene t;
  struct merge_counts counts;
  begin(&t);
  path_condition_release(t.from->path);
  t.from->path = NULL;
  struct path_condition *before = t.into->path;
  own_frame(&t, t.into)->slots[param(&t, RIG_ARGC)] = 1;
  own_frame(&t, t.from)->slots[param(&t, RIG_ARGC)] = 2;
  assert_false(merge(&t, &counts));
  assert_true(counts.merged == 0 && counts.refused[MERGE_OVERLAP] == 1);
  assert_ptr_equal(t.into->path, before);
  assert_int_equal(t.into->top->slots[param(&t, RIG_ARGC)], 1);
  assert_null(t.into->top->symbolic);
  assert_true(t.into->multiplicity == 1);
  end(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_become_one),
      cmocka_unit_test(registers_that_differ_become_ites),
      cmocka_unit_test(frames_below_merge_too),
      cmocka_unit_test(symbolic_registers_merge_too),
      cmocka_unit_test(memory_merges_by_the_same_condition),
      cmocka_unit_test(a_tree_of_states_becomes_one),
      cmocka_unit_test(states_elsewhere_are_refused),
      cmocka_unit_test(other_stacks_are_refused),
      cmocka_unit_test(jumps_into_other_frames_are_refused),
      cmocka_unit_test(other_inputs_are_refused),
      cmocka_unit_test(the_same_inputs_made_apart_are_fine),
      cmocka_unit_test(other_modes_are_refused),
      cmocka_unit_test(leaks_that_may_differ_are_refused),
      cmocka_unit_test(paths_that_overlap_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
