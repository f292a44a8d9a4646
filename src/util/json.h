/* Writing JSON: values are appended to a text in order. */
#ifndef UTIL_JSON_H
#define UTIL_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;

/* A writer: struct json json = {.out = &text}. One line per value, or, with is_compact, no line
   breaks at all. */
struct json {
  struct buffer *out;
  bool is_compact;
  int depth;
  bool has_items; /* at this depth: a comma is needed. Enclosing levels always have items. */
};

/* The key names a member of an object; it is NULL in arrays and at the top. */
void json_begin_object(struct json *json, const char *key);
void json_end_object(struct json *json);
void json_begin_array(struct json *json, const char *key);
void json_end_array(struct json *json);
/* NULL becomes null. Bytes that are not UTF-8 become U+FFFD. */
void json_add_string(struct json *json, const char *key, const char *text);
void json_add_number(struct json *json, const char *key, uint64_t number);
void json_add_signed(struct json *json, const char *key, int64_t number);
/* Six digits after the point; numbers that are not finite become null. */
void json_add_real(struct json *json, const char *key, double number);
/* A number in JSON's syntax, as the caller wrote it. */
void json_add_literal(struct json *json, const char *key, const char *number);
void json_add_bool(struct json *json, const char *key, bool value);

#endif
