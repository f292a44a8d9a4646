// A structure that is returned by a pointer has any content, whatever else the function is assumed to write, and also if the
// pointer is symbolic: only what it leads to is written.
//
// RUN: %reports --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --external-writes=args --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --opt=aggressive --no-output %s 2>&1 | FileCheck %s
//
// CHECK-NOT: never written
// CHECK-DAG: error: assertion failed: one.words[3] != 7
// CHECK-DAG: error: assertion failed: many[1].words[9] != 8
// CHECK-NOT: error: assertion failed: {{many.0|tail}}
// CHECK: smew: assumed: 'give' returns any value and {{has no other effect|writes to its arguments}} (
// CHECK: smew: complete: every path was followed to its end
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct big {
  int words[10];
};
extern struct big give(void);
extern unsigned number(void);

int main(void) {
  struct big one, many[3] = {{{1}}, {{2}}, {{3}}};
  one = give();
  assert(one.words[3] != 7);
  unsigned at = number();
  if (at == 0 || at > 2) return 0;
  many[at] = give();
  assert(many[0].words[0] == 1);
  assert(many[1].words[9] != 8);
  if (at == 1) assert(many[2].words[0] == 3);
  return 0;
}
