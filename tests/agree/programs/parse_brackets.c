// agree: bytes=5 below=4
/* Balanced brackets with an explicit stack that is one too small. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  static const char alphabet[4] = {'(', ')', '[', ']'};
  char text[5], stack[4];
  int depth = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 5; i++) {
    klee_assume((unsigned char)text[i] < 4);
    char c = alphabet[(unsigned char)text[i]];
    if (c == '(' || c == '[') {
      if (depth == 4) return 5;
      stack[depth++] = c;
      continue;
    }
    if (depth == 0) return 1;
    char open = stack[--depth];
    if ((open == '(') != (c == ')')) return 2;
    agree_result[0] += (unsigned long)i;
  }
  agree_result[1] = (unsigned long)depth;
  return depth ? 3 : 0;
}
