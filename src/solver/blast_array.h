/* Arrays: reads of tables, of input arrays and over chains of stores.

   What can be enumerated cheaply becomes a multiplexer tree on the index; a short chain of stores
   becomes a chain of comparisons. Everything else is deferred: the value read is free at first, and
   when an assignment violates the array axioms, the violated constraint is added (arrays_refine)
   and the search continues. */
#ifndef SOLVER_BLAST_ARRAY_H
#define SOLVER_BLAST_ARRAY_H

#include "solver/blast_gates.h"
#include "solver/blast_limits.h"

struct assignment;
struct cnf;
struct cone;
struct expr_array;
struct exprs;
struct inputs;

/* A whole array or one with an element replaced, in terms of literals. */
struct array_term {
  const struct expr_array *array; /* at the bottom; borrowed */
  uint32_t below;                 /* the term stored into; 0: this is the array itself */
  uint32_t lits;                  /* index and value, in arrays.lits */
  bool is_uniform;                /* a table whose elements are all the same */
};

struct deferred_read {
  uint32_t term, definition;
  uint32_t lits; /* index and value, in arrays.lits */
  bool has_base; /* the value below all stores has been made */
};

struct arrays {
  struct array_limits limits;
  struct gates *gates;
  struct inputs *inputs;
  VEC(struct array_term) terms;    /* numbers from 1 */
  VEC(struct deferred_read) reads; /* numbers from 1, which are the tags of their definitions */
  VEC(gate_lit) lits;
  uint32_t *slots; /* read numbers by term and index, 0 where empty */
  size_t slot_count;
  uint64_t refinements;
};

/* Borrows all. */
void arrays_init(struct arrays *arrays, const struct array_limits *limits, struct gates *gates,
                 struct inputs *inputs);
void arrays_free(struct arrays *arrays);

/* Keeps the arrays alive through a collection of expressions. */
void arrays_mark(const struct arrays *arrays, struct exprs *exprs);

uint32_t arrays_add_base(struct arrays *arrays, const struct expr_array *array);
uint32_t arrays_add_store(struct arrays *arrays, uint32_t below, const gate_lit *index,
                          const gate_lit *value);
/* first and last: valid bounds of the index. */
void arrays_read(struct arrays *arrays, uint32_t term, const gate_lit *index, uint64_t first,
                 uint64_t last, gate_lit *out);

/* The element of a table or an input array by a tree of any size; any value where the index is
   outside the bounds or the array. */
void arrays_select(struct arrays *arrays, const struct expr_array *array, const gate_lit *index,
                   uint64_t first, uint64_t last, gate_lit *out);

/* After SAT: finds deferred reads in the cone that contradict each other, the stores, the table or
   the inputs, and excludes this permanently. True if there were any; then the query must be solved
   again. */
bool arrays_refine(struct arrays *arrays, struct cnf *cnf, const struct cone *cone);
/* After SAT, when nothing was left to refine: sets the elements that deferred reads chose. */
void arrays_fill_model(const struct arrays *arrays, const struct cnf *cnf, const struct cone *cone,
                       struct assignment *model);

#endif
