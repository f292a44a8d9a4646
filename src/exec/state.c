/* States and frames: making, sharing, releasing. */
#include "exec/state.h"

#include "exec/decisions.h"
#include "exec/registers.h"
#include "exec/seeds.h"
#include "exec/spares.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "exec/witness.h"
#include "ir/ir.h"
#include "memory/access.h"
#include "solver/path_condition.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct state *state_new(void) {
  struct state *state = alloc_zeroed(sizeof *state);
  space_init(&state->space);
  state->multiplicity = 1;
  return state;
}

struct state *state_fork(const struct state *state) {
  struct state *sibling = alloc_bytes(sizeof *sibling);
  *sibling = *state;
  sibling->space = space_fork(&state->space);
  if (sibling->top) sibling->top->refs++;
  path_condition_retain(sibling->path);
  if (sibling->witness) witness_share(sibling->witness);
  spares_share(sibling->spares);
  symbol_share(sibling->symbols);
  decisions_share(sibling->decisions);
  sibling->pending = NULL;
  sibling->open = NULL;
  sibling->seeds = NULL;
  sibling->is_unasked = false;
  sibling->wait = WAIT_NOT;
  sibling->patience = 0;
  sibling->notes = NULL;
  sibling->node = NULL;
  return sibling;
}

void state_free(struct memory *memory, struct state *state) {
  if (state->top) frame_release(&memory->pool, state->top);
  space_release(memory, &state->space);
  path_condition_release(state->path);
  witness_release(state->witness);
  spares_release(state->spares);
  symbol_release(state->symbols);
  decisions_release(state->decisions);
  decisions_release(state->open);
  seeds_free(state->seeds);
  free(state->notes);
  free(state);
}

struct place state_place(const struct state *state) {
  const struct code *code = state->top->code;
  uint32_t ins = state->next ? code->origins[state->next - code->ops] : state->ins;
  return (struct place){code->func->number, ins};
}

struct frame *frame_new(struct pool *pool, uint32_t slot_count) {
  struct frame *frame = pool_take(pool, frame_size(slot_count));
  memset(frame, 0, frame_size(slot_count));
  frame->refs = 1;
  frame->slot_count = slot_count;
  return frame;
}

void frame_release(struct pool *pool, struct frame *frame) {
  while (frame != NULL && --frame->refs == 0) {
    struct frame *caller = frame->caller;
    registers_free(pool, frame->symbolic);
    pool_give(pool, frame, frame_size(frame->slot_count));
    frame = caller;
  }
}

struct frame *frame_unshare(struct pool *pool, struct frame *frame) {
  if (frame->refs == 1) return frame;
  struct frame *copy = pool_take(pool, frame_size(frame->slot_count));
  memcpy(copy, frame, frame_size(frame->slot_count));
  copy->refs = 1;
  if (copy->caller) copy->caller->refs++;
  if (copy->symbolic) copy->symbolic = registers_copy(pool, copy->symbolic);
  frame->refs--;
  return copy;
}
