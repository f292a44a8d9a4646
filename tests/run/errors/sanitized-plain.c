// Sanitizer checks that come without data: traps, and the minimal runtime's handlers.
// RUN: %cases %s "--cc-flags=-fsanitize=undefined,float-cast-overflow -fsanitize-trap=all"
// RUN: %cases %s "--cc-flags=-fsanitize=undefined,float-cast-overflow -fsanitize-minimal-runtime -fno-sanitize=function,object-size"
// CASES: add sub mul neg divide shift cast index null offset bound zeros unreachable
// CLEAN: fine

volatile int one = 1, zero = 0, minus = -1, big = 2147483647;
int table[4];

#ifdef CASE_add
// add: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: integer overflow in an addition [overflow]
int main(void) { return big + one; }
#endif
#ifdef CASE_sub
// sub: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: integer overflow in a subtraction [overflow]
int main(void) { return minus - big - one; }
#endif
#ifdef CASE_mul
// mul: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: integer overflow in a multiplication [overflow]
int main(void) { return big * big; }
#endif
#ifdef CASE_neg
// neg: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: integer overflow in a negation [overflow]
int main(void) { return -(minus - big); }
#endif
#ifdef CASE_divide
// divide: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: division by zero, or integer overflow in a division [div]
int main(void) { return one / zero; }
#endif
#ifdef CASE_shift
// shift: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: shift out of bounds [overshift]
int main(void) { return one << minus; }
#endif
#ifdef CASE_cast
// cast: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: floating-point value outside the range of an integer type [overflow]
int main(void) { return (int)(1e10 * one); }
#endif
#ifdef CASE_index
// index: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: index out of bounds [ptr]
int main(void) { return table[one + 3]; }
#endif
#ifdef CASE_null
int main(void) {
  int *volatile p = 0;
  // null: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: null, misaligned or too small pointer [ptr]
  return *p;
}
#endif
#ifdef CASE_offset
int main(void) {
  char *volatile p = 0;
  // offset: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: pointer arithmetic overflowed [ptr]
  return p + one == 0;
}
#endif
#ifdef CASE_bound
int main(void) {
  // bound: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: variable length array bound is not positive [exec]
  int items[minus];
  return sizeof items == 0;
}
#endif
#ifdef CASE_zeros
// zeros: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: invalid argument of a builtin function [exec]
int main(void) { return __builtin_clz((unsigned)zero); }
#endif
#ifdef CASE_unreachable
int main(void) {
  // unreachable: sanitized-plain.c:[[@LINE+1]]:{{.*}}: error: execution reached an unreachable program point [exec]
  if (one) __builtin_unreachable();
  return 0;
}
#endif
#ifdef CASE_fine
int main(void) { return (big - one) / one + table[zero] == 5 || (one << 3) != 8; }
#endif
