// setjmp and longjmp: out of several frames, in loops, nested, with locals that
// must survive, and the value 0 that becomes 1.
// RUN: %native-diff %s
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner, loop;

static void dive(int depth, int value) {
  char ballast[100];
  ballast[depth % 100] = (char)depth;
  if (depth == 0) longjmp(outer, value);
  dive(depth - 1, value);
  printf("never %d\n", ballast[0]);
}

static int nested(void) {
  volatile int tries = 0;
  int got = setjmp(inner);
  tries++;
  printf("inner %d, try %d\n", got, tries);
  if (tries < 4) longjmp(inner, tries * 10);
  if (tries == 4) longjmp(outer, 77);
  return 0;
}

static int parse(const char *text) {
  jmp_buf error;
  volatile int sum = 0;
  if (setjmp(error)) return -1;
  for (const char *c = text; *c; c++) {
    if (*c < '0' || *c > '9') longjmp(error, 1);
    sum = sum * 10 + (*c - '0');
  }
  return sum;
}

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x == 13 || y == 13) longjmp(loop, 13);
  return (x > y) - (x < y);
}

int main(void) {
  volatile int stage = 0;
  switch (setjmp(outer)) {
  case 0: printf("first\n"); stage = 1; dive(50, 0); break;
  case 1: printf("zero became one, stage %d\n", stage); stage = 2; dive(10, 5); break;
  case 5: printf("five, stage %d\n", stage); nested(); break;
  case 77: printf("seventy-seven\n"); break;
  }
  volatile int rounds = 0;
  while (1) {
    int value = setjmp(loop);
    if (value >= 5) break;
    rounds++;
    longjmp(loop, value + 1);
  }
  printf("rounds %d\n", rounds);
  printf("%d %d %d\n", parse("123"), parse("12x3"), parse(""));
  int items[] = {5, 3, 13, 1};
  if (setjmp(loop) == 0) qsort(items, 4, sizeof *items, compare);
  else printf("out of qsort\n");
  return rounds;
}
