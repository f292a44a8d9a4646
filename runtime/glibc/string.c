// String functions that only glibc has, and the reserved names its headers give to common ones.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define weak __attribute__((weak))

void *__rawmemchr(const void *object, int c) {
  const unsigned char *at = object;
  while (*at != (unsigned char)c) at++;
  return (void *)at;
}
weak __attribute__((alias("__rawmemchr"))) void *rawmemchr(const void *object, int c);

char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t size) { return strndup(s, size); }
char *__strtok_r(char *s, const char *set, char **rest) { return strtok_r(s, set, rest); }
int __strcasecmp(const char *a, const char *b) { return strcasecmp(a, b); }
char *__strcasestr(const char *text, const char *word) { return strcasestr(text, word); }
int __strverscmp(const char *a, const char *b) { return strverscmp(a, b); }
void *__mempcpy(void *to, const void *from, size_t size) { return mempcpy(to, from, size); }
void __bzero(void *object, size_t size) { memset(object, 0, size); }
int __memcmpeq(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

weak wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

weak wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) {
  return wmemcpy(to, from, count) + count;
}

weak char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }
