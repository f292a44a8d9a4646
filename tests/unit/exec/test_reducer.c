/* What reducers hear of calls and returns: each once, whichever half of the interpreter makes it,
   with arguments and results in place; and nothing of it exists for a run without them. */
#include "generate_flow.h"
#include "recorder.h"

#include "exec/fast/fast.h"

/* ---- functions to call ---- */

static void set_result(struct ir_func *func) { vec_push(&func->result_widths, (uint8_t)32); }

/* name(x) = x + by */
static struct ir_func *make_adder(struct rig *rig, const char *name, uint32_t by) {
  struct ir_func *func = rig_define(rig, name);
  uint32_t x = ir_new_param(func, 32);
  set_result(func);
  ir_operand sum = rig_binary(rig, func, IR_ADD, 32, 0, x, ir_const_int(func, 32, by));
  rig_return(rig, func, &sum, 1);
  rig_close(func, 0);
  return func;
}

static uint32_t call_one(struct rig *rig, struct ir_func *func, const struct ir_func *callee,
                         ir_operand arg) {
  return rig_call(rig, func, callee, &arg, 1);
}

static uint32_t call_number(struct rig *rig, struct ir_func *func, const struct ir_func *callee,
                            uint32_t number) {
  return call_one(rig, func, callee, ir_const_int(func, 32, number));
}

static uint32_t call_at(struct rig *rig, struct ir_func *func, ir_operand address, ir_operand arg) {
  uint32_t result;
  rig_call_any(rig, func, address, &arg, 1, (uint8_t[]){32}, 1, &result);
  return result;
}

static uint32_t emit_unknown(struct rig *rig, struct ir_func *func) {
  return rig_call(rig, func, rig_declare(rig, "__VERIFIER_nondet_int", 32, 0, NULL), NULL, 0);
}

/* Ends the open block: where the condition holds, `then` is the open one, else `otherwise`. */
static void emit_if(struct rig *rig, struct ir_func *func, uint32_t block, ir_operand condition,
                    uint32_t then, uint32_t otherwise) {
  rig_branch(rig, func, condition, ir_new_edge(func, then, NULL, 0),
             ir_new_edge(func, otherwise, NULL, 0));
  rig_close(func, block);
}

/* factorial(n), recursive */
static struct ir_func *make_factorial(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "factorial");
  uint32_t n = ir_new_param(func, 32), small = ir_new_block(func), large = ir_new_block(func);
  ir_operand one = ir_const_int(func, 32, 1);
  set_result(func);
  emit_if(rig, func, 0, rig_binary(rig, func, IR_ULE, 32, 0, n, one), small, large);
  ir_start_block(func, small);
  rig_return(rig, func, &one, 1);
  rig_close(func, small);
  ir_start_block(func, large);
  uint32_t rest = call_one(rig, func, func, rig_binary(rig, func, IR_SUB, 32, 0, n, one));
  uint32_t product = rig_binary(rig, func, IR_MUL, 32, 0, n, rest);
  rig_return(rig, func, &product, 1);
  rig_close(func, large);
  return func;
}

/* is_less(x) returns whether x is below 10, and decides it. */
static struct ir_func *make_decider(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "is_less");
  uint32_t x = ir_new_param(func, 32), yes = ir_new_block(func), no = ir_new_block(func);
  uint32_t blocks[] = {no, yes};
  set_result(func);
  emit_if(rig, func, 0, rig_binary(rig, func, IR_ULT, 32, 0, x, ir_const_int(func, 32, 10)), yes,
          no);
  for (uint32_t i = 0; i < 2; i++) {
    ir_operand result = ir_const_int(func, 32, i);
    ir_start_block(func, blocks[i]);
    rig_return(rig, func, &result, 1);
    rig_close(func, blocks[i]);
  }
  return func;
}

/* ---- what is recorded ---- */

static void finish(struct rig *rig) {
  rig_finish(rig, rig->start);
  rig_close(rig->start, (uint32_t)rig->start->blocks.count - 1);
}

/* Ends the rig. Each of the paths is expected once, in any order, up to a NULL. */
static void expect(struct rig *rig, const char *const *paths) {
  struct recorder recorder;
  size_t count = 0;
  recorder_run(rig, &recorder);
  for (; paths[count] != NULL; count++) {
    unsigned found = 0;
    for (size_t i = 0; i < recorder.paths.count; i++)
      found += strcmp(recorder.paths.data[i], paths[count]) == 0;
    if (found == 1) continue;
    for (size_t i = 0; i < recorder.paths.count; i++) print_error("%s\n", recorder.paths.data[i]);
    fail_msg("%u instead of 1: %s", found, paths[count]);
  }
  assert_int_equal(recorder.paths.count, count);
  recorder_free(&recorder);
  rig_end(rig);
}
#define EXPECT(rig, ...) expect((rig), (const char *const[]){__VA_ARGS__, NULL})

