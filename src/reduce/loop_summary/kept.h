/* States that were at the head of a loop, and whether they stand for another one. */
#ifndef REDUCE_LOOP_SUMMARY_KEPT_H
#define REDUCE_LOOP_SUMMARY_KEPT_H

#include "reduce/shape/shape.h"

struct exprs;
struct machine;
struct path_condition;
struct symbol;

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
/* Adds the state, unless it cannot be compared. `entered`: the number of its inputs when it came
   to the loop. */
void kept_add(struct machine *machine, kept_list *list, const struct state *state,
              const expr_list *values, uint32_t entered);
void kept_clear(kept_list *list);
void kept_mark(const kept_list *list, struct exprs *exprs, uint32_t round);

#endif
