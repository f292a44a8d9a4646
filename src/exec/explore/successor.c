/* Making states for reducers. The interpreter's functions work on the running state, so a successor
   is made the running one for the time of a call; the page caches are of the running state and
   are emptied on the way in and out. */
#include "exec/explore/successor.h"

#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"
#include "exec/translate/translate.h"
#include "expr/expr.h"
#include "memory/symbolic.h"
#include "solver/path_condition.h"
#include "util/fault.h"

struct visit {
  struct state *running;
  enum event event;
  const char *stop_reason;
};

static struct visit enter(struct machine *machine, struct state *successor) {
  struct visit visit = {machine->state, machine->event, machine->stop_reason};
  memory_forget_all(&machine->memory);
  machine->state = successor;
  successor->top = frame_unshare(&machine->memory.pool, successor->top);
  return visit;
}

static void leave(struct machine *machine, const struct visit *visit) {
  memory_forget_all(&machine->memory);
  machine->state = visit->running;
  machine->event = visit->event;
  machine->stop_reason = visit->stop_reason;
}

struct state *successor_new(struct machine *machine, struct state *state) {
  struct state *successor = state_fork(state);
  memory_forget_writes(&machine->memory);
  state->top = frame_unshare(&machine->memory.pool, state->top);
  successor->covers_new = false;
  successor->arrived = 0;
  if (successor->next != NULL) { /* registers may become symbolic */
    successor->ins = state_place(successor).ins;
    successor->next = NULL;
  }
  return successor;
}

void successor_free(struct machine *machine, struct state *successor) {
  state_free(&machine->memory, successor);
}

void successor_give(struct machine *machine, struct state *successor) {
  vec_push(&machine->successors, successor);
}

struct expr *successor_get(struct machine *machine, struct state *successor, uint32_t reg) {
  struct visit visit = enter(machine, successor);
  struct expr *value = operand_expr(machine, reg);
  leave(machine, &visit);
  return value;
}

void successor_set(struct machine *machine, struct state *successor, uint32_t reg,
                   struct expr *value) {
  struct visit visit = enter(machine, successor);
  REQUIRE(value->width == operand_width(machine, reg));
  struct value words = value_from(value);
  value_set(machine, reg, &words);
  leave(machine, &visit);
}

struct expr *successor_read(struct machine *machine, struct state *successor, uint64_t address,
                            unsigned size) {
  struct access_fault fault;
  struct visit visit = enter(machine, successor);
  struct expr *value =
      memory_read_value(&machine->memory, &successor->space, address, size, &fault);
  leave(machine, &visit);
  return value;
}

bool successor_write(struct machine *machine, struct state *successor, uint64_t address,
                     unsigned size, struct expr *value) {
  struct access_fault fault;
  struct visit visit = enter(machine, successor);
  bool is_good =
      memory_write_value(&machine->memory, &successor->space, address, size, value, &fault);
  leave(machine, &visit);
  return is_good;
}

void successor_forget_path(struct machine *machine, struct state *successor) {
  (void)machine;
  path_condition_release(successor->path);
  successor->path = NULL;
}

void successor_shorten_path(struct state *successor, uint32_t depth) {
  struct path_condition *path = path_condition_prefix(successor->path, depth);
  path_condition_retain(path);
  path_condition_release(successor->path);
  successor->path = path;
}

bool successor_assume(struct machine *machine, struct state *successor, struct expr *condition,
                      bool *is_known) {
  struct visit visit = enter(machine, successor);
  enum decision decision = decide_try(machine, condition);
  leave(machine, &visit);
  *is_known = decision != DECIDE_STOP;
  return decision == DECIDE_TRUE;
}

void successor_go_to(struct machine *machine, struct state *successor, uint32_t block) {
  (void)machine;
  const struct ir_func *func = successor->top->code->func;
  REQUIRE(block < func->blocks.count);
  successor->next = NULL;
  successor->ins = func->blocks.data[block].first;
  successor->arrived = 0;
}

void successor_return(struct machine *machine, struct state *successor, struct expr *result) {
  struct visit visit = enter(machine, successor);
  struct value value = value_from(result);
  careful_leave(machine, &value, 1);
  successor->arrived = 0;
  leave(machine, &visit);
}

void successor_enter(struct machine *machine, struct state *successor, uint32_t func) {
  struct visit visit = enter(machine, successor);
  const struct code *code = machine->codes[func];
  if (code == NULL) code = code_translate(machine, func);
  struct frame *old = successor->top;
  struct frame *frame = frame_new(&machine->memory.pool, code->slot_count);
  frame->code = code;
  frame->caller = old->caller;
  frame->caller->refs++;
  frame->call = old->call;
  frame->serial = old->serial;
  frame->stack_mark = old->stack_mark;
  frame->depth = old->depth;
  frame_release(&machine->memory.pool, old);
  successor->top = frame;
  successor->next = NULL;
  successor->ins = code->func->blocks.data[0].first;
  leave(machine, &visit);
}

struct expr *successor_make_input(struct machine *machine, struct state *successor,
                                  const char *name, unsigned width) {
  REQUIRE(width >= 1 && width <= 64);
  struct visit visit = enter(machine, successor);
  uint32_t size = (width + 7) / 8;
  const struct expr_array *array = symbol_add_hidden(machine, name, size)->array;
  struct expr *value = expr_input(machine->exprs, array, 0);
  for (uint32_t i = 1; i < size; i++)
    value = expr_concat(machine->exprs, expr_input(machine->exprs, array, i), value);
  leave(machine, &visit);
  return width == 8 * size ? value : expr_extract(machine->exprs, value, 0, width);
}
