// What smew offers to the runtime: the executor's builtins and the functions that the front end
// makes for each program.
#ifndef SMEW_H
#define SMEW_H

#include <stddef.h>

// A page-aligned object of zeroes, or NULL.
void *__smew_map(size_t size);

// Takes back what __smew_map gave. Returns -1 if that is not a whole object of it.
int __smew_unmap(void *address, size_t size);

// An object of zeroes of exactly that size, or NULL, and its release. Unlike malloc, no program
// replaces these.
void *__smew_allocate(size_t size);
void __smew_release(void *object);

// An object of zeroes that the program will see: reports call it by that name.
void *__smew_new_variable(size_t size, const char *name);

// Symbolic values. make_symbolic makes an input of the name; assume ends in an error where the
// condition cannot hold; prefer has tests satisfy it where it is open; number goes on with one path
// for each value, or one of them where they are very many; witness is one possible value, and may
// whether the condition can hold: the path stays open to all.
void __smew_make_symbolic(void *address, size_t size, const char *name);
int __smew_is_symbolic(unsigned long value); // paths that were merged part here first
void __smew_assume(unsigned long condition);
void __smew_prefer(unsigned long condition);
long __smew_number(long value);
long __smew_witness(long value);
int __smew_may(unsigned long condition);

// How many bytes of its object lie behind the address.
size_t __smew_room(const void *address);

// Reports an error of the program where that is not memory it may read.
void __smew_check_access(const void *address, size_t size);
// … where it depends on bytes that nobody wrote.
void __smew_check_written(const void *address, size_t size);

// Ends the path.
_Noreturn void __smew_exit(int status);

// Ends the path with an error; abort, but without a word to the handler of SIGABRT.
_Noreturn void __smew_abort(void);

// Passes a harmless system call to the host and returns the kernel's result, -ENOSYS for any other.
long __smew_host_syscall(long n, long a, long b, long c, long d, long e, long f);

// Has floating point rounded to nearest, down, up or to zero from now on.
void __smew_set_rounding(int mode);

// Clears and raises floating-point exception flags; returns those that were raised before.
int __smew_float_flags(int cleared, int raised);

// Counts, and warns about once, something that the environment does not model.
void __smew_unmodelled(const char *what);

// Ends the path with an error of kind `model` that names what is missing: for what no program
// expects to be missing, or what would never return.
_Noreturn void __smew_missing(const char *what);

void __smew_constructors(void);
void __smew_destructors(void);
int __smew_main(int argc, char **argv, char **envp);

// Builds the environment that the words describe: the arguments and variables of the program.
void __smew_build_world(char **words, int *argc, char ***argv, char ***envp);

// Whether standard output is surely no terminal, and no write to it is to fail.
int __smew_is_plain_output(void);

// The model of the operating system: returns the result, or -errno.
long __smew_syscall(long n, long a, long b, long c, long d, long e, long f);

#endif
