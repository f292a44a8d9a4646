/* What the engine offers to techniques that reduce the number of states (src/reduce).

   A reducer hears of states at the entries of blocks where paths can meet, of forks, of calls
   and returns, and of ends. It may take a state into another, drop one that another stands
   for, and have one run first. Several reducers are asked in their order. Without a reducer
   nothing of this exists: not even the places where states stop are translated, nor, without
   one that hears of calls, those that tell of them. */
#ifndef EXEC_REDUCER_H
#define EXEC_REDUCER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct exprs;
struct reducer;
struct state;

enum { REDUCER_MOST = 4 }; /* at once; see state.notes */

enum reducer_verdict {
  REDUCER_KEEP,
  REDUCER_WAIT, /* keep it, but ask which state is to run next */
  REDUCER_DROP  /* it was taken into another state, or another stands for it: it is freed */
};

typedef void reducer_tell(void *context, const char *name, double value);

/* NULL: of no interest. */
struct reducer_class {
  const char *name;
  /* The state is at the entry of a block that has several ways in, or at a place that the
     program names (state.is_closing). */
  enum reducer_verdict (*enter)(struct reducer *reducer, struct state *state);
  /* A state that was at such an entry is about to run on. */
  void (*leave)(struct reducer *reducer, struct state *state);
  /* The program asks for those that come from here to be merged: klee_open_merge. */
  void (*open)(struct reducer *reducer, struct state *state);
  /* A twin was made, which is a copy of the state but for the last decision. Told before a call
     or a return that the state goes on to in the same instruction. */
  void (*fork)(struct reducer *reducer, struct state *state, struct state *twin);
  /* The state has come into a function of the program: its top frame is new, with the arguments
     in place, and nothing of it is executed. Nobody calls the function at the bottom, and
     builtins have no frames. This and the next observe: the state is in the middle of a step
     and must stay as it is. Both need machine_options.tells_calls. */
  void (*call)(struct reducer *reducer, struct state *state);
  /* A function has returned, or a model has done its work (exec/models/models.h): the top frame
     is the caller's, with the results in place. Frames can also be abandoned, of which nothing is
     told: those that a longjmp leaves, and those above the function that a model finishes. What
     is told next shows it. When a call makes a frame of depth d (frame.depth), all earlier ones
     from d on are gone; when a return comes back to depth d, all above. At the end of a path
     nothing returns. */
  void (*give_back)(struct reducer *reducer, struct state *state);
  /* The state has come to its end, and is about to be reported. */
  void (*finish)(struct reducer *reducer, struct state *state);
  /* Makes a state at its end, which stands for several paths, the next of them: its path
     condition and its witness. False when it has been all of them. */
  bool (*expand)(struct reducer *reducer, struct state *state);
  /* The state is about to be freed. */
  void (*end)(struct reducer *reducer, struct state *state);
  /* The state that is to run next, held by the searcher; NULL: let the searcher pick. */
  struct state *(*pick)(struct reducer *reducer);
  /* Marks the expressions that it keeps for a state, before a collection (expr.h). */
  void (*mark)(struct reducer *reducer, struct state *state, struct exprs *exprs, uint32_t round);
  /* Tells what it counted, each by a name that stays the same. */
  void (*list)(const struct reducer *reducer, reducer_tell *tell, void *context);
  void (*free)(struct reducer *reducer);
};

struct reducer {
  const struct reducer_class *class;
  uint32_t seat; /* its place in state.notes, set by reducers_add */
};

/* Those of a run, in their order. The functions do what the class does, for all of them. */
struct reducers {
  struct reducer *list[REDUCER_MOST]; /* borrowed */
  uint32_t count;
  uint8_t side; /* whose states they hear of (state.side); the others are left as they are */
};

void reducers_add(struct reducers *reducers, struct reducer *reducer);
/* Whether the state is one of theirs. */
bool reducers_have(const struct reducers *reducers, const struct state *state);
/* Whether one of them hears of calls or of returns. */
bool reducers_hear_calls(const struct reducers *reducers);
enum reducer_verdict reducers_enter(const struct reducers *reducers, struct state *state);
void reducers_leave(const struct reducers *reducers, struct state *state);
void reducers_open(const struct reducers *reducers, struct state *state);
void reducers_fork(const struct reducers *reducers, struct state *state, struct state *twin);
void reducers_call(const struct reducers *reducers, struct state *state);
void reducers_give_back(const struct reducers *reducers, struct state *state);
void reducers_finish(const struct reducers *reducers, struct state *state);
bool reducers_expand(const struct reducers *reducers, struct state *state);
void reducers_end(const struct reducers *reducers, struct state *state);
struct state *reducers_pick(const struct reducers *reducers);
void reducers_mark(const struct reducers *reducers, struct state *state, struct exprs *exprs,
                   uint32_t round);

#endif
