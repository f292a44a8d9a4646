/* What functions without a definition write, by their arguments. */
#ifndef EXEC_BUILTIN_UNKNOWN_WRITES_H
#define EXEC_BUILTIN_UNKNOWN_WRITES_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct external;
struct ir_call;
struct machine;

/* Bytes that get unknown content. */
struct unknown_write {
  uint64_t address, size;
  struct expr *offset; /* NULL: all of them; else those at this offset and behind it, … */
  uint64_t most;       /* … at most so many */
  bool is_result;      /* it is what the function returns */
};

struct unknown_writes {
  VEC(struct unknown_write) list;
};

/* What a call writes. Changes nothing but the path. False if machine.event was set. */
bool unknown_find_writes(struct machine *machine, const struct ir_call *call,
                         const struct external *external, struct unknown_writes *writes);
/* The new content is the newest input, of that name. */
void unknown_write(struct machine *machine, const struct unknown_write *write, const char *name);

#endif
