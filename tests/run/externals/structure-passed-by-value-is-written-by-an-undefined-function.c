// A function gets a copy of it; what is behind other pointers may be written.
//
// RUN: %reports --externals=free --external-writes=args --no-output %s 2>&1 | FileCheck %s
//
// CHECK-NOT: assertion failed: kept
// CHECK: error: assertion failed: changed.words[0] == 1
// CHECK-NOT: assertion failed: kept
// CHECK: smew: complete: every path was followed to its end
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct big {
  int words[10];
};
extern void take(struct big by_value, struct big *by_address);

int main(void) {
  struct big kept = {{1}}, changed = {{1}};
  take(kept, &changed);
  assert(kept.words[0] == 1);
  assert(changed.words[0] == 1);
  return 0;
}
