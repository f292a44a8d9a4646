/* Parts of conditions that were decided as one (careful/condition.c): the edges inside, with an
   input that takes each.

   Such an edge is covered as soon as an input is known that takes it. Mostly that is the witness
   of a state, or becomes one, and the test of a path shows it. If none does, a test of its own is
   left at the end of the run. So what counts as covered is what the tests take. */
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
  struct expr *taken;          /* on the path that the decisions name: that it is taken */
  struct witness *witness;     /* counted, like the next two */
  struct symbol *symbols;      /* that were there */
  struct decisions *decisions; /* that led there */
  uint8_t side;
};

/* Those that no test shows yet. */
struct parts {
  VEC(struct part) list;
};

/* The edge of the function at the top of the state is covered for the first time: by that witness,
   which is the state's or another input of its path. `taken` tells of other inputs of the path
   whether they take it. */
void parts_cover(struct machine *machine, uint32_t edge, struct state *state,
                 struct witness *witness, struct expr *taken);
/* A test with the witness of the running state was written. */
void parts_settle(struct machine *machine);
/* Marks the expressions, before a collection. */
void parts_mark(const struct parts *parts, struct exprs *exprs);
void parts_free(struct parts *parts);

#endif
