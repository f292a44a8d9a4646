/* Errors of the program under test: what, where, and how it got there. */
#ifndef EXEC_ERROR_H
#define EXEC_ERROR_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct access_fault;
struct buffer;
struct machine;

/* X(NAME, suffix of the report file and tag of the message) */
#define ERROR_KINDS(X)                                                                             \
  X(POINTER, "ptr")                                                                                \
  X(FREE, "free")                                                                                  \
  X(READ_ONLY, "read_only")                                                                        \
  X(DIVISION, "div")                                                                               \
  X(OVERFLOW, "overflow")                                                                          \
  X(OVERSHIFT, "overshift")                                                                        \
  X(EXEC, "exec")                                                                                  \
  X(ABORT, "abort")                                                                                \
  X(ASSERT, "assert")                                                                              \
  X(LEAK, "leak")                                                                                  \
  X(EXTERNAL, "external")                                                                          \
  X(MODEL, "model")                                                                                \
  X(USER, "user")                                                                                  \
  X(INDEX, "index")                                                                                \
  X(UNINITIALISED, "uninit")                                                                       \
  X(FIELD, "field")                                                                                \
  X(INPUT, "input")

enum error_kind {
#define X(name, tag) ERROR_##name,
  ERROR_KINDS(X)
#undef X
      ERROR_KIND_COUNT
};

/* What makes two errors one: the kind, and where. That is the instruction of the program's own, be
   it a call of the libc; where the optimiser may have made several of one it is the source
   location. Errors inside the libc are one if they are at the same place there too, but for
   arithmetic: how atoi comes to overflow is no concern of its caller's. */
struct error_key {
  enum error_kind kind;
  uint32_t func, ins; /* of the program's own; UINT32_MAX when `loc` is used */
  uint32_t loc;       /* 0 when the instruction is used */
  uint32_t inside;    /* location in the libc, 0 for none */
};

struct error_frame {
  uint32_t function; /* string number of the source function's name */
  uint32_t loc;
  char *arguments; /* owned; "5, 0x4010010, ?", NULL for a function that was inlined */
};

struct error {
  enum error_kind kind;
  char *message; /* owned */
  uint32_t loc;  /* of the program's own code (see exec/own_place.h), 0: not known */
  struct error_key key;
  uint32_t own_frame;            /* of the stack: the first that is the program's own */
  VEC(struct error_frame) stack; /* innermost first; frames inlined by the compiler too */
};

void error_clear(struct error *error);
/* The kind of that tag; ERROR_USER when there is none. */
enum error_kind error_kind_of(const char *tag);
/* Sets machine->error to what happened at the running state's current operation. */
void error_raise(struct machine *machine, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void error_raise_access(struct machine *machine, const struct access_fault *fault, uint64_t address,
                        uint64_t size, bool is_write);
/* "'name' (40 bytes)" and the like. */
struct object;
void error_describe_object(const struct machine *machine, const struct object *object,
                           struct buffer *out);
/* Where the running state is, one line per function. */
void error_print_stack(struct machine *machine, struct buffer *out);
/* The report that a person reads, with the source line and a caret. */
void error_print(const struct machine *machine, const struct error *error, struct buffer *out);

#endif
