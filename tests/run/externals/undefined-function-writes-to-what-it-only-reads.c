// Functions of the C library write by the arguments by which they do, under whatever name a header gives them.
//
// RUN: %reports --externals=free --no-output %s 2>&1 | FileCheck %s
//
// CHECK-NOT: error: assertion failed: from
// CHECK: error: assertion failed: to[0] == 'x'
// CHECK-NOT: error: assertion failed: from
// CHECK-DAG: smew: assumed: 'strcpy' returns any value and writes to its argument 1 (
// CHECK-DAG: smew: assumed: '__isoc23_strtoul' returns any number and writes to its argument 2 (
// CHECK-DAG: smew: assumed: 'recvfrom' returns any number and writes to its arguments 2, 5-6 (
// CHECK: smew: complete: every path was followed to its end
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern char *strcpy(char *, const char *);
extern unsigned long __isoc23_strtoul(const char *, char **, int);
extern long recvfrom(int, void *, unsigned long, int, void *, unsigned *);

int main(void) {
  char from[4] = "abc", to[4] = "xyz";
  strcpy(to, from);
  __isoc23_strtoul(from, 0, 10);
  recvfrom(0, 0, 0, 0, 0, 0);
  assert(from[0] == 'a');
  assert(to[0] == 'x');
  return 0;
}
