/* Seeds: inputs that somebody has, whose paths are followed before anything else.

   The first state of single paths follows all of them. At a decision those that are on its other
   side go on in a sibling. If none is, a state waits there of which it is open whether it is a path
   (state.pending): since a seed is a witness, following it takes no query. So each path is followed
   once, with and without seeds. */
#ifndef EXEC_SEEDS_H
#define EXEC_SEEDS_H

#include <stdbool.h>
#include <stddef.h>

struct explore_seed;
struct expr;
struct machine;
struct seeds;
struct state;
struct symbol;
struct witness;

/* The state follows all seeds of the run (explore_options.seeds). */
void seeds_begin(struct machine *machine, struct state *state);
void seeds_free(struct seeds *seeds);

/* All of these are about the running state, which follows seeds. Its witness is that of one of
   them, and when none is left, it goes on as any other. */

/* The symbol's bytes in each seed become those of its witness. Seeds that do not fit are dropped,
   with a message. */
void seeds_take_symbol(struct machine *machine, const struct symbol *symbol);
/* Those under which the condition has another value than under the state's witness leave it, for a
   sibling. Owned; NULL: none does. */
struct seeds *seeds_split(struct machine *machine, struct expr *condition);
/* The sibling, which is on their side, follows these, which are taken. */
void seeds_give(struct state *sibling, struct seeds *seeds);
/* Drops the seeds under which the condition does not hold, with a message, unless it does with the
   model's values for what they say nothing about; NULL: no such values. */
void seeds_restrict(struct machine *machine, struct expr *condition, const struct witness *model);
/* The same for a condition that need not hold: all stay, and some may get the model's values. */
void seeds_prefer(struct machine *machine, struct expr *condition, const struct witness *model);
/* Whether the condition is about bytes of the seed that the state's witness is of. */
bool seeds_say(struct machine *machine, const struct expr *condition);

#endif
