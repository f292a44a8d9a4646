/* Calls a static function: the source is included, and is not a file of the program itself. */
#include "json.c"

#include <klee/klee.h>

int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  struct reader reader = {.at = text, .end = text + sizeof text};
  struct json *value = read_number(&reader);
  if (value == NULL) return 1;
  klee_assert(value->number >= -99 && value->number <= 999);
  json_free(value);
  return 0;
}
