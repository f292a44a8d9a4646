/* Small reducers that use what exec/explore/reducer.h offers: one drops states that were seen
   before at loop heads, also when they are alone; one drops at returns; one replaces a counting
   loop; one listens to everything and compares what it hears. */
#include "rig_loop.h"

#include "exec/explore/successor.h"
#include "exec/imply.h"
#include "exec/registers.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "solver/solver.h"

/* ---- seen before, at loop heads ---- */

struct seer {
  struct reducer reducer;
  uint32_t reg;
  uint64_t seen; /* a bit per value of the register */
  struct state_end end;
};

static struct reducer_verdict see(struct reducer *reducer, struct state *state, unsigned places) {
  struct seer *seer = (struct seer *)reducer;
  assert_int_equal(places, REDUCER_LOOP);
  uint64_t bit = (uint64_t)1 << state->top->slots[seer->reg];
  if (seer->seen & bit)
    return (struct reducer_verdict){REDUCER_DROP, DROP_COVERED_BY, state->top->slots[seer->reg]};
  seer->seen |= bit;
  return keep;
}

static void remember_end(struct reducer *reducer, struct state *state,
                         const struct state_end *end) {
  (void)state;
  ((struct seer *)reducer)->end = *end;
}

static void a_state_that_is_alone_is_compared_with_its_past(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "seen", .keeps = KEEPS_ERRORS, .arrive = see, .end = remember_end};
  struct rig rig;
  rig_begin(&rig);
  struct loop loop = make_loop(&rig, 7, false); /* endless */
  struct seer seer = {.reducer = {.class = &class, .places = REDUCER_LOOP}, .reg = loop.i};
  struct ends ends = explore(&rig, &seer.reducer, 1 << 20);
  assert_int_equal(ends.exited + ends.failed, 0);
  assert_int_equal(seer.seen, 0xff);
  assert_int_equal(seer.reducer.dropped[DROP_COVERED_BY], 1);
  assert_int_equal(explore_paths(rig.machine)->dropped[DROP_COVERED_BY], 1);
  assert_int_equal(explore_paths(rig.machine)->dropped[DROP_MERGED], 0);
  assert_int_equal(explore_paths(rig.machine)->early, 0); /* no limit was met */
  assert_int_equal(seer.end.cause, END_DROPPED);
  assert_ptr_equal(seer.end.by, &seer.reducer);
  assert_int_equal(seer.end.verdict.fact, 0);
  assert_int_equal(reducers_keep(&rig.machine->explorations.data[0]->reducers), KEEPS_ERRORS);
  rig_end(&rig);
}

static void a_reducer_that_needs_company_is_not_asked_about_a_lone_state(void **state) {
  (void)state;
  static const struct reducer_class class = {.name = "seen", .keeps = KEEPS_ERRORS, .arrive = see};
  struct rig rig;
  rig_begin(&rig);
  struct loop loop = make_loop(&rig, 7, false);
  struct seer seer = {.reducer = {.class = &class, .places = REDUCER_LOOP, .needs_company = true},
                      .reg = loop.i};
  explore(&rig, &seer.reducer, 1000);
  assert_int_equal(seer.seen, 0);
  assert_int_equal(explore_paths(rig.machine)->early, 1); /* the limit ends it */
  assert_int_equal(reducers_keep(&rig.machine->explorations.data[0]->reducers), KEEPS_ALL);
  rig_end(&rig);
}

/* ---- named blocks ---- */

static bool names_block(struct reducer *reducer, uint32_t func, uint32_t block) {
  (void)func;
  return block == ((struct seer *)reducer)->reg;
}

static struct reducer_verdict count_visits(struct reducer *reducer, struct state *state,
                                           unsigned places) {
  (void)state;
  assert_int_equal(places, REDUCER_NAMED);
  ((struct seer *)reducer)->seen++;
  return keep;
}

