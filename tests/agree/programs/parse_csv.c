// agree: bytes=4 below=5
/* Fields with quotes, separators and ends of lines. */
#include "agree.h"

AGREE_RESULT(3);

int main(void) {
  static const char alphabet[5] = "a,\"\n";
  char text[4];
  unsigned fields = 0, length = 0, lines = 0, quoted = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char x = agree_byte();
    klee_assume(x < 5);
    text[i] = alphabet[x];
  }
  for (int i = 0; i < 4 && text[i]; i++) {
    char c = text[i];
    if (quoted) {
      if (c != '"')
        length++;
      else if (i + 1 < 4 && text[i + 1] == '"')
        length++, i++;
      else
        quoted = 0;
    } else if (c == '"') {
      if (length) return 1;
      quoted = 1;
    } else if (c == ',' || c == '\n') {
      agree_result[0] = agree_result[0] * 10 + length;
      length = 0;
      fields++;
      lines += c == '\n';
    } else {
      length++;
    }
  }
  if (quoted) return 2;
  agree_result[1] = fields * 10 + lines;
  agree_result[2] = length;
  return 0;
}
