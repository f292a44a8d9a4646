// Constructors run by priority before main, destructors in reverse after it, around
// the functions given to atexit.
// RUN: %native-diff %s
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(300))) static void third(void) { printf("constructor 300: %d\n", order++); }
__attribute__((constructor(101))) static void first(void) { printf("constructor 101: %d\n", order++); }
__attribute__((constructor(200))) static void second(void) { printf("constructor 200: %d\n", order++); }
__attribute__((constructor)) static void last(void) { printf("constructor: %d\n", order++); }
__attribute__((constructor)) static void really_last(void) { printf("second constructor: %d\n", order++); }
__attribute__((destructor(101))) static void d_last(void) { printf("destructor 101: %d\n", order++); }
__attribute__((destructor(300))) static void d_middle(void) { printf("destructor 300: %d\n", order++); }
__attribute__((destructor)) static void d_first(void) { printf("destructor: %d\n", order++); }
static void at_exit_1(void) { printf("at exit, given first: %d\n", order++); }
static void at_exit_2(void) {
  printf("at exit, given second: %d\n", order++);
  atexit(at_exit_1);
}

int main(void) {
  atexit(at_exit_1);
  atexit(at_exit_2);
  printf("main: %d\n", order++);
  return 3;
}
