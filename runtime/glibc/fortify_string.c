// The fortified memory and string functions: the plain ones behind a check that the result fits.
#include "glibc/fortify.h"
#include <string.h>

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
  check_size(size, room);
  return memcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
  check_size(size, room);
  return memmove(to, from, size);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
  check_size(size, room);
  return mempcpy(to, from, size);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room) {
  check_size(size, room);
  return memset(to, byte, size);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room) {
  check_size(size, room);
  explicit_bzero(to, size);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  size_t size = strlen(from) + 1;
  check_size(size, room);
  return memcpy(to, from, size);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  size_t length = strlen(from);
  check_size(length + 1, room);
  memcpy(to, from, length + 1);
  return to + length;
}

char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
  check_size(size, room);
  return strncpy(to, from, size);
}

char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room) {
  check_size(size, room);
  return stpncpy(to, from, size);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  size_t length = strnlen(to, room), size = strlen(from) + 1;
  check_size(size, room - length);
  memcpy(to + length, from, size);
  return to;
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
  size_t length = strnlen(to, room), count = strnlen(from, limit);
  if (count >= room - length) __chk_fail();
  memcpy(to + length, from, count);
  to[length + count] = 0;
  return to;
}
