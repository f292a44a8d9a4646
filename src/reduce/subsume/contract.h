/* Contracts: what is known of the result of a recursive function, whatever its arguments are, and
   that no error is met in it. */
#ifndef REDUCE_SUBSUME_CONTRACT_H
#define REDUCE_SUBSUME_CONTRACT_H

#include "reduce/shape/names.h"
#include "reduce/shape/shape.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct contracts;
struct expr;
struct machine;
struct names;
struct state;

struct contract {
  uint32_t func;
  bool is_proven, was_tried;
  VEC(struct name) args;
  struct name result;
  expr_list promises; /* formulas over args and result: all hold when the function returns */
};

/* Borrows both. Returns owned. */
struct contracts *contracts_new(struct machine *machine, struct names *names);
void contracts_free(struct contracts *contracts);
void contracts_mark(const struct contracts *contracts);
/* Whether some function may have one: it is recursive, its memory is its registers, and the depth
   of the stack has no limit. */
bool contracts_are_possible(const struct contracts *contracts);
/* The contract of the function that the state has just entered, which is proven if it can be, once;
   NULL: it has none. */
const struct contract *contracts_prove(struct contracts *contracts, struct state *state);
/* The same, if it has been proven. */
const struct contract *contracts_find(const struct contracts *contracts, uint32_t func);
/* A state that has just entered the function is replaced by one that has returned from it. False:
   that cannot be told. NULL in *successor: it never returns. */
bool contracts_apply(const struct contracts *contracts, const struct contract *contract,
                     struct state *state, struct state **successor);
uint64_t contracts_count(const struct contracts *contracts);

#endif
