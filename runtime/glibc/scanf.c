// The scanf family under the names that glibc's headers give it for C23. That %i reads 0b as a
// prefix of binary numbers there is left out.
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

int __isoc23_vscanf(const char *format, va_list list) { return vscanf(format, list); }
int __isoc23_vfscanf(FILE *f, const char *format, va_list list) { return vfscanf(f, format, list); }
int __isoc23_vsscanf(const char *s, const char *format, va_list list) {
  return vsscanf(s, format, list);
}
int __isoc23_vwscanf(const wchar_t *format, va_list list) { return vwscanf(format, list); }
int __isoc23_vfwscanf(FILE *f, const wchar_t *format, va_list list) {
  return vfwscanf(f, format, list);
}
int __isoc23_vswscanf(const wchar_t *s, const wchar_t *format, va_list list) {
  return vswscanf(s, format, list);
}

#define SCAN_WITH_LIST(expression)                                                                 \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int count = expression;                                                                          \
  va_end(list);                                                                                    \
  return count

int __isoc23_scanf(const char *format, ...) { SCAN_WITH_LIST(vscanf(format, list)); }
int __isoc23_fscanf(FILE *f, const char *format, ...) { SCAN_WITH_LIST(vfscanf(f, format, list)); }
int __isoc23_sscanf(const char *s, const char *format, ...) {
  SCAN_WITH_LIST(vsscanf(s, format, list));
}
int __isoc23_wscanf(const wchar_t *format, ...) { SCAN_WITH_LIST(vwscanf(format, list)); }
int __isoc23_fwscanf(FILE *f, const wchar_t *format, ...) {
  SCAN_WITH_LIST(vfwscanf(f, format, list));
}
int __isoc23_swscanf(const wchar_t *s, const wchar_t *format, ...) {
  SCAN_WITH_LIST(vswscanf(s, format, list));
}
