// Accesses that leave a heap object, and ones that do not quite.
// RUN: %cases %s
// CASES: past_end before_start read_past_end straddle after_realloc calloc_end one_byte flexible zero_size
// CLEAN: last_element realloc_end calloc_last flexible_end zeroed

void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);

int opaque = 10;

struct list {
  int count;
  int items[];
};

#ifdef CASE_past_end
int main(void) {
  int *p = malloc(40);
  // past_end: bounds-heap.c:[[@LINE+1]]:13: error: out-of-bounds write of 4 bytes: offset 40 of heap object (40 bytes, allocated at {{.*}}bounds-heap.c:[[@LINE-1]]) [ptr]
  p[opaque] = 1;
  free(p);
  return 0;
}
#endif

#ifdef CASE_before_start
int main(void) {
  int *p = malloc(40);
  // before_start: bounds-heap.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset -4 of heap object (40 bytes, allocated at {{.*}}bounds-heap.c:[[@LINE-1]]) [ptr]
  return p[opaque - 11];
}
#endif

#ifdef CASE_read_past_end
int main(void) {
  long *p = malloc(80);
  long sum = 0;
  for (int i = 0; i <= opaque; i++)
    // read_past_end: bounds-heap.c:[[@LINE+1]]:12: error: out-of-bounds read of 8 bytes: offset 80 of heap object (80 bytes, allocated at {{.*}}:[[@LINE-3]]) [ptr]
    sum += p[i];
  return (int)sum;
}
#endif

#ifdef CASE_straddle
int main(void) {
  char *p = malloc(13);
  // straddle: bounds-heap.c:[[@LINE+1]]:24: error: out-of-bounds write of 4 bytes: offset 10 of heap object (13 bytes, allocated at {{.*}}:[[@LINE-1]]) [ptr]
  *(int *)(p + opaque) = 1;
  return 0;
}
#endif

#ifdef CASE_after_realloc
int main(void) {
  char *p = malloc(100);
  p = realloc(p, 10);
  // after_realloc: bounds-heap.c:[[@LINE+1]]:13: error: out-of-bounds write of 1 byte: offset 10 of heap object (10 bytes, allocated at {{.*}}:[[@LINE-1]]) [ptr]
  p[opaque] = 1;
  return 0;
}
#endif

#ifdef CASE_calloc_end
int main(void) {
  short *p = calloc(10, 2);
  // calloc_end: bounds-heap.c:[[@LINE+1]]:10: error: out-of-bounds read of 2 bytes: offset 20 of heap object (20 bytes, allocated at {{.*}}:[[@LINE-1]]) [ptr]
  return p[opaque];
}
#endif

#ifdef CASE_one_byte
int main(void) {
  char *p = malloc(1);
  // one_byte: bounds-heap.c:[[@LINE+1]]:17: error: out-of-bounds write of 1 byte: offset 1 of heap object (1 byte, allocated at {{.*}}:[[@LINE-1]]) [ptr]
  p[opaque - 9] = 1;
  return 0;
}
#endif

#ifdef CASE_flexible
int main(void) {
  struct list *l = malloc(sizeof *l + 10 * sizeof(int));
  l->count = 10;
  // flexible: bounds-heap.c:[[@LINE+1]]:22: error: out-of-bounds write of 4 bytes: offset 44 of heap object (44 bytes, allocated at {{.*}}:[[@LINE-2]]) [ptr]
  l->items[l->count] = 1;
  return 0;
}
#endif

#ifdef CASE_zero_size
int main(void) {
  char *p = malloc((unsigned)(opaque - 10));
  if (!p) return 0;
  // zero_size: bounds-heap.c:[[@LINE+1]]:6: error: out-of-bounds write of 1 byte: offset 0 of heap object (0 bytes, allocated at {{.*}}:[[@LINE-2]]) [ptr]
  *p = 1;
  return 0;
}
#endif

#ifdef CASE_last_element
int main(void) {
  int *p = malloc(40);
  p[opaque - 1] = 0;
  int result = p[opaque - 1];
  free(p);
  return result;
}
#endif

#ifdef CASE_realloc_end
int main(void) {
  char *p = malloc(10);
  for (int i = 0; i < 10; i++) p[i] = (char)i;
  p = realloc(p, 20);
  p[19] = 19;
  for (int i = 0; i < 10; i++)
    if (p[i] != i) return 1;
  p = realloc(p, 5);
  int result = p[4] != 4;
  free(p);
  return result;
}
#endif

#ifdef CASE_calloc_last
int main(void) {
  short *p = calloc(10, 2);
  int sum = 0;
  for (int i = 0; i < opaque; i++) sum += p[i];
  free(p);
  return sum;
}
#endif

#ifdef CASE_flexible_end
int main(void) {
  struct list *l = malloc(sizeof *l + 10 * sizeof(int));
  l->count = 10;
  for (int i = 0; i < l->count; i++) l->items[i] = i;
  int result = l->items[9] - 9;
  free(l);
  return result;
}
#endif

#ifdef CASE_zeroed
int main(void) {
  free(0);
  char *p = realloc(0, 4);
  p[3] = 0;
  int result = p[3];
  free(p);
  return result;
}
#endif
