/* Functions that may not return: by exit, abort, longjmp, assumptions, endless loops in the callee
   of a callee, behind pointers, in recursion; with blocks after the calls that are reached only if
   they do. */
#include <klee/klee.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf place;
static volatile int sink;

static unsigned char byte(void) {
  unsigned char b;
  klee_make_symbolic(&b, 1, "byte");
  return b;
}

static void may_exit(int x) {
  if (x == 3) exit(4);
  sink += x;
}
static void may_jump(int x) {
  if (x == 2) longjmp(place, 1);
  sink -= x;
}
static void may_abort(int x) {
  if (x > 200) abort();
}
static void deep(int n, int x) {
  if (n > 0)
    deep(n - 1, x);
  else
    may_exit(x);
  sink++;
}
static void assume(int x) { klee_assume(x != 1); }
static void (*const ways[])(int) = {may_exit, may_jump, may_abort, assume};

static int search(int from) {
  for (int i = from; i < 10; i++) {
    if (byte() == 1) return i;
    if (i == 7) may_exit(byte());
  }
  return -1;
}

static int once(int x) {
  if (x & 1) {
    may_jump(x);
    sink += 2;
  }
  switch (x & 7) {
  case 0: may_exit(byte()); break;
  case 1: deep(2, byte()); break;
  case 2: ways[byte() & 3](byte()); sink++;
  case 3: sink += search(byte() & 7); break;
  default:
    while (byte() != 0) may_jump(byte());
  }
  return sink;
}

static jmp_buf quiet_place;
static void jump_quietly(int x) {
  if (x == 3 || x > 100) longjmp(quiet_place, 1);
}
static void jumped_to(void) {
  if (setjmp(quiet_place) != 0) {
    sink += 7;
    return;
  }
  jump_quietly(byte());
}

int main(void) {
  jumped_to();
  volatile int rounds = 0;
  if (setjmp(place) != 0) sink += 100;
  while (rounds++ < 6) {
    if (once(byte()) > 150) break;
    if (sink & 1) may_abort(byte());
    sink++;
  }
  if (sink & 4) puts("four");
  return sink & 7;
}
