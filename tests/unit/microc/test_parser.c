/* The parser of microc: shapes of trees, places, recovery and limits. */
#include "front/microc/messages.h"
#include "front/microc/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct parse {
  struct microc_messages messages;
  struct microc_program *program;
};

static struct parse parse_text(const char *text) {
  struct parse parse = {.messages = {.path = "t.uc", .text = text, .size = strlen(text)}};
  parse.program = microc_parse(&parse.messages);
  return parse;
}

static void done(struct parse *parse) {
  microc_program_free(parse->program);
  microc_messages_free(&parse->messages);
}

/* The expression with every operator's operands in parentheses. */
static void print_expr(const struct microc_expr *expr, struct buffer *out) {
  switch (expr->kind) {
  case MICROC_NUMBER: buffer_add(out, "%d", expr->number); return;
  case MICROC_NAME: buffer_add(out, "%s", expr->name); return;
  case MICROC_INPUT: buffer_add(out, "input"); return;
  case MICROC_NULL: buffer_add(out, "null"); return;
  case MICROC_REF: buffer_add(out, "&%s", expr->name); return;
  case MICROC_ALLOC: buffer_add(out, "alloc("); break;
  case MICROC_DEREF: buffer_add(out, "*("); break;
  case MICROC_NOT: buffer_add(out, "!("); break;
  case MICROC_CALL:
  case MICROC_ARRAY:
  case MICROC_RECORD:
    if (expr->a) print_expr(expr->a, out);
    buffer_add(out, "<");
    for (uint32_t i = 0; i < expr->item_count; i++) {
      if (expr->names) buffer_add(out, "%s:", expr->names[i].text);
      print_expr(expr->items[i], out);
      buffer_add(out, ";");
    }
    buffer_add(out, ">");
    return;
  default: buffer_add(out, "(");
  }
  print_expr(expr->a, out);
  if (expr->kind == MICROC_BINARY) {
    buffer_add(out, " %s ", microc_operator_text(expr->op));
    print_expr(expr->b, out);
  } else if (expr->kind == MICROC_INDEX) {
    buffer_add(out, ")[");
    print_expr(expr->b, out);
    buffer_add(out, "]");
    return;
  } else if (expr->kind == MICROC_FIELD) {
    buffer_add(out, ").%s", expr->name);
    return;
  }
  buffer_add(out, ")");
}

static void assert_shape(const char *text, const char *expected) {
  char *program = alloc_format("main() { return %s; }", text);
  struct parse parse = parse_text(program);
  if (parse.messages.error_count) print_message("%s", parse.messages.out.text);
  assert_int_equal(parse.messages.error_count, 0);
  struct buffer out = {0};
  print_expr(parse.program->functions.data[0]->result, &out);
  assert_string_equal(out.text, expected);
  buffer_free(&out);
  done(&parse);
  free(program);
}

static void test_precedence(void **state) {
  (void)state;
  assert_shape("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)");
  assert_shape("a || b && c == d != e < f + g * h",
               "(a || (b && (c == (d != (e < (f + (g * h)))))))");
  assert_shape("a * b + c < d != e == f && g || h",
               "(((((((a * b) + c) < d) != e) == f) && g) || h)");
  assert_shape("a == b == c", "((a == b) == c)");
  assert_shape("a < b > c <= d >= e", "((((a < b) > c) <= d) >= e)");
  assert_shape("a - b - c", "((a - b) - c)");
  assert_shape("a / b * c", "((a / b) * c)");
  assert_shape("(1 + 2) * 3", "((1 + 2) * 3)");
}

static void test_prefix_and_postfix(void **state) {
  (void)state;
  assert_shape("*x[0].f", "*(((x)[0]).f)");
  assert_shape("(*x)[0]", "(*(x))[0]");
  assert_shape("**p", "*(*(p))");
  assert_shape("a * *p", "(a * *(p))");
  assert_shape("!a == b", "(!(a) == b)");
  assert_shape("!!a", "!(!(a))");
  assert_shape("alloc 1 + 2", "alloc((1 + 2))");
  assert_shape("alloc alloc x", "alloc(alloc(x))");
  assert_shape("&x == null", "(&x == null)");
  assert_shape("f(1)(2)[3].g", "((f<1;><2;>)[3]).g");
  assert_shape("[1, 2 + 3, [], {}]", "<1;(2 + 3);<>;<>;>");
  assert_shape("{a: 1, b: alloc 2}", "<a:1;b:alloc(2);>");
  assert_shape("input + input", "(input + input)");
}

static void test_negative_literals(void **state) {
  (void)state;
  assert_shape("-1", "-1");
  assert_shape("a -1", "(a - 1)");
  assert_shape("a - -1", "(a - -1)");
  assert_shape("a--1", "(a - -1)");
  assert_shape("2*-3", "(2 * -3)");
  assert_shape("-2147483648", "-2147483648");
  assert_shape("2147483647", "2147483647");
}

static void assert_error(const char *text, const char *message) {
  struct parse parse = parse_text(text);
  assert_true(parse.messages.error_count > 0);
  if (strstr(parse.messages.out.text, message) == NULL) {
    print_message("%s\nlacks: %s\n", parse.messages.out.text, message);
    fail();
  }
  done(&parse);
}

