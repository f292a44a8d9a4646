/* The reducers of a run, asked one after the other. */
#include "exec/reducer.h"

#include "exec/state.h"
#include "util/fault.h"

void reducers_add(struct reducers *reducers, struct reducer *reducer) {
  REQUIRE(reducers->count < REDUCER_MOST);
  reducer->seat = reducers->count;
  reducers->list[reducers->count++] = reducer;
}

#define FOR_EACH_WITH(hook)                                                                        \
  for (uint32_t i = 0; i < reducers->count; i++)                                                   \
    if (reducers->list[i]->class->hook != NULL)

bool reducers_have(const struct reducers *reducers, const struct state *state) {
  return reducers->count > 0 && state->side == reducers->side;
}

#define FOR_EACH_OF(state, hook)                                                                   \
  if (reducers_have(reducers, state)) FOR_EACH_WITH(hook)

bool reducers_hear_calls(const struct reducers *reducers) {
  FOR_EACH_WITH(call) return true;
  FOR_EACH_WITH(give_back) return true;
  return false;
}

enum reducer_verdict reducers_enter(const struct reducers *reducers, struct state *state) {
  enum reducer_verdict verdict = REDUCER_KEEP;
  FOR_EACH_OF(state, enter) {
    enum reducer_verdict next = reducers->list[i]->class->enter(reducers->list[i], state);
    if (next == REDUCER_DROP) return REDUCER_DROP;
    if (next == REDUCER_WAIT) verdict = REDUCER_WAIT;
  }
  return verdict;
}

void reducers_leave(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, leave) reducers->list[i]->class->leave(reducers->list[i], state);
}

void reducers_open(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, open) reducers->list[i]->class->open(reducers->list[i], state);
}

void reducers_fork(const struct reducers *reducers, struct state *state, struct state *twin) {
  FOR_EACH_OF(state, fork) reducers->list[i]->class->fork(reducers->list[i], state, twin);
}

void reducers_call(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, call) reducers->list[i]->class->call(reducers->list[i], state);
}

void reducers_give_back(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, give_back) reducers->list[i]->class->give_back(reducers->list[i], state);
}

void reducers_finish(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, finish) reducers->list[i]->class->finish(reducers->list[i], state);
}

bool reducers_expand(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, expand)
  if (reducers->list[i]->class->expand(reducers->list[i], state)) return true;
  return false;
}

void reducers_end(const struct reducers *reducers, struct state *state) {
  FOR_EACH_OF(state, end) reducers->list[i]->class->end(reducers->list[i], state);
}

struct state *reducers_pick(const struct reducers *reducers) {
  FOR_EACH_WITH(pick) {
    struct state *state = reducers->list[i]->class->pick(reducers->list[i]);
    if (state != NULL) return state;
  }
  return NULL;
}

void reducers_mark(const struct reducers *reducers, struct state *state, struct exprs *exprs,
                   uint32_t round) {
  FOR_EACH_OF(state, mark) reducers->list[i]->class->mark(reducers->list[i], state, exprs, round);
}
