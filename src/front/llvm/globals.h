/* Global variables: their bytes and the addresses in them. */
#ifndef FRONT_LLVM_GLOBALS_H
#define FRONT_LLVM_GLOBALS_H

struct loader;

/* Fills in the variables that link_number_symbols added. A variable whose initialiser cannot be
   expressed in the IR, or that leads to such a variable, gets a problem. */
void globals_fill(struct loader *loader);

#endif
