// Writes to constants; reading them, or writing a copy, is fine.
// RUN: %cases %s
// CASES: literal const_global const_member range static_const
// CLEAN: array_copy not_const reading

int opaque = 3;
const int limits[4] = {1, 2, 3, 4};
const struct options {
  int level;
  char name[12];
} defaults = {1, "default"};
int adjustable[4] = {1, 2, 3, 4};

#ifdef CASE_literal
int main(void) {
  char *text = "smew";
  // literal: read-only.c:[[@LINE+1]]:11: error: write to constant {{.*}}(5 bytes) [read_only]
  text[0] = 'S';
  return 0;
}
#endif

#ifdef CASE_const_global
int main(void) {
  int *p = (int *)limits;
  // const_global: read-only.c:[[@LINE+1]]:13: error: write to constant 'limits' (16 bytes) [read_only]
  p[opaque] = 5;
  return 0;
}
#endif

#ifdef CASE_const_member
int main(void) {
  struct options *o = (struct options *)&defaults;
  // const_member: read-only.c:[[@LINE+1]]:12: error: write to constant 'defaults' (16 bytes) [read_only]
  o->level = opaque;
  return 0;
}
#endif

#ifdef CASE_range
int main(void) {
  // range: read-only.c:[[@LINE+1]]:3: error: write to constant 'limits' (16 bytes) [read_only]
  __builtin_memset((void *)limits, opaque, 8);
  return 0;
}
#endif

#ifdef CASE_static_const
int main(void) {
  static const long table[2] = {1, 2};
  long *p = (long *)&table[1];
  // static_const: read-only.c:[[@LINE+1]]:3: error: write to constant '{{.*}}table' (16 bytes) [read_only]
  ++*p;
  return 0;
}
#endif

#ifdef CASE_array_copy
int main(void) {
  char text[] = "smew";
  text[0] = 'S';
  return text[0] - 'S';
}
#endif

#ifdef CASE_not_const
int main(void) {
  const int *p = adjustable;
  *(int *)&p[opaque] = 0;
  return adjustable[3];
}
#endif

#ifdef CASE_reading
int main(void) {
  struct options copy = defaults;
  copy.level = 0;
  return copy.level + limits[opaque] - 4;
}
#endif
