/* A state: a call stack over an address space, at one point of one path.

   Frames and memory are shared between states after a fork; the frame that runs is
   always unshared. A register is a 64-bit word of the frame (wide ones are two); an
   array beside it, absent while all is concrete, holds the expressions of the
   registers that are symbolic. */
#ifndef EXEC_STATE_H
#define EXEC_STATE_H

#include "memory/space.h"

struct code;
struct expr;
struct memory;
struct op;
struct pool;

struct frame {
  uint32_t refs;
  uint32_t slot_count;
  const struct code *code;
  struct frame *caller;   /* a counted reference; NULL at the bottom */
  const struct op *call;  /* the caller's operation that made this frame */
  struct expr **symbolic; /* per slot, NULL while all registers are concrete */
  uint64_t serial;        /* unique on its path; setjmp buffers name frames by it */
  uint64_t varargs;       /* address of the area of variable arguments, 0 if none */
  uint32_t stack_mark;    /* space.stack_top when the frame was made */
  uint32_t depth;         /* 1 at the bottom */
  uint64_t slots[];
};

enum state_status { STATE_RUNNING, STATE_EXITED, STATE_FAILED, STATE_STOPPED };

struct state {
  struct space space;
  struct frame *top;
  const struct op *next; /* the operation at which the state resumes */
  uint64_t next_serial;
  uint64_t instructions; /* executed on this path */
  enum state_status status;
  int exit_status;
};

/* Returns owned. */
struct state *state_new(void);
/* Returns an owned twin in time that does not depend on the size of the state. The
   caller must call memory_forget_writes when `state` is the one that runs. */
struct state *state_fork(const struct state *state);
void state_free(struct memory *memory, struct state *state);

struct frame *frame_new(struct pool *pool, uint32_t slot_count);
void frame_release(struct pool *pool, struct frame *frame);
/* Takes a reference to `frame` and returns one to an unshared frame of equal content. */
struct frame *frame_unshare(struct pool *pool, struct frame *frame);

static inline size_t frame_size(uint32_t slot_count) {
  return sizeof(struct frame) + (size_t)slot_count * sizeof(uint64_t);
}

#endif
