/* The inside of influence analysis, shared by its files. */
#ifndef ANALYSIS_INFLUENCE_STATE_H
#define ANALYSIS_INFLUENCE_STATE_H

#include "analysis/influence.h"
#include "ir/control_dependence.h"
#include "ir/graph.h"
#include "ir/ir.h"
#include "util/bitset.h"

struct influence_func {
  struct control_dependence control; /* with an arc to the end where a block may halt */
  bool *may_halt;                    /* per block: at a call in it, or at its end */
  bool *has_check;                   /* per block: a guard, or a builtin that may end the path */
  bool has_setjmp;
};

struct influence {
  const struct ir_program *program;
  const struct points_to *points;
  struct influence_options options;
  bool is_stopped;
  struct graph callees, callers; /* between functions; labels are instructions of the caller */
  bool *halts;                   /* per function */
  bool *arc_halts;               /* per arc of `callees`: the call may not return */
  struct influence_func *funcs;
  uint32_t *first_block; /* per function: the number of its block 0 among all */
  uint32_t block_count;
  struct bitset targets; /* blocks */
  /* What follows from the targets, if it is up to date. */
  bool is_current;
  struct bitset branches, local; /* blocks: that decide; whose controllers have been visited */
  struct bitset entered, halted; /* functions: whose callers, whose halts have been visited */
  bool has_jumped;               /* longjmps have been visited */
  VEC(uint32_t) work;            /* blocks */
};

/* influence_halts.c: who may halt, and where. False if stopped. */
bool influence_find_halts(struct influence *influence);
bool influence_call_halts(const struct influence *influence, const struct ir_func *func,
                          uint32_t ins);

#endif
