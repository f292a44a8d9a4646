// Inline assembly is unsupported where it does something, and only when reached.
// RUN: %cases %s
// CASES: reached result_used stack_pointer jump half_known
// CLEAN: not_reached barrier

int opaque = 3;

#ifdef CASE_reached
int main(void) {
  // reached: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}rdmsr{{.*}} [model]
  __asm__ volatile("rdmsr" : : "c"(0) : "eax", "edx");
  return 0;
}
#endif

#ifdef CASE_result_used
int main(void) {
  int result;
  // result_used: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}crc32l{{.*}} [model]
  __asm__("crc32l %1, %0" : "=r"(result) : "r"(opaque));
  return result;
}
#endif

#ifdef CASE_stack_pointer
int main(void) {
  long result;
  // stack_pointer: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}movq %rsp{{.*}} [model]
  __asm__("movq %%rsp, %0" : "=r"(result));
  return result == 0;
}
#endif

#ifdef CASE_jump
int main(void) {
  int result = opaque;
  // jump: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}jz 1f{{.*}} [model]
  __asm__("testl %0, %0; jz 1f; incl %0; 1:" : "+r"(result));
  return result;
}
#endif

#ifdef CASE_half_known
// What is known before the unknown instruction is not done.
int main(void) {
  // half_known: inline-assembly.c:[[@LINE+1]]:3: error: unsupported: inline assembly {{.*}}movl{{.*}} [model]
  __asm__ volatile("movl $0, (%0); xlatb" : : "r"(0l) : "memory", "eax", "ebx");
  return 0;
}
#endif

#ifdef CASE_not_reached
int main(void) {
  if (opaque == 4) __asm__ volatile("rdmsr" : : "c"(0) : "eax", "edx");
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
