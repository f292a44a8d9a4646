/* The cache of queries as sets of conjuncts. UNKNOWN answers are not kept: a larger budget may give
   a better one. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "solver/id_set.h"
#include "solver/solved.h"
#include "solver/solver.h"

#include <stdlib.h>

struct exact_link {
  struct solver solver;
  struct solved_store store;
  struct id_set set, core; /* of the current query */
  uint32_t *slots;         /* entry number + 1 by hash of the set, 0 where empty */
  size_t slot_count, slots_used;
};

/* The slot of the set's entry, or the one where it would go. Dropped entries stay in their slots
   until the table is rebuilt. */
static size_t find_slot(const struct exact_link *link, const uint64_t *ids, size_t count,
                        uint64_t hash) {
  size_t slot = hash & (link->slot_count - 1);
  for (; link->slots[slot] != 0; slot = (slot + 1) & (link->slot_count - 1)) {
    const struct solved *solved = solved_find(&link->store, link->slots[slot] - 1);
    if (solved != NULL && solved->hash == hash && solved->count == count &&
        id_set_includes(solved->ids, solved->count, ids, count))
      break;
  }
  return slot;
}

static void rebuild_slots(struct exact_link *link) {
  size_t live = link->store.end - link->store.first;
  size_t count = 64;
  while (count < 4 * live) count *= 2;
  free(link->slots);
  link->slots = alloc_zeroed(count * sizeof *link->slots);
  link->slot_count = count;
  link->slots_used = live;
  for (uint32_t number = link->store.first; number != link->store.end; number++) {
    const struct solved *solved = solved_find(&link->store, number);
    link->slots[find_slot(link, solved->ids, solved->count, solved->hash)] = number + 1;
  }
}

static void insert(struct exact_link *link, const struct query *query,
                   const struct result *result) {
  bool is_sat = result->answer == ANSWER_SAT;
  struct solved *solved =
      solved_add(&link->store, &link->set, is_sat,
                 is_sat && result->model ? assignment_copy(result->model) : NULL);
  if (!is_sat) {
    id_set_of_core(&link->core, query, result->in_core);
    solved_set_core(&link->store, solved, &link->core);
  }
  if (2 * (link->slots_used + 1) > link->slot_count) {
    rebuild_slots(link);
    return;
  }
  size_t slot = find_slot(link, solved->ids, solved->count, solved->hash);
  if (link->slots[slot] == 0) link->slots_used++;
  link->slots[slot] = solved->number + 1;
}

static enum answer recall(const struct solved *solved, const struct query *query,
                          struct result *result) {
  if (solved->is_sat) {
    if (query->wants_model) result->model = assignment_copy(solved->model);
    return ANSWER_SAT;
  }
  if (query->wants_core)
    result->in_core = solved->core ? id_set_flags(query, solved->core, solved->core_count)
                                   : id_set_flags(query, solved->ids, solved->count);
  return ANSWER_UNSAT;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct exact_link *link = (struct exact_link *)solver;
  id_set_of_query(&link->set, query);
  if (link->slot_count > 0) {
    size_t slot = find_slot(link, link->set.ids.data, link->set.ids.count, link->set.hash);
    const struct solved *solved =
        link->slots[slot] ? solved_find(&link->store, link->slots[slot] - 1) : NULL;
    bool lacks_model = solved != NULL && query->wants_model && solved->is_sat && !solved->model;
    if (solved != NULL && !lacks_model) return recall(solved, query, result);
  }
  struct query asked = *query;
  asked.wants_core = true;
  enum answer answer = solver_ask_next(solver, &asked, result);
  if (answer != ANSWER_UNKNOWN) insert(link, query, result);
  if (!query->wants_core) {
    free(result->in_core);
    result->in_core = NULL;
  }
  return answer;
}

static void free_link(struct solver *solver) {
  struct exact_link *link = (struct exact_link *)solver;
  solved_free_all(&link->store);
  id_set_free(&link->set);
  id_set_free(&link->core);
  free(link->slots);
  free(link);
}

static const struct solver_class class = {"exact", check, NULL, free_link};

struct solver *link_exact_new(struct exprs *exprs, struct solver *next, size_t max_bytes) {
  (void)exprs;
  struct exact_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->store.max_bytes = max_bytes;
  return &link->solver;
}
