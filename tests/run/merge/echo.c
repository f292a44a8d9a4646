// The simplified echo of Figure 1 of "Efficient State Merging in Symbolic Execution", with N arguments
// of up to L - 1 characters, so that each has one of L lengths: L^N paths, and L^(N-1) more on
// which the first argument is -n.
//
// RUN: %compare --scratch %t/1 --merging --goal=errors --goal=coverage --goal=paths --complete --verbose \
// RUN:   --common "-DN=1 -DL=3" %s | FileCheck %s --check-prefix=SMALL
// SMALL: plainly 4 paths
// RUN: %compare --scratch %t/2 --merging --goal=errors --goal=coverage --goal=paths --complete --verbose \
// RUN:   --common "-DN=2 -DL=4" %s | FileCheck %s --check-prefix=MIDDLE
// MIDDLE: plainly 20 paths
// RUN: %compare --scratch %t/3 --merging --goal=errors --goal=coverage --goal=paths --complete --verbose \
// RUN:   --common "-DN=3 -DL=4" %s | FileCheck %s --check-prefix=LARGE
// LARGE: plainly 80 paths
// RUN: %compare --scratch %t/4 --portfolio --complete --common "-DN=3 -DL=4" %s
//
// With the parameters of the worked example, arg is hot where the branches of the first lines meet, and r is
// not: states that differ in arg stay apart there and in the loop. Behind it arg is dead, and those that
// differ in r only become one. In the loop, the L exits of an inner loop are one each time: three
// merges for each of the two arguments, three more for the second one behind -n, and one in the end.
// RUN: %smew run --no-output --statistics --merge=static --queries=branches --alpha=0.5 --beta=0.6 --kappa=1 --exact-paths -DN=2 -DL=4 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXAMPLE
// EXAMPLE: smew: paths: 1 completed
// EXAMPLE: smew: merged: 10 states into others; these paths stand for at most 20
// EXAMPLE: smew: exactly 20 paths
// EXAMPLE: dissimilar {{[1-9]}}
//
// RUN: %smew run --no-output --merge=static -DN=20 -DL=20 %s 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: smew: paths: 1 completed
// HUGE: these paths stand for at most 1.1010048e+26
// HUGE: smew: complete
//
// One test for all paths, or one for each.
// RUN: rm -rf %t/one %t/all
// RUN: %smew run --quiet --output-dir %t/one --merge=static -DN=2 -DL=3 %s
// RUN: ls %t/one | grep -c ktest | FileCheck %s --check-prefix=ONE
// ONE: {{^1$}}
// RUN: %smew run --quiet --output-dir %t/all --merge=static --expand -DN=2 -DL=3 %s
// RUN: ls %t/all | grep -c ktest | FileCheck %s --check-prefix=ALL
// ALL: {{^12$}}
#include <klee/klee.h>

// As in the paper, comparing does not split paths.
static int compare(const char *a) { return (a[0] ^ '-') | (a[1] ^ 'n') | a[2]; }
static int printed;
static void put(int c) { printed += c; }

static int echo(int argc, char **argv) {
  int r = 1, arg = 1;
  if (arg < argc)
    if (compare(argv[arg]) == 0) {
      r = 0; ++arg;
    }
  for (; arg < argc; ++arg)
    for (int i = 0; argv[arg][i] != 0; ++i)
      put(argv[arg][i]);
  if (r)
    put('\n');
  return 0;
}

int main(void) {
  static char texts[N][L];
  char *argv[N + 2] = {"echo"};
  klee_make_symbolic(texts, sizeof texts, "texts");
  for (int i = 0; i < N; i++) {
    texts[i][L - 1] = 0;
    argv[i + 1] = texts[i];
  }
  return echo(N + 1, argv);
}
