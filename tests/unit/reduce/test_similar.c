/* Which states are similar, by what differs between them and by what they are going to ask about.
 */
#include "../exec/stepper.h"

#include "analysis/query_count.h"
#include "memory/symbolic.h"
#include "reduce/merge/hot.h"
#include "reduce/merge/similar.h"

/* start asks about argc twice, about a word of memory once, and never about envp:
     if (argc == 0) …; if (argc == 1) …; if (*(int *)argv == 0) …; use of envp */
struct scene {
  struct stepper s;
  struct query_count *counts;
  struct query_count_options options;
  struct state *a, *b;
  struct profile x, y;
  uint64_t memory; /* what argv points at */
};

static void make_test(struct rig *rig, struct ir_func *func, uint32_t block, ir_operand value,
                      uint64_t number) {
  uint32_t is_same = rig_binary(rig, func, IR_EQ, 32, 0, value, ir_const_int(func, 32, number));
  uint32_t next = ir_new_block(func), other = ir_new_block(func);
  rig_branch(rig, func, is_same, ir_new_edge(func, other, NULL, 0),
             ir_new_edge(func, next, NULL, 0));
  rig_close(func, block);
  ir_start_block(func, other);
  rig_jump(rig, func, next, NULL, 0);
  rig_close(func, other);
  ir_start_block(func, next);
}

static uint32_t param(struct scene *t, unsigned number) {
  return t->s.rig.start->params.data[number];
}

static void make_program(struct scene *t) {
  struct rig *rig = &t->s.rig;
  rig_begin(rig);
  struct ir_func *func = rig->start;
  make_test(rig, func, 0, param(t, RIG_ARGC), 0);
  make_test(rig, func, (uint32_t)func->blocks.count - 2, param(t, RIG_ARGC), 1);
  uint32_t loaded = rig_emit(
      rig, func,
      (struct ir_ins){
          .op = IR_LOAD, .width = 32, .dst = ir_new_reg(func, 32), .a = param(t, RIG_ARGV)});
  make_test(rig, func, (uint32_t)func->blocks.count - 2, loaded, 0);
  rig_result(rig, func, param(t, RIG_ENVP));
  rig_finish(rig, func);
  rig_close(func, (uint32_t)func->blocks.count - 2);
}

static void begin(struct scene *t, double alpha) {
  *t = (struct scene){.options = query_count_defaults()};
  t->options.alpha = alpha;
  t->options.beta = 0.5; /* each side of a branch counts half: three queries in all */
  t->options.only_branches = true;
  make_program(t);
  stepper_start(&t->s);
  t->counts = query_count_new(t->s.machine->program, &t->options);
  struct space_request request = {.size = 16, .kind = OBJECT_HEAP};
  struct state *state = t->s.machine->state;
  t->memory = space_allocate(&t->s.machine->memory, &state->space, &request)->base;
  state->top->slots[param(t, RIG_ARGV)] = t->memory;
  stepper_split(&t->s, stepper_is_below(&t->s, 100), &t->a, &t->b);
  t->a->top = frame_unshare(&t->s.machine->memory.pool, t->a->top);
  t->b->top = frame_unshare(&t->s.machine->memory.pool, t->b->top);
}

static void end(struct scene *t) {
  profile_drop(&t->x);
  profile_drop(&t->y);
  query_count_free(t->counts);
  stepper_end(&t->s);
}

static void take(struct scene *t, bool only_hot) {
  struct hot_lists hot = {0};
  profile_take(t->s.machine, t->counts, only_hot ? &hot : NULL, t->a, &t->x);
  profile_take(t->s.machine, t->counts, only_hot ? &hot : NULL, t->b, &t->y);
  hot_lists_free(&hot);
  assert_int_equal(t->x.contents.count, t->y.contents.count);
}

static bool is_similar_by_hot(struct scene *t) {
  take(t, true);
  bool is_similar = similar_by_hot(&t->x, &t->y);
  /* States of one hash are similar. */
  if (t->x.hash == t->y.hash) assert_true(is_similar);
  return is_similar;
}

static void set_register(struct scene *t, struct state *state, unsigned number, uint64_t value) {
  state->top->slots[param(t, number)] = value;
}

static void make_symbolic(struct scene *t, struct state *state, unsigned number) {
  struct frame *frame = state->top;
  unsigned width = t->s.rig.start->reg_widths.data[param(t, number)];
  if (frame->symbolic == NULL)
    frame->symbolic = registers_new(&t->s.machine->memory.pool, frame->slot_count);
  registers_set(frame->symbolic, param(t, number), expr_zext(t->s.exprs, t->s.x, width));
}

static void write_word(struct scene *t, struct state *state, uint64_t address, uint32_t value) {
  struct access_fault fault;
  stepper_be(&t->s, state);
  assert_true(memory_write(&t->s.machine->memory, &state->space, address, &value, 4, &fault));
}

/* ---- equation (1) ---- */

static void equal_states_are_similar(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0);
  assert_true(is_similar_by_hot(&t));
  assert_int_equal(t.x.hash, t.y.hash);
  end(&t);
}

static void a_hot_register_that_differs_keeps_apart(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0);
  set_register(&t, t.b, RIG_ENVP, 5); /* nobody asks about it */
  assert_true(is_similar_by_hot(&t));
  set_register(&t, t.b, RIG_ARGC, 5);
  assert_false(is_similar_by_hot(&t));
  end(&t);
}

