/* The words behind FILE. */
#include "util/world_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void test_items_in_order(void **state) {
  char *words[] = {"-x", "--sym-arg", "3",  "--sym-args", "0",    "2", "10",       "-sym-files",
                   "2",  "8",         "--", "--sym-env",  "HOME", "5", "--fd-fail"};
  struct world_words world;
  char *error = NULL;
  (void)state;
  assert_true(world_words_parse(&world, COUNT(words), words, &error));
  assert_null(error);
  assert_true(world.has_options && world.is_symbolic);
  assert_int_equal(world.items.count, 7);
  const struct world_item *items = world.items.data;
  assert_true(items[0].kind == WORLD_WORD && strcmp(items[0].text, "-x") == 0);
  assert_true(items[1].kind == WORLD_ARG && items[1].numbers[0] == 3);
  assert_true(items[2].kind == WORLD_ARGS && items[2].numbers[0] == 0 && items[2].numbers[1] == 2 &&
              items[2].numbers[2] == 10);
  assert_true(items[3].kind == WORLD_FILES && items[3].numbers[0] == 2 && items[3].numbers[1] == 8);
  assert_true(items[4].kind == WORLD_WORD && strcmp(items[4].text, "--") == 0);
  assert_true(items[5].kind == WORLD_ENV && items[5].numbers[0] == 5 &&
              strcmp(items[5].text, "HOME") == 0);
  assert_true(items[6].kind == WORLD_FAIL && items[6].numbers[0] == 1);
  world_words_free(&world);
}

static void test_terminals_take_no_value(void **state) {
  char *words[] = {"--sym-tty", "3"};
  struct world_words world;
  char *error = NULL;
  (void)state;
  assert_true(world_words_parse(&world, COUNT(words), words, &error));
  assert_true(world.is_symbolic);
  assert_int_equal(world.items.count, 2);
  assert_int_equal(world.items.data[0].kind, WORLD_TTY);
  assert_string_equal(world.items.data[1].text, "3");
  world_words_free(&world);
}

static void test_plain_words_are_no_options(void **state) {
  char *words[] = {"sym-arg", "3", "--symbolic", "-", "", "--max-fails"};
  struct world_words world;
  char *error = NULL;
  (void)state;
  assert_true(world_words_parse(&world, COUNT(words), words, &error));
  assert_false(world.has_options || world.is_symbolic);
  assert_int_equal(world.items.count, 6);
  world_words_free(&world);
}

static void test_literal_words_are_not_symbolic(void **state) {
  char *words[] = {"--literal", "--sym-arg"};
  struct world_words world;
  char *error = NULL;
  (void)state;
  assert_true(world_words_parse(&world, COUNT(words), words, &error));
  assert_true(world.has_options && !world.is_symbolic);
  assert_int_equal(world.items.count, 1);
  assert_string_equal(world.items.data[0].text, "--sym-arg");
  world_words_free(&world);
}

/* Cut short anywhere, a command line is refused or means less; it never reads beyond. */
static void test_every_beginning(void **state) {
  char *words[] = {"--sym-args",   "1",         "2", "3", "--sym-env", "A", "4", "--sym-stdin", "5",
                   "--sym-stdout", "--literal", "w"};
  (void)state;
  for (int count = 0; count <= COUNT(words); count++) {
    struct world_words world;
    char *error = NULL;
    bool is_good = world_words_parse(&world, count, words, &error);
    bool is_whole = count == 0 || count == 4 || count == 7 || count >= 9;
    assert_int_equal(is_good, is_whole && count != 11);
    assert_int_equal(error != NULL, !is_good);
    free(error);
    world_words_free(&world);
  }
}

static void test_every_option_has_help(void **state) {
  const char *help = NULL;
  char *name;
  int count = 0;
  (void)state;
  for (; (name = world_words_usage(count, &help)) != NULL; count++) {
    assert_true(strncmp(name, "--", 2) == 0 && strlen(help) > 5);
    free(name);
  }
  assert_int_equal(count, 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_items_in_order),
      cmocka_unit_test(test_terminals_take_no_value),
      cmocka_unit_test(test_plain_words_are_no_options),
      cmocka_unit_test(test_literal_words_are_not_symbolic),
      cmocka_unit_test(test_every_beginning),
      cmocka_unit_test(test_every_option_has_help),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
