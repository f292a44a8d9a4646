/* The default backend: bit-blasting on CaDiCaL, incrementally. */
#ifndef SOLVER_BACKEND_CADICAL_H
#define SOLVER_BACKEND_CADICAL_H

#include "solver/blast_limits.h"

#include <stddef.h>
#include <stdint.h>

struct exprs;
struct solver;

struct cadical_statistics {
  size_t gates, variables; /* of the present translation and instance */
  uint64_t clauses;        /* of the present instance */
  uint64_t instances;      /* of CaDiCaL, over all time */
  uint64_t translations;   /* that were begun, over all time */
  uint64_t refinements;    /* constraints added for arrays, in the present translation */
  size_t bytes;            /* of gates and translations; CaDiCaL's memory is not known */
};

/* When to throw away what has grown too large. */
struct cadical_options {
  unsigned sample_every;   /* so many queries one is measured */
  unsigned variable_cost;  /* of making a variable, against giving it a value once */
  size_t fewest_variables; /* smaller instances are not worth the trouble */
  size_t fewest_gates;     /* the same for translations */
  unsigned live_part;      /* less than 1 / live_part of the gates in use: begin anew */
  struct array_limits arrays;
};

struct cadical_options backend_cadical_default_options(void);
/* Returns owned; borrows the expressions. */
struct solver *backend_cadical_new(struct exprs *exprs);
/* The same with other numbers, which tests make hostile. */
struct solver *backend_cadical_new_with(struct exprs *exprs, const struct cadical_options *options);
struct cadical_statistics backend_cadical_statistics(const struct solver *solver);

#endif
