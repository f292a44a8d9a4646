/* The default backend: bit-blasting on CaDiCaL, incrementally. */
#ifndef SOLVER_BACKEND_CADICAL_H
#define SOLVER_BACKEND_CADICAL_H

#include "solver/blast_limits.h"

#include <stddef.h>
#include <stdint.h>

struct exprs;
struct solver;

struct cadical_statistics {
  size_t gates, variables; /* of the current translation and instance */
  uint64_t clauses;        /* of the current instance */
  uint64_t instances;      /* of CaDiCaL, in total */
  uint64_t translations;   /* started, in total */
  uint64_t refinements;    /* constraints added for arrays, in the current translation */
  size_t bytes;            /* of gates and translations; CaDiCaL's own memory is unknown */
};

/* When to discard what has grown too large. */
struct cadical_options {
  unsigned sample_every;   /* one query in this many is measured */
  unsigned variable_cost;  /* of making a variable, relative to assigning it once */
  unsigned look_cost;      /* of ten steps of the search, in the same unit */
  size_t fewest_variables; /* smaller instances are kept */
  size_t fewest_gates;     /* smaller translations are kept */
  unsigned live_part;      /* start again if less than 1 / live_part of the gates is in use */
  struct array_limits arrays;
};

struct cadical_options backend_cadical_default_options(void);
/* Returns owned; borrows the expressions. */
struct solver *backend_cadical_new(struct exprs *exprs);
/* The same with other limits; tests use extreme ones. */
struct solver *backend_cadical_new_with(struct exprs *exprs, const struct cadical_options *options);
struct cadical_statistics backend_cadical_statistics(const struct solver *solver);

#endif
