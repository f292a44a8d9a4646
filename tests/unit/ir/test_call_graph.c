/* Call graphs: direct and indirect calls, address-taken functions, recursion. */
#include "support.h"

#include "ir/call_graph.h"

static struct ir_func *new_func(struct ir_program *program, const char *name, uint32_t params) {
  struct ir_func *func = ir_add_func(program, name, false);
  func->has_body = true;
  for (uint32_t i = 0; i < params; i++) ir_new_param(func, 64);
  ir_start_block(func, ir_new_block(func));
  return func;
}

static void end_func(struct ir_func *func) {
  emit_ret(func);
  ir_end_block(func, 0);
}

static void emit_call(struct ir_func *func, ir_operand callee, uint32_t arg_count,
                      uint32_t vararg_count) {
  struct ir_call call = {.arg_count = arg_count, .vararg_count = vararg_count};
  ir_operand argument = ir_const_int(func, 64, 1);
  call.first_arg = (uint32_t)func->operands.count;
  for (uint32_t i = 0; i < arg_count; i++) ir_add_operands(func, &argument, 1);
  call.first_vararg = (uint32_t)func->varargs.count;
  call.vararg_size = 8 * vararg_count;
  for (uint32_t i = 0; i < vararg_count; i++)
    vec_push(&func->varargs, ((struct ir_vararg){argument, 8 * i, 8, false, false}));
  vec_push(&func->calls, call);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = callee, .b = (uint32_t)func->calls.count - 1});
}

static bool has_arc(const struct graph *graph, uint32_t from, uint32_t to) {
  uint32_t count = 0;
  for (uint32_t i = graph->start[from]; i < graph->start[from + 1]; i++)
    count += graph->targets[i] == to;
  assert_true(count <= 1);
  return count == 1;
}

static void indirect_calls_reach_what_fits(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *one = new_func(program, "one", 1), *two = new_func(program, "two", 2);
  struct ir_func *any = new_func(program, "any", 1), *hidden = new_func(program, "hidden", 1);
  struct ir_func *in_table = new_func(program, "in_table", 1);
  any->is_variadic = true;
  struct ir_func *narrow = ir_add_func(program, "narrow", false);
  narrow->has_body = true;
  ir_new_param(narrow, 32);
  ir_start_block(narrow, ir_new_block(narrow));
  end_func(narrow);
  end_func(one), end_func(two), end_func(any), end_func(hidden), end_func(in_table);
  struct ir_global *table = ir_add_global(program, "table", false);
  table->size = 8;
  table->is_defined = true;
  vec_push(&table->relocs, ((struct ir_reloc){0, {IR_CONST_FUNC, 64, in_table->number, 0}}));
  struct ir_func *caller = new_func(program, "caller", 1);
  /* Addresses taken: stored, passed along, compared. */
  ir_emit(caller, (struct ir_ins){.op = IR_STORE,
                                  .width = 64,
                                  .a = caller->params.data[0],
                                  .b = ir_const_func(caller, one->number)});
  emit_op(caller, IR_EQ, 64, caller->params.data[0], ir_const_func(caller, two->number));
  emit_op(caller, IR_MOV, 64, ir_const_func(caller, any->number), 0);
  emit_op(caller, IR_MOV, 64, ir_const_func(caller, narrow->number), 0);
  emit_call(caller, caller->params.data[0], 1, 0);
  emit_call(caller, ir_const_func(caller, hidden->number), 1, 0);
  emit_call(caller, ir_const_func(caller, hidden->number), 1, 0);
  end_func(caller);
  struct ir_func *unprototyped = new_func(program, "unprototyped", 1);
  emit_call(unprototyped, unprototyped->params.data[0], 0, 2);
  end_func(unprototyped);
  struct buffer why = {0};
  assert_true(ir_verify_program(program, &why));

  struct call_graph graph = call_graph_build(program);
  assert_true(graph.is_address_taken[one->number] && graph.is_address_taken[two->number]);
  assert_true(graph.is_address_taken[any->number] && graph.is_address_taken[in_table->number]);
  assert_false(graph.is_address_taken[hidden->number] || graph.is_address_taken[caller->number]);
  assert_int_equal(graph.address_taken_count, 5);
  assert_true(graph.has_indirect_call[caller->number]);
  assert_false(graph.has_indirect_call[one->number]);
  assert_true(has_arc(&graph.callees, caller->number, one->number));
  assert_false(has_arc(&graph.callees, caller->number, two->number));
  assert_false(has_arc(&graph.callees, caller->number, narrow->number));
  assert_true(has_arc(&graph.callees, caller->number, any->number));
  assert_true(has_arc(&graph.callees, caller->number, in_table->number));
  assert_true(has_arc(&graph.callees, caller->number, hidden->number));
  assert_true(has_arc(&graph.callers, hidden->number, caller->number));
  assert_true(has_arc(&graph.callees, unprototyped->number, two->number));
  assert_true(has_arc(&graph.callees, unprototyped->number, any->number));
  assert_false(has_arc(&graph.callees, unprototyped->number, one->number));
  call_graph_free(&graph);
  ir_program_free(program);
}

