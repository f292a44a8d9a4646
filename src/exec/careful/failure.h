/* The message of a failed guard. */
#ifndef EXEC_CAREFUL_FAILURE_H
#define EXEC_CAREFUL_FAILURE_H

#include "exec/error.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stdint.h>

struct machine;

enum { FAILURE_VALUES = 4 };

struct failure {
  struct machine *m;
  bool has_data;
  uint64_t data;                   /* the first operand: usually an address */
  uint64_t values[FAILURE_VALUES]; /* low words of the other operands */
  unsigned count;                  /* how many of them */
  struct buffer text;              /* the message, owned by the caller */
};

/* Writes the message of the guard of that name, and returns the kind of the error. */
enum error_kind failure_describe(struct failure *failure, const char *name);

#endif
