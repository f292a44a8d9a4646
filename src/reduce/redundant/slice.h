/* A slice: what of a state matters at a point of a path, seen from what came after it. */
#ifndef REDUCE_REDUNDANT_SLICE_H
#define REDUCE_REDUNDANT_SLICE_H

#include "ir/operands.h"
#include "reduce/redundant/decision_range.h"
#include "reduce/redundant/locations.h"
#include "reduce/redundant/reasons.h"
#include "reduce/redundant/writes.h"
#include "util/alloc.h"
#include "util/bitset.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct flows;
struct ir_program;
struct relevance;

/* Of a register that matters, only whether its value is in the range does. */
struct ranged {
  uint32_t reg;
  struct decision_range range;
};

/* A function that is active. */
struct activation {
  uint32_t func;
  uint32_t call;             /* that it waits for, if it does */
  struct bitset registers;   /* that matter … */
  reason *register_reasons;  /* … and why … */
  VEC(struct ranged) ranges; /* … and those of them of which less does */
  struct bitset pending; /* blocks; whether they run matters: what controls them was not met yet */
  reason *pending_reasons;
  reason touched;       /* why something that it does matters */
  bool is_modelled;     /* a model has computed its results (TRACE_MODEL) … */
  reason needs_reads;   /* … and they matter: so does all that it has read */
  reason needs_varargs; /* a variable argument that it was called with matters */
};

/* Why nothing is concluded from a slice. */
enum open_reason {
  OPEN_CUT_OFF,   /* a path was cut off, approximated, or dropped by another reducer */
  OPEN_TRACE,     /* the trace was lost, or does not say what happened */
  OPEN_LAYOUT,    /* something looks at where objects are */
  OPEN_VALUES,    /* values that are not compared: unwritten ones, choice objects */
  OPEN_ELSEWHERE, /* a child has no slice */
  OPEN_RESTED     /* the budget was used up */
};
enum { OPEN_REASON_COUNT = OPEN_RESTED + 1 };

struct slice {
  VEC(struct activation) stack; /* the running function last */
  struct locations memory;      /* bytes that matter */
  struct word_map loose;        /* of them, address + 1: the range that a byte has to be in */
  struct write_set regions;     /* that may have one of the bytes, and some that had … */
  struct word_map why_regions;  /* … by number, plus 1: the reasons of their bytes … */
  reason why_unknown, why_any;  /* … of those that may be in any region, and of all bytes … */
  uint64_t removed;             /* … since so many times bytes were removed */
  uint64_t round;               /* of the relevance, when last refined */
  bool is_open;                 /* not all that comes after is known: nothing may be concluded */
  uint8_t why;                  /* enum open_reason: the first reason */
};

void slice_open(struct slice *slice, enum open_reason why);

/* What slicing needs; all borrowed. */
struct slicer {
  const struct ir_program *program;
  struct relevance *relevance;
  struct reasons *reasons;
  struct flows *flows;
  struct writes *writes;
  bool knows_libc;                /* nothing in the libc is to be covered */
  uint64_t *spent;                /* work that was done, is added */
  struct ir_operand_list scratch; /* owned; so the next */
  struct write_set touched;
};

void slicer_clear(struct slicer *slicer);
void slice_free(struct slice *slice);
/* Both are at the same point. */
void slice_unite(struct slicer *slicer, struct slice *target, const struct slice *source);
/* Removes what no longer matters, since coverage has grown. */
void slice_refine(struct slicer *slicer, struct slice *slice);

void slice_push(struct slicer *slicer, struct slice *slice, uint32_t func, uint32_t call);
void slice_pop(struct slice *slice);
struct activation *slice_top(struct slice *slice);

/* In what follows, nothing matters for REASON_NONE. */

/* Whether the block runs matters. */
void slice_add_block(struct slicer *slicer, struct activation *activation, uint32_t block,
                     reason why);
/* Operands: registers, or constants, which do not matter. */
void slice_add_operand(struct slicer *slicer, struct activation *activation, ir_operand operand,
                       reason why);
/* The same, if it matters only whether the value is in the range. */
void slice_add_ranged(struct slicer *slicer, struct activation *activation, ir_operand operand,
                      const struct decision_range *range, reason why);
void slice_add_uses(struct slicer *slicer, struct activation *activation, const struct ir_ins *ins,
                    reason why);
void slice_add_bytes(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size,
                     reason why);
/* The same for a byte, if it matters only whether it is in the range. */
void slice_add_loose(struct slicer *slicer, struct slice *slice, uint64_t address,
                     const struct decision_range *range, reason why);
/* The range of a byte that matters; of width 0 if its value does. */
struct decision_range slice_loose(const struct slice *slice, uint64_t address);
/* What matters of the bytes of one range matters of those of the other. */
void slice_move_bytes(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size,
                      uint64_t to);
/* Why one of the bytes matters. */
reason slice_why_bytes(struct slicer *slicer, const struct slice *slice, uint64_t address,
                       uint64_t size);
void slice_remove_bytes(struct slice *slice, uint64_t address, uint64_t size);
/* Why bytes matter that these writes may change. */
reason slice_meets(struct slicer *slicer, struct slice *slice, const struct write_set *writes);
/* The range of a register that matters; of width 0 if its value does. */
struct decision_range slice_range(const struct activation *activation, ir_operand reg);
/* Removes the register; why it mattered. */
reason slice_take_register(struct activation *activation, ir_operand reg);

#endif
