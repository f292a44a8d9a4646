/* What the parts of the front end share while one program is loaded: the LLVM modules, the symbols
   that connect them, and the program being built. */
#ifndef FRONT_LLVM_LOADER_H
#define FRONT_LLVM_LOADER_H

#include "front/llvm/ptrmap.h"
#include "ir/ir.h"

#include <llvm-c/Types.h>

struct archive;
struct debug;
struct crash_guard;
struct llvm_front_options;
struct numbering;
struct types;

struct module {
  LLVMModuleRef llvm;        /* owned */
  char *path;                /* for messages */
  struct types *types;       /* borrowed from the loader */
  bool is_user;              /* not from the libc */
  uint32_t object;           /* number of the native file that contained it; the program's is 0 */
  uint32_t start_rank;       /* when its constructors run, relative to the other native files */
  bool is_source;            /* compiled by smew run itself, from C */
  bool is_compiled;          /* by smew, from C, against the libc's headers */
  bool checks_shifts;        /* by a sanitizer's checks, whatever happens to the shifts */
  bool has_own_checks;       /* sanitizer checks added by smew, not by the user */
  bool is_unoptimised;       /* as a whole; otherwise see `unoptimised` */
  bool asks_for_constants;   /* uses llvm.is.constant */
  bool names_glibc;          /* its debug information mentions glibc's headers */
  struct ptrmap cut_amounts; /* shifts whose amount was wider and was truncated by clang */
  struct ptrmap unoptimised; /* functions that no optimiser has seen */
};

/* How strongly a symbol is defined; the stronger definition wins. */
enum strength {
  STRENGTH_UNDEFINED,
  STRENGTH_AVAILABLE, /* a copy of a function that is also defined elsewhere */
  STRENGTH_WEAK,
  STRENGTH_COMMON,
  STRENGTH_STRONG
};

/* A function or variable under its link-time name; local ones have one symbol each. */
struct link_symbol {
  char *name;
  bool is_local;
  bool is_reached;
  bool is_wanted;    /* to be defined by a library member, if there is one */
  bool is_needed;    /* and there must be one: there are references that are not weak */
  bool is_synthetic; /* made by entry.c */
  uint8_t strength;
  LLVMValueRef definition;  /* function with body, variable, alias or ifunc; or NULL */
  struct module *module;    /* of the definition, else of the declaration */
  LLVMValueRef declaration; /* one of them */
  /* Set by link_number_symbols. */
  struct ir_const target; /* its address, of any kind; IR_CONST_INT for 0 */
  char *problem;          /* owned; why it has no address, else NULL */
};

/* An archive whose members are linked on demand. */
struct library {
  struct archive *archive; /* NULL until needed */
  char *path;
  bool is_libc;
  VEC(uint64_t) members; /* offsets of those already linked */
};

struct structor { /* an entry of llvm.global_ctors or llvm.global_dtors */
  uint32_t priority;
  LLVMValueRef function; /* a constant */
};

struct loader {
  const struct llvm_front_options *options; /* borrowed */
  bool is_extracting;                       /* modules stay as they are, and there is no libc */
  LLVMContextRef context;
  struct crash_guard *guard;
  struct ir_program *program;
  VEC(struct module *) modules;
  VEC(struct types *) types; /* one per data layout string */
  VEC(char *) data_layouts;
  bool has_libc;                   /* some member was linked */
  VEC(struct library *) libraries; /* searched in order: the user's, then the libc */
  char *llvm_error;                /* first error LLVM reported, owned */

  VEC(struct link_symbol *) symbols;
  struct strmap symbol_numbers;        /* non-local names */
  struct ptrmap symbol_of;             /* LLVM global value to symbol */
  VEC(struct link_symbol *) queue;     /* reached, in order of discovery */
  size_t queue_at;                     /* how far it has been processed */
  struct ptrmap scanned;               /* constants and definitions */
  struct link_symbol *entry;           /* where the program starts */
  VEC(struct link_symbol *) functions; /* with a body to lower, set by link_number_symbols */
  VEC(struct link_symbol *) variables; /* with an initialiser */
  VEC(struct structor) constructors, destructors;

  struct debug *debug;
  struct ptrmap numberings; /* LLVM function to its block numbering */
  VEC(struct numbering *) owned_numberings;
  struct ptrmap intrinsics; /* LLVM function to struct intrinsic */
};

#endif
