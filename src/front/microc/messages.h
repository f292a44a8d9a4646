/* Messages about a program text: FILE:LINE:COLUMN: error: …, the line, a caret. */
#ifndef FRONT_MICROC_MESSAGES_H
#define FRONT_MICROC_MESSAGES_H

#include "front/microc/ast.h"
#include "util/buffer.h"

/* struct microc_messages messages = {.path = …, .text = …, .size = …} */
struct microc_messages {
  const char *path; /* borrowed */
  const char *text; /* borrowed: the program */
  size_t size;
  struct buffer out; /* all messages so far */
  uint32_t error_count;
};

enum { MICROC_MAX_ERRORS = 50 }; /* further ones are only counted */

void microc_error(struct microc_messages *messages, struct microc_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Explains the last error: "note: …" at another place. */
void microc_note(struct microc_messages *messages, struct microc_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void microc_messages_free(struct microc_messages *messages);

#endif
