// _exit leaves buffers and handlers alone; quick_exit has handlers of its own.
#include "../observe.h"

static void ordinary(void) { write(1, "never here\n", 11); }
static void quick(void) { write(1, "quick\n", 6); }
static void quick_too(void) { write(1, "quick, too\n", 11); }

int main(void) {
  atexit(ordinary);
  at_quick_exit(quick);
  at_quick_exit(quick_too);
  setvbuf(stdout, NULL, _IOFBF, 4096);
  write(1, "written\n", 8);
  printf("lost\n");
  quick_exit(77);
}
