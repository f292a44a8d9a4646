// explicit_bzero: a memset that no optimiser may drop. musl says so to the compiler in assembly.
#include <string.h>

void explicit_bzero(void *object, size_t size) {
  void *(*volatile set)(void *, int, size_t) = memset;
  set(object, 0, size);
}
