// Use of a stack object after its function returned.
// RUN: %cases %s
// CASES: read write by_global alloca_gone array deeper
// CLEAN: passed_down returned_value recursion static_is_fine reused_slot

int opaque = 3;
int *escaped;

#ifdef CASE_read
static int *address_of_local(void) {
  int local = opaque;
  int *p = &local;
  return p;
}
int main(void) {
  int *p = address_of_local();
  // read: dead-stack.c:[[@LINE+1]]:10: error: use of dead stack object: read of 4 bytes at offset 0 of 'local' (4 bytes) [ptr]
  return *p;
}
#endif

#ifdef CASE_write
static char *buffer(void) {
  char text[16];
  char *p = text;
  p[0] = 0;
  return p;
}
int main(void) {
  char *p = buffer();
  // write: dead-stack.c:[[@LINE+1]]:8: error: use of dead stack object: write of 1 byte at offset 5 of 'text' (16 bytes) [ptr]
  p[5] = 1;
  return 0;
}
#endif

#ifdef CASE_by_global
static void leak_address(void) {
  int local = 7;
  escaped = &local;
}
int main(void) {
  leak_address();
  // by_global: dead-stack.c:[[@LINE+1]]:10: error: use of dead stack object: read of 4 bytes at offset 0 of 'local' (4 bytes) [ptr]
  return *escaped;
}
#endif

#ifdef CASE_alloca_gone
static char *scratch(unsigned long size) {
  char *p = __builtin_alloca(size);
  p[0] = 1;
  return p;
}
int main(void) {
  char *p = scratch(20);
  // alloca_gone: dead-stack.c:[[@LINE+1]]:10: error: use of dead stack object: read of 1 byte at offset 0 of {{.*}}(20 bytes) [ptr]
  return p[0];
}
#endif

#ifdef CASE_array
struct holder {
  int *items;
};
static struct holder make(void) {
  int items[4] = {1, 2, 3, 4};
  struct holder h = {items};
  return h;
}
int main(void) {
  struct holder h = make();
  // array: dead-stack.c:[[@LINE+1]]:10: error: use of dead stack object: read of 4 bytes at offset 12 of 'items' (16 bytes) [ptr]
  return h.items[opaque];
}
#endif

#ifdef CASE_deeper
static int *down(int depth) {
  int local = depth;
  int *p = &local;
  return depth ? down(depth - 1) : p;
}
int main(void) {
  int *p = down(5);
  // deeper: dead-stack.c:[[@LINE+1]]:10: error: use of dead stack object: read of 4 bytes at offset 0 of 'local' (4 bytes) [ptr]
  return *p;
}
#endif

#ifdef CASE_passed_down
static void set(int *to) { *to = 0; }
int main(void) {
  int local = 5;
  set(&local);
  return local;
}
#endif

#ifdef CASE_returned_value
struct block {
  int items[8];
};
static struct block make(void) {
  struct block b = {{0}};
  b.items[7] = opaque;
  return b;
}
int main(void) { return make().items[7] - 3; }
#endif

#ifdef CASE_recursion
static int sum(int *above, int depth) {
  int local = depth + *above;
  return depth ? sum(&local, depth - 1) : local;
}
int main(void) {
  int zero = 0;
  return sum(&zero, 100) - 5050;
}
#endif

#ifdef CASE_static_is_fine
static int *address_of_static(void) {
  static int kept;
  return &kept;
}
int main(void) { return *address_of_static(); }
#endif

#ifdef CASE_reused_slot
static int *previous;
static int step(int value) {
  int local = value;
  int same = previous == &local;
  previous = &local;
  return local + 0 * same;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5000; i++) sum += step(i);
  return sum != 12497500;
}
#endif
