/* Programs that `smew cc` has built. */
#ifndef FRONT_LLVM_EXECUTABLE_H
#define FRONT_LLVM_EXECUTABLE_H

#include <stdbool.h>

struct loader;

/* Adds the modules inside a native file (program, shared library or object) and inside the shared
   libraries that it needs. False after a diagnostic. */
bool executable_read(struct loader *loader, const char *path);

#endif