static void a_reducer_is_asked_at_the_blocks_that_it_names(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "named", .keeps = KEEPS_ALL, .arrive = count_visits, .wants_block = names_block};
  struct rig rig;
  rig_begin(&rig);
  struct loop loop = make_loop(&rig, 0, true);
  struct seer seer = {.reducer = {.class = &class, .places = REDUCER_NAMED}, .reg = loop.out};
  struct ends ends = explore(&rig, &seer.reducer, 200);
  assert_true(ends.exited > 3);
  assert_in_range(seer.seen, ends.exited, ends.exited + 1);
  rig_end(&rig);
}

/* ---- verdicts at returns ---- */

/* Results are not looked at: after the first return all others are the same to it. */
static struct reducer_verdict keep_one(struct reducer *reducer, struct state *state,
                                       unsigned places) {
  struct seer *seer = (struct seer *)reducer;
  assert_int_equal(places, REDUCER_RETURN);
  assert_null(state->top->caller);
  if (seer->seen++ > 0) return (struct reducer_verdict){REDUCER_DROP, DROP_NO_ERROR, 17};
  return keep;
}

static void a_state_is_dropped_at_a_return(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "returns", .keeps = KEEPS_ERRORS, .arrive = keep_one, .end = remember_end};
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *decide = make_decider(&rig);
  ir_operand unknown = emit_unknown(&rig, rig.start);
  rig_call(&rig, rig.start, decide, &unknown, 1);
  rig_close_start(&rig);
  struct seer seer = {.reducer = {.class = &class, .places = REDUCER_RETURN}};
  struct ends ends = explore(&rig, &seer.reducer, 0);
  assert_int_equal(ends.exited, 1);
  assert_int_equal(seer.seen, 2);
  assert_int_equal(seer.reducer.dropped[DROP_NO_ERROR], 1);
  rig_end(&rig);
}

/* ---- what is live behind a call ---- */

struct live_at_return {
  struct reducer reducer;
  uint32_t call_result, argument;
  unsigned visits, reads_result, reads_argument;
};

static struct reducer_verdict look_at_live(struct reducer *reducer, struct state *state,
                                           unsigned places) {
  struct live_at_return *look = (struct live_at_return *)reducer;
  struct state_point point;
  assert_int_equal(places, REDUCER_RETURN);
  assert_true(state_point_behind(state, &point));
  assert_true(point.is_behind);
  assert_int_equal(state->top->code->func->ins.data[point.ins].op, IR_CALL);
  look->visits++;
  look->reads_result += state_point_reads(&point, look->call_result);
  look->reads_argument += state_point_reads(&point, look->argument);
  return keep;
}

/* A result counts if it is read, an argument if it is read again. */
static void live_registers_behind_a_call_include_results_that_are_read(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "live", .keeps = KEEPS_ALL, .arrive = look_at_live};
  for (int is_result_read = 0; is_result_read < 2; is_result_read++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_func *decide = make_decider(&rig);
    ir_operand unknown = emit_unknown(&rig, rig.start);
    uint32_t result = rig_call(&rig, rig.start, decide, &unknown, 1);
    rig_result(&rig, rig.start, is_result_read ? result : unknown);
    rig_close_start(&rig);
    struct live_at_return look = {.reducer = {.class = &class, .places = REDUCER_RETURN},
                                  .call_result = result,
                                  .argument = unknown};
    explore(&rig, &look.reducer, 0);
    assert_int_equal(look.visits, 2);
    assert_int_equal(look.reads_result, is_result_read ? 2 : 0);
    assert_int_equal(look.reads_argument, is_result_read ? 0 : 2);
    rig_end(&rig);
  }
}

/* ---- implication ---- */

struct asker {
  struct reducer reducer;
  struct machine **machine;
  uint32_t x; /* register */
  unsigned below, above;
};

static struct expr *compare_with(struct exprs *exprs, struct expr *x, uint32_t number) {
  return expr_ult(exprs, x, expr_const(exprs, 32, number));
}

