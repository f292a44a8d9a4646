// Block operations whose range leaves an object, on either side of the copy.
// RUN: %cases %s
// CASES: copy_to copy_from set move builtin_copy struct_copy string_copy format
// CLEAN: exact overlapping string_fits format_fits

#include <stdio.h>
#include <string.h>

int opaque = 10;
const char *five = "12345";

#ifdef CASE_copy_to
int main(void) {
  char small[8], large[16] = {0};
  // copy_to: bounds-ranges.c:[[@LINE+1]]:3: error: out-of-bounds write of 10 bytes: offset 0 of 'small' (8 bytes) [ptr]
  memcpy(small, large, (size_t)opaque);
  return small[0];
}
#endif

#ifdef CASE_copy_from
int main(void) {
  char small[8] = {0}, large[16];
  // copy_from: bounds-ranges.c:[[@LINE+1]]:3: error: out-of-bounds read of 10 bytes: offset 0 of 'small' (8 bytes) [ptr]
  memcpy(large, small, (size_t)opaque);
  return large[0];
}
#endif

#ifdef CASE_set
int main(void) {
  char small[8];
  // set: bounds-ranges.c:[[@LINE+1]]:3: error: out-of-bounds write of 10 bytes: offset 2 of 'small' (8 bytes) [ptr]
  memset(small + 2, 0, (size_t)opaque);
  return small[3];
}
#endif

#ifdef CASE_move
int main(void) {
  char small[12] = {0};
  // move: bounds-ranges.c:[[@LINE+1]]:3: error: out-of-bounds write of 10 bytes: offset 3 of 'small' (12 bytes) [ptr]
  memmove(small + 3, small, (size_t)opaque);
  return small[3];
}
#endif

#ifdef CASE_builtin_copy
// Taken through a pointer, so that no compiler turns it into an intrinsic.
void *(*volatile copy)(void *, const void *, size_t) = memcpy;
int main(void) {
  char small[8], large[16] = {0};
  // builtin_copy: bounds-ranges.c:[[@LINE+1]]:3: error: out-of-bounds write of 10 bytes: offset 0 of 'small' (8 bytes) [ptr]
  copy(small, large, (size_t)opaque);
  return small[0];
}
#endif

#ifdef CASE_struct_copy
struct big {
  char bytes[100];
};
struct big *first(struct big *array) { return array; }
int main(void) {
  char room[99] = {0};
  struct big copy;
  // struct_copy: bounds-ranges.c:[[@LINE+1]]:10: error: out-of-bounds read of 100 bytes: offset 0 of 'room' (99 bytes) [ptr]
  copy = *first((struct big *)room);
  return copy.bytes[0];
}
#endif

#ifdef CASE_string_copy
int main(void) {
  char small[5];
  // string_copy: bounds-ranges.c:[[@LINE+2]]:3: error: out-of-bounds write of 1 byte: offset 5 of 'small' (5 bytes) (in strcpy) [ptr]
  // string_copy: called from main at {{.*}}bounds-ranges.c:[[@LINE+1]]:3
  strcpy(small, five);
  return small[0];
}
#endif

#ifdef CASE_format
int main(void) {
  char small[5];
  // format: bounds-ranges.c:[[@LINE+2]]:3: error: out-of-bounds write of {{[0-9]+}} byte{{s?}}: offset {{[0-9]+}} of 'small' (5 bytes) (in sprintf) [ptr]
  // format: called from main at {{.*}}bounds-ranges.c:[[@LINE+1]]:3
  sprintf(small, "%d", opaque * 1000);
  return small[0];
}
#endif

#ifdef CASE_exact
int main(void) {
  char small[10], large[16] = {0};
  memset(small, 1, (size_t)opaque);
  memcpy(small, large + 6, (size_t)opaque);
  memcpy(large, small, (size_t)opaque);
  return small[9];
}
#endif

#ifdef CASE_overlapping
int main(void) {
  char text[14] = "abcdefghij";
  memmove(text + 3, text, (size_t)opaque + 1);
  return memcmp(text, "abcabcdefghij", 14);
}
#endif

#ifdef CASE_string_fits
int main(void) {
  char small[6];
  strcpy(small, five);
  return strlen(small) != 5;
}
#endif

#ifdef CASE_format_fits
int main(void) {
  char small[6];
  sprintf(small, "%d", opaque * 1000);
  return snprintf(small, sizeof small, "%d", opaque * 100000) != 7 || strcmp(small, "10000");
}
#endif
