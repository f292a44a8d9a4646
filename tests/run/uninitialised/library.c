// What the libc does with bytes that were never written, and what leaves the program.
// RUN: %msan-agree %s
#include "Inputs/start.h"
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>

CASE(length_of_text) {
  char text[16];
  strcpy(text, "abc");
  if (strlen(text) == 3) sink = 1;
}
CASE(length_of_no_text) {
  char *text = malloc(4);
  text[0] = 'a';
  use(strlen(text) == 3);
}
CASE(compared_texts) {
  char a[16], b[16];
  strcpy(a, "abc");
  strcpy(b, "abc");
  if (strcmp(a, b) == 0) sink = 1;
}
CASE(compared_memory) {
  char a[4], b[4];
  memset(a, 0, 4);
  memset(b, 0, 3);
  if (memcmp(a, b, 3) == 0) sink = 1;
  use(memcmp(a, b, 4) == 0);
}
CASE(written_out) {
  char b[8];
  b[0] = 'a';
  int null = open("/dev/null", O_WRONLY);
  write(null, b, 1);
  write(null, b, 2);
}
CASE(read_in) {
  char b[8];
  int null = open("/dev/zero", O_RDONLY);
  if (read(null, b, 4) == 4 && b[3] == 0) sink = 1;
  if (b[4] == 0) sink = 2;
}
static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}
CASE(variable_arguments) {
  if (sum(3, 1, 2, 3) == 6) sink = 1;
}
CASE(variable_argument_without_value) {
  int x;
  if (zero()) x = 1;
  if (sum(2, 1, x) == 6) sink = 1;
}
static jmp_buf place;
CASE(long_jump) {
  if (setjmp(place) == 0) longjmp(place, 7);
  sink = 1;
}
CASE(moved) {
  char a[16];
  memset(a, 1, 8);
  memmove(a + 4, a, 8);
  if (a[11] == 1) sink = 1;
  if (a[12] == 1) sink = 2;
}
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
CASE(sorted) {
  int a[5];
  for (int i = 0; i < 5; i++) a[i] = 5 - i;
  qsort(a, 5, sizeof *a, by_number);
  if (a[0] == 1) sink = 1;
}
#define CASES                                                                                      \
  X(length_of_text) X(length_of_no_text) X(compared_texts) X(compared_memory) X(written_out)       \
  X(read_in) X(variable_arguments) X(variable_argument_without_value) X(long_jump) X(moved)        \
  X(sorted)
#include "Inputs/cases.h"
