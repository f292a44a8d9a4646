// Control flow: computed goto, jumps into loops and blocks, switches of all kinds,
// tables of functions, Duff's device.
// RUN: %native-diff %s
#include <stdint.h>
#include <stdio.h>

static int run(const unsigned char *code) {
  static void *const labels[] = {&&halt, &&increment, &&decrement, &&twice, &&jump_back, &&negate};
  int accumulator = 0, budget = 3;
  goto *labels[*code];
increment: accumulator++; goto *labels[*++code];
decrement: accumulator--; goto *labels[*++code];
twice: accumulator *= 2; goto *labels[*++code];
negate: accumulator = -accumulator; goto *labels[*++code];
jump_back:
  if (budget-- > 0) {
    code -= 2;
    goto *labels[*code];
  }
  goto *labels[*++code];
halt: return accumulator;
}

static int relative(int which) {
  static const int offsets[] = {&&one - &&zero, &&two - &&zero};
  goto *(&&zero + offsets[which]);
zero: return 0;
one: return 10;
two: return 20;
}

static int into_loop(int start) {
  int sum = 0, i = start;
  if (start > 2) goto middle;
  for (i = 0; i < 6; i++) {
    sum += 100;
  middle:
    sum += i;
  }
  {
    int block = 5;
    if (start < 0) {
    again:
      block = sum & 7;
    }
    sum += block;
    if (sum % 3 == 0) goto again;
  }
  return sum;
}

static const char *classify(long v) {
  switch (v) {
  case -1: return "minus one";
  case 0 ... 9: return "digit";
  case 10:
  case 12:
  case 14: return "even teen";
  case 1000 ... 100000: return "thousands";
  case 0x7fffffffffffffff: return "max";
  case -0x7fffffffffffffff - 1: return "min";
  case 0x100000000: return "2^32";
  default: return "other";
  }
}

static int narrow(int8_t c) {
  switch (c) {
  case -128: return 1;
  case -1: return 2;
  case 0: return 3;
  case 127: return 4;
  }
  return 5;
}

static int wide(unsigned __int128 v) {
  switch (v) {
  case 1: return 1;
  case (unsigned __int128)1 << 100: return 2;
  default: return 3;
  }
}

static int fall(unsigned n) {
  int r = 0;
  switch (n % 8) {
  case 5: r += 5; __attribute__((fallthrough));
  case 4: r += 4; __attribute__((fallthrough));
  default: r += 100; __attribute__((fallthrough));
  case 2: r += 2; break;
  case 1: r = -1;
  }
  return r;
}

static void duff(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++; __attribute__((fallthrough));
  case 3:      *to++ = *from++; __attribute__((fallthrough));
  case 2:      *to++ = *from++; __attribute__((fallthrough));
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const operators[])(int, int) = {add, subtract, multiply};
static int (*choose(int i))(int, int) { return operators[i % 3]; }
typedef int (*operator)(int, int);
static int apply(operator f, operator g, int x) { return f(g(x, 2), g(3, x)); }

int main(void) {
  printf("%d\n", run((const unsigned char[]){1, 1, 3, 4, 3, 5, 2, 0}));
  printf("%d %d\n", relative(0), relative(1));
  for (int i = -2; i < 8; i++) printf("%d ", into_loop(i));
  const long values[] = {-1, 0, 5, 9, 10, 11, 12, 999, 1000, 55555, 100001, 1l << 32, INT64_MAX, INT64_MIN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) printf("%s, ", classify(values[i]));
  for (int i = -128; i < 128; i++) printf("%d", narrow((int8_t)i));
  printf("\n%d %d %d\n", wide(1), wide((unsigned __int128)1 << 100), wide(2));
  for (unsigned i = 0; i < 8; i++) printf("%d ", fall(i));
  char text[12] = {0};
  duff(text, "hello world", 11);
  printf("%s\n", text);
  for (int i = 0; i < 9; i++) printf("%d ", apply(choose(i), choose(i / 3), i));
  int rows = 0;
  for (int i = 0; i < 10; i++) {
    for (int j = 0;; j++) {
      if (j == i) goto next_row;
      if (i * j == 42) goto done;
      rows++;
    }
  next_row:
    if (i % 2) continue;
    rows += 1000;
  }
done:
  printf("%d\n", rows);
  int k = 10;
  do k -= 3;
  while (k > 0);
  return k + 50;
}
