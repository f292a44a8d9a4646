/* A reader of JSON (RFC 8259): strict in syntax, since what smew reads is what smew or LLVM's tools
   wrote, and bounded in depth, since a file can be anything. Numbers are doubles; a duplicate key
   is kept, but only the first is found. */
#include "util/json_read.h"

#include "util/alloc.h"
#include "util/buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 100 };

struct reader {
  const char *text, *at, *end;
  char *error; /* owned; NULL if there is none */
  unsigned depth;
};

static void complain(struct reader *reader, const char *what) {
  if (reader->error != NULL) return;
  size_t line = 1, column = 1;
  for (const char *at = reader->text; at < reader->at; at++) {
    column++;
    if (*at != '\n') continue;
    line++;
    column = 1;
  }
  reader->error = alloc_format("%zu:%zu: %s", line, column, what);
}

static void skip_blanks(struct reader *reader) {
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) != NULL && *reader->at != '\0')
    reader->at++;
}

static bool take(struct reader *reader, char wanted) {
  skip_blanks(reader);
  if (reader->at == reader->end || *reader->at != wanted) return false;
  reader->at++;
  return true;
}

static bool take_word(struct reader *reader, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
    return false;
  reader->at += length;
  return true;
}

/* ---- strings ---- */

static void add_code_point(struct buffer *out, uint32_t point) {
  unsigned char bytes[4];
  size_t count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = count; i-- > 1; point >>= 6) bytes[i] = (unsigned char)(0x80 | (point & 0x3f));
  bytes[0] = (unsigned char)(first[count] | point);
  buffer_add_bytes(out, bytes, count);
}

static uint32_t take_hex(struct reader *reader) {
  uint32_t value = 0;
  for (int i = 0; i < 4; i++) {
    static const char digits[] = "0123456789abcdef";
    char c = reader->at < reader->end ? *reader->at : '\0';
    const char *digit = c == '\0' ? NULL : strchr(digits, c | 0x20);
    if (digit == NULL) {
      complain(reader, "\\u needs four hexadecimal digits");
      return 0;
    }
    value = value << 4 | (uint32_t)(digit - digits);
    reader->at++;
  }
  return value;
}

static void take_unicode(struct reader *reader, struct buffer *out) {
  uint32_t point = take_hex(reader);
  if (point >= 0xd800 && point < 0xdc00 && take_word(reader, "\\u")) {
    uint32_t low = take_hex(reader);
    if (low < 0xdc00 || low > 0xdfff) complain(reader, "half of a surrogate pair");
    point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
  } else if (point >= 0xd800 && point < 0xe000) {
    complain(reader, "half of a surrogate pair");
  }
  if (reader->error == NULL) add_code_point(out, point);
}

static void take_escape(struct reader *reader, struct buffer *out) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  char c = reader->at < reader->end ? *reader->at : '\0';
  const char *letter = c == '\0' ? NULL : strchr(letters, c);
  if (letter != NULL) {
    reader->at++;
    buffer_add_bytes(out, &meanings[letter - letters], 1);
  } else if (take_word(reader, "u")) {
    take_unicode(reader, out);
  } else {
    complain(reader, "unknown escape");
  }
}

/* After the opening quote. Returns owned. */
static char *take_string(struct reader *reader, size_t *length) {
  struct buffer out = {0};
  buffer_add_bytes(&out, "", 0);
  while (reader->error == NULL) {
    const char *start = reader->at;
    while (reader->at < reader->end && (unsigned char)*reader->at >= 0x20 && *reader->at != '"' &&
           *reader->at != '\\')
      reader->at++;
    buffer_add_bytes(&out, start, (size_t)(reader->at - start));
    if (reader->at == reader->end || (unsigned char)*reader->at < 0x20)
      complain(reader, "a string does not end");
    else if (*reader->at++ == '"')
      break;
    else
      take_escape(reader, &out);
  }
  *length = out.length;
  return out.text;
}

/* ---- values ---- */

static void take_value(struct reader *reader, struct json_value *value);

