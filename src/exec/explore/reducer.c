/* The reducers of an exploration, asked one after the other. */
#include "exec/explore/reducer.h"

#include "exec/state.h"

#include <stdlib.h>

const char *const drop_reason_names[DROP_REASON_COUNT] = {
    [DROP_MERGED] = "merged",
    [DROP_COVERED_BY] = "stood for by another",
    [DROP_NO_COVERAGE] = "cannot cover anything new",
    [DROP_NO_ERROR] = "cannot fail",
    [DROP_SUMMARISED] = "summarised",
};

void reducers_add(struct reducers *reducers, struct reducer *reducer) {
  reducer->seat = (uint32_t)reducers->list.count;
  reducer->set = reducers;
  vec_push(&reducers->list, reducer);
}

void reducers_clear(struct reducers *reducers) { vec_free(&reducers->list); }

void *reducer_note(const struct reducer *reducer, const struct state *state) {
  return state->notes ? state->notes[reducer->seat] : NULL;
}

void **reducer_place_of_note(const struct reducer *reducer, struct state *state) {
  if (state->notes == NULL)
    state->notes = alloc_zeroed(reducer->set->list.count * sizeof *state->notes);
  return &state->notes[reducer->seat];
}

#define FOR_EACH(reducer)                                                                          \
  for (size_t i = 0; i < reducers->list.count; i++)                                                \
    for (struct reducer *reducer = reducers->list.data[i]; reducer != NULL; reducer = NULL)
#define FOR_EACH_WITH(hook, reducer) FOR_EACH(reducer) if (reducer->class->hook != NULL)

/* A klee_close_merge is a place also for a lone state: the program asks for it. */
static unsigned wanted(const struct reducer *reducer, size_t alive) {
  if (reducer->class->arrive == NULL) return 0;
  return reducer->needs_company && alive < 2 ? reducer->places & REDUCER_CLOSE : reducer->places;
}

unsigned reducers_places(const struct reducers *reducers, size_t alive) {
  unsigned places = 0;
  FOR_EACH(reducer) places |= wanted(reducer, alive);
  return places;
}

unsigned reducers_places_of_block(const struct reducers *reducers, uint32_t func, uint32_t block,
                                  unsigned places) {
  unsigned all = places & reducers_places(reducers, SIZE_MAX);
  FOR_EACH_WITH(wants_block, reducer) {
    if (reducer->places & REDUCER_NAMED && reducer->class->wants_block(reducer, func, block))
      all |= REDUCER_NAMED;
  }
  return all;
}

bool reducers_want_infeasible(const struct reducers *reducers) {
  FOR_EACH_WITH(infeasible, reducer) return true;
  return false;
}

bool reducers_want_covered(const struct reducers *reducers) {
  FOR_EACH_WITH(covered, reducer) return true;
  return false;
}

unsigned reducers_keep(const struct reducers *reducers) {
  unsigned keeps = KEEPS_ALL;
  FOR_EACH(reducer) {
    uint64_t dropped = 0;
    for (unsigned k = 0; k < DROP_REASON_COUNT; k++) dropped += reducer->dropped[k];
    if (dropped > 0) keeps &= reducer->class->keeps;
    if (reducer->dropped[DROP_COVERED_BY] > 0) keeps &= ~KEEPS_PATHS;
  }
  return keeps;
}

struct reducer_verdict reducers_arrive(const struct reducers *reducers, struct state *state,
                                       unsigned places, size_t alive, struct reducer **by) {
  struct reducer_verdict verdict = {.action = REDUCER_KEEP};
  *by = NULL;
  FOR_EACH(reducer) {
    unsigned here = places & wanted(reducer, alive);
    if (here == 0) continue;
    struct reducer_verdict next = reducer->class->arrive(reducer, state, here);
    if (next.action == REDUCER_DROP || next.action == REDUCER_REPLACE) {
      reducer->dropped[next.reason]++;
      *by = reducer;
      return next;
    }
    if (next.action == REDUCER_WAIT) verdict.action = REDUCER_WAIT;
  }
  return verdict;
}

void reducers_leave(const struct reducers *reducers, struct state *state) {
  FOR_EACH_WITH(leave, reducer) reducer->class->leave(reducer, state);
}

void reducers_open(const struct reducers *reducers, struct state *state) {
  FOR_EACH_WITH(open, reducer) reducer->class->open(reducer, state);
}

void reducers_fork(const struct reducers *reducers, struct state *state, struct state *sibling) {
  FOR_EACH_WITH(fork, reducer) reducer->class->fork(reducer, state, sibling);
}

void reducers_joined(const struct reducers *reducers, struct state *into, struct state *from) {
  FOR_EACH_WITH(joined, reducer) reducer->class->joined(reducer, into, from);
}

void reducers_infeasible(const struct reducers *reducers, struct state *state,
                         struct expr *const *core, size_t count) {
  FOR_EACH_WITH(infeasible, reducer) reducer->class->infeasible(reducer, state, core, count);
}

void reducers_asked(const struct reducers *reducers, struct state *state, struct expr *condition,
                    double seconds) {
  FOR_EACH_WITH(asked, reducer) {
    if (reducer->wants_queries) reducer->class->asked(reducer, state, condition, seconds);
  }
}

void reducers_covered(const struct reducers *reducers, uint32_t func, uint32_t edge) {
  FOR_EACH_WITH(covered, reducer) reducer->class->covered(reducer, func, edge);
}

void reducers_finish(const struct reducers *reducers, struct state *state) {
  FOR_EACH_WITH(finish, reducer) reducer->class->finish(reducer, state);
}

bool reducers_expand(const struct reducers *reducers, struct state *state) {
  FOR_EACH_WITH(expand, reducer) {
    if (reducer->class->expand(reducer, state)) return true;
  }
  return false;
}

void reducers_end(const struct reducers *reducers, struct state *state,
                  const struct state_end *end) {
  FOR_EACH_WITH(end, reducer) reducer->class->end(reducer, state, end);
}

struct state *reducers_pick(const struct reducers *reducers) {
  FOR_EACH_WITH(pick, reducer) {
    struct state *state = reducer->class->pick(reducer);
    if (state != NULL) return state;
  }
  return NULL;
}

void reducers_mark(const struct reducers *reducers, struct state *state, struct exprs *exprs,
                   uint32_t round) {
  FOR_EACH_WITH(mark, reducer) reducer->class->mark(reducer, state, exprs, round);
}

void reducers_mark_roots(const struct reducers *reducers, struct exprs *exprs) {
  FOR_EACH_WITH(mark_roots, reducer) reducer->class->mark_roots(reducer, exprs);
}

bool reducers_shrink(const struct reducers *reducers) {
  bool is_smaller = false;
  FOR_EACH_WITH(shrink, reducer) is_smaller |= reducer->class->shrink(reducer);
  return is_smaller;
}
