/* The run as a whole: what a program starts with, where its variables are, limits,
   forks, and what is left on the heap at the end. */
#include "../memory/pool_check.h"
#include "rig.h"

/* ---- the start ---- */

static void start_with(struct rig *rig, char **arguments, int count, char **environment) {
  rig_close_start(rig);
  rig->out->size = 16 * (rig->out_count ? rig->out_count : 1);
  rig_verify(rig);
  rig->machine = machine_new(rig->program, &rig->options);
  assert_true(machine_start(rig->machine, count, arguments, environment));
}

static void test_arguments_and_environment(void **state) {
  (void)state;
  struct rig rig;
  char *arguments[] = {"prog", "", "two words", NULL}, *environment[] = {"A=1", "B=", NULL};
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  const uint32_t *params = func->params.data;
  rig_result(&rig, func, params[RIG_ARGC]);
  for (int which = RIG_ARGV; which <= RIG_ENVP; which++)
    for (uint64_t i = 0; i < (which == RIG_ARGV ? 4u : 3u); i++) {
      uint32_t place =
          rig_binary(&rig, func, IR_ADD, 64, 0, params[which], ir_const_int(func, 64, i * 8));
      rig_result(&rig, func, rig_load(&rig, func, 64, place));
    }
  start_with(&rig, arguments, 3, environment);
  rig_run_quietly(&rig);
  assert_int_equal(rig.machine->state->status, STATE_EXITED);
  assert_int_equal((uint64_t)rig_read(&rig, 0), 3);
  static const char *const wanted[] = {"prog", "", "two words", NULL, "A=1", "B=", NULL};
  for (uint32_t i = 0; i < 7; i++) {
    uint64_t address = (uint64_t)rig_read(&rig, i + 1);
    struct access_fault fault;
    char *text;
    if (wanted[i] == NULL) {
      assert_int_equal(address, 0);
      continue;
    }
    assert_true(memory_read_string(&rig.machine->memory, &rig.machine->state->space, address, 100,
                                   &text, &fault));
    assert_string_equal(text, wanted[i]);
    free(text);
    assert_false(memory_check(&rig.machine->state->space, address, strlen(wanted[i]) + 2, false,
                              &fault)); /* each is an object of its own */
  }
  rig_end(&rig);
}

static void test_program_without_a_start_is_refused(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct machine_options options = {.max_stack_frames = 10};
  struct machine *machine = machine_new(program, &options);
  char *none[] = {NULL};
  int saved = rig_hush();
  bool is_started = machine_start(machine, 0, none, none);
  rig_unhush(saved);
  assert_false(is_started);
  machine_free(machine);
}

/* Variables that hold each other's addresses, and those of functions and labels. */
static void test_variables_refer_to_each_other(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_global *globals[2];
  for (uint32_t i = 0; i < 2; i++) {
    globals[i] = ir_add_global(rig.program, i ? "b" : "a", false);
    globals[i]->size = 9000;
    globals[i]->is_defined = true;
  }
  for (uint32_t i = 0; i < 2; i++) {
    struct ir_const other = {IR_CONST_GLOBAL, 64, globals[1 - i]->number, 100};
    struct ir_const code = {IR_CONST_FUNC, 64, rig.start->number, 0};
    vec_push(&globals[i]->relocs, ((struct ir_reloc){8, other}));
    vec_push(&globals[i]->relocs, ((struct ir_reloc){8990, code}));
  }
  for (uint32_t i = 0; i < 2; i++) {
    ir_operand base = ir_const_global(rig.start, globals[i]->number, 0);
    uint32_t place =
        rig_binary(&rig, rig.start, IR_ADD, 64, 0, base, ir_const_int(rig.start, 64, 8));
    uint32_t pointer = rig_load(&rig, rig.start, 64, place);
    ir_operand wanted = ir_const_global(rig.start, globals[1 - i]->number, 100);
    rig_result(&rig, rig.start, rig_binary(&rig, rig.start, IR_EQ, 64, 0, pointer, wanted));
    rig_store(&rig, rig.start, 32, pointer, ir_const_int(rig.start, 32, 50 + i));
  }
  for (uint32_t i = 0; i < 2; i++) {
    ir_operand at_end = ir_const_global(rig.start, globals[i]->number, 8990);
    uint32_t code = rig_load(&rig, rig.start, 64, at_end);
    rig_result(&rig, rig.start,
               rig_binary(&rig, rig.start, IR_EQ, 64, 0, code,
                          ir_const_func(rig.start, rig.start->number)));
    rig_result(&rig, rig.start,
               rig_load(&rig, rig.start, 32, ir_const_global(rig.start, globals[i]->number, 100)));
  }
  rig_close_start(&rig);
  rig_run(&rig);
  static const uint64_t wanted[] = {1, 1, 1, 51, 1, 50};
  for (uint32_t i = 0; i < 6; i++) assert_int_equal((uint64_t)rig_read(&rig, i), wanted[i]);
  rig_end(&rig);
}

