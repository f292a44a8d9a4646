/* What a query contains: its equalities and constant arrays, and the indices at which it accesses
   arrays. */
#ifndef SMT_MENTIONED_H
#define SMT_MENTIONED_H

#include "expr/id_map.h"
#include "smt/sort.h"
#include "util/alloc.h"

#include <stddef.h>

struct reader;

struct mentioned {
  struct reader *reader;
  VEC(uint32_t) facts;        /* numbers of equalities and constant arrays */
  VEC(uint32_t) arrays;       /* numbers of arrays with elements that are read */
  VEC(struct expr *) indices; /* of all widths */
  /* The rest is private. */
  struct id_map seen;       /* expressions */
  VEC(struct expr *) stack; /* still to be walked */
  VEC(bool) is_fact_seen;   /* by fact */
  VEC(bool) is_array_seen;  /* by array */
  VEC(bool) is_choice_seen; /* by choice */
  VEC(uint32_t) choices;    /* still to be walked */
};

void mention_expr(struct mentioned *mentioned, struct expr *e);
void mention_term(struct mentioned *mentioned, struct term term);
void mention_fact(struct mentioned *mentioned, uint32_t number);
/* Adds everything that the mentioned expressions depend on. */
void mentioned_walk(struct mentioned *mentioned);
/* Sorts the indices by width, without duplicates; if there are as many as possible values, they are
   replaced by all values. */
void mentioned_finish(struct mentioned *mentioned);
/* The indices of that width; *count of them. After mentioned_finish. */
struct expr **mentioned_indices(const struct mentioned *mentioned, unsigned width, size_t *count);
void mentioned_free(struct mentioned *mentioned);

/* True if that many different indices are all there are. */
bool is_every_index(unsigned width, size_t count);

#endif
