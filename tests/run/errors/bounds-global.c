// Accesses that leave a global object, and ones that do not quite.
// RUN: %cases %s
// CASES: past_end before_start read_string static_local struct_tail neighbour
// CLEAN: last_element terminator whole_struct

int opaque = 10;
int numbers[10];
int after[10];
const char *text = "0123456789";
struct pair {
  long a;
  char b;
} pair;

#ifdef CASE_past_end
int main(void) {
  // past_end: bounds-global.c:[[@LINE+1]]:19: error: out-of-bounds write of 4 bytes: offset 40 of 'numbers' (40 bytes) [ptr]
  numbers[opaque] = 1;
  return 0;
}
#endif

#ifdef CASE_before_start
int main(void) {
  // before_start: bounds-global.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset -4 of 'numbers' (40 bytes) [ptr]
  return numbers[opaque - 11];
}
#endif

#ifdef CASE_read_string
int main(void) {
  // read_string: bounds-global.c:[[@LINE+1]]:10: error: out-of-bounds read of 1 byte: offset 11 of {{.*}}(11 bytes) [ptr]
  return text[opaque + 1];
}
#endif

#ifdef CASE_static_local
int main(void) {
  static short table[10];
  // static_local: bounds-global.c:[[@LINE+1]]:17: error: out-of-bounds write of 2 bytes: offset 20 of '{{.*}}table' (20 bytes) [ptr]
  table[opaque] = 3;
  return 0;
}
#endif

#ifdef CASE_struct_tail
int main(void) {
  // struct_tail: bounds-global.c:[[@LINE+1]]:35: error: out-of-bounds read of 8 bytes: offset 16 of 'pair' (16 bytes) [ptr]
  return (int)(&pair)[opaque - 9].a;
}
#endif

#ifdef CASE_neighbour
// Stepping from one global into the next is an error even where both exist.
int main(void) {
  long distance = after - numbers;
  // neighbour: bounds-global.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 44 of 'numbers' (40 bytes) [ptr]
  return numbers[distance != 10 ? 11 : distance];
}
#endif

#ifdef CASE_last_element
int main(void) {
  numbers[opaque - 1] = 0;
  return numbers[0] + numbers[opaque - 1];
}
#endif

#ifdef CASE_terminator
int main(void) { return text[opaque]; }
#endif

#ifdef CASE_whole_struct
int main(void) {
  struct pair copy = pair;
  char *bytes = (char *)&copy;
  return bytes[opaque + 5];
}
#endif
