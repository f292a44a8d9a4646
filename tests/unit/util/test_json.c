/* Writing JSON: the exact text, and that what is written is read back the same. */
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/json.h"
#include "util/json_read.h"

#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_layout(void **state) {
  (void)state;
  struct buffer out = {0};
  struct json json = {.out = &out};
  json_begin_object(&json, NULL);
  json_add_string(&json, "name", "x");
  json_add_string(&json, "none", NULL);
  json_begin_array(&json, "empty");
  json_end_array(&json);
  json_begin_array(&json, "list");
  json_add_number(&json, NULL, UINT64_MAX);
  json_add_signed(&json, NULL, INT64_MIN);
  json_begin_object(&json, NULL);
  json_add_bool(&json, "yes", true);
  json_add_bool(&json, "no", false);
  json_end_object(&json);
  json_end_array(&json);
  json_add_real(&json, "real", 1.5);
  json_add_real(&json, "endless", HUGE_VAL);
  json_end_object(&json);
  assert_string_equal(out.text, "{\n"
                                "  \"name\": \"x\",\n"
                                "  \"none\": null,\n"
                                "  \"empty\": [],\n"
                                "  \"list\": [\n"
                                "    18446744073709551615,\n"
                                "    -9223372036854775808,\n"
                                "    {\n"
                                "      \"yes\": true,\n"
                                "      \"no\": false\n"
                                "    }\n"
                                "  ],\n"
                                "  \"real\": 1.500000,\n"
                                "  \"endless\": null\n"
                                "}\n");
  buffer_free(&out);
}

static void test_compact_is_one_line(void **state) {
  (void)state;
  struct buffer out = {0};
  struct json json = {.out = &out, .is_compact = true};
  for (int i = 0; i < 2; i++) {
    json_begin_object(&json, NULL);
    json_add_number(&json, "a", 1);
    json_begin_array(&json, "b");
    json_add_number(&json, NULL, 2);
    json_add_number(&json, NULL, 3);
    json_end_array(&json);
    json_end_object(&json);
    json = (struct json){.out = &out, .is_compact = true};
  }
  assert_string_equal(out.text, "{\"a\": 1, \"b\": [2, 3]}\n{\"a\": 1, \"b\": [2, 3]}\n");
  buffer_free(&out);
}

/* The text as json_read gives it back, owned. */
static char *read_back(const char *text) {
  struct buffer out = {0};
  struct json json = {.out = &out};
  json_begin_array(&json, NULL);
  json_add_string(&json, NULL, text);
  json_end_array(&json);
  char *error = NULL;
  struct json_value *value = json_read(out.text, out.length, &error);
  assert_null(error);
  assert_int_equal(value->count, 1);
  char *copy = alloc_string(value->items[0].text);
  json_free(value);
  buffer_free(&out);
  return copy;
}

static void expect_text(const char *text, const char *expected) {
  char *copy = read_back(text);
  assert_string_equal(copy, expected);
  free(copy);
}

static void test_strings(void **state) {
  (void)state;
  expect_text("", "");
  expect_text("quote \" back \\ slash / line \n tab \t bell \a del \x7f",
              "quote \" back \\ slash / line \n tab \t bell \a del \x7f");
  expect_text("é € 😀", "é € 😀");
#define BAD "\xef\xbf\xbd"
  expect_text("a\xffz", "a" BAD "z");
  expect_text("\xc3", BAD);                         /* cut off */
  expect_text("\xc0\xaf", BAD BAD);                 /* overlong */
  expect_text("\xe0\x9f\xbf", BAD BAD BAD);         /* overlong */
  expect_text("\xed\xa0\x80", BAD BAD BAD);         /* a surrogate */
  expect_text("\xf4\x90\x80\x80", BAD BAD BAD BAD); /* beyond Unicode */
  expect_text("\xf0\x8f\xbf\xbf", BAD BAD BAD BAD);
}

/* Whatever the bytes, the result is JSON; ASCII comes back unchanged. */
static void test_random_strings(void **state) {
  (void)state;
  struct random random = {7};
  for (int round = 0; round < 20000; round++) {
    char text[12];
    size_t length = random_below(&random, sizeof text);
    bool is_ascii = true;
    for (size_t i = 0; i < length; i++) {
      text[i] = (char)(1 + random_below(&random, 255));
      if (text[i] < 0) is_ascii = false;
    }
    text[length] = '\0';
    char *copy = read_back(text);
    if (is_ascii) assert_string_equal(copy, text);
    free(copy);
  }
}

static char *nest(int depth) {
  struct buffer out = {0};
  struct json json = {.out = &out};
  for (int i = 0; i < depth; i++) json_begin_array(&json, NULL);
  json_add_number(&json, NULL, 7);
  for (int i = 0; i < depth; i++) json_end_array(&json);
  json_add_number(&json, NULL, 8);
  return out.text;
}

static size_t count_chars(const char *text, char wanted) {
  size_t count = 0;
  for (; *text; text++) count += *text == wanted;
  return count;
}

static void test_depth(void **state) {
  enum { DEEP = 100000 };
  (void)state;
  char *text = nest(60), *error = NULL;
  *strrchr(text, ',') = '\0';
  struct json_value *value = json_read(text, strlen(text), &error);
  assert_null(error);
  json_free(value);
  free(text);
  text = nest(DEEP);
  assert_int_equal(count_chars(text, '['), DEEP);
  assert_int_equal(count_chars(text, ']'), DEEP);
  assert_int_equal(count_chars(text, ','), 1); /* between the two values at the top */
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),  cmocka_unit_test(test_compact_is_one_line),
      cmocka_unit_test(test_strings), cmocka_unit_test(test_random_strings),
      cmocka_unit_test(test_depth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
