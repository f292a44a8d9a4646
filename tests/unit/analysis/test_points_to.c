/* Points-to, mod/ref and influence on functions built by hand. */
#include "../ir/support.h"

#include "analysis/builtin_effects.h"
#include "analysis/faint.h"
#include "analysis/influence.h"
#include "analysis/live_memory.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/builtin/builtin_list.h"

static struct ir_func *new_func(struct ir_program *program, const char *name, uint32_t blocks) {
  struct ir_func *func = ir_add_func(program, name, false);
  func->has_body = true;
  for (uint32_t i = 0; i < blocks; i++) ir_new_block(func);
  return func;
}

static uint32_t new_global(struct ir_program *program, const char *name, uint64_t size) {
  struct ir_global *global = ir_add_global(program, name, false);
  global->size = size;
  global->is_defined = true;
  return global->number;
}

static void emit_store(struct ir_func *func, ir_operand address, ir_operand value, unsigned width) {
  ir_emit(func, (struct ir_ins){.op = IR_STORE, .width = (uint8_t)width, .a = address, .b = value});
}

static uint32_t emit_load(struct ir_func *func, ir_operand address, unsigned width) {
  uint32_t dst = ir_new_reg(func, width);
  ir_emit(func, (struct ir_ins){.op = IR_LOAD, .width = (uint8_t)width, .dst = dst, .a = address});
  return dst;
}

/* A call of one argument at most, with one result at most. Returns the instruction. */
static uint32_t emit_call(struct ir_func *func, ir_operand callee, ir_operand argument,
                          uint32_t result) {
  struct ir_call call = {0};
  call.arg_count = argument != IR_NONE;
  call.result_count = result != IR_NONE;
  call.first_arg = ir_add_operands(func, &argument, call.arg_count);
  call.first_result = ir_add_operands(func, &result, call.result_count);
  vec_push(&func->calls, call);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = callee, .b = (uint32_t)func->calls.count - 1});
  return (uint32_t)func->ins.count - 1;
}

static bool points_at(struct points_to *points, const struct ir_func *func, ir_operand operand,
                      uint32_t object) {
  struct sparse_set set = {0};
  bool is_there = false;
  points_to_collect(points, func->number, operand, &set);
  for (SPARSE_EACH(member, &set)) {
    struct location at = points_to_abstracts(points)->locations.data[member];
    is_there |= at.object == object && at.piece == PIECE_NOT;
  }
  sparse_set_free(&set);
  return is_there;
}

static struct points_to *analyse(const struct ir_program *program) {
  static const char *const entries[] = {"main", NULL};
  for (size_t i = 0; i < program->funcs.count; i++)
    if (program->funcs.data[i]->has_body) assert_verified(program, program->funcs.data[i]);
  return points_to_new(program, &(struct points_to_options){.entries = entries});
}

static void test_fields_are_apart(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  uint32_t a = new_global(program, "a", 8), b = new_global(program, "b", 8);
  uint32_t pair = new_global(program, "pair", 16);
  struct ir_func *func = new_func(program, "main", 1);
  ir_start_block(func, 0);
  emit_store(func, ir_const_global(func, pair, 0), ir_const_global(func, a, 0), 64);
  emit_store(func, ir_const_global(func, pair, 8), ir_const_global(func, b, 0), 64);
  uint32_t first = emit_load(func, ir_const_global(func, pair, 0), 64);
  uint32_t across = emit_load(func, ir_const_global(func, pair, 4), 64);
  emit_ret(func);
  ir_end_block(func, 0);
  struct points_to *points = analyse(program);
  assert_true(points_to_is_known(points));
  assert_true(points_at(points, func, first, points_to_global(points, a)));
  assert_false(points_at(points, func, first, points_to_global(points, b)));
  assert_true(points_at(points, func, across, points_to_global(points, a)));
  assert_true(points_at(points, func, across, points_to_global(points, b)));
  points_to_free(points);
  ir_program_free(program);
}

