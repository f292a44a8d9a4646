// agree: bytes=2
/* An input made anew over an old one, and partly over a word. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned word = 0x01020304;
  klee_make_symbolic((char *)&word + 1, 1, "part");
  unsigned before = word;
  if (word > 0x01800000) word += 5;
  klee_make_symbolic((char *)&word + 1, 1, "part");
  agree_result[0] = before;
  agree_result[1] = word;
  if (before == word) return 1;
  return 0;
}
