/* Jumps, calls, returns, and the exits of threaded code. */
#include "exec/builtin/builtin.h"
#include "exec/fast/fast.h"
#include "exec/floats.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/trace.h"
#include "exec/translate/code.h"
#include "exec/translate/site.h"
#include "exec/translate/translate.h"
#include "ir/ir.h"
#include "util/fault.h"

#include <string.h>

#define JUMP_BY(distance, spent)                                                                   \
  do {                                                                                             \
    const struct op *target = op + (int32_t)(distance);                                            \
    if (UNLIKELY((fuel -= (spent)) < 0)) __attribute__                                             \
      ((musttail)) return fast_out_of_fuel(target, r, m, fuel);                                    \
    DISPATCH(target);                                                                              \
  } while (0)

HANDLER(fast_jump) { JUMP_BY(op->jump, op->count); }

HANDLER(fast_jump_move) {
  r[op->dst] = r[op->a];
  JUMP_BY(op->jump, op->count);
}

HANDLER(fast_jump_move2) {
  r[op->dst] = r[op->a];
  r[op->c] = r[op->b];
  JUMP_BY(op->jump, op->count);
}

HANDLER(fast_branch_bool) {
  if (r[op->a]) JUMP_BY(op->dst, op->count);
  JUMP_BY(op->c, op->count);
}

HANDLER(fast_switch_dense) {
  const struct switch_site *site = op->data;
  uint64_t index = r[op->a] - site->lowest;
  JUMP_BY(index < site->count ? site->jumps[index] : site->fallback, op->b);
}

