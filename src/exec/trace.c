/* Recording and reading traces.

   The recorder's place in the words is kept in the machine, and is written back to the trace when
   another state runs or the state begins another piece. A trace that grows beyond MOST_WORDS is
   lost, as are new ones while all together hold more than MOST_HELD: who asked for it then knows
   nothing of that piece, which is never wrong. */
#include "exec/trace.h"

#include "exec/explore/path_tree.h"
#include "exec/machine.h"
#include "exec/state_live.h"
#include "exec/translate/op.h"
#include "ir/ir.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_WORDS = 32, MOST_WORDS = 1 << 24 };
#define MOST_HELD ((size_t)1 << 28)

/* A size that the instruction does not say follows; otherwise that of its width. */
enum { WITH_SIZE = 1 << 27 };

/* ---- recording ---- */

static void write_back(struct trace_recorder *recorder) {
  if (recorder->node == NULL) return;
  struct trace *trace = &recorder->node->trace;
  trace->count = trace->is_lost ? 0 : (size_t)(recorder->next - trace->words);
}

static void resize(struct trace_recorder *recorder, struct trace *trace, size_t capacity) {
  recorder->held = recorder->held - trace->capacity + capacity;
  if (recorder->held > recorder->most) recorder->most = recorder->held;
  trace->words = alloc_resize(trace->words, capacity * sizeof *trace->words);
  trace->capacity = capacity;
}

static void lose(struct trace_recorder *recorder, struct trace *trace) {
  if (!trace->is_lost) recorder->lost++;
  trace->is_lost = true;
  trace->count = 0;
}

void trace_grow(struct trace_recorder *recorder) {
  struct trace *trace = &recorder->node->trace;
  write_back(recorder);
  if (trace->capacity >= MOST_WORDS || recorder->held >= MOST_HELD) lose(recorder, trace);
  if (!trace->is_lost || trace->capacity == 0)
    resize(recorder, trace, trace->capacity == 0 ? FIRST_WORDS : 2 * trace->capacity);
  recorder->next = trace->words + trace->count; /* what is lost is overwritten again and again */
  recorder->end = trace->words + trace->capacity;
}

void trace_follow(struct machine *machine) {
  struct trace_recorder *recorder = &machine->recorder;
  struct path_node *node = machine->state->node;
  if (recorder->node == node) return;
  write_back(recorder);
  recorder->node = node;
  recorder->next = recorder->end = NULL;
  if (node == NULL || !machine->state->exploration->is_traced) return;
  if (node->trace.words == NULL) {
    trace_grow(recorder);
    return;
  }
  recorder->next = node->trace.words + node->trace.count;
  recorder->end = node->trace.words + node->trace.capacity;
}

void trace_close(struct machine *machine, struct path_node *node) {
  struct trace_recorder *recorder = &machine->recorder;
  if (recorder->node == node) {
    write_back(recorder);
    recorder->node = NULL;
    recorder->next = recorder->end = NULL;
  }
  struct trace *trace = &node->trace;
  if (trace->words == NULL) return;
  if (trace->is_lost || trace->count == 0)
    trace_free(machine, trace);
  else
    resize(recorder, trace, trace->count);
}

void trace_free(struct machine *machine, struct trace *trace) {
  machine->recorder.held -= trace->capacity;
  free(trace->words);
  trace->words = NULL;
  trace->count = trace->capacity = 0;
}

/* Whether to record what is done for machine->state. */
static bool is_wanted(struct machine *machine) {
  if (machine->state->node == NULL || !machine->state->exploration->is_traced) return false;
  trace_follow(machine);
  return true;
}

uint32_t trace_call_of(const struct frame *frame) {
  return frame->caller ? frame_call_site(frame) : (uint32_t)TRACE_NOWHERE;
}

void trace_edge(struct machine *machine, uint32_t edge) {
  if (is_wanted(machine)) trace_record(&machine->recorder, TRACE_EDGE, edge);
}

void trace_enter(struct machine *machine, uint32_t func) {
  if (!is_wanted(machine)) return;
  trace_record(&machine->recorder, TRACE_ENTER, func);
  *machine->recorder.next++ = trace_call_of(machine->state->top);
}

