/* What the engine offers to techniques that reduce the number of states (src/reduce).

   A reducer says at which places it wants to be asked about a state: joins, loop heads, calls,
   returns, blocks that it names. There it may keep the state, have it wait, drop it with a reason
   and the fact that stands for it, or replace it by successors. It is notified of forks, of states
   that were merged, of ends with their causes, of sides of branches that are infeasible, and of
   edges covered for the first time. Each exploration of a run has its own reducers, asked in their
   order; threaded code is translated with stops only where one of them wants to be asked. */
#ifndef EXEC_EXPLORE_REDUCER_H
#define EXEC_EXPLORE_REDUCER_H

#include "exec/state.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct expr;
struct exprs;
struct json;
struct path_node;
struct reducer;

/* Places; a block's entry may be several at once. */
enum reducer_place {
  REDUCER_JOIN = 1 << 0,   /* the entry of a block with several ways in */
  REDUCER_LOOP = 1 << 1,   /* the entry of a loop head */
  REDUCER_NAMED = 1 << 2,  /* the entry of a block that the reducer has named (wants_block) */
  REDUCER_CALL = 1 << 3,   /* in a function with a body: arguments in place, nothing executed */
  REDUCER_RETURN = 1 << 4, /* behind a call: results in place */
  REDUCER_CLOSE = 1 << 5   /* in front of a klee_close_merge that the state has not passed yet */
};
/* Entries of blocks. */
enum { REDUCER_ENTRIES = REDUCER_JOIN | REDUCER_LOOP | REDUCER_NAMED };

enum reducer_action {
  REDUCER_KEEP,
  REDUCER_WAIT,   /* keep it, but ask which state is to run next */
  REDUCER_DROP,   /* it is not followed any further */
  REDUCER_REPLACE /* the same, and machine.successors take its place */
};

/* Why a state need not be followed. */
enum drop_reason {
  DROP_MERGED,      /* another state has taken it in */
  DROP_COVERED_BY,  /* another state, or one that has ended, stands for it */
  DROP_NO_COVERAGE, /* nothing uncovered can be reached from it */
  DROP_NO_ERROR,    /* no error can be reached from it */
  DROP_SUMMARISED,  /* a summary has produced its successors */
  DROP_REASON_COUNT
};
extern const char *const drop_reason_names[DROP_REASON_COUNT];

struct reducer_verdict {
  enum reducer_action action;
  enum drop_reason reason; /* REDUCER_DROP and REDUCER_REPLACE; so the next */
  /* What stands for it: the number of a state (DROP_MERGED, DROP_COVERED_BY), else of whatever the
     reducer calls a fact: a snapshot, an annotation, a summary. */
  uint64_t fact;
};

/* What the end of a state was. */
enum end_cause {
  END_EXITED,
  END_ERROR,
  END_ASSUMED,   /* an assumption does not hold, or the program ended silently */
  END_CUT_OFF,   /* by a limit, or by something that smew cannot do */
  END_DROPPED,   /* by a reducer */
  END_ABANDONED, /* another exploration of the portfolio has finished */
  END_RETURNED   /* from the frame in which a scratch exploration began; results are in place */
};
struct state_end {
  enum end_cause cause;
  struct place place;             /* the instruction at which it ended */
  const char *limit;              /* END_CUT_OFF: which, for a person */
  const struct reducer *by;       /* END_DROPPED */
  struct reducer_verdict verdict; /* END_DROPPED */
};

/* What is still found although states are dropped; grouped paths count as kept. */
enum reducer_keeps { KEEPS_ERRORS = 1, KEEPS_COVERAGE = 2, KEEPS_PATHS = 4, KEEPS_ALL = 7 };

typedef void reducer_figure(void *context, const char *name, double value);

