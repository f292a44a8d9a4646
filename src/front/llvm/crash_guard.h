/* While LLVM processes a file that may be corrupt, a crash inside LLVM is reported as an error in
   the file. */
#ifndef FRONT_LLVM_CRASH_GUARD_H
#define FRONT_LLVM_CRASH_GUARD_H

#include <stdbool.h>

struct crash_guard;

/* Installs the handlers. Returns owned; there is one guard at a time. */
struct crash_guard *crash_guard_begin(void);
void crash_guard_end(struct crash_guard *guard);
/* From here until crash_guard_leave, a fatal signal or LLVM's own fatal error ends the process with
   status SMEW_EXIT_USAGE and "smew: PATH: …"; with limits, so does using time or memory out of
   proportion to the file's size. Borrows the path. */
void crash_guard_enter(struct crash_guard *guard, const char *path, bool has_limits);
void crash_guard_leave(struct crash_guard *guard);

#endif
