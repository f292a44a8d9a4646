/* Faults of smew itself: report where, and exit with a status that scripts can distinguish from an
   error that was found. abort() is used in debug builds so that a debugger or a sanitizer shows the
   stack. */
#include "util/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void fault_report(const char *file, int line, const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  fputs("smew: internal fault: ", stderr);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, " (%s:%d)\nsmew: this is a bug in smew, please report it\n", file, line);
#ifndef NDEBUG
  abort();
#endif
  exit(SMEW_EXIT_FAULT);
}
