/* What is linked with a program beside its own file: libraries of the user's, the libc, and
   replacements of functions. */
#ifndef FRONT_LLVM_LIBRARY_H
#define FRONT_LLVM_LIBRARY_H

#include <stdbool.h>

struct loader;
struct module;

/* Reads the user's libraries: modules at once, archives by need, as the libc. False after a
   diagnostic. */
bool library_read_all(struct loader *loader);
/* Makes a module that was read the user's: passes, glibc's names, replaced functions. False after a
   diagnostic. */
bool library_adopt_module(struct loader *loader, struct module *module);
/* Whether all replacements are there and replace something; to be asked when the user's modules are
   adopted. False after a diagnostic. */
bool library_check_aliases(struct loader *loader);
void library_free_all(struct loader *loader);

#endif