static void calls_nest_in_calls(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *add = make_adder(&rig, "add", 1), *factorial = make_factorial(&rig);
  struct ir_func *outer = rig_define(&rig, "outer");
  uint32_t x = ir_new_param(outer, 32);
  ir_operand address = rig_unary(&rig, outer, IR_MOV, 64, ir_const_func(outer, add->number));
  call_at(&rig, outer, address, call_one(&rig, outer, add, x));
  rig_return(&rig, outer, NULL, 0);
  rig_close(outer, 0);
  call_number(&rig, rig.start, outer, 5);
  call_number(&rig, rig.start, factorial, 3);
  finish(&rig);
  EXPECT(&rig, " outer(5 add(5)6 add(6)7) factorial(3 factorial(2 factorial(1)1)2)6");
}

static void functions_that_take_the_slow_way_in_are_reported_once(void **state) {
  (void)state;
  for (int is_checked = 0; is_checked < 2; is_checked++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_func *add = make_adder(&rig, "add", 1), *variadic = make_adder(&rig, "variadic", 2);
    variadic->is_variadic = true;
    rig.options.check_leaks = is_checked;
    for (uint32_t i = 0; i < 2; i++) {
      call_number(&rig, rig.start, variadic, i);
      call_number(&rig, rig.start, add, i);
    }
    call_one(&rig, rig.start, variadic, emit_unknown(&rig, rig.start));
    finish(&rig);
    EXPECT(&rig, " variadic(0)2 add(0)1 variadic(1)3 add(1)2 variadic(?)?");
  }
}

static void builtins_are_not_reported(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *add = make_adder(&rig, "add", 1);
  struct ir_func *is_symbolic = rig_declare(&rig, "klee_is_symbolic", 32, 1, (unsigned[]){64});
  ir_operand number = ir_const_int(rig.start, 64, 0);
  ir_operand address =
      rig_unary(&rig, rig.start, IR_MOV, 64, ir_const_func(rig.start, is_symbolic->number));
  call_one(&rig, rig.start, is_symbolic, number);
  call_one(&rig, rig.start, add, call_at(&rig, rig.start, address, number));
  uint32_t unknown = emit_unknown(&rig, rig.start);
  call_at(&rig, rig.start, address, number);
  call_one(&rig, rig.start, add, unknown);
  finish(&rig);
  EXPECT(&rig, " add(0)1 add(?)?");
}

/* Each pair of threaded and careful, in caller and callee. */
static void returns_between_the_interpreters_are_reported_once(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *add = make_adder(&rig, "add", 1), *factorial = make_factorial(&rig);
  struct ir_func *fresh = rig_define(&rig, "fresh"), *sink = rig_define(&rig, "sink");
  set_result(fresh);
  ir_operand unknown = emit_unknown(&rig, fresh);
  call_number(&rig, fresh, factorial, 2);
  call_number(&rig, fresh, add, 7);
  rig_return(&rig, fresh, &unknown, 1);
  rig_close(fresh, 0);
  rig_call(&rig, sink, fresh, NULL, 0);
  rig_return(&rig, sink, NULL, 0);
  rig_close(sink, 0);
  rig_call(&rig, rig.start, sink, NULL, 0);
  call_number(&rig, rig.start, add, 1);
  call_one(&rig, rig.start, add, rig_call(&rig, rig.start, fresh, NULL, 0));
  call_number(&rig, rig.start, add, 2);
  finish(&rig);
#define FRESH " fresh( factorial(2 factorial(1)1)2 add(7)8)?"
  EXPECT(&rig, " sink(" FRESH ") add(1)2" FRESH " add(?)? add(2)3");
}

static void each_path_gets_its_own_calls(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *add = make_adder(&rig, "add", 1), *decide = make_decider(&rig);
  uint32_t first = emit_unknown(&rig, rig.start), second = emit_unknown(&rig, rig.start);
  call_one(&rig, rig.start, add, call_one(&rig, rig.start, decide, first));
  call_one(&rig, rig.start, add, call_one(&rig, rig.start, decide, second));
  finish(&rig);
  EXPECT(&rig, " is_less(?)0 add(0)1 is_less(?)0 add(0)1",
         " is_less(?)0 add(0)1 is_less(?)1 add(1)2", " is_less(?)1 add(1)2 is_less(?)0 add(0)1",
         " is_less(?)1 add(1)2 is_less(?)1 add(1)2");
}

