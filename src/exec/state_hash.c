/* Hashing the call stack and what else a state is.

   Frames below the top do not change as long as those above them are there. So every frame keeps
   the hash of all below it; a new one begins without, and copies of it share the caller or have
   an equal one. Only merging changes frames further down, and forgets what those above know.

   Registers that nothing reads any more hold whatever was there before, and are left out, as are
   those that threaded code has not computed yet.
   Calls are named by the instruction that made them, as the sides of a run have code of their
   own. */
#include "exec/state_hash.h"

#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "ir/ir.h"
#include "util/hash.h"

#include <stdlib.h>

/* ---- hashes ---- */

static uint64_t hash_frame(struct machine *machine, const struct frame *frame,
                           const struct code_live *live) {
  const struct ir_func *func = frame->code->func;
  uint64_t hash = hash_mix(1, (uint64_t)func->number << 32 | frame->stack_mark);
  hash = hash_mix(hash, frame->varargs);
  for (uint32_t reg = 0, words; reg < func->reg_widths.count; reg += words) {
    words = ir_word_count(func->reg_widths.data[reg]);
    if (!code_live_reads(live, reg)) continue;
    const struct expr *value = registers_get(frame->symbolic, reg);
    hash = hash_mix(hash, (uint64_t)reg << 1 | (value != NULL));
    if (value != NULL)
      hash = hash_mix(hash, memory_hash_value(&machine->memory, value));
    else
      for (uint32_t i = 0; i < words; i++) hash = hash_mix(hash, frame->slots[reg + i]);
  }
  return hash;
}

/* Of all frames below this one. */
static uint64_t hash_below(struct machine *machine, struct frame *frame) {
  VEC(struct frame *) unknown = {0};
  for (; frame->below == 0 && frame->caller != NULL; frame = frame->caller)
    vec_push(&unknown, frame);
  uint64_t hash = frame->caller ? frame->below : 1;
  while (unknown.count > 0) {
    frame = vec_pop(&unknown);
    uint32_t call = frame_call_site(frame);
    struct code_live live = code_live_after(frame->caller->code, call);
    hash = hash_mix(hash, call);
    hash = hash_mix(hash, hash_frame(machine, frame->caller, &live)) | 1;
    frame->below = hash;
  }
  vec_free(&unknown);
  return hash;
}

/* Buffers of setjmp name frames by their serial numbers. */
static uint64_t hash_serials(uint64_t hash, const struct state *state) {
  for (const struct frame *frame = state->top; frame; frame = frame->caller)
    hash = hash_mix(hash, frame->serial);
  return hash;
}

uint64_t state_hash(struct machine *machine, struct state *state, enum space_scope scope) {
  struct state_point point = state_point_of(state);
  uint64_t modes = (uint64_t)state->rounding << 16 | (uint64_t)state->float_flags << 8 |
                   (uint64_t)state->watches_floats << 3 | (uint64_t)state->forks_not << 2 |
                   (uint64_t)state->is_asking << 1 | state->is_closing;
  uint64_t hash = hash_mix(hash_below(machine, state->top), point.ins);
  hash = hash_mix(hash, hash_frame(machine, state->top, &point.live));
  hash = hash_mix(hash, space_hash(&machine->memory, &state->space, scope));
  hash = hash_mix(hash, modes);
  hash = hash_mix(hash, state->failed_allocations);
  hash = hash_mix(hash, state->symbols ? state->symbols->hash : 0);
  return state->has_set_jump ? hash_serials(hash, state) : hash;
}

/* ---- equality ---- */

static bool is_same_frame(const struct frame *a, const struct frame *b,
                          const struct code_live *live) {
  const struct ir_func *func = a->code->func;
  if (func != b->code->func || a->stack_mark != b->stack_mark || a->varargs != b->varargs)
    return false;
  for (uint32_t reg = 0, words; reg < func->reg_widths.count; reg += words) {
    words = ir_word_count(func->reg_widths.data[reg]);
    if (!code_live_reads(live, reg)) continue;
    const struct expr *value = registers_get(a->symbolic, reg);
    if (registers_get(b->symbolic, reg) != value) return false;
    for (uint32_t i = 0; value == NULL && i < words; i++)
      if (a->slots[reg + i] != b->slots[reg + i]) return false;
  }
  return true;
}

static bool has_same_frames(const struct state *a, const struct state *b) {
  bool has_jumps = a->has_set_jump || b->has_set_jump;
  const struct frame *x = a->top, *y = b->top;
  struct code_live live = state_point_of(a).live;
  while (x != y) {
    if (x->depth != y->depth || (has_jumps && x->serial != y->serial)) return false;
    if (!is_same_frame(x, y, &live)) return false;
    if (x->caller == NULL) return true; /* and so is the other's: the depths are the same */
    uint32_t call = frame_call_site(x);
    if (frame_call_site(y) != call) return false;
    live = code_live_after(x->caller->code, call);
    x = x->caller, y = y->caller;
  }
  return true;
}

static bool has_same_modes(const struct state *a, const struct state *b) {
  return a->rounding == b->rounding && a->float_flags == b->float_flags &&
         a->watches_floats == b->watches_floats && a->forks_not == b->forks_not &&
         a->is_asking == b->is_asking && a->is_closing == b->is_closing &&
         a->failed_allocations == b->failed_allocations && a->has_set_jump == b->has_set_jump;
}

bool state_is_equal(struct machine *machine, struct state *a, struct state *b,
                    enum space_scope scope) {
  if (state_hash(machine, a, scope) != state_hash(machine, b, scope)) return false;
  return state_point_of(a).ins == state_point_of(b).ins && has_same_modes(a, b) &&
         has_same_frames(a, b) && symbol_has_same_inputs(a->symbols, b->symbols) &&
         space_is_equal(&machine->memory, &a->space, &b->space, scope);
}
