/* Witnesses: counted assignments. */
#include "exec/witness.h"

#include "expr/assignment.h"
#include "util/alloc.h"

#include <stdlib.h>

struct witness *witness_make(struct assignment *values) {
  struct witness *witness = alloc_bytes(sizeof *witness);
  *witness = (struct witness){.refs = 1, .values = values};
  return witness;
}

struct witness *witness_share(struct witness *witness) {
  witness->refs++;
  return witness;
}

void witness_release(struct witness *witness) {
  if (witness == NULL || --witness->refs > 0) return;
  assignment_free(witness->values);
  free(witness);
}
