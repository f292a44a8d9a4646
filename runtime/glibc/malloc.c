// The parts of glibc's allocator interface that steer or describe the allocator. There is nothing
// to steer; a description is of an empty heap, and it is reported that it says nothing.
#include "smew.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define weak __attribute__((weak))

struct mallinfo {
  int fields[10];
};

struct mallinfo2 {
  size_t fields[10];
};

weak int mallopt(int parameter, int value) {
  (void)parameter;
  (void)value;
  return 1;
}

weak int malloc_trim(size_t keep) {
  (void)keep;
  return 0;
}

weak struct mallinfo mallinfo(void) {
  __smew_unmodelled("mallinfo");
  return (struct mallinfo){0};
}

weak struct mallinfo2 mallinfo2(void) {
  __smew_unmodelled("mallinfo2");
  return (struct mallinfo2){0};
}

weak void malloc_stats(void) { __smew_unmodelled("malloc_stats"); }

weak void *pvalloc(size_t size) { return memalign(4096, (size + 4095) & ~(size_t)4095); }
