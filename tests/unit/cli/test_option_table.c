/* The table of options: every option is in one section, its help fits into a line, and aliases lead
   to options that the same commands take. */
#include "cli/option_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_COLUMNS = 66 };

static size_t columns(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

static void test_every_option_is_in_one_section(void **unused) {
  (void)unused;
  assert_int_equal(option_table[0].kind, VALUE_SECTION);
  for (int i = 0; i < option_count; i++) {
    const struct option *option = &option_table[i];
    assert_int_equal(option->kind == VALUE_SECTION, option->commands == 0);
    if (option->kind == VALUE_SECTION) continue;
    assert_int_equal(option->name[0], '-');
    for (int k = 0; k < i; k++)
      if (strcmp(option_table[k].name, option->name) == 0)
        assert_int_equal(option_table[k].commands & option->commands, 0);
  }
}

static void test_help_fits_into_a_line(void **unused) {
  (void)unused;
  for (int i = 0; i < option_count; i++) {
    const struct option *option = &option_table[i];
    if (option->kind >= VALUE_ALIAS) continue;
    assert_non_null(option->help);
    if (columns(option->help) > MOST_COLUMNS) fail_msg("%s: %s", option->name, option->help);
  }
}

static void test_aliases_lead_to_options(void **unused) {
  (void)unused;
  for (int i = 0; i < option_count; i++) {
    const struct option *alias = &option_table[i];
    if (alias->kind != VALUE_ALIAS) continue;
    size_t length = strcspn(alias->help, "=");
    int commands = 0;
    for (int k = 0; k < option_count; k++)
      if (option_table[k].kind < VALUE_ALIAS && strlen(option_table[k].name) == length &&
          strncmp(option_table[k].name, alias->help, length) == 0)
        commands |= option_table[k].commands;
    assert_int_equal(alias->commands & ~commands, 0);
  }
}

static void test_long_choices_have_a_placeholder(void **unused) {
  (void)unused;
  struct option option = {"--merge", "MODE:none|manual", VALUE_CHOICE, FOR_RUN, 0, 0, ""};
  assert_string_equal(option_choices(&option), "none|manual");
  option.value = "on|off";
  assert_string_equal(option_choices(&option), "on|off");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_option_is_in_one_section),
      cmocka_unit_test(test_help_fits_into_a_line),
      cmocka_unit_test(test_aliases_lead_to_options),
      cmocka_unit_test(test_long_choices_have_a_placeholder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
