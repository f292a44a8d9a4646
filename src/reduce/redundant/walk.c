/* Dynamic slicing (the paper, section 3.2.2) of one node of the path tree.

   The trace is read forwards once, into steps (steps.c). Then the steps are undone backwards. In
   terms of the paper, for L the set of registers and bytes that matter and C that of blocks:

   - a branch matters if it is relevant, decides whether a block of C runs, passes an argument that
     matters, or a side that was not taken may write a byte that matters (steps 4a, 4b, 4c; the
     arguments of edges are what phi nodes are elsewhere) or, in a loop, define a register anew.
   Then its condition is in L, and its block in C;
   - an assignment to what is in L is replaced by what it reads, address included, and its block is
     in C if it is to memory (step 5). Registers need no such thing: what uses one runs after what
     defines it;
   - of a register that is only compared with constants, the range that decides matters and not the
     value (decision_range.c);
   - an assignment elsewhere, through a pointer by which it could have reached something in L, adds
     the pointer to L. The paper has no such step; without it, `a[i] = 0` could change `a[j]` on a
     path that differs in i.

   Calls pass parameters and results between the registers of two activations. */
#include "reduce/redundant/walk.h"

#include "exec/machine.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "reduce/redundant/steps.h"
#include "reduce/redundant/walk_state.h"

#include <stdlib.h>
#include <string.h>

/* For the budget: about what an instruction of the symbolic interpreter costs. */
enum { STEP_WORK = 5 };

/* ---- instructions ---- */

static reason unite(const struct walk *walk, reason a, reason b) {
  return reasons_unite(walk->slicer->reasons, a, b);
}

/* Why bytes matter that were written. */
static reason why_written(const struct walk *walk, size_t first, size_t end) {
  reason why = REASON_NONE;
  for (size_t i = first; i < end; i++) {
    const struct access *access = &walk->steps.accesses.data[i];
    if (access->kind != TRACE_READ)
      why = unite(walk, why,
                  slice_why_bytes(walk->slicer, walk->slice, access->address, access->size));
  }
  return why;
}

static void remove_written(struct walk *walk, size_t first, size_t end) {
  for (size_t i = first; i < end; i++) {
    const struct access *access = &walk->steps.accesses.data[i];
    if (access->kind == TRACE_WRITE) slice_remove_bytes(walk->slice, access->address, access->size);
  }
}

static void add_read(struct walk *walk, size_t first, size_t end, reason why) {
  for (size_t i = first; i < end; i++) {
    const struct access *access = &walk->steps.accesses.data[i];
    if (access->kind == TRACE_READ)
      slice_add_bytes(walk->slicer, walk->slice, access->address, access->size, why);
  }
}

/* A copy of known bytes: what matters of the target matters of the source. */
static bool undo_copy(struct walk *walk, struct activation *top, const struct ir_ins *ins,
                      size_t first, size_t end, reason why) {
  const struct access *read = NULL, *write = NULL;
  for (size_t i = first; i < end; i++) {
    const struct access *access = &walk->steps.accesses.data[i];
    if (access->kind == TRACE_READ) read = access;
    if (access->kind == TRACE_WRITE) write = access;
  }
  if (end != first + 2 || read == NULL || write == NULL || read->size != write->size) return false;
  slice_move_bytes(walk->slicer, walk->slice, write->address, write->size, read->address);
  slice_add_uses(walk->slicer, top, ins, why);
  return true;
}

reason walk_take_results(struct walk *walk, struct activation *top, const struct ir_ins *ins) {
  const struct ir_func *func = walk_body(walk, top->func);
  reason why = REASON_NONE;
  vec_clear(&walk->slicer->scratch);
  ir_list_defs(func, ins, &walk->slicer->scratch);
  for (size_t i = 0; i < walk->slicer->scratch.count; i++)
    why = unite(walk, why, slice_take_register(top, walk->slicer->scratch.data[i]));
  return why;
}

