/* Per function: how many of its returns were compared with others, and how many dropped. */
#ifndef REDUCE_Z_EQUIVALENCE_RETURNS_H
#define REDUCE_Z_EQUIVALENCE_RETURNS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct ir_program;
struct json;
struct state;

struct returns_of {
  uint64_t compared, dropped;
};

struct returns {
  VEC(struct returns_of) functions; /* by number */
};

/* Of a state behind a call; calls through pointers are not counted. */
void returns_count(struct returns *returns, const struct state *state, bool is_dropped);
/* Functions with returns, in order of their numbers. */
void returns_add_json(const struct returns *returns, const struct ir_program *program,
                      struct json *json);

#endif
