// Freeing what is already free.
// RUN: %cases %s
// CASES: twice by_alias realloc_freed freed_by_realloc
// CLEAN: reallocated null_twice set_to_null

void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);

#ifdef CASE_twice
int main(void) {
  char *p = malloc(5);
  free(p);
  // twice: double-free.c:[[@LINE+1]]:3: error: double free of heap object (5 bytes, allocated at {{.*}}double-free.c:[[@LINE-2]], freed at {{.*}}:[[@LINE-1]]) [free]
  free(p);
  return 0;
}
#endif

#ifdef CASE_by_alias
struct owner {
  char *buffer;
};
// by_alias: double-free.c:[[@LINE+1]]:40: error: double free of heap object (5 bytes, allocated at {{.*}}:[[@LINE+6]], freed at {{.*}}:[[@LINE+1]]) [free]
static void release(struct owner *o) { free(o->buffer); }
// by_alias: in release at {{.*}}double-free.c:[[@LINE-1]]:40
// by_alias-NEXT: called from main at {{.*}}double-free.c:[[@LINE+6]]:3
int main(void) {
  struct owner a = {0}, b;
  a.buffer = malloc(5);
  b = a;
  release(&a);
  release(&b);
  return 0;
}
#endif

#ifdef CASE_realloc_freed
int main(void) {
  char *p = malloc(5);
  free(p);
  // realloc_freed: double-free.c:[[@LINE+1]]:7: error: double free of heap object (5 bytes, allocated at {{.*}}:[[@LINE-2]], freed at {{.*}}:[[@LINE-1]]) [free]
  p = realloc(p, 10);
  return p == 0;
}
#endif

#ifdef CASE_freed_by_realloc
int main(void) {
  char *p = malloc(5), *moved = realloc(p, 500);
  free(moved);
  // freed_by_realloc: double-free.c:[[@LINE+1]]:3: error: double free of heap object (5 bytes, allocated at {{.*}}:[[@LINE-2]], freed at {{.*}}:[[@LINE-2]]) [free]
  free(p);
  return 0;
}
#endif

#ifdef CASE_reallocated
int main(void) {
  char *p = malloc(5);
  p = realloc(p, 500);
  free(p);
  p = malloc(5);
  free(p);
  return 0;
}
#endif

#ifdef CASE_null_twice
int main(void) {
  free(0);
  free(0);
  return 0;
}
#endif

#ifdef CASE_set_to_null
int main(void) {
  char *p = malloc(5);
  free(p);
  p = 0;
  free(p);
  return 0;
}
#endif
