// Thread-local variables: with one thread, like globals.
// RUN: %native-diff %s
#include <stdio.h>

_Thread_local int counter = 5;
static __thread char name[8] = "smew";
_Thread_local int *pointer;
static _Thread_local struct { long a; double b; } pair = {3, 2.5};

static int next(void) {
  static _Thread_local int calls;
  return ++calls + counter++;
}

int main(void) {
  pointer = &counter;
  for (int i = 0; i < 5; i++) printf("%d ", next());
  name[0] = 'S';
  *pointer += 100;
  pair.b *= pair.a;
  printf("%d %s %g\n", counter, name, pair.b);
  return counter & 127;
}
