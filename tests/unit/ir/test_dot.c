/* Graphviz output, to the letter and for names that need escaping. */
#include "support.h"

#include "ir/dot.h"

static void a_loop_shows_its_header_and_way_back(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{1, -1}, {2, 3, -1}, {1, -1}, {-1}, {1, 2, 3, -1}};
  struct ir_func *func = func_of_graph(program, graph, 5);
  uint32_t file = ir_intern_string(program, "dir\\a \"b\".c");
  static const uint32_t lines[] = {5, 7, 6, 9, 6};
  for (uint32_t i = 0; i < 5; i++)
    func->ins.data[i].loc = ir_add_loc(program, (struct ir_loc){file, lines[i], i, 0, 0});
  struct buffer out = {0};
  ir_dot_start(&out);
  ir_dot_add_func(program, func, &out);
  ir_dot_end(&out);
  assert_string_equal(
      out.text, "digraph cfg {\n"
                "  node [shape=box, fontname=\"monospace\"];\n"
                "  subgraph cluster_f0 {\n"
                "    label=\"graph\";\n"
                "    f0_b0 [label=\"b0 (1 instruction)\\ldir\\\\a \\\"b\\\".c:5\\l\"];\n"
                "    f0_b1 [label=\"b1 (2 instructions)\\lloop\\ldir\\\\a \\\"b\\\".c:6-7\\l\", "
                "peripheries=2];\n"
                "    f0_b2 [label=\"b2 (1 instruction)\\ldir\\\\a \\\"b\\\".c:9\\l\"];\n"
                "    f0_b3 [label=\"b3 (1 instruction)\\ldir\\\\a \\\"b\\\".c:6\\lret\\l\"];\n"
                "    f0_b4 [label=\"b4 (1 instruction)\\lswitch\\l\", style=dotted];\n"
                "    f0_b0 -> f0_b1 [];\n"
                "    f0_b1 -> f0_b2 [label=\"T\"];\n"
                "    f0_b1 -> f0_b3 [label=\"F\"];\n"
                "    f0_b2 -> f0_b1 [style=dashed];\n"
                "    f0_b4 -> f0_b1 [label=\"0\"];\n"
                "    f0_b4 -> f0_b2 [label=\"1\"];\n"
                "    f0_b4 -> f0_b3 [label=\"default\"];\n"
                "  }\n"
                "}\n");
  buffer_free(&out);
  ir_program_free(program);
}

/* Quotes must balance whatever the names are: outside of strings only plain
   characters, and every string ends on its line. */
static void assert_well_formed(const char *text) {
  bool in_string = false;
  int depth = 0;
  for (const char *at = text; *at != '\0'; at++) {
    if (in_string) {
      assert_true(*at != '\n');
      if (*at == '\\')
        at++;
      else if (*at == '"')
        in_string = false;
      assert_true(*at != '\0');
    } else {
      if (*at == '"') in_string = true;
      depth += (*at == '{') - (*at == '}');
      assert_true(*at != '\\');
    }
  }
  assert_false(in_string);
  assert_int_equal(depth, 0);
}

static void hostile_names_stay_inside_their_quotes(void **state) {
  (void)state;
  static const char *const names[] = {"plain", "a\"b", "a\\", "\\\"", "}\n{", "\x01\x7f", "<b>|{}"};
  struct ir_program *program = ir_program_new();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    struct ir_func *func = ir_add_func(program, names[i], false);
    func->has_body = true;
    ir_start_block(func, ir_new_block(func));
    vec_push(&func->calls, ((struct ir_call){0}));
    ir_operand callee = ir_const_func(func, func->number);
    ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = callee, .b = 0});
    ir_emit(func, (struct ir_ins){.op = IR_TRAP, .a = ir_intern_string(program, names[i])});
    ir_end_block(func, 0);
    assert_verified(program, func);
  }
  struct buffer out = {0};
  ir_dot_start(&out);
  for (size_t i = 0; i < program->funcs.count; i++)
    ir_dot_add_func(program, program->funcs.data[i], &out);
  ir_dot_end(&out);
  assert_well_formed(out.text);
  assert_non_null(strstr(out.text, "calls a\\\"b\\ltrap: a\\\"b\\l"));
  assert_non_null(strstr(out.text, "label=\"\\\\\\\"\";"));
  assert_non_null(strstr(out.text, "label=\"}\\\\x0a{\";"));
  buffer_free(&out);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loop_shows_its_header_and_way_back),
      cmocka_unit_test(hostile_names_stay_inside_their_quotes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
