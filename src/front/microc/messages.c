/* Messages about a program text. The text is in memory, so the excerpt is what was read even if the
   file has changed since, and standard input works like a file. */
#include "front/microc/messages.h"

#include "util/source.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void print_excerpt(struct microc_messages *messages, struct microc_place at) {
  const char *line = messages->text, *end = messages->text + messages->size;
  for (uint32_t i = 1; i < at.line && line != NULL; i++) {
    line = memchr(line, '\n', (size_t)(end - line));
    if (line != NULL) line++;
  }
  if (line == NULL || at.line == 0) return;
  const char *stop = memchr(line, '\n', (size_t)(end - line));
  size_t length = (size_t)((stop ? stop : end) - line);
  if (length > 0 && line[length - 1] == '\r') length--;
  source_add_line(&messages->out, at.line, at.column, line, length);
}

static void print_message(struct microc_messages *messages, struct microc_place at,
                          const char *severity, const char *format, va_list arguments) {
  if (messages->error_count > MICROC_MAX_ERRORS) return;
  char *text = alloc_format_list(format, arguments);
  buffer_add(&messages->out, "%s:%u:%u: %s: %s\n", messages->path, at.line, at.column, severity,
             text);
  free(text);
  print_excerpt(messages, at);
}

void microc_error(struct microc_messages *messages, struct microc_place at, const char *format,
                  ...) {
  messages->error_count++;
  va_list arguments;
  va_start(arguments, format);
  print_message(messages, at, "error", format, arguments);
  va_end(arguments);
}

void microc_note(struct microc_messages *messages, struct microc_place at, const char *format,
                 ...) {
  va_list arguments;
  va_start(arguments, format);
  print_message(messages, at, "note", format, arguments);
  va_end(arguments);
}

void microc_messages_free(struct microc_messages *messages) { buffer_free(&messages->out); }
