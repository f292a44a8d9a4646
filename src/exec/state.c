/* States and frames: making, sharing, releasing. */
#include "exec/state.h"

#include "memory/access.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

struct state *state_new(void) {
  struct state *state = alloc_zeroed(sizeof *state);
  space_init(&state->space);
  return state;
}

struct state *state_fork(const struct state *state) {
  struct state *twin = alloc_bytes(sizeof *twin);
  *twin = *state;
  twin->space = space_fork(&state->space);
  if (twin->top) twin->top->refs++;
  return twin;
}

void state_free(struct memory *memory, struct state *state) {
  if (state->top) frame_release(&memory->pool, state->top);
  space_release(memory, &state->space);
  free(state);
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
    pool_give(pool, frame, frame_size(frame->slot_count));
    frame = caller;
  }
}

struct frame *frame_unshare(struct pool *pool, struct frame *frame) {
  if (frame->refs == 1) return frame;
  REQUIRE(frame->symbolic == NULL);
  struct frame *copy = pool_take(pool, frame_size(frame->slot_count));
  memcpy(copy, frame, frame_size(frame->slot_count));
  copy->refs = 1;
  if (copy->caller) copy->caller->refs++;
  frame->refs--;
  return copy;
}
