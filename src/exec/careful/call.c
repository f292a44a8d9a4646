/* Calls, returns and long jumps with possibly symbolic values. */
#include "exec/builtin/builtin.h"
#include "exec/builtin/unknown.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/fast/fast.h"
#include "exec/models/models.h"
#include "exec/trace.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"
#include "exec/translate/site.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "memory/symbolic.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

/* The last operation of an instruction. */
static const struct op *last_op(const struct machine *m, const struct ir_ins *ins) {
  const struct code *code = m->state->top->code;
  uint32_t number = (uint32_t)(ins - code->func->ins.data);
  uint32_t op = code->first_ops[number];
  while (op + 1 < code->op_count && code->origins[op + 1] == number) op++;
  REQUIRE(code->origins[op] == number);
  return &code->ops[op];
}

static const struct ir_call *call_of(const struct machine *m, const struct ir_ins *ins) {
  return &m->state->top->code->func->calls.data[ins->b];
}

static ir_operand argument(const struct machine *m, const struct ir_call *call, uint32_t number) {
  return m->state->top->code->func->operands.data[call->first_arg + number];
}

/* ---- builtins ---- */

/* A builtin without a symbolic form gets concrete arguments. False if machine.event was set. */
static bool make_concrete(struct machine *m, const struct builtin *builtin, struct value *args,
                          uint32_t count) {
  bool is_good = true, is_symbolic = false;
  for (uint32_t i = 0; i < count; i++) is_symbolic |= args[i].expr != NULL;
  if (!is_symbolic) return true;
  char *what = alloc_format("symbolic argument of %s made concrete", builtin->name);
  for (uint32_t i = 0; is_good && i < count; i++) {
    if (args[i].expr == NULL) continue;
    uint64_t number;
    is_good = resolve_few(m, args[i].expr, what, &number);
    args[i] = value_concrete(number);
  }
  free(what);
  return is_good;
}

/* Makes the bytes that a builtin tried to read concrete, in memory too. False if machine.event
   was set. */
static bool make_bytes_concrete(struct machine *m, const struct builtin *builtin) {
  char *what = alloc_format("symbolic memory read by %s made concrete", builtin->name);
  struct space *space = &m->state->space;
  struct access_fault fault;
  bool is_good = true;
  for (uint64_t i = 0; i < m->symbolic_size && is_good; i++) {
    uint64_t address = m->symbolic_address + i;
    if (!memory_is_symbolic(space, address, 1)) continue;
    struct expr *value = memory_read_value(&m->memory, space, address, 1, &fault);
    uint64_t number;
    is_good = decide_concrete(m, value, what, &number);
    uint8_t byte = (uint8_t)number;
    if (is_good && !memory_write(&m->memory, space, address, &byte, 1, &fault))
      break; /* constant data: only the path condition records it */
  }
  free(what);
  return is_good;
}

static bool run_concrete(struct machine *m, const struct builtin *builtin, struct value *args,
                         uint32_t count, struct value *result) {
  uint64_t words[8] = {0}, word = 0;
  if (!make_concrete(m, builtin, args, count)) return false;
  for (uint32_t i = 0; i < count; i++) words[i] = args[i].words[0];
  for (;;) {
    m->event = EVENT_NONE;
    if (builtin->run(m, words, &word)) break;
    if (m->event != EVENT_CAREFUL) return false;
    if (!make_bytes_concrete(m, builtin)) return false;
  }
  *result = value_concrete(word);
  return true;
}

/* Results narrower or wider than the call expects are extended or truncated. A value of 128 bits
   is returned in two registers: each gets the part that begins at bit `from`. */
static void set_result(struct machine *m, uint32_t reg, const struct value *result, unsigned from) {
  unsigned width = m->state->top->code->func->reg_widths.data[reg];
  if (result->expr == NULL || from >= result->expr->width) {
    bool is_there = result->expr == NULL && from < 128;
    value_set_word(m, reg, is_there ? result->words[from / 64] & ir_mask(width) : 0);
    return;
  }
  unsigned has = result->expr->width - from;
  struct expr *part = expr_extract(m->exprs, result->expr, from, has < width ? has : width);
  value_set_expr(m, reg, expr_zext(m->exprs, part, width));
}

