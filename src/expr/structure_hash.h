/* Hashes of expressions by their structure.

   An id names an expression only as long as something keeps it alive: what is collected and made
   again has another. A structural hash is the same again, so it may be kept where the
   expression is not. It depends on kinds, widths, constants, the content of constant tables and
   the numbers of other arrays. */
#ifndef EXPR_STRUCTURE_HASH_H
#define EXPR_STRUCTURE_HASH_H

#include "expr/expr.h"
#include "expr/id_map.h"

/* Hashes found so far, by id; zero-initialised. */
struct structure_hashes {
  struct id_map known;
};

void structure_hashes_free(struct structure_hashes *hashes);
/* Forgets all; to be called now and then, as after a collection, so that it does not grow. */
void structure_hashes_clear(struct structure_hashes *hashes);

/* Takes time for what lies below the expression and is not known yet. */
uint64_t structure_hash(struct structure_hashes *hashes, const struct exprs *exprs,
                        const struct expr *e);

#endif
