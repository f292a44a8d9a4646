// A jump buffer that nobody has filled was read again and again without end, whatever the limits were.
// CASES: never part
// CLEAN: filled
// RUN: %cases %s
#include <setjmp.h>
#include <string.h>

#ifdef CASE_never
int main(void) {
  jmp_buf buffer;
  // never: unfilled-buffer-never-ends.c:[[@LINE+1]]:3: error: longjmp with a buffer that setjmp has not filled [exec]
  longjmp(buffer, 1);
}
#endif

#ifdef CASE_part
int main(void) {
  jmp_buf buffer, other;
  if (setjmp(other)) return 0;
  memcpy(buffer, other, 8);
  // part: unfilled-buffer-never-ends.c:[[@LINE+1]]:3: error: longjmp with a buffer that setjmp has not filled [exec]
  longjmp(buffer, 1);
}
#endif

#ifdef CASE_filled
int main(void) {
  jmp_buf buffer, other;
  if (setjmp(other)) return 0;
  memcpy(buffer, other, sizeof buffer);
  longjmp(buffer, 1);
}
#endif
