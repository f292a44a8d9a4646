/* How control may flow through a program, with the number of instructions that it takes:
   the part of the distances to uncovered code that does not change while running. */
#ifndef SEARCH_FLOW_H
#define SEARCH_FLOW_H

#include "ir/cfg.h"
#include "util/alloc.h"

struct ir_program;

#define FLOW_NONE UINT32_MAX /* there is no path */

struct flow_call {
  uint32_t ins;
  uint32_t number; /* in the function's call table */
  uint32_t target; /* node that is called */
};

/* The flow of one function; all empty when it has no body. */
struct flow_func {
  struct cfg cfg;
  VEC(struct flow_call) calls; /* by block, within it in order */
  uint32_t *first_call;        /* per block and one more */
  uint32_t *sorted;            /* the blocks in the order of their instructions */
  uint32_t *to_return;         /* per block: instructions from its first to a return, inclusive */
};

/* Nodes are the functions by their numbers and then, for calls through pointers, groups of
   functions: calls of one shape share a group. */
struct flow {
  const struct ir_program *program;
  struct flow_func *funcs;
  uint32_t func_count, node_count;
  struct graph callees, callers; /* between nodes; a group has arcs to its functions */
  struct graph_components components;
  uint32_t *through; /* per node: instructions from its entry through its return */
};

/* Owned by the caller; borrows the program, which must be verified. */
struct flow flow_build(const struct ir_program *program);
void flow_free(struct flow *flow);

/* The block that the instruction is in. */
uint32_t flow_block_of(const struct flow *flow, uint32_t func, uint32_t ins);
/* The first call of the block at the instruction or after it: a number in calls. */
uint32_t flow_call_from(const struct flow_func *func, uint32_t block, uint32_t ins);
/* Instructions from that one of the block to a return, inclusive. */
uint32_t flow_to_return(const struct flow *flow, uint32_t func, uint32_t block, uint32_t ins);

static inline uint32_t flow_sum(uint32_t a, uint32_t b) {
  uint64_t sum = (uint64_t)a + b;
  if (a == FLOW_NONE || b == FLOW_NONE) return FLOW_NONE;
  return sum < FLOW_NONE ? (uint32_t)sum : FLOW_NONE - 1;
}
static inline uint32_t flow_least(uint32_t a, uint32_t b) { return a < b ? a : b; }

#endif
