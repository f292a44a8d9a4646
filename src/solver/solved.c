/* The store of solved sets: a queue in a ring buffer. The oldest are dropped first, and an index
   may hold numbers of dropped entries. */
#include "solver/solved.h"

#include "expr/assignment.h"

#include <stdlib.h>
#include <string.h>

static size_t bytes_of(const struct solved *solved) {
  return sizeof *solved + solved->count * sizeof *solved->ids +
         solved->core_count * sizeof *solved->core + solved->model_bytes;
}

static void free_solved(struct solved *solved) {
  if (solved->model != NULL) assignment_free(solved->model);
  free(solved->core);
  free(solved);
}

static void drop_oldest(struct solved_store *store) {
  struct solved *oldest = store->ring[store->first & (store->ring_size - 1)];
  store->bytes -= bytes_of(oldest);
  free_solved(oldest);
  store->first++;
}

static void grow_ring(struct solved_store *store) {
  uint32_t size = store->ring_size ? store->ring_size * 2 : 256;
  struct solved **ring = alloc_bytes(size * sizeof *ring);
  for (uint32_t number = store->first; number != store->end; number++)
    ring[number & (size - 1)] = store->ring[number & (store->ring_size - 1)];
  free(store->ring);
  store->ring = ring;
  store->ring_size = size;
}

struct solved *solved_add(struct solved_store *store, const struct id_set *set, bool is_sat,
                          struct assignment *model) {
  struct solved *solved = alloc_bytes(sizeof *solved + set->ids.count * sizeof *solved->ids);
  *solved = (struct solved){.number = store->end,
                            .count = (uint32_t)set->ids.count,
                            .hash = set->hash,
                            .signature = set->signature,
                            .model = model,
                            .model_bytes = model ? assignment_bytes(model) : 0,
                            .is_sat = is_sat};
  if (set->ids.count > 0) memcpy(solved->ids, set->ids.data, set->ids.count * sizeof *solved->ids);
  if (store->end - store->first == store->ring_size) grow_ring(store);
  store->ring[store->end++ & (store->ring_size - 1)] = solved;
  store->bytes += bytes_of(solved);
  while (store->bytes > store->max_bytes && store->end - store->first > 1) drop_oldest(store);
  return solved;
}

void solved_set_core(struct solved_store *store, struct solved *solved, const struct id_set *core) {
  if (core->ids.count == solved->count) return;
  store->bytes -= bytes_of(solved);
  solved->core_count = (uint32_t)core->ids.count;
  solved->core = alloc_bytes((core->ids.count + 1) * sizeof *solved->core);
  if (core->ids.count > 0)
    memcpy(solved->core, core->ids.data, core->ids.count * sizeof *solved->core);
  store->bytes += bytes_of(solved);
}

void solved_free_all(struct solved_store *store) {
  for (; store->first != store->end; store->first++)
    free_solved(store->ring[store->first & (store->ring_size - 1)]);
  free(store->ring);
  *store = (struct solved_store){0};
}
