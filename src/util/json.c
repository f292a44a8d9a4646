/* Writing JSON. There is no tree: the writer only remembers whether the innermost open object or
   array needs a comma. Nothing checks that members have keys and elements have none. */
#include "util/json.h"

#include "util/buffer.h"

#include <math.h>
#include <string.h>

static void break_line(struct json *json) {
  static const char blanks[] = "                                                                ";
  if (json->is_compact) return;
  buffer_add_bytes(json->out, "\n", 1);
  size_t width = 2 * (size_t)json->depth;
  buffer_add_bytes(json->out, blanks, width < sizeof blanks ? width : sizeof blanks - 1);
}

/* The length of the UTF-8 sequence at the start of the text, or 0 if it is invalid. The text ends
   in a NUL, which stops every sequence. */
static size_t sequence_length(const unsigned char *text) {
  unsigned char first = text[0];
  size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first > 0xf4) return 0;
  for (size_t i = 1; i < length; i++)
    if ((text[i] & 0xc0) != 0x80) return 0;
  /* Overlong forms, surrogates, and code points beyond U+10FFFF. */
  if (first == 0xe0 && text[1] < 0xa0) return 0;
  if (first == 0xed && text[1] > 0x9f) return 0;
  if (first == 0xf0 && text[1] < 0x90) return 0;
  if (first == 0xf4 && text[1] > 0x8f) return 0;
  return length;
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

static void add_quoted(struct buffer *out, const char *text) {
  buffer_add_bytes(out, "\"", 1);
  while (*text != '\0') {
    size_t plain = 0;
    while (is_plain((unsigned char)text[plain])) plain++;
    if (plain > 0) buffer_add_bytes(out, text, plain);
    text += plain;
    unsigned char c = (unsigned char)*text;
    if (c == '\0') break;
    size_t length = sequence_length((const unsigned char *)text);
    if (c == '"' || c == '\\')
      buffer_add(out, "\\%c", c);
    else if (c == '\n')
      buffer_add_bytes(out, "\\n", 2);
    else if (c == '\t')
      buffer_add_bytes(out, "\\t", 2);
    else if (c < 0x20 || c == 0x7f)
      buffer_add(out, "\\u%04x", c);
    else if (length == 0)
      buffer_add_bytes(out, "\\ufffd", 6);
    else
      buffer_add_bytes(out, text, length);
    text += length == 0 ? 1 : length;
  }
  buffer_add_bytes(out, "\"", 1);
}

/* What separates this value from the previous one. */
static void begin_value(struct json *json, const char *key) {
  if (json->has_items)
    buffer_add_bytes(json->out, json->is_compact ? ", " : ",", json->is_compact ? 2 : 1);
  if (json->depth > 0) break_line(json);
  json->has_items = true;
  if (key == NULL) return;
  add_quoted(json->out, key);
  buffer_add_bytes(json->out, ": ", 2);
}

static void open_level(struct json *json, const char *key, char bracket) {
  begin_value(json, key);
  buffer_add_bytes(json->out, &bracket, 1);
  json->depth++;
  json->has_items = false;
}

static void close_level(struct json *json, char bracket) {
  bool had_items = json->has_items;
  json->depth--;
  json->has_items = true;
  if (had_items) break_line(json);
  buffer_add_bytes(json->out, &bracket, 1);
  if (json->depth == 0) buffer_add_bytes(json->out, "\n", 1);
}

void json_begin_object(struct json *json, const char *key) { open_level(json, key, '{'); }
void json_end_object(struct json *json) { close_level(json, '}'); }
void json_begin_array(struct json *json, const char *key) { open_level(json, key, '['); }
void json_end_array(struct json *json) { close_level(json, ']'); }

void json_add_string(struct json *json, const char *key, const char *text) {
  begin_value(json, key);
  if (text == NULL)
    buffer_add_bytes(json->out, "null", 4);
  else
    add_quoted(json->out, text);
}

void json_add_number(struct json *json, const char *key, uint64_t number) {
  begin_value(json, key);
  buffer_add(json->out, "%llu", (unsigned long long)number);
}

void json_add_signed(struct json *json, const char *key, int64_t number) {
  begin_value(json, key);
  buffer_add(json->out, "%lld", (long long)number);
}

void json_add_real(struct json *json, const char *key, double number) {
  begin_value(json, key);
  if (isfinite(number))
    buffer_add(json->out, "%.6f", number);
  else
    buffer_add_bytes(json->out, "null", 4);
}

void json_add_literal(struct json *json, const char *key, const char *number) {
  begin_value(json, key);
  buffer_add(json->out, "%s", number);
}

void json_add_bool(struct json *json, const char *key, bool value) {
  begin_value(json, key);
  buffer_add(json->out, "%s", value ? "true" : "false");
}
