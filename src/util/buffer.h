/* A growing text buffer. */
#ifndef UTIL_BUFFER_H
#define UTIL_BUFFER_H

#include <stddef.h>

struct buffer {
  char *text; /* always NUL-terminated once something was added; NULL before */
  size_t length, capacity;
};

void buffer_add(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buffer_add_bytes(struct buffer *buffer, const void *bytes, size_t size);
void buffer_free(struct buffer *buffer);

#endif
