/* The solver that the rest of smew uses: a backend behind links that save it work. */
#ifndef SOLVER_CHAIN_H
#define SOLVER_CHAIN_H

#include <stdbool.h>
#include <stddef.h>

struct exprs;
struct solver;

/* X(NAME, "name", "what it does") in the order in which they are asked. */
#define CHAIN_LINKS(X)                                                                             \
  X(WITNESS, "witness", "try the input that led here")                                             \
  X(IMPLIED, "implied", "rewrite the branch condition with what the path condition implies")       \
  X(FRESH, "fresh", "change inputs that the path condition does not mention")                      \
  X(INDEPENDENCE, "independence", "leave out what shares no input with the branch condition")      \
  X(ENUMERATION, "enumeration", "try all values of the only input, if it is a byte")               \
  X(EXACT, "exact", "remember queries")                                                            \
  X(DIFFERENCES, "differences", "decide bounds of numbers and of their differences")               \
  X(SUBSET, "subset", "remember satisfiable and contradictory sets")                               \
  X(MODELS, "models", "try the models of recent queries")                                          \
  X(REPAIR, "repair", "change the input that led here step by step until it fits")

enum chain_link {
#define X(name, text, help) CHAIN_##name,
  CHAIN_LINKS(X)
#undef X
      CHAIN_LINK_COUNT
};
#define CHAIN_ALL_LINKS ((1u << CHAIN_LINK_COUNT) - 1)

enum chain_backend { BACKEND_CADICAL, BACKEND_Z3, BACKEND_Z3_AFRESH };

struct chain_options {
  enum chain_backend backend;
  unsigned links_off; /* bits by enum chain_link */
  bool validate;      /* check with the other backend too; a disagreement is a fault */
  size_t cache_bytes; /* per cache; 0: the default */
  size_t large_slice; /* slices of more conjuncts are solved in parts; 0: the default */
};

/* Returns owned. Borrows exprs, which must outlive it. */
struct solver *chain_new(struct exprs *exprs, const struct chain_options *options);
/* The same in front of the caller's backend, which is taken. */
struct solver *chain_new_before(struct exprs *exprs, const struct chain_options *options,
                                struct solver *backend);
/* The link of that name, or -1. */
int chain_find_link(const char *name);

#endif
