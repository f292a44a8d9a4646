// Inline assembly is unsupported where it does something, and only when reached.
// RUN: %cases %s
// CASES: reached result_used
// CLEAN: not_reached barrier

int opaque = 3;

#ifdef CASE_reached
int main(void) {
  // reached: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}cpuid{{.*}} [model]
  __asm__ volatile("cpuid" : : "a"(0) : "ebx", "ecx", "edx");
  return 0;
}
#endif

#ifdef CASE_result_used
int main(void) {
  int result;
  // result_used: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}bsr{{.*}} [model]
  __asm__("bsr %1, %0" : "=r"(result) : "r"(opaque));
  return result;
}
#endif

#ifdef CASE_not_reached
int main(void) {
  if (opaque == 4) __asm__ volatile("cpuid" : : "a"(0) : "ebx", "ecx", "edx");
  return 0;
}
#endif

#ifdef CASE_barrier
// The compiler barrier has no text: nothing happens.
int main(void) {
  __asm__ volatile("" : : : "memory");
  return opaque - 3;
}
#endif
