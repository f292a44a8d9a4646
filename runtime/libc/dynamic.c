// Loading code while a program runs. A library may be missing anywhere, and programs that load one
// look whether they got it: dlopen fails. A name that is asked for without one is the program's own
// or the libc's, and is there on every machine but this.
#include "dynlink.h"
#include "smew.h"
#include <dlfcn.h>
#include <stddef.h>

void *dlopen(const char *file, int mode) {
  (void)file;
  (void)mode;
  __smew_unmodelled("loading a shared library");
  __dl_seterr("Dynamic loading not supported");
  return NULL;
}

void *__dlsym(void *restrict handle, const char *restrict name, void *restrict caller) {
  (void)handle;
  (void)name;
  (void)caller;
  __smew_missing("looking up a symbol by its name");
}
