/* Inputs as people read them. */
#include "report/input_text.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_bytes(const void *bytes, size_t size, const char *expected) {
  struct buffer out = {0};
  input_text_add(&out, bytes, size);
  assert_string_equal(out.text, expected);
  buffer_free(&out);
}
#define EXPECT(literal, expected) expect_bytes(literal, sizeof literal - 1, expected)

static void test_numbers(void **state) {
  (void)state;
  EXPECT("\x05\0\0\0", "5");
  EXPECT("\xfb\xff\xff\xff", "-5 (unsigned 4294967291)");
  EXPECT("\x80", "-128 (unsigned 128)");
  EXPECT("\x07", "7");
  EXPECT("\x34\x12", "4660");
  EXPECT("\xff\xff", "-1 (unsigned 65535)");
  EXPECT("\0\0\0\0\0\0\0\x80", "-9223372036854775808 (unsigned 9223372036854775808)");
  EXPECT("\xff\xff\xff\xff\xff\xff\xff\x7f", "9223372036854775807");
}

static void test_numbers_that_may_be_text(void **state) {
  (void)state;
  EXPECT("a", "97 ('a')");
  EXPECT("'", "39 ('\\'')");
  EXPECT("\\", "92 ('\\\\')");
  EXPECT("\n", "10");
  EXPECT("abcd", "1684234849 (\"abcd\")");
  EXPECT("ab\0\0", "25185"); /* more likely a number than a text */
  EXPECT("ab", "25185 (\"ab\")");
  EXPECT("a\x80", "-32671 (unsigned 32865)");
}

static void test_texts(void **state) {
  (void)state;
  EXPECT("hello", "\"hello\" (5 bytes)");
  EXPECT("say \"hi\"\\\n\t", "\"say \\\"hi\\\"\\\\\\n\\t\" (11 bytes)");
  EXPECT("ab\0\0\0", "\"ab\\0\" (5 bytes)");
  char many[200];
  memset(many, 'x', sizeof many);
  struct buffer expected = {0};
  buffer_add(&expected, "\"%.80s\"… (200 bytes)", many);
  expect_bytes(many, sizeof many, expected.text);
  buffer_free(&expected);
}

static void test_bytes(void **state) {
  (void)state;
  EXPECT("\0\0\0", "all zero (3 bytes)");
  EXPECT("\0\0\1", "00 00 01 (3 bytes)");
  EXPECT("a\0b", "61 00 62 (3 bytes)");
  EXPECT("\n\n\n", "0a 0a 0a (3 bytes)"); /* nothing in it can be seen */
  EXPECT("\1\0\0\0\xff\xff\xff\xff\3\0\0\0",
         "01 00 00 00 ff ff ff ff 03 00 00 00 (12 bytes; as 32-bit numbers 1, -1, 3)");
  uint8_t many[100];
  for (size_t i = 0; i < sizeof many; i++) many[i] = 0xab;
  struct buffer out = {0};
  input_text_add(&out, many, sizeof many);
  assert_non_null(strstr(out.text, " … (100 bytes)"));
  assert_true(out.length < 130);
  buffer_free(&out);
}

/* Every size and every kind of bytes within its bounds (a sanitizer watches), one line each. */
static void test_any_bytes(void **state) {
  (void)state;
  uint32_t seed = 1;
  for (size_t size = 1; size < 140; size++) {
    for (int round = 0; round < 40; round++) {
      uint8_t *bytes = malloc(size);
      for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        uint8_t byte = (uint8_t)(seed >> 24);
        bytes[i] = round % 4 == 0 ? byte : round % 4 == 1 ? byte & 1 : 0x20 + byte % 0x5f;
      }
      if (round % 4 == 3) memset(bytes + size / 2, 0, size - size / 2);
      struct buffer out = {0};
      input_text_add(&out, bytes, size);
      assert_true(out.length > 0);
      assert_null(strchr(out.text, '\n'));
      buffer_free(&out);
      free(bytes);
    }
  }
}

static void test_names(void **state) {
  (void)state;
  struct buffer out = {0};
  input_text_add_name(&out, "größe\x1b[31m\n\x7f_1");
  assert_string_equal(out.text, "größe\\x1b[31m\\x0a\\x7f_1");
  buffer_free(&out);
}

static void expect_input(const char *name, const void *bytes, size_t size, const char *expected) {
  struct buffer out = {0};
  input_text_add_named(&out, name, bytes, size);
  assert_string_equal(out.text, expected);
  buffer_free(&out);
}

/* The last byte of an argument is not its own, whatever it is. */
static void test_inputs_of_the_environment(void **state) {
  uint8_t status[144] = {[24] = 0xa4, [25] = 0x81, [88] = 100};
  (void)state;
  expect_input("arg00", "-n", 3, "\"-n\"");
  expect_input("arg12", "a\0b", 4, "\"a\"");
  expect_input("arg00", "a\x01\xffz", 4, "\"a\\x01\\xff\"");
  expect_input("env_HOME", "\0\0", 2, "\"\"");
  expect_input("A_data", "ab\n\0", 4, "\"ab\\n\\0\"");
  expect_input("stdin", "\x07", 1, "\"\\x07\"");
  expect_input("A_data_stat", status, sizeof status, "mode 100644, modified at 100");
  expect_input("argument", "\x05\0\0\0", 4, "5");
  expect_input("n_args", "\x02\0\0\0", 4, "2");
  expect_input("tty_size", "\x18\0\x50\0\0\0\0\0", 8, "24 rows, 80 columns");
  expect_input("my_stat", "\x02\0\0\0", 4, "2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_numbers_that_may_be_text),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_any_bytes),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_inputs_of_the_environment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
