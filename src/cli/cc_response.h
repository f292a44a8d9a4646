/* Response files: @FILE on a command line stands for the words in FILE. */
#ifndef CLI_CC_RESPONSE_H
#define CLI_CC_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>

struct cc_words {
  char **data; /* owned strings */
  size_t count, capacity;
};

/* Appends the words of a file, and of the files that it names in turn; false if it cannot be
   read. */
bool cc_response_read(const char *path, struct cc_words *words);

#endif