/* The call forks, then calls: its sibling has not called yet. Both fork again later. */
static void a_call_of_one_of_two_functions_is_reported_once_to_each(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *add = make_adder(&rig, "add", 1), *more = make_adder(&rig, "more", 2);
  struct ir_func *decide = make_decider(&rig), *func = rig.start;
  ir_operand zero = ir_const_int(func, 32, 0);
  uint32_t test = rig_binary(&rig, func, IR_EQ, 32, 0, emit_unknown(&rig, func), zero);
  uint32_t address = rig_ternary(&rig, func, IR_SELECT, 64, test, ir_const_func(func, add->number),
                                 ir_const_func(func, more->number));
  call_one(&rig, func, add, call_at(&rig, func, address, ir_const_int(func, 32, 3)));
  call_one(&rig, func, decide, emit_unknown(&rig, func));
  finish(&rig);
  EXPECT(&rig, " add(3)4 add(4)5 is_less(?)0", " add(3)4 add(4)5 is_less(?)1",
         " more(3)5 add(5)6 is_less(?)0", " more(3)5 add(5)6 is_less(?)1");
}

/* ---- models ---- */

/* name(s, t) of the libc: the difference of the first bytes, for nobody sees its code run. */
static struct ir_func *make_compare(struct rig *rig, const char *name) {
  struct ir_func *func = rig_define(rig, name);
  func->is_library = true;
  rig_add_params(func, 2, (unsigned[]){64, 64});
  set_result(func);
  uint32_t a = rig_load(rig, func, 8, func->params.data[0]);
  uint32_t b = rig_load(rig, func, 8, func->params.data[1]);
  ir_operand result =
      rig_binary(rig, func, IR_SUB, 32, 0, rig_convert(rig, func, IR_ZEXT, 8, 32, a),
                 rig_convert(rig, func, IR_ZEXT, 8, 32, b));
  rig_return(rig, func, &result, 1);
  rig_close(func, 0);
  return func;
}

/* A text of two unknown characters. */
static uint32_t emit_text(struct rig *rig, struct ir_func *func) {
  struct ir_func *make = rig_declare(rig, "__VERIFIER_nondet_memory", 0, 2, (unsigned[]){64, 64});
  uint32_t text = rig_alloca(rig, func, ir_const_int(func, 64, 4), "text", 4);
  rig_store(rig, func, 32, text, ir_const_int(func, 32, 0));
  rig_call(rig, func, make, (ir_operand[]){text, ir_const_int(func, 64, 2)}, 2);
  return text;
}

static uint32_t emit_letter(struct rig *rig, struct ir_func *func) {
  uint32_t text = rig_alloca(rig, func, ir_const_int(func, 64, 4), "letter", 4);
  rig_store(rig, func, 32, text, ir_const_int(func, 32, 'a' | 'b' << 8));
  return text;
}

/* The model forks, then returns: its sibling has not returned yet. */
static void a_model_returns_once_on_each_path(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *compare = make_compare(&rig, "strcmp"), *add = make_adder(&rig, "add", 1);
  ir_operand texts[] = {emit_text(&rig, rig.start), emit_letter(&rig, rig.start)};
  rig_call(&rig, rig.start, compare, texts, 2);
  call_number(&rig, rig.start, add, 1);
  finish(&rig);
  struct recorder recorder;
  recorder_run(&rig, &recorder);
  assert_int_equal(recorder.paths.count, 2);
  for (size_t i = 0; i < 2; i++)
    assert_string_equal(recorder.paths.data[i], " strcmp(p,p)? add(1)2");
  recorder_free(&recorder);
  rig_end(&rig);
}

/* A function of the libc calls another, which meets the unknown byte; the outer one has a model
   too, and that is asked. */
static void frames_above_a_model_are_abandoned(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *compare = make_compare(&rig, "strcmp");
  struct ir_func *outer = rig_define(&rig, "memcmp"), *add = make_adder(&rig, "add", 1);
  outer->is_library = true;
  rig_add_params(outer, 3, (unsigned[]){64, 64, 64});
  set_result(outer);
  ir_operand result = rig_call(&rig, outer, compare, outer->params.data, 2);
  rig_return(&rig, outer, &result, 1);
  rig_close(outer, 0);
  uint32_t text = emit_text(&rig, rig.start);
  ir_operand args[] = {text, emit_letter(&rig, rig.start), ir_const_int(rig.start, 64, 1)};
  rig_call(&rig, rig.start, outer, args, 3);
  call_number(&rig, rig.start, add, 1);
  finish(&rig);
  EXPECT(&rig, " memcmp(p,p,p strcmp(p,p!)0 add(1)2", " memcmp(p,p,p strcmp(p,p!)? add(1)2");
}