/* Could it have written something else that matters? Then where it writes does. */
static void add_target(struct walk *walk, struct activation *top, uint32_t number) {
  const struct ir_ins *ins = &walk_body(walk, top->func)->ins.data[number];
  if (walk->slice->memory.bytes == 0 || (ins->op == IR_STORE && ir_is_const(ins->a))) return;
  reason why = walk_why_otherwise(walk, writes_of_ins(walk->slicer->writes, top->func, number));
  if (ins->op == IR_CALL) {
    slice_add_uses(walk->slicer, top, ins, why);
  } else {
    slice_add_operand(walk->slicer, top, ins->a, why);
    if (ins->op == IR_MEMCPY || ins->op == IR_MEMMOVE || ins->op == IR_MEMSET)
      slice_add_operand(walk->slicer, top, ins->c, why);
  }
}

/* Through a pointer: could another function reach something uncovered, or write what matters? */
static reason why_decisive_call(struct walk *walk, uint32_t func, uint32_t number) {
  const struct ir_func *body = walk_body(walk, func);
  if (call_graph_direct_callee(body, &body->ins.data[number]) != GRAPH_NONE) return REASON_NONE;
  return unite(walk, walk_why_relevant(walk, walk_block(walk, func, number), number),
               walk_why_otherwise(walk, writes_of_ins(walk->slicer->writes, func, number)));
}

/* Inputs for which an assumption does not hold were left out, and no path shows it. */
static bool is_assumption(const struct walk *walk, uint32_t func, uint32_t number) {
  const struct ir_func *body = walk_body(walk, func);
  uint32_t callee = call_graph_direct_callee(body, &body->ins.data[number]);
  return callee != GRAPH_NONE && writes_is_check(walk->slicer->writes, callee) &&
         walk_is_ahead(walk, number);
}

/* The sizes of objects are not compared. */
static bool looks_at_objects(const struct walk *walk, uint32_t func, const struct ir_ins *ins) {
  static const char *const names[] = {"klee_get_obj_size", "malloc_usable_size"};
  if (ins->op != IR_CALL) return false;
  uint32_t callee = call_graph_direct_callee(walk_body(walk, func), ins);
  for (size_t i = 0; callee != GRAPH_NONE && i < sizeof names / sizeof *names; i++)
    if (strcmp(walk_body(walk, callee)->name, names[i]) == 0) return true;
  return false;
}

/* A byte is stored of which less than the value matters: so does of the register. */
static bool undo_loose_store(struct walk *walk, struct activation *top, const struct ir_ins *ins,
                             size_t first, size_t end, reason why) {
  if (ins->op != IR_STORE || end != first + 1) return false;
  const struct access *access = &walk->steps.accesses.data[first];
  if (access->kind != TRACE_WRITE || access->size != 1) return false;
  struct decision_range range = slice_loose(walk->slice, access->address);
  if (range.width == 0) return false;
  slice_remove_bytes(walk->slice, access->address, 1);
  slice_add_operand(walk->slicer, top, ins->a, why);
  slice_add_ranged(walk->slicer, top, ins->b, &range, why);
  return true;
}

/* Instructions that write memory, and calls of builtins. */
static void undo_effect(struct walk *walk, uint32_t number, size_t first, size_t end) {
  struct activation *top = slice_top(walk->slice);
  const struct ir_ins *ins = &walk_body(walk, top->func)->ins.data[number];
  uint32_t block = walk_block(walk, top->func, number);
  struct slicer *slicer = walk->slicer;
  reason used = walk_take_results(walk, top, ins), hit = why_written(walk, first, end);
  if (ins->op == IR_CALL) {
    reason why = why_decisive_call(walk, top->func, number);
    slice_add_operand(slicer, top, ins->a, why);
    if (is_assumption(walk, top->func, number)) {
      why = REASON_ALWAYS;
      slice_add_uses(slicer, top, ins, why);
    }
    slice_add_block(slicer, top, block, why);
  }
  if (used != REASON_NONE && looks_at_objects(walk, top->func, ins))
    slice_open(walk->slice, OPEN_LAYOUT);
  if (used == REASON_NONE && hit == REASON_NONE) {
    add_target(walk, top, number);
    return;
  }
  slice_add_block(slicer, top, block, hit);
  if (hit != REASON_NONE && undo_loose_store(walk, top, ins, first, end, hit)) return;
  reason why = unite(walk, used, hit);
  if ((ins->op == IR_MEMCPY || ins->op == IR_MEMMOVE) &&
      undo_copy(walk, top, ins, first, end, why)) {
    add_target(walk, top, number);
    return;
  }
  remove_written(walk, first, end);
  slice_add_uses(slicer, top, ins, why);
  add_read(walk, first, end, why);
}

