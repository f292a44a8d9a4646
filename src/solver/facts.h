/* What a list of conjuncts says directly: values and ranges of expressions, and how
   pairs of expressions compare. The list is kept from one use to the next, and only what
   differs behind the common beginning is taken off and put on. */
#ifndef SOLVER_FACTS_H
#define SOLVER_FACTS_H

#include "expr/expr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct facts;

/* How a may compare to b. */
enum { RELATION_LESS = 1, RELATION_EQUAL = 2, RELATION_GREATER = 4, RELATION_ANY = 7 };

/* Returns owned. */
struct facts *facts_new(struct exprs *exprs);
void facts_free(struct facts *facts);
/* Makes the list of conjuncts the given one. */
void facts_set(struct facts *facts, struct expr *const *conjuncts, size_t count);
/* Forgets the list; needed before a collection of expressions. */
void facts_clear(struct facts *facts);

/* The inputs that facts are about. */
uint32_t facts_support(const struct facts *facts);
/* A number that names a fact, or 0: facts are looked up by these, and asked for. */
uint32_t facts_about(const struct facts *facts, const struct expr *e);
uint32_t facts_about_pair(const struct facts *facts, const struct expr *a, const struct expr *b,
                          bool is_signed);
/* The two that contradict each other, if the conjuncts do so by themselves; else 0. */
uint32_t facts_contradiction(const struct facts *facts);

/* The constant that the expression must be, or NULL. */
struct expr *facts_constant(const struct facts *facts, uint32_t fact);
/* Of an expression of at most 64 bits. */
struct expr_range facts_range(const struct facts *facts, uint32_t fact);
/* A set of RELATION_ bits for (a, b) in the order in which they were asked for. */
unsigned facts_relation(const struct facts *facts, uint32_t fact, const struct expr *a,
                        const struct expr *b);
/* Sets a flag for each conjunct that the fact comes from. */
void facts_flag_origins(const struct facts *facts, uint32_t fact, bool *flags);

#endif
