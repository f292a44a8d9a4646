/* Modules that were compiled against glibc's headers, linked with our libc. */
#ifndef FRONT_LLVM_GLIBC_H
#define FRONT_LLVM_GLIBC_H

#include <stdbool.h>
#include <stddef.h>

struct loader;
struct module;

/* Whether the bytes of a module, in either form, name files of glibc's headers. */
bool glibc_is_named_in(const char *bytes, size_t size);
/* Binds the few functions on whose types or constants the two libraries disagree to versions that
   follow glibc. */
void glibc_adapt_module(struct loader *loader, struct module *module);

#endif
