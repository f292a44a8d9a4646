/* Running one state, threaded and careful in turns, up to something that concerns others. */
#include "exec/run.h"

#include "exec/careful/careful.h"
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "util/buffer.h"
#include "util/clock.h"

#include <stdio.h>

/* How far into its block an instruction is, itself included. */
static uint64_t position_in_block(const struct code *code, uint32_t ins) {
  return ins - code->func->blocks.data[code->ins_block[ins]].first + 1;
}

struct place run_last_place(const struct machine *machine) {
  const struct state *state = machine->state;
  const struct code *code = state->top->code;
  uint32_t ins = state->next ? code->origins[machine->stopped_at - code->ops] : state->ins;
  return (struct place){code->func->number, ins};
}

/* When a path ends, the blocks that it is in the middle of, in every frame, have not been
   paid for. */
static uint64_t unpaid_instructions(const struct machine *machine) {
  const struct frame *frame = machine->state->top;
  uint64_t count = 0;
  uint32_t ins = run_last_place(machine).ins;
  for (; frame; frame = frame->caller) {
    count += position_in_block(frame->code, ins);
    if (frame->caller != NULL)
      ins = frame->caller->code->origins[frame->call - frame->caller->code->ops];
  }
  return count;
}

static bool is_end(enum event event) {
  return event == EVENT_ERROR || event == EVENT_EXIT || event == EVENT_EARLY ||
         event == EVENT_SILENT;
}

static void begin_trace(struct machine *machine) {
  trace_follow(machine);
  machine->memory.observe = trace_observe;
  machine->memory.observer = machine;
}

static void run_slice(struct machine *machine, int64_t fuel) {
  struct state *state = machine->state;
  bool is_careful = state->next == NULL;
  if (state->exploration->is_traced) begin_trace(machine);
  if (is_careful) {
    careful_run(machine, fuel);
  } else {
    machine->event = EVENT_NONE;
    state->top = frame_unshare(&machine->memory.pool, state->top);
    fast_run(state->next, state->top->slots, machine, fuel);
  }
  machine->memory.observe = NULL;
  uint64_t spent = (uint64_t)(fuel - machine->fuel);
  if (is_end(machine->event)) spent += unpaid_instructions(machine);
  state->instructions += spent;
  machine->counts.instructions += spent;
  if (is_careful) machine->counts.careful += spent;
}

enum event run_state(struct machine *machine, int64_t fuel) {
  struct state *state = machine->state;
  uint64_t news = machine->found.coverage.news;
  do {
    if (state->next != NULL && state->top->symbolic != NULL) {
      state->ins = state->top->code->origins[state->next - state->top->code->ops];
      state->next = NULL;
    }
    run_slice(machine, fuel);
    fuel = machine->fuel;
    if (machine->event == EVENT_FAST && fuel < 0) machine->event = EVENT_FUEL;
    bool must_stop = machine->watch->must_stop || machine->is_tired;
    if (machine->event == EVENT_CAREFUL && must_stop) machine->event = EVENT_FUEL;
  } while (machine->event == EVENT_CAREFUL || machine->event == EVENT_FAST);
  if (machine->found.coverage.news != news) {
    state->covers_new = true;
    state->new_cover_at = state->instructions;
  }
  return machine->event;
}

static bool is_over(const struct state *state, const struct run_limits *limits, double started) {
  if (limits->instructions != 0 && state->instructions >= limits->instructions) return true;
  return limits->seconds > 0 && clock_seconds() - started > limits->seconds;
}

void run_alone(struct machine *machine, const struct run_limits *limits) {
  enum { SLICE = 1 << 20 };
  struct state *state = machine->state;
  double started = clock_seconds();
  while (state->status == STATE_RUNNING) {
    int64_t slice = SLICE;
    if (limits->instructions != 0) {
      uint64_t done = state->instructions, most = limits->instructions;
      uint64_t left = most > done ? most - done : 0;
      if (left < SLICE) slice = (int64_t)left;
    }
    enum event event = run_state(machine, slice);
    if (event == EVENT_ERROR)
      state->status = STATE_FAILED;
    else if (event != EVENT_FUEL)
      state->status = STATE_EXITED;
    else if (is_over(state, limits, started))
      state->status = STATE_STOPPED;
  }
}

void machine_report_error(struct machine *machine) {
  struct buffer text = {0};
  error_print(machine, &machine->error, &text);
  fflush(stdout);
  fputs(text.text, stderr);
  buffer_free(&text);
}
