/* Iterations that repeat one path any number of times, where the path reads inputs. */
#ifndef REDUCE_LOOP_SUMMARY_REPEATS_H
#define REDUCE_LOOP_SUMMARY_REPEATS_H

#include "reduce/loop_summary/notes.h"

struct repeat_names {
  const struct names *own;   /* of the loop's paths */
  const struct names *outer; /* of the loop in whose body this one is explored; NULL: none */
};

/* A state in place of the given one, which has just taken a path: it has taken the path once more
   for each number that is possible, with some inputs. False: there is none. */
bool repeats_find(struct machine *machine, const struct repeat_names *names,
                  const struct note *note, struct state *state, struct loop_trace *trace);

#endif
