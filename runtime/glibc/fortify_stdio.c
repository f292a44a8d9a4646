// The fortified functions that read from streams.
#include "glibc/fortify.h"
#include <stdio.h>
#include <string.h>
#include <wchar.h>

char *__fgets_chk(char *to, size_t room, int size, FILE *stream) {
  check_size(size < 0 ? 0 : (size_t)size, room);
  return fgets(to, size, stream);
}

char *__fgets_unlocked_chk(char *to, size_t room, int size, FILE *stream) {
  return __fgets_chk(to, room, size, stream);
}

// gets has no limit of its own: a line that does not fit is the overflow.
char *__gets_chk(char *to, size_t room) {
  size_t length = 0;
  int c;
  while ((c = getchar()) != EOF && c != '\n') {
    check_size(length + 2, room);
    to[length++] = (char)c;
  }
  if (c == EOF && (length == 0 || ferror(stdin))) return NULL;
  check_size(1, room);
  to[length] = 0;
  return to;
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
  if (size > 0) check_count(count, size, room);
  return fread(to, size, count, stream);
}

size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
  return __fread_chk(to, room, size, count, stream);
}

// The room of wide destinations is counted in characters.
wchar_t *__fgetws_chk(wchar_t *to, size_t room, int size, FILE *stream) {
  check_size(size < 0 ? 0 : (size_t)size, room);
  return fgetws(to, size, stream);
}

wchar_t *__fgetws_unlocked_chk(wchar_t *to, size_t room, int size, FILE *stream) {
  return __fgetws_chk(to, room, size, stream);
}
