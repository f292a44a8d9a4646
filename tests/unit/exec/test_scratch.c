/* Stretches of a program, explored for a reducer: the body of a loop from a general state, a
   function from the state at hand. The run around them must not notice. */
#include "generate_flow.h"
#include "rig_loop.h"

#include "exec/explore/scratch.h"
#include "exec/explore/successor.h"
#include "exec/registers.h"
#include "expr/expr.h"

/* ---- the body of a loop ---- */

/* Ends the stretch at the blocks that it names, and is notified of all ends. */
struct listener {
  struct reducer reducer;
  struct machine *machine;
  struct loop loop;
  uint32_t func;
  struct expr *i, *n; /* at the start of the body */
  unsigned at_head, at_exit;
  unsigned ends[END_RETURNED + 1];
};

static bool ends_stretch(struct reducer *reducer, uint32_t func, uint32_t block) {
  const struct listener *listener = (struct listener *)reducer;
  return func == listener->func && (block == listener->loop.head || block == listener->loop.out);
}

static struct expr *reg(struct machine *machine, struct state *state, uint32_t number) {
  return successor_get(machine, state, number);
}

static struct reducer_verdict end_stretch(struct reducer *reducer, struct state *state,
                                          unsigned places) {
  struct listener *listener = (struct listener *)reducer;
  struct exprs *exprs = listener->machine->exprs;
  uint32_t block = state->top->code->ins_block[state_place(state).ins];
  assert_int_equal(places, REDUCER_NAMED);
  assert_ptr_equal(state->exploration, listener->machine->exploration);
  assert_int_equal(state->top->code->func->number, listener->func);
  if (block == listener->loop.head) {
    struct expr *next = expr_add(exprs, listener->i, expr_const(exprs, 32, 1));
    assert_ptr_equal(reg(listener->machine, state, listener->loop.i), next);
    listener->at_head++;
  } else {
    assert_int_equal(block, listener->loop.out);
    listener->at_exit++;
  }
  return (struct reducer_verdict){REDUCER_DROP, DROP_SUMMARISED, 0};
}

static void count_stretch_end(struct reducer *reducer, struct state *state,
                              const struct state_end *end) {
  (void)state;
  ((struct listener *)reducer)->ends[end->cause]++;
}

static const struct reducer_class listener_class = {.name = "listener",
                                                    .keeps = KEEPS_ALL,
                                                    .arrive = end_stretch,
                                                    .wants_block = ends_stretch,
                                                    .end = count_stretch_end};

/* At the first loop head it has the body explored from any i and n. */
struct summariser {
  struct reducer reducer;
  struct machine **machine;
  struct loop loop;
  unsigned summarised;
};

static struct reducer_verdict summarise(struct reducer *reducer, struct state *state,
                                        unsigned places) {
  struct summariser *s = (struct summariser *)reducer;
  struct machine *machine = *s->machine;
  (void)places;
  struct listener listener = {.reducer = {.class = &listener_class, .places = REDUCER_NAMED},
                              .machine = machine,
                              .func = state->top->code->func->number,
                              .loop = s->loop};
  struct reducer *listeners[] = {&listener.reducer};
  struct scratch *scratch = scratch_new(machine, listeners, 1);
  uint64_t news = machine->found.coverage.news, alive = machine->counts.states_alive;
  for (int round = 0; round < 2; round++) { /* the second time code is there */
    struct state *general = successor_new(machine, state);
    successor_forget_path(machine, general);
    listener.i = successor_make_input(machine, general, "i", 32);
    listener.n = successor_make_input(machine, general, "n", 32);
    successor_set(machine, general, s->loop.i, listener.i);
    successor_set(machine, general, s->loop.n, listener.n);
    successor_go_to(machine, general, s->loop.head);
    assert_int_equal(scratch_run(scratch, general, &(struct scratch_limits){0}), SCRATCH_DONE);
    assert_true(scratch_is_exact(scratch));
    assert_int_equal(listener.at_head, round + 1);
    assert_int_equal(listener.at_exit, round + 1);
    assert_int_equal(listener.ends[END_DROPPED], 2 * (round + 1));
  }
  assert_int_equal(machine->found.coverage.news, news);
  assert_int_equal(machine->counts.states_alive, alive);
  scratch_free(scratch);
  s->summarised++;
  return keep;
}

static void the_body_of_a_loop_is_explored_from_a_general_state(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "summarise", .keeps = KEEPS_ALL, .arrive = summarise};
  struct ends ends[2];
  for (int i = 0; i < 2; i++) {
    struct rig rig;
    rig_begin(&rig);
    struct summariser s = {.reducer = {.class = &class, .places = REDUCER_LOOP},
                           .machine = &rig.machine,
                           .loop = make_loop(&rig, 0, true)};
    ends[i] = explore(&rig, i == 0 ? NULL : &s.reducer, 300);
    if (i == 1) assert_true(s.summarised > 3);
    rig_end(&rig);
  }
  assert_true(ends[0].exited > 3);
}

/* ---- a function ---- */

struct caller {
  struct reducer reducer;
  struct machine **machine;
  struct listener listener;
  enum scratch_end end;
  struct scratch_limits limits;
  unsigned asked;
};

static struct reducer_verdict explore_callee(struct reducer *reducer, struct state *state,
                                             unsigned places) {
  struct caller *caller = (struct caller *)reducer;
  static const struct reducer_class class = {.name = "ends", .end = count_stretch_end};
  (void)places;
  if (strcmp(state->top->code->func->name, "is_less") != 0 &&
      strcmp(state->top->code->func->name, "callee") != 0)
    return keep;
  caller->listener.reducer.class = &class;
  caller->listener.machine = *caller->machine;
  struct reducer *listeners[] = {&caller->listener.reducer};
  struct scratch *scratch = scratch_new(*caller->machine, listeners, 1);
  struct state *copy = successor_new(*caller->machine, state);
  caller->end = scratch_run(scratch, copy, &caller->limits);
  caller->asked++;
  scratch_free(scratch);
  return keep;
}