/* ---- other ends of frames ---- */

/* dive(buffer, depth, value) calls itself `depth` times, then jumps. */
static struct ir_func *make_diver(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "dive");
  rig_add_params(func, 3, (unsigned[]){64, 32, 32});
  uint32_t *params = func->params.data, jump = ir_new_block(func), deeper = ir_new_block(func);
  emit_if(rig, func, 0, rig_binary(rig, func, IR_EQ, 32, 0, params[1], ir_const_int(func, 32, 0)),
          jump, deeper);
  ir_start_block(func, jump);
  rig_emit(rig, func,
           (struct ir_ins){.op = IR_LONGJMP, .dst = IR_NONE, .a = params[0], .b = params[2]});
  rig_close(func, jump);
  ir_start_block(func, deeper);
  ir_operand less = rig_binary(rig, func, IR_SUB, 32, 0, params[1], ir_const_int(func, 32, 1));
  rig_call(rig, func, func, (ir_operand[]){params[0], less, params[2]}, 3);
  rig_return(rig, func, NULL, 0);
  rig_close(func, deeper);
  return func;
}

/* catch(value, unknown): where the jump comes to. */
static struct ir_func *make_catcher(struct rig *rig, struct ir_func *dive, struct ir_func *add) {
  struct ir_func *func = rig_define(rig, "catch");
  rig_add_params(func, 2, (unsigned[]){32, 32});
  uint32_t *params = func->params.data, first = ir_new_block(func), again = ir_new_block(func);
  uint32_t buffer = rig_alloca(rig, func, ir_const_int(func, 64, 200), "buffer", 16);
  uint32_t value = rig_emit(
      rig, func, (struct ir_ins){.op = IR_SETJMP, .dst = ir_new_reg(func, 32), .a = buffer});
  emit_if(rig, func, 0, rig_binary(rig, func, IR_EQ, 32, 0, value, ir_const_int(func, 32, 0)),
          first, again);
  ir_start_block(func, first);
  rig_call(rig, func, dive, (ir_operand[]){buffer, ir_const_int(func, 32, 2), params[0]}, 3);
  rig_return(rig, func, NULL, 0);
  rig_close(func, first);
  ir_start_block(func, again);
  call_one(rig, func, add, value);
  call_one(rig, func, add, params[1]);
  rig_return(rig, func, NULL, 0);
  rig_close(func, again);
  return func;
}

static void longjmp_abandons_what_it_leaves(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *dive = make_diver(&rig), *add = make_adder(&rig, "add", 1);
  struct ir_func *catch = make_catcher(&rig, dive, add), *func = rig.start;
  ir_operand numbers[] = {ir_const_int(func, 32, 7), ir_const_int(func, 32, 3)};
  rig_call(&rig, func, catch, numbers, 2);
  uint32_t unknown = emit_unknown(&rig, func); /* the catching frame is symbolic */
  rig_call(&rig, func, catch, (ir_operand[]){numbers[0], unknown}, 2);
  rig_call(&rig, func, catch, (ir_operand[]){unknown, numbers[1]}, 2); /* what is thrown is */
  finish(&rig);
#define DIVE(value) " dive(p,2," value " dive(p,1," value " dive(p,0," value "!!!"
#define CONCRETE " catch(7,3" DIVE("7") " add(7)8 add(3)4) catch(7,?" DIVE("7") " add(7)8 add(?)?)"
  EXPECT(&rig, CONCRETE " catch(?,3" DIVE("?") " add(?)? add(3)4)");
}

static void nothing_returns_at_the_end_of_a_path(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *decide = make_decider(&rig), *quit = rig_define(&rig, "quit");
  struct ir_func *func = rig.start;
  uint32_t out = ir_new_block(func), on = ir_new_block(func);
  rig_finish(&rig, quit);
  rig_close(quit, 0);
  uint32_t unknown = emit_unknown(&rig, func), less = call_one(&rig, func, decide, unknown);
  emit_if(&rig, func, 0, rig_binary(&rig, func, IR_NE, 32, 0, less, ir_const_int(func, 32, 0)), out,
          on);
  ir_start_block(func, out);
  rig_call(&rig, func, quit, NULL, 0);
  rig_emit(&rig, func, (struct ir_ins){.op = IR_UNREACHABLE, .dst = IR_NONE});
  rig_close(func, out);
  ir_start_block(func, on);
  rig_return(&rig, func, NULL, 0);
  rig_close(func, on);
  EXPECT(&rig, " is_less(?)1 quit(", " is_less(?)0");
}

