/* Which conjuncts are connected by shared inputs: an index of a path condition from inputs to the
   conjuncts about them. Persistent: a copy costs nothing. The nodes of the path are borrowed; the
   sets of inputs stay valid because the conjuncts carry them. */
#ifndef SOLVER_COMPONENTS_H
#define SOLVER_COMPONENTS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell;
struct exprs;
struct facts;
struct path_condition;
struct trie;

struct components {
  struct trie *sets; /* from sets of inputs to the conjuncts with exactly this support */
  struct trie *keys; /* from inputs to the sets that contain them, except wide ones */
  struct cell *wide; /* sets of many inputs */
  struct path_condition *impossible; /* a conjunct that is the constant false, or NULL */
};

struct components components_copy(const struct components *components);
void components_free(struct components *components);
/* Adds the newest conjunct of the path; the facts are those of the path. */
void components_add(struct components *components, struct exprs *exprs, const struct facts *facts,
                    struct path_condition *path);
/* Calls visit for the support of every conjunct. */
void components_walk_sets(const struct components *components,
                          void (*visit)(uint32_t set, void *context), void *context);

/* A walk from inputs to conjuncts to their inputs and so on. What it has gathered may be read
   between steps. */
struct slicer {
  struct exprs *exprs;
  VEC(struct path_condition *) nodes; /* gathered conjuncts */
  VEC(uint32_t) sets;                 /* of the gathered conjuncts, each once */
  /* The rest is private. */
  VEC(uint32_t) set_stamps, key_stamps, keys;
  size_t sets_done;
  uint32_t stamp;
};

void slicer_free(struct slicer *slicer);
/* Starts again from a set of inputs, with nothing gathered. */
void slicer_begin(struct slicer *slicer, uint32_t support);
/* The same, but skips what walks since the last slicer_begin have gathered. */
void slicer_continue(struct slicer *slicer, uint32_t support);
/* Adds an input to the starting set. */
void slicer_add_key(struct slicer *slicer, uint32_t key);
/* True if conjuncts with that set of inputs have been gathered. */
bool slicer_has(const struct slicer *slicer, uint32_t set);
/* Gathers the conjuncts that share an input with the starting set or, in later steps, with those
   gathered, newest first. False if there were none. May stop early when there are more than `limit`
   in all; then the walk cannot be continued. */
bool slicer_step(struct slicer *slicer, const struct components *components, size_t limit);
/* Steps until the whole component is gathered; false if it has more than `limit` conjuncts. */
bool slicer_finish(struct slicer *slicer, const struct components *components, size_t limit);
#endif
