// agree: bytes=4 below=3
/* strlen, strcmp, strchr, strcpy and friends on a short symbolic string. */
#include <string.h>

#include "agree.h"

AGREE_RESULT(6);

int main(void) {
  char text[6] = {0}, copy[8];
  klee_make_symbolic(text, 4, "text");
  for (int i = 0; i < 4; i++) {
    klee_assume(text[i] >= 0 & text[i] < 3);
    text[i] += text[i] ? 'a' - 1 : 0; /* NUL, 'a' or 'b' */
  }
  agree_result[0] = strlen(text);
  int order = strcmp(text, "ab");
  agree_result[1] = order < 0 ? 1 : order > 0 ? 2 : 3;
  char *found = strchr(text, 'b');
  agree_result[2] = found ? (unsigned long)(found - text) : 99;
  strcpy(copy, text);
  strncat(copy, "xyz", 1);
  agree_result[3] = strlen(copy) * 256 + (unsigned char)copy[strlen(copy) - 1];
  found = strstr(text, "ba");
  agree_result[4] = found ? (unsigned long)(found - text) : 99;
  agree_result[5] = strspn(text, "a") * 16 + strcspn(text, "b");
  if (memcmp(text, "abab", 4) == 0) return 1;
  return 0;
}