/* A member that is NULL is of no interest to the reducer. */
struct reducer_class {
  const char *name;
  unsigned keeps; /* of enum reducer_keeps */
  /* The state has come to places among reducer.places (a set of them). */
  struct reducer_verdict (*arrive)(struct reducer *reducer, struct state *state, unsigned places);
  /* A state that has arrived somewhere is about to run on. */
  void (*leave)(struct reducer *reducer, struct state *state);
  /* Whether the entry of the block is a place (REDUCER_NAMED). Asked once per exploration. */
  bool (*wants_block)(struct reducer *reducer, uint32_t func, uint32_t block);
  /* The program asks for those that come from here to be merged: klee_open_merge. */
  void (*open)(struct reducer *reducer, struct state *state);
  /* `sibling` is a copy of the state but for the last decision. */
  void (*fork)(struct reducer *reducer, struct state *state, struct state *sibling);
  /* `into` now stands for `from` too, which is about to end. */
  void (*joined)(struct reducer *reducer, struct state *into, struct state *from);
  /* The state decided a branch; the other side is infeasible, since these conjuncts (of its path
     condition, and the side's own condition) contradict each other. */
  void (*infeasible)(struct reducer *reducer, struct state *state, struct expr *const *core,
                     size_t count);
  /* The running state took that long to find out whether its inputs can satisfy the condition,
     which its witness does not. Only for reducers with wants_queries. */
  void (*asked)(struct reducer *reducer, struct state *state, struct expr *condition,
                double seconds);
  /* An edge of a function was taken for the first time, by any exploration. */
  void (*covered)(struct reducer *reducer, uint32_t func, uint32_t edge);
  /* The state has come to the end of a path, and is about to be reported. */
  void (*finish)(struct reducer *reducer, struct state *state);
  /* Makes a state at its end, which stands for several paths, the next of them: its path
     condition and its witness. False when it has been all of them. */
  bool (*expand)(struct reducer *reducer, struct state *state);
  /* The state is about to be freed; every state ends once. */
  void (*end)(struct reducer *reducer, struct state *state, const struct state_end *end);
  /* All that could come after a piece of a path has ended (exec/explore/path_tree.h). The nodes
     after it are still there, with what was noted of them. */
  void (*complete)(struct reducer *reducer, struct path_node *node);
  /* The node is about to be freed: free what was noted of it. */
  void (*forget)(struct reducer *reducer, struct path_node *node);
  /* The state that is to run next, held by the searcher; NULL: let the searcher pick. */
  struct state *(*pick)(struct reducer *reducer);
  /* Mark the expressions kept for a state, and those kept beyond states, before a collection
     (expr.h). */
  void (*mark)(struct reducer *reducer, struct state *state, struct exprs *exprs, uint32_t round);
  void (*mark_roots)(struct reducer *reducer, struct exprs *exprs);
  /* Memory is short, or the exploration was given up: frees what it keeps of earlier states and
     can do without. False if there is nothing. */
  bool (*shrink)(struct reducer *reducer);
  /* Reports its figures, each by a name that stays the same. */
  void (*list)(const struct reducer *reducer, reducer_figure *figure, void *context);
  /* What it has recorded in detail, if it was asked to: for a person, and for summary.json. */
  void (*add_text)(const struct reducer *reducer, struct buffer *out);
  void (*add_json)(const struct reducer *reducer, struct json *json);
  void (*free)(struct reducer *reducer);
};

struct reducers;

struct reducer {
  const struct reducer_class *class;
  unsigned places;    /* where it is asked */
  bool wants_traces;  /* of the nodes that it is notified of (exec/trace.h) */
  bool wants_queries; /* to be notified of (asked) */
  bool needs_company; /* a state that is alone in its exploration is of no interest */
  uint32_t seat;      /* its place in state.notes; set by reducers_add, as the next */
  const struct reducers *set;
  uint64_t dropped[DROP_REASON_COUNT];
};

/* Those of an exploration, in their order. The functions do what the class does, for all of them.
 */
struct reducers {
  VEC(struct reducer *) list; /* borrowed */
};

/* Before a state of the exploration exists. The set must stay where it is. */
void reducers_add(struct reducers *reducers, struct reducer *reducer);
void reducers_clear(struct reducers *reducers);
/* Where one of them wants to be asked about a state, while `alive` states are. */
unsigned reducers_places(const struct reducers *reducers, size_t alive);
/* The places at the entry of a block, which is a join or a loop head as its exploration's code
   says; adds REDUCER_NAMED. */
unsigned reducers_places_of_block(const struct reducers *reducers, uint32_t func, uint32_t block,
                                  unsigned places);
bool reducers_want_infeasible(const struct reducers *reducers);
bool reducers_want_covered(const struct reducers *reducers);
/* What of KEEPS_ALL the reducers that have dropped something still promise. */
unsigned reducers_keep(const struct reducers *reducers);

/* The first that drops or replaces the state decides; *by is that one. */
struct reducer_verdict reducers_arrive(const struct reducers *reducers, struct state *state,
                                       unsigned places, size_t alive, struct reducer **by);
void reducers_leave(const struct reducers *reducers, struct state *state);
void reducers_open(const struct reducers *reducers, struct state *state);
void reducers_fork(const struct reducers *reducers, struct state *state, struct state *sibling);
void reducers_joined(const struct reducers *reducers, struct state *into, struct state *from);
void reducers_infeasible(const struct reducers *reducers, struct state *state,
                         struct expr *const *core, size_t count);
void reducers_asked(const struct reducers *reducers, struct state *state, struct expr *condition,
                    double seconds);
void reducers_covered(const struct reducers *reducers, uint32_t func, uint32_t edge);
void reducers_finish(const struct reducers *reducers, struct state *state);
bool reducers_expand(const struct reducers *reducers, struct state *state);
void reducers_end(const struct reducers *reducers, struct state *state,
                  const struct state_end *end);
struct state *reducers_pick(const struct reducers *reducers);
void reducers_mark(const struct reducers *reducers, struct state *state, struct exprs *exprs,
                   uint32_t round);
void reducers_mark_roots(const struct reducers *reducers, struct exprs *exprs);
bool reducers_shrink(const struct reducers *reducers);

/* What the reducer has noted of a state: owned by the reducer, which frees it at the state's end.
   reducer_note is NULL if there is nothing, reducer_place_of_note never. */
void *reducer_note(const struct reducer *reducer, const struct state *state);
void **reducer_place_of_note(const struct reducer *reducer, struct state *state);

#endif
