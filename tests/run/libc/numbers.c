// Numbers from text and back; sorting, searching, random numbers, division helpers.
// RUN: %native-diff %s
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
struct record { char name[12]; double weight; };
static int by_weight(const void *a, const void *b) {
  const struct record *x = a, *y = b;
  return x->weight < y->weight ? -1 : x->weight > y->weight;
}

static void parse(const char *text, int base) {
  char *end;
  errno = 0;
  long v = strtol(text, &end, base);
  printf("%ld [%s] %d | ", v, end, errno == ERANGE);
  errno = 0;
  unsigned long long u = strtoull(text, &end, base);
  printf("%llu [%s] %d\n", u, end, errno == ERANGE);
}

static void parse_double(const char *text) {
  char *end;
  errno = 0;
  double d = strtod(text, &end);
  printf("%.17g [%s] %d %.9g %.20Lg\n", d, end, errno == ERANGE, (double)strtof(text, NULL), strtold(text, NULL));
}

int main(void) {
  const char *integers[] = {"0", "42", "-17", "+8", "  99x", "0x1F", "0755", "zz", "", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616"};
  for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++) parse(integers[i], 0), parse(integers[i], 10), parse(integers[i], 36);
  const char *doubles[] = {"0", "3.14", "-2.5e3", "1e400", "1e-400", "0x1.8p3", "inf", "-nan", ".5", "5.", "1e", "abc", "123456789012345678901234567890", "0.1", "2.2250738585072014e-308", "1.7976931348623157e308", "9007199254740993"};
  for (unsigned i = 0; i < sizeof doubles / sizeof *doubles; i++) if (doubles[i][1] != 'n') parse_double(doubles[i]);
  printf("%d %ld %lld %g\n", atoi("12abc"), atol("-5"), atoll("999999999999"), atof("2.5"));
  int values[200];
  unsigned seed = 5;
  for (int i = 0; i < 200; i++) values[i] = (int)((seed = seed * 1664525u + 1013904223u) >> 20) - 2000;
  qsort(values, 200, sizeof *values, by_value);
  for (int i = 0; i < 200; i += 13) printf("%d ", values[i]);
  int *found = bsearch(&values[77], values, 200, sizeof *values, by_value), key = 5000;
  printf("%d %d\n", *found == values[77], bsearch(&key, values, 200, sizeof *values, by_value) == NULL);
  const char *names[] = {"pear", "apple", "fig", "banana", "cherry"};
  qsort(names, 5, sizeof *names, by_name);
  for (int i = 0; i < 5; i++) printf("%s ", names[i]);
  struct record records[] = {{"c", 3.5}, {"a", -1}, {"b", 2.25}, {"d", 1e9}};
  qsort(records, 4, sizeof *records, by_weight);
  for (int i = 0; i < 4; i++) printf("%s ", records[i].name);
  div_t q = div(-17, 5);
  ldiv_t lq = ldiv(100000000000, 7);
  printf("\n%d %d %ld %ld %d %ld\n", q.quot, q.rem, lq.quot, lq.rem, abs(-3), labs(-4l));
  printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("-77", NULL, 10), strtoumax("77", NULL, 8));
  return values[0] < values[199] ? 12 : 13;
}
