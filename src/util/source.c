/* Source lines for messages: the line, and a caret under the column. Tabs are kept before the caret
   so that it is below the character on any terminal. A file may contain anything: what is not
   printable text is shown as '?', so that it cannot control the terminal, and of a very long line
   only the part around the column is shown. */
#include "util/source.h"

#include "util/buffer.h"
#include "util/file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHOWN = 400 };

static bool is_continuation(uint8_t c) { return (c & 0xc0) == 0x80; }

/* The bytes of the first character of the text; 0 if it is invalid or a control character (those
   from U+0080 to U+009F are). */
static size_t character_size(const char *text, size_t length) {
  const uint8_t *bytes = (const uint8_t *)text;
  if (bytes[0] < 0x80) return bytes[0] >= ' ' && bytes[0] != 0x7f ? 1 : 0;
  size_t size = bytes[0] < 0xc2   ? 0
                : bytes[0] < 0xe0 ? 2
                : bytes[0] < 0xf0 ? 3
                : bytes[0] < 0xf5 ? 4
                                  : 0;
  if (size > length || (bytes[0] == 0xc2 && size == 2 && bytes[1] < 0xa0)) return 0;
  for (size_t i = 1; i < size; i++)
    if (!is_continuation(bytes[i])) return 0;
  return size;
}

/* Appends the printable form of the text; with `is_blank`, as many spaces as it is wide. */
static void add_visible(struct buffer *out, const char *text, size_t length, bool is_blank) {
  for (size_t i = 0, size; i < length; i += size) {
    size = character_size(text + i, length - i);
    if (text[i] == '\t')
      buffer_add_bytes(out, "\t", 1);
    else if (size == 0 || is_blank)
      buffer_add_bytes(out, is_blank ? " " : "?", 1);
    else
      buffer_add_bytes(out, text + i, size);
    if (size == 0) size = 1;
  }
}

void source_add_visible(struct buffer *out, const char *text, size_t length) {
  add_visible(out, text, length, false);
}

void source_add_line(struct buffer *out, unsigned line, unsigned column, const char *text,
                     size_t length) {
  size_t before = column > 0 && column - 1 <= length ? column - 1 : 0, start = 0;
  if (length > MAX_SHOWN) {
    start = before > MAX_SHOWN / 2 ? before - MAX_SHOWN / 2 : 0;
    while (start < before && is_continuation((uint8_t)text[start])) start++;
  }
  size_t shown = length - start > MAX_SHOWN ? MAX_SHOWN : length - start;
  buffer_add(out, "%5u | %s", line, start > 0 ? "…" : "");
  add_visible(out, text + start, shown, false);
  buffer_add(out, start + shown < length ? "…\n" : "\n");
  if (column == 0 || column - 1 > length) return;
  buffer_add(out, "      | %s", start > 0 ? " " : "");
  add_visible(out, text + start, before - start, true);
  buffer_add(out, "^\n");
}

void source_print_excerpt(const char *path, unsigned line, unsigned column, struct buffer *out) {
  /* The path may come from the debug information of bitcode, and name a device or a pipe. */
  FILE *file = line ? file_open_regular(path, FILE_MOST_TEXT, true) : NULL;
  if (file == NULL) return;
  char *text = NULL;
  size_t capacity = 0;
  ssize_t length = 0;
  unsigned at = 0;
  while (at < line && (length = file_read_line(&text, &capacity, file)) >= 0) at++;
  fclose(file);
  if (at == line) {
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
    size_t mark = line == 1 ? source_mark_size(text, (size_t)length) : 0;
    source_add_line(out, line, column, text + mark, (size_t)length - mark);
  }
  free(text);
}

size_t source_mark_size(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}
