/* What the string functions of smew's libc do, byte by byte, for the machine's side: the values
   that they return and the bytes that they read. */
#ifndef STRINGS_REFERENCE_H
#define STRINGS_REFERENCE_H

#include <stddef.h>
#include <string.h>
#include <strings.h>

#ifdef AGREE_NATIVE
/* No part of the program's trace. */
#define REFERENCE static __attribute__((noinline, unused, no_sanitize("coverage")))

REFERENCE size_t reference_strnlen(const char *s, size_t most) {
  size_t i = 0;
  while (i < most && s[i] != 0) i++;
  return i;
}
REFERENCE size_t reference_strlen(const char *s) { return reference_strnlen(s, (size_t)-1); }

REFERENCE void *reference_memchr(const void *s, int c, size_t size) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  return NULL;
}

REFERENCE void *reference_memrchr(const void *s, int c, size_t size) {
  const unsigned char *bytes = s;
  while (size-- > 0)
    if (bytes[size] == (unsigned char)c) return (void *)(bytes + size);
  return NULL;
}

REFERENCE char *reference_strchrnul(const char *s, int c) {
  while (*s != 0 && *s != (char)c) s++;
  return (char *)s;
}
REFERENCE char *reference_strchr(const char *s, int c) {
  s = reference_strchrnul(s, c);
  return *s == (char)c ? (char *)s : NULL;
}
REFERENCE char *reference_strrchr(const char *s, int c) {
  return reference_memrchr(s, c, reference_strlen(s) + 1);
}

REFERENCE int reference_difference(const char *a, const char *b, size_t size, int is_text,
                                   int (*fold)(int)) {
  for (size_t i = 0; i < size; i++) {
    int x = fold((unsigned char)a[i]), y = fold((unsigned char)b[i]);
    if (x != y) return x - y;
    if (is_text && x == 0) return 0;
  }
  return 0;
}
REFERENCE int reference_same(int c) { return c; }
REFERENCE int reference_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
#define reference_memcmp(a, b, size) reference_difference(a, b, size, 0, reference_same)
#define reference_strncmp(a, b, size) reference_difference(a, b, size, 1, reference_same)
#define reference_strcmp(a, b) reference_strncmp(a, b, (size_t)-1)
#define reference_strncasecmp(a, b, size) reference_difference(a, b, size, 1, reference_lower)
#define reference_strcasecmp(a, b) reference_strncasecmp(a, b, (size_t)-1)

REFERENCE size_t reference_span(const char *s, const char *set, int is_in) {
  size_t i = 0;
  while (s[i] != 0 && (reference_strchr(set, s[i]) != NULL) == is_in) i++;
  return i;
}
#define reference_strspn(s, set) reference_span(s, set, 1)
#define reference_strcspn(s, set) reference_span(s, set, 0)
REFERENCE char *reference_strpbrk(const char *s, const char *set) {
  s += reference_strcspn(s, set);
  return *s != 0 ? (char *)s : NULL;
}

REFERENCE char *reference_strstr(const char *s, const char *word) {
  size_t size = reference_strlen(word);
  for (;; s++) {
    if (reference_strncmp(s, word, size) == 0) return (char *)s;
    if (*s == 0) return NULL;
  }
}

REFERENCE char *reference_stpcpy(char *to, const char *from) {
  while ((*to = *from) != 0) to++, from++;
  return to;
}
REFERENCE char *reference_strcpy(char *to, const char *from) {
  reference_stpcpy(to, from);
  return to;
}
REFERENCE char *reference_stpncpy(char *to, const char *from, size_t size) {
  size_t i = 0, end;
  for (; i < size && (to[i] = from[i]) != 0; i++);
  for (end = i; i < size; i++) to[i] = 0;
  return to + end;
}
REFERENCE char *reference_strncpy(char *to, const char *from, size_t size) {
  reference_stpncpy(to, from, size);
  return to;
}
REFERENCE char *reference_strncat(char *to, const char *from, size_t most) {
  size_t at = reference_strlen(to), i = 0;
  for (; i < most && from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  return to;
}
REFERENCE char *reference_strcat(char *to, const char *from) {
  reference_strcpy(to + reference_strlen(to), from);
  return to;
}
#define CALL(name) reference_##name
#else
#define CALL(name) name
#endif

#endif
