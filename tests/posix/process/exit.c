// exit: handlers in reverse order, then streams; the status has eight bits.
#include "../observe.h"

static void first(void) { printf("registered first\n"); }
static void second(void) {
  printf("registered second\n");
  atexit(first);
}

__attribute__((destructor)) static void destructor(void) { printf("destructor\n"); }

int main(void) {
  IS(atexit(first));
  IS(atexit(second));
  FILE *file = fopen("a", "w");
  fputs("unflushed", file);
  setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("in the buffer\n");
  exit(0x1234);
}
