/* The outline of a state: its place, the calls below it, which registers are still read, and the
   modes of the machine. States are compared where their outlines are the same. */
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "ir/ir.h"
#include "reduce/shape/shape.h"
#include "util/hash.h"

#include <stdlib.h>

static void add_word(struct outline *outline, uint64_t word) { vec_push(&outline->words, word); }

static void add_modes(struct outline *outline, const struct state *state) {
  add_word(outline, (uint64_t)state->rounding << 16 | (uint64_t)state->float_flags << 8 |
                        (uint64_t)state->watches_floats << 3 | (uint64_t)state->forks_not << 2);
  add_word(outline, state->failed_allocations);
  add_word(outline, state->space.stack_top);
}

static void add_live(struct outline *outline, const struct ir_func *func, uint32_t reg,
                     uint32_t number) {
  struct live_register live = {number, reg, func->reg_widths.data[reg]};
  vec_push(&outline->live, live);
  add_word(outline, reg);
}

/* Most states are at the entry of a block, and functions may have thousands of registers. */
static void add_live_at_entry(struct outline *outline, const struct frame *frame, uint32_t block) {
  uint32_t count;
  const uint32_t *list = code_live_list(frame->code, block, &count);
  for (uint32_t i = 0; i < count; i++) add_live(outline, frame->code->func, list[i], 0);
}

static void add_frame(struct outline *outline, const struct frame *frame,
                      const struct state_point *point, uint32_t number) {
  const struct ir_func *func = frame->code->func;
  add_word(outline, (uint64_t)func->number << 32 | frame->stack_mark);
  add_word(outline, frame->varargs);
  add_word(outline, frame->is_plain);
  if (number == 0 && !point->is_behind) {
    add_live_at_entry(outline, frame, point->ins);
    return;
  }
  for (uint32_t reg = 0; reg < func->reg_widths.count;
       reg += ir_word_count(func->reg_widths.data[reg]))
    if (state_point_reads(point, reg)) add_live(outline, func, reg, number);
}

bool outline_take(struct machine *machine, const struct state *state, bool is_behind,
                  struct outline *outline) {
  vec_clear(&outline->words);
  vec_clear(&outline->live);
  struct state_point point;
  if (machine->has_unknown || state->has_set_jump || state->is_asking || state->is_closing ||
      state->forks_not)
    return false;
  if (!is_behind)
    point = state_point_of(state);
  else if (!state_point_behind(state, &point))
    return false;
  add_modes(outline, state);
  add_word(outline, (uint64_t)point.ins << 1 | point.is_behind);
  uint32_t number = 0;
  for (const struct frame *frame = state->top;; frame = frame->caller) {
    add_frame(outline, frame, &point, number++);
    if (frame->caller == NULL) return true;
    uint32_t call = frame_call_site(frame);
    add_word(outline, call);
    point = (struct state_point){.ins = call, .live = code_live_after(frame->caller->code, call)};
  }
}

void outline_free(struct outline *outline) {
  vec_free(&outline->words);
  vec_free(&outline->live);
}

uint64_t outline_key(const struct outline *outline) {
  return hash_block(outline->words.data, outline->words.count * sizeof(uint64_t)) | 1;
}
