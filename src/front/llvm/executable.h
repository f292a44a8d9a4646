/* Programs that `smew cc` has built. */
#ifndef FRONT_LLVM_EXECUTABLE_H
#define FRONT_LLVM_EXECUTABLE_H

#include <stdbool.h>

#include <stdint.h>

struct elf;
struct loader;

/* Adds the modules inside a native file (program, shared library or object) and inside the shared
   libraries that it needs. False after a diagnostic. */
bool executable_read(struct loader *loader, const char *path);
/* Adds the modules inside one native file, which has this number among those of the program. False
   after a diagnostic. */
bool executable_read_modules(struct loader *loader, const struct elf *elf, const char *path,
                             uint32_t number);

#endif