/* Two calls of a wrapper of malloc, and a function behind a pointer. */
static void test_clones_make_different_objects(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *allocate = ir_add_func(program, "malloc", false);
  vec_push(&allocate->param_widths, 64);
  vec_push(&allocate->result_widths, 64);
  struct ir_func *wrapper = new_func(program, "xmalloc", 1);
  uint32_t size = ir_new_param(wrapper, 64), made = ir_new_reg(wrapper, 64);
  vec_push(&wrapper->result_widths, 64);
  ir_start_block(wrapper, 0);
  emit_call(wrapper, ir_const_func(wrapper, allocate->number), size, made);
  ir_emit(wrapper, (struct ir_ins){.op = IR_RET, .b = ir_add_operands(wrapper, &made, 1), .c = 1});
  ir_end_block(wrapper, 0);
  struct ir_func *func = new_func(program, "main", 1);
  uint32_t slot = new_global(program, "slot", 8);
  uint32_t x = ir_new_reg(func, 64), y = ir_new_reg(func, 64), z = ir_new_reg(func, 64);
  ir_start_block(func, 0);
  ir_operand eight = ir_const_int(func, 64, 8);
  emit_call(func, ir_const_func(func, wrapper->number), eight, x);
  emit_call(func, ir_const_func(func, wrapper->number), eight, y);
  emit_store(func, ir_const_global(func, slot, 0), ir_const_func(func, wrapper->number), 64);
  uint32_t pointer = emit_load(func, ir_const_global(func, slot, 0), 64);
  uint32_t indirect = emit_call(func, pointer, eight, z);
  emit_ret(func);
  ir_end_block(func, 0);
  struct points_to *points = analyse(program);
  uint32_t main_instance = points_to_common(points, func->number);
  const struct sparse_set *of_x = points_to_set(points, main_instance, x);
  const struct sparse_set *of_y = points_to_set(points, main_instance, y);
  assert_int_equal(sparse_set_size(of_x), 1);
  assert_int_equal(sparse_set_size(of_y), 1);
  assert_false(sparse_set_meets(of_x, of_y));
  assert_int_not_equal(points_to_enter(points, main_instance, indirect, wrapper->number),
                       ABSTRACT_NONE);
  points_to_free(points);
  ir_program_free(program);
}

/* cell = &a; klee_make_symbolic(&cell, size, …); *cell is read, or written. Beside it lies an
   address that stays what it is. */
struct wild_program {
  struct ir_program *program;
  struct ir_func *func;
  uint32_t a, wild, tame;
};

static struct wild_program new_wild_program(bool is_written) {
  struct wild_program w = {.program = ir_program_new()};
  struct ir_func *make = ir_add_func(w.program, "klee_make_symbolic", false);
  for (int i = 0; i < 3; i++) vec_push(&make->param_widths, 64);
  uint32_t cell = new_global(w.program, "cell", 16);
  w.a = new_global(w.program, "a", 8);
  w.func = new_func(w.program, "main", 1);
  ir_start_block(w.func, 0);
  emit_store(w.func, ir_const_global(w.func, cell, 0), ir_const_global(w.func, w.a, 0), 64);
  emit_store(w.func, ir_const_global(w.func, cell, 8), ir_const_global(w.func, w.a, 0), 64);
  ir_operand arguments[] = {ir_const_global(w.func, cell, 0), ir_const_int(w.func, 64, 8),
                            ir_const_global(w.func, w.a, 0)};
  struct ir_call call = {.arg_count = 3, .first_arg = ir_add_operands(w.func, arguments, 3)};
  vec_push(&w.func->calls, call);
  ir_emit(w.func, (struct ir_ins){.op = IR_CALL, .a = ir_const_func(w.func, make->number)});
  w.wild = emit_load(w.func, ir_const_global(w.func, cell, 0), 64);
  w.tame = emit_load(w.func, ir_const_global(w.func, cell, 8), 64);
  emit_load(w.func, w.wild, 64);
  if (is_written) emit_store(w.func, w.wild, w.tame, 64);
  emit_ret(w.func);
  ir_end_block(w.func, 0);
  return w;
}

