/* smew show: prints tests, for people or (--json) one line per test for programs. An object is
   shown in every way that may be meant: bytes, text, a number where its size is that of an integer
   or of a real number. */
#include "cli/commands.h"
#include "cli/options.h"
#include "front/microc/front.h"
#include "report/input_text.h"
#include "report/ktest.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 16 };

static bool is_printable(uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

/* Much like a C string literal, but a hexadecimal escape always has two digits. */
static void add_literal(struct buffer *out, const uint8_t *bytes, size_t size) {
  static const char letters[] = "abtnvfr"; /* from \a = 7 on */
  buffer_add(out, "\"");
  for (size_t i = 0; i < size; i++) {
    uint8_t byte = bytes[i];
    if (byte == '"' || byte == '\\')
      buffer_add(out, "\\%c", byte);
    else if (is_printable(byte))
      buffer_add(out, "%c", byte);
    else if (byte >= 7 && byte <= 13)
      buffer_add(out, "\\%c", letters[byte - 7]);
    else if (byte == 0 && !(i + 1 < size && bytes[i + 1] >= '0' && bytes[i + 1] <= '9'))
      buffer_add(out, "\\0");
    else
      buffer_add(out, "\\x%02x", byte);
  }
  buffer_add(out, "\"");
}

/* Zeros at the end are counted instead of shown, but for the one that ends a string. */
static void add_text(struct buffer *out, const struct ktest_object *object) {
  size_t size = object->size;
  while (size > 0 && object->bytes[size - 1] == 0) size--;
  size_t zeros = object->size - size;
  if (zeros <= 4) {
    add_literal(out, object->bytes, object->size);
    return;
  }
  add_literal(out, object->bytes, size);
  buffer_add(out, " and %zu zero bytes", zeros);
}

static void add_rows(struct buffer *out, const struct ktest_object *object) {
  for (size_t row = 0; row < object->size; row += ROW) {
    size_t left = object->size - row, count = left < ROW ? left : ROW;
    buffer_add(out, row == 0 ? "  hex  " : "       ");
    if (object->size > ROW) buffer_add(out, " %04zx:", row);
    for (size_t i = 0; i < count; i++) buffer_add(out, " %02x", object->bytes[row + i]);
    buffer_add(out, "\n");
  }
}

/* The value as the machine would load it; false if no integer has that size. */
static bool read_integer(const struct ktest_object *object, uint64_t *bits, int64_t *number) {
  size_t size = object->size;
  if (size != 1 && size != 2 && size != 4 && size != 8) return false;
  *bits = 0;
  for (size_t i = size; i-- > 0;) *bits = *bits << 8 | object->bytes[i];
  unsigned unused = 64 - 8 * (unsigned)size;
  *number = (int64_t)(*bits << unused) >> unused;
  return true;
}

/* As it would be typed to a shell, with a space in front: names come from a file that may be
   anything, and must not reach the terminal as they are. */
static void add_word(struct buffer *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=./,:@%";
  if (*word != '\0' && word[strspn(word, plain)] == '\0')
    buffer_add(out, " %s", word);
  else {
    buffer_add(out, " ");
    add_literal(out, (const uint8_t *)word, strlen(word));
  }
}

static void add_object(struct buffer *out, size_t number, const struct ktest_object *object,
                       bool is_signed) {
  uint64_t bits;
  int64_t value;
  buffer_add(out, "object %zu:", number);
  add_word(out, object->name);
  buffer_add(out, ", %zu byte%s\n", object->size, object->size == 1 ? "" : "s");
  add_rows(out, object);
  buffer_add(out, "  text  ");
  add_text(out, object);
  buffer_add(out, "\n");
  if (!read_integer(object, &bits, &value)) return;
  buffer_add(out, "  int   %" PRId64, value);
  if (value < 0 && !is_signed) buffer_add(out, ", unsigned %" PRIu64, bits);
  buffer_add(out, "\n");
  struct buffer real = {0};
  if (input_text_add_real(&real, object->bytes, object->size))
    buffer_add(out, "  real  %s\n", real.text);
  buffer_free(&real);
}

static void add_test(struct buffer *out, const char *path, const struct ktest *test) {
  buffer_add(out, "test: %s\nargs:", path);
  for (size_t i = 0; i < test->arg_count; i++) add_word(out, test->args[i]);
  buffer_add(out, "\n");
  bool is_microc = test->arg_count > 0 && microc_front_is_microc(test->args[0]);
  for (size_t i = 0; i < test->object_count; i++)
    add_object(out, i + 1, &test->objects[i], is_microc);
}

/* ---- JSON ---- */

/* Bytes that are no ASCII are written as the code points of their numbers, so that every byte can
   be had back and the output is valid whatever the bytes are. */
static void add_json_bytes(struct buffer *out, const uint8_t *bytes, size_t size) {
  buffer_add(out, "\"");
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == '"' || bytes[i] == '\\')
      buffer_add(out, "\\%c", bytes[i]);
    else
      buffer_add(out, is_printable(bytes[i]) ? "%c" : "\\u%04x", bytes[i]);
  }
  buffer_add(out, "\"");
}

static void add_json_text(struct buffer *out, const char *text) {
  add_json_bytes(out, (const uint8_t *)text, strlen(text));
}

static void add_json_object(struct buffer *out, const struct ktest_object *object) {
  uint64_t bits;
  int64_t value;
  buffer_add(out, "{\"name\": ");
  add_json_text(out, object->name);
  buffer_add(out, ", \"size\": %zu, \"hex\": \"", object->size);
  for (size_t i = 0; i < object->size; i++) buffer_add(out, "%02x", object->bytes[i]);
  buffer_add(out, "\", \"text\": ");
  add_json_bytes(out, object->bytes, object->size);
  if (read_integer(object, &bits, &value))
    buffer_add(out, ", \"int\": %" PRId64 ", \"uint\": %" PRIu64, value, bits);
  buffer_add(out, "}");
}

static void add_json(struct buffer *out, const char *path, const struct ktest *test) {
  buffer_add(out, "{\"test\": ");
  add_json_text(out, path);
  buffer_add(out, ", \"args\": [");
  for (size_t i = 0; i < test->arg_count; i++) {
    if (i > 0) buffer_add(out, ", ");
    add_json_text(out, test->args[i]);
  }
  buffer_add(out, "], \"objects\": [");
  for (size_t i = 0; i < test->object_count; i++) {
    if (i > 0) buffer_add(out, ", ");
    add_json_object(out, &test->objects[i]);
  }
  buffer_add(out, "]}\n");
}

static bool show(const char *path, bool is_json, bool is_first) {
  struct ktest test;
  struct buffer out = {0};
  char *error = NULL;
  if (!ktest_read(path, &test, &error)) {
    fflush(stdout);
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    return false;
  }
  if (is_json)
    add_json(&out, path, &test);
  else
    add_test(&out, path, &test);
  if (!is_first && !is_json) putchar('\n');
  fwrite(out.text, 1, out.length, stdout);
  buffer_free(&out);
  ktest_free(&test);
  return true;
}

int command_show(int argc, char **argv) {
  struct options options;
  string_list paths = {0};
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse_mixed(&options, "show", argc, argv, &paths, &used)) {
    for (; used < argc; used++) vec_push(&paths, argv[used]);
    if (paths.count == 0)
      fprintf(stderr, "smew: show needs a test: smew show TEST.ktest ...\n");
    else
      status = 0;
    for (size_t i = 0; i < paths.count; i++)
      if (!show(paths.data[i], options.view.json, i == 0)) status = SMEW_EXIT_USAGE;
  }
  vec_free(&paths);
  options_free(&options);
  return status;
}