static bool has_effect(unsigned op) {
  switch (op) {
  case IR_STORE:
  case IR_MEMCPY:
  case IR_MEMMOVE:
  case IR_MEMSET:
  case IR_VASTART:
  case IR_CALL:
  case IR_STACKRESTORE: return true;
  default: return false;
  }
}

static bool undo_loose_load(struct walk *walk, struct activation *top, const struct ir_ins *ins,
                            const struct decision_range *result, size_t first, size_t end,
                            reason why) {
  if (ins->op != IR_LOAD || result->width != 8 || end != first + 1) return false;
  const struct access *access = &walk->steps.accesses.data[first];
  if (access->kind != TRACE_READ || access->size != 1) return false;
  slice_add_operand(walk->slicer, top, ins->a, why);
  slice_add_loose(walk->slicer, walk->slice, access->address, result, why);
  return true;
}

static void undo_value(struct walk *walk, uint32_t number, size_t first, size_t end) {
  struct activation *top = slice_top(walk->slice);
  const struct ir_ins *ins = &walk_body(walk, top->func)->ins.data[number];
  if (!ir_has_dst(ins->op)) return;
  struct decision_range range, result = slice_range(top, ins->dst);
  reason why = slice_take_register(top, ins->dst);
  if (why == REASON_NONE || undo_loose_load(walk, top, ins, &result, first, end, why)) return;
  uint32_t operand = decision_range_of_operand(walk_body(walk, top->func), ins, &result, &range);
  if (operand != IR_NONE) {
    slice_add_ranged(walk->slicer, top, operand, &range, why);
    return;
  }
  slice_add_uses(walk->slicer, top, ins, why);
  if (ins->op == IR_SETJMP || ins->op == IR_STACKSAVE ||
      writes_observe_layout(walk->slicer->writes, top->func, number))
    slice_open(walk->slice, OPEN_LAYOUT);
  if (ins->op == IR_LOAD && first == end)
    slice_open(walk->slice, OPEN_TRACE); /* what did it read? */
  add_read(walk, first, end, why);
}

/* ---- stretches ---- */

static bool is_inside_model(const struct slice *slice) {
  for (size_t i = slice->stack.count; i-- > 0;)
    if (slice->stack.data[i].is_modelled) return true;
  return false;
}

/* Accesses that belong to none of the instructions: by a model, or of the variable arguments, which
   the symbolic interpreter stores when the function has been entered. */
static void undo_strays(struct walk *walk, size_t first, size_t end) {
  struct slice *slice = walk->slice;
  for (size_t i = end; i-- > first;) {
    const struct access *access = &walk->steps.accesses.data[i];
    if (access->kind == TRACE_READ) continue;
    reason why = slice_why_bytes(walk->slicer, slice, access->address, access->size);
    if (why == REASON_NONE) continue;
    struct activation *top = slice_top(slice);
    if (is_inside_model(slice)) {
      for (size_t k = 0; k < slice->stack.count; k++)
        if (slice->stack.data[k].is_modelled)
          slice->stack.data[k].needs_reads = unite(walk, slice->stack.data[k].needs_reads, why);
    } else if (access->ins == 0 && walk_body(walk, top->func)->is_variadic) {
      top->needs_varargs = unite(walk, top->needs_varargs, why);
    } else {
      slice_open(slice, OPEN_TRACE);
    }
    if (access->kind == TRACE_WRITE) slice_remove_bytes(slice, access->address, access->size);
  }
}

static void add_model_reads(struct walk *walk, size_t first, size_t end) {
  reason why = REASON_NONE;
  for (size_t i = 0; i < walk->slice->stack.count; i++)
    why = unite(walk, why, walk->slice->stack.data[i].needs_reads);
  add_read(walk, first, end, why);
}

/* Accesses from `first` to `end` were recorded since the step before. Those of an instruction are
   in a row: nothing else runs in between. */
