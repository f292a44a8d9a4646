// exit: the functions registered with atexit, then the program's destructors, then stdio. The first
// and the last are musl's and replace the empty ones here only in a program that registers
// functions or uses streams.
#include "libc.h"
#include "smew.h"
#include <stdlib.h>

hidden void __stdio_exit(void);

static void nothing(void) {}
weak_alias(nothing, __funcs_on_exit);
weak_alias(nothing, __stdio_exit);

_Noreturn void exit(int status) {
  __funcs_on_exit();
  __smew_destructors();
  __stdio_exit();
  _Exit(status);
}
