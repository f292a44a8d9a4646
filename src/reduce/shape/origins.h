/* Where objects come from: the abstract objects of points-to analysis (analysis/abstract.h), by the
   instruction that makes them. */
#ifndef REDUCE_SHAPE_ORIGINS_H
#define REDUCE_SHAPE_ORIGINS_H

#include "analysis/live_memory.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct ir_program;
struct points_to;
struct sparse_set;

/* A variable on the stack, of the first block of a function, or an object of the heap. */
struct origin {
  uint32_t func, ins, object;
  uint32_t reg; /* that has the address of a variable */
  uint64_t size;
  uint32_t loc;
};

struct origins {
  VEC(struct origin) stack; /* by function and instruction */
  VEC(struct origin) heap;  /* by location */
  bool has_library;         /* some of these are of functions that are not the program's own */
};

/* A variable of a frame, counted from the bottom. */
struct dead_local {
  uint32_t frame, reg;
  uint64_t size;
};
struct dead_locals {
  VEC(struct dead_local) list;
};
struct dead_sites {
  VEC(uint32_t) list;
};

/* Returns owned. */
struct origins origins_find(const struct ir_program *program, const struct points_to *points);
void origins_free(struct origins *origins);

/* Both add what stands for no abstract object of the set: variables of the frame with that number
   that exist, and locations of allocations, in ascending order. */
void origins_add_locals(const struct origins *origins, const struct sparse_set *live,
                        struct live_frame frame, uint32_t number, struct dead_locals *locals);
void origins_add_sites(const struct origins *origins, const struct sparse_set *live,
                       struct dead_sites *sites);

#endif
