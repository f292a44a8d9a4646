/* Large structures by value, pairs in registers, and returns through memory. */
#include "agree.h"

AGREE_RESULT(4);

struct pair {
  long a, b;
};
struct mixed {
  int a;
  char text[12];
  long b;
};
struct large {
  struct pair pairs[3];
  short tail;
};

static struct pair swap(struct pair p) { return p.a > p.b ? (struct pair){p.b, p.a} : p; }

static struct mixed turn(struct mixed m) {
  for (int i = 0; i < 6; i++) {
    char c = m.text[i];
    m.text[i] = m.text[11 - i];
    m.text[11 - i] = c;
  }
  m.b -= m.a;
  return m;
}

static long total(struct large l, int n, struct pair last) {
  l.pairs[n] = last;
  long sum = l.tail;
  for (int i = 0; i < 3; i++) sum += l.pairs[i].a * (i + 1) - l.pairs[i].b;
  return sum;
}

int main(void) {
  unsigned char x = agree_byte();
  struct mixed mixed = {x, "hello world", x * x};
  struct large large = {{{x, 1}, {2, x}, {3, 4}}, (short)(x * 100)};
  mixed.text[3] = (char)x;
  struct pair pair = swap((struct pair){x - 100, 100 - x});
  struct mixed turned = turn(mixed);
  agree_result[0] = (unsigned long)(pair.a * 1000 + pair.b);
  agree_result[1] = (unsigned long)(turned.b + turned.text[8] * 256 + turned.text[1]);
  agree_result[2] = (unsigned long)total(large, x % 3, pair);
  agree_result[3] = (unsigned long)large.pairs[x % 3].a;
  return 0;
}
