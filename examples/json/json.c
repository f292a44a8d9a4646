#include "json.h"

#include <stdlib.h>
#include <string.h>

struct reader {
  const char *at, *end;
  int depth;
};

static struct json *read_value(struct reader *reader);

static void skip_blanks(struct reader *reader) {
  while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\n')) reader->at++;
}

/* Whether the character is next; then it is skipped. */
static int take(struct reader *reader, char c) {
  skip_blanks(reader);
  if (reader->at == reader->end || *reader->at != c) return 0;
  reader->at++;
  return 1;
}

static struct json *new_value(enum json_kind kind) {
  struct json *value = calloc(1, sizeof *value);
  if (value != NULL) value->kind = kind;
  return value;
}

static struct json *read_word(struct reader *reader, const char *word, enum json_kind kind) {
  size_t length = strlen(word);
  if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
    return NULL;
  reader->at += length;
  return new_value(kind);
}

static struct json *read_number(struct reader *reader) {
  int is_negative = take(reader, '-');
  const char *start = reader->at;
  long number = 0;
  for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++)
    number = number * 10 + (*reader->at - '0');
  if (reader->at == start) return NULL;
  struct json *value = new_value(JSON_NUMBER);
  if (value != NULL) value->number = is_negative ? -number : number;
  return value;
}

static struct json *read_string(struct reader *reader) {
  const char *end = reader->at;
  while (end < reader->end && *end != '"') end += *end == '\\' ? 2 : 1;
  if (end == reader->end) return NULL;
  struct json *value = new_value(JSON_STRING);
  char *to = malloc((size_t)(end - reader->at) + 1);
  if (value == NULL || to == NULL) {
    free(value);
    free(to);
    return NULL;
  }
  value->string = to;
  while (reader->at < end) {
    if (*reader->at == '\\') reader->at++;
    *to++ = *reader->at++;
  }
  *to = '\0';
  reader->at = end + 1;
  return value;
}

static struct json *read_array(struct reader *reader) {
  struct json *array = new_value(JSON_ARRAY), **last = array != NULL ? &array->first : NULL;
  if (array == NULL || take(reader, ']')) return array;
  do {
    if ((*last = read_value(reader)) == NULL) {
      json_free(array);
      return NULL;
    }
    last = &(*last)->next;
  } while (take(reader, ','));
  if (take(reader, ']')) return array;
  json_free(array);
  return NULL;
}

static struct json *read_value(struct reader *reader) {
  struct json *value = NULL;
  if (reader->depth++ > 64) return NULL;
  if (take(reader, '"'))
    value = read_string(reader);
  else if (take(reader, '['))
    value = read_array(reader);
  else if (reader->at == reader->end)
    value = NULL;
  else if (*reader->at == 'n')
    value = read_word(reader, "null", JSON_NULL);
  else if (*reader->at == 'f')
    value = read_word(reader, "false", JSON_FALSE);
  else if (*reader->at == 't')
    value = read_word(reader, "true", JSON_TRUE);
  else
    value = read_number(reader);
  reader->depth--;
  return value;
}

struct json *json_read(const char *text, size_t size) {
  struct reader reader = {.at = text, .end = text + size};
  struct json *value = read_value(&reader);
  skip_blanks(&reader);
  if (reader.at == reader.end) return value;
  json_free(value);
  return NULL;
}

void json_free(struct json *value) {
  while (value != NULL) {
    struct json *next = value->next;
    json_free(value->first);
    free(value->string);
    free(value);
    value = next;
  }
}
