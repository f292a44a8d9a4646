/* Making the states that a reducer puts in place of another (REDUCER_REPLACE).

   A successor begins as a copy of the state that the reducer was asked about. The reducer changes
   its registers, memory, path condition and position, and gives it to the engine, which takes in
   all that were given when the verdict is REDUCER_REPLACE. Nothing here is counted as a decision of
   the program's: a successor has the decisions of the state that it came from. */
#ifndef EXEC_EXPLORE_SUCCESSOR_H
#define EXEC_EXPLORE_SUCCESSOR_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct machine;
struct state;

/* A copy of the state, at the same place. Returns owned, until it is given or freed. */
struct state *successor_new(struct machine *machine, struct state *state);
void successor_free(struct machine *machine, struct state *successor);
/* It becomes one of those that replace the state. Takes it. */
void successor_give(struct machine *machine, struct state *successor);

/* A register of the top frame, as an expression of the register's width. */
struct expr *successor_get(struct machine *machine, struct state *successor, uint32_t reg);
void successor_set(struct machine *machine, struct state *successor, uint32_t reg,
                   struct expr *value);
/* Memory, 1 to 16 bytes at a time. NULL, and false, when the program could not access it. */
struct expr *successor_read(struct machine *machine, struct state *successor, uint64_t address,
                            unsigned size);
bool successor_write(struct machine *machine, struct state *successor, uint64_t address,
                     unsigned size, struct expr *value);
/* Its path condition becomes true: the inputs are any, so that registers and memory that are made
   of new inputs stand for all that a program could have there. */
void successor_forget_path(struct machine *machine, struct state *successor);
/* Its path condition becomes that of an ancestor: the first so many conjuncts. */
void successor_shorten_path(struct state *successor, uint32_t depth);
/* Adds a conjunct to the path condition. False: it contradicts the others, or the solver could not
   decide (*is_known is false); then the successor is to be freed. */
bool successor_assume(struct machine *machine, struct state *successor, struct expr *condition,
                      bool *is_known);
/* It goes on at the entry of a block of the top frame's function, whose parameters the reducer sets
   as registers. It does not arrive there once more. */
void successor_go_to(struct machine *machine, struct state *successor, uint32_t block);
/* It returns from the function of the top frame, with the result, and goes on behind the call,
   where it does not arrive. */
void successor_return(struct machine *machine, struct state *successor, struct expr *result);
/* The top frame becomes one of another function, at its entry, as if that had been called instead:
   the reducer sets its parameters. The results of both have the same widths. */
void successor_enter(struct machine *machine, struct state *successor, uint32_t func);
/* A new input of the successor's, which appears in no test: a number of iterations, say. At most 64
   bits. */
struct expr *successor_make_input(struct machine *machine, struct state *successor,
                                  const char *name, unsigned width);

#endif
