/* Allocation that never returns NULL. A run that exhausts the machine's memory ends with a message;
   the memory limit at which states are shed is reached well before. */
#include "util/alloc.h"

#include "util/exhaustion.h"
#include "util/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory, size_t size) {
  if (memory == NULL) exhaustion_end(size);
  return memory;
}

void *alloc_bytes(size_t size) { return checked(malloc(size ? size : 1), size); }

void *alloc_zeroed(size_t size) { return checked(calloc(1, size ? size : 1), size); }

void *alloc_resize(void *memory, size_t size) {
  return checked(realloc(memory, size ? size : 1), size);
}

char *alloc_string(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(alloc_bytes(size), text, size);
}

char *alloc_format_list(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  REQUIRE(length >= 0);
  char *text = alloc_bytes((size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

char *alloc_format(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = alloc_format_list(format, arguments);
  va_end(arguments);
  return text;
}

void *vec_grown(void *data, size_t *capacity, size_t needed, size_t element_size) {
  size_t wanted = *capacity ? *capacity * 2 : 8;
  if (wanted < needed) wanted = needed;
  *capacity = wanted;
  return alloc_resize(data, wanted * element_size);
}