static void test_return_from_the_start_ends_the_program(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  rig_result(&rig, rig.start, rig_const(rig.start, 8, 3));
  rig_return(&rig, rig.start, NULL, 0);
  rig_close(rig.start, 0);
  rig_run(&rig);
  assert_int_equal((uint64_t)rig_read(&rig, 0), 3);
  assert_int_equal(rig.machine->state->instructions, 3); /* zext, store, ret */
  rig_end(&rig);
}

/* ---- limits and forks ---- */

/* An endless loop that counts in memory, in a block of six instructions. */
static void make_counter(struct rig *rig) {
  rig_begin(rig);
  struct ir_func *func = rig->start;
  uint32_t loop = ir_new_block(func);
  rig->out_count = 1;
  ir_operand place = rig_out_place(rig, func, 0);
  rig_jump(rig, func, loop, NULL, 0);
  rig_close(func, 0);
  ir_start_block(func, loop);
  uint32_t old = rig_load(rig, func, 64, place);
  uint32_t sum = rig_binary(rig, func, IR_ADD, 64, 0, old, ir_const_int(func, 64, 1));
  rig_store(rig, func, 64, place, sum);
  rig_jump(rig, func, loop, NULL, 0);
  rig_close(func, loop);
  rig_prepare(rig);
}

static void test_instruction_limit(void **state) {
  (void)state;
  for (uint64_t limit = 1; limit < 40; limit++) {
    struct rig rig;
    make_counter(&rig);
    rig_run_alone(rig.machine, limit);
    assert_int_equal(rig.machine->state->status, STATE_STOPPED);
    uint64_t done = rig.machine->state->instructions; /* whole blocks */
    assert_in_range(done, limit, limit + 4);
    assert_int_equal((uint64_t)rig_read(&rig, 0), (done - 1) / 4);
    assert_int_equal((done - 1) % 4, 0);
    rig_end(&rig);
  }
}

static void run_for(struct machine *machine, struct state *state, uint64_t instructions) {
  if (machine->state != state) memory_forget_all(&machine->memory);
  machine->state = state;
  state->status = STATE_RUNNING;
  rig_run_alone(machine, state->instructions + instructions);
}

/* Forks of forks, run in turns: each counts for itself. */
static void test_forks_do_not_see_each_other(void **state) {
  (void)state;
  struct rig rig;
  make_counter(&rig);
  struct machine *machine = rig.machine;
  struct state *states[5] = {machine->state};
  uint64_t wanted[5] = {0};
  for (int i = 0; i < 4; i++) {
    run_for(machine, states[i], 400);
    states[i + 1] = state_fork(states[i]);
    memory_forget_writes(&machine->memory);
  }
  for (int round = 0; round < 20; round++)
    for (int i = 0; i < 5; i++) run_for(machine, states[i], (uint64_t)(1 + i * 7 + round));
  for (int i = 0; i < 5; i++) {
    machine->state = states[i];
    memory_forget_all(&machine->memory);
    wanted[i] = (states[i]->instructions - 1) / 4;
    assert_int_equal((uint64_t)rig_read(&rig, 0), wanted[i]);
  }
  assert_int_not_equal(wanted[0], wanted[4]);
  for (int i = 0; i < 5; i++) state_free(&machine->memory, states[i]);
  machine->state = NULL;
  assert_int_equal(pool_count_used(&machine->memory.pool), 0);
  rig_end(&rig);
}

/* ---- leaks ---- */

/* Makes three blocks, in a function whose frame is gone at the end: one that a variable
   may lead to, one that this one leads to, one to which nothing does. */
static struct ir_func *make_blocks(struct rig *rig, bool is_kept, uint64_t offset) {
  struct ir_func *func = rig_define(rig, "make_blocks");
  struct ir_func *allocate = rig_declare(rig, "malloc", 64, 1, (unsigned[]){64});
  uint32_t blocks[3];
  const uint64_t sizes[] = {20000, 16, 8};
  for (uint32_t i = 0; i < 3; i++) {
    rig_at_line(rig, 10 + i);
    ir_operand size = ir_const_int(func, 64, sizes[i]);
    blocks[i] = rig_call(rig, func, allocate, &size, 1);
  }
  rig->out_count = 1;
  uint32_t kept = rig_binary(rig, func, IR_ADD, 64, 0, blocks[0], ir_const_int(func, 64, offset));
  if (is_kept) rig_store(rig, func, 64, rig_out_place(rig, func, 0), kept);
  uint32_t middle = rig_binary(rig, func, IR_ADD, 64, 0, blocks[0], ir_const_int(func, 64, 9000));
  rig_store(rig, func, 64, middle, blocks[1]);
  rig_return(rig, func, NULL, 0);
  rig_close(func, 0);
  return func;
}

