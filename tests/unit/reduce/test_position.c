/* Positions in the unrolled program: their order is that in which a run comes by them, loops round
   by round and calls in the middle of their blocks. */
#include "../exec/stepper.h"

#include "reduce/merge/position.h"

/* start: 0 -> outer head 1 -> inner head 2 -> inner body 3 -> 2; 2 -> outer latch 4 -> 1; 1 -> 5.
   Block 4 calls `callee` twice, a loop at its block 1 with the way out to 2. */
enum { ENTRY, OUTER, INNER, BODY, LATCH, EXIT };

struct scene {
  struct stepper s;
  struct positions *positions;
  position_rounds rounds;
  uint32_t call; /* the instruction, and the next one is another */
};

static void make_loop(struct rig *rig, struct ir_func *func, uint32_t block, uint32_t on,
                      uint32_t out) {
  ir_start_block(func, block);
  uint32_t number =
      rig_call(rig, func, rig_declare(rig, "__VERIFIER_nondet_int", 32, 0, NULL), NULL, 0);
  uint32_t is_zero = rig_binary(rig, func, IR_EQ, 32, 0, number, ir_const_int(func, 32, 0));
  rig_branch(rig, func, is_zero, ir_new_edge(func, on, NULL, 0), ir_new_edge(func, out, NULL, 0));
  rig_close(func, block);
}

static void make_jump(struct rig *rig, struct ir_func *func, uint32_t block, uint32_t target) {
  ir_start_block(func, block);
  rig_jump(rig, func, target, NULL, 0);
  rig_close(func, block);
}

static struct ir_func *make_callee(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "callee");
  ir_new_block(func);
  ir_new_block(func);
  rig_jump(rig, func, 1, NULL, 0);
  rig_close(func, 0);
  make_loop(rig, func, 1, 1, 2);
  ir_start_block(func, 2);
  rig_return(rig, func, NULL, 0);
  rig_close(func, 2);
  return func;
}

static void begin(struct scene *t) {
  *t = (struct scene){0};
  struct rig *rig = &t->s.rig;
  rig_begin(rig);
  struct ir_func *callee = make_callee(rig), *func = rig->start;
  for (int i = OUTER; i <= EXIT; i++) ir_new_block(func);
  rig_jump(rig, func, OUTER, NULL, 0);
  rig_close(func, ENTRY);
  make_loop(rig, func, OUTER, INNER, EXIT);
  make_loop(rig, func, INNER, BODY, LATCH);
  make_jump(rig, func, BODY, INNER);
  ir_start_block(func, LATCH);
  t->call = (uint32_t)func->ins.count;
  rig_call(rig, func, callee, NULL, 0);
  rig_call(rig, func, callee, NULL, 0);
  rig_jump(rig, func, OUTER, NULL, 0);
  rig_close(func, LATCH);
  ir_start_block(func, EXIT);
  rig_finish(rig, func);
  rig_close(func, EXIT);
  stepper_start(&t->s);
  t->positions = positions_new(t->s.machine);
}

static void end(struct scene *t) {
  positions_free(t->positions);
  vec_free(&t->rounds);
  stepper_end(&t->s);
}

/* The running state comes to a block of its top frame. */
static void enter(struct scene *t, uint32_t block) {
  struct state *state = t->s.machine->state;
  state->ins = state->top->code->func->blocks.data[block].first;
  position_enter(t->positions, state, &t->rounds);
}

static position_text where(struct scene *t) {
  position_text text = {0};
  struct position_below below = {0};
  position_write(t->positions, t->s.machine->state, &t->rounds, &text, &below);
  return text;
}

/* Comes to the blocks one after the other: each is behind the one before. */
static void expect_order(struct scene *t, const uint32_t *blocks, size_t count) {
  position_text before = {0};
  for (size_t i = 0; i < count; i++) {
    enter(t, blocks[i]);
    position_text now = where(t);
    if (i > 0) {
      if (position_compare(&before, &now) >= 0) fail_msg("block %u, number %zu", blocks[i], i);
      assert_true(position_compare(&now, &before) > 0);
    }
    assert_int_equal(position_compare(&now, &now), 0);
    vec_free(&before);
    before = now;
  }
  vec_free(&before);
}

static void a_run_goes_forward(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  static const uint32_t blocks[] = {ENTRY, OUTER, INNER, BODY,  INNER, BODY,  INNER, LATCH, OUTER,
                                    INNER, BODY,  INNER, LATCH, OUTER, INNER, LATCH, OUTER, EXIT};
  expect_order(&t, blocks, sizeof blocks / sizeof *blocks);
  assert_int_equal(t.rounds.count, 0); /* no loop is left open */
  end(&t);
}

/* Rounds are those of the loop, whatever was done in it. */
static void the_same_round_is_the_same_position(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  static const uint32_t first[] = {ENTRY, OUTER, INNER, BODY, INNER, LATCH, OUTER, INNER};
  static const uint32_t second[] = {ENTRY, OUTER, INNER, LATCH, OUTER, INNER};
  expect_order(&t, first, sizeof first / sizeof *first);
  position_text one = where(&t);
  vec_clear(&t.rounds);
  expect_order(&t, second, sizeof second / sizeof *second);
  position_text other = where(&t);
  assert_int_equal(position_compare(&one, &other), 0); /* the inner loop has begun anew */
  enter(&t, BODY);
  enter(&t, INNER);
  vec_free(&other);
  other = where(&t);
  assert_true(position_compare(&one, &other) < 0);
  vec_free(&one);
  vec_free(&other);
  end(&t);
}

