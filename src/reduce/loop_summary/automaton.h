/* The path dependency automaton of a loop (section 4.4.2 of the thesis): which paths of the body
   can follow each other. */
#ifndef REDUCE_LOOP_SUMMARY_AUTOMATON_H
#define REDUCE_LOOP_SUMMARY_AUTOMATON_H

#include "reduce/loop_summary/induction.h"

struct machine;
struct names;

typedef VEC(struct loop_path) loop_path_list;
/* A way out of the loop from its head: the guard fails, or an error, a return, an exit. */
struct loop_exit {
  expr_list condition;
};
typedef VEC(struct loop_exit) loop_exit_list;

enum { AUTOMATON_MOST = 24 }; /* paths, and exits */

/* How the paths of a loop take turns (table 4.2). */
enum interleaving { INTERLEAVING_SEQUENTIAL, INTERLEAVING_PERIODIC, INTERLEAVING_IRREGULAR };

struct automaton {
  uint32_t follows[AUTOMATON_MOST]; /* per path: which paths may come next, as a set */
  uint32_t first;                   /* paths that may be taken at all */
  uint32_t accepts;                 /* paths after which the loop may be left */
  uint32_t reaches[AUTOMATON_MOST]; /* per path: all that may come later */
  enum interleaving interleaving;
  bool has_niv; /* a condition depends on what changes unpredictably */
};

/* At most AUTOMATON_MOST paths. What the solver cannot decide is possible. */
void automaton_build(struct machine *machine, struct names *names, struct shape *shape,
                     const loop_path_list *paths, const loop_exit_list *exits,
                     struct automaton *automaton);
/* Whether the loop may be left at some time after the path was taken. */
bool automaton_may_leave(const struct automaton *automaton, uint32_t path);

#endif
