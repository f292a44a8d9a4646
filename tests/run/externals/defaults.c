// Functions of the C library that fill buffers, end the program or return the address of a variable do so without being listed
// in a specification.
//
// RUN: %reports --externals=free --no-output %s 2>&1 | FileCheck %s
//
// CHECK: error: assertion failed: buffer[3] != 'x'
// CHECK: read_written = 2013265920
// CHECK-NOT: error:
// CHECK: smew: assumed: 'read' returns any number and writes to its argument 2 (
// CHECK: smew: assumed: '__errno_location' returns any value but null and has no other effect (
// CHECK: smew: assumed: 'exit' does not return (
// CHECK: smew: complete: every path was followed to its end
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern long read(int, void *, unsigned long);
extern int *__errno_location(void);
extern void exit(int);

int main(void) {
  char buffer[4] = {0};
  read(0, buffer, sizeof buffer);
  assert(buffer[3] != 'x');
  if (*__errno_location() == 4) exit(1);
  return 0;
}
