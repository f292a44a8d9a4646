/* Where glibc and our libc disagree on the layout of what a call passes. */
#ifndef FRONT_LLVM_GLIBC_H
#define FRONT_LLVM_GLIBC_H

struct module;
struct symbol;

/* Why a call of the function from this module would go wrong, or NULL. */
const char *glibc_find_difference(const struct module *module, const struct symbol *callee);

#endif
