/* Whole files. */
#ifndef UTIL_FILE_H
#define UTIL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct buffer;

/* The most that smew reads of a text: more is refused (EFBIG) before memory is full of it. */
enum { FILE_MOST_TEXT = 1 << 28 };

/* Appends the content of the file; false with errno if it cannot be read. */
bool file_read(const char *path, struct buffer *text);
/* Opens a file that somebody else may have made, for reading: it must be a regular file of at most
   that many bytes, so that reading it ends; a link is only followed if `follows_link`. Returns NULL
   with errno. */
FILE *file_open_regular(const char *path, size_t most, bool follows_link);
/* Whether a file that others may have made can be mapped into memory or handed to a library: 0, or
   the errno of file_open_regular. */
int file_check_regular(const char *path, size_t most);
/* Appends the content of such a file; false with errno if it cannot be read. */
bool file_read_regular(const char *path, size_t most, bool follows_link, struct buffer *text);
/* getline, which cannot be told from the end of the file when it finds no memory: this ends the
   process then. */
ssize_t file_read_line(char **line, size_t *capacity, FILE *file);
/* Makes a file of these bytes, or replaces its content. Returns 0 or an errno; half of a file does
 * not stay. */
int file_write(const char *path, const void *bytes, size_t size);
/* Writes everything, in as many calls as needed. Returns 0 or an errno. */
int file_write_all(int file, const void *bytes, size_t size);

#endif