static void undo_run(struct walk *walk, const struct step *step, size_t first, size_t end) {
  uint32_t func = step->func;
  for (uint32_t i = step->end; i-- > step->first;) {
    size_t stray = end;
    while (stray > first && (walk->steps.accesses.data[stray - 1].ins > i ||
                             walk->steps.accesses.data[stray - 1].ins < step->first))
      stray--;
    if (stray < end) undo_strays(walk, stray, end);
    end = stray;
    size_t begin = end;
    while (begin > first && walk->steps.accesses.data[begin - 1].ins == i) begin--;
    const struct ir_ins *ins = &walk_body(walk, func)->ins.data[i];
    if (i == 0 && walk_body(walk, func)->is_variadic) {
      reason *why = &slice_top(walk->slice)->needs_varargs;
      *why = unite(walk, *why, why_written(walk, begin, end));
    }
    if (has_effect(ins->op))
      undo_effect(walk, i, begin, end);
    else
      undo_value(walk, i, begin, end);
    add_model_reads(walk, begin, end);
    if (!has_effect(ins->op)) undo_strays(walk, begin, end);
    end = begin;
  }
  undo_strays(walk, first, end);
}

/* ---- calls ---- */

/* The first function has returned. */
static void undo_last_leave(struct walk *walk, const struct step *step) {
  while (walk->slice->stack.count > 0) slice_pop(walk->slice);
  slice_push(walk->slicer, walk->slice, step->number, 0);
  slice_add_block(walk->slicer, slice_top(walk->slice), step->end, REASON_ALWAYS);
}

struct used_result {
  uint32_t number;
  struct decision_range range;
  reason why;
};

static void undo_leave(struct walk *walk, const struct step *step, bool is_modelled) {
  if (step->func == (uint32_t)TRACE_NOWHERE) {
    undo_last_leave(walk, step);
    return;
  }
  if (walk->slice->stack.count == 0 || slice_top(walk->slice)->func != step->func) {
    slice_open(walk->slice, OPEN_TRACE);
    return;
  }
  const struct ir_func *caller = walk_body(walk, step->func),
                       *callee = walk_body(walk, step->number);
  VEC(struct used_result) used = {0};
  reason why = REASON_NONE;
  struct activation *top = slice_top(walk->slice);
  const struct ir_call *call = &caller->calls.data[caller->ins.data[step->first].b];
  for (uint32_t i = 0; i < call->result_count; i++) {
    ir_operand reg = caller->operands.data[call->first_result + i];
    struct used_result result = {i, slice_range(top, reg), slice_take_register(top, reg)};
    if (result.why != REASON_NONE) vec_push(&used, result);
    why = unite(walk, why, result.why);
  }
  top->call = step->first;
  slice_push(walk->slicer, walk->slice, step->number, 0);
  top = slice_top(walk->slice);
  top->is_modelled = is_modelled;
  const struct ir_ins *end = ir_terminator(callee, step->end);
  if (is_modelled) {
    top->needs_reads = why;
  } else if (used.count > 0 && end->op == IR_RET) {
    for (size_t i = 0; i < used.count; i++)
      if (used.data[i].number < end->c)
        slice_add_ranged(walk->slicer, top, callee->operands.data[end->b + used.data[i].number],
                         &used.data[i].range, used.data[i].why);
    slice_add_block(walk->slicer, top, step->end, why);
  } else if (used.count > 0) {
    slice_open(walk->slice, OPEN_TRACE); /* a function that a model has left needs no results */
  }
  vec_free(&used);
}

static void undo_enter(struct walk *walk, const struct step *step) {
  struct slice *slice = walk->slice;
  if (slice->stack.count < 2) {
    slice_open(slice, OPEN_TRACE);
    return;
  }
  const struct ir_func *caller = walk_body(walk, step->func),
                       *callee = walk_body(walk, step->number);
  struct activation *top = slice_top(slice), *below = top - 1;
  const struct ir_ins *ins = &caller->ins.data[step->first];
  const struct ir_call *call = &caller->calls.data[ins->b];
  reason all = unite(walk, top->needs_reads, top->needs_varargs);
  reason touched = unite(walk, top->touched, all);
  for (uint32_t i = 0; i < callee->params.count; i++) {
    struct decision_range range = slice_range(top, callee->params.data[i]);
    reason why = slice_take_register(top, callee->params.data[i]);
    touched = unite(walk, touched, why);
    if (i < call->arg_count)
      slice_add_ranged(walk->slicer, below, caller->operands.data[call->first_arg + i], &range,
                       why);
  }
  slice_pop(slice);
  below = slice_top(slice);
  if (below->func != step->func) {
    slice_open(slice, OPEN_TRACE);
    return;
  }
  slice_add_uses(walk->slicer, below, ins, all);
  touched = unite(walk, touched, why_decisive_call(walk, step->func, step->first));
  slice_add_operand(walk->slicer, below, ins->a, touched);
  slice_add_block(walk->slicer, below, walk_block(walk, step->func, step->first), touched);
}

