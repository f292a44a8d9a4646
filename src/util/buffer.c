/* A growing text buffer with formatted appending. */
#include "util/buffer.h"

#include "util/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 64 };

static void make_room(struct buffer *buffer, size_t extra) {
  size_t needed = buffer->length + extra + 1;
  if (needed < LEAST_CAPACITY) needed = LEAST_CAPACITY;
  if (needed > buffer->capacity)
    buffer->text = vec_grown(buffer->text, &buffer->capacity, needed, 1);
}

/* Usually it fits, and is printed only once. */
void buffer_add(struct buffer *buffer, const char *format, ...) {
  size_t room = buffer->capacity > buffer->length ? buffer->capacity - buffer->length : 0;
  char *end = room ? buffer->text + buffer->length : NULL;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(end, room, format, arguments);
  va_end(arguments);
  if (length < 0) {
    if (end) *end = '\0';
    return;
  }
  if ((size_t)length >= room) {
    make_room(buffer, (size_t)length);
    va_start(arguments, format);
    vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
  }
  buffer->length += (size_t)length;
}

void buffer_add_bytes(struct buffer *buffer, const void *bytes, size_t size) {
  make_room(buffer, size);
  memcpy(buffer->text + buffer->length, bytes, size);
  buffer->length += size;
  buffer->text[buffer->length] = '\0';
}

void buffer_free(struct buffer *buffer) {
  free(buffer->text);
  *buffer = (struct buffer){0};
}
