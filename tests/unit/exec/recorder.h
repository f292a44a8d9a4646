/* A reducer that is asked at calls and returns, and each time compares the frames that it knows of
   with those of the state.

   It records the calls and returns of each path: a call as " name(1,?,p", a return as ")2", a frame
   that was left without one as "!". Arguments and results of 64 bits are pointers; what is
   symbolic is "?". */
#ifndef TESTS_RECORDER_H
#define TESTS_RECORDER_H

#include "rig_explore.h"

#include "exec/registers.h"
#include "util/pool.h"

struct recorder_frame {
  uint64_t serial;
  const struct op *call;
};

struct recorder_note {
  VEC(struct recorder_frame) frames; /* without the one at the bottom */
  struct buffer text;
};

struct recorder {
  struct reducer reducer;
  VEC(char *) paths; /* the text of each that has ended, in the order of their ends */
  uint64_t calls, returns, abandoned;
};

static inline struct recorder_note *recorder_note(struct reducer *reducer, struct state *state) {
  void **place = reducer_place_of_note(reducer, state);
  if (*place == NULL) {
    struct recorder_note *note = alloc_zeroed(sizeof *note);
    buffer_add(&note->text, "%s", "");
    *place = note;
  }
  return *place;
}

static inline void recorder_compare(struct recorder_note *note, const struct state *state) {
  const struct frame *frame = state->top;
  assert_int_equal(frame->refs, 1);
  assert_int_equal(note->frames.count, frame->depth - 1);
  for (size_t i = note->frames.count; i-- > 0; frame = frame->caller)
    assert_int_equal(note->frames.data[i].serial, frame->serial);
  assert_null(frame->caller);
}

/* Frames that were left without a word, by longjmp or by a model. */
static inline void recorder_abandon(struct recorder *recorder, struct recorder_note *note,
                                    size_t keep) {
  assert_true(keep <= note->frames.count);
  for (; note->frames.count > keep; note->frames.count--) {
    buffer_add(&note->text, "!");
    recorder->abandoned++;
  }
}

static inline void recorder_write(struct recorder_note *note, const struct frame *frame,
                                  uint32_t reg) {
  unsigned width = frame->code->func->reg_widths.data[reg];
  if (registers_get(frame->symbolic, reg) != NULL)
    buffer_add(&note->text, "?");
  else if (width == 64)
    buffer_add(&note->text, "p");
  else
    buffer_add(&note->text, "%llu", (unsigned long long)frame->slots[reg]);
}

static inline void recorder_call(struct reducer *reducer, struct state *state) {
  struct recorder_note *note = recorder_note(reducer, state);
  struct recorder *recorder = (struct recorder *)reducer;
  const struct ir_func *func = state->top->code->func;
  assert_non_null(state->top->caller);
  assert_int_equal(state->top->round, 0); /* no collection has been there */
  recorder_abandon(recorder, note, state->top->depth - 2);
  vec_push(&note->frames, ((struct recorder_frame){state->top->serial, state->top->call}));
  buffer_add(&note->text, " %s(", func->name);
  for (size_t i = 0; i < func->params.count; i++) {
    if (i > 0) buffer_add(&note->text, ",");
    recorder_write(note, state->top, func->params.data[i]);
  }
  recorder->calls++;
  recorder_compare(note, state);
  assert_int_equal(state_place(state).func, func->number);
  assert_int_equal(state->top->code->ins_block[state_place(state).ins], 0);
}

