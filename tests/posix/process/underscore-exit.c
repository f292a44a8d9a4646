// _exit.
#include "../observe.h"

static void never(void) { write(1, "never here\n", 11); }

int main(void) {
  atexit(never);
  part("flushed");
  setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("lost\n");
  _exit(300);
}
