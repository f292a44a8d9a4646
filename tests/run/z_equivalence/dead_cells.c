// Variables that are overwritten before they are read again do not tell states apart, nor do variables on the stack that only
// undefined functions have the address of: also in programs with undefined functions. Those that are read do, also by a
// callee, through a pointer to a function, or after the return to a caller.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --externals=free --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --input-file %t/summary.json --check-prefix=DROPPED
// RUN: rm -rf %t && %clean --reduce=z-equivalence --externals=free --z-memory=all --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --input-file %t/summary.json --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=1 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=2 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=3 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=4 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=5 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
//
// COMPLETE: smew: complete
// DROPPED: "dropped_at_joins": {{[1-9]}}
// KEPT: "dropped_at_joins": 0,
// READ: error: assertion failed: width != 2
// READ: smew: complete
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#ifndef READ
#define READ 0
#endif
extern int any(void);
extern void use(int *, char *);
static int width, other, *pointer;

__attribute__((noinline)) static void check(void) { assert(width != 2); }
static void (*volatile later)(void) = check;

__attribute__((noinline)) static void choose(void) {
  int scratch = any() ? 1 : 2;
  char buffer[16];
  use(&scratch, buffer);
  if (any()) width = 2;
  else width = 1;
  if (any()) scratch = 5;
  if (READ == 1) check();
  if (READ == 2) later();
  if (READ == 3) pointer = &width;
  if (READ == 4 && any()) other = width;
  other = READ == 4 ? other : 0;
}

int main(void) {
  choose();
  if (READ == 3) { width = *pointer; assert(width != 2); }
  if (READ == 5) check();
  if (READ == 4 && other == 2) width = 2, check();
  width = any();
  return width != 0;
}
