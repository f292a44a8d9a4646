/* Query counts: how many solver queries lie ahead of a point of the program, and how many of
   them depend on a variable (Kuznetsov, Kinder, Bucur, Candea: Efficient State Merging in
   Symbolic Execution, PLDI 2012, section 3.2). All counts are local: they are of queries in the
   function and its callees, until it returns. The counts of a state are sums over its frames:

     Q_t   = total at the top frame's block + totals after the calls of the frames below
     Q_add = of a register: its count at its own frame's point and, if it flows to a result of
             the function, the count of that result in the frames below
             of a byte of memory: the sum, over all frames, of the greatest count among the cells
             of that frame's point that contain the byte, results as above; the base of a cell is
             an object of that frame (a local), the target of an argument or other register of
             that frame, or a global. */
#ifndef ANALYSIS_QUERY_COUNT_H
#define ANALYSIS_QUERY_COUNT_H

#include "analysis/query_number.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ir_program;

enum query_count_kind {
  QUERY_COUNT_RECURSIVE, /* as in the paper: the sum over all ways, weighted by probability */
  QUERY_COUNT_LATTICE    /* the maximum over all ways, up to a cap (query_count_lattice.c) */
};

struct query_count_options {
  enum query_count_kind kind;
  double alpha;   /* a variable is hot when its count exceeds this share of the total */
  double beta;    /* the probability that a branch is feasible; above 0, at most 1 */
  double zeta;    /* the cost of a query with an ite, in plain queries (equation 7) */
  uint32_t kappa; /* assumed rounds of a loop or levels of recursion, if unknown; at least 1 */
  uint32_t cap;   /* of lattice counts; at least 1, and at least the limit */
  /* If not 0: the variables that differ may take part in fewer queries than this, together;
     alpha and zeta are ignored. */
  uint32_t limit;
  /* Of blocks, only those with several ways in have points: where states can meet. */
  bool only_joins;
  /* Count branches and switches, but not divisions, shifts, memory accesses or assumptions. */
  bool only_branches;
  /* Borrowed, may be NULL. Once it is true, long computations are abandoned with counts that are
     too small. */
  const volatile bool *stop;
};
static inline bool query_count_must_stop(const struct query_count_options *options) {
  return options->stop != NULL && *options->stop;
}
/* The paper's values. It gives none for zeta, which is 2. The cap is the thesis's, 10. */
struct query_count_options query_count_defaults(void);

enum query_base {
  QUERY_LOCAL,    /* base is the register defined by its alloca */
  QUERY_ARGUMENT, /* the target of a parameter; base is its index in func.params */
  QUERY_GLOBAL,   /* base is the number of the global */
  QUERY_POINTER   /* the target of another register, which was loaded, returned by a call or
                     chosen between several; base is its number. It is live at the point. */
};

/* Some bytes of memory at a constant offset. */
struct query_cell {
  struct query_number count;
  enum query_base kind;
  uint32_t base;
  int64_t offset; /* bytes from the start of the local or global, or from the argument's value */
  uint32_t size;  /* in bytes; 0: the whole object, as for an access at a variable offset (offset
                     is then 0) */
  bool flows;     /* to a result of the function */
};

struct query_register {
  struct query_number count;
  uint32_t reg;
  bool flows; /* to a result of the function */
};

/* What lies ahead of a point: registers and cells that later queries may depend on (count above
   0 and at most the total) or that may flow to a result. */
struct query_point {
  struct query_number total;
  struct query_number result; /* after a call: the greatest count of its results */
  bool result_flows;          /* whether these flow to a result of this function */
  uint32_t register_count, cell_count;
  const struct query_register *registers; /* by register number */
  const struct query_cell *cells;         /* by kind and base; size 0 first, then by offset */
};

struct query_count;

/* Returns an owned analysis; borrows the program, which must be verified and must not change.
   Functions are summarised here, bottom-up; their points are computed on demand. */
struct query_count *query_count_new(const struct ir_program *program,
                                    const struct query_count_options *options);
void query_count_free(struct query_count *counts);
const struct query_count_options *query_count_get_options(const struct query_count *counts);

/* At the entry of a block, after its parameters are bound. Borrowed for as long as the analysis
   lives. With only_joins, the block has several ways in. All zero for blocks that are unreachable
   from the function's entry. */
const struct query_point *query_count_at_block(struct query_count *counts, uint32_t func,
                                               uint32_t block);
/* After the call with that number in func.ins, before its results are defined. Borrowed. NULL
   for a direct call of a function without a body, which never has a frame. */
const struct query_point *query_count_after_call(struct query_count *counts, uint32_t func,
                                                 uint32_t ins);

/* 0 if the register is not listed. */
struct query_number query_point_register(const struct query_point *point, uint32_t reg);
/* The greatest count of the cells that overlap the `size` bytes at `offset`. */
struct query_number query_point_memory(const struct query_point *point, enum query_base kind,
                                       uint32_t base, int64_t offset, uint64_t size);

/* Equation (2): a variable is hot if its count passes this, which depends on the total. Both
   numbers are sums over the frames. */
static inline struct query_number query_count_threshold(const struct query_count_options *options,
                                                        struct query_number total) {
  return options->limit != 0 ? query_number_of(options->limit)
                             : query_number_scaled(total, options->alpha);
}
static inline bool query_count_passes(const struct query_count_options *options,
                                      struct query_number count, struct query_number threshold) {
  return options->limit != 0 ? !query_number_less(count, threshold)
                             : query_number_less(threshold, count);
}
static inline bool query_count_is_hot(const struct query_count_options *options,
                                      struct query_number count, struct query_number total) {
  return query_count_passes(options, count, query_count_threshold(options, total));
}
/* Equation (7), with the greatest counts among the variables that differ: those symbolic in at
   least one of the states, and those concrete in both. */
static inline bool query_count_pays(const struct query_count_options *options,
                                    struct query_number symbolic, struct query_number concrete,
                                    struct query_number total) {
  struct query_number cost = query_number_scaled(symbolic, options->zeta - 1);
  return query_number_less(query_number_add(cost, concrete),
                           query_number_scaled(total, options->alpha));
}

#endif
