/* Preparing a module for lowering. */
#ifndef FRONT_LLVM_PREPARE_H
#define FRONT_LLVM_PREPARE_H

#include <stdbool.h>

struct loader;
struct module;

/* Runs the LLVM passes that the options select over a module of the user. False after a
   diagnostic. */
bool prepare_module(struct loader *loader, struct module *module);

#endif
