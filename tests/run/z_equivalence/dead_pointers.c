// A pointer from undefined code on which nothing depends any more does not keep states apart; one that is still there
// does, and what it leads to is found.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --z-places=returns --externals=free --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --check-prefix=DEAD <%t/summary.json
// RUN: rm -rf %t && %reports --reduce=z-equivalence -DREAD --externals=free --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %reports --reduce=z-equivalence -DREAD -DSWAPPED --externals=free --no-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %reports --reduce=z-equivalence -DREAD --lazy-alias --externals=free --no-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
//
// COMPLETE: smew: complete:
// ERROR-DAG: error: assertion failed: *kept != 5
// ERROR-DAG: error: assertion failed: kept == 0
// ERROR: smew: complete:
// DEAD: "function": "work",
// DEAD-NEXT: "compared": 3,
// DEAD-NEXT: "dropped": 2
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int *get(void), *other(void);
extern int number(void);

#ifdef READ
static int *volatile kept;
#else
static int *kept;
#endif
#ifdef SWAPPED
#define FLIP !
#else
#define FLIP
#endif

__attribute__((noinline)) static int work(void) {
  int *p = get();
  if (p == 0) return 1;
  if (FLIP(number() == 3)) p = other();
  if (p == (int *)8) return 1;
#ifdef READ
  kept = p;
#endif
  return 1;
}

int main(void) {
  int result = work();
#ifdef READ
  if (kept != 0) {
    if (number() == 7) assert(kept == 0);
    assert(*kept != 5);
  }
#endif
  return result + (kept != 0);
}