static void a_call_that_goes_too_deep_is_none(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *dive = make_diver(&rig);
  rig.options.max_stack_frames = 3;
  ir_operand args[] = {ir_const_int(rig.start, 64, 0), ir_const_int(rig.start, 32, 9),
                       ir_const_int(rig.start, 32, 0)};
  rig_call(&rig, rig.start, dive, args, 3);
  finish(&rig);
  EXPECT(&rig, " dive(p,9,0 dive(p,8,0");
}

/* ---- many programs ---- */

static void random_programs_are_reported_right_and_run_alike(void **state) {
  (void)state;
  uint64_t calls = 0, returns = 0;
  for (uint64_t seed = 0; seed < 500; seed++) {
    struct rig recorded, plain;
    struct recorder recorder;
    generate_program(&recorded, seed);
    generate_program(&plain, seed);
    recorder_run(&recorded, &recorder);
    recorder_run(&plain, NULL);
    assert_int_equal(recorded.machine->counts.instructions, plain.machine->counts.instructions);
    assert_int_equal(recorded.machine->counts.errors, plain.machine->counts.errors);
    assert_int_equal(recorder.abandoned, 0);
    calls += recorder.calls;
    returns += recorder.returns;
    recorder_free(&recorder);
    rig_end(&recorded);
    rig_end(&plain);
  }
  assert_true(calls > returns && returns > 1000);
}

/* ---- without reducers ---- */

static op_handler *plain_handler(op_handler *run) {
  if (run == fast_arriving_return) return fast_return;
  if (run == fast_arriving_return_value) return fast_return_value;
  return run == fast_arriving_return_void ? fast_return_void : run;
}

/* But for constants and sites, which may be addresses. */
static void compare_code(const struct code *recorded, const struct code *plain) {
  assert_int_equal(recorded->op_count, plain->op_count + 1);
  assert_ptr_equal(recorded->ops[0].run, fast_arrive);
  for (uint32_t i = 0; i < plain->op_count; i++) {
    const struct op *a = &recorded->ops[i + 1], *b = &plain->ops[i];
    assert_ptr_not_equal(b->run, fast_arrive);
    assert_ptr_equal(plain_handler(b->run), b->run);
    assert_ptr_equal(plain_handler(a->run), b->run);
    assert_int_equal(a->dst, b->dst);
    assert_int_equal(a->a, b->a);
    assert_int_equal(a->b, b->b);
    assert_int_equal(a->c, b->c);
  }
}

static void code_without_a_hearer_has_nothing_of_it(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 30; seed++) {
    struct rig recorded, plain;
    generate_program(&recorded, seed);
    generate_program(&plain, seed);
    rig_prepare(&recorded);
    rig_prepare(&plain);
    struct recorder recorder = recorder_new();
    exploration_add_reducer(recorded.machine, recorded.machine->explorations.data[0],
                            &recorder.reducer);
    exploration_forget_codes(recorded.machine, recorded.machine->explorations.data[0]);
    exploration_use(recorded.machine, recorded.machine->explorations.data[0]);
    for (uint32_t i = 0; i < plain.program->funcs.count; i++) {
      if (!plain.program->funcs.data[i]->has_body) continue;
      const struct code *codes[2];
      struct machine *machines[] = {recorded.machine, plain.machine};
      for (int k = 0; k < 2; k++)
        codes[k] = machines[k]->codes[i] ? machines[k]->codes[i] : code_translate(machines[k], i);
      compare_code(codes[0], codes[1]);
    }
    rig_end(&recorded);
    rig_end(&plain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_nest_in_calls),
      cmocka_unit_test(functions_that_take_the_slow_way_in_are_reported_once),
      cmocka_unit_test(builtins_are_not_reported),
      cmocka_unit_test(returns_between_the_interpreters_are_reported_once),
      cmocka_unit_test(each_path_gets_its_own_calls),
      cmocka_unit_test(a_call_of_one_of_two_functions_is_reported_once_to_each),
      cmocka_unit_test(a_model_returns_once_on_each_path),
      cmocka_unit_test(frames_above_a_model_are_abandoned),
      cmocka_unit_test(longjmp_abandons_what_it_leaves),
      cmocka_unit_test(nothing_returns_at_the_end_of_a_path),
      cmocka_unit_test(a_call_that_goes_too_deep_is_none),
      cmocka_unit_test(random_programs_are_reported_right_and_run_alike),
      cmocka_unit_test(code_without_a_hearer_has_nothing_of_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
