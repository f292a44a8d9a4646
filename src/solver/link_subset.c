/* The cache of subsets and supersets: a model of a set of conjuncts satisfies each of its subsets,
   and a superset of an unsatisfiable set is unsatisfiable. Only the core of an unsatisfiable query
   is kept, because it is a subset of more queries.

   Both kinds have an index from a conjunct to the sets that contain it, newest first. A superset of
   the query contains all of its conjuncts, so the conjunct with the fewest sets is followed. A core
   within a query with a witness contains the last conjunct, since the others are satisfiable
   together; without a witness each conjunct is followed to the cores of which it has the largest
   id. The number of candidates is bounded: a miss costs only a solver call. (Set tries, as in
   KLEE's counterexample cache after Hoffmann and Koehler's UBTree, find the same sets; the walk
   over supersets is the slow part there, and a candidate is cheaper to refute by its signature.) */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/id_set.h"
#include "solver/solved.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CANDIDATES = 64, MAX_PROBES = 32, NO_CELL = 0 };

struct cell {
  uint32_t number; /* of a solved set, which may have been dropped */
  uint32_t next;   /* older, NO_CELL at the end */
};

struct posting {
  uint64_t key; /* id + 1; 0: empty */
  uint32_t head, count;
};

struct family {
  struct solved_store store;
  struct posting *postings;
  size_t posting_slots, posting_count;
  VEC(struct cell) cells; /* 0 is not used */
};

struct subset_link {
  struct solver solver;
  struct family sat, unsat;
  struct id_set set, core; /* of the current query */
};

static struct posting *find_posting(const struct family *family, uint64_t id) {
  size_t slot = id_hash(id) & (family->posting_slots - 1);
  while (family->postings[slot].key != 0 && family->postings[slot].key != id + 1)
    slot = (slot + 1) & (family->posting_slots - 1);
  return &family->postings[slot];
}

static void grow_postings(struct family *family) {
  struct posting *old = family->postings;
  size_t old_slots = family->posting_slots;
  family->posting_slots = old_slots ? 2 * old_slots : 256;
  family->postings = alloc_zeroed(family->posting_slots * sizeof *family->postings);
  for (size_t i = 0; i < old_slots; i++)
    if (old[i].key != 0) *find_posting(family, old[i].key - 1) = old[i];
  free(old);
}

static void index_set(struct family *family, const struct solved *solved) {
  for (uint32_t i = 0; i < solved->count; i++) {
    if (2 * (family->posting_count + 1) > family->posting_slots) grow_postings(family);
    struct posting *posting = find_posting(family, solved->ids[i]);
    if (posting->key == 0) family->posting_count++;
    posting->key = solved->ids[i] + 1;
    vec_push(&family->cells, ((struct cell){solved->number, posting->head}));
    posting->head = (uint32_t)family->cells.count - 1;
    posting->count++;
  }
}

static void rebuild_index(struct family *family) {
  free(family->postings);
  family->postings = NULL;
  family->posting_slots = family->posting_count = 0;
  vec_clear(&family->cells);
  vec_push(&family->cells, ((struct cell){0}));
  for (uint32_t number = family->store.first; number != family->store.end; number++)
    index_set(family, solved_find(&family->store, number));
}

/* An id takes four bytes in the store and a cell in the index, so if there are many more cells than
   that, most belong to dropped sets. */
static void insert(struct family *family, const struct id_set *set, bool is_sat,
                   struct assignment *model) {
  struct solved *solved = solved_add(&family->store, set, is_sat, model);
  if (family->cells.count == 0) vec_push(&family->cells, ((struct cell){0}));
  index_set(family, solved);
  if (family->cells.count > 4096 + family->store.bytes / 2) rebuild_index(family);
}

