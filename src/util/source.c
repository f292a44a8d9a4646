/* Source lines for messages: the line, and a caret under the column. Tabs are kept in
   front of the caret so that it stands where the terminal shows the character. */
#include "util/source.h"

#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_print_excerpt(const char *path, unsigned line, unsigned column, struct buffer *out) {
  FILE *file = line ? fopen(path, "r") : NULL;
  if (file == NULL) return;
  char *text = NULL;
  size_t capacity = 0;
  ssize_t length = 0;
  unsigned at = 0;
  while (at < line && (length = getline(&text, &capacity, file)) >= 0) at++;
  fclose(file);
  if (at == line) {
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
    buffer_add(out, "%5u | %.*s\n", line, (int)length, text);
    if (column != 0 && column <= (unsigned)length + 1) {
      buffer_add(out, "      | ");
      for (unsigned i = 0; i + 1 < column; i++) buffer_add(out, "%c", text[i] == '\t' ? '\t' : ' ');
      buffer_add(out, "^\n");
    }
  }
  free(text);
}