static int32_t find_case(const struct switch_site *site, uint64_t value) {
  uint32_t low = 0, high = site->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (site->values[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < site->count && site->values[low] == value ? site->jumps[low] : site->fallback;
}

HANDLER(fast_switch) { JUMP_BY(find_case(op->data, r[op->a]), op->b); }

/* A block's address is that of its function plus its number plus one. */
static bool find_indirect_jump(struct machine *m, const struct indirect_site *site,
                               uint64_t address, int32_t *jump) {
  uint64_t block = address - m->layout.func_addresses[m->state->top->code->func->number] - 1;
  for (uint32_t i = 0; i < site->count; i++) {
    if (site->blocks[i] != block) continue;
    *jump = site->jumps[i];
    return true;
  }
  error_raise(m, ERROR_EXEC, "bad jump target: 0x%llx is not the address of a label here",
              (unsigned long long)address);
  return false;
}

HANDLER(fast_indirect_jump) {
  int32_t jump;
  m->stopped_at = op;
  if (!find_indirect_jump(m, op->data, r[op->a], &jump)) TAIL(fast_stop);
  JUMP_BY(jump, op->b);
}

/* ---- calls ---- */

static inline uint64_t word_value(const struct arg_word *word, const uint64_t *r) {
  return word->from == UINT32_MAX ? word->constant : r[word->from];
}

/* Stores the variable arguments in the layout that the ABI has for the stack. */
static bool store_varargs(struct machine *m, const struct call_site *site, struct frame *frame,
                          const uint64_t *r) {
  struct space *space = &m->state->space;
  struct space_request request = {.size = site->vararg_size,
                                  .align = 16,
                                  .kind = OBJECT_STACK,
                                  .site = site->loc,
                                  .name = site->vararg_name};
  struct object *area = space_allocate(&m->memory, space, &request);
  REQUIRE(area != NULL);
  frame->varargs = area->base;
  for (uint32_t i = 0; i < site->vararg_count; i++) {
    const struct vararg_word *vararg = &site->varargs[i];
    uint64_t to = frame->varargs + vararg->offset;
    struct access_fault fault;
    if (vararg->is_by_value) {
      bool was_write;
      uint64_t from = word_value(&vararg->low, r);
      if (vararg->size == 0) continue;
      if (!memory_copy(&m->memory, space, to, from, vararg->size, &fault, &was_write)) {
        error_raise_access(m, &fault, from, vararg->size, false);
        return false;
      }
      continue;
    }
    uint64_t words[2] = {word_value(&vararg->low, r), word_value(&vararg->high, r)};
    bool is_stored = memory_write(&m->memory, space, to, words, vararg->size, &fault);
    REQUIRE(is_stored);
  }
  return true;
}

/* The frame of the callee with its arguments set; it does not run yet. */
static inline __attribute__((always_inline)) struct frame *
make_frame(struct machine *m, const struct op *op, const struct call_site *site,
           const struct code *code, const uint64_t *r, bool clears) {
  struct state *state = m->state;
  struct frame *caller = state->top;
  struct frame *frame = pool_take(&m->memory.pool, frame_size(code->slot_count));
  if (clears) memset(frame->slots, 0, code->slot_count * sizeof frame->slots[0]);
  frame->refs = 1;
  frame->slot_count = code->slot_count;
  frame->code = code;
  frame->caller = caller;
  frame->call = op;
  frame->symbolic = NULL;
  frame->serial = state->next_serial++;
  frame->varargs = 0;
  frame->below = 0;
  frame->stack_mark = state->space.stack_top;
  frame->depth = caller->depth + 1;
  frame->round = 0; /* the pool reuses memory: it could look visited */
  frame->is_plain = false;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t i = 0; i < code->param_slot_count; i++)
    frame->slots[code->param_slots[i]] = word_value(&site->args[i], r);
  return frame;
}

static bool is_too_deep(struct machine *m) {
  if (LIKELY(m->state->top->depth < m->max_stack_frames)) return false;
  error_raise(m, ERROR_EXEC, "stack overflow: more than %u frames", m->max_stack_frames);
  return true;
}

/* The general entry: also for variadic functions, and clears registers if the leak search will
   read them. */
struct frame *fast_enter(struct machine *m, const struct op *op, const struct call_site *site,
                         const struct code *code, const uint64_t *r) {
  if (is_too_deep(m)) return NULL;
  struct frame *frame = make_frame(m, op, site, code, r, m->options.check_leaks);
  if (code->func->is_variadic && !store_varargs(m, site, frame, r)) {
    space_pop_stack(&m->memory, &m->state->space, frame->stack_mark, 0);
    pool_give(&m->memory.pool, frame, frame_size(frame->slot_count));
    return NULL;
  }
  m->state->top = frame;
  return frame;
}

/* Calls of functions that were not called before or need special treatment, and calls that are
   too deep. */
static HANDLER(slow_call) {
  const struct call_site *site = op->data;
  const struct code *code = m->codes[site->callee];
  m->stopped_at = op;
  if (code == NULL) code = code_translate(m, site->callee);
  struct frame *frame = fast_enter(m, op, site, code, r);
  if (frame == NULL) TAIL(fast_stop);
  r = frame->slots;
  DISPATCH(code->ops);
}

HANDLER(fast_call) {
  const struct call_site *site = op->data;
  const struct code *code = m->codes[site->callee];
  if (UNLIKELY(code == NULL || code->needs_care)) TAIL(slow_call);
  if (UNLIKELY(m->state->top->depth >= m->max_stack_frames)) TAIL(slow_call);
  struct frame *frame = make_frame(m, op, site, code, r, false);
  m->state->top = frame;
  r = frame->slots;
  DISPATCH(code->ops);
}

/* Whether the arguments fit the callee well enough; otherwise the call is an error. */
bool fast_fits_signature(const struct call_site *site, const struct ir_func *callee) {
  if (site->arg_count != callee->param_widths.count) return false;
  if (site->vararg_count && !callee->is_variadic) return false;
  if (site->result_count > callee->result_widths.count) return false;
  for (uint32_t i = 0; i < site->arg_count; i++)
    if (callee->param_widths.data[i] != site->arg_widths[i]) return false;
  for (uint32_t i = 0; i < site->result_count; i++)
    if (callee->result_widths.data[i] != site->result_widths[i]) return false;
  return true;
}

bool fast_check_signature(struct machine *m, const struct call_site *site,
                          const struct ir_func *callee) {
  uint32_t wanted = (uint32_t)callee->param_widths.count;
  if (fast_fits_signature(site, callee)) return true;
  /* If the caller has no prototype, every argument may be passed as a variable one. */
  if (site->arg_count != wanted || (site->vararg_count && !callee->is_variadic)) {
    error_raise(m, ERROR_EXEC, "bad signature: '%s' takes %u argument%s, called with %u",
                callee->name, wanted, wanted == 1 ? "" : "s", site->arg_count + site->vararg_count);
    return false;
  }
  for (uint32_t i = 0; i < wanted; i++) {
    if (callee->param_widths.data[i] == site->arg_widths[i]) continue;
    error_raise(m, ERROR_EXEC, "bad signature: argument %u of '%s' has %u bits, called with %u",
                i + 1, callee->name, callee->param_widths.data[i], site->arg_widths[i]);
    return false;
  }
  error_raise(m, ERROR_EXEC, "bad signature: '%s' does not return what the call expects",
              callee->name);
  return false;
}

static bool run_builtin(struct machine *m, const struct call_site *site,
                        const struct builtin *builtin, uint64_t *r) {
  uint64_t args[8] = {0}, result = 0;
  uint32_t count = site->arg_word_count < 8 ? site->arg_word_count : 8;
  for (uint32_t i = 0; i < count; i++) args[i] = word_value(&site->args[i], r);
  if (builtin->run == NULL) {
    code_go_careful(m);
    return false;
  }
  if (!builtin->run(m, args, &result)) return false;
  if (UNLIKELY(!site->has_returned)) code_note_return(m, site);
  if (site->result_word_count) r[site->results[0]] = result & ir_mask(site->result_widths[0]);
  return true;
}

HANDLER(fast_call_builtin) {
  const struct call_site *site = op->data;
  m->stopped_at = op;
  if (UNLIKELY(!run_builtin(m, site, site->builtin, r))) TAIL(fast_stop);
  NEXT;
}

/* What such a function does is made up by the careful interpreter, or it is an error. */
static void call_undefined(struct machine *m, const struct ir_func *callee) {
  if (m->options.external.mode != EXTERNAL_ERROR)
    code_go_careful(m);
  else
    error_raise(m, ERROR_EXTERNAL, "call to undefined function '%s'", callee->name);
}

HANDLER(fast_call_undefined) {
  const struct call_site *site = op->data;
  m->stopped_at = op;
  call_undefined(m, m->program->funcs.data[site->callee]);
  TAIL(fast_stop);
}

struct ir_func *fast_find_callee(struct machine *m, uint64_t address) {
  uint32_t number = machine_find_func(m, address);
  if (number != UINT32_MAX) return m->program->funcs.data[number];
  if (address == 0)
    error_raise(m, ERROR_EXEC, "call through null function pointer");
  else
    error_raise(m, ERROR_EXEC, "call through bad function pointer 0x%llx",
                (unsigned long long)address);
  return NULL;
}

/* A program may declare anything, and a function pointer may have any value. */
bool fast_check_builtin(struct machine *m, const struct call_site *site,
                        const struct builtin *builtin) {
  if (builtin->is_internal && (!site->is_trusted || site->callee == UINT32_MAX)) {
    error_raise(m, ERROR_EXTERNAL, "call of '%s', which is for smew's own runtime only",
                builtin->name);
    return false;
  }
  if (site->arg_word_count >= builtin->arg_count) return true;
  error_raise(m, ERROR_EXEC, "bad signature: '%s' takes %u arguments, called with %u",
              builtin->name, builtin->arg_count, site->arg_count);
  return false;
}

/* Also used for direct calls that are wrong. */
HANDLER(fast_call_indirect) {
  const struct call_site *site = op->data;
  m->stopped_at = op;
  struct ir_func *callee = site->callee == UINT32_MAX
                               ? fast_find_callee(m, word_value(&site->address, r))
                               : m->program->funcs.data[site->callee];
  if (callee == NULL) TAIL(fast_stop);
  const struct builtin *builtin = callee->has_body ? NULL : m->builtins[callee->number];
  if (builtin != NULL) {
    if (!fast_check_builtin(m, site, builtin)) TAIL(fast_stop);
    if (UNLIKELY(!run_builtin(m, site, builtin, r))) TAIL(fast_stop);
    NEXT;
  }
  if (!callee->has_body) {
    call_undefined(m, callee);
    TAIL(fast_stop);
  }
  if (!fast_check_signature(m, site, callee)) TAIL(fast_stop);
  const struct code *code = m->codes[callee->number];
  if (UNLIKELY(code == NULL)) code = code_translate(m, callee->number);
  struct frame *frame = fast_enter(m, op, site, code, r);
  if (frame == NULL) TAIL(fast_stop);
  r = frame->slots;
  DISPATCH(code->ops);
}

/* ---- returns ---- */

/* The frame that will run next, unshared so that results may be written to it. */
static inline struct frame *own_caller(struct machine *m, struct frame *frame) {
  if (UNLIKELY(frame->caller->refs > 1))
    frame->caller = frame_unshare(&m->memory.pool, frame->caller);
  return frame->caller;
}

/* Ends the running frame; the state takes over its reference to the caller. */
static inline void leave(struct machine *m, struct frame *frame) {
  struct state *state = m->state;
  if (state->space.stack_top != frame->stack_mark)
    space_pop_stack(&m->memory, &state->space, frame->stack_mark, 0);
  state->top = frame->caller;
  registers_free(&m->memory.pool, frame->symbolic);
  pool_give(&m->memory.pool, frame, frame_size(frame->slot_count));
}

/* The caller has symbolic registers. Its result registers are now concrete, so their former
   expressions are dropped. */
static void return_to_careful(struct machine *m, const struct op *call) {
  struct frame *frame = m->state->top;
  const struct call_site *site = call->data;
  for (uint32_t i = 0; i < site->result_word_count; i++)
    registers_clear(frame->symbolic, site->results[i]);
  m->state->next = NULL;
  m->state->ins = frame->code->origins[call - frame->code->ops] + 1;
  m->event = EVENT_CAREFUL;
}

static inline void arrive_behind(struct machine *m) {
  m->state->arrived = REDUCER_RETURN;
  m->event = EVENT_JOIN;
}

/* Whether the state stops after the call because a reducer wants to be asked there. */
#define STOP_BEHIND (m->stops & REDUCER_RETURN)
#define NO_STOP false

#define RETURN(store_results, stops_behind)                                                        \
  do {                                                                                             \
    struct frame *frame = m->state->top;                                                           \
    m->stopped_at = op;                                                                            \
    fuel -= op->b;                                                                                 \
    if (UNLIKELY(frame->caller == NULL)) {                                                         \
      m->event = EVENT_RETURN;                                                                     \
      TAIL(fast_stop);                                                                             \
    }                                                                                              \
    struct frame *caller = own_caller(m, frame);                                                   \
    const struct op *call = frame->call;                                                           \
    const struct call_site *call_site = call->data;                                                \
    store_results;                                                                                 \
    leave(m, frame);                                                                               \
    if (UNLIKELY(!call_site->has_returned)) code_note_return(m, call_site);                        \
    if (UNLIKELY(caller->symbolic != NULL)) {                                                      \
      return_to_careful(m, call);                                                                  \
      if (stops_behind) arrive_behind(m);                                                          \
      TAIL(fast_stop);                                                                             \
    }                                                                                              \
    if (stops_behind) {                                                                            \
      m->state->next = call + 1;                                                                   \
      arrive_behind(m);                                                                            \
      TAIL(fast_stop);                                                                             \
    }                                                                                              \
    r = caller->slots;                                                                             \
    op = call + 1;                                                                                 \
    if (UNLIKELY(fuel < 0)) TAIL(fast_out_of_fuel);                                                \
    DISPATCH(op);                                                                                  \
  } while (0)

static inline void return_words(const struct call_site *call, const struct return_site *site,
                                const uint64_t *from, uint64_t *to) {
  uint32_t count =
      call->result_word_count < site->word_count ? call->result_word_count : site->word_count;
  for (uint32_t i = 0; i < count; i++) to[call->results[i]] = word_value(&site->words[i], from);
}

#define RETURN_WORDS return_words(call_site, op->data, r, caller->slots)
#define RETURN_VALUE                                                                               \
  if (call_site->result_word_count) caller->slots[call_site->results[0]] = r[op->a]

HANDLER(fast_return) { RETURN(RETURN_WORDS, NO_STOP); }
HANDLER(fast_return_void) { RETURN((void)call_site, NO_STOP); }
HANDLER(fast_return_value) { RETURN(RETURN_VALUE, NO_STOP); }
HANDLER(fast_arriving_return) { RETURN(RETURN_WORDS, STOP_BEHIND); }
HANDLER(fast_arriving_return_void) { RETURN((void)call_site, STOP_BEHIND); }
HANDLER(fast_arriving_return_value) { RETURN(RETURN_VALUE, STOP_BEHIND); }

struct frame *fast_leave(struct machine *m) {
  struct frame *frame = m->state->top;
  struct frame *caller = own_caller(m, frame);
  leave(m, frame);
  return caller;
}

/* ---- setjmp and longjmp ---- */

bool fast_save_jump(struct machine *m, const struct op *op, uint64_t address) {
  m->state->has_set_jump = true;
  const struct frame *frame = m->state->top;
  struct jump_buffer buffer = {FAST_JUMP_MAGIC, frame->serial, (uint64_t)(op - frame->code->ops)};
  struct access_fault fault;
  if (memory_write(&m->memory, &m->state->space, address, &buffer, sizeof buffer, &fault))
    return true;
  error_raise_access(m, &fault, address, sizeof buffer, true);
  return false;
}

HANDLER(fast_setjmp) {
  m->stopped_at = op;
  if (!fast_save_jump(m, op, r[op->a])) TAIL(fast_stop);
  r[op->dst] = 0;
  NEXT;
}

static struct frame *find_jump_frame(struct machine *m, const struct jump_buffer *buffer) {
  if (buffer->magic != FAST_JUMP_MAGIC) {
    error_raise(m, ERROR_EXEC, "longjmp with a buffer that setjmp has not filled");
    return NULL;
  }
  struct frame *frame = m->state->top;
  while (frame != NULL && frame->serial != buffer->serial) frame = frame->caller;
  if (frame == NULL || buffer->place >= frame->code->op_count ||
      frame->code->ops[buffer->place].run != fast_setjmp) {
    error_raise(m, ERROR_EXEC, "longjmp to a function that has returned");
    return NULL;
  }
  return frame;
}

const struct op *fast_jump_back(struct machine *m, const struct jump_buffer *buffer,
                                uint32_t value) {
  struct frame *target = find_jump_frame(m, buffer);
  if (target == NULL) return NULL;
  if (target->depth < m->exploration->base_depth) {
    m->stop_reason = "longjmp out of a scratch exploration";
    m->event = EVENT_EARLY;
    return NULL;
  }
  uint64_t serial = target->serial;
  while (m->state->top->serial != serial) {
    struct frame *frame = m->state->top;
    own_caller(m, frame);
    leave(m, frame);
  }
  const struct op *place = &m->state->top->code->ops[buffer->place];
  m->state->top->slots[place->dst] = value ? value : 1;
  trace_jump(m, place);
  return place + 1;
}

/* What is symbolic in the buffer, or was never written, is left to the symbolic interpreter. */
static const struct op *jump_back_from(struct machine *m, uint64_t address, uint32_t value) {
  struct jump_buffer buffer;
  struct access_fault fault;
  if (memory_read(&m->memory, &m->state->space, address, &buffer, sizeof buffer, &fault))
    return fast_jump_back(m, &buffer, value);
  error_raise_access(m, &fault, address, sizeof buffer, false);
  return NULL;
}

HANDLER(fast_longjmp) {
  m->stopped_at = op;
  const struct op *target = jump_back_from(m, r[op->a], (uint32_t)r[op->b]);
  if (target == NULL) TAIL(fast_stop);
  fuel -= op->c;
  if (UNLIKELY(m->state->top->symbolic != NULL)) {
    registers_clear(m->state->top->symbolic, target[-1].dst);
    m->state->next = NULL;
    m->state->ins = m->state->top->code->origins[target - 1 - m->state->top->code->ops] + 1;
    m->event = EVENT_CAREFUL;
    TAIL(fast_stop);
  }
  r = m->state->top->slots;
  if (UNLIKELY(fuel < 0)) __attribute__
    ((musttail)) return fast_out_of_fuel(target, r, m, fuel);
  DISPATCH(target);
}

/* ---- coverage ---- */

/* Redirects the branch that leads here past this operation, so that it runs only once. */
HANDLER(fast_cover_edge) {
  struct op *branch = (struct op *)op + (int32_t)op->dst;
  const struct op *target = op + (int32_t)op->b;
  int32_t distance = (int32_t)(target - branch);
  coverage_take_edge(&m->found.coverage, m->program, m->state->top->code->func->number, op->c);
  switch (op->a) {
  case FIX_DST: branch->dst = (uint32_t)distance; break;
  case FIX_C: branch->c = (uint32_t)distance; break;
  default: *(int32_t *)op->data = distance;
  }
  DISPATCH(target);
}

/* Replaces itself by the original handler. */
HANDLER(fast_cover_jump) {
  const struct code *code = m->state->top->code;
  uint32_t number = (uint32_t)(op - code->ops);
  uint32_t low = 0, high = code->untaken_jump_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (code->untaken_jumps[middle].op < number)
      low = middle + 1;
    else
      high = middle;
  }
  coverage_take_edge(&m->found.coverage, m->program, code->func->number,
                     code->untaken_jumps[low].edge);
  ((struct op *)op)->run = code->untaken_jumps[low].run;
  DISPATCH(op);
}

