/* Parts of conditions that were decided as one (careful/condition.c): the edges inside, each
   with an input that takes it.

   Such an edge is covered as soon as an input that takes it is known. Usually that is the
   witness of a state, or becomes one, and the test of a path shows it. If no test does, one is
   written for it at the end of the run. So what counts as covered is what the tests take. */
#ifndef EXEC_PARTS_H
#define EXEC_PARTS_H

#include "util/alloc.h"

#include <stdint.h>

struct decisions;
struct expr;
struct exprs;
struct machine;
struct state;
struct symbol;
struct witness;

struct part {
  struct expr *taken;          /* the condition that it is taken, on the path with these
                                  decisions */
  struct witness *witness;     /* counted, like the next two */
  struct symbol *symbols;      /* that existed then */
  struct decisions *decisions; /* that led there */
  uint32_t exploration;        /* its number */
};

/* Those that no test shows yet. */
struct parts {
  VEC(struct part) list;
};

/* The edge, of the function at the top of the state's stack, is covered for the first time: by
   that witness, which is the state's or another input of its path. `taken` is the condition
   under which inputs of the path take it. */
void parts_cover(struct machine *machine, uint32_t edge, struct state *state,
                 struct witness *witness, struct expr *taken);
/* Call after a test with the witness of the running state was written. */
void parts_settle(struct machine *machine);
/* Marks the expressions, before a collection. */
void parts_mark(const struct parts *parts, struct exprs *exprs);
void parts_free(struct parts *parts);

#endif
