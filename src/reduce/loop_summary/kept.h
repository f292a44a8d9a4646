/* States that were at the head of a loop, and whether they stand for another one. */
#ifndef REDUCE_LOOP_SUMMARY_KEPT_H
#define REDUCE_LOOP_SUMMARY_KEPT_H

#include "reduce/shape/shape.h"

struct expr;
struct exprs;
struct machine;
struct path_condition;
struct repetition;
struct symbol;

enum { KEPT_MOST_CONJUNCTS = 400 /* of a path condition */ };

struct kept_input {
  uint32_t array, symbol; /* symbol: how many the state had made with this one */
  uint64_t index;
};

/* What a state can be: values of the cells, over inputs that satisfy the path condition. */
struct kept {
  expr_list values;
  struct path_condition *path; /* owned reference */
  struct symbol *symbols;      /* owned reference */
  uint32_t entered;            /* inputs when the loop was entered */
  VEC(struct kept_input) inputs;
};
typedef VEC(struct kept *) kept_list;

/* Whether each of the concrete states that the state stands for is one of those that some in the
   list stand for. The values are those of the state's cells. */
bool kept_cover(struct machine *machine, const kept_list *list, struct state *state,
                const expr_list *values);
/* The same for one earlier state, which has no more repetitions (exec/repetition.h) and the same
   counter. The new state had read so many inputs when its cells had these values. The steps of the
   repetition become what leads to the earlier state. */
bool kept_repeats(struct machine *machine, const struct kept *kept, struct expr *counter,
                  struct state *state, const expr_list *values, uint32_t inputs,
                  struct repetition *repetition);
/* Adds the state, unless it cannot be compared. `entered`: the number of its inputs when it came to
   the loop. In the body of an outer loop, that loop's names stay what they are; else `fixed` is
   NULL.
 */
void kept_add(struct machine *machine, const struct names *fixed, kept_list *list,
              const struct state *state, const expr_list *values, uint32_t entered);
void kept_clear(kept_list *list);
void kept_mark(const kept_list *list, struct exprs *exprs, uint32_t round);

#endif
