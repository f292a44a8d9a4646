/* From expressions to literals of gates; each expression is translated once. */
#ifndef SOLVER_BLAST_H
#define SOLVER_BLAST_H

#include "solver/blast_array.h"
#include "solver/blast_gates.h"
#include "solver/blast_input.h"

struct deadline;
struct expr;
struct exprs;

struct blasted {
  uint64_t id;    /* of the expression; never reused */
  uint32_t place; /* index of its literals; for arrays: the number of its term */
  uint16_t width; /* 0 for arrays */
  uint16_t age;   /* collections since it was last used */
};

struct blaster {
  struct exprs *exprs; /* borrowed */
  struct gates gates;
  struct inputs inputs;
  struct arrays arrays;
  VEC(struct blasted) entries;
  VEC(gate_lit) lits;
  uint32_t *slots; /* entry number + 1, by expression id */
  size_t slot_count;
  VEC(struct expr *) stack;
};

/* Returns owned; borrows the expressions. */
struct blaster *blaster_new(struct exprs *exprs, const struct array_limits *limits);
void blaster_free(struct blaster *blaster);
size_t blaster_bytes(const struct blaster *blaster);

/* The literal of an expression of width 1; false if the deadline passed first. */
bool blaster_literal(struct blaster *blaster, struct expr *e, const struct deadline *deadline,
                     gate_lit *literal);

/* Called at every collection. Forgets the translations that were not used since the collection
   before last. No expressions are referred to. */
void blaster_grow_older(struct blaster *blaster);

#endif
