/* The index has two maps, because many conjuncts depend on the same inputs: from a set of inputs to
   its conjuncts, and from an input to the sets it is in. Adding a conjunct about a known set is one
   step. Sets of many inputs are not entered at each of them, but kept in one list that every walk
   searches.

   Loops leave ever stronger conjuncts behind: 0 < n, 1 < n, 2 < n. Those implied by a newer bound
   on the same expression are removed from the lists; to find them, a list is scanned whenever it
   has doubled in length. */
#include "solver/components.h"

#include "expr/expr.h"
#include "expr/support.h"
#include "solver/bound.h"
#include "solver/path_condition.h"
#include "solver/trie.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 256, FEWEST_TO_THIN = 4 };

/* A list, newest first. */
struct cell {
  uint32_t references;
  uint32_t set;                /* in lists of sets */
  uint32_t length;             /* from here on */
  uint32_t thin_at;            /* length at which it is scanned again */
  struct path_condition *node; /* in lists of conjuncts; borrowed */
  struct cell *next;
};

static void retain_cell(void *value) { ((struct cell *)value)->references++; }

static void release_cell(void *value) {
  for (struct cell *cell = value; cell != NULL && --cell->references == 0;) {
    struct cell *next = cell->next;
    free(cell);
    cell = next;
  }
}

static const struct trie_values cell_values = {retain_cell, release_cell};

/* Takes the reference to `next`. */
static struct cell *new_cell(struct path_condition *node, uint32_t set, struct cell *next) {
  struct cell *cell = alloc_bytes(sizeof *cell);
  *cell = (struct cell){.references = 1,
                        .set = set,
                        .length = next ? next->length + 1 : 1,
                        .thin_at = next ? next->thin_at : FEWEST_TO_THIN,
                        .node = node,
                        .next = next};
  return cell;
}

static struct cell *share_cell(struct cell *cell) {
  if (cell != NULL) cell->references++;
  return cell;
}

struct components components_copy(const struct components *components) {
  return (struct components){trie_share(components->sets), trie_share(components->keys),
                             share_cell(components->wide), components->impossible};
}

void components_free(struct components *components) {
  trie_release(components->sets, &cell_values);
  trie_release(components->keys, &cell_values);
  release_cell(components->wide);
  *components = (struct components){0};
}

/* Adding. */

/* Removes conjuncts that newer ones imply; takes the list and returns one. */
static struct cell *thin_out(struct cell *list, const struct facts *facts) {
  struct bounds bounds = {0};
  VEC(struct path_condition *) kept = {0};
  for (const struct cell *cell = list; cell != NULL; cell = cell->next)
    if (!bounds_imply(&bounds, facts, cell->node->conjunct)) vec_push(&kept, cell->node);
  struct cell *thinner = NULL;
  for (size_t i = kept.count; i-- > 0;) thinner = new_cell(kept.data[i], 0, thinner);
  thinner->thin_at = 2 * thinner->length;
  if (thinner->thin_at < FEWEST_TO_THIN) thinner->thin_at = FEWEST_TO_THIN;
  vec_free(&kept);
  bounds_free(&bounds);
  release_cell(list);
  return thinner;
}

struct adding {
  struct components *components;
  uint32_t set;
};

static void add_key(uint32_t key, void *context) {
  struct adding *adding = context;
  struct cell *old = trie_find(adding->components->keys, key);
  trie_set(&adding->components->keys, &cell_values, key,
           new_cell(NULL, adding->set, share_cell(old)));
}

void components_add(struct components *components, struct exprs *exprs, const struct facts *facts,
                    struct path_condition *path) {
  uint32_t set = path->conjunct->support;
  if (set == SUPPORT_EMPTY) {
    if (components->impossible == NULL && expr_is_false(path->conjunct))
      components->impossible = path;
    return;
  }
  struct cell *old = trie_find(components->sets, set);
  struct cell *list = new_cell(path, 0, share_cell(old));
  if (list->length >= list->thin_at) list = thin_out(list, facts);
  trie_set(&components->sets, &cell_values, set, list);
  if (old != NULL) return;
  struct adding adding = {components, set};
  if (support_count(exprs, set) > WIDE)
    components->wide = new_cell(NULL, set, components->wide);
  else
    support_walk_keys(exprs, set, add_key, &adding);
}

struct walking {
  void (*visit)(uint32_t set, void *context);
  void *context;
};

