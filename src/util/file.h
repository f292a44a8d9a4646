/* Files as a whole. */
#ifndef UTIL_FILE_H
#define UTIL_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;

/* Appends what the file holds; false with errno where it cannot be read. */
bool file_read(const char *path, struct buffer *text);
/* Writes all of it, however many calls that takes. Returns 0 or an errno. */
int file_write_all(int file, const void *bytes, size_t size);

#endif
