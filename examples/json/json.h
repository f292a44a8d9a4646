/* A reader for a part of JSON: null, true, false, whole numbers, strings and arrays. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY };

struct json {
  enum json_kind kind;
  long number;
  char *string;
  struct json *first; /* element of an array */
  struct json *next;  /* in the array that this is an element of */
};

/* Reads a text, which need not end in a zero byte. NULL if it is not JSON. */
struct json *json_read(const char *text, size_t size);
void json_free(struct json *value);

#endif
