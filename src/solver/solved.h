/* Sets of conjuncts with their answers, which the caches keep. A store is bounded in bytes; the
   oldest sets are dropped first. */
#ifndef SOLVER_SOLVED_H
#define SOLVER_SOLVED_H

#include "solver/id_set.h"

struct assignment;

struct solved {
  uint32_t number; /* ascending, in order of insertion */
  uint32_t count;
  uint64_t hash, signature;
  struct assignment *model; /* owned; of a satisfiable set, or NULL */
  size_t model_bytes;       /* when it was added; it may be shared later */
  uint64_t *core;           /* owned; ids, of an unsatisfiable set; NULL: the whole set */
  uint32_t core_count;
  bool is_sat;
  uint64_t ids[];
};

struct solved_store {
  struct solved **ring; /* by number, modulo its size (a power of two) */
  uint32_t ring_size;
  uint32_t first, end; /* the numbers present */
  size_t bytes, max_bytes;
};

/* Adds a set; takes the model. May drop old sets. */
struct solved *solved_add(struct solved_store *store, const struct id_set *set, bool is_sat,
                          struct assignment *model);
/* Gives an entry a core that is smaller than its set. */
void solved_set_core(struct solved_store *store, struct solved *solved, const struct id_set *core);
/* The entry with that number, or NULL if it has been dropped. */
static inline struct solved *solved_find(const struct solved_store *store, uint32_t number) {
  return number - store->first < store->end - store->first
             ? store->ring[number & (store->ring_size - 1)]
             : NULL;
}
void solved_free_all(struct solved_store *store);

#endif
