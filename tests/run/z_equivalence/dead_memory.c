// Memory that is reached by pointers does not tell states apart once nothing reads it any more: variables on the stack,
// objects of the heap, and globals whose addresses were passed on, also in programs with undefined functions. Nor do values
// that are only passed to undefined functions. Where it is read, or freed, it does.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --externals=free --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --input-file %t/summary.json --check-prefix=DROPPED
// RUN: rm -rf %t && %clean --reduce=z-equivalence --externals=free --z-memory=all --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --input-file %t/summary.json --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=1 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=2 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=3 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=4 --no-output %s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DREAD=5 --no-output %s 2>&1 | FileCheck %s --check-prefix=FREED
//
// COMPLETE: smew: complete
// DROPPED: "kept": 13,
// KEPT: "kept": 30,
// READ: error: assertion failed: value != 2
// READ: smew: complete
// FREED: error: {{double free|use after free}}
// FREED: smew: complete
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#ifndef READ
#define READ 0
#endif
extern int any(void);
extern void print(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);
struct box { long rest[4]; int value; };
static struct box global;

__attribute__((noinline)) static void fill(struct box *box, int value) { box->value = value; }
__attribute__((noinline)) static void check(const struct box *box) {
  int value = box->value;
  assert(value != 2);
}

int main(void) {
  struct box local = {0}, *heap = malloc(sizeof *heap);
  int shown = 0;
  if (heap == 0) return 0;
  fill(&global, any() ? 1 : 2);
  if (any()) fill(&local, 2);
  else fill(&local, 1);
  if (any()) fill(heap, 2);
  else fill(heap, 1);
  if (any()) shown = 2;
  else shown = 1;
  if (READ == 5 && any()) free(heap);
  if (any()) print("%d", shown);
  if (READ == 1) check(&global);
  if (READ == 2) check(&local);
  if (READ == 3) check(heap);
  if (READ == 4) fill(&local, shown), check(&local);
  free(heap);
  return 0;
}
