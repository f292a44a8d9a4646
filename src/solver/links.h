/* The links that may stand in front of a backend; chain.c puts them in order. Each takes `next`,
   and asks it if it cannot answer a query itself. */
#ifndef SOLVER_LINKS_H
#define SOLVER_LINKS_H

#include <stddef.h>

struct exprs;
struct solver;

/* Tries the query's own witness. */
struct solver *link_witness_new(struct exprs *exprs, struct solver *next);
/* Turns conjuncts in an array into a path. The next three links need it in front of them. */
struct solver *paths_new(struct solver *next);
/* Rewrites the last conjunct using what the others imply. */
struct solver *link_implied_new(struct exprs *exprs, struct solver *next);
/* Changes inputs that no conjunct of the path depends on. */
struct solver *link_fresh_new(struct exprs *exprs, struct solver *next);
/* Solves only the conjuncts that share inputs, directly or not, with the last; if those are more
   than `large`, fewer of them first. */
struct solver *link_independence_new(struct exprs *exprs, struct solver *next, size_t large);
/* Tries all values if all conjuncts depend on one input of up to 8 bits. */
struct solver *link_enumeration_new(struct exprs *exprs, struct solver *next);
/* Decides bounds of numbers and of differences of two numbers. */
struct solver *link_differences_new(struct exprs *exprs, struct solver *next);
/* Remembers queries and their answers, in about max_bytes. */
struct solver *link_exact_new(struct exprs *exprs, struct solver *next, size_t max_bytes);
/* Remembers satisfiable sets, whose subsets are satisfiable, and unsatisfiable ones, whose
   supersets are unsatisfiable; in about max_bytes. */
struct solver *link_subset_new(struct exprs *exprs, struct solver *next, size_t max_bytes);
/* Tries the models of recent answers. */
struct solver *link_models_new(struct exprs *exprs, struct solver *next);
/* Changes the witness step by step until it satisfies the query. */
struct solver *link_repair_new(struct exprs *exprs, struct solver *next);
/* Checks every model by evaluation and, with a judge (taken, may be NULL), every answer;
   faults on a disagreement, after writing the query to a file. */
struct solver *validate_new(struct exprs *exprs, struct solver *next, struct solver *judge);

#endif
