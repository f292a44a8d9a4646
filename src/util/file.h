/* Whole files. */
#ifndef UTIL_FILE_H
#define UTIL_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;

/* Appends the content of the file; false with errno if it cannot be read. */
bool file_read(const char *path, struct buffer *text);
/* Writes everything, in as many calls as needed. Returns 0 or an errno. */
int file_write_all(int file, const void *bytes, size_t size);

#endif
