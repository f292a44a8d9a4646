/* Tests on words. */
#ifndef UTIL_TEXT_H
#define UTIL_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool text_starts_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

/* Lists end with NULL. */
static inline bool text_is_one_of(const char *text, const char *const *list) {
  for (; *list; list++)
    if (strcmp(text, *list) == 0) return true;
  return false;
}

static inline bool text_starts_with_one_of(const char *text, const char *const *list) {
  for (; *list; list++)
    if (text_starts_with(text, *list)) return true;
  return false;
}

#endif
