// Decisions, addresses and results that depend on what was never written; the object is named.
// RUN: %cases %s
// CASES: heap stack copied variable returned exits freed large
// CLEAN: padding masked unused copied_back zeros

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct pair {
  int a;
  long b;
};

#ifdef CASE_heap
int main(void) {
  int *p = malloc(16);
  p[0] = 1;
  // heap: uninitialised.c:[[@LINE+1]]:7: error: condition depends on bytes 8..11 of heap object (16 bytes, allocated at {{.*}}uninitialised.c:[[@LINE-2]]) that were never written [uninit]
  if (p[2] == 1) return 1;
  return 0;
}
#endif

#ifdef CASE_stack
int main(void) {
  char text[8];
  text[0] = 'a';
  // stack: uninitialised.c:[[@LINE+1]]:7: error: condition depends on byte 1 of 'text' (8 bytes) that was never written [uninit]
  if (text[1]) return 1;
  return 0;
}
#endif

#ifdef CASE_copied
int main(void) {
  int *p = malloc(8), a[2], one = 1;
  memcpy(a, p, 8);
  // copied: uninitialised.c:[[@LINE+1]]:{{[0-9]+}}: error: address depends on bytes copied from heap object (8 bytes, allocated at {{.*}}uninitialised.c:[[@LINE-2]]) that were never written [uninit]
  return (&one)[a[1]];
}
#endif

#ifdef CASE_variable
int main(int argc, char **argv) {
  int x;
  if (argc > 9) x = 1;
  // variable: uninitialised.c:[[@LINE+1]]:{{[0-9]+}}: error: divisor depends on {{variable 'x', which has no value|bytes 0..3 of 'x' \(4 bytes\) that were never written}} [uninit]
  return 7 / x;
}
#endif

#ifdef CASE_returned
int main(int argc, char **argv) {
  int x;
  if (argc > 9) x = 1;
  // returned: uninitialised.c:[[@LINE+1]]:3: error: result of main depends on {{.*}} [uninit]
  return x;
}
#endif

#ifdef CASE_exits
int main(int argc, char **argv) {
  int x;
  if (argc > 9) x = 1;
  // exits: error: exit status depends on {{.*}} [uninit]
  // exits: from main at {{.*}}uninitialised.c:[[@LINE+1]]
  exit(x);
}
#endif

#ifdef CASE_freed
struct node {
  struct node *next;
};
int main(void) {
  struct node *p = malloc(sizeof *p);
  // freed: error: {{.*}} depends on bytes 0..7 of heap object (8 bytes, allocated at {{.*}}:[[@LINE-1]]) that were never written [uninit]
  free(p->next);
  return 0;
}
#endif

#ifdef CASE_large
int main(void) {
  char *p = malloc(1 << 20);
  memset(p, 1, 5000);
  if (p[4999] != 1) return 1;
  // large: error: condition depends on byte 5000 of heap object (1048576 bytes, {{.*}}) that was never written [uninit]
  if (p[5000] == 1) return 2;
  return 3;
}
#endif

#ifdef CASE_padding
int main(void) {
  struct pair p, *q = malloc(sizeof *q);
  p.a = 1, p.b = 2;
  *q = p;
  return q->a == 1 && q->b == 2 ? 0 : 1;
}
#endif

#ifdef CASE_masked
int main(int argc, char **argv) {
  unsigned x;
  if (argc > 9) x = 1;
  return (x & 0) + (x ^ x) != 0;
}
#endif

#ifdef CASE_unused
int main(int argc, char **argv) {
  int x, y = 0;
  if (argc > 9) x = 1;
  if (argc > 9) y = x;
  return y;
}
#endif

#ifdef CASE_copied_back
int main(void) {
  char a[64], b[64];
  a[3] = 1;
  memcpy(b, a, 64);
  memcpy(a, b, 64);
  return a[3] - 1;
}
#endif

#ifdef CASE_zeros
static int table[1000];
int main(void) {
  int *p = calloc(100, 4);
  return p[99] + table[999];
}
#endif