static inline void recorder_return(struct reducer *reducer, struct state *state) {
  struct recorder_note *note = recorder_note(reducer, state);
  struct recorder *recorder = (struct recorder *)reducer;
  const struct frame *frame = state->top;
  const struct ir_func *func = frame->code->func;
  recorder_abandon(recorder, note, frame->depth);
  assert_int_equal(note->frames.count, frame->depth);
  uint32_t ins = frame->code->origins[vec_pop(&note->frames).call - frame->code->ops];
  buffer_add(&note->text, ")");
  recorder->returns++;
  recorder_compare(note, state);
  assert_int_equal(func->ins.data[ins].op, IR_CALL);
  const struct ir_call *call = &func->calls.data[func->ins.data[ins].b];
  if (call->result_count > 0) recorder_write(note, frame, func->operands.data[call->first_result]);
  assert_true(state_place(state).ins > ins); /* by more than 1 where the next is folded */
  assert_int_equal(frame->code->ins_block[state_place(state).ins], frame->code->ins_block[ins]);
}

static inline struct reducer_verdict recorder_arrive(struct reducer *reducer, struct state *state,
                                                     unsigned places) {
  assert_true(places == REDUCER_CALL || places == REDUCER_RETURN);
  if (places == REDUCER_CALL)
    recorder_call(reducer, state);
  else
    recorder_return(reducer, state);
  return (struct reducer_verdict){.action = REDUCER_KEEP};
}

static inline void recorder_fork(struct reducer *reducer, struct state *state,
                                 struct state *sibling) {
  struct recorder_note *note = recorder_note(reducer, state), *copy;
  assert_null(reducer_note(reducer, sibling));
  copy = recorder_note(reducer, sibling);
  for (size_t i = 0; i < note->frames.count; i++) vec_push(&copy->frames, note->frames.data[i]);
  buffer_add(&copy->text, "%s", note->text.text);
}

static inline void recorder_finish(struct reducer *reducer, struct state *state) {
  struct recorder_note *note = recorder_note(reducer, state);
  struct recorder *recorder = (struct recorder *)reducer;
  recorder_abandon(recorder, note, state->top->depth - 1);
  recorder_compare(note, state);
  vec_push(&recorder->paths, alloc_string(note->text.text));
}

static inline void recorder_end(struct reducer *reducer, struct state *state,
                                const struct state_end *end) {
  struct recorder_note *note = recorder_note(reducer, state);
  assert_true(end->cause == END_EXITED || end->cause == END_ERROR || end->cause == END_ASSUMED ||
              end->cause == END_CUT_OFF);
  vec_free(&note->frames);
  buffer_free(&note->text);
  free(note);
}

static const struct reducer_class recorder_class = {.name = "recorder",
                                                    .arrive = recorder_arrive,
                                                    .fork = recorder_fork,
                                                    .finish = recorder_finish,
                                                    .end = recorder_end};

static inline struct recorder recorder_new(void) {
  return (struct recorder){
      .reducer = {.class = &recorder_class, .places = REDUCER_CALL | REDUCER_RETURN}};
}

/* What frames are made of next looks as if a collection had visited it. */
static inline void recorder_soil(struct pool *pool) {
  enum { MOST_SLOTS = 256 };
  void *blocks[MOST_SLOTS];
  for (uint32_t i = 0; i < MOST_SLOTS; i++) {
    blocks[i] = pool_take(pool, frame_size(i));
    memset(blocks[i], 0xff, frame_size(i));
  }
  for (uint32_t i = 0; i < MOST_SLOTS; i++) pool_give(pool, blocks[i], frame_size(i));
}

/* Explores what the rig has built, with a recorder or with none. */
static inline void recorder_run(struct rig *rig, struct recorder *recorder) {
  struct explore_options options = {.max_symbolic_size = 64};
  rig->options.has_models = true;
  rig_prepare(rig);
  if (recorder != NULL) {
    *recorder = recorder_new();
    exploration_add_reducer(rig->machine, rig->machine->explorations.data[0], &recorder->reducer);
  }
  recorder_soil(&rig->machine->memory.pool);
  assert_int_equal(rig_explore(rig, "dfs", &options, NULL), EXPLORE_DONE);
}

static inline void recorder_free(struct recorder *recorder) {
  for (size_t i = 0; i < recorder->paths.count; i++) free(recorder->paths.data[i]);
  vec_free(&recorder->paths);
}

#endif