static const struct reducer_class caller_class = {
    .name = "caller", .keeps = KEEPS_ALL, .arrive = explore_callee};

static struct caller new_caller(struct rig *rig) {
  return (struct caller){.reducer = {.class = &caller_class, .places = REDUCER_CALL},
                         .machine = &rig->machine};
}

static void a_function_ends_where_it_returns(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *decide = make_decider(&rig);
  ir_operand unknown = emit_unknown(&rig, rig.start);
  rig_call(&rig, rig.start, decide, &unknown, 1);
  rig_finish(&rig, rig.start);
  rig_close(rig.start, 0);
  struct caller caller = new_caller(&rig);
  struct ends ends = explore(&rig, &caller.reducer, 0);
  assert_int_equal(ends.exited, 2);
  assert_int_equal(caller.asked, 1);
  assert_int_equal(caller.end, SCRATCH_DONE);
  assert_int_equal(caller.listener.ends[END_RETURNED], 2);
  rig_end(&rig);
}

/* callee(): reads through a null pointer if an input says so, else loops for ever. */
static void make_bad_callee(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "callee");
  uint32_t bad = ir_new_block(func), endless = ir_new_block(func);
  ir_operand zero = ir_const_int(func, 32, 0);
  rig_branch(rig, func, rig_binary(rig, func, IR_EQ, 32, 0, emit_unknown(rig, func), zero),
             ir_new_edge(func, bad, NULL, 0), ir_new_edge(func, endless, NULL, 0));
  rig_close(func, 0);
  ir_start_block(func, bad);
  rig_load(rig, func, 32, ir_const_int(func, 64, 0));
  rig_return(rig, func, NULL, 0);
  rig_close(func, bad);
  ir_start_block(func, endless);
  rig_jump(rig, func, endless, NULL, 0);
  rig_close(func, endless);
  rig_call(rig, rig->start, func, NULL, 0);
  rig_finish(rig, rig->start);
  rig_close(rig->start, 0);
}

static void errors_and_limits_of_a_stretch_are_only_its_owners(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  make_bad_callee(&rig);
  struct caller caller = new_caller(&rig);
  caller.limits.max_steps = 10;
  struct ends ends = explore(&rig, &caller.reducer, 1 << 23);
  assert_int_equal(caller.end, SCRATCH_LIMITED);
  assert_int_equal(caller.listener.ends[END_ERROR], 1);
  assert_int_equal(caller.listener.ends[END_CUT_OFF], 1);
  assert_int_equal(ends.failed, 1); /* the run's own */
  assert_int_equal(rig.machine->counts.errors, 1);
  rig_end(&rig);
}

/* ---- many programs ---- */

/* Explores a stretch at every place, and keeps everything. */
struct intruder {
  struct reducer reducer;
  struct machine **machine;
  uint64_t runs;
};

static struct reducer_verdict intrude(struct reducer *reducer, struct state *state,
                                      unsigned places) {
  struct intruder *intruder = (struct intruder *)reducer;
  struct scratch_limits limits = {.max_steps = 5, .max_states = 20};
  (void)places;
  if (++intruder->runs % 3 != 0) return keep;
  struct scratch *scratch = scratch_new(*intruder->machine, NULL, 0);
  scratch_run(scratch, successor_new(*intruder->machine, state), &limits);
  scratch_free(scratch);
  return keep;
}

struct outcome_counts {
  struct ends ends;
  uint64_t news, errors, incomplete;
};

static struct outcome_counts outcome_of(uint64_t seed, bool is_disturbed, uint64_t *runs) {
  static const struct reducer_class class = {
      .name = "intruder", .keeps = KEEPS_ALL, .arrive = intrude};
  struct rig rig;
  generate_program(&rig, seed);
  rig.options.has_models = true;
  struct intruder intruder = {
      .reducer = {.class = &class,
                  .places = REDUCER_CALL | REDUCER_RETURN | REDUCER_JOIN | REDUCER_LOOP},
      .machine = &rig.machine};
  struct ends ends = explore(&rig, is_disturbed ? &intruder.reducer : NULL, 0);
  struct outcome_counts counts = {.ends = ends,
                                  .news = rig.machine->found.coverage.news,
                                  .errors = rig.machine->counts.errors,
                                  .incomplete = rig.machine->found.incomplete.count};
  *runs += intruder.runs;
  rig_end(&rig);
  return counts;
}

static void a_run_does_not_notice_the_stretches_explored_in_it(void **state) {
  (void)state;
  uint64_t runs = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    struct outcome_counts plain = outcome_of(seed, false, &runs);
    struct outcome_counts disturbed = outcome_of(seed, true, &runs);
    assert_int_equal(plain.ends.exited, disturbed.ends.exited);
    assert_int_equal(plain.ends.failed, disturbed.ends.failed);
    assert_int_equal(plain.ends.visible, disturbed.ends.visible);
    assert_int_equal(plain.news, disturbed.news);
    assert_int_equal(plain.errors, disturbed.errors);
    assert_int_equal(plain.incomplete, disturbed.incomplete);
  }
  assert_true(runs > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_body_of_a_loop_is_explored_from_a_general_state),
      cmocka_unit_test(a_function_ends_where_it_returns),
      cmocka_unit_test(errors_and_limits_of_a_stretch_are_only_its_owners),
      cmocka_unit_test(a_run_does_not_notice_the_stretches_explored_in_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
