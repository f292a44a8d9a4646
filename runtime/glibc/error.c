// error and error_at_line, with the variables that steer them.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define weak __attribute__((weak))

weak void (*error_print_progname)(void);
weak unsigned int error_message_count;
weak int error_one_per_line;

static void finish(int status, int error, const char *format, va_list list) {
  vfprintf(stderr, format, list);
  error_message_count++;
  if (error) fprintf(stderr, ": %s", strerror(error));
  putc('\n', stderr);
  fflush(stderr);
  if (status) exit(status);
}

static void begin(void) {
  fflush(stdout);
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, "%s:", program_invocation_name);
}

weak void error(int status, int error, const char *format, ...) {
  va_list list;
  begin();
  if (!error_print_progname) putc(' ', stderr);
  va_start(list, format);
  finish(status, error, format, list);
  va_end(list);
}

weak void error_at_line(int status, int error, const char *file, unsigned int line,
                        const char *format, ...) {
  static const char *last_file;
  static unsigned int last_line;
  va_list list;
  if (error_one_per_line) {
    if (last_line == line && file && last_file && strcmp(file, last_file) == 0) return;
    last_file = file;
    last_line = line;
  }
  begin();
  if (file)
    fprintf(stderr, "%s:%u: ", file, line);
  else
    putc(' ', stderr);
  va_start(list, format);
  finish(status, error, format, list);
  va_end(list);
}
