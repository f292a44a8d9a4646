// The fortified printf family. Of the two things it checks, the room for the result is checked
// here; that %n stands in a constant format is not.
#include "glibc/fortify.h"
#include <stdarg.h>
#include <stdio.h>
#include <syslog.h>

int __vprintf_chk(int flag, const char *format, va_list list) {
  (void)flag;
  return vprintf(format, list);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list) {
  (void)flag;
  return vfprintf(stream, format, list);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list list) {
  (void)flag;
  return vdprintf(fd, format, list);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list list) {
  (void)flag;
  return vasprintf(result, format, list);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list list) {
  (void)flag;
  check_size(size, room);
  return vsnprintf(to, size, format, list);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) {
  (void)flag;
  if (room == (size_t)-1) return vsprintf(to, format, list);
  int count = vsnprintf(to, room, format, list);
  if (count >= 0 && (size_t)count >= room) __chk_fail();
  return count;
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list list) {
  (void)flag;
  vsyslog(priority, format, list);
}

// Calls `expression` with the arguments after `last` in `list`.
#define WITH_LIST(type, last, expression)                                                          \
  va_list list;                                                                                    \
  va_start(list, last);                                                                            \
  type result = expression;                                                                        \
  va_end(list);                                                                                    \
  return result

int __printf_chk(int flag, const char *format, ...) {
  WITH_LIST(int, format, __vprintf_chk(flag, format, list));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  WITH_LIST(int, format, __vfprintf_chk(stream, flag, format, list));
}

int __dprintf_chk(int fd, int flag, const char *format, ...) {
  WITH_LIST(int, format, __vdprintf_chk(fd, flag, format, list));
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
  WITH_LIST(int, format, __vasprintf_chk(to, flag, format, list));
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
  WITH_LIST(int, format, __vsnprintf_chk(to, size, flag, room, format, list));
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  WITH_LIST(int, format, __vsprintf_chk(to, flag, room, format, list));
}

void __syslog_chk(int priority, int flag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  __vsyslog_chk(priority, flag, format, list);
  va_end(list);
}
