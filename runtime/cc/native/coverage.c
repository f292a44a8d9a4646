// What clang's coverage library, which Debian builds with glibc's headers, asks of a libc beyond
// what musl has. Compiled natively; smew cc links it into programs that write coverage.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __snprintf_chk(char *text, size_t limit, int flag, size_t size, const char *format, ...);

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int count = vfprintf(stream, format, arguments);
  va_end(arguments);
  return count;
}

int __snprintf_chk(char *text, size_t limit, int flag, size_t size, const char *format, ...) {
  (void)flag;
  if (limit > size) abort();
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(text, limit, format, arguments);
  va_end(arguments);
  return count;
}