static void set_results(struct machine *m, const struct ir_call *call, const struct value *result) {
  const struct ir_func *func = m->state->top->code->func;
  unsigned from = 0;
  for (uint32_t i = 0; i < call->result_count; i++) {
    uint32_t reg = func->operands.data[call->first_result + i];
    set_result(m, reg, result, from);
    from += 64;
  }
}

static bool run_builtin(struct machine *m, const struct ir_ins *ins, const struct op *op,
                        const struct builtin *builtin) {
  enum { MOST = 8 };
  const struct ir_call *call = call_of(m, ins);
  const struct ir_func *func = m->state->top->code->func;
  struct value args[MOST] = {0}, result = {0};
  uint32_t count = call->arg_count < MOST ? call->arg_count : MOST;
  bool is_symbolic = builtin->run == NULL;
  if (count < builtin->arg_count) {
    error_raise(m, ERROR_EXEC, "bad signature: '%s' takes %u arguments, called with %u",
                builtin->name, builtin->arg_count, call->arg_count);
    return false;
  }
  for (uint32_t i = 0; i < count; i++) args[i] = value_of(m, argument(m, call, i));
  for (uint32_t i = 0; i < call->vararg_count && count < MOST; i++)
    args[count++] = value_of(m, func->varargs.data[call->first_vararg + i].operand);
  for (uint32_t i = 0; i < count; i++) is_symbolic |= args[i].expr != NULL;
  bool is_done = is_symbolic && builtin->run_values != NULL
                     ? builtin->run_values(m, args, &result)
                     : run_concrete(m, builtin, args, count, &result);
  if (!is_done) return false;
  set_results(m, call, &result);
  code_note_return(m, op->data);
  return true;
}

/* ---- functions with a body ---- */

/* Aggregates in a variable argument list are copied by address, which must be concrete. */
static bool fix_varargs(struct machine *m, const struct ir_call *call) {
  const struct ir_func *func = m->state->top->code->func;
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &func->varargs.data[call->first_vararg + i];
    struct value value = value_of(m, vararg->operand);
    uint64_t address;
    if (!vararg->by_value || value.expr == NULL) continue;
    static const struct many_places many = {
        1024, 1024, "symbolic address of a structure argument made concrete"};
    if (!resolve_place(m, &value, vararg->size, false, &many, &address)) return false;
    value_set_word(m, vararg->operand, address);
  }
  return true;
}

struct symbolic_argument {
  uint32_t reg; /* in the callee */
  struct expr *value;
};
typedef VEC(struct symbolic_argument) argument_list;

static void store_symbolic_varargs(struct machine *m, const struct ir_func *caller,
                                   const struct ir_call *call, struct expr *const *values) {
  struct access_fault fault;
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &caller->varargs.data[call->first_vararg + i];
    if (values[i] == NULL) continue;
    struct expr *bytes = values[i]->width < vararg->size * 8
                             ? expr_zext(m->exprs, values[i], vararg->size * 8)
                             : expr_extract(m->exprs, values[i], 0, vararg->size * 8);
    bool is_good =
        memory_write_value(&m->memory, &m->state->space, m->state->top->varargs + vararg->offset,
                           vararg->size, bytes, &fault);
    REQUIRE(is_good);
  }
}