static void test_input_over_a_pointer_is_wild(void **state) {
  (void)state;
  static const char *const entries[] = {"main", NULL};
  for (int round = 0; round < 4; round++) {
    bool is_written = round & 1, excludes = round & 2;
    struct wild_program w = new_wild_program(is_written);
    struct points_to *points = points_to_new(
        w.program, &(struct points_to_options){.entries = entries, .excludes_wild = excludes});
    assert_int_equal(points_to_is_known(points), excludes || !is_written);
    if (points_to_is_known(points)) {
      uint32_t instance = points_to_common(points, w.func->number);
      struct mod_ref *mod_ref = mod_ref_new(w.program, points, NULL);
      struct effects effects = {0};
      mod_ref_add_ins(mod_ref, instance, (uint32_t)w.func->ins.count - 2 - is_written, &effects);
      assert_true(points_to_may_be_wild(points, instance, w.wild));
      assert_false(points_to_may_be_wild(points, instance, w.tame));
      assert_true(points_at(points, w.func, w.tame, points_to_global(points, w.a)));
      assert_int_equal(mod_ref_touches(mod_ref, &effects.reads, points_to_global(points, 0), 0, 8),
                       !excludes);
      effects_free(&effects);
      mod_ref_free(mod_ref);
    }
    points_to_free(points);
    ir_program_free(w.program);
  }
}

/* A function that nobody defines gets an input. */
static void test_excluded_wild_uses_of_unknown_functions_do_not_count(void **state) {
  (void)state;
  static const char *const entries[] = {"main", NULL};
  struct ir_program *program = ir_program_new();
  struct ir_func *input = ir_add_func(program, "__VERIFIER_nondet_long", false);
  struct ir_func *unknown = ir_add_func(program, "unknown", false);
  vec_push(&input->result_widths, 64);
  vec_push(&unknown->param_widths, 64);
  uint32_t a = new_global(program, "a", 8);
  struct ir_func *func = new_func(program, "main", 1);
  uint32_t number = ir_new_reg(func, 64);
  ir_start_block(func, 0);
  emit_call(func, ir_const_func(func, input->number), IR_NONE, number);
  uint32_t call = emit_call(func, ir_const_func(func, unknown->number), number, IR_NONE);
  emit_ret(func);
  ir_end_block(func, 0);
  struct points_to *points = points_to_new(
      program, &(struct points_to_options){.entries = entries, .excludes_wild = true});
  struct mod_ref *mod_ref = mod_ref_new(program, points, NULL);
  struct effects effects = {0};
  mod_ref_add_call(mod_ref, func->number, call, &effects);
  assert_true(points_to_may_be_wild(points, points_to_common(points, func->number), number));
  assert_false(mod_ref_touches(mod_ref, &effects.reads, points_to_global(points, a), 0, 8));
  assert_false(mod_ref_touches(mod_ref, &effects.writes, points_to_global(points, a), 0, 8));
  effects_free(&effects);
  mod_ref_free(mod_ref);
  points_to_free(points);
  ir_program_free(program);
}

static unsigned width_of(const struct ir_func *func, void *context) {
  (void)context;
  return strcmp(func->name, "write") == 0 ? 64 : FAINT_ALL;
}

/* a is loaded and passed to a function that ignores it, b to one that may write to what it points
   at, c decides something. If what is assumed of undefined functions holds, these read nothing, and
   their results lead to unknown objects. */
