/* Bringing a module into shape for lowering. */
#ifndef FRONT_LLVM_PREPARE_H
#define FRONT_LLVM_PREPARE_H

#include <stdbool.h>

struct loader;
struct module;

/* Runs the LLVM passes that the options ask for over a module of the user's.
   False after a diagnostic. */
bool prepare_module(struct loader *loader, struct module *module);

#endif
