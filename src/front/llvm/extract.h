/* From a program that smew cc has built to one module of bitcode. */
#ifndef FRONT_LLVM_EXTRACT_H
#define FRONT_LLVM_EXTRACT_H

#include <stdbool.h>

struct loader;

/* Links the loader's modules into the first and writes that; without those of C sources if it is
   for linking. False after a
 * diagnostic. */
bool extract_write(struct loader *loader, const char *output);

#endif
