/* Expressions as Z3 terms. */
#ifndef SOLVER_BACKEND_Z3_TERMS_H
#define SOLVER_BACKEND_Z3_TERMS_H

#include "expr/id_map.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

struct deadline;
struct expr;
struct expr_array;
struct exprs;

struct z3_terms {
  struct exprs *exprs; /* borrowed */
  Z3_context context;  /* borrowed */
  struct id_map memo;  /* of ids of expressions: their terms */
  VEC(Z3_ast) kept;    /* all terms made; each holds a reference */
  VEC(Z3_ast) axioms;  /* to be asserted: each input element equals that element of its array */
  VEC(struct z3_element {
    uint32_t array;
    uint64_t index;
    Z3_ast term;
  })
  elements;
  VEC(struct z3_array {
    uint32_t number;
    Z3_ast term;
  })
  arrays; /* those that occur as a whole */
  VEC(struct expr *) stack;
};

/* Borrows both. */
void z3_terms_init(struct z3_terms *terms, struct exprs *exprs, Z3_context context);
/* Forgets everything; may be used again. */
void z3_terms_clear(struct z3_terms *terms);

/* The same without calling Z3, for when another thread still uses the terms. */
void z3_terms_abandon(struct z3_terms *terms);

/* The term of an expression: a Boolean for width 1, else a bit-vector. NULL if the deadline passed
   first; deadline may be NULL. */
Z3_ast z3_terms_translate(struct z3_terms *terms, struct expr *e, const struct deadline *deadline);
/* Keeps a term alive until the next clear. */
Z3_ast z3_terms_keep(struct z3_terms *terms, Z3_ast term);
/* Releases all but the first `count` kept terms. */
void z3_terms_release(struct z3_terms *terms, size_t count);
/* The value of an input element as a bit-vector: its constant, or a select from its array. */
Z3_ast z3_terms_element(struct z3_terms *terms, const struct expr_array *array, uint64_t index);

#endif
