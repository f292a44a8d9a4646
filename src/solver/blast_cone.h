/* The cone of a set of literals: the gates, inputs and deferred reads they depend on. */
#ifndef SOLVER_BLAST_CONE_H
#define SOLVER_BLAST_CONE_H

#include "solver/blast_gates.h"

/* Filled by cone_walk and valid until the next walk; keeps its memory. */
struct cone {
  VEC(uint32_t) gate_stamps, definition_stamps, element_stamps;
  uint32_t stamp;
  VEC(gate_lit) stack;
  VEC(uint32_t) elements; /* input elements, in order of first visit */
  VEC(uint32_t) tags;     /* the nonzero tags of definitions */
  size_t gate_count;
};

void cone_free(struct cone *cone);
void cone_walk(struct cone *cone, const struct gates *gates, const gate_lit *roots, size_t count);

static inline bool cone_has_element(const struct cone *cone, uint32_t element) {
  return element < cone->element_stamps.count && cone->element_stamps.data[element] == cone->stamp;
}

#endif
