// Constants that people write as pointers are the address of nothing, however many objects there
// are, and are reported with their value. Running off an object is reported as an offset of it.
// RUN: %cases %s
// CASES: dead_beef ascii text debug_heap cafe_babe small video repeated symbolic_constant far front after_many
// CLEAN: none_hit

#include <stdlib.h>

static int cells[10];

#ifdef CASE_dead_beef
int main(void) {
  // dead_beef: wild-constants.c:[[@LINE+1]]:10: error: wild pointer read of 4 bytes: address 0xdeadbeef [ptr]
  return *(int *)0xdeadbeef;
}
#endif

#ifdef CASE_ascii
int main(void) {
  // ascii: wild-constants.c:[[@LINE+1]]:22: error: wild pointer write of 4 bytes: address 0x41414141 [ptr]
  *(int *)0x41414141 = 1;
  return 0;
}
#endif

#ifdef CASE_text
int main(void) {
  union {
    char text[8];
    char *pointer;
  } u = {"hello\n"};
  // text: wild-constants.c:[[@LINE+1]]:10: error: wild pointer read of 1 byte: address 0xa6f6c6c6568 [ptr]
  return *u.pointer;
}
#endif

#ifdef CASE_debug_heap
int main(void) {
  for (int i = 0; i < 1000; i++)
    if (!malloc(1)) return 1;
  // debug_heap: wild-constants.c:[[@LINE+1]]:10: error: wild pointer read of 4 bytes: address 0xcccccccc [ptr]
  return *(int *)0xcccccccc;
}
#endif

#ifdef CASE_cafe_babe
int main(void) {
  // cafe_babe: wild-constants.c:[[@LINE+1]]:10: error: wild pointer read of 4 bytes: address 0xdeadbeefcafebabe [ptr]
  return *(int *)0xdeadbeefcafebabe;
}
#endif

#ifdef CASE_small
int main(void) {
  // small: wild-constants.c:[[@LINE+1]]:10: error: null pointer read of 4 bytes: address 0x10 [ptr]
  return *(int *)16;
}
#endif

#ifdef CASE_video
int main(void) {
  // video: wild-constants.c:[[@LINE+1]]:21: error: wild pointer write of 2 bytes: address 0xb8000 [ptr]
  *(short *)0xb8000 = 7;
  return 0;
}
#endif

#ifdef CASE_repeated
int main(void) {
  // repeated: wild-constants.c:[[@LINE+1]]:10: error: wild pointer read of 8 bytes: address 0x101010101010 [ptr]
  return *(long *)0x101010101010 != 0;
}
#endif

#ifdef CASE_symbolic_constant
int klee_range(int, int, const char *);
int main(void) {
  long base = klee_range(0, 2, "which") ? 0xcccccccc : 0xfeeefeee;
  // symbolic_constant: wild-constants.c:[[@LINE+1]]:10: error: wild pointer read of 1 byte: address 0x{{cccccccc|feeefeee}} [ptr]
  return *(char *)base;
}
#endif

#ifdef CASE_far
int main(void) {
  volatile int i = 1000000;
  // far: wild-constants.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 4000000 of 'cells' (40 bytes) [ptr]
  return cells[i];
}
#endif

#ifdef CASE_front
int main(void) {
  volatile int i = -1000000;
  // front: wild-constants.c:[[@LINE+1]]:12: error: out-of-bounds write of 4 bytes: offset -4000000 of 'cells' (40 bytes) [ptr]
  cells[i] = 3;
  return 0;
}
#endif

#ifdef CASE_after_many
int main(void) {
  char *last = NULL;
  for (int i = 0; i < 300000; i++)
    if (!(last = malloc(8))) return 1;
  // after_many: wild-constants.c:[[@LINE+1]]:16: error: out-of-bounds write of 1 byte: offset 100008 of heap object (8 bytes, allocated at {{.*}}:[[@LINE-1]]) [ptr]
  last[100008] = 1;
  return 0;
}
#endif

#ifdef CASE_none_hit
int main(void) {
  cells[9] = 1;
  return 0;
}
#endif
