/* Weights by how often states have been at a place: 1 / n^2 for a place that was reached n times.
   For nurs:icnt the place is the instruction, for nurs:cpicnt the instruction together with its
   call stack.

   KLEE counts how often an instruction was executed. Threaded code does not count executions of
   instructions, so stops are counted here: a state stops where it forks, and where its slice of
   instructions ends. That is where a choice among states can matter.

   Places are identified by a 64-bit hash; it includes the innermost MAX_CALLS calls, so that deep
   recursion costs no more and does not make every level a place of its own. */
#include "exec/state.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "search/strategy.h"
#include "search/weighted.h"
#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>

enum { MAX_CALLS = 32, FIRST_SIZE = 256 };

struct entry {
  uint64_t key; /* 0: empty */
  uint64_t count;
};

/* A hash table with open addressing, at most half full. */
struct counts {
  struct entry *entries;
  size_t size, used; /* size: a power of two */
  uint64_t arrivals;
  bool tells_callers;
};

static uint64_t find_key(const struct counts *counts, const struct state *state) {
  struct place place = state_place(state);
  uint64_t hash = hash_mix(hash_mix(1, place.func), place.ins);
  const struct frame *frame = state->top;
  for (int i = 0; counts->tells_callers && i < MAX_CALLS && frame->caller != NULL; i++) {
    const struct code *code = frame->caller->code;
    hash = hash_mix(hash, code->func->number);
    hash = hash_mix(hash, (uint64_t)(code_origin(code, frame->call) - code->func->ins.data));
    frame = frame->caller;
  }
  return hash | 1;
}

static struct entry *find_entry(const struct counts *counts, uint64_t key) {
  size_t i = (size_t)(key >> 20) & (counts->size - 1);
  while (counts->entries[i].key != 0 && counts->entries[i].key != key)
    i = (i + 1) & (counts->size - 1);
  return &counts->entries[i];
}

static void grow(struct counts *counts) {
  struct counts old = *counts;
  counts->size = 2 * old.size;
  counts->entries = alloc_zeroed(counts->size * sizeof *counts->entries);
  for (size_t i = 0; i < old.size; i++)
    if (old.entries[i].key != 0) *find_entry(counts, old.entries[i].key) = old.entries[i];
  free(old.entries);
}

static void arrive(void *context, const struct state *state) {
  struct counts *counts = context;
  uint64_t key = find_key(counts, state);
  struct entry *entry = find_entry(counts, key);
  counts->arrivals++;
  entry->count++;
  if (entry->key != 0) return;
  entry->key = key;
  if (2 * ++counts->used > counts->size) grow(counts);
}

static double weigh(void *context, const struct state *state) {
  uint64_t arrivals = find_entry(context, find_key(context, state))->count;
  /* The running state is still moving: its current place may not have been counted yet. */
  double count = arrivals == 0 ? 1 : (double)arrivals;
  return 1 / (count * count);
}

static uint64_t version(const void *context) { return ((const struct counts *)context)->arrivals; }

static void free_counts(void *context) {
  free(((struct counts *)context)->entries);
  free(context);
}

static const struct weighing by_place = {
    .name = "nurs:icnt", .weigh = weigh, .arrive = arrive, .version = version, .free = free_counts};
static const struct weighing by_call_path = {.name = "nurs:cpicnt",
                                             .weigh = weigh,
                                             .arrive = arrive,
                                             .version = version,
                                             .free = free_counts};

static struct counts *new_counts(bool tells_callers) {
  struct counts *counts = alloc_zeroed(sizeof *counts);
  counts->size = FIRST_SIZE;
  counts->entries = alloc_zeroed(counts->size * sizeof *counts->entries);
  counts->tells_callers = tells_callers;
  return counts;
}

struct searcher *strategy_place_count(const struct strategy_setup *setup) {
  return weighted_new(setup, &by_place, new_counts(false));
}

struct searcher *strategy_call_path_count(const struct strategy_setup *setup) {
  return weighted_new(setup, &by_call_path, new_counts(true));
}
