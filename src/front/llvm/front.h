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
  const char *cc_flags;    /* split at spaces, may be NULL */
  int opt;                 /* 0 none, 1 default, 2 aggressive */
  const char *libc_dir;    /* has include/ and libc.a; NULL: no libc */
  bool needs_libc;         /* link it even if nothing of it is called */
  const char *entry_point; /* NULL: main */
  bool keep_names;         /* of the variables in registers */
  bool adds_checks;        /* for what bitcode does not show, in C code */
  bool check_overflow;     /* and of signed arithmetic and of conversions */
  bool ignores_shifts;     /* oversized shift amounts are not errors */
  /* Further files with modules of the program, or archives of them. */
  const char *const *libraries;
  size_t library_count;
  const char *const *aliases; /* "NAME:REPLACEMENT", NAME a regular expression */
  size_t alias_count;
  volatile pid_t *child; /* borrowed; clang's process while it runs, else 0; or NULL */
};

/* Reads .c (through clang), .bc, .ll or a file built by smew cc, links the libc on demand, and
   lowers everything that is reachable. On a user error it prints a diagnostic (or lets clang print
   its own) to stderr and returns NULL. Returns owned; borrows everything else for the call. */
struct ir_program *llvm_front_load(const char *path, const struct llvm_front_options *options);
/* Writes all modules in the user's file as one module of bitcode. False after a diagnostic. */
bool llvm_front_extract(const char *path, const char *output);

#endif
