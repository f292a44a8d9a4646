/* Positions in topological order. Rounds of loops are counted at the entries of blocks with
   several predecessors, which include loop headers: a state that reaches the header of a loop it
   is in begins the next round. */
#include "reduce/merge/position.h"

#include "exec/machine.h"
#include "exec/translate/op.h"
#include "ir/cfg.h"
#include "ir/dominators.h"
#include "ir/ir.h"
#include "ir/loops.h"

#include <stdlib.h>

/* Loops of programs that can be explored completely seldom have this many rounds (that fork, or
   in all), or recursions this many levels. */
enum { LONG_FORKING = 32, LONG = 1024 };

struct positions {
  struct machine *machine;
  struct loops **loops; /* per function */
  uint32_t *levels;     /* per function, all 0 between calls */
};

struct positions *positions_new(struct machine *machine) {
  struct positions *positions = alloc_zeroed(sizeof *positions);
  positions->machine = machine;
  positions->loops = alloc_zeroed((machine->program->funcs.count + 1) * sizeof *positions->loops);
  positions->levels = alloc_zeroed((machine->program->funcs.count + 1) * sizeof(uint32_t));
  return positions;
}

void positions_free(struct positions *positions) {
  for (size_t i = 0; i < positions->machine->program->funcs.count; i++) {
    if (positions->loops[i] == NULL) continue;
    loops_free(positions->loops[i]);
    free(positions->loops[i]);
  }
  free(positions->loops);
  free(positions->levels);
  free(positions);
}

static const struct loops *loops_of(struct positions *positions, const struct ir_func *func) {
  struct loops **place = &positions->loops[func->number];
  if (*place != NULL) return *place;
  struct cfg cfg = cfg_build(func);
  struct dominators dominators = dominators_build(&cfg);
  *place = alloc_bytes(sizeof **place);
  **place = loops_build(&cfg, &dominators);
  dominators_free(&dominators);
  cfg_free(&cfg);
  return *place;
}

static uint32_t block_of(const struct frame *frame, uint32_t ins) {
  return frame->code->ins_block[ins];
}

void position_enter(struct positions *positions, const struct state *state,
                    position_rounds *rounds) {
  const struct frame *frame = state->top;
  const struct loops *loops = loops_of(positions, frame->code->func);
  uint32_t block = block_of(frame, state_place(state).ins);
  while (rounds->count > 0) {
    const struct position_round *last = &vec_last(rounds);
    if (last->frame < frame->serial) break; /* belongs to a frame below */
    if (last->frame == frame->serial && loops_contains(loops, loops->of_block[last->header], block))
      break;
    rounds->count--;
  }
  if (!loops_is_header(loops, block)) return;
  struct position_round *last = rounds->count > 0 ? &vec_last(rounds) : NULL;
  if (last != NULL && last->frame == frame->serial && last->header == block) {
    last->round++;
    last->forking_rounds += state->depth != last->depth;
    last->depth = state->depth;
  } else {
    vec_push(rounds, ((struct position_round){
                         .frame = frame->serial, .header = block, .depth = state->depth}));
  }
}

bool position_is_in_long_loop(const position_rounds *rounds) {
  for (size_t i = 0; i < rounds->count; i++)
    if (rounds->data[i].forking_rounds >= LONG_FORKING || rounds->data[i].round >= LONG)
      return true;
  return false;
}

/* How often the most frequent function is on the stack. */
static uint32_t most_levels(struct positions *positions, const struct state *state) {
  uint32_t most = 0;
  for (const struct frame *frame = state->top; frame; frame = frame->caller) {
    uint32_t levels = ++positions->levels[frame->code->func->number];
    if (levels > most) most = levels;
  }
  for (const struct frame *frame = state->top; frame; frame = frame->caller)
    positions->levels[frame->code->func->number] = 0;
  return most;
}

bool position_is_in_long_recursion(struct positions *positions, const struct state *state) {
  if (state->top->depth < LONG_FORKING) return false;
  uint32_t levels = most_levels(positions, state);
  return levels >= LONG || (levels >= LONG_FORKING && state->depth >= LONG_FORKING);
}

static void write_frame(struct positions *positions, const struct frame *frame, uint32_t ins,
                        bool is_top, const position_rounds *rounds, size_t *at,
                        position_text *text) {
  const struct loops *loops = loops_of(positions, frame->code->func);
  uint32_t block = block_of(frame, ins);
  for (; *at < rounds->count && rounds->data[*at].frame <= frame->serial; ++*at) {
    const struct position_round *round = &rounds->data[*at];
    if (round->frame != frame->serial ||
        !loops_contains(loops, loops->of_block[round->header], block))
      continue;
    vec_push(text, loops->place[round->header] + 1);
    vec_push(text, round->round);
  }
  vec_push(text, loops->place[block] + 1);
  vec_push(text, is_top ? 0 : ins - frame->code->func->blocks.data[block].first + 1);
}

void position_write(struct positions *positions, const struct state *state,
                    const position_rounds *rounds, position_text *text) {
  VEC(const struct frame *) frames = {0};
  for (const struct frame *frame = state->top; frame; frame = frame->caller)
    vec_push(&frames, frame);
  size_t at = 0;
  vec_clear(text);
  for (size_t i = frames.count; i-- > 0;) {
    const struct frame *frame = frames.data[i];
    uint32_t ins = i == 0 ? state_place(state).ins
                          : frame->code->origins[frames.data[i - 1]->call - frame->code->ops];
    write_frame(positions, frame, ins, i == 0, rounds, &at, text);
  }
  vec_free(&frames);
}

int position_compare(const position_text *a, const position_text *b) {
  for (size_t i = 0; i < a->count && i < b->count; i++)
    if (a->data[i] != b->data[i]) return a->data[i] < b->data[i] ? -1 : 1;
  return a->count < b->count ? -1 : a->count > b->count;
}
