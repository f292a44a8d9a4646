// Accesses that leave a stack object: past the end, before the start, straddling
// either edge; and accesses that only touch the edge.
// RUN: %cases %s
// CASES: past_end before_start straddle_end straddle_start read_past_end one_byte struct_tail
// CASES: inner_function vla two_dimensions far_away constant_index
// CLEAN: last_element first_element last_eight_bytes last_byte end_pointer vla_end empty_access

int opaque = 10;

#ifdef CASE_past_end
int main(void) {
  int a[10];
  // past_end: bounds-stack.c:[[@LINE+1]]:13: error: out-of-bounds write of 4 bytes: offset 40 of 'a' (40 bytes) [ptr]
  a[opaque] = 1;
  // past_end-NEXT: a[opaque] = 1;
  // past_end-NEXT: {{^ +\|             +}}^
  // past_end-NEXT: in main at {{.*}}bounds-stack.c:[[@LINE-3]]:13
  return a[0];
}
#endif

#ifdef CASE_before_start
int main(void) {
  int a[10];
  // before_start: bounds-stack.c:[[@LINE+1]]:18: error: out-of-bounds write of 4 bytes: offset -4 of 'a' (40 bytes) [ptr]
  a[opaque - 11] = 1;
  return a[0];
}
#endif

#ifdef CASE_straddle_end
int main(void) {
  char a[16] = {0};
  // straddle_end: bounds-stack.c:[[@LINE+1]]:25: error: out-of-bounds write of 8 bytes: offset 10 of 'a' (16 bytes) [ptr]
  *(long *)(a + opaque) = 7;
  return a[0];
}
#endif

#ifdef CASE_straddle_start
int main(void) {
  char a[16] = {0};
  // straddle_start: bounds-stack.c:[[@LINE+1]]:10: error: out-of-bounds read of 2 bytes: offset -1 of 'a' (16 bytes) [ptr]
  return *(short *)(a + opaque - 11);
}
#endif

#ifdef CASE_read_past_end
int main(void) {
  int a[10] = {0};
  // read_past_end: bounds-stack.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 44 of 'a' (40 bytes) [ptr]
  return a[opaque + 1];
}
#endif

#ifdef CASE_one_byte
int main(void) {
  char text[10] = "123456789";
  // one_byte: bounds-stack.c:[[@LINE+1]]:10: error: out-of-bounds read of 1 byte: offset 10 of 'text' (10 bytes) [ptr]
  return text[opaque];
}
#endif

#ifdef CASE_struct_tail
struct header {
  int length;
  char tail[3];
};
int main(void) {
  struct header h = {0};
  char *bytes = (char *)&h;
  // struct_tail: bounds-stack.c:[[@LINE+1]]:21: error: out-of-bounds write of 1 byte: offset 8 of 'h' (8 bytes) [ptr]
  bytes[opaque - 2] = 1;
  return h.length;
}
#endif

#ifdef CASE_inner_function
static void fill(int *to, int count) {
  for (int i = 0; i <= count; i++)
    // inner_function: bounds-stack.c:[[@LINE+1]]:11: error: out-of-bounds write of 4 bytes: offset 12 of 'small' (12 bytes) [ptr]
    to[i] = i;
  // inner_function: in fill at {{.*}}bounds-stack.c:[[@LINE-1]]:11
}
int main(void) {
  int small[3];
  // inner_function-NEXT: called from main at {{.*}}bounds-stack.c:[[@LINE+1]]:3
  fill(small, 3);
  return small[0];
}
#endif

#ifdef CASE_vla
int main(void) {
  int count = opaque;
  short a[count];
  // vla: bounds-stack.c:[[@LINE+1]]:12: error: out-of-bounds write of 2 bytes: offset 20 of {{.*}}(20 bytes) [ptr]
  a[count] = 1;
  return a[0];
}
#endif

#ifdef CASE_two_dimensions
int main(void) {
  int grid[3][5] = {{0}};
  // two_dimensions: bounds-stack.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 60 of 'grid' (60 bytes) [ptr]
  return grid[2][opaque - 5];
}
#endif

#ifdef CASE_far_away
int main(void) {
  int a[10] = {0};
  // far_away: bounds-stack.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 40000 of 'a' (40 bytes) [ptr]
  return a[opaque * 1000];
}
#endif

#ifdef CASE_constant_index
int main(void) {
  int a[4];
  a[0] = opaque;
  // constant_index: bounds-stack.c:[[@LINE+1]]:12: error: out-of-bounds write of 4 bytes: offset 16 of 'a' (16 bytes) [ptr]
  *(a + 4) = 1;
  return a[0];
}
#endif

#ifdef CASE_last_element
int main(void) {
  int a[10];
  a[opaque - 1] = 0;
  return a[opaque - 1];
}
#endif

#ifdef CASE_first_element
int main(void) {
  int a[10];
  a[opaque - 10] = 0;
  return a[opaque - 10];
}
#endif

#ifdef CASE_last_eight_bytes
int main(void) {
  char a[18] = {0};
  *(long *)(a + opaque) = 7;
  return *(long *)(a + opaque) != 7;
}
#endif

#ifdef CASE_last_byte
int main(void) {
  char text[10] = "123456789";
  return text[opaque - 1];
}
#endif

#ifdef CASE_end_pointer
int main(void) {
  int a[10], sum = 0;
  for (int *p = a; p != a + opaque; p++) *p = 0;
  for (int *p = a; p < a + opaque; p++) sum += *p;
  return sum;
}
#endif

#ifdef CASE_vla_end
int main(void) {
  int count = opaque;
  short a[count];
  for (int i = 0; i < count; i++) a[i] = 0;
  return a[count - 1];
}
#endif

#ifdef CASE_empty_access
int main(void) {
  char a[4] = {0};
  __builtin_memset(a + (opaque - 6), 1, (unsigned)(opaque - 10));
  __builtin_memcpy(a + (opaque - 6), a, (unsigned)(opaque - 10));
  return a[3];
}
#endif
