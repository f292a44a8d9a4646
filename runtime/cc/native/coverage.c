// What clang's coverage library, which Debian builds with glibc's headers, asks of a libc beyond what
// musl has. Compiled natively; smew cc links it into programs that write coverage.
#include <stdarg.h>
#include <stdio.h>

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int count = vfprintf(stream, format, arguments);
  va_end(arguments);
  return count;
}
