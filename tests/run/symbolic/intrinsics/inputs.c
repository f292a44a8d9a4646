// The intrinsics that make inputs: which values are possible, and what a test calls them.
// RUN: rm -rf %t && mkdir %t
// RUN: %S/../Inputs/explore-cases %s %t/cases
// RUN: %smew show %t/cases/names-none/test000001.ktest | FileCheck %s --check-prefix=NAMES
// RUN: %smew show %t/cases/sizes-none/test000001.ktest | FileCheck %s --check-prefix=SIZES
// CLEAN: whole part names sizes int_all range range_one choose zero_size twice
// CASES: range_empty range_backwards choose_none too_many freed constant symbolic_name
// PATHS whole exited=1 silent=1
// PATHS part exited=3
// PATHS int_all exited=3
// PATHS range exited=5
// PATHS range_one exited=1
// PATHS choose exited=3
// PATHS zero_size exited=1
// PATHS twice exited=4
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifdef CASE_whole
int main(void) {
  struct {
    char a[3];
    short b;
  } s;
  memset(&s, 7, sizeof s);
  klee_make_symbolic(&s, sizeof s, "s");
  if ((s.a[2] == 'x') & (s.b == -5)) klee_silent_exit(0);
  return 0;
}
#endif

#ifdef CASE_part
// What lies beside keeps its value.
int main(void) {
  unsigned char bytes[4] = {1, 2, 3, 4};
  klee_make_symbolic(bytes + 1, 2, "middle");
  klee_assert(bytes[0] == 1 && bytes[3] == 4);
  klee_assert(!klee_is_symbolic(bytes[0]) && klee_is_symbolic(bytes[1]) && klee_is_symbolic(bytes[2]) &&
              !klee_is_symbolic(bytes[3]));
  if (bytes[1] > 100) return 1;
  if (bytes[2] < 3) return 2;
  return 0;
}
#endif

#ifdef CASE_names
int main(void) {
  char a, b, c, d, e;
  klee_make_symbolic(&a, 1, "same");
  klee_make_symbolic(&b, 1, "same");
  klee_make_symbolic(&c, 1, NULL);
  klee_make_symbolic(&d, 1, "");
  klee_make_symbolic(&e, 1, "same");
  return 0;
}
#endif
// NAMES: args: {{.*}}inputs.c
// NAMES: object 1: same, 1 byte
// NAMES: object 2: same_1, 1 byte
// NAMES: object 3: unnamed, 1 byte
// NAMES: object 4: unnamed_1, 1 byte
// NAMES: object 5: same_2, 1 byte
// NAMES-NOT: object

#ifdef CASE_sizes
int main(void) {
  char buffer[300];
  klee_make_symbolic(buffer, 300, "buffer");
  klee_int("int");
  klee_range(3, 9, "range");
  klee_choose(5);
  klee_range(7, 8, "no object");
  return 0;
}
#endif
// SIZES: object 1: buffer, 300 bytes
// SIZES: object 2: int, 4 bytes
// SIZES: object 3: range, 4 bytes
// SIZES: int {{ *}}[[#%d,]]
// SIZES: object 4: klee_choose, 8 bytes
// SIZES-NOT: object

#ifdef CASE_int_all
int main(void) {
  int i = klee_int("i");
  klee_assert(klee_is_symbolic(i));
  if (i == -2147483647 - 1) return 1;
  if (i == 2147483647) return 2;
  return 0;
}
#endif

#ifdef CASE_range
int main(void) {
  int i = klee_range(-2, 3, "i");
  klee_assert(i >= -2);
  klee_assert(i < 3);
  switch (i) {
  case -2: return 1;
  case -1: return 2;
  case 0: return 3;
  case 1: return 4;
  case 2: return 5;
  case 3: klee_abort();
  default: klee_abort();
  }
}
#endif

#ifdef CASE_range_one
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  int i = klee_range(-7, -6, "i");
  klee_assert(!klee_is_symbolic(i));
  klee_assert(i == -7);
  return 0;
}
#endif

#ifdef CASE_choose
int main(void) {
  uintptr_t i = klee_choose(3);
  klee_assert(i < 3);
  if (i == 0) return 1;
  if (i == 2) return 2;
  return 0;
}
#endif

#ifdef CASE_zero_size
// KLEE rejects it; here nothing becomes symbolic.
int main(void) {
  char c = 5, d;
  klee_make_symbolic(&d, 1, "d");
  klee_make_symbolic(&c, 0, "c");
  return c == 5 ? 0 : 1;
}
#endif

#ifdef CASE_twice
// The second input takes the place of the first, which the path goes on knowing about.
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  int was = c > 10;
  if (was) {
    static volatile int seen;
    klee_assert(c > 10);
    seen = 1;
  }
  klee_make_symbolic(&c, 1, "c");
  if (c > 10) return was;
  return was + 2;
}
#endif

#ifdef CASE_range_empty
int main(void) {
  // range_empty: inputs.c:[[@LINE+1]]:10: error: invalid klee_range: the range is empty [user]
  return klee_range(4, 4, "i");
}
#endif

#ifdef CASE_range_backwards
int main(void) {
  // range_backwards: inputs.c:[[@LINE+1]]:10: error: invalid klee_range: the range is empty [user]
  return klee_range(4, -4, "i");
}
#endif

#ifdef CASE_choose_none
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  // choose_none: inputs.c:[[@LINE+3]]:10: error: invalid klee_choose: there is nothing to choose from [user]
  // choose_none: n = 0
  // choose_none: paths: 1 completed, 1 failed
  return klee_choose(n) > 300;
}
#endif

#ifdef CASE_too_many
int main(void) {
  char *p = malloc(3);
  // too_many: inputs.c:[[@LINE+1]]:3: error: out-of-bounds write of 4 bytes: offset 0 of heap object (3 bytes, allocated at {{.*}}) [ptr]
  klee_make_symbolic(p, 4, "p");
  return 0;
}
#endif

#ifdef CASE_freed
int main(void) {
  char *p = malloc(3);
  free(p);
  // freed: inputs.c:[[@LINE+1]]:3: error: use after free: write of 3 bytes
  klee_make_symbolic(p, 3, "p");
  return 0;
}
#endif

#ifdef CASE_constant
const int fixed = 4;
int main(void) {
  // constant: inputs.c:[[@LINE+1]]:3: error: write to constant 'fixed' (4 bytes) [read_only]
  klee_make_symbolic((void *)&fixed, 4, "fixed");
  return 0;
}
#endif

#ifdef CASE_symbolic_name
int main(void) {
  char name[4];
  klee_make_symbolic(name, 4, "name");
  // symbolic_name: inputs.c:[[@LINE+1]]:3: error: a text for an intrinsic is symbolic [user]
  klee_make_symbolic(name, 4, name);
  return 0;
}
#endif
