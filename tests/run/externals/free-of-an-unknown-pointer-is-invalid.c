// A pointer from undefined code may be freed without having been accessed: it is null or that of an unknown object, and no
// other object of the heap. Freeing it twice is an error.
//
// RUN: %clean --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --cc-flags=-DTWICE --no-output %s 2>&1 | FileCheck %s --check-prefix=TWICE
//
// CHECK: smew: complete
// TWICE: error: double free
// TWICE-NOT: error: invalid free
// TWICE: smew: complete
extern char *get(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *other = malloc(3), *unknown = get();
  free(unknown);
#ifdef TWICE
  free(unknown);
#endif
  free(other);
  return 0;
}
