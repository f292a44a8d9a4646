/* Source lines for messages. */
#ifndef UTIL_SOURCE_H
#define UTIL_SOURCE_H

#include <stddef.h>

struct buffer;

/* Appends the line with its number and a caret under the column; nothing if the file cannot be
   read. */
void source_print_excerpt(const char *path, unsigned line, unsigned column, struct buffer *out);
/* The same for a given line, without its line break; column 0 for no caret. */
void source_add_line(struct buffer *out, unsigned line, unsigned column, const char *text,
                     size_t length);
/* Appends a text that may be anything, with '?' for what could control a terminal. */
void source_add_visible(struct buffer *out, const char *text, size_t length);
/* The length of UTF-8's byte order mark at the beginning of a text: 3 or 0. */
size_t source_mark_size(const char *text, size_t length);

#endif
