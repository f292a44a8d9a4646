/* The functions that the front end itself contributes: the way into a program. */
#ifndef FRONT_LLVM_ENTRY_H
#define FRONT_LLVM_ENTRY_H

#include <stdbool.h>

struct loader;

/* Declares them, so that the libc can refer to them. */
void entry_declare(struct loader *loader);
/* Gives them their bodies, after all else is lowered. False after a diagnostic. */
bool entry_define(struct loader *loader);

#endif
