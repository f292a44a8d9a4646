// Programs that end themselves by force.
// RUN: %cases %s
// CASES: aborts aborts_inside asserts asserts_in_callee traps
// CLEAN: exits assert_holds not_reached

#include <assert.h>
#include <stdlib.h>

int opaque = 3;

#ifdef CASE_aborts
int main(void) {
  // aborts: abort.c:[[@LINE+1]]:19: error: abort called [abort]
  if (opaque > 2) abort();
  return 0;
}
#endif

#ifdef CASE_aborts_inside
static void die(void) {
  // aborts_inside: abort.c:[[@LINE+1]]:3: error: abort called [abort]
  abort();
  // aborts_inside: in die at {{.*}}abort.c:[[@LINE-1]]:3
}
// aborts_inside-NEXT: called from main at {{.*}}abort.c:[[@LINE+1]]:18
int main(void) { die(); }
#endif

#ifdef CASE_asserts
int main(void) {
  // asserts: abort.c:[[@LINE+1]]:3: error: assertion failed: opaque == 4 && "must be four" [assert]
  assert(opaque == 4 && "must be four");
  return 0;
}
#endif

#ifdef CASE_asserts_in_callee
static int half(int x) {
  // asserts_in_callee: abort.c:[[@LINE+1]]:3: error: assertion failed: x % 2 == 0 [assert]
  assert(x % 2 == 0);
  return x / 2;
}
// asserts_in_callee: called from main at {{.*}}abort.c:[[@LINE+1]]:25
int main(void) { return half(opaque); }
#endif

#ifdef CASE_traps
int main(void) {
  // traps: abort.c:[[@LINE+1]]:3: error: trap executed [abort]
  __builtin_trap();
}
#endif

#ifdef CASE_exits
int main(void) { exit(opaque - 3); }
#endif

#ifdef CASE_assert_holds
int main(void) {
  assert(opaque == 3);
  assert(opaque < 4 || opaque > 5);
  return 0;
}
#endif

#ifdef CASE_not_reached
int main(void) {
  if (opaque == 4) abort();
  if (opaque == 5) __builtin_trap();
  return 0;
}
#endif
