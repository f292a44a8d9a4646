// agree: replay
/* assert, klee_assert and abort, in nested calls. */
#include <assert.h>
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

static void check(int depth, int x) {
  if (depth > 0) {
    check(depth - 1, x + depth);
    assert(x != 42);
    return;
  }
  if (x % 50 == 49) abort();
  klee_assert(x < 240);
}

int main(void) {
  unsigned char x = agree_byte();
  agree_result[0] = x;
  check(x & 3, x);
  if (x == 8) __builtin_trap();
  if (x == 16) klee_report_error(__FILE__, __LINE__, "sixteen", "user");
  assert(x / 3 != 33);
  return 0;
}
