/* Reading a trace into steps, which a walk then undoes from the last to the first.

   A trace has no more than what the IR does not say: the instructions between two events are those
   of the block. Accesses come before the event that ends their stretch, so that those of a call, or
   of the other blocks of a condition, are told from the ones before by their instruction. */
#include "reduce/redundant/steps.h"

#include "exec/machine.h"
#include "exec/trace.h"
#include "ir/ir.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/slice.h"
#include "reduce/redundant/walk.h"

#include <stdlib.h>

struct reader {
  struct slicer *slicer;
  const struct walk_piece *piece;
  struct steps *steps;
  struct place at; /* the next instruction */
  size_t stop;     /* the next one */
  bool has_jump;
};

static const struct ir_func *body_of(const struct reader *reader, uint32_t func) {
  return reader->slicer->program->funcs.data[func];
}

static uint32_t block_of(const struct reader *reader, uint32_t func, uint32_t ins) {
  return flows_of(reader->slicer->flows, func)->block_of[ins];
}

static void add_step(struct reader *reader, struct step step) {
  step.accesses = (uint32_t)reader->steps->accesses.count;
  vec_push(&reader->steps->list, step);
}

/* The instructions up to `end` have been executed, with so many of the accesses. */
static void run_with(struct reader *reader, uint32_t end, size_t accesses) {
  if (end > reader->at.ins) {
    add_step(reader,
             (struct step){
                 .kind = STEP_RUN, .func = reader->at.func, .first = reader->at.ins, .end = end});
    vec_last(&reader->steps->list).accesses = (uint32_t)accesses;
  }
  reader->at.ins = end;
}

static void run_to(struct reader *reader, uint32_t end) {
  run_with(reader, end, reader->steps->accesses.count);
}

/* How many accesses there are without the last ones, which are by this instruction. */
static size_t accesses_without(const struct reader *reader, uint32_t ins) {
  size_t count = reader->steps->accesses.count;
  size_t least = reader->steps->list.count == 0 ? 0 : vec_last(&reader->steps->list).accesses;
  while (count > least && reader->steps->accesses.data[count - 1].ins == ins) count--;
  return count;
}

static uint32_t last_of(const struct reader *reader) {
  const struct ir_block *block =
      &body_of(reader, reader->at.func)
           ->blocks.data[block_of(reader, reader->at.func, reader->at.ins)];
  return block->first + block->count - 1;
}

static void move_to_block(struct reader *reader, uint32_t block) {
  reader->at.ins = body_of(reader, reader->at.func)->blocks.data[block].first;
}

/* How many accesses there are without the last ones, which are by the other blocks of a condition.
 */
static size_t accesses_before_condition(const struct reader *reader,
                                        const struct trace_event *event) {
  size_t count = reader->steps->accesses.count;
  size_t least = reader->steps->list.count == 0 ? 0 : vec_last(&reader->steps->list).accesses;
  for (bool is_inside = true; is_inside && count > least; count -= is_inside) {
    uint32_t block = block_of(reader, reader->at.func, reader->steps->accesses.data[count - 1].ins);
    is_inside = false;
    for (uint32_t i = 1; i < event->block_count; i++) is_inside |= event->blocks[i] == block;
  }
  return count;
}

static void read_condition(struct reader *reader, const struct trace_event *event) {
  uint32_t at = (uint32_t)reader->steps->blocks.count;
  vec_push(&reader->steps->blocks, event->block_count);
  for (uint32_t i = 0; i < event->block_count; i++)
    vec_push(&reader->steps->blocks, event->blocks[i]);
  run_with(reader, last_of(reader), accesses_before_condition(reader, event));
  add_step(reader, (struct step){.kind = STEP_CONDITION,
                                 .func = reader->at.func,
                                 .number = event->number,
                                 .first = at});
  move_to_block(reader, event->number);
}

static void read_edge(struct reader *reader, const struct trace_event *event) {
  const struct ir_func *func = body_of(reader, reader->at.func);
  uint32_t block = block_of(reader, reader->at.func, reader->at.ins);
  run_to(reader, last_of(reader));
  add_step(reader, (struct step){.kind = STEP_EDGE,
                                 .func = reader->at.func,
                                 .number = event->number,
                                 .first = block});
  move_to_block(reader, func->edges.data[event->number].target);
}

static void read_leave(struct reader *reader, const struct trace_event *event) {
  uint32_t callee = reader->at.func, block = block_of(reader, callee, reader->at.ins);
  bool is_modelled =
      reader->steps->list.count > 0 && vec_last(&reader->steps->list).kind == STEP_MODEL;
  const struct ir_func *func = body_of(reader, callee);
  if (!is_modelled && func->ins.data[last_of(reader)].op == IR_RET) run_to(reader, last_of(reader));
  add_step(reader, (struct step){.kind = STEP_LEAVE,
                                 .func = event->number,
                                 .number = callee,
                                 .first = event->call,
                                 .end = block});
  reader->at = (struct place){event->number, event->call + 1};
}

static void read_event(struct reader *reader, const struct trace_event *event) {
  switch (event->kind) {
  case TRACE_EDGE: read_edge(reader, event); break;
  case TRACE_CONDITION: read_condition(reader, event); break;
  case TRACE_ENTER:
    run_with(reader, event->call, accesses_without(reader, event->call));
    add_step(reader, (struct step){.kind = STEP_ENTER,
                                   .func = reader->at.func,
                                   .number = event->number,
                                   .first = event->call});
    reader->at = (struct place){event->number, 0};
    break;
  case TRACE_LEAVE: read_leave(reader, event); break;
  case TRACE_MODEL:
    add_step(reader, (struct step){.kind = STEP_MODEL, .func = reader->at.func});
    break;
  case TRACE_READ:
  case TRACE_WRITE:
  case TRACE_MAY_WRITE:
    vec_push(&reader->steps->accesses,
             ((struct access){(uint8_t)event->kind, event->number, event->address, event->size}));
    break;
  case TRACE_NEW: break;
  case TRACE_JUMP: reader->has_jump = true; break;
  }
}

static void pass_stops(struct reader *reader, size_t position) {
  const struct walk_piece *piece = reader->piece;
  while (reader->stop < piece->stop_count && piece->stops[reader->stop] == position)
    add_step(reader, (struct step){.kind = STEP_STOP, .number = (uint32_t)reader->stop++});
}

struct trace_cursor steps_cursor(const struct walk_piece *piece) {
  return (struct trace_cursor){
      .machine = piece->machine, .trace = piece->trace, .func = piece->begin.func};
}

static void read_trace(struct reader *reader) {
  const struct walk_piece *piece = reader->piece;
  struct trace_cursor cursor = steps_cursor(piece);
  struct trace_event event;
  reader->at = piece->begin;
  pass_stops(reader, 0);
  while (reader->at.func != (uint32_t)TRACE_NOWHERE && !reader->has_jump &&
         trace_next(&cursor, &event)) {
    read_event(reader, &event);
    pass_stops(reader, cursor.at);
  }
}

bool steps_read(struct steps *steps, struct slicer *slicer, const struct walk_piece *piece) {
  struct reader reader = {.slicer = slicer, .piece = piece, .steps = steps};
  read_trace(&reader);
  steps->done = steps->accesses.count;
  if (reader.has_jump) return false;
  if (reader.at.func == (uint32_t)TRACE_NOWHERE) return true;
  steps->done = accesses_without(&reader, piece->end.ins);
  run_with(&reader, piece->end.ins, steps->done);
  return true;
}

void steps_free(struct steps *steps) {
  vec_free(&steps->list);
  vec_free(&steps->accesses);
  vec_free(&steps->blocks);
}
