// Two paths that meet with COUNT heap objects each, of which CELLS are not the same. With EXTRA,
// one of them has a stack object that the other has not, and they cannot be merged.
#include <klee/klee.h>
#include <stdlib.h>

static long *objects[COUNT];

int main(void) {
  char choice;
  for (long i = 0; i < COUNT; i++) {
    objects[i] = malloc(16);
    objects[i][0] = i;
  }
  klee_make_symbolic(&choice, sizeof choice, "choice");
  klee_open_merge();
  if (choice) {
    for (long i = 0; i < CELLS; i++) objects[i * (COUNT / CELLS)][0] = -i - 1;
#ifdef EXTRA
    *(volatile char *)__builtin_alloca(1) = 0;
#endif
  }
  klee_close_merge();
  return 0;
}
