/* Compiled three times: a program (PROGRAM) and two libraries (ONE, TWO). Each has a function
   `private`, which the libraries do not export; `common` is in all, and the program's stands. */
#include <stdio.h>

#if defined PROGRAM
int one(int), two(int);
__attribute__((weak)) const char *common(void) { return "program's"; }
__attribute__((constructor)) static void start(void) { puts("program starts"); }
int private(int x) { return x + 100; }
int main(int argc, char **argv) {
  (void)argv;
  int table[4] = {0};
  int first = one(argc), second = two(argc);
  printf("%d %d %d\n", private(argc), first, second);
  return table[first - 1001];
}
#elif defined ONE
__attribute__((visibility("hidden"))) int private(int x) { return x + 1000; }
__attribute__((constructor)) static void start(void) { puts("one starts"); }
const char *common(void) { return "one's"; }
int one(int x) { printf("%s\n", common()); return private(x); }
#else
int two_helper;
int private(int x) { return x + 2000; }
__attribute__((constructor)) static void start(void) { puts("two starts"); }
const char *common(void) { return "two's"; }
int two(int x) { printf("%s\n", common()); return private(x); }
#endif