/* ---- entry and exits ---- */

/* clang 19 does not preserve a frame's base pointer across a call of a preserve_none function,
   so the only caller from ordinary code is a function that needs none. */
__attribute__((noinline)) void fast_run(const struct op *op, uint64_t *slots,
                                        struct machine *machine, int64_t fuel) {
  if (UNLIKELY(floats_are_special(machine->state))) floats_enter(machine);
  op->run(op, slots, machine, fuel);
  if (UNLIKELY(floats_are_special(machine->state))) floats_leave(machine);
}

HANDLER(fast_stop) {
  (void)op;
  (void)r;
  m->fuel = fuel;
}

/* The fuel for a block that the previous operation paid for is refunded, since it will be paid
   again. */
HANDLER(fast_undefined) {
  m->stopped_at = op;
  fuel += op->count;
  code_go_careful(m);
  TAIL(fast_stop);
}

/* At the entry of a block or of a function. */
HANDLER(fast_arrive) {
  if (LIKELY(!(m->stops & op->a))) NEXT;
  m->state->next = op + 1;
  m->state->arrived = (uint8_t)op->a;
  m->event = EVENT_JOIN;
  TAIL(fast_stop);
}

HANDLER(fast_out_of_fuel) {
  m->state->next = op;
  m->event = EVENT_FUEL;
  TAIL(fast_stop);
}

