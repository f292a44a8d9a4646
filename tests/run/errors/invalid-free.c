// Freeing what malloc never gave out.
// RUN: %cases %s
// CASES: interior stack global literal wild realloc_interior past_end function
// CLEAN: from_calloc adjusted aligned

void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void *aligned_alloc(unsigned long, unsigned long);
int posix_memalign(void **, unsigned long, unsigned long);
void free(void *);

int table[4];

#ifdef CASE_interior
int main(void) {
  char *p = malloc(16);
  // interior: invalid-free.c:[[@LINE+1]]:3: error: invalid free: pointer to offset 4 of heap object (16 bytes, allocated at {{.*}}invalid-free.c:[[@LINE-1]]) [free]
  free(p + 4);
  return 0;
}
#endif

#ifdef CASE_stack
int main(void) {
  int local[4];
  int *p = local;
  // stack: invalid-free.c:[[@LINE+1]]:3: error: invalid free: 'local' (16 bytes) is not on the heap [free]
  free(p);
  return 0;
}
#endif

#ifdef CASE_global
int main(void) {
  int *p = table;
  // global: invalid-free.c:[[@LINE+1]]:3: error: invalid free: 'table' (16 bytes) is not on the heap [free]
  free(p);
  return 0;
}
#endif

#ifdef CASE_literal
int main(void) {
  char *p = "constant";
  // literal: invalid-free.c:[[@LINE+1]]:3: error: invalid free: {{.*}}(9 bytes) is not on the heap [free]
  free(p);
  return 0;
}
#endif

#ifdef CASE_wild
int main(void) {
  volatile unsigned long address = 0x4141414141414140;
  // wild: invalid-free.c:[[@LINE+1]]:3: error: invalid free: wild pointer 0x4141414141414140 [free]
  free((void *)address);
  return 0;
}
#endif

#ifdef CASE_realloc_interior
int main(void) {
  char *p = malloc(16);
  // realloc_interior: invalid-free.c:[[@LINE+1]]:7: error: invalid free: pointer to offset 8 of heap object (16 bytes, allocated at {{.*}}:[[@LINE-1]]) [free]
  p = realloc(p + 8, 32);
  return p == 0;
}
#endif

#ifdef CASE_past_end
int main(void) {
  char *p = malloc(16), *end = p + 16;
  // past_end: invalid-free.c:[[@LINE+1]]:3: error: invalid free: pointer to offset 16 of heap object (16 bytes, allocated at {{.*}}:[[@LINE-1]]) [free]
  free(end);
  return 0;
}
#endif

#ifdef CASE_function
int main(void) {
  void *p = (void *)main;
  // function: invalid-free.c:[[@LINE+1]]:3: error: invalid free: {{.*}} [free]
  free(p);
  return 0;
}
#endif

#ifdef CASE_from_calloc
int main(void) {
  free(calloc(3, 5));
  free(realloc(0, 7));
  return 0;
}
#endif

#ifdef CASE_adjusted
int main(void) {
  char *p = malloc(16);
  p += 4;
  free(p - 4);
  return 0;
}
#endif

#ifdef CASE_aligned
int main(void) {
  void *p = aligned_alloc(256, 512), *q = 0;
  if ((unsigned long)p % 256 || posix_memalign(&q, 4096, 10) || (unsigned long)q % 4096) return 1;
  free(p);
  free(q);
  return 0;
}
#endif
