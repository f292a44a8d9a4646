/* What the engine asks of a search strategy, which decides the state that runs next.

   A strategy holds the states that are alive. A state has a few seats, one per strategy
   that holds it (strategies stack), where the strategy notes its place, so that taking a
   state out does not search. */
#ifndef EXEC_EXPLORE_SEARCHER_H
#define EXEC_EXPLORE_SEARCHER_H

#include <stdint.h>

struct machine;
struct searcher;
struct state;

struct searcher_class {
  const char *name;
  /* A new state; it was forked off `parent`, which is held already (NULL: the first). */
  void (*add)(struct searcher *searcher, struct state *state, struct state *parent);
  void (*remove)(struct searcher *searcher, struct state *state);
  /* The state to run next; it stays held. Only called while a state is held. */
  struct state *(*pick)(struct searcher *searcher);
  /* The state picked last has run for a while: its place and its counts have changed. It
     is not called for a state that has ended (remove is). NULL: of no interest. */
  void (*update)(struct searcher *searcher, struct state *state);
  void (*free)(struct searcher *searcher);
};

struct searcher {
  const struct searcher_class *class;
};

#endif
