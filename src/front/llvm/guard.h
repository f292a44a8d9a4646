/* While LLVM processes a file that may be corrupt, a crash inside LLVM is reported as an error in
   the file. */
#ifndef FRONT_LLVM_GUARD_H
#define FRONT_LLVM_GUARD_H

#include <stdbool.h>

struct guard;

/* Installs the handlers. Returns owned; there is one guard at a time. */
struct guard *guard_begin(void);
void guard_end(struct guard *guard);
/* From here until guard_leave, a fatal signal or LLVM's own fatal error ends the process with
   status SMEW_EXIT_USAGE and "smew: PATH: …"; with limits, so does using time or memory out of
   proportion to the file's size. Borrows the path. */
void guard_enter(struct guard *guard, const char *path, bool has_limits);
void guard_leave(struct guard *guard);

#endif
