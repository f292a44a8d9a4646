/* Batching: a picked state runs for a number of instructions or seconds, or until it ends, before
   the inner strategy picks again. A limit in seconds makes a run depend on the speed of the
   machine; only a limit in instructions keeps it reproducible. */
#include "exec/state.h"
#include "search/strategy.h"
#include "util/alloc.h"
#include "util/clock.h"

#include <stdbool.h>
#include <stdlib.h>

struct batch {
  struct searcher searcher;
  struct searcher *inner; /* owned */
  struct state *current;  /* NULL: pick a new one */
  uint64_t instructions, first_instruction;
  double seconds, first_second; /* 0: no limit, as above */
};

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  struct batch *batch = (struct batch *)searcher;
  batch->inner->class->add(batch->inner, state, parent);
}

static void remove_state(struct searcher *searcher, struct state *state) {
  struct batch *batch = (struct batch *)searcher;
  if (batch->current == state) batch->current = NULL;
  batch->inner->class->remove(batch->inner, state);
}

static bool is_spent(const struct batch *batch) {
  if (batch->instructions != 0 &&
      batch->current->instructions - batch->first_instruction >= batch->instructions)
    return true;
  return batch->seconds != 0 && clock_seconds() - batch->first_second >= batch->seconds;
}

static struct state *pick(struct searcher *searcher) {
  struct batch *batch = (struct batch *)searcher;
  if (batch->current != NULL && !is_spent(batch) && !batch->current->is_familiar)
    return batch->current;
  batch->current = batch->inner->class->pick(batch->inner);
  batch->first_instruction = batch->current->instructions;
  if (batch->seconds != 0) batch->first_second = clock_seconds();
  return batch->current;
}

static void update(struct searcher *searcher, struct state *state) {
  struct batch *batch = (struct batch *)searcher;
  if (batch->inner->class->update != NULL) batch->inner->class->update(batch->inner, state);
}

static void free_searcher(struct searcher *searcher) {
  struct batch *batch = (struct batch *)searcher;
  batch->inner->class->free(batch->inner);
  free(batch);
}

static const struct searcher_class class = {.name = "batching",
                                            .add = add,
                                            .remove = remove_state,
                                            .pick = pick,
                                            .update = update,
                                            .free = free_searcher};

struct searcher *strategy_batch(struct searcher *inner, uint64_t instructions, double seconds) {
  struct batch *batch = alloc_zeroed(sizeof *batch);
  batch->searcher.class = &class;
  batch->inner = inner;
  batch->instructions = instructions;
  batch->seconds = seconds;
  return &batch->searcher;
}
