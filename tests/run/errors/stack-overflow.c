// Recursion without end.
// RUN: %cases %s
// RUN: %reports -D CASE_limit_given --max-stack-frames 100 %s 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: %clean -D CASE_limit_given --max-stack-frames 200 %s
// CASES: endless mutual
// CLEAN: deep limit_given

int opaque = 3;

#ifdef CASE_endless
// endless: stack-overflow.c:[[@LINE+1]]:45: error: stack overflow: more than 8192 frames [exec]
int endless(int n) { return n < 0 ? 0 : n + endless(n + 1); }
// endless: in endless at {{.*}}stack-overflow.c:[[@LINE-1]]:45
int main(void) { return endless(0); }
#endif

#ifdef CASE_mutual
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 2); }
int odd(unsigned n) { return n == 0 ? 0 : even(n); }
// mutual: error: stack overflow: more than 8192 frames [exec]
int main(void) { return even((unsigned)opaque); }
#endif

#ifdef CASE_deep
int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
int main(void) { return depth(8000) - 8000; }
#endif

#ifdef CASE_limit_given
int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
// LIMIT: error: stack overflow: more than 100 frames [exec]
int main(void) { return depth(110) - 110; }
#endif
