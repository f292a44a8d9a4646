/* Which functions of a module are as the programmer wrote them. */
#ifndef FRONT_LLVM_UNOPTIMISED_H
#define FRONT_LLVM_UNOPTIMISED_H

struct module;

/* Fills module->unoptimised and module->cut_amounts. Must run before any pass does. */
void unoptimised_find(struct module *module);

#endif
