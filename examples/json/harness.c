/* Reads any text of five bytes. */
#include "json.h"

#include <klee/klee.h>

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  struct json *value = json_read(text, sizeof text);
  if (value == NULL) return 1;
  klee_assert(value->next == NULL);
  json_free(value);
  return 0;
}