void trace_leave(struct machine *machine) {
  if (!is_wanted(machine)) return;
  const struct frame *caller = machine->state->top->caller;
  trace_record(&machine->recorder, TRACE_LEAVE,
               caller ? caller->code->func->number : (uint32_t)TRACE_NOWHERE);
  *machine->recorder.next++ = trace_call_of(machine->state->top);
}

void trace_model(struct machine *machine) {
  if (is_wanted(machine)) trace_record(&machine->recorder, TRACE_MODEL, 0);
}

void trace_jump(struct machine *machine, const struct op *setjmp) {
  if (!is_wanted(machine)) return;
  const struct code *code = machine->state->top->code;
  trace_record(&machine->recorder, TRACE_JUMP, code->origins[setjmp - code->ops]);
  *machine->recorder.next++ = code->func->number;
}

void trace_condition(struct machine *machine, const uint32_t *blocks, uint32_t count,
                     uint32_t target) {
  if (!is_wanted(machine)) return;
  struct trace_recorder *recorder = &machine->recorder;
  trace_record(recorder, TRACE_CONDITION, target);
  *recorder->next++ = count;
  for (uint32_t i = 0; i < count; i++) {
    if (recorder->end - recorder->next < TRACE_ROOM) trace_grow(recorder);
    *recorder->next++ = blocks[i];
  }
}

/* The memory reports all accesses but those that threaded code finds in its cache. */
void trace_observe(void *context, enum memory_use use, uint64_t address, uint64_t size) {
  struct machine *machine = context;
  if (!is_wanted(machine)) return;
  const struct ir_func *func = machine->state->top->code->func;
  const struct ir_ins *ins = machine_current_ins(machine);
  if (!machine->is_careful && (ins->op == IR_LOAD || ins->op == IR_STORE)) return;
  uint32_t number = (uint32_t)(ins - func->ins.data);
  static const enum trace_kind kinds[] = {[MEMORY_READ] = TRACE_READ,
                                          [MEMORY_WRITE] = TRACE_WRITE,
                                          [MEMORY_MAY_WRITE] = TRACE_MAY_WRITE,
                                          [MEMORY_NEW] = TRACE_NEW};
  trace_record_access(&machine->recorder, kinds[use], number | WITH_SIZE, address);
  *machine->recorder.next++ = (uint32_t)size;
  *machine->recorder.next++ = (uint32_t)(size >> 32);
}

/* ---- reading ---- */

struct trace_cursor trace_begin(const struct machine *machine, const struct path_node *node) {
  return (struct trace_cursor){.machine = machine, .trace = &node->trace, .func = node->begin.func};
}

static uint64_t read_pair(struct trace_cursor *cursor) {
  uint64_t low = cursor->trace->words[cursor->at], high = cursor->trace->words[cursor->at + 1];
  cursor->at += 2;
  return low | high << 32;
}

static void read_access(struct trace_cursor *cursor, struct trace_event *event) {
  bool has_size = event->number & WITH_SIZE;
  event->number &= ~(uint32_t)WITH_SIZE;
  event->address = read_pair(cursor);
  const struct ir_func *func = cursor->machine->program->funcs.data[event->func];
  event->size = has_size ? read_pair(cursor) : ir_byte_size(func->ins.data[event->number].width);
}

bool trace_next(struct trace_cursor *cursor, struct trace_event *event) {
  if (cursor->at == cursor->trace->count) return false;
  uint32_t word = cursor->trace->words[cursor->at++];
  *event = (struct trace_event){.kind = (enum trace_kind)(word >> 28),
                                .func = cursor->func,
                                .number = word & (uint32_t)TRACE_NOWHERE};
  switch (event->kind) {
  case TRACE_READ:
  case TRACE_WRITE:
  case TRACE_MAY_WRITE:
  case TRACE_NEW: read_access(cursor, event); break;
  case TRACE_ENTER:
  case TRACE_LEAVE:
    cursor->func = event->number;
    event->call = cursor->trace->words[cursor->at++];
    break;
  case TRACE_JUMP: cursor->func = event->func = cursor->trace->words[cursor->at++]; break;
  case TRACE_CONDITION:
    event->block_count = cursor->trace->words[cursor->at++];
    event->blocks = cursor->trace->words + cursor->at;
    cursor->at += event->block_count;
    break;
  case TRACE_EDGE:
  case TRACE_MODEL: break;
  }
  return true;
}
