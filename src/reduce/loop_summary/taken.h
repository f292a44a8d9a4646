/* Which path of a loop a state of the program has taken, and whether it came where it has been. */
#ifndef REDUCE_LOOP_SUMMARY_TAKEN_H
#define REDUCE_LOOP_SUMMARY_TAKEN_H

#include "reduce/loop_summary/automaton.h"

struct expr;
struct machine;
struct names;
struct state;
struct substitution;

/* The path of the last iteration, under the state's witness, and its condition: at its beginning
   the cells had these values, and the state had so many inputs. NULL: none is known. */
struct expr *taken_find(struct machine *machine, const struct names *names,
                        const struct shape *shape, const loop_path_list *paths,
                        const expr_list *before, uint32_t inputs, const struct state *state,
                        uint32_t *number);
/* The condition of a path with inner loops, and that it leads to these values, if both hold under
   the state's witness. What a reducer has made of the inner loops may have been something else. */
struct expr *taken_with_inner(struct machine *machine, const struct names *names,
                              const struct shape *shape, const struct loop_path *path,
                              const expr_list *before, uint32_t inputs, const struct state *state,
                              const expr_list *values);
/* The inputs that the path reads become those that the state has read since it had so many. False:
   these are others. */
bool taken_map_inputs(struct exprs *exprs, const struct loop_path *path, uint32_t inputs,
                      const struct state *state, struct substitution *now);
/* Whether the condition holds on all of the state's executions. */
bool taken_is_certain(struct machine *machine, struct state *state, struct expr *condition);
/* Whether all that the path changes depends only on inputs that it reads and on cells that it does
   not change, and so do the conditions on these inputs. */
bool forgets_find(const struct names *names, const struct shape *shape,
                  const struct loop_path *path);
/* Whether the cells that a forgetful path does not change have the same values in both lists, which
   are from behind it. Then the second state can be in no situation in which the first could not be.
 */
bool forgets_repeats(const struct shape *shape, const struct loop_path *path,
                     const expr_list *earlier, const expr_list *now);

#endif
