/* Does a state imply a formula? That is, does the formula hold for all inputs of the state's path
   condition. */
#ifndef EXEC_IMPLY_H
#define EXEC_IMPLY_H

#include <stdint.h>

struct expr;
struct machine;
struct state;

enum implication {
  IMPLIES,
  IMPLIES_NOT,    /* some input of the path violates the formula */
  IMPLIES_UNKNOWN /* the budget was too small, or the run has to end */
};

/* What the one query may take, within the limits of the run; 0: no further limit. */
struct imply_budget {
  int64_t conflicts;
  double seconds;
};

/* The formula has width 1. Constants, what the path condition says at once and the state's witness
   decide without a query. */
enum implication state_implies(struct machine *machine, struct state *state, struct expr *formula,
                               const struct imply_budget *budget);

#endif
