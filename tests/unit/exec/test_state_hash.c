/* Hashes of states at joins: paths that come to the same point with the same memory and the same
   registers that are still read have the same hash, others have others; what frames remember of
   those below them stays right. */
#include "rig_explore.h"

#include "exec/state_hash.h"

enum { MOST_STATES = 64 };

/* Keeps a copy of every state that comes to a join of the function. */
struct keeper {
  struct reducer reducer;
  struct machine *machine;
  uint32_t func;
  struct state *states[MOST_STATES];
  uint64_t hashes[MOST_STATES];
  size_t count;
};

static uint64_t hash_anew(struct machine *machine, struct state *state) {
  for (struct frame *frame = state->top; frame != NULL; frame = frame->caller) frame->below = 0;
  return state_hash(machine, state, SPACE_LIVE);
}

static struct reducer_verdict keep(struct reducer *reducer, struct state *state, unsigned places) {
  (void)places;
  struct keeper *keeper = (struct keeper *)reducer;
  if (state_place(state).func != keeper->func) {
    state_hash(keeper->machine, state, SPACE_LIVE); /* so that there is something to remember */
    return (struct reducer_verdict){.action = REDUCER_KEEP};
  }
  assert_true(keeper->count < MOST_STATES);
  uint64_t hash = state_hash(keeper->machine, state, SPACE_LIVE);
  assert_int_equal(hash_anew(keeper->machine, state), hash);
  keeper->hashes[keeper->count] = hash;
  keeper->states[keeper->count++] = state_fork(state);
  memory_forget_writes(&keeper->machine->memory);
  return (struct reducer_verdict){.action = REDUCER_KEEP};
}

static const struct reducer_class keeper_class = {.name = "keeper", .arrive = keep};

static void run(struct rig *rig, struct keeper *keeper, const struct ir_func *func) {
  struct explore_options options = {.max_symbolic_size = 64};
  rig_prepare(rig);
  *keeper = (struct keeper){.reducer = {.class = &keeper_class, .places = REDUCER_JOIN},
                            .machine = rig->machine,
                            .func = func->number};
  exploration_add_reducer(rig->machine, rig->machine->explorations.data[0], &keeper->reducer);
  assert_int_equal(rig_explore(rig, "bfs", &options, NULL), EXPLORE_DONE);
}

/* The number of states that came, and of different ones among them. */
static void expect(struct rig *rig, struct keeper *keeper, size_t count, size_t different) {
  size_t found = 0;
  assert_int_equal(keeper->count, count);
  for (size_t i = 0; i < count; i++) {
    bool is_new = true;
    for (size_t k = 0; k < i; k++) {
      bool is_same = keeper->hashes[k] == keeper->hashes[i];
      assert_int_equal(
          state_is_equal(rig->machine, keeper->states[i], keeper->states[k], SPACE_LIVE), is_same);
      is_new = is_new && !is_same;
    }
    found += is_new;
  }
  assert_int_equal(found, different);
  for (size_t i = 0; i < count; i++) state_free(&rig->machine->memory, keeper->states[i]);
  rig_end(rig);
}

/* ---- programs ---- */

static uint32_t emit_unknown(struct rig *rig, struct ir_func *func) {
  return rig_call(rig, func, rig_declare(rig, "__VERIFIER_nondet_int", 32, 0, NULL), NULL, 0);
}

static uint32_t emit_is_small(struct rig *rig, struct ir_func *func) {
  return rig_binary(rig, func, IR_ULT, 32, 0, emit_unknown(rig, func), ir_const_int(func, 32, 10));
}

/* What a path writes on its side of a fork, in this order. */
struct written_number {
  uint32_t place, number;
};

/* Forks, writes on either side, joins, and returns. */
static struct ir_func *make_join(struct rig *rig, const char *name,
                                 const struct written_number *yes,
                                 const struct written_number *no) {
  struct ir_func *func = rig_define(rig, name);
  uint32_t blocks[2] = {ir_new_block(func), ir_new_block(func)}, end = ir_new_block(func);
  rig_branch(rig, func, emit_is_small(rig, func), ir_new_edge(func, blocks[0], NULL, 0),
             ir_new_edge(func, blocks[1], NULL, 0));
  rig_close(func, 0);
  for (int i = 0; i < 2; i++) {
    const struct written_number *side = i == 0 ? yes : no;
    ir_start_block(func, blocks[i]);
    for (int k = 0; k < 2; k++)
      rig_put(rig, func, side[k].place, ir_const_int(func, 32, side[k].number));
    rig_jump(rig, func, end, NULL, 0);
    rig_close(func, blocks[i]);
  }
  ir_start_block(func, end);
  rig_return(rig, func, NULL, 0);
  rig_close(func, end);
  return func;
}

/* The bottom function: a fork gives a register one of two numbers; then the call, after which the
   register is read or not. Another call keeps paths alive: the reducer is not asked at joins about
   a state that is alone. */
static void make_start(struct rig *rig, const struct ir_func *join, uint32_t first, uint32_t second,
                       bool is_read) {
  static const struct written_number last[] = {{2, 1}, {3, 2}};
  struct ir_func *func = rig->start;
  uint32_t value, blocks[2] = {ir_new_block(func), ir_new_block(func)};
  uint32_t end = rig_block(func, (unsigned[]){32}, 1, &value);
  rig_branch(rig, func, emit_is_small(rig, func), ir_new_edge(func, blocks[0], NULL, 0),
             ir_new_edge(func, blocks[1], NULL, 0));
  rig_close(func, 0);
  for (int i = 0; i < 2; i++) {
    ir_operand number = ir_const_int(func, 32, i == 0 ? first : second);
    ir_start_block(func, blocks[i]);
    rig_jump(rig, func, end, &number, 1);
    rig_close(func, blocks[i]);
  }
  ir_start_block(func, end);
  rig_call(rig, func, join, NULL, 0);
  rig_call(rig, func, make_join(rig, "later", last, last), NULL, 0);
  if (is_read) rig_put(rig, func, 7, value);
  rig_finish(rig, func);
  rig_close(func, end);
}

static void play(const struct written_number *yes, const struct written_number *no, uint32_t first,
                 uint32_t second, bool is_read, size_t different) {
  struct rig rig;
  struct keeper keeper;
  rig_begin(&rig);
  rig.out_count = 8;
  struct ir_func *join = make_join(&rig, "join", yes, no);
  make_start(&rig, join, first, second, is_read);
  run(&rig, &keeper, join);
  expect(&rig, &keeper, 4, different);
}

static void memory_decides(void **state) {
  (void)state;
  struct written_number a[] = {{0, 1}, {1, 2}}, b[] = {{1, 2}, {0, 1}}, c[] = {{1, 1}, {0, 2}};
  play(a, b, 5, 5, true, 1);
  play(a, c, 5, 5, true, 2);
}

static void registers_below_decide_if_they_are_read(void **state) {
  (void)state;
  struct written_number a[] = {{0, 1}, {1, 2}}, b[] = {{1, 2}, {0, 1}}, c[] = {{1, 1}, {0, 2}};
  play(a, b, 5, 6, true, 2);
  play(a, b, 5, 6, false, 1);
  play(a, c, 5, 6, true, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(memory_decides),
                                     cmocka_unit_test(registers_below_decide_if_they_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
