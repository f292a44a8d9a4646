// The libc of the machine and smew's own must take the same paths.
#include <ctype.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[5], out[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = '\0';
  switch (text[0]) {
  case 'n': return atoi(text + 1) & 63;
  case 'c': return strcmp(text + 1, "abc") == 0 ? 70 : strncmp(text + 1, "ab", 2) == 0 ? 71 : 72;
  case 's': {
    char *found = strchr(text + 1, 'x');
    return found ? 80 + (int)(found - text) : 90;
  }
  case 'u':
    for (int i = 0; i < 3; i++) text[i] = (char)toupper((unsigned char)text[i]);
    return memcmp(text, "UVW", 3) == 0 ? 91 : 92;
  case 'p': snprintf(out, sizeof out, "%.2s-%d", text + 1, 42); return 100 + (int)strlen(out);
  case 'l': return 110 + (int)strspn(text, "la");
  case 'o': strcpy(out + 4, text + 1); return 120; /* fits in 4 bytes, always */
  case 'b': memcpy(out + 5, text, strlen(text)); return 121;
  }
  return 0;
}
