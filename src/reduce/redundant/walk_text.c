/* Walking back over functions that look for the end of a text. strlen and strnlen in the libc go
   over whole words, which no range of a byte stands for, so a call is undone as a whole: it matters
   where the text ends, and not which letters it has. A call in which a path has forked is left out,
   since there is more than one length then. */
#include "exec/trace.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/walk_state.h"

/* The step by which the function was entered that is left by this one; 0 if it is not in the piece.
 */
static size_t find_enter(const struct walk *walk, size_t leave) {
  size_t depth = 1;
  for (size_t i = leave; i-- > 1;) {
    unsigned kind = walk->steps.list.data[i].kind;
    if (kind == STEP_MODEL || kind == STEP_STOP || kind == STEP_CONDITION) return 0;
    depth += kind == STEP_LEAVE;
    depth -= kind == STEP_ENTER;
    if (depth == 0) return i;
  }
  return 0;
}

static bool only_reads(const struct walk *walk, size_t first, size_t end) {
  for (size_t i = first; i < end; i++)
    if (walk->steps.accesses.data[i].kind != TRACE_READ) return false;
  return end > first;
}

/* Of the bytes before the last one that it looked at, it matters that they are not 0; those behind
   that, in the same word, do not matter. */
static void add_text(struct walk *walk, size_t first, size_t end, reason why) {
  const struct access *last = &walk->steps.accesses.data[end - 1];
  struct decision_range is_text = {8, 1, 0xff};
  for (size_t i = first; i + 1 < end; i++) {
    const struct access *access = &walk->steps.accesses.data[i];
    for (uint64_t k = 0; k < access->size && access->address + k < last->address; k++)
      slice_add_loose(walk->slicer, walk->slice, access->address + k, &is_text, why);
  }
  slice_add_bytes(walk->slicer, walk->slice, last->address, last->size, why);
}

size_t walk_undo_text_call(struct walk *walk, size_t number) {
  const struct step *leave = &walk->steps.list.data[number];
  if (leave->func == (uint32_t)TRACE_NOWHERE || walk->slice->stack.count == 0 ||
      slice_top(walk->slice)->func != leave->func ||
      !flows_of(walk->slicer->flows, leave->number)->finds_end || !walk->slicer->knows_libc)
    return number;
  const struct ir_func *caller = walk_body(walk, leave->func);
  const struct ir_ins *ins = &caller->ins.data[leave->first];
  if (call_graph_direct_callee(caller, ins) != leave->number) return number;
  size_t enter = find_enter(walk, number);
  if (enter == 0) return number;
  size_t first = walk->steps.list.data[enter].accesses;
  size_t end = walk->steps.list.data[number - 1].accesses;
  if (!only_reads(walk, first, end)) return number;
  struct activation *top = slice_top(walk->slice);
  reason why = walk_take_results(walk, top, ins);
  if (why != REASON_NONE) {
    slice_add_uses(walk->slicer, top, ins, why);
    slice_add_block(walk->slicer, top, walk_block(walk, leave->func, leave->first), why);
    add_text(walk, first, end, why);
  }
  return enter;
}
