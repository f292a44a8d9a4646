// What smew offers to the runtime: the executor's builtins and the functions that the front end
// makes for each program.
#ifndef SMEW_H
#define SMEW_H

#include <stddef.h>

// A page-aligned object of zeroes, or NULL.
void *__smew_map(size_t size);

// Takes back what __smew_map gave. Returns -1 if that is not a whole object of it.
int __smew_unmap(void *address, size_t size);

// Ends the path.
_Noreturn void __smew_exit(int status);

// Ends the path with an error; abort, but without a word to the handler of SIGABRT.
_Noreturn void __smew_abort(void);

// Passes a harmless system call to the host and returns the kernel's result, -ENOSYS for any other.
long __smew_host_syscall(long n, long a, long b, long c, long d, long e, long f);

// Counts, and warns about once, something that the environment does not model.
void __smew_unmodelled(const char *what);

void __smew_constructors(void);
void __smew_destructors(void);
int __smew_main(int argc, char **argv, char **envp);

// The model of the operating system: returns the result, or -errno.
long __smew_syscall(long n, long a, long b, long c, long d, long e, long f);

#endif