static enum outcome enter_function(struct machine *m, const struct ir_ins *ins, const struct op *op,
                                   const struct ir_func *callee) {
  const struct ir_func *caller = m->state->top->code->func;
  const struct ir_call *call = call_of(m, ins);
  if (!fix_varargs(m, call)) return OUTCOME_STOPPED;
  argument_list symbolic = {0};
  for (uint32_t i = 0; i < call->arg_count && i < callee->params.count; i++) {
    struct value value = value_of(m, argument(m, call, i));
    if (value.expr != NULL)
      vec_push(&symbolic, ((struct symbolic_argument){callee->params.data[i], value.expr}));
  }
  struct expr **varargs = alloc_zeroed((call->vararg_count + 1) * sizeof *varargs);
  for (uint32_t i = 0; i < call->vararg_count; i++)
    varargs[i] = value_of(m, caller->varargs.data[call->first_vararg + i].operand).expr;
  const struct code *code = m->codes[callee->number];
  if (code == NULL) code = code_translate(m, callee->number);
  struct frame *frame = fast_enter(m, op, op->data, code, m->state->top->slots);
  if (frame != NULL) {
    m->state->ins = 0;
    trace_enter(m, callee->number);
    for (size_t i = 0; i < symbolic.count; i++)
      value_set_expr(m, symbolic.data[i].reg, symbolic.data[i].value);
    if (callee->is_variadic) store_symbolic_varargs(m, caller, call, varargs);
  }
  bool is_symbolic = symbolic.count > 0;
  vec_free(&symbolic);
  free(varargs);
  if (frame == NULL) return OUTCOME_STOPPED;
  /* If the state stops here, the model is tried when it resumes. */
  m->state->arrived = REDUCER_CALL;
  if (m->stops & REDUCER_CALL) return OUTCOME_JUMPED;
  if (is_symbolic && models_try(m) == OUTCOME_STOPPED) return OUTCOME_STOPPED;
  return OUTCOME_JUMPED;
}

enum outcome careful_call(struct machine *m, const struct ir_ins *ins) {
  const struct op *op = last_op(m, ins);
  const struct call_site *site = op->data;
  const struct ir_func *callee;
  if (site->callee == UINT32_MAX) {
    struct value value = value_of(m, ins->a);
    uint64_t address;
    if (!resolve_function(m, site, &value, &address)) return OUTCOME_STOPPED;
    callee = fast_find_callee(m, address);
    if (callee == NULL) return OUTCOME_STOPPED;
  } else {
    callee = m->program->funcs.data[site->callee];
  }
  if (!callee->has_body) {
    const struct builtin *builtin = m->builtins[callee->number];
    if (builtin != NULL)
      return fast_check_builtin(m, site, builtin) && run_builtin(m, ins, op, builtin)
                 ? OUTCOME_NEXT
                 : OUTCOME_STOPPED;
    if (m->options.external.mode != EXTERNAL_ERROR) {
      if (!unknown_call(m, call_of(m, ins), callee->name)) return OUTCOME_STOPPED;
      code_note_return(m, op->data);
      return OUTCOME_NEXT;
    }
    error_raise(m, ERROR_EXTERNAL, "call to undefined function '%s'", callee->name);
    return OUTCOME_STOPPED;
  }
  if (!fast_check_signature(m, site, callee)) return OUTCOME_STOPPED;
  return enter_function(m, ins, op, callee);
}

void careful_leave(struct machine *m, const struct value *values, uint32_t count) {
  const struct op *call_op = m->state->top->call;
  trace_leave(m);
  struct frame *caller = fast_leave(m);
  const struct ir_func *func = caller->code->func;
  m->state->ins = caller->code->origins[call_op - caller->code->ops];
  const struct ir_call *call = &func->calls.data[func->ins.data[m->state->ins].b];
  for (uint32_t i = 0; i < count && i < call->result_count; i++)
    value_set(m, func->operands.data[call->first_result + i], &values[i]);
  code_note_return(m, call_op->data);
  m->state->ins++;
  m->state->arrived = REDUCER_RETURN;
}

/* The result of the program's main leaves the program: it is checked while main is still on the
   stack, so that the report can name it. */
static bool check_result(struct machine *m, const struct ir_ins *ins) {
  const struct frame *frame = m->state->top;
  if (ins->c == 0 || frame->caller == NULL) return true;
  struct value value = value_of(m, frame->code->func->operands.data[ins->b]);
  if (value.expr == NULL || !uninitialised_concerns(m, value.expr)) return true;
  if (strcmp(frame->caller->code->func->name, "__smew_main") != 0) return true;
  return uninitialised_check(m, &value.expr, "result of main");
}

