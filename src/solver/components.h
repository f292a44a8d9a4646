/* Which conjuncts of a list hang together through the inputs they depend on. The list
   is kept from one use to the next: the conditions of neighbouring paths share a long
   beginning, and only what differs behind it is taken off and put on. */
#ifndef SOLVER_COMPONENTS_H
#define SOLVER_COMPONENTS_H

#include <stddef.h>
#include <stdint.h>

struct components;
struct expr;
struct exprs;

/* Returns owned. */
struct components *components_new(struct exprs *exprs);
void components_free(struct components *components);
/* Makes the list of conjuncts the given one. */
void components_set(struct components *components, struct expr *const *conjuncts, size_t count);
/* Forgets the list; needed before a collection of expressions. */
void components_clear(struct components *components);
/* Sets positions[] (of room for the list) to the places of the conjuncts that hang
   together with one that depends on the set of inputs, ascending; returns how many. */
size_t components_touching(struct components *components, uint32_t support, size_t *positions);
/* The same for those that hang together with the conjunct at `position`. */
size_t components_around(struct components *components, size_t position, size_t *positions);

#endif
