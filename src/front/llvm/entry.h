/* The functions that the front end itself adds: the start of a program. */
#ifndef FRONT_LLVM_ENTRY_H
#define FRONT_LLVM_ENTRY_H

#include <stdbool.h>

struct loader;

/* Declares them, so that the libc can refer to them. */
void entry_declare(struct loader *loader);
/* Defines them, after everything else is lowered. False after a diagnostic. */
bool entry_define(struct loader *loader);

#endif
