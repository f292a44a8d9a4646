/* The steps of a trace: stretches of instructions, and the transfers of control between them. */
#ifndef REDUCE_REDUNDANT_STEPS_H
#define REDUCE_REDUNDANT_STEPS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slicer;
struct trace_cursor;
struct walk_piece;

enum step_kind {
  STEP_RUN,       /* instructions from `first` to before `end`, of one block */
  STEP_EDGE,      /* number: the edge; first: the block it leaves */
  STEP_CONDITION, /* number: the block entered; first: its position in the trace */
  STEP_ENTER,     /* number: the callee; first: the call */
  STEP_LEAVE,     /* number: the callee; first: the call; end: the block that it was in */
  STEP_MODEL,
  STEP_STOP /* number: of the stop */
};

struct step {
  uint8_t kind;
  uint32_t func; /* in which it happens; of a call, the caller */
  uint32_t number, first, end;
  uint32_t accesses; /* in the list of accesses: how many there are up to here */
};

struct access {
  uint8_t kind; /* enum trace_kind */
  uint32_t ins;
  uint64_t address, size;
};

/* All zero is empty. */
struct steps {
  VEC(struct step) list;
  VEC(struct access) accesses;
  VEC(uint32_t) blocks; /* of conditions, each list with its length before it */
  size_t done; /* accesses from here on are by the instruction at the end, which did not complete */
};

/* Reads the trace of the piece forwards. False: it has a jump, and says nothing. */
bool steps_read(struct steps *steps, struct slicer *slicer, const struct walk_piece *piece);
void steps_free(struct steps *steps);
struct trace_cursor steps_cursor(const struct walk_piece *piece);

#endif
