/* The order of the links, which is defined only here.

   Cheap links come first: the witness costs one evaluation; rewriting makes the condition smaller,
   so that slicing removes more; a single byte is enumerated; the rest is looked up in the caches,
   and then tried on models that are at hand or made from the witness. So the caches hold only
   slices, which are what different paths have in common. */
#include "solver/chain.h"

#include "solver/backend_cadical.h"
#include "solver/backend_z3.h"
#include "solver/links.h"
#include "solver/solver.h"

#include <string.h>

enum { DEFAULT_CACHE_BYTES = 32 << 20, DEFAULT_LARGE_SLICE = 96 };

static struct solver *new_backend(struct exprs *exprs, enum chain_backend backend) {
  if (backend == BACKEND_CADICAL) return backend_cadical_new(exprs);
  return backend_z3_new(exprs, backend == BACKEND_Z3);
}

static struct solver *new_link(struct exprs *exprs, enum chain_link link, struct solver *next,
                               const struct chain_options *options) {
  size_t cache_bytes = options->cache_bytes ? options->cache_bytes : DEFAULT_CACHE_BYTES;
  size_t large = options->large_slice ? options->large_slice : DEFAULT_LARGE_SLICE;
  switch (link) {
  case CHAIN_WITNESS: return link_witness_new(exprs, next);
  case CHAIN_IMPLIED: return link_implied_new(exprs, next);
  case CHAIN_FRESH: return link_fresh_new(exprs, next);
  case CHAIN_INDEPENDENCE: return link_independence_new(exprs, next, large);
  case CHAIN_ENUMERATION: return link_enumeration_new(exprs, next);
  case CHAIN_DIFFERENCES: return link_differences_new(exprs, next);
  case CHAIN_EXACT: return link_exact_new(exprs, next, cache_bytes);
  case CHAIN_SUBSET: return link_subset_new(exprs, next, cache_bytes);
  case CHAIN_MODELS: return link_models_new(exprs, next);
  case CHAIN_REPAIR: return link_repair_new(exprs, next);
  case CHAIN_LINK_COUNT: break;
  }
  return next;
}

struct solver *chain_new(struct exprs *exprs, const struct chain_options *options) {
  return chain_new_before(exprs, options, new_backend(exprs, options->backend));
}

struct solver *chain_new_before(struct exprs *exprs, const struct chain_options *options,
                                struct solver *backend) {
  struct solver *solver = backend;
  unsigned on = ~options->links_off;
  for (unsigned link = CHAIN_LINK_COUNT; link-- > 0;) {
    if (on >> link & 1) solver = new_link(exprs, (enum chain_link)link, solver, options);
    unsigned take_paths = 1u << CHAIN_IMPLIED | 1u << CHAIN_FRESH | 1u << CHAIN_INDEPENDENCE;
    if (link == CHAIN_IMPLIED && on & take_paths) solver = paths_new(solver);
  }
  if (options->validate) {
    enum chain_backend other = options->backend == BACKEND_CADICAL ? BACKEND_Z3 : BACKEND_CADICAL;
    return validate_new(exprs, solver, new_backend(exprs, other));
  }
#ifndef NDEBUG
  solver = validate_new(exprs, solver, NULL);
#endif
  return solver;
}

int chain_find_link(const char *name) {
#define X(link, text, help)                                                                        \
  if (strcmp(name, text) == 0) return CHAIN_##link;
  CHAIN_LINKS(X)
#undef X
  return -1;
}