/* Symbolic in one of them: the query is asked anyway. */
static void a_symbolic_variable_may_differ(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0);
  make_symbolic(&t, t.a, RIG_ARGC);
  assert_true(is_similar_by_hot(&t));
  assert_true(t.x.hash != t.y.hash);
  make_symbolic(&t, t.b, RIG_ARGC);
  registers_set(t.b->top->symbolic, param(&t, RIG_ARGC), expr_sext(t.s.exprs, t.s.x, 32));
  assert_true(is_similar_by_hot(&t));
  assert_int_equal(t.x.hash, t.y.hash);
  end(&t);
}

static void hot_memory_that_differs_keeps_apart(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0);
  write_word(&t, t.b, t.memory + 8, 5); /* behind the word that is asked about */
  assert_true(is_similar_by_hot(&t));
  write_word(&t, t.b, t.memory, 5);
  assert_false(is_similar_by_hot(&t));
  struct access_fault fault;
  assert_true(memory_write_value(&t.s.machine->memory, &t.b->space, t.memory, 4,
                                 expr_zext(t.s.exprs, t.s.x, 32), &fault));
  assert_true(is_similar_by_hot(&t));
  end(&t);
}

/* Three queries, of which two are about argc and one is about memory. */
static void a_greater_share_makes_fewer_variables_hot(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0.5);
  write_word(&t, t.b, t.memory, 5);
  assert_true(is_similar_by_hot(&t));
  set_register(&t, t.b, RIG_ARGC, 5);
  assert_false(is_similar_by_hot(&t));
  end(&t);
  begin(&t, 0.9);
  set_register(&t, t.b, RIG_ARGC, 5);
  assert_true(is_similar_by_hot(&t));
  end(&t);
}

/* ---- equation (7) ---- */

/* The greatest count of what differs: those of constants as they are, those of symbolic values by
   zeta - 1. */
static void the_cost_is_weighed_against_all_queries(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0.5);
  take(&t, false);
  assert_true(similar_by_cost(&t.options, &t.x, &t.y));
  set_register(&t, t.b, RIG_ARGC, 5);
  take(&t, false);
  struct query_point point = *query_count_at_block(t.counts, t.s.rig.start->number, 0);
  double share = query_point_register(&point, param(&t, RIG_ARGC)).mantissa / point.total.mantissa;
  t.options.alpha = share * 1.01;
  assert_true(similar_by_cost(&t.options, &t.x, &t.y));
  t.options.alpha = share * 0.99;
  assert_false(similar_by_cost(&t.options, &t.x, &t.y));
  make_symbolic(&t, t.b, RIG_ARGC); /* zeta is 2: the same again */
  take(&t, false);
  assert_false(similar_by_cost(&t.options, &t.x, &t.y));
  t.options.zeta = 1.5;
  assert_true(similar_by_cost(&t.options, &t.x, &t.y));
  end(&t);
}

/* The same of memory, one query of three. */
static void symbolic_memory_costs_by_zeta(void **state) {
  (void)state;
  struct scene t;
  struct access_fault fault;
  begin(&t, 0.25);
  t.options.zeta = 1.5;
  write_word(&t, t.b, t.memory, 5);
  take(&t, false);
  assert_false(similar_by_cost(&t.options, &t.x, &t.y));
  assert_true(memory_write_value(&t.s.machine->memory, &t.b->space, t.memory, 4,
                                 expr_zext(t.s.exprs, t.s.x, 32), &fault));
  take(&t, false);
  assert_true(similar_by_cost(&t.options, &t.x, &t.y));
  end(&t);
}

/* ---- by a limit ---- */

static void counts_of_all_that_differs_add_up(void **state) {
  (void)state;
  struct scene t;
  begin(&t, 0);
  struct query_point point = *query_count_at_block(t.counts, t.s.rig.start->number, 0);
  double of_argc = query_point_register(&point, param(&t, RIG_ARGC)).mantissa;
  double of_memory = query_point_memory(&point, QUERY_ARGUMENT, RIG_ARGV, 0, 4).mantissa;
  assert_true(of_argc == 2 && of_memory == 1);
  set_register(&t, t.b, RIG_ARGC, 5);
  take(&t, false);
  t.options.limit = (uint32_t)of_argc;
  assert_false(similar_by_limit(&t.options, &t.x, &t.y));
  t.options.limit++;
  assert_true(similar_by_limit(&t.options, &t.x, &t.y));
  write_word(&t, t.b, t.memory, 5);
  take(&t, false);
  assert_false(similar_by_limit(&t.options, &t.x, &t.y));
  t.options.limit = (uint32_t)(of_argc + of_memory) + 1;
  assert_true(similar_by_limit(&t.options, &t.x, &t.y));
  /* Symbolic values that differ count too, the same ones do not. */
  t.options.limit = 1;
  write_word(&t, t.b, t.memory, 0);
  make_symbolic(&t, t.b, RIG_ARGC);
  take(&t, false);
  assert_false(similar_by_limit(&t.options, &t.x, &t.y));
  make_symbolic(&t, t.a, RIG_ARGC);
  take(&t, false);
  assert_true(similar_by_limit(&t.options, &t.x, &t.y));
  registers_set(t.b->top->symbolic, param(&t, RIG_ARGC), expr_sext(t.s.exprs, t.s.x, 32));
  take(&t, false);
  assert_false(similar_by_limit(&t.options, &t.x, &t.y));
  end(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_states_are_similar),
      cmocka_unit_test(a_hot_register_that_differs_keeps_apart),
      cmocka_unit_test(a_symbolic_variable_may_differ),
      cmocka_unit_test(hot_memory_that_differs_keeps_apart),
      cmocka_unit_test(a_greater_share_makes_fewer_variables_hot),
      cmocka_unit_test(the_cost_is_weighed_against_all_queries),
      cmocka_unit_test(symbolic_memory_costs_by_zeta),
      cmocka_unit_test(counts_of_all_that_differs_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
