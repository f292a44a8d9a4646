/* The links that may stand in front of a backend; chain.c puts them in order. Each takes
   `next`, and asks it when it cannot settle a query itself. */
#ifndef SOLVER_LINKS_H
#define SOLVER_LINKS_H

#include <stddef.h>

struct exprs;
struct solver;

/* Tries the query's own witness. */
struct solver *witness_link_new(struct exprs *exprs, struct solver *next);
/* Makes a path of what comes as an array. The three links after it here need it in front. */
struct solver *paths_new(struct solver *next);
/* Rewrites the last conjunct with what the others imply. */
struct solver *implied_new(struct exprs *exprs, struct solver *next);
/* Changes inputs that no conjunct of the path speaks of. */
struct solver *fresh_new(struct exprs *exprs, struct solver *next);
/* Asks only about the conjuncts that share inputs, directly or not, with the
   last; if those are more than `large`, about fewer first. */
struct solver *independence_new(struct exprs *exprs, struct solver *next, size_t large);
/* Tries all values where all conjuncts are about one input of up to 8 bits. */
struct solver *enumeration_new(struct exprs *exprs, struct solver *next);
/* Decides bounds of numbers and of differences of two. */
struct solver *differences_new(struct exprs *exprs, struct solver *next);
/* Remembers queries and their answers, in about so many bytes. */
struct solver *cache_exact_new(struct exprs *exprs, struct solver *next, size_t max_bytes);
/* Remembers satisfiable sets, whose subsets are so too, and clashing ones, whose
   supersets are so too; in about so many bytes. */
struct solver *cache_subset_new(struct exprs *exprs, struct solver *next, size_t max_bytes);
/* Tries the models of recent answers. */
struct solver *model_reuse_new(struct exprs *exprs, struct solver *next);
/* Changes the witness step by step until it fits. */
struct solver *repair_new(struct exprs *exprs, struct solver *next);
/* Checks every model by evaluation and, with a judge (taken, may be NULL), every answer;
   faults on a disagreement, after writing the query to a file. */
struct solver *validate_new(struct exprs *exprs, struct solver *next, struct solver *judge);

#endif
