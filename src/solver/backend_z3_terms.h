/* Expressions as terms of Z3. */
#ifndef SOLVER_BACKEND_Z3_TERMS_H
#define SOLVER_BACKEND_Z3_TERMS_H

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
  struct z3_memo_entry {
    uint64_t id; /* 0: empty */
    Z3_ast term;
  } *memo;
  size_t memo_capacity, memo_count;
  VEC(Z3_ast) kept;   /* all terms that were made; each holds a reference */
  VEC(Z3_ast) axioms; /* that must be asserted: elements are what their array gives */
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

/* The same without a word to Z3, where another thread still works with the terms. */
void z3_terms_abandon(struct z3_terms *terms);

/* The term of an expression: a Boolean for width 1, else a bit-vector. NULL when the deadline came
   first; there may be none (NULL). */
Z3_ast z3_terms_translate(struct z3_terms *terms, struct expr *e, const struct deadline *deadline);
/* Keeps a term alive until the next clear. */
Z3_ast z3_terms_keep(struct z3_terms *terms, Z3_ast term);
/* Lets go of all but the first `count` that were kept. */
void z3_terms_release(struct z3_terms *terms, size_t count);
/* The input element's value: its constant, or what its array gives, as a bit-vector. */
Z3_ast z3_terms_element(struct z3_terms *terms, const struct expr_array *array, uint64_t index);

#endif