static bool is_digit(const struct reader *reader) {
  return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

static void skip_digits(struct reader *reader) {
  if (!is_digit(reader)) complain(reader, "a digit is missing");
  while (is_digit(reader)) reader->at++;
}

static void take_number(struct reader *reader, struct json_value *value) {
  const char *start = reader->at;
  value->kind = JSON_NUMBER;
  take_word(reader, "-");
  if (!take_word(reader, "0")) skip_digits(reader);
  if (take_word(reader, ".")) skip_digits(reader);
  if (take_word(reader, "e") || take_word(reader, "E")) {
    if (!take_word(reader, "+")) take_word(reader, "-");
    skip_digits(reader);
  }
  char *text = alloc_format("%.*s", (int)(reader->at - start), start);
  value->number = strtod(text, NULL);
  free(text);
}

/* After the opening bracket of an array or an object. */
static void take_items(struct reader *reader, struct json_value *value) {
  bool has_keys = value->kind == JSON_OBJECT;
  char closing = has_keys ? '}' : ']';
  VEC(struct json_value) items = {0};
  if (++reader->depth > MAX_DEPTH) complain(reader, "nested too deeply");
  bool is_done = take(reader, closing);
  while (!is_done && reader->error == NULL) {
    struct json_value item = {0};
    size_t length;
    if (has_keys && !take(reader, '"'))
      complain(reader, "a key is missing");
    else if (has_keys)
      item.key = take_string(reader, &length);
    if (has_keys && reader->error == NULL && !take(reader, ':')) complain(reader, "':' is missing");
    if (reader->error == NULL) take_value(reader, &item);
    vec_push(&items, item);
    is_done = take(reader, closing);
    if (!is_done && reader->error == NULL && !take(reader, ','))
      complain(reader, has_keys ? "',' or '}' is missing" : "',' or ']' is missing");
  }
  reader->depth--;
  value->items = items.data;
  value->count = items.count;
}

static void take_value(struct reader *reader, struct json_value *value) {
  skip_blanks(reader);
  if (take(reader, '{')) {
    value->kind = JSON_OBJECT;
    take_items(reader, value);
  } else if (take(reader, '[')) {
    value->kind = JSON_ARRAY;
    take_items(reader, value);
  } else if (take(reader, '"')) {
    value->kind = JSON_STRING;
    value->text = take_string(reader, &value->count);
  } else if (take_word(reader, "true") || take_word(reader, "false")) {
    value->kind = JSON_BOOL;
    value->truth = reader->at[-2] == 'u';
  } else if (take_word(reader, "null")) {
    value->kind = JSON_NULL;
  } else if (is_digit(reader) || (reader->at < reader->end && *reader->at == '-')) {
    take_number(reader, value);
  } else {
    complain(reader, "a value is missing");
  }
}

struct json_value *json_read(const char *text, size_t size, char **error) {
  struct reader reader = {.text = text, .at = text, .end = text + size};
  struct json_value *value = alloc_zeroed(sizeof *value);
  take_value(&reader, value);
  skip_blanks(&reader);
  if (reader.at != reader.end) complain(&reader, "something follows the value");
  if (reader.error == NULL) return value;
  json_free(value);
  *error = reader.error;
  return NULL;
}

/* Recursion is bounded by the depth that the reader allows. */
static void free_content(struct json_value *value) {
  free(value->key);
  free(value->text);
  for (size_t i = 0; value->items != NULL && i < value->count; i++) free_content(&value->items[i]);
  free(value->items);
}

void json_free(struct json_value *value) {
  if (value == NULL) return;
  free_content(value);
  free(value);
}

const struct json_value *json_member(const struct json_value *object, const char *key) {
  if (object == NULL || object->kind != JSON_OBJECT) return NULL;
  for (size_t i = 0; i < object->count; i++)
    if (strcmp(object->items[i].key, key) == 0) return &object->items[i];
  return NULL;
}

const char *json_member_text(const struct json_value *object, const char *key) {
  const struct json_value *value = json_member(object, key);
  return value != NULL && value->kind == JSON_STRING ? value->text : NULL;
}

const double *json_member_number(const struct json_value *object, const char *key) {
  const struct json_value *value = json_member(object, key);
  return value != NULL && value->kind == JSON_NUMBER ? &value->number : NULL;
}