static void test_trusted_functions_read_nothing_and_faint_loads_are_no_reads(void **state) {
  (void)state;
  static const char *const entries[] = {"main", NULL};
  struct ir_program *program = ir_program_new();
  const char *const names[] = {"print", "write", "get"};
  struct ir_func *funcs[3];
  for (int i = 0; i < 3; i++) funcs[i] = ir_add_func(program, names[i], false);
  for (int i = 0; i < 2; i++) vec_push(&funcs[i]->param_widths, 64);
  vec_push(&funcs[2]->result_widths, 64);
  uint32_t globals[] = {new_global(program, "a", 8), new_global(program, "b", 8),
                        new_global(program, "c", 8)};
  struct ir_func *func = new_func(program, "main", 3);
  uint32_t loaded[3], got = ir_new_reg(func, 64);
  ir_start_block(func, 0);
  uint32_t first = (uint32_t)func->ins.count;
  for (int i = 0; i < 3; i++) loaded[i] = emit_load(func, ir_const_global(func, globals[i], 0), 64);
  emit_call(func, ir_const_func(func, funcs[0]->number), loaded[0], IR_NONE);
  emit_call(func, ir_const_func(func, funcs[1]->number), loaded[1], IR_NONE);
  uint32_t call = emit_call(func, ir_const_func(func, funcs[0]->number),
                            ir_const_global(func, globals[2], 0), IR_NONE);
  emit_call(func, ir_const_func(func, funcs[2]->number), IR_NONE, got);
  emit_store(func, got, loaded[2], 64);
  emit_ret(func);
  ir_end_block(func, 0);
  struct faint *faint = faint_new(program, width_of, NULL);
  assert_true(faint_is(faint, func->number, loaded[0]));
  assert_false(faint_is(faint, func->number, loaded[1]));
  assert_false(faint_is(faint, func->number, loaded[2]));
  struct points_to_options options = {
      .entries = entries, .excludes_wild = true, .trusts_undefined = true};
  struct points_to *points = points_to_new(program, &options);
  struct mod_ref *mod_ref = mod_ref_new_without(program, points, faint, NULL);
  uint32_t instance = points_to_common(points, func->number);
  struct effects effects = {0};
  for (uint32_t i = first; i < func->ins.count; i++)
    mod_ref_add_ins(mod_ref, instance, i, &effects);
  struct sparse_set objects = {0};
  assert_true(mod_ref_list_objects(mod_ref, &effects.reads, &objects));
  assert_false(sparse_set_has(&objects, points_to_global(points, globals[0])));
  assert_true(sparse_set_has(&objects, points_to_global(points, globals[1])));
  assert_true(sparse_set_has(&objects, points_to_global(points, globals[2])));
  assert_false(sparse_set_has(&objects, points_to_unknown(points)));
  struct effects of_call = {0};
  mod_ref_add_call(mod_ref, func->number, call, &of_call);
  assert_false(
      mod_ref_touches(mod_ref, &of_call.reads, points_to_global(points, globals[2]), 0, 8));
  assert_true(
      mod_ref_touches(mod_ref, &of_call.writes, points_to_global(points, globals[2]), 0, 8));
  assert_true(points_at(points, func, got, points_to_unknown(points)));
  assert_false(points_at(points, func, got, points_to_global(points, globals[2])));
  sparse_set_free(&objects);
  effects_free(&effects);
  effects_free(&of_call);
  mod_ref_free(mod_ref);
  points_to_free(points);
  faint_free(faint);
  ir_program_free(program);
}

static void test_stop_means_unknown(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = new_func(program, "main", 1);
  ir_start_block(func, 0);
  emit_ret(func);
  ir_end_block(func, 0);
  volatile bool stop = true;
  struct points_to *points = points_to_new(program, &(struct points_to_options){.stop = &stop});
  struct mod_ref *mod_ref = mod_ref_new(program, points, NULL);
  struct influence *influence = influence_new(program, points, &(struct influence_options){0});
  assert_false(points_to_is_known(points));
  assert_false(mod_ref_is_known(mod_ref));
  assert_false(influence_is_known(influence));
  assert_true(influence_has_branch(influence, 0, 0));
  influence_free(influence);
  mod_ref_free(mod_ref);
  points_to_free(points);
  ir_program_free(program);
}

/* main: if (c) die(); target. die's own branch decides whether it comes back. */
static void test_halting_callee_controls_what_follows(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *finish = ir_add_func(program, "__smew_exit", false);
  vec_push(&finish->param_widths, 32);
  struct ir_func *die = new_func(program, "die", 3), *func = new_func(program, "main", 4);
  struct ir_func *other = new_func(program, "other", 3);
  for (int i = 0; i < 2; i++) {
    struct ir_func *body = i == 0 ? die : other;
    uint32_t condition = ir_new_param(body, 1);
    ir_start_block(body, 0);
    emit_condbr(body, condition, 1, 2);
    ir_end_block(body, 0);
    ir_start_block(body, 1);
    if (body == die) {
      emit_call(body, ir_const_func(body, finish->number), ir_const_int(body, 32, 1), IR_NONE);
      ir_emit(body, (struct ir_ins){.op = IR_UNREACHABLE});
    } else {
      emit_ret(body);
    }
    ir_end_block(body, 1);
    ir_start_block(body, 2);
    emit_ret(body);
    ir_end_block(body, 2);
  }
  uint32_t condition = ir_new_param(func, 1);
  ir_start_block(func, 0);
  emit_call(func, ir_const_func(func, other->number), condition, IR_NONE);
  emit_condbr(func, condition, 1, 2);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_call(func, ir_const_func(func, die->number), condition, IR_NONE);
  emit_br(func, 2, NULL, 0);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_br(func, 3, NULL, 0);
  ir_end_block(func, 2);
  ir_start_block(func, 3);
  emit_ret(func);
  ir_end_block(func, 3);
  struct points_to *points = analyse(program);
  struct influence *influence = influence_new(program, points, &(struct influence_options){0});
  assert_true(influence_may_halt(influence, die->number));
  assert_false(influence_may_halt(influence, other->number));
  influence_add_target(influence, func->number, 3);
  assert_true(influence_has_branch(influence, func->number, 0));
  assert_true(influence_has_branch(influence, die->number, 0));
  assert_false(influence_has_branch(influence, other->number, 0));
  influence_remove_target(influence, func->number, 3);
  assert_false(influence_has_branch(influence, func->number, 0));
  influence_free(influence);
  points_to_free(points);
  ir_program_free(program);
}

