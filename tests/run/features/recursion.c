// Recursion of all shapes, arguments of many widths, mutual and through pointers.
// RUN: %native-diff %s
#include <stdio.h>

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static void hanoi(int n, char from, char to, char via, int *moves) {
  if (n == 0) return;
  hanoi(n - 1, from, via, to, moves);
  if (++*moves % 50 == 0) printf("%c%c ", from, to);
  hanoi(n - 1, via, to, from, moves);
}
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int fixed(int (*f)(int (*)(void *, int), void *, int), int (*self)(void *, int), void *data, int n) { return f(self, data, n); }
static int step(int (*self)(void *, int), void *data, int n) { return n <= 1 ? 1 : n * self(data, n - 1); }
static int self(void *data, int n) { return fixed((int (*)(int (*)(void *, int), void *, int))data, self, data, n); }
static int queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
  int count = 0;
  if (row == n) return 1;
  for (int c = 0; c < n; c++) {
    unsigned bit = 1u << c;
    if ((columns | left | right) & bit) continue;
    count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}
static void permute(char *text, int at, int *seen) {
  if (!text[at]) {
    if (++*seen % 17 == 0) printf("%s ", text);
    return;
  }
  for (int i = at; text[i]; i++) {
    char t = text[at];
    text[at] = text[i], text[i] = t;
    permute(text, at + 1, seen);
    t = text[at], text[at] = text[i], text[i] = t;
  }
}
static long wide(char a, short b, int c, long d, float e, double f, unsigned char g, unsigned short h, _Bool i, int depth) {
  if (depth == 0) return a + b + c + d + (long)e + (long)f + g + h + i;
  return wide((char)(a + 1), (short)(b * 3), c - 1, d * 2, e / 2, f + 0.5, (unsigned char)(g + 100), (unsigned short)(h * 7), !i, depth - 1);
}

int main(void) {
  int moves = 0, seen = 0;
  char text[] = "smews";
  printf("%d\n", ackermann(2, 9));
  hanoi(9, 'A', 'B', 'C', &moves);
  printf("%d\n%d %d\n", moves, even(500), odd(501));
  printf("%d %d\n", self((void *)step, 10), queens(7, 0, 0, 0, 0));
  permute(text, 0, &seen);
  printf("%d\n%ld\n", seen, wide(1, 2, 3, 4, 5.5f, 6.5, 7, 8, 1, 9));
  return queens(6, 0, 0, 0, 0);
}