enum outcome careful_return(struct machine *m, const struct ir_ins *ins) {
  enum { FEW = 4 };
  if (!check_result(m, ins)) return OUTCOME_STOPPED;
  struct frame *frame = m->state->top;
  const struct code *code = frame->code;
  m->fuel -= code->func->blocks.data[code->ins_block[m->state->ins]].count;
  if (frame->caller == NULL) {
    m->event = EVENT_RETURN;
    return OUTCOME_STOPPED;
  }
  struct value few[FEW], *values = ins->c <= FEW ? few : alloc_bytes(ins->c * sizeof *values);
  for (uint32_t i = 0; i < ins->c; i++)
    values[i] = value_of(m, code->func->operands.data[ins->b + i]);
  careful_leave(m, values, ins->c);
  if (values != few) free(values);
  return OUTCOME_JUMPED;
}

static const struct many_places many_buffers = {64, 1,
                                                "symbolic address of a jump buffer made concrete"};

enum outcome careful_setjmp(struct machine *m, const struct ir_ins *ins) {
  struct value buffer = value_of(m, ins->a);
  uint64_t address;
  if (!resolve_place(m, &buffer, 1, true, &many_buffers, &address)) return OUTCOME_STOPPED;
  if (!fast_save_jump(m, last_op(m, ins), address)) return OUTCOME_STOPPED;
  value_set_word(m, ins->dst, 0);
  return OUTCOME_NEXT;
}

/* A word of a jump buffer as a number: paths that were merged part again. */
static bool read_jump_word(struct machine *m, uint64_t address, uint64_t *word) {
  static const char what[] = "symbolic jump buffer made concrete";
  struct access_fault fault;
  struct expr *value = memory_read_value(&m->memory, &m->state->space, address, 8, &fault);
  if (value == NULL) {
    error_raise_access(m, &fault, address, 8, false);
    return false;
  }
  *word = expr_is_const(value) ? expr_const_value(value) : 0;
  if (expr_is_const(value)) return true;
  if (!uninitialised_concerns(m, value)) return resolve_few(m, value, what, word);
  error_raise(m, ERROR_EXEC, "longjmp with a buffer that setjmp has not filled");
  return false;
}

enum outcome careful_longjmp(struct machine *m, const struct ir_ins *ins) {
  struct value pointer = value_of(m, ins->a), value = value_of(m, ins->b);
  struct jump_buffer buffer;
  uint64_t address;
  if (!resolve_place(m, &pointer, 1, false, &many_buffers, &address)) return OUTCOME_STOPPED;
  if (!read_jump_word(m, address + offsetof(struct jump_buffer, magic), &buffer.magic) ||
      !read_jump_word(m, address + offsetof(struct jump_buffer, serial), &buffer.serial) ||
      !read_jump_word(m, address + offsetof(struct jump_buffer, place), &buffer.place))
    return OUTCOME_STOPPED;
  const struct op *target = fast_jump_back(m, &buffer, (uint32_t)value.words[0]);
  if (target == NULL) return OUTCOME_STOPPED;
  const struct code *code = m->state->top->code;
  uint32_t place = code->origins[target - 1 - code->ops];
  m->state->ins = place;
  uint32_t reg = code->func->ins.data[place].dst;
  if (value.expr == NULL) {
    value_set_word(m, reg, (uint32_t)value.words[0] ? (uint32_t)value.words[0] : 1);
  } else {
    struct expr *zero = expr_const(m->exprs, 32, 0), *one = expr_const(m->exprs, 32, 1);
    value_set_expr(m, reg,
                   expr_ite(m->exprs, expr_eq(m->exprs, value.expr, zero), one, value.expr));
  }
  m->state->ins++;
  return OUTCOME_JUMPED;
}
