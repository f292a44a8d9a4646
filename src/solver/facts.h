/* What conjuncts state directly: values and ranges of expressions, and how pairs of expressions
   compare. Persistent: a copy costs nothing and can learn more on its own. Facts refer to
   expressions only by id. */
#ifndef SOLVER_FACTS_H
#define SOLVER_FACTS_H

#include "expr/expr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fact;
struct trie;

struct facts {
  struct trie *known;
  uint64_t inputs;            /* a Bloom filter of the inputs with facts; private */
  struct fact *contradiction; /* a contradictory fact, or NULL */
};

/* How a may compare to b. */
enum { RELATION_LESS = 1, RELATION_EQUAL = 2, RELATION_GREATER = 4, RELATION_ANY = 7 };

struct facts facts_copy(const struct facts *facts);
void facts_free(struct facts *facts);
/* Adds what the conjunct states; `position` is its position in the path. */
void facts_learn(struct facts *facts, struct exprs *exprs, struct expr *conjunct,
                 uint32_t position);

/* The strongest fact about an expression or a pair, or NULL. */
const struct fact *facts_about(const struct facts *facts, const struct expr *e);
const struct fact *facts_about_pair(const struct facts *facts, const struct expr *a,
                                    const struct expr *b, bool is_signed);

/* The constant that the expression must be, or NULL. */
struct expr *fact_constant(const struct fact *fact, struct exprs *exprs);
/* Of an expression of at most 64 bits. */
struct expr_range fact_range(const struct fact *fact);
/* A set of RELATION_ bits for (a, b), in the order of the arguments. */
unsigned fact_relation(const struct fact *fact, const struct expr *a, const struct expr *b);
/* Visits the positions of the conjuncts that the fact comes from, possibly more than once. */
void fact_walk_origins(const struct fact *fact, void (*visit)(uint32_t position, void *context),
                       void *context);

#endif
