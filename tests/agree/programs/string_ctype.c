/* The classes of characters. */
#include <ctype.h>

#include "agree.h"

AGREE_RESULT(3);

int main(void) {
  unsigned char x = agree_byte();
  unsigned long kinds = 0;
  if (x > 127) return 9; /* locales differ */
  if (isalpha(x)) kinds |= 1;
  if (isdigit(x)) kinds |= 2;
  if (isspace(x)) kinds |= 4;
  if (isupper(x)) kinds |= 8;
  if (ispunct(x)) kinds |= 16;
  if (isxdigit(x)) kinds |= 32;
  if (iscntrl(x)) kinds |= 64;
  agree_result[0] = kinds;
  agree_result[1] = (unsigned long)toupper(x);
  agree_result[2] = (unsigned long)tolower(x);
  return 0;
}
