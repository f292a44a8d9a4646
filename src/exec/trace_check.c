/* Following a trace through the IR.

   The walk knows the instruction that comes next. Functions with a model (exec/models) return from
   anywhere. A state that stops in an instruction, to fork
   or for the symbolic interpreter, executes it again: positions may step back to the last access.
 */
#include "exec/trace_check.h"

#include "exec/explore/path_tree.h"
#include "exec/machine.h"
#include "exec/translate/op.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/fault.h"

#include <stdlib.h>

struct walk {
  const struct machine *machine;
  const struct exploration *exploration;
  struct place at; /* the next instruction */
  VEC(struct place) callers;
  uint32_t done; /* the last access in this block was by the instruction before this one */
};

static const struct ir_func *func_of(const struct walk *walk) {
  return walk->machine->program->funcs.data[walk->at.func];
}

static const struct code *code_of(const struct walk *walk) {
  return walk->exploration->codes[walk->at.func];
}

static uint32_t block_of(const struct walk *walk, uint32_t ins) {
  return code_of(walk)->ins_block[ins];
}

static void move_to(struct walk *walk, uint32_t func, uint32_t ins) {
  walk->at = (struct place){func, ins};
  walk->done = ins;
}

/* All loads and stores on the way have been recorded. */
static void advance(struct walk *walk, uint32_t ins) {
  const struct ir_func *func = func_of(walk);
  REQUIRE(block_of(walk, ins) == block_of(walk, walk->at.ins));
  for (uint32_t i = walk->done; i < ins; i++)
    REQUIRE(func->ins.data[i].op != IR_LOAD && func->ins.data[i].op != IR_STORE);
  walk->at.ins = ins;
}

static void take_access(struct walk *walk, const struct trace_event *event) {
  const struct ir_func *func = func_of(walk);
  REQUIRE(event->number < func->ins.count);
  if (event->number < walk->done && event->number + 1 >= walk->done) return;
  advance(walk, event->number);
  const struct ir_ins *ins = &func->ins.data[event->number];
  /* A load through a pointer from undefined code may make what it leads to, and fill it. */
  bool fills = walk->machine->has_unknown && ins->op == IR_LOAD && event->kind == TRACE_WRITE;
  if ((ins->op == IR_LOAD || ins->op == IR_STORE) && !fills) {
    REQUIRE((ins->op == IR_STORE) == (event->kind != TRACE_READ));
    REQUIRE(event->size >= ir_byte_size(ins->width));
  }
  walk->done = event->number + 1;
}

static bool owns_edge(const struct ir_func *func, const struct ir_ins *ins, uint32_t edge) {
  switch (ins->op) {
  case IR_BR: return ins->a == edge;
  case IR_CONDBR: return ins->b == edge || ins->c == edge;
  case IR_SWITCH:
  case IR_INDIRECTBR:
    if (ins->op == IR_SWITCH && ins->dst == edge) return true;
    for (uint32_t i = 0; i < ins->c; i++)
      if (func->cases.data[ins->b + i].edge == edge) return true;
    return false;
  default: return false;
  }
}

static uint32_t last_of(const struct walk *walk) {
  const struct ir_block *block = &func_of(walk)->blocks.data[block_of(walk, walk->at.ins)];
  return block->first + block->count - 1;
}

static void take_edge(struct walk *walk, uint32_t edge) {
  const struct ir_func *func = func_of(walk);
  REQUIRE(edge < func->edges.count);
  advance(walk, last_of(walk));
  REQUIRE(owns_edge(func, &func->ins.data[walk->at.ins], edge));
  move_to(walk, walk->at.func, func->blocks.data[func->edges.data[edge].target].first);
}

static void enter(struct walk *walk, const struct trace_event *event) {
  advance(walk, event->call);
  REQUIRE(func_of(walk)->ins.data[event->call].op == IR_CALL);
  vec_push(&walk->callers, ((struct place){walk->at.func, event->call}));
  move_to(walk, event->number, 0);
}

static void leave(struct walk *walk, const struct trace_event *event) {
  if (code_of(walk)->model == NULL) REQUIRE(func_of(walk)->ins.data[last_of(walk)].op == IR_RET);
  if (walk->callers.count > 0) {
    struct place behind = vec_pop(&walk->callers);
    REQUIRE(behind.func == event->number && behind.ins == event->call);
  }
  move_to(walk, event->number, event->call + 1);
}

static void take_new(struct walk *walk, const struct trace_event *event) {
  unsigned op = func_of(walk)->ins.data[event->number].op;
  /* What a pointer from undefined code leads to is made when it is first used. */
  REQUIRE(op == IR_ALLOCA || op == IR_CALL || walk->machine->has_unknown);
}

static void take_condition(struct walk *walk, const struct trace_event *event) {
  const struct ir_func *func = func_of(walk);
  REQUIRE(event->block_count > 0 && event->number < func->blocks.count);
  REQUIRE(event->blocks[0] == block_of(walk, walk->at.ins));
  move_to(walk, walk->at.func, func->blocks.data[event->number].first);
}

static void take(struct walk *walk, const struct trace_event *event) {
  REQUIRE(event->kind == TRACE_JUMP || event->func == walk->at.func);
  switch (event->kind) {
  case TRACE_EDGE: take_edge(walk, event->number); break;
  case TRACE_ENTER: enter(walk, event); break;
  case TRACE_LEAVE: leave(walk, event); break;
  case TRACE_NEW: take_new(walk, event); break;
  case TRACE_MODEL: REQUIRE(code_of(walk)->model != NULL); break;
  case TRACE_READ:
  case TRACE_WRITE:
  case TRACE_MAY_WRITE: take_access(walk, event); break;
  case TRACE_CONDITION: take_condition(walk, event); break;
  case TRACE_JUMP:
    while (walk->callers.count > 0 && walk->at.func != event->func)
      walk->at.func = vec_pop(&walk->callers).func;
    walk->callers.count = 0;
    move_to(walk, event->func, event->number + 1);
    break;
  }
}

void trace_check(const struct machine *machine, const struct path_node *node) {
  if (node->trace.is_lost) return;
  struct walk walk = {.machine = machine, .exploration = node->exploration};
  move_to(&walk, node->begin.func, node->begin.ins);
  struct trace_cursor cursor = trace_begin(machine, node);
  struct trace_event event;
  while (trace_next(&cursor, &event)) take(&walk, &event);
  if (walk.at.func != (uint32_t)TRACE_NOWHERE) {
    REQUIRE(node->end.func == walk.at.func);
    REQUIRE(block_of(&walk, node->end.ins) == block_of(&walk, walk.at.ins));
  }
  vec_free(&walk.callers);
}
