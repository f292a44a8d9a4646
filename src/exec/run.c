/* The loop around threaded code: it grants fuel, and deals with what threaded code
   hands back. */
#include "exec/code.h"
#include "exec/fast/fast.h"
#include "exec/leak.h"
#include "exec/machine.h"
#include "ir/ir.h"
#include "util/buffer.h"

#include <stdio.h>
#include <time.h>

#define FUEL_SLICE ((int64_t)20 << 20)

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* How far into its block an operation is, itself included. */
static uint64_t position_in_block(const struct code *code, const struct op *op) {
  uint32_t at = code->origins[op - code->ops], first = 0;
  for (size_t b = 0; b < code->func->blocks.count; b++) {
    const struct ir_block *block = &code->func->blocks.data[b];
    if (at >= block->first && at < block->first + block->count) first = block->first;
  }
  return at - first + 1;
}

/* When a path ends, the blocks that it is in the middle of, in every frame, have not been
   paid for. */
static uint64_t unpaid_instructions(const struct machine *machine) {
  if (machine->event == EVENT_FUEL || machine->event == EVENT_RETURN) return 0;
  uint64_t count = 0;
  const struct op *op = machine->stopped_at;
  for (const struct frame *frame = machine->state->top; frame; frame = frame->caller) {
    count += position_in_block(frame->code, op);
    op = frame->call;
  }
  return count;
}

static void run_slice(struct machine *machine, int64_t fuel) {
  struct state *state = machine->state;
  machine->event = EVENT_NONE;
  state->top = frame_unshare(&machine->memory.pool, state->top);
  fast_run(state->next, state->top->slots, machine, fuel);
  state->instructions += (uint64_t)(fuel - machine->fuel) + unpaid_instructions(machine);
}

void machine_report_error(struct machine *machine) {
  struct buffer text = {0};
  error_print(machine, &machine->error, &text);
  fflush(stdout);
  fputs(text.text, stderr);
  buffer_free(&text);
  machine->error_count++;
}

static int64_t next_slice(const struct machine *machine) {
  uint64_t limit = machine->options.max_instructions;
  if (limit == 0) return FUEL_SLICE;
  uint64_t left = limit > machine->state->instructions ? limit - machine->state->instructions : 0;
  return left < (uint64_t)FUEL_SLICE ? (int64_t)left : FUEL_SLICE;
}

void machine_run(struct machine *machine) {
  double started = seconds();
  struct state *state = machine->state;
  while (state->status == STATE_RUNNING) {
    run_slice(machine, next_slice(machine));
    switch (machine->event) {
    case EVENT_FUEL:
      if (machine->options.max_seconds > 0 && seconds() - started > machine->options.max_seconds) {
        machine->stop_reason = "time limit reached (--max-time)";
        state->status = STATE_STOPPED;
      } else if (machine->options.max_instructions != 0 &&
                 state->instructions >= machine->options.max_instructions) {
        machine->stop_reason = "instruction limit reached (--max-instructions)";
        state->status = STATE_STOPPED;
      }
      break;
    case EVENT_ERROR:
      machine_report_error(machine);
      state->status = STATE_FAILED;
      break;
    default: state->status = STATE_EXITED;
    }
  }
  if (state->status == STATE_EXITED && machine->options.check_leaks) leak_report(machine);
  machine->seconds = seconds() - started;
}