static void test_messages(void **state) {
  (void)state;
  assert_error("main() {\n\tx = ;\n  return 0;\n}",
               "t.uc:2:6: error: expected an expression, not ';'\n"
               "    2 | \tx = ;\n"
               "      | \t    ^\n");
  assert_error("main() {\n  x = 1\n  return 0;\n}",
               "t.uc:2:8: error: expected ';' at the end of the statement, not 'return'\n"
               "    2 |   x = 1\n"
               "      |        ^\n");
  assert_error("main() { return - x; }", "no unary minus");
  assert_error("main() { return 2147483648; }", "a number is from -2147483648 to 2147483647");
  assert_error("main() { return 99999999999999999999999; }", "a number is from");
  assert_error("main() { f(1); return 0; }",
               "expected '=' (a statement is an assignment), not ';'");
  assert_error("main() { x = 1; var y; return 0; }", "variables are declared at the top");
  assert_error("main() { if (1) { return 1; } return 0; }", "'return' stands only at the end");
  assert_error("main() { return 1; x = 2; return 3; }", "'return' stands only at the end");
  assert_error("main() { return 0; ", "expected '}' at the end of the function");
  assert_error("main() { x = 1; }", "expected 'return' at the end of the function");
  assert_error("main() { return &1; }", "a variable's name behind '&'");
  assert_error("main() { return a | b; }", "no token begins with '|'");
  assert_error("main() { return 0; } /* open", "this comment has no end");
  assert_error("main(while) { return 0; }", "expected a parameter's name, not the word 'while'");
  assert_error("main() { return [1,]; }", "expected an expression behind ','");
}

static void test_every_mistake_has_its_message(void **state) {
  (void)state;
  struct parse parse = parse_text("f( { return 0; }\n"
                                  "main() {\n"
                                  "  var a b;\n"
                                  "  a = = 2;\n"
                                  "  while a < 2 { a = 1; }\n"
                                  "  if (a) { output ; a = 3; } else a = ;\n"
                                  "  output (1;\n"
                                  "  return 1 +;\n"
                                  "}\n"
                                  "g() { return 0; }\n");
  if (parse.messages.error_count != 8) print_message("%s", parse.messages.out.text);
  assert_int_equal(parse.messages.error_count, 8);
  for (int line = 1; line <= 8; line++) {
    if (line == 2) continue;
    char *text = alloc_format("t.uc:%d:", line);
    assert_non_null(strstr(parse.messages.out.text, text));
    free(text);
  }
  assert_non_null(microc_find_function(parse.program, "g"));
  done(&parse);
}

static char *repeat(const char *before, const char *text, int count, const char *after) {
  struct buffer out = {0};
  buffer_add(&out, "%s", before);
  for (int i = 0; i < count; i++) buffer_add(&out, "%s", text);
  buffer_add(&out, "%s", after);
  return out.text;
}

static void test_limits(void **state) {
  (void)state;
  const char *const deep[] = {"(", "!", "*", "[", "alloc ", "{f:", "f("};
  for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
    char *text = repeat("main() { return ", deep[i], 100000, "1; }");
    assert_error(text, "nested deeper than");
    free(text);
  }
  char *text = repeat("main() { ", "{", 100000, "return 0; }");
  assert_error(text, "nested deeper than");
  free(text);
  text = repeat("main() { ", "if (1) ", 100000, "return 0; }");
  assert_error(text, "nested deeper than");
  free(text);
  text = repeat("main() { return 1", "+1", 100000, "; }");
  assert_error(text, "more than 20000 operators");
  free(text);
  text = repeat("main() { return 1", "+1", 19000, "; }");
  struct parse parse = parse_text(text);
  assert_int_equal(parse.messages.error_count, 0);
  done(&parse);
  free(text);
  text = repeat("main() { ", "x = ; ", 100000, "return 0; }");
  parse = parse_text(text);
  assert_non_null(strstr(parse.messages.out.text, "more errors are not shown"));
  done(&parse);
  free(text);
}

static void test_places_and_comments(void **state) {
  (void)state;
  struct parse parse =
      parse_text("// first\nmain() {\n  x = a[1] / 2; /* two\nlines */ return 0;\n}\n");
  assert_int_equal(parse.messages.error_count, 0);
  const struct microc_stmt *stmt = parse.program->functions.data[0]->body[0];
  assert_int_equal(stmt->value->at.line, 3);
  assert_int_equal(stmt->value->at.column, 12);
  assert_int_equal(stmt->value->a->at.column, 8);
  assert_int_equal(stmt->equals_at.column, 5);
  assert_int_equal(stmt->end.column, 15);
  assert_int_equal(parse.program->comments.count, 2);
  assert_string_equal(parse.program->comments.data[1].text, "/* two\nlines */");
  assert_int_equal(parse.program->comments.data[1].end.line, 4);
  done(&parse);
}

static void test_same_program(void **state) {
  (void)state;
  struct parse a = parse_text("main(){var x;x=(1+2);if(x)output x;return x;}");
  struct parse b = parse_text("main() {\n var x; x = 1 + 2; if (x) output x; return (x); }");
  struct parse c = parse_text("main(){var x;x=(1+2);if(x){output x;}return x;}");
  assert_true(microc_is_same_program(a.program, b.program));
  assert_false(microc_is_same_program(a.program, c.program));
  done(&a);
  done(&b);
  done(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_precedence),
      cmocka_unit_test(test_prefix_and_postfix),
      cmocka_unit_test(test_negative_literals),
      cmocka_unit_test(test_messages),
      cmocka_unit_test(test_every_mistake_has_its_message),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_places_and_comments),
      cmocka_unit_test(test_same_program),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