/* x is below 10, or it is not. */
static struct reducer_verdict ask_about_x(struct reducer *reducer, struct state *state,
                                          unsigned places) {
  struct asker *asker = (struct asker *)reducer;
  struct machine *machine = *asker->machine;
  struct exprs *exprs = machine->exprs;
  struct imply_budget none = {0}, small = {.conflicts = 1};
  (void)places;
  struct expr *x = registers_get(state->top->symbolic, asker->x);
  struct expr *square = expr_mul(exprs, x, x);
  bool is_below = state_implies(machine, state, compare_with(exprs, x, 10), &none) == IMPLIES;
  ++*(is_below ? &asker->below : &asker->above);
  enum implication other = is_below ? IMPLIES : IMPLIES_NOT;
  assert_int_equal(state_implies(machine, state, compare_with(exprs, x, 20), &none), other);
  assert_int_equal(state_implies(machine, state, compare_with(exprs, x, 5), &none), IMPLIES_NOT);
  assert_int_equal(state_implies(machine, state, compare_with(exprs, square, 82), &none), other);
  assert_int_equal(state_implies(machine, state, expr_const(exprs, 1, 1), &none), IMPLIES);
  assert_int_equal(state_implies(machine, state, expr_const(exprs, 1, 0), &none), IMPLIES_NOT);
  /* No square is 3 more than a multiple of 4: hard enough for one conflict, unlike for none. */
  struct expr *rest = expr_and(exprs, expr_mul(exprs, square, square), expr_const(exprs, 32, 15));
  struct expr *hard = expr_ne(exprs, rest, expr_const(exprs, 32, 7));
  assert_int_not_equal(state_implies(machine, state, hard, &small), IMPLIES_NOT);
  assert_int_equal(state_implies(machine, state, hard, &none), IMPLIES);
  return keep;
}

static void states_imply_what_their_paths_say(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "ask", .keeps = KEEPS_ALL, .arrive = ask_about_x};
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *decide = make_decider(&rig);
  ir_operand unknown = emit_unknown(&rig, rig.start);
  rig_call(&rig, rig.start, decide, &unknown, 1);
  rig_result(&rig, rig.start, unknown); /* it is read again */
  rig_close_start(&rig);
  struct asker asker = {.reducer = {.class = &class, .places = REDUCER_RETURN},
                        .machine = &rig.machine,
                        .x = unknown};
  struct ends ends = explore(&rig, &asker.reducer, 0);
  assert_int_equal(ends.exited, 2);
  assert_int_equal(asker.below, 1);
  assert_int_equal(asker.above, 1);
  rig_end(&rig);
}

/* ---- replacing a counting loop ---- */

struct counter {
  struct reducer reducer;
  struct machine **machine;
  struct loop loop;
};

/* The first time a state comes to the head, i becomes any number up to n; after one more round it
   comes back as a state that this one stands for. */
static struct reducer_verdict generalise(struct reducer *reducer, struct state *state,
                                         unsigned places) {
  struct counter *counter = (struct counter *)reducer;
  struct machine *machine = *counter->machine;
  (void)places;
  if (reducer_note(reducer, state) != NULL)
    return (struct reducer_verdict){REDUCER_DROP, DROP_COVERED_BY, 1};
  bool is_known;
  struct state *successor = successor_new(machine, state);
  struct expr *rounds = successor_make_input(machine, successor, "rounds", 32);
  struct expr *n = successor_get(machine, successor, counter->loop.n);
  successor_set(machine, successor, counter->loop.i, rounds);
  assert_true(successor_assume(machine, successor, expr_ule(machine->exprs, rounds, n), &is_known));
  assert_true(is_known);
  successor_go_to(machine, successor, counter->loop.head);
  *reducer_place_of_note(reducer, successor) = counter;
  successor_give(machine, successor);
  return (struct reducer_verdict){REDUCER_REPLACE, DROP_SUMMARISED, 1};
}

static void copy_note(struct reducer *reducer, struct state *state, struct state *sibling) {
  void *note = reducer_note(reducer, state);
  if (note != NULL) *reducer_place_of_note(reducer, sibling) = note;
}