/* A satisfiable set that contains the query's. */
static const struct solved *find_superset(const struct subset_link *link) {
  const struct family *family = &link->sat;
  const struct id_set *set = &link->set;
  const struct posting *rarest = NULL;
  if (family->posting_slots == 0) return NULL;
  size_t probes = 0;
  for (size_t i = set->ids.count; i-- > 0 && probes < MAX_PROBES; probes++) {
    const struct posting *posting = find_posting(family, set->ids.data[i]);
    if (posting->key == 0) return NULL;
    if (rarest == NULL || posting->count < rarest->count) rarest = posting;
  }
  if (rarest == NULL) return NULL;
  uint32_t at = rarest->head;
  for (int tried = 0; at != NO_CELL && tried < MAX_CANDIDATES; tried++) {
    const struct solved *solved = solved_find(&family->store, family->cells.data[at].number);
    if (solved == NULL) return NULL; /* the rest of the list is older still */
    if ((set->signature & ~solved->signature) == 0 &&
        id_set_includes(solved->ids, solved->count, set->ids.data, set->ids.count))
      return solved;
    at = family->cells.data[at].next;
  }
  return NULL;
}

static const struct solved *find_core_with(const struct subset_link *link, uint64_t id,
                                           bool must_be_largest) {
  const struct family *family = &link->unsat;
  const struct id_set *set = &link->set;
  uint32_t at = find_posting(family, id)->head;
  for (int tried = 0; at != NO_CELL && tried < MAX_CANDIDATES; tried++) {
    const struct solved *solved = solved_find(&family->store, family->cells.data[at].number);
    if (solved == NULL) return NULL;
    bool is_candidate = (solved->signature & ~set->signature) == 0 &&
                        (!must_be_largest || solved->ids[solved->count - 1] == id);
    if (is_candidate && id_set_includes(set->ids.data, set->ids.count, solved->ids, solved->count))
      return solved;
    at = family->cells.data[at].next;
  }
  return NULL;
}

static const struct solved *find_core(const struct subset_link *link, const struct query *query) {
  if (link->unsat.posting_slots == 0 || query->count == 0) return NULL;
  if (query->witness != NULL)
    return find_core_with(link, query->conjuncts[query->count - 1]->id, false);
  for (size_t i = link->set.ids.count; i-- > 0;) {
    const struct solved *solved = find_core_with(link, link->set.ids.data[i], true);
    if (solved != NULL) return solved;
  }
  return NULL;
}

/* A satisfiable set without a model would be of little use. */
static void remember(struct subset_link *link, const struct query *query,
                     const struct result *result) {
  if (result->answer == ANSWER_SAT && result->model != NULL) {
    insert(&link->sat, &link->set, true, assignment_copy(result->model));
  } else if (result->answer == ANSWER_UNSAT) {
    id_set_of_core(&link->core, query, result->in_core);
    insert(&link->unsat, &link->core, false, NULL);
  }
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct subset_link *link = (struct subset_link *)solver;
  id_set_of_query(&link->set, query);
  const struct solved *core = find_core(link, query);
  if (core != NULL) {
    if (query->wants_core) result->in_core = id_set_flags(query, core->ids, core->count);
    return ANSWER_UNSAT;
  }
  const struct solved *superset = find_superset(link);
  if (superset != NULL) {
    if (query->wants_model) result->model = assignment_copy(superset->model);
    return ANSWER_SAT;
  }
  struct query asked = *query;
  asked.wants_core = true;
  enum answer answer = solver_ask_next(solver, &asked, result);
  remember(link, query, result);
  if (!query->wants_core) {
    free(result->in_core);
    result->in_core = NULL;
  }
  return answer;
}

static void free_family(struct family *family) {
  solved_free_all(&family->store);
  free(family->postings);
  vec_free(&family->cells);
}

static void free_link(struct solver *solver) {
  struct subset_link *link = (struct subset_link *)solver;
  free_family(&link->sat);
  free_family(&link->unsat);
  id_set_free(&link->set);
  id_set_free(&link->core);
  free(link);
}

static const struct solver_class class = {"subset", check, NULL, free_link};

struct solver *link_subset_new(struct exprs *exprs, struct solver *next, size_t max_bytes) {
  (void)exprs;
  struct subset_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->sat.store.max_bytes = max_bytes / 2;
  link->unsat.store.max_bytes = max_bytes / 2;
  return &link->solver;
}
