/* Takes backslashes out of a text: "a\,b" becomes "a,b". A backslash at the end makes it read
   beyond the end. */
#include <klee/klee.h>
#include <string.h>

static void unquote(char *text) {
  char *to = text;
  for (char *from = text; *from != '\0'; from++) {
    if (*from == '\\') from++;
    *to++ = *from;
  }
  *to = '\0';
}

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = '\0';
  unquote(text);
  return strchr(text, ',') != NULL;
}
