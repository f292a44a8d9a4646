/* Traces: what a state executed on a piece of its path (exec/explore/path_tree.h).

   A trace has the edges that were taken, calls and returns, and the memory that was read and
   written, in their order. What instructions do with registers follows from the IR, block by block.
   It is recorded while a state runs, and only in explorations with a reducer that wants it: their
   threaded code is translated with operations that record. Running a piece again from a snapshot
   was considered instead: it costs nothing at first, but doubles the time of every piece that
   somebody asks about, while recording costs a few percent (docs/reducers.md).

   Words of 32 bits are recorded: a kind and a number, followed by what the kind needs. */
#ifndef EXEC_TRACE_H
#define EXEC_TRACE_H

#include "memory/access.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame;
struct machine;
struct op;
struct path_node;

struct trace {
  uint32_t *words; /* owned */
  size_t count, capacity;
  bool is_lost; /* it has grown too long, or all traces together have: nothing is known */
};

/* The one that grows: of the running state. */
struct trace_recorder {
  uint32_t *next, *end;   /* NULL: nothing is recorded */
  struct path_node *node; /* borrowed */
  size_t held, most;      /* words of all traces: now, and at any time */
  uint64_t lost;          /* traces */
};

enum trace_kind {
  TRACE_EDGE,      /* number: the edge of the function, which leads from a branch or jump */
  TRACE_ENTER,     /* number: the function that was called; it goes on with its first block; call */
  TRACE_LEAVE,     /* number: the function that is returned to, or TRACE_NOWHERE; call */
  TRACE_READ,      /* number: the instruction; address, size */
  TRACE_WRITE,     /* the same */
  TRACE_MAY_WRITE, /* the same; only a part of the range was written, or nothing */
  TRACE_CONDITION, /* number: the block that is entered next, after several were evaluated at once
                      (careful/condition.c): blocks */
  TRACE_JUMP,      /* number: the setjmp, in `func`, to which a longjmp led */
  TRACE_NEW,       /* number: the instruction that made an object; address, size */
  TRACE_MODEL      /* the function is left next with the results of a model (exec/models), wherever
                      it is; so were those above it, which it had called */
};
enum { TRACE_NOWHERE = (1 << 28) - 1 };

struct trace_event {
  enum trace_kind kind;
  uint32_t func; /* in which it happened: for TRACE_ENTER the caller, for TRACE_LEAVE the callee,
                    for TRACE_JUMP the target */
  uint32_t number;
  uint64_t address, size;
  uint32_t call; /* TRACE_ENTER, TRACE_LEAVE: the instruction of the caller, or TRACE_NOWHERE */
  const uint32_t *blocks; /* borrowed from the trace */
  uint32_t block_count;
};

/* Reading a trace from its start. */
struct trace_cursor {
  const struct machine *machine;
  const struct trace *trace;
  size_t at;
  uint32_t func; /* that runs */
};
struct trace_cursor trace_begin(const struct machine *machine, const struct path_node *node);
/* False: that was all. */
bool trace_next(struct trace_cursor *cursor, struct trace_event *event);

/* ---- recording ---- */

/* The most that one event takes, conditions apart. */
enum { TRACE_ROOM = 8 };

/* Whether what the running state does is recorded. */
static inline bool trace_is_on(const struct trace_recorder *recorder) {
  return recorder->next != NULL;
}
/* From here on what machine->state does is recorded; nothing if its exploration wants none. */
void trace_follow(struct machine *machine);
/* The node's state has left it: the trace is complete. */
void trace_close(struct machine *machine, struct path_node *node);
void trace_free(struct machine *machine, struct trace *trace);
/* Makes room; for trace_record. */
void trace_grow(struct trace_recorder *recorder);

static inline void trace_record(struct trace_recorder *recorder, enum trace_kind kind,
                                uint32_t number) {
  if (__builtin_expect(recorder->end - recorder->next < TRACE_ROOM, 0)) trace_grow(recorder);
  *recorder->next++ = (uint32_t)kind << 28 | number;
}

/* An access of a size that the instruction says. */
static inline void trace_record_access(struct trace_recorder *recorder, enum trace_kind kind,
                                       uint32_t ins, uint64_t address) {
  trace_record(recorder, kind, ins);
  *recorder->next++ = (uint32_t)address;
  *recorder->next++ = (uint32_t)(address >> 32);
}

/* The instruction that called the function of the frame, or TRACE_NOWHERE. */
uint32_t trace_call_of(const struct frame *frame);

/* What the memory calls while something is recorded (memory.observe). */
void trace_observe(void *machine, enum memory_use use, uint64_t address, uint64_t size);

/* For the symbolic interpreter, which may do something for a sibling of the running state. */
void trace_edge(struct machine *machine, uint32_t edge);
void trace_enter(struct machine *machine, uint32_t func);
void trace_leave(struct machine *machine);
void trace_model(struct machine *machine);
/* To the operation of a setjmp, of the top frame. */
void trace_jump(struct machine *machine, const struct op *setjmp);
void trace_condition(struct machine *machine, const uint32_t *blocks, uint32_t count,
                     uint32_t target);

#endif
