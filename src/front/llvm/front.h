/* The LLVM front end: from C, bitcode or IR text to a linked program of smew's IR. */
#ifndef FRONT_LLVM_FRONT_H
#define FRONT_LLVM_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct ir_program;

struct llvm_front_options {
  const char *const *include_dirs; /* -I */
  size_t include_dir_count;
  const char *const *defines; /* -D */
  size_t define_count;
  const char *cc_flags;    /* split at blanks, may be NULL */
  int opt;                 /* 0 none, 1 default, 2 aggressive */
  const char *libc_dir;    /* has include/ and libc.a; NULL: no libc */
  bool needs_libc;         /* link it even if nothing of it is called */
  const char *entry_point; /* NULL: main */
  bool keep_names;         /* of the variables in registers */
  bool adds_checks;        /* to C code, of what bitcode does not show */
  bool check_overflow;     /* of signed arithmetic and of conversions, too */
  bool ignores_shifts;     /* by too much: no error */
  /* Further files with modules of the program, or archives of them. */
  const char *const *libraries;
  size_t library_count;
  const char *const *aliases; /* "NAME:REPLACEMENT", NAME a regular expression */
  size_t alias_count;
  volatile pid_t *child; /* borrowed; clang's process while it runs, else 0; or NULL */
};

/* Reads .c (through clang), .bc, .ll or what smew cc has built, links the libc on demand, lowers
   all that is reachable. On a fault of the user's it prints a diagnostic (or lets clang print its
   own) to stderr and returns NULL. Returns owned; borrows all else for the call. */
struct ir_program *llvm_front_load(const char *path, const struct llvm_front_options *options);
/* Writes all that the user's file holds as one module of bitcode. False after a diagnostic. */
bool llvm_front_extract(const char *path, const char *output);

#endif
