/* Positions in topological order. Rounds of loops are counted at the entries of blocks with
   several predecessors, which include loop headers: a state that reaches the header of a loop it
   is in begins the next round. A state that is alone is not stopped there, so the loops that it has
   entered meanwhile are added when it forks. */
#include "reduce/merge/position.h"

#include "exec/machine.h"
#include "exec/translate/op.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "ir/program_loops.h"

#include <stdlib.h>

/* Loops of programs that can be explored completely seldom have this many rounds (that fork, or
   in all), or recursions this many levels. */
enum { LONG_FORKING_ROUNDS = 256, LONG_FORKING_LEVELS = 32, LONG = 1024 };

struct positions {
  struct machine *machine;
  struct program_loops *loops; /* owned */
  uint32_t *levels;            /* per function, all 0 between calls */
};

struct positions *positions_new(struct machine *machine) {
  struct positions *positions = alloc_zeroed(sizeof *positions);
  positions->machine = machine;
  positions->loops = program_loops_new(machine->program);
  positions->levels = alloc_zeroed((machine->program->funcs.count + 1) * sizeof(uint32_t));
  return positions;
}

void positions_free(struct positions *positions) {
  program_loops_free(positions->loops);
  free(positions->levels);
  free(positions);
}

typedef VEC(const struct frame *) frame_list;

/* The top frame first. */
static frame_list list_frames(const struct state *state) {
  frame_list frames = {0};
  for (const struct frame *frame = state->top; frame; frame = frame->caller)
    vec_push(&frames, frame);
  return frames;
}

/* The instruction at which the state is in the frame with that number. */
static uint32_t place_in(const struct state *state, const frame_list *frames, size_t number) {
  if (number == 0) return state_place(state).ins;
  const struct code *code = frames->data[number]->code;
  return code->origins[frames->data[number - 1]->call - code->ops];
}

static uint32_t block_of(const struct frame *frame, uint32_t ins) {
  return frame->code->ins_block[ins];
}

void position_enter(struct positions *positions, const struct state *state,
                    position_rounds *rounds) {
  const struct frame *frame = state->top;
  const struct loops *loops = program_loops_of(positions->loops, frame->code->func);
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

/* Returns the entry of the loop, removed from the rest of the old list, or a new one. */
static struct position_round take_round(const position_rounds *old, size_t *at,
                                        const struct state *state, uint64_t frame,
                                        uint32_t header) {
  for (size_t i = *at; i < old->count && old->data[i].frame <= frame; i++)
    if (old->data[i].frame == frame && old->data[i].header == header) {
      *at = i + 1;
      return old->data[i];
    }
  return (struct position_round){.frame = frame, .header = header, .depth = state->depth};
}

/* Appends the loops that the block is in, the outermost first. */
static void add_loops(const struct loops *loops, uint32_t block, const struct state *state,
                      uint64_t frame, const position_rounds *old, size_t *at,
                      position_rounds *rounds) {
  VEC(uint32_t) headers = {0};
  for (uint32_t i = loops->of_block[block]; i != LOOPS_NONE; i = loops->loops[i].parent)
    vec_push(&headers, loops->loops[i].header);
  for (size_t i = headers.count; i-- > 0;)
    vec_push(rounds, take_round(old, at, state, frame, headers.data[i]));
  vec_free(&headers);
}

void position_complete(struct positions *positions, const struct state *state,
                       position_rounds *rounds) {
  position_rounds complete = {0};
  frame_list frames = list_frames(state);
  size_t at = 0;
  for (size_t i = frames.count; i-- > 0;) {
    const struct frame *frame = frames.data[i];
    const struct loops *loops = program_loops_of(positions->loops, frame->code->func);
    uint32_t block = block_of(frame, place_in(state, &frames, i));
    add_loops(loops, block, state, frame->serial, rounds, &at, &complete);
  }
  vec_free(&frames);
  vec_free(rounds);
  *rounds = complete;
}

bool position_is_in_long_loop(const position_rounds *rounds) {
  for (size_t i = 0; i < rounds->count; i++)
    if (rounds->data[i].forking_rounds >= LONG_FORKING_ROUNDS || rounds->data[i].round >= LONG)
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
  if (state->top->depth < LONG_FORKING_LEVELS) return false;
  uint32_t levels = most_levels(positions, state);
  return levels >= LONG || (levels >= LONG_FORKING_LEVELS && state->depth >= LONG_FORKING_LEVELS);
}

static void write_frame(struct positions *positions, const struct frame *frame, uint32_t ins,
                        bool is_top, const position_rounds *rounds, size_t *at,
                        position_text *text) {
  const struct loops *loops = program_loops_of(positions->loops, frame->code->func);
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

static void write_below(struct positions *positions, const struct state *state,
                        const position_rounds *rounds, position_text *text,
                        struct position_below *below) {
  frame_list frames = list_frames(state);
  size_t at = 0;
  vec_clear(text);
  for (size_t i = frames.count; i-- > 1;)
    write_frame(positions, frames.data[i], place_in(state, &frames, i), false, rounds, &at, text);
  vec_free(&frames);
  *below = (struct position_below){state->top->serial + 1, text->count, at};
}

void position_write(struct positions *positions, const struct state *state,
                    const position_rounds *rounds, position_text *text,
                    struct position_below *below) {
  if (below->frame != state->top->serial + 1) write_below(positions, state, rounds, text, below);
  text->count = below->text;
  size_t at = below->rounds;
  write_frame(positions, state->top, state_place(state).ins, true, rounds, &at, text);
}

int position_compare(const position_text *a, const position_text *b) {
  for (size_t i = 0; i < a->count && i < b->count; i++)
    if (a->data[i] != b->data[i]) return a->data[i] < b->data[i] ? -1 : 1;
  return a->count < b->count ? -1 : a->count > b->count;
}
