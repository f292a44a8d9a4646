// agree: bytes=4 below=6
/* A parser of numbers with sign, hexadecimal prefix and limits. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  static const char alphabet[6] = {0, '-', '0', '9', 'x', 'f'};
  char text[5] = {0};
  for (int i = 0; i < 4; i++) {
    unsigned char x = agree_byte();
    klee_assume(x < 6);
    text[i] = alphabet[x];
  }
  const char *at = text;
  int sign = 1, base = 10, value = 0, digits = 0;
  if (*at == '-') sign = -1, at++;
  if (at[0] == '0' && at[1] == 'x') base = 16, at += 2;
  for (; *at; at++, digits++) {
    int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                : *at >= 'a' && *at <= 'f' ? *at - 'a' + 10
                                           : 99;
    if (digit >= base) return 1;
    value = value * base + digit;
    if (value > 500) return 2;
  }
  if (digits == 0) return 3;
  agree_result[0] = (unsigned long)(sign * value);
  agree_result[1] = (unsigned long)(at - text);
  return 0;
}
