/* Types in LLVM's debug information as types of the source (ir/source_types.h). */
#ifndef FRONT_LLVM_DEBUG_TYPES_H
#define FRONT_LLVM_DEBUG_TYPES_H

struct loader;

/* The parameters of the loader's entry point, and the variables of the program. What has no debug
   information stays unknown. */
void debug_types_read(struct loader *loader);

#endif