static void check_leaks(bool is_kept, uint64_t offset, uint64_t wanted) {
  struct rig rig;
  rig_begin(&rig);
  rig.options.check_leaks = true;
  rig_call(&rig, rig.start, make_blocks(&rig, is_kept, offset), NULL, 0);
  rig_close_start(&rig);
  rig_prepare(&rig);
  rig_run_quietly(&rig);
  assert_int_equal(rig.machine->counts.errors, wanted);
  assert_int_equal(rig.machine->error.kind, ERROR_LEAK);
  assert_string_equal(rig.machine->error.message,
                      "memory leak: heap object (8 bytes, allocated at test.c:12)");
  assert_int_equal(rig.program->locs.data[rig.machine->error.loc].line, 12);
  rig_end(&rig);
}

static void test_leaks(void **state) {
  (void)state;
  check_leaks(true, 0, 1);
  check_leaks(true, 12345, 1); /* a pointer into it keeps it too */
  check_leaks(true, 20000, 1);
  check_leaks(true, 20001, 3); /* one beyond it does not */
  check_leaks(false, 0, 3);
}

/* A local of a function that exit is called under is still there. */
static void test_locals_of_open_calls_are_no_leaks(void **state) {
  (void)state;
  for (int is_in_memory = 0; is_in_memory < 2; is_in_memory++) {
    struct rig rig;
    rig_begin(&rig);
    rig.options.check_leaks = true;
    ir_operand size = ir_const_int(rig.start, 64, 8);
    struct ir_func *allocate = rig_declare(&rig, "malloc", 64, 1, (unsigned[]){64});
    uint32_t block = rig_call(&rig, rig.start, allocate, &size, 1);
    uint32_t local = rig_alloca(&rig, rig.start, size, "local", 8);
    if (is_in_memory) rig_store(&rig, rig.start, 64, local, block);
    rig_close_start(&rig);
    rig_run(&rig);
    assert_int_equal(rig.machine->counts.errors, 0);
    rig_end(&rig);
  }
}

static void test_no_leak_without_asking(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  ir_operand size = ir_const_int(rig.start, 64, 8);
  rig_call(&rig, rig.start, rig_declare(&rig, "malloc", 64, 1, (unsigned[]){64}), &size, 1);
  rig_close_start(&rig);
  rig_run(&rig);
  assert_int_equal(rig.machine->counts.errors, 0);
  rig_end(&rig);
}

/* ---- messages ---- */

/* What the compiler inlined is shown as the calls it was. */
static void test_inlined_calls_are_reported(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_program *program = rig.program;
  uint32_t file = ir_intern_string(program, "no-such-file.c");
  uint32_t outer =
      ir_add_loc(program, (struct ir_loc){file, 20, 3, ir_intern_string(program, "outer"), 0});
  rig.loc =
      ir_add_loc(program, (struct ir_loc){file, 7, 5, ir_intern_string(program, "inner"), outer});
  rig_emit(&rig, rig.start, (struct ir_ins){.op = IR_UNREACHABLE, .dst = IR_NONE});
  rig_close(rig.start, 0);
  rig_run_to_error(&rig, ERROR_EXEC, "unreachable code reached", 7);
  struct buffer text = {0};
  error_print(rig.machine, &rig.machine->error, &text);
  assert_string_equal(text.text, "no-such-file.c:7:5: error: unreachable code reached [exec]\n"
                                 "  in inner at no-such-file.c:7:5\n"
                                 "  called from outer at no-such-file.c:20:3\n");
  buffer_free(&text);
  rig_end(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arguments_and_environment),
      cmocka_unit_test(test_program_without_a_start_is_refused),
      cmocka_unit_test(test_variables_refer_to_each_other),
      cmocka_unit_test(test_return_from_the_start_ends_the_program),
      cmocka_unit_test(test_instruction_limit),
      cmocka_unit_test(test_forks_do_not_see_each_other),
      cmocka_unit_test(test_leaks),
      cmocka_unit_test(test_locals_of_open_calls_are_no_leaks),
      cmocka_unit_test(test_no_leak_without_asking),
      cmocka_unit_test(test_inlined_calls_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
