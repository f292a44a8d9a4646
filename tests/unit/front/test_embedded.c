/* Records of bitcode in a section: whatever was added comes out, whatever is damaged is noticed or
   stays inside the section. */
#include "front/llvm/embedded.h"
#include "util/buffer.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RECORDS = 5, ROUNDS = 20000 };

static void fill(struct buffer *section) {
  static const char zeros[64];
  static const char *const names[RECORDS] = {"a.c", "", "dir/12345678", "b c.c", "x"};
  for (unsigned i = 0; i < RECORDS; i++) {
    char content[RECORDS * 7];
    memset(content, (int)('A' + i), sizeof content);
    struct embedded_record record = {.name = names[i],
                                     .name_length = (uint32_t)strlen(names[i]),
                                     .flags = i,
                                     .bitcode = content,
                                     .size = i * 7};
    embedded_add_record(section, &record);
    buffer_add_bytes(section, zeros, i * 8); /* as linkers leave them */
  }
}

static void test_records_come_out_as_they_went_in(void **state) {
  (void)state;
  struct buffer section = {0};
  fill(&section);
  assert_int_equal(section.length % 8, 0);
  struct embedded_record record;
  size_t at = 0;
  for (unsigned i = 0; i < RECORDS; i++) {
    assert_int_equal(embedded_next_record(section.text, section.length, &at, &record), 1);
    assert_int_equal(record.flags, i);
    assert_int_equal(record.size, i * 7);
    for (size_t k = 0; k < record.size; k++) assert_int_equal(record.bitcode[k], 'A' + i);
  }
  assert_memory_equal(record.name, "x", record.name_length);
  assert_int_equal(embedded_next_record(section.text, section.length, &at, &record), 0);
  at = 0;
  assert_int_equal(embedded_next_record(section.text, 0, &at, &record), 0);
  buffer_free(&section);
}

static void test_damage_stays_inside(void **state) {
  (void)state;
  struct random_source random = random_source_new(1, 0);
  unsigned corrupt = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct buffer section = {0};
    fill(&section);
    size_t size = (size_t)(random_draw(&random) % (section.length + 1));
    for (unsigned i = 0; i < 3; i++)
      section.text[random_draw(&random) % section.length] = (char)random_draw(&random);
    /* A copy of just that size, so that a sanitizer sees what lies beyond. */
    char *copy = malloc(size + 1);
    memcpy(copy, section.text, size);
    struct embedded_record record;
    int found;
    unsigned count = 0;
    for (size_t at = 0; (found = embedded_next_record(copy, size, &at, &record)) > 0; count++) {
      assert_true(at <= size);
      assert_true(record.bitcode + record.size <= copy + size);
      assert_true(record.name + record.name_length <= copy + size);
      assert_true(count < size);
    }
    corrupt += found < 0;
    free(copy);
    buffer_free(&section);
  }
  assert_true(corrupt > ROUNDS / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records_come_out_as_they_went_in),
      cmocka_unit_test(test_damage_stays_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
