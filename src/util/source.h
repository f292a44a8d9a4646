/* Source lines for messages. */
#ifndef UTIL_SOURCE_H
#define UTIL_SOURCE_H

struct buffer;

/* Appends the line with its number and a caret under the column; nothing when the file
   cannot be read. */
void source_print_excerpt(const char *path, unsigned line, unsigned column, struct buffer *out);

#endif
