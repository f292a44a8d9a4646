/* While LLVM works on a file that may be corrupt, a crash inside it is the file's
   fault and is reported as such. */
#ifndef FRONT_LLVM_GUARD_H
#define FRONT_LLVM_GUARD_H

struct guard;

/* Installs the handlers. Returns owned; there is one guard at a time. */
struct guard *guard_begin(void);
void guard_end(struct guard *guard);
/* From here on, until called with NULL, a fatal signal or LLVM's own fatal error ends
   the process with status SMEW_EXIT_USAGE and "smew: PATH: …". Borrows the path. */
void guard_set_path(struct guard *guard, const char *path);

#endif
