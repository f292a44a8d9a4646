// The fortified functions on wide characters. The room is counted in wide characters where they are
// the destination, in bytes where those are.
#include "glibc/fortify.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  check_size(count, room);
  return wmemcpy(to, from, count);
}

wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  check_size(count, room);
  return wmemmove(to, from, count);
}

wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  check_size(count, room);
  return wmemcpy(to, from, count) + count;
}

wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t count, size_t room) {
  check_size(count, room);
  return wmemset(to, c, count);
}

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  check_size(wcslen(from) + 1, room);
  return wcscpy(to, from);
}

wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  check_size(wcslen(from) + 1, room);
  return wcpcpy(to, from);
}

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  check_size(count, room);
  return wcsncpy(to, from, count);
}

wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  check_size(count, room);
  return wcpncpy(to, from, count);
}

wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t room) {
  check_size(wcslen(from) + 1, room - wcsnlen(to, room));
  return wcscat(to, from);
}

wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t limit, size_t room) {
  check_size(wcsnlen(from, limit) + 1, room - wcsnlen(to, room));
  return wcsncat(to, from, limit);
}

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t count, size_t room) {
  check_size(count, room);
  return mbstowcs(to, from, count);
}

size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t count, mbstate_t *state,
                       size_t room) {
  check_size(count, room);
  return mbsrtowcs(to, from, count, state);
}

size_t __mbsnrtowcs_chk(wchar_t *to, const char **from, size_t limit, size_t count,
                        mbstate_t *state, size_t room) {
  check_size(count, room);
  return mbsnrtowcs(to, from, limit, count, state);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t size, size_t room) {
  check_size(size, room);
  return wcstombs(to, from, size);
}

size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t size, mbstate_t *state, size_t room) {
  check_size(size, room);
  return wcsrtombs(to, from, size, state);
}

size_t __wcsnrtombs_chk(char *to, const wchar_t **from, size_t limit, size_t size, mbstate_t *state,
                        size_t room) {
  check_size(size, room);
  return wcsnrtombs(to, from, limit, size, state);
}

size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t room) {
  check_size(MB_CUR_MAX, room);
  return wcrtomb(to, c, state);
}

int __wctomb_chk(char *to, wchar_t c, size_t room) {
  check_size(MB_CUR_MAX, room);
  return wctomb(to, c);
}

int __vwprintf_chk(int flag, const wchar_t *format, va_list list) {
  (void)flag;
  return vwprintf(format, list);
}

int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list list) {
  (void)flag;
  return vfwprintf(stream, format, list);
}

int __vswprintf_chk(wchar_t *to, size_t count, int flag, size_t room, const wchar_t *format,
                    va_list list) {
  (void)flag;
  check_size(count, room);
  return vswprintf(to, count, format, list);
}

int __wprintf_chk(int flag, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int result = __vwprintf_chk(flag, format, list);
  va_end(list);
  return result;
}

int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int result = __vfwprintf_chk(stream, flag, format, list);
  va_end(list);
  return result;
}

int __swprintf_chk(wchar_t *to, size_t count, int flag, size_t room, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int result = __vswprintf_chk(to, count, flag, room, format, list);
  va_end(list);
  return result;
}
