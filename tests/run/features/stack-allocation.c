// Variable-length arrays and alloca, in loops too: the stack is given back.
// RUN: %native-diff %s
#include <stdio.h>
#include <string.h>

static int sum_vla(int n) {
  int a[n], sum = 0;
  for (int i = 0; i < n; i++) a[i] = i * i;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum + (int)(sizeof a / sizeof *a);
}

static long matrix(int rows, int columns) {
  double m[rows][columns];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) m[i][j] = i * columns + j;
  double t = 0;
  for (int i = 0; i < rows; i++) t += m[i][columns - 1 - i % columns];
  return (long)t + (long)sizeof m;
}

static int pass(int n, int m, int a[n][m]) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) sum += a[i][j];
  return sum;
}

static char *linked(int n) {
  struct cell {
    struct cell *next;
    char c;
  } *head = NULL;
  static char text[64];
  for (int i = 0; i < n; i++) {
    struct cell *cell = __builtin_alloca(sizeof *cell);
    cell->next = head;
    cell->c = (char)('a' + i);
    head = cell;
  }
  int at = 0;
  for (; head; head = head->next) text[at++] = head->c;
  text[at] = 0;
  return text;
}

int main(void) {
  for (int n = 1; n < 40; n += 6) printf("%d %ld\n", sum_vla(n), matrix(n, 41 - n));
  // Thousands of megabytes if a round did not give its array back.
  long total = 0;
  for (int i = 0; i < 20000; i++) {
    char buffer[100000 + i];
    buffer[i] = (char)i;
    buffer[100000 + i - 1] = 1;
    total += buffer[i];
    if (i % 3 == 0) continue;
    int more[i % 7 + 1];
    more[i % 7] = i;
    if (i % 5 == 0) goto next;
    total += more[i % 7];
  next:;
  }
  printf("%ld %s\n", total, linked(26));
  int n = 3, m = 4, a[n][m];
  for (int i = 0; i < 12; i++) a[i / 4][i % 4] = i;
  int(*p)[m] = a + 1;
  printf("%d %d %zu\n", pass(n, m, a), p[1][2], sizeof *p);
  return (int)(total & 63);
}
