// The integer conversions under the names that glibc's headers give them: with a locale, which does
// not matter to them, and as C23 has them, where base 0 and base 2 accept a prefix 0b.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

// Where the digits of a binary number begin, or NULL if the text is not one with a prefix.
static const char *binary_digits(const char *text, int base, bool *negative) {
  if (base != 0 && base != 2) return NULL;
  while (isspace((unsigned char)*text)) text++;
  *negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  if (text[0] != '0' || (text[1] | 32) != 'b' || (text[2] != '0' && text[2] != '1')) return NULL;
  return text + 2;
}

static unsigned long parse_unsigned(const char *text, char **end, int base) {
  bool negative;
  const char *digits = binary_digits(text, base, &negative);
  if (!digits) return strtoul(text, end, base);
  int before = errno;
  errno = 0;
  unsigned long value = strtoul(digits, end, 2);
  if (errno == ERANGE) return value;
  errno = before;
  return negative ? -value : value;
}

static long parse_signed(const char *text, char **end, int base) {
  bool negative;
  const char *digits = binary_digits(text, base, &negative);
  if (!digits) return strtol(text, end, base);
  unsigned long limit = (unsigned long)LONG_MAX + negative;
  unsigned long value = strtoul(digits, end, 2);
  if (value > limit) {
    errno = ERANGE;
    value = limit;
  }
  return (long)(negative ? -value : value);
}

long __isoc23_strtol(const char *s, char **end, int base) { return parse_signed(s, end, base); }
long long __isoc23_strtoll(const char *s, char **end, int base) {
  return parse_signed(s, end, base);
}
intmax_t __isoc23_strtoimax(const char *s, char **end, int base) {
  return parse_signed(s, end, base);
}
unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return parse_unsigned(s, end, base);
}
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return parse_unsigned(s, end, base);
}
uintmax_t __isoc23_strtoumax(const char *s, char **end, int base) {
  return parse_unsigned(s, end, base);
}

// The plain functions with a locale.
#define DEFINE_LOCALE_FORM(NAME, TYPE, CHAR)                                                       \
  TYPE __##NAME##_l(const CHAR *s, CHAR **end, int base, locale_t locale) {                        \
    (void)locale;                                                                                  \
    return NAME(s, end, base);                                                                     \
  }                                                                                                \
  __attribute__((weak, alias("__" #NAME "_l"))) TYPE NAME##_l(const CHAR *s, CHAR **end, int base, \
                                                              locale_t locale);

DEFINE_LOCALE_FORM(strtol, long, char)
DEFINE_LOCALE_FORM(strtoll, long long, char)
DEFINE_LOCALE_FORM(strtoul, unsigned long, char)
DEFINE_LOCALE_FORM(strtoull, unsigned long long, char)
DEFINE_LOCALE_FORM(wcstol, long, wchar_t)
DEFINE_LOCALE_FORM(wcstoll, long long, wchar_t)
DEFINE_LOCALE_FORM(wcstoul, unsigned long, wchar_t)
DEFINE_LOCALE_FORM(wcstoull, unsigned long long, wchar_t)