static void walk_set(uint64_t key, void *value, void *context) {
  struct walking *walking = context;
  (void)value;
  walking->visit((uint32_t)key, walking->context);
}

void components_walk_sets(const struct components *components,
                          void (*visit)(uint32_t set, void *context), void *context) {
  struct walking walking = {visit, context};
  trie_walk(components->sets, walk_set, &walking);
}

/* Slices. */

void slicer_free(struct slicer *slicer) {
  vec_free(&slicer->nodes);
  vec_free(&slicer->sets);
  vec_free(&slicer->set_stamps);
  vec_free(&slicer->key_stamps);
  vec_free(&slicer->keys);
}

/* True the first time in this walk. */
static bool stamp_set(struct slicer *slicer, uint32_t set) {
  while (slicer->set_stamps.count <= set) vec_push(&slicer->set_stamps, 0);
  if (slicer->set_stamps.data[set] == slicer->stamp) return false;
  slicer->set_stamps.data[set] = slicer->stamp;
  return true;
}

static void add_new_key(uint32_t key, void *context) {
  struct slicer *slicer = context;
  while (slicer->key_stamps.count <= key) vec_push(&slicer->key_stamps, 0);
  if (slicer->key_stamps.data[key] == slicer->stamp) return;
  slicer->key_stamps.data[key] = slicer->stamp;
  vec_push(&slicer->keys, key);
}

void slicer_add_key(struct slicer *slicer, uint32_t key) { add_new_key(key, slicer); }

bool slicer_has(const struct slicer *slicer, uint32_t set) {
  return set < slicer->set_stamps.count && slicer->set_stamps.data[set] == slicer->stamp;
}

void slicer_continue(struct slicer *slicer, uint32_t support) {
  vec_clear(&slicer->nodes);
  vec_clear(&slicer->sets);
  vec_clear(&slicer->keys);
  slicer->sets_done = 0;
  support_walk_keys(slicer->exprs, support, add_new_key, slicer);
}

void slicer_begin(struct slicer *slicer, uint32_t support) {
  if (++slicer->stamp == 0) { /* on overflow old stamps would look like new ones */
    vec_free(&slicer->set_stamps);
    vec_free(&slicer->key_stamps);
    slicer->stamp = 1;
  }
  slicer_continue(slicer, support);
}

static void gather_set(struct slicer *slicer, const struct components *components, uint32_t set) {
  if (!stamp_set(slicer, set)) return;
  vec_push(&slicer->sets, set);
  for (const struct cell *cell = trie_find(components->sets, set); cell != NULL; cell = cell->next)
    vec_push(&slicer->nodes, cell->node);
}

struct key_search {
  const struct slicer *slicer;
  bool is_found;
};

static void search_key(uint32_t key, void *context) {
  struct key_search *search = context;
  const struct slicer *slicer = search->slicer;
  search->is_found |=
      key < slicer->key_stamps.count && slicer->key_stamps.data[key] == slicer->stamp;
}

static bool has_stamped_key(struct slicer *slicer, uint32_t set) {
  struct key_search search = {.slicer = slicer};
  support_walk_keys(slicer->exprs, set, search_key, &search);
  return search.is_found;
}

bool slicer_step(struct slicer *slicer, const struct components *components, size_t limit) {
  size_t before = slicer->sets.count;
  uint32_t support = SUPPORT_EMPTY; /* sets overlap: walk their union once */
  for (; slicer->sets_done < before; slicer->sets_done++)
    support = support_union(slicer->exprs, support, slicer->sets.data[slicer->sets_done]);
  support_walk_keys(slicer->exprs, support, add_new_key, slicer);
  if (slicer->keys.count == 0) return false;
  for (const struct cell *cell = components->wide; cell != NULL; cell = cell->next)
    if (!slicer_has(slicer, cell->set) && has_stamped_key(slicer, cell->set))
      gather_set(slicer, components, cell->set);
  while (slicer->keys.count > 0) {
    uint32_t key = vec_pop(&slicer->keys);
    for (const struct cell *cell = trie_find(components->keys, key);
         cell != NULL && slicer->nodes.count <= limit; cell = cell->next)
      gather_set(slicer, components, cell->set);
  }
  return slicer->sets.count > before;
}

bool slicer_finish(struct slicer *slicer, const struct components *components, size_t limit) {
  while (slicer_step(slicer, components, limit))
    if (slicer->nodes.count > limit) return false;
  return true;
}
