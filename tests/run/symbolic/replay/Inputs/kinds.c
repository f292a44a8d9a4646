// An error of every kind that a sanitizer, a signal or the replay library can show natively.
// EXPLORE: --check-overflow --emit-all-errors
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

const int fixed[4] = {1, 2, 3, 4};
int table[8];

static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
  unsigned char kind, at;
  int number;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  klee_make_symbolic(&at, sizeof at, "at");
  klee_make_symbolic(&number, sizeof number, "number");
  switch (kind) {
  case 1: klee_assume(at < 9); return table[at];
  case 2: klee_assume(at < 9); table[at] = number; return 2;
  case 3: return 1000 / number == 7 ? 3 : 4;
  case 4: klee_assume(number == -1); return INT_MIN / number;
  case 5: return number + 17 == 5;
  case 6: return 1u << at == 16;
  case 7: assert(number != 0x5eed); return 7;
  case 8:
    if (number == 77) abort();
    return 8;
  case 9: {
    int *p = at == 200 ? NULL : table;
    return *p;
  }
  case 10: {
    char *p = malloc(5);
    if (at < 5) p[at] = 1;
    free(p);
    if (at == 9) return p[0];
    return 10;
  }
  case 11: {
    char *p = malloc(5);
    free(p);
    if (at == 9) free(p);
    return 11;
  }
  case 12: {
    int *p = at == 3 ? (int *)fixed : table;
    p[1] = 5;
    return 12;
  }
  case 13: {
    int (*calls[])(void) = {one, two, NULL};
    klee_assume(at < 3);
    return calls[at]();
  }
  case 14:
    if (at == 1) klee_report_error(__FILE__, __LINE__, "one is not wanted", "user.err");
    return 14;
  case 15: {
    int here[3] = {1, 2, 3}, *p = here + 3;
    klee_assume(at < 5);
    return p[-(int)at];
  }
  }
  return 0;
}
