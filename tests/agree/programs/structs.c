/* Structures copied, passed and returned by value, chosen by the input. */
#include "agree.h"

AGREE_RESULT(6);

struct small {
  char tag;
  short value;
};
struct large {
  struct small items[4];
  long total;
  int (*rule)(int);
};

static int twice(int x) { return 2 * x; }
static int less(int x) { return x - 1; }

static struct large make(unsigned char x) {
  struct large made = {.total = x, .rule = x & 1 ? twice : less};
  for (int i = 0; i < 4; i++) made.items[i] = (struct small){(char)(x + i), (short)(x * i - 50)};
  return made;
}

static struct small best(struct large of) {
  struct small found = of.items[0];
  for (int i = 1; i < 4; i++)
    if (of.items[i].tag > found.tag) found = of.items[i];
  return found;
}

int main(void) {
  unsigned char x = agree_byte();
  struct large one = make(x), two = one;
  two.items[x & 3] = two.items[x >> 6];
  two.total = one.rule((int)one.total);
  struct small found = best(two);
  agree_result[0] = (unsigned long)found.value;
  agree_result[1] = (unsigned long)two.total;
  for (int i = 0; i < 4; i++)
    agree_result[2 + i] =
        (unsigned char)two.items[i].tag << 16 | (unsigned short)two.items[i].value;
  return one.total == two.total;
}
