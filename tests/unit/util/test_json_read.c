/* The JSON reader: values, strings with every kind of escape, messages, and damage. */
#include "random.h"
#include "util/alloc.h"
#include "util/json_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* From a block of exactly its size, so that a sanitizer sees a read past it. */
static struct json_value *read_text(const char *text, size_t size, char **error) {
  char *copy = memcpy(alloc_bytes(size), text, size);
  struct json_value *value = json_read(copy, size, error);
  free(copy);
  return value;
}

static struct json_value *read_good(const char *text) {
  char *error = NULL;
  struct json_value *value = read_text(text, strlen(text), &error);
  if (value == NULL) fail_msg("%s: %s", text, error);
  return value;
}

static void test_values_are_read(void **state) {
  (void)state;
  struct json_value *value = read_good(" {\"a\": [1, -2.5e1, 0, 1E+2], \"b\":{} , \"c\":[],\n"
                                       "\"yes\":true,\"no\":false,\"none\":null,\"t\":\"x\"} \n");
  const struct json_value *a = json_member(value, "a");
  assert_int_equal(a->kind, JSON_ARRAY);
  assert_int_equal(a->count, 4);
  assert_true(a->items[0].number == 1 && a->items[1].number == -25 && a->items[2].number == 0 &&
              a->items[3].number == 100);
  assert_int_equal(json_member(value, "b")->kind, JSON_OBJECT);
  assert_int_equal(json_member(value, "c")->count, 0);
  assert_true(json_member(value, "yes")->truth);
  assert_false(json_member(value, "no")->truth);
  assert_int_equal(json_member(value, "none")->kind, JSON_NULL);
  assert_string_equal(json_member_text(value, "t"), "x");
  assert_null(json_member_text(value, "a"));
  assert_null(json_member_number(value, "t"));
  assert_null(json_member(value, "missing"));
  assert_null(json_member(a, "a"));
  assert_null(json_member(NULL, "a"));
  json_free(value);
}

static void test_strings_are_unescaped(void **state) {
  (void)state;
  struct json_value *value = read_good(
      "\"\\\"\\\\\\/\\b\\f\\n\\r\\t \\u0041\\u00e9\\u20AC\\ud83d\\ude00 \xc3\xa9\\u0000z\"");
  static const char expected[] =
      "\"\\/\b\f\n\r\t A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \xc3\xa9\0z";
  assert_int_equal(value->count, sizeof expected - 1);
  assert_memory_equal(value->text, expected, sizeof expected);
  json_free(value);
}

static void test_messages_name_the_place(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"", "1:1: a value is missing"},
      {"[1,\n 2", "2:3: ',' or ']' is missing"},
      {"{\"a\" 1}", "1:6: ':' is missing"},
      {"{1}", "1:2: a key is missing"},
      {"{\"a\":1 \"b\"}", "1:8: ',' or '}' is missing"},
      {"[1,]", "1:4: a value is missing"},
      {"\"abc", "1:5: a string does not end"},
      {"\"a\nb\"", "1:3: a string does not end"},
      {"\"\\x\"", "1:3: unknown escape"},
      {"\"\\u12g4\"", "1:6: \\u needs four hexadecimal digits"},
      {"\"\\ud800\"", "1:8: half of a surrogate pair"},
      {"\"\\ud800\\u0041\"", "1:14: half of a surrogate pair"},
      {"01", "1:2: something follows the value"},
      {"-", "1:2: a digit is missing"},
      {"1.e", "1:3: a digit is missing"},
      {"tru", "1:1: a value is missing"},
      {"{} {}", "1:4: something follows the value"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *error = NULL;
    assert_null(read_text(cases[i][0], strlen(cases[i][0]), &error));
    assert_string_equal(error, cases[i][1]);
    free(error);
  }
}

static void test_depth_is_bounded(void **state) {
  (void)state;
  char *deep = alloc_bytes(1000000);
  char *error = NULL;
  memset(deep, '[', 1000000);
  assert_null(json_read(deep, 1000000, &error));
  assert_string_equal(error, "1:102: nested too deeply");
  free(error);
  free(deep);
}

static void test_damage_is_survived(void **state) {
  (void)state;
  static const char text[] = "{\"a\": [1, -2.5e1, \"x\\u00e9\\n\"], \"b\": {\"c\": true, \"d\": "
                             "null}, \"e\": \"\\ud83d\\ude00\"}";
  struct random random = {3};
  size_t good = 0;
  for (unsigned round = 0; round < 50000; round++) {
    char copy[sizeof text];
    memcpy(copy, text, sizeof text);
    size_t length =
        random_chance(&random, 50) ? sizeof text - 1 : random_below(&random, sizeof text);
    for (uint64_t i = random_below(&random, 3); i > 0; i--)
      copy[random_below(&random, sizeof text)] = random_chance(&random, 50)
                                                     ? "{}[]\",:\\0-e."[random_below(&random, 12)]
                                                     : (char)random_below(&random, 256);
    char *error = NULL;
    struct json_value *value = read_text(copy, length, &error);
    assert_int_equal(value == NULL, error != NULL);
    good += value != NULL;
    json_free(value);
    free(error);
  }
  assert_true(good > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_are_read),         cmocka_unit_test(test_strings_are_unescaped),
      cmocka_unit_test(test_messages_name_the_place), cmocka_unit_test(test_depth_is_bounded),
      cmocka_unit_test(test_damage_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
