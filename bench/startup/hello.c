/* The least program that needs libc. */
#include <stdio.h>

int main(void) {
  printf("%s %d\n", "hello", 42);
  return 0;
}
