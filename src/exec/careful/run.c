/* The main loop of the symbolic interpreter, and the table of its handlers. */
#include "exec/careful/careful.h"
#include "exec/models/models.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"

#include <string.h>

careful_handler *const careful_handlers[IR_OPCODE_COUNT] = {
    [IR_ADD... IR_ASHR] = careful_integer,
    [IR_EQ... IR_SMULO] = careful_compare,
    [IR_TRUNC... IR_SEXT] = careful_convert,
    [IR_FCONV... IR_UITOFP] = careful_float,
    [IR_MOV... IR_CTTZ] = careful_unary,
    [IR_SELECT] = careful_select,
    [IR_FADD... IR_FCMP] = careful_float,
    [IR_FNEG... IR_FABS] = careful_unary,
    [IR_FSQRT... IR_FMA] = careful_float,
    [IR_LOAD] = careful_load,
    [IR_STORE] = careful_store,
    [IR_MEMCPY... IR_MEMMOVE] = careful_copy,
    [IR_MEMSET] = careful_fill,
    [IR_ALLOCA] = careful_alloca,
    [IR_STACKSAVE... IR_VASTART] = careful_stack,
    [IR_GUARD] = careful_guard,
    [IR_SETJMP] = careful_setjmp,
    [IR_LONGJMP] = careful_longjmp,
    [IR_CALL] = careful_call,
    [IR_BR] = careful_jump,
    [IR_CONDBR] = careful_branch,
    [IR_SWITCH] = careful_switch,
    [IR_INDIRECTBR] = careful_indirect,
    [IR_RET] = careful_return,
    [IR_UNREACHABLE] = careful_unreachable,
    [IR_TRAP] = careful_trap,
};

/* Threaded code omits instructions that were folded into their users. Those omitted before the
   place where it stopped are executed now. All of them are pure. */
static void catch_up(struct machine *m) {
  struct state *state = m->state;
  const struct code *code = state->top->code;
  uint32_t stop = state->ins;
  if (stop >= code->func->ins.count) return;
  const bool *at = code->is_folded + code->func->blocks.data[code->ins_block[stop]].first;
  const bool *end = code->is_folded + stop;
  /* Few are folded, and a block may have thousands of calls, each of which returns to here. */
  for (; (at = memchr(at, true, (size_t)(end - at))) != NULL; at++) {
    state->ins = (uint32_t)(at - code->is_folded);
    const struct ir_ins *ins = &code->func->ins.data[state->ins];
    careful_handlers[ins->op](m, ins);
  }
  state->ins = stop;
}

/* After a jump, a call or a return: can threaded code take over? */
static bool is_concrete(struct machine *m) {
  struct state *state = m->state;
  struct frame *frame = state->top;
  const struct code *code = frame->code;
  if (frame->symbolic == NULL) return true;
  uint32_t block = code->ins_block[state->ins];
  if (state->ins == code->func->blocks.data[block].first) {
    struct code_live live = code_live_at(code, block);
    code_keep_live(&live, frame->symbolic, frame->slots);
  }
  if (frame->symbolic->count != 0) return false;
  registers_free(&m->memory.pool, frame->symbolic);
  frame->symbolic = NULL;
  return true;
}

static void hand_over(struct machine *m) {
  const struct code *code = m->state->top->code;
  m->state->next = code->ops + code->first_ops[m->state->ins];
  m->event = EVENT_FAST;
}

/* Whether to continue after a jump. */
static bool goes_on(struct machine *m) {
  struct state *state = m->state;
  if (m->forked.count != 0) {
    m->event = EVENT_FORK;
  } else if (state->arrived & m->stops) {
    m->event = EVENT_JOIN;
    if (is_concrete(m))
      state->next = state->top->code->ops + state->top->code->first_ops[state->ins];
  } else if (m->fuel < 0 || m->watch->must_stop || m->is_tired) {
    m->event = EVENT_FUEL;
  } else {
    state->arrived = 0;
    if (is_concrete(m))
      hand_over(m);
    else
      catch_up(m); /* a caller that ran threaded code may be in the middle of a block */
  }
  return m->event == EVENT_NONE;
}

static void run(struct machine *m) {
  struct state *state = m->state;
  for (;;) {
    const struct ir_ins *ins = &state->top->code->func->ins.data[state->ins];
    switch (careful_handlers[ins->op](m, ins)) {
    case OUTCOME_NEXT:
      state->ins++;
      m->patience = 0;
      if (m->forked.count == 0) break;
      m->event = EVENT_FORK;
      return;
    case OUTCOME_JUMPED:
      m->patience = 0;
      if (!goes_on(m)) return;
      break;
    case OUTCOME_STOPPED: return;
    }
  }
}

void careful_run(struct machine *machine, int64_t fuel) {
  struct state *state = machine->state;
  machine->event = EVENT_NONE;
  machine->fuel = fuel;
  machine->is_careful = true;
  state->top = frame_unshare(&machine->memory.pool, state->top);
  enum outcome outcome = models_try(machine);
  if (outcome == OUTCOME_NEXT) catch_up(machine);
  if (outcome == OUTCOME_NEXT || (outcome == OUTCOME_JUMPED && goes_on(machine))) run(machine);
  machine->is_careful = false;
}