HANDLER(fast_unreachable) {
  m->stopped_at = op;
  error_raise(m, ERROR_EXEC, "unreachable code reached");
  TAIL(fast_stop);
}

HANDLER(fast_trap) {
  m->stopped_at = op;
  if (op->a == IR_TRAP_ABORT)
    error_raise(m, ERROR_ABORT, "trap executed");
  else
    error_raise(m, ERROR_MODEL, "unsupported: %s", m->program->strings.data[op->b]);
  TAIL(fast_stop);
}

HANDLER(fast_guard) {
  if (UNLIKELY(!r[op->a])) {
    m->stopped_at = op;
    code_go_careful(m); /* it makes the message */
    TAIL(fast_stop);
  }
  NEXT;
}

HANDLER(fast_stop_division_by_zero) {
  m->stopped_at = op;
  error_raise(m, ERROR_DIVISION, "division by zero");
  TAIL(fast_stop);
}

HANDLER(fast_stop_division_overflow) {
  m->stopped_at = op;
  if (m->limits.assumes_no_overflow)
    m->event = EVENT_SILENT;
  else
    error_raise(m, ERROR_OVERFLOW, "signed division overflow");
  TAIL(fast_stop);
}

/* The amount is read again from the IR, since the handlers that fail have it in different
   places. */
HANDLER(fast_stop_overshift) {
  m->stopped_at = op;
  code_raise_overshift(m, op, r);
  TAIL(fast_stop);
}
