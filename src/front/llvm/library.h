/* What is linked with a program in addition to its own file: the user's libraries, the libc, and
   replacements of functions. */
#ifndef FRONT_LLVM_LIBRARY_H
#define FRONT_LLVM_LIBRARY_H

#include <stdbool.h>

struct loader;
struct module;

/* Reads the user's libraries: modules at once, archives on demand, like the libc. False after a
   diagnostic. */
bool library_read_all(struct loader *loader);
/* Prepares a module of the user: passes, glibc's names, replaced functions. False after a
   diagnostic. */
bool library_adopt_module(struct loader *loader, struct module *module);
/* Whether all replacements exist and replace something; call it after all of the user's modules are
   adopted. False after a diagnostic. */
bool library_check_aliases(struct loader *loader);
void library_free_all(struct loader *loader);

#endif
