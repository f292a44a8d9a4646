/* Queries as sets: the ids of their conjuncts, ascending, without duplicates. Ids are never reused,
   so a set stays meaningful when its expressions are gone. */
#ifndef SOLVER_ID_SET_H
#define SOLVER_ID_SET_H

#include "util/alloc.h"
#include "util/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct query;

struct id_set {
  VEC(uint64_t) ids;
  uint64_t hash;
  uint64_t signature; /* one bit per member, so the bits of a subset are a subset */
};

/* Sets *set to the conjuncts of the query; those that are constant true are left out. */
void id_set_of_query(struct id_set *set, const struct query *query);
/* Sets *set to the conjuncts in the core. */
void id_set_of_core(struct id_set *set, const struct query *query, const bool *in_core);
void id_set_free(struct id_set *set);
/* True if all of part[] are among whole[]; both ascending. */
bool id_set_includes(const uint64_t *whole, size_t whole_count, const uint64_t *part,
                     size_t part_count);
/* A flag per conjunct of the query: is its id among ids? Returns owned. */
bool *id_set_flags(const struct query *query, const uint64_t *ids, size_t count);

static inline uint64_t id_hash(uint64_t id) {
  uint64_t h = (id + 1) * HASH_FACTOR;
  h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
  return h ^ h >> 32;
}

#endif
