// Constructors and destructors of a program without libc.
// RUN: %native-diff --flags="-fno-builtin" %s
// RUN: %clean --libc=none -D BARE %s

static int order;
static int digits;
__attribute__((constructor(200))) static void second(void) { digits = digits * 10 + 2, order++; }
__attribute__((constructor(101))) static void first(void) { digits = digits * 10 + 1, order++; }
__attribute__((constructor)) static void last(void) { digits = digits * 10 + 3, order++; }
__attribute__((destructor)) static void after(void) {
  if (order != 4) __builtin_trap();
}

int main(void) {
  order++;
#ifdef BARE
  return digits - 123;
#else
  return digits;
#endif
}
