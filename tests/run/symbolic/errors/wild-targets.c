// An unconstrained pointer to a thing as a whole (an object to free, a function, a label, a text)
// means each of the things that there are on a path of its own, and all other addresses are one error:
// nobody tries 2^64 addresses.
// RUN: %S/../Inputs/explore-cases %s %t
// CASES: jump release moved call call_one check range text warn size elsewhere back
// CLEAN: table numbers align descriptor copied named
// PARTIAL: text warn back copied
// PATHS jump exited=3 failed=1
// PATHS release exited=3 failed=1
// PATHS moved exited=3 failed=1
// PATHS elsewhere exited=1 failed=1
// PATHS call exited=2 failed=1
// PATHS call_one exited=1 failed=1
// PATHS range exited=1 failed=1
// PATHS size exited=17 failed=1
// PATHS table exited=3 failed=0
// PATHS numbers exited=1 failed=0
// PATHS align exited=65 failed=0
// PATHS named exited=4 failed=0

#include <klee/klee.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *any(void) {
  void *p;
  klee_make_symbolic(&p, sizeof p, "p");
  return p;
}

static long number(void) {
  long n;
  klee_make_symbolic(&n, sizeof n, "n");
  return n;
}

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int both(int x, int y) { return x + y; }
int (*functions[2])(int) = {one, two};
int (*other)(int, int) = both;

#ifdef CASE_jump
// jump: error: bad jump target: 0x{{[0-9a-f]+}} is not the address of a label here [exec]
int main(void) {
  void *labels[] = {&&first, &&second}, *p = any();
  if (p == labels) return 3;
  goto *p;
first:
  return 1;
second:
  return 2;
}
#endif

#ifdef CASE_release
int main(void) {
  char *x = malloc(3), *y = malloc(4), *p = any();
  // release: wild-targets.c:[[@LINE+1]]:3: error: invalid free: {{.*}} [free]
  free(p);
  return p == x ? 1 : p == y ? 2 : p == NULL ? 3 : 4;
}
#endif

#ifdef CASE_moved
int main(void) {
  char *x = malloc(3), *y = malloc(4);
  // moved: wild-targets.c:[[@LINE+1]]:{{.*}} error: invalid free: {{.*}} [free]
  char *z = realloc(any(), 9);
  return z == NULL || x == y;
}
#endif

#ifdef CASE_elsewhere
int main(void) {
  char *x = malloc(3), *y = malloc(4);
  // elsewhere: wild-targets.c:[[@LINE+1]]:3: error: invalid free: pointer to offset {{.*}} of heap object (3 bytes
  free(x + number());
  return y == NULL;
}
#endif

#ifdef CASE_call
int main(void) {
  int (*p)(int) = any();
  if (functions[0] == functions[1] || other == NULL) return 1;
  // call: wild-targets.c:[[@LINE+1]]:10: error: {{.*}} [exec]
  return p(5) < 6;
}
#endif

#ifdef CASE_call_one
int main(void) {
  int (*p)(int, int) = any();
  if (functions[0] == functions[1] || other == NULL) return 1;
  // call_one: wild-targets.c:[[@LINE+1]]:10: error: {{.*}} [exec]
  return p(5, 1) < 6;
}
#endif

#ifdef CASE_table
int main(void) {
  unsigned long i = number();
  return i < 2 ? functions[i](5) < 6 : 0 * both(1, 2);
}
// Three ways out: both functions, and no call. Where `i < 2` fails, one path.
// table: smew: 3 paths
#endif

#ifdef CASE_check
int main(void) {
  char x[4];
  // check: wild-targets.c:[[@LINE+1]]:3: error: out-of-bounds read of {{[0-9]+}} bytes: offset 0 of 'x' (4 bytes) [ptr]
  klee_check_memory_access(x, number());
  return 0;
}
#endif

#ifdef CASE_range
int main(void) {
  int from = number(), to = number();
  // range: wild-targets.c:[[@LINE+1]]:{{.*}} error: invalid klee_range: the range is empty [user]
  int x = klee_range(from, to, "x");
  if (x < from || x >= to) abort();
  return 0;
}
#endif

#ifdef CASE_size
int main(void) {
  char x[16];
  // size: wild-targets.c:[[@LINE+1]]:3: error: out-of-bounds write of {{[0-9]+}} bytes: offset 0 of 'x' (16 bytes) [ptr]
  klee_make_symbolic(x, number(), "x");
  return 0;
}
#endif

#ifdef CASE_text
int main(void) {
  // text: wild-targets.c:[[@LINE+1]]:{{.*}} error: wild pointer read of 1 byte: {{.*}} [ptr]
  return klee_int(any()) & 0;
}
#endif

#ifdef CASE_warn
int main(void) {
  // warn: wild-targets.c:[[@LINE+1]]:{{.*}} error: wild pointer read of 1 byte: {{.*}} [ptr]
  klee_warning(any());
  return 0;
}
#endif

#ifdef CASE_back
int main(void) {
  jmp_buf here;
  if (setjmp(here)) return 0;
  // back: wild-targets.c:[[@LINE+1]]:{{.*}} error: {{.*}} [ptr]
  longjmp(any(), 1);
}
#endif

#ifdef CASE_numbers
int main(void) {
  void *p = any();
  memcpy(p, p, 0);
  memset(p, 1, 0);
  return 0;
}
#endif

#ifdef CASE_align
int main(void) {
  char *p = aligned_alloc(number(), 16);
  return p != NULL;
}
#endif

#ifdef CASE_descriptor
int main(void) {
  return close(number()) && 0;
}
#endif

#ifdef CASE_copied
char from[4000], to[2000];
int main(void) {
  unsigned i = number();
  if (i > 2000) return 0;
  memcpy(to, from + i, 2000);
  return 0;
}
#endif

#ifdef CASE_named
char names[4][8] = {"a", "b", "c", "d"};
int main(void) {
  unsigned i = number();
  klee_assume(i < 4);
  klee_int(names[i]);
  return 0;
}
#endif