/* An argument of an edge takes an address too, and a callee that is also an
   argument is taken. */
static void addresses_escape_through_arguments(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *passed = new_func(program, "passed", 0), *self = new_func(program, "self", 1);
  end_func(passed);
  ir_operand callee = ir_const_func(self, self->number);
  struct ir_call call = {.first_arg = ir_add_operands(self, &callee, 1), .arg_count = 1};
  vec_push(&self->calls, call);
  ir_emit(self, (struct ir_ins){.op = IR_CALL, .a = callee, .b = 0});
  uint32_t join = ir_new_block(self), param = ir_new_reg(self, 64);
  ir_set_block_params(self, join, &param, 1);
  ir_operand address = ir_const_func(self, passed->number);
  emit_br(self, join, &address, 1);
  ir_end_block(self, 0);
  ir_start_block(self, join);
  emit_ret(self);
  ir_end_block(self, join);
  assert_verified(program, self);
  struct call_graph graph = call_graph_build(program);
  assert_true(graph.is_address_taken[passed->number]);
  assert_true(graph.is_address_taken[self->number]);
  assert_true(call_graph_is_recursive(&graph, self->number));
  assert_false(call_graph_is_recursive(&graph, passed->number));
  call_graph_free(&graph);
  ir_program_free(program);
}

static void components_come_bottom_up(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int round = 0; round < 100; round++) {
    struct ir_program *program = ir_program_new();
    uint32_t count = 1 + random_below(&seed, 20);
    bool calls[20][20] = {{0}};
    struct ir_func *funcs[20];
    for (uint32_t i = 0; i < count; i++) {
      char *name = alloc_format("f%u", i);
      funcs[i] = new_func(program, name, 0);
      free(name);
    }
    for (uint32_t i = 0; i < count; i++) {
      for (uint32_t n = random_below(&seed, 4); n > 0; n--) {
        uint32_t callee = random_below(&seed, count);
        calls[i][callee] = true;
        emit_call(funcs[i], ir_const_func(funcs[i], callee), 0, 0);
      }
      end_func(funcs[i]);
    }
    struct call_graph graph = call_graph_build(program);
    struct bitset *reaches = reach_all(&graph.callees);
    for (uint32_t a = 0; a < count; a++) {
      bool is_recursive = false;
      for (uint32_t b = 0; b < count; b++) {
        assert_int_equal(has_arc(&graph.callees, a, b), calls[a][b]);
        assert_int_equal(has_arc(&graph.callers, b, a), calls[a][b]);
        if (calls[a][b]) assert_true(graph.components.of_node[a] >= graph.components.of_node[b]);
        is_recursive |= calls[a][b] && bitset_has(&reaches[b], a);
      }
      assert_int_equal(call_graph_is_recursive(&graph, a), is_recursive);
    }
    free_sets(reaches, count);
    call_graph_free(&graph);
    ir_program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(indirect_calls_reach_what_fits),
      cmocka_unit_test(addresses_escape_through_arguments),
      cmocka_unit_test(components_come_bottom_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