/* A state that is alone is not stopped at joins, so nothing is known of its loops when it forks. */
static void loops_entered_alone_are_added(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  struct state *running = t.s.machine->state;
  running->ins = running->top->code->func->blocks.data[BODY].first;
  position_complete(t.positions, running, &t.rounds);
  assert_int_equal(t.rounds.count, 2); /* the outer loop, and the inner one */
  position_text before = where(&t);
  enter(&t, INNER); /* the next round: behind whatever is still in this one */
  position_text now = where(&t);
  assert_true(position_compare(&before, &now) < 0);
  position_complete(t.positions, running, &t.rounds);
  position_text same = where(&t);
  assert_int_equal(position_compare(&now, &same), 0); /* what is known stays */
  running->ins = running->top->code->func->blocks.data[LATCH].first;
  position_complete(t.positions, running, &t.rounds);
  assert_int_equal(t.rounds.count, 1); /* the inner loop was left */
  vec_free(&before);
  vec_free(&now);
  vec_free(&same);
  end(&t);
}

/* Enters the callee by a call of the block at hand, goes twice round its loop and out of it. */
static void play_call(struct scene *t, uint32_t call, position_text *in) {
  struct state *running = t->s.machine->state;
  running->ins = call;
  const struct ir_ins *ins = &running->top->code->func->ins.data[call];
  assert_int_equal(careful_call(t->s.machine, ins), OUTCOME_JUMPED);
  assert_int_equal(running->top->depth, 2);
  for (uint32_t i = 0; i < 3; i++) {
    enter(t, i == 2 ? 2 : 1);
    in[i] = where(t);
    assert_int_equal(t->rounds.count, i == 2 ? 1 : 2); /* the outer loop's, and its own */
  }
  careful_leave(t->s.machine, NULL, 0);
}

/* Inside the callee is behind the call's block and before all that follows it. */
static void calls_are_within_their_block(void **state) {
  (void)state;
  struct scene t;
  position_text at[8];
  begin(&t);
  enter(&t, OUTER);
  enter(&t, INNER);
  enter(&t, LATCH);
  at[0] = where(&t);
  play_call(&t, t.call, &at[1]);
  play_call(&t, t.call + 1, &at[4]);
  enter(&t, OUTER);
  at[7] = where(&t);
  for (int i = 0; i < 7; i++)
    if (position_compare(&at[i], &at[i + 1]) >= 0) fail_msg("position %d", i);
  assert_int_equal(t.rounds.count, 1); /* those of the callee are gone */
  for (int i = 0; i < 8; i++) vec_free(&at[i]);
  end(&t);
}

/* 256 rounds with a fork in each, or 1024 of any kind. */
static void long_loops_are_noticed(void **state) {
  (void)state;
  for (int forks = 0; forks < 2; forks++) {
    struct scene t;
    begin(&t);
    unsigned most = forks ? 256 : 1024;
    enter(&t, OUTER);
    for (unsigned round = 1; round <= most; round++) {
      assert_false(position_is_in_long_loop(&t.rounds));
      t.s.machine->state->depth += (uint32_t)forks;
      enter(&t, INNER);
      enter(&t, LATCH);
      enter(&t, OUTER);
    }
    assert_true(position_is_in_long_loop(&t.rounds));
    enter(&t, EXIT);
    assert_false(position_is_in_long_loop(&t.rounds));
    end(&t);
  }
}

/* Rounds without a fork are none with one, whatever came before. */
static void one_fork_makes_no_long_loop(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  enter(&t, OUTER);
  t.s.machine->state->depth = 5;
  for (unsigned round = 1; round < 100; round++) enter(&t, OUTER);
  assert_false(position_is_in_long_loop(&t.rounds));
  end(&t);
}

static void long_recursion_is_noticed(void **state) {
  (void)state;
  struct stepper s = {0};
  rig_begin(&s.rig);
  struct ir_func *func = rig_define(&s.rig, "recursive");
  rig_call(&s.rig, func, func, NULL, 0);
  rig_return(&s.rig, func, NULL, 0);
  rig_close(func, 0);
  rig_call(&s.rig, s.rig.start, func, NULL, 0);
  rig_finish(&s.rig, s.rig.start);
  rig_close(s.rig.start, 0);
  s.rig.options.max_stack_frames = 5000;
  stepper_start(&s);
  struct positions *positions = positions_new(s.machine);
  struct state *running = s.machine->state;
  for (unsigned levels = 1; levels <= 1024; levels++) { /* the call is the first instruction */
    const struct ir_ins *ins = &running->top->code->func->ins.data[running->ins];
    assert_false(position_is_in_long_recursion(positions, running));
    assert_int_equal(careful_call(s.machine, ins), OUTCOME_JUMPED);
    running->depth = 100;
    assert_int_equal(position_is_in_long_recursion(positions, running), levels >= 32);
    running->depth = 0;
  }
  assert_true(position_is_in_long_recursion(positions, running));
  positions_free(positions);
  stepper_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_goes_forward),
      cmocka_unit_test(the_same_round_is_the_same_position),
      cmocka_unit_test(loops_entered_alone_are_added),
      cmocka_unit_test(calls_are_within_their_block),
      cmocka_unit_test(long_loops_are_noticed),
      cmocka_unit_test(one_fork_makes_no_long_loop),
      cmocka_unit_test(long_recursion_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
