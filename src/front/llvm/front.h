/* The LLVM front end: from C, bitcode or IR text to a linked program of smew's IR. */
#ifndef FRONT_LLVM_FRONT_H
#define FRONT_LLVM_FRONT_H

#include "util/build_options.h"

#include <stdbool.h>
#include <sys/types.h>

struct ir_program;

/* What LLVM does to a module before it is lowered. */
enum llvm_opt {
  LLVM_OPT_NONE,
  LLVM_OPT_DEFAULT,   /* what removes no error */
  LLVM_OPT_AGGRESSIVE /* -O2 */
};

struct llvm_front_options {
  struct build_options build;
  enum llvm_opt opt;
  const char *libc_dir;  /* has include/ and libc.a; NULL: no libc */
  bool needs_libc;       /* link it even if nothing of it is called */
  bool keep_names;       /* of the variables in registers */
  bool adds_checks;      /* for what bitcode does not show, in C code */
  bool check_overflow;   /* and of signed arithmetic and of conversions */
  bool check_overshift;  /* oversized shift amounts are errors */
  bool is_for_linking;   /* extraction is for a native linker, together with the C sources */
  string_list libraries; /* further files with modules of the program, or archives of them */
  string_list aliases;   /* "NAME:REPLACEMENT", NAME a regular expression */
  volatile pid_t *child; /* borrowed; clang's process while it runs, else 0; or NULL */
};

/* Reads .c (through clang), .bc, .ll or a file built by smew cc, links the libc on demand, and
   lowers everything that is reachable. On a user error it prints a diagnostic (or lets clang print
   its own) to stderr and returns NULL. Returns owned; borrows everything else for the call. */
struct ir_program *llvm_front_load(const char *path, const struct llvm_front_options *options);
/* Writes the modules of the program as one module of bitcode: those of its files, and of its
   archives what they need. False after a diagnostic. */
bool llvm_front_extract(const char *path, const struct llvm_front_options *options,
                        const char *output);

#endif
