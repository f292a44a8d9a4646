/* The default backend: bit-blasting on CaDiCaL, incrementally. */
#ifndef SOLVER_BACKEND_CADICAL_H
#define SOLVER_BACKEND_CADICAL_H

#include <stddef.h>
#include <stdint.h>

struct exprs;
struct solver;

struct cadical_statistics {
  size_t gates, variables;  /* of the present translation and instance */
  uint64_t clauses;         /* of the present instance */
  uint64_t instances;       /* of CaDiCaL, over all time */
  uint64_t translations;    /* that were begun, over all time */
  uint64_t refinements;     /* constraints added for arrays, in the present translation */
  size_t bytes;             /* of gates and translations; CaDiCaL's memory is not known */
};

/* Returns owned; borrows the expressions. */
struct solver *backend_cadical_new(struct exprs *exprs);
struct cadical_statistics backend_cadical_statistics(const struct solver *solver);

#endif
