/* Hashes of expressions by their structure.

   An id names an expression only as long as it is alive: one that is collected and made again has a
   new id. Its structural hash is the same, so it can be kept without keeping the expression. It
   depends on kinds, widths, constants, the content of constant tables and the numbers of other
   arrays. */
#ifndef EXPR_STRUCTURE_HASH_H
#define EXPR_STRUCTURE_HASH_H

#include "expr/expr.h"
#include "expr/id_map.h"

/* Hashes computed so far, by id; zero-initialised. */
struct structure_hashes {
  struct id_map known;
};

void structure_hashes_free(struct structure_hashes *hashes);
/* Forgets all; call it from time to time, for example after a collection, to bound the memory. */
void structure_hashes_clear(struct structure_hashes *hashes);

/* Takes time in proportion to the nodes below e that are not known yet. */
uint64_t structure_hash(struct structure_hashes *hashes, const struct exprs *exprs,
                        const struct expr *e);

#endif
