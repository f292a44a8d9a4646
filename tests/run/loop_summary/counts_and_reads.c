// Loops of C that count and read: lines behind them are covered after 3, 40 and 1,000 iterations, downwards and by steps of
// 2, and the tests, which have the inputs of all iterations, come there natively.
// RUN: rm -rf %t && %clean --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t --cov | FileCheck --check-prefix=REPLAY %s
// CHECK: smew: coverage: 100.0% of lines
// CHECK: smew: complete
// REPLAY-NOT: differs
// REPLAY: coverage: 26 of 26 lines (100.0%)
// REPLAY: tests replayed
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int printf(const char *, ...);

static void up(void) {
  int i = 0, last = 0;
  while (i < __VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_uchar() > 100) last = 1;
    i++;
  }
  if (i == 3 && last) printf("3\n");
  if (i == 40 && !last) printf("40\n");
  if (i == 1000 && last) printf("1000\n");
}

static void down(void) {
  short i = 500, last = 0;
  while (__VERIFIER_nondet_uchar() != 7) {
    if (i <= 0) break;
    last = __VERIFIER_nondet_uchar();
    i -= 2;
  }
  if (i == 100 && last == 9) printf("100\n");
}

int main(void) {
  if (__VERIFIER_nondet_uchar())
    up();
  else
    down();
  return 0;
}