/* One side of a branch writes a, the other reads b; after them c is read, d never. */
static void test_sides_and_dead_memory(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  uint32_t globals[4];
  static const char *const names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; i++) globals[i] = new_global(program, names[i], 8);
  struct ir_func *func = new_func(program, "main", 4);
  uint32_t condition = ir_new_param(func, 1);
  ir_start_block(func, 0);
  emit_condbr(func, condition, 1, 2);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_store(func, ir_const_global(func, globals[0], 0), ir_const_int(func, 64, 1), 64);
  emit_br(func, 3, NULL, 0);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_load(func, ir_const_global(func, globals[1], 0), 64);
  emit_br(func, 3, NULL, 0);
  ir_end_block(func, 2);
  ir_start_block(func, 3);
  emit_load(func, ir_const_global(func, globals[2], 4), 32);
  emit_ret(func);
  ir_end_block(func, 3);
  struct points_to *points = analyse(program);
  struct mod_ref *mod_ref = mod_ref_new(program, points, NULL);
  struct live_memory *live = live_memory_new(program, points, mod_ref);
  struct effects side = {0};
  uint32_t objects[4];
  for (int i = 0; i < 4; i++) objects[i] = points_to_global(points, globals[i]);
  mod_ref_add_side(mod_ref, func->number, 0, ir_terminator(func, 0)->b, &side);
  assert_true(mod_ref_touches(mod_ref, &side.writes, objects[0], 0, 8));
  assert_true(sparse_set_is_empty(&side.reads));
  effects_free(&side);
  side = (struct effects){0};
  struct live_frame frame = {func->number, func->blocks.data[1].first};
  live_memory_add(live, &frame, 1, &side.reads);
  assert_false(mod_ref_touches(mod_ref, &side.reads, objects[0], 0, 8));
  assert_false(mod_ref_touches(mod_ref, &side.reads, objects[1], 0, 8));
  assert_true(mod_ref_touches(mod_ref, &side.reads, objects[2], 0, 8));
  assert_false(mod_ref_touches(mod_ref, &side.reads, objects[2], 0, 4));
  assert_false(mod_ref_touches(mod_ref, &side.reads, objects[3], 0, 8));
  effects_free(&side);
  live_memory_free(live);
  mod_ref_free(mod_ref);
  points_to_free(points);
  ir_program_free(program);
}

static void test_every_builtin_has_effects(void **state) {
  (void)state;
#define NAME(name, run, arguments, has_result, values) name,
  static const char *const names[] = {BUILTINS(NAME, NAME, NAME)};
#undef NAME
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (builtin_effect_find(names[i]) == NULL) fail_msg("no effects of %s", names[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fields_are_apart),
      cmocka_unit_test(test_clones_make_different_objects),
      cmocka_unit_test(test_input_over_a_pointer_is_wild),
      cmocka_unit_test(test_excluded_wild_uses_of_unknown_functions_do_not_count),
      cmocka_unit_test(test_trusted_functions_read_nothing_and_faint_loads_are_no_reads),
      cmocka_unit_test(test_stop_means_unknown),
      cmocka_unit_test(test_halting_callee_controls_what_follows),
      cmocka_unit_test(test_sides_and_dead_memory),
      cmocka_unit_test(test_every_builtin_has_effects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
