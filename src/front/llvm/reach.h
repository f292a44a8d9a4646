/* Finding everything that a program can use. */
#ifndef FRONT_LLVM_REACH_H
#define FRONT_LLVM_REACH_H

#include <stdbool.h>

struct loader;
struct module;

/* Records the module's constructors and destructors and marks them as reached. */
void reach_structors(struct loader *loader, struct module *module);
/* Links the libraries' members for all that the module declares. False after a diagnostic. */
bool reach_members(struct loader *loader, struct module *module);
/* Follows all references from the symbols in the loader's queue, adding to the queue, and links
   members of the libc for undefined symbols, until nothing new is found. False after a
   diagnostic. */
bool reach_all(struct loader *loader);

#endif