static void a_counting_loop_is_replaced_by_its_summary(void **state) {
  (void)state;
  static const struct reducer_class class = {
      .name = "count", .keeps = KEEPS_ALL, .arrive = generalise, .fork = copy_note};
  struct rig rig;
  rig_begin(&rig);
  struct counter counter = {.reducer = {.class = &class, .places = REDUCER_LOOP},
                            .machine = &rig.machine,
                            .loop = make_loop(&rig, 0, true)};
  struct ends ends = explore(&rig, &counter.reducer, 1 << 20);
  assert_int_equal(ends.exited, 1);
  assert_int_equal(ends.visible, 1); /* the number of rounds is in no test */
  assert_int_equal(counter.reducer.dropped[DROP_SUMMARISED], 1);
  assert_int_equal(counter.reducer.dropped[DROP_COVERED_BY], 1);
  assert_int_equal(explore_paths(rig.machine)->early, 0);
  rig_end(&rig);
}

/* ---- notifications ---- */

struct listener {
  struct reducer reducer;
  struct machine **machine;
  unsigned edges, infeasible, ends;
};

static void hear_edge(struct reducer *reducer, uint32_t func, uint32_t edge) {
  struct listener *listener = (struct listener *)reducer;
  assert_true((*listener->machine)->found.coverage.funcs[func].edges[edge]);
  listener->edges++;
}

/* The core contradicts itself, and all but its last conjunct hold on the path. */
static void hear_infeasible(struct reducer *reducer, struct state *state, struct expr *const *core,
                            size_t count) {
  struct listener *listener = (struct listener *)reducer;
  struct machine *machine = *listener->machine;
  struct query query = {.conjuncts = core, .count = count};
  struct result result;
  (void)state;
  assert_true(count >= 2);
  assert_int_equal(solver_check(machine->solver, &query, &result), ANSWER_UNSAT);
  result_free(&result);
  listener->infeasible++;
}

static void hear_end(struct reducer *reducer, struct state *state, const struct state_end *end) {
  (void)state;
  assert_int_equal(end->cause, END_EXITED);
  ((struct listener *)reducer)->ends++;
}

/* x < 10 is asked twice, and x < 20 behind it. */
static void reducers_hear_of_edges_infeasible_sides_and_ends(void **state) {
  (void)state;
  static const struct reducer_class class = {.name = "listen",
                                             .keeps = KEEPS_ALL,
                                             .covered = hear_edge,
                                             .infeasible = hear_infeasible,
                                             .end = hear_end};
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t blocks[4], x = emit_unknown(&rig, func);
  for (unsigned i = 0; i < 4; i++) blocks[i] = ir_new_block(func);
  static const uint32_t bounds[] = {10, 10, 20};
  for (unsigned i = 0; i < 3; i++) {
    rig_branch(&rig, func,
               rig_binary(&rig, func, IR_ULT, 32, 0, x, ir_const_int(func, 32, bounds[i])),
               ir_new_edge(func, blocks[i], NULL, 0), ir_new_edge(func, blocks[3], NULL, 0));
    rig_close(func, i == 0 ? 0 : blocks[i - 1]);
    ir_start_block(func, blocks[i]);
  }
  rig_finish(&rig, func);
  rig_close(func, blocks[2]);
  ir_start_block(func, blocks[3]);
  rig_finish(&rig, func);
  rig_close(func, blocks[3]);
  struct listener listener = {.reducer = {.class = &class}, .machine = &rig.machine};
  struct ends ends = explore(&rig, &listener.reducer, 0);
  assert_int_equal(ends.exited, 2);
  assert_int_equal(listener.ends, 2);
  assert_int_equal(listener.infeasible, 2);
  assert_int_equal(listener.edges, 4);
  rig_end(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_that_is_alone_is_compared_with_its_past),
      cmocka_unit_test(a_reducer_that_needs_company_is_not_asked_about_a_lone_state),
      cmocka_unit_test(a_reducer_is_asked_at_the_blocks_that_it_names),
      cmocka_unit_test(a_state_is_dropped_at_a_return),
      cmocka_unit_test(live_registers_behind_a_call_include_results_that_are_read),
      cmocka_unit_test(states_imply_what_their_paths_say),
      cmocka_unit_test(a_counting_loop_is_replaced_by_its_summary),
      cmocka_unit_test(reducers_hear_of_edges_infeasible_sides_and_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
