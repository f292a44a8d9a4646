/* Reading JSON into a tree of values. */
#ifndef UTIL_JSON_READ_H
#define UTIL_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json_value {
  enum json_kind kind;
  bool truth;               /* of a bool */
  double number;            /* of a number */
  char *key;                /* of a member of an object; NULL elsewhere */
  char *text;               /* of a string: UTF-8, `count` bytes and a NUL */
  struct json_value *items; /* `count` elements of an array or members of an object, in order */
  size_t count;
};

/* Reads one value, which must be the whole text. Returns owned (json_free), or NULL with an owned
   message that gives line and column. */
struct json_value *json_read(const char *text, size_t size, char **error);
void json_free(struct json_value *value);

/* All borrow from the value, which may be NULL or of the wrong kind: then they return NULL. */
const struct json_value *json_member(const struct json_value *object, const char *key);
const char *json_member_text(const struct json_value *object, const char *key);
const double *json_member_number(const struct json_value *object, const char *key);

#endif