/* The call itself writes the variable arguments, before the function is entered. */
static void undo_vararg_writes(struct walk *walk, const struct step *step, size_t first,
                               size_t end) {
  struct activation *top = slice_top(walk->slice);
  reason why = walk->slice->is_open ? REASON_NONE : why_written(walk, first, end);
  if (why == REASON_NONE) return;
  remove_written(walk, first, end);
  slice_add_uses(walk->slicer, top, &walk_body(walk, step->func)->ins.data[step->first], why);
  slice_add_block(walk->slicer, top, walk_block(walk, step->func, step->first), why);
  add_read(walk, first, end, why);
}

/* ---- the whole piece ---- */

static size_t accesses_before(const struct walk *walk, size_t step) {
  return step == 0 ? 0 : walk->steps.list.data[step - 1].accesses;
}

static void undo_step(struct walk *walk, size_t number) {
  const struct step *step = &walk->steps.list.data[number];
  size_t first = accesses_before(walk, number);
  switch ((enum step_kind)step->kind) {
  case STEP_RUN: undo_run(walk, step, first, step->accesses); break;
  case STEP_EDGE: walk_undo_edge(walk, step); break;
  case STEP_CONDITION: walk_undo_condition(walk, step, first); break;
  case STEP_LEAVE:
    undo_leave(walk, step, number > 0 && walk->steps.list.data[number - 1].kind == STEP_MODEL);
    break;
  case STEP_ENTER:
    undo_enter(walk, step);
    undo_vararg_writes(walk, step, first, step->accesses);
    break;
  case STEP_MODEL: {
    undo_strays(walk, first, step->accesses);
    add_model_reads(walk, first, step->accesses);
    break;
  }
  case STEP_STOP: walk->visit(walk->context, step->number, walk->slice); break;
  }
}

void walk_back(struct slicer *slicer, const struct walk_piece *piece, struct slice *slice,
               void (*visit)(void *context, size_t stop, struct slice *slice), void *context) {
  struct walk walk = {
      .slicer = slicer, .piece = piece, .slice = slice, .visit = visit, .context = context};
  if (!slice->is_open && !steps_read(&walk.steps, slicer, piece)) slice_open(slice, OPEN_TRACE);
  for (size_t i = walk.steps.done; i < walk.steps.accesses.count && piece->adds_last; i++)
    if (!slice->is_open)
      slice_add_bytes(slicer, slice, walk.steps.accesses.data[i].address,
                      walk.steps.accesses.data[i].size, REASON_ALWAYS);
  for (size_t i = walk.steps.list.count; i-- > 0 && !slice->is_open;) {
    size_t before = walk.steps.list.data[i].kind == STEP_LEAVE ? walk_undo_text_call(&walk, i) : i;
    if (before == i)
      undo_step(&walk, i);
    else
      i = before;
  }
  *slicer->spent += STEP_WORK * (walk.steps.list.count + walk.steps.accesses.count);
  steps_free(&walk.steps);
}

void walk_objects(struct slicer *slicer, const struct walk_piece *piece) {
  struct trace_cursor cursor = steps_cursor(piece);
  struct trace_event event;
  while (trace_next(&cursor, &event))
    if (event.kind == TRACE_NEW)
      writes_note_object(slicer->writes, event.address, event.size, event.func, event.number);
}

bool walk_accesses(struct slicer *slicer, const struct walk_piece *piece) {
  struct trace_cursor cursor = steps_cursor(piece);
  struct trace_event event;
  while (trace_next(&cursor, &event)) {
    if (event.kind != TRACE_READ && event.kind != TRACE_WRITE && event.kind != TRACE_MAY_WRITE)
      continue;
    if (!writes_expect(slicer->writes, event.func, event.number, event.address)) return false;
  }
  return true;
}
