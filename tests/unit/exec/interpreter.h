/* A second interpreter of the IR, for comparison: it walks the instructions one by one,
   keeps every register as a 128-bit number, and copies all edge arguments before it binds
   any. It has no floating point and no builtins but __smew_exit. */
#ifndef TESTS_INTERPRETER_H
#define TESTS_INTERPRETER_H

#include "exec/error.h"
#include "ir/builder.h"
#include "ir/operands.h"
#include "reference.h"
#include "simple_memory.h"
#include "util/fault.h"

struct interpreter_frame {
  const struct ir_func *func;
  u128 *registers; /* owned */
  uint32_t block, at;
  uint64_t serial;
  uint64_t varargs;
  VEC(uint64_t) stack; /* addresses of its stack objects, some of them ended */
};

struct interpreter_jump { /* a buffer that setjmp has filled */
  uint64_t address, serial;
  uint32_t block, at;
};

enum interpreter_end { INTERPRETER_RUNNING, INTERPRETER_EXITED, INTERPRETER_FAILED };

struct interpreter {
  const struct ir_program *program;
  struct simple_memory memory;
  uint64_t *globals; /* addresses */
  VEC(struct interpreter_frame) frames;
  VEC(struct interpreter_jump) jumps;
  uint64_t next_serial;
  uint64_t instructions;
  uint32_t max_frames;
  enum interpreter_end end;
  int exit_status;
  enum error_kind error; /* when failed */
  uint32_t error_line;
};

static inline uint64_t interpreter_code_address(uint32_t func) {
  return ((uint64_t)1 << 62) + ((uint64_t)func << 32);
}

static inline struct interpreter_frame *interpreter_top(struct interpreter *in) {
  return &vec_last(&in->frames);
}

static inline const struct ir_ins *interpreter_ins(struct interpreter *in) {
  const struct interpreter_frame *frame = interpreter_top(in);
  return &frame->func->ins.data[frame->func->blocks.data[frame->block].first + frame->at];
}

static inline void interpreter_fail(struct interpreter *in, enum error_kind kind) {
  in->end = INTERPRETER_FAILED;
  in->error = kind;
  in->error_line = in->program->locs.data[interpreter_ins(in)->loc].line;
}

static inline uint64_t interpreter_address(const struct interpreter *in,
                                           const struct ir_const *constant) {
  switch (constant->kind) {
  case IR_CONST_GLOBAL: return in->globals[constant->ref] + constant->value;
  case IR_CONST_FUNC: return interpreter_code_address(constant->ref) + constant->value;
  case IR_CONST_BLOCK: return interpreter_code_address(constant->ref) + 1 + constant->value;
  default: return constant->value;
  }
}

static inline u128 interpreter_value(struct interpreter *in, ir_operand operand) {
  const struct interpreter_frame *frame = interpreter_top(in);
  if (!ir_is_const(operand)) return frame->registers[operand];
  const struct ir_const *constant = &frame->func->consts.data[operand & ~IR_CONST];
  if (constant->kind != IR_CONST_INT) return interpreter_address(in, constant);
  return constant->width > 64 ? (u128)constant[1].value << 64 | constant->value : constant->value;
}

static inline void interpreter_set(struct interpreter *in, uint32_t reg, u128 value) {
  struct interpreter_frame *frame = interpreter_top(in);
  frame->registers[reg] = reference_cut(value, frame->func->reg_widths.data[reg]);
}

/* ---- memory ---- */

/* NULL after having failed. */
static inline uint8_t *interpreter_bytes(struct interpreter *in, uint64_t address, uint64_t size,
                                         bool is_write) {
  enum simple_result result;
  uint8_t *bytes = simple_bytes(&in->memory, address, size, is_write, &result);
  if (bytes == NULL)
    interpreter_fail(in, result == SIMPLE_READ_ONLY ? ERROR_READ_ONLY : ERROR_POINTER);
  return bytes;
}

static inline void interpreter_load(struct interpreter *in, const struct ir_ins *ins) {
  unsigned size = (ins->width + 7u) / 8;
  uint8_t *bytes = interpreter_bytes(in, (uint64_t)interpreter_value(in, ins->a), size, false);
  if (bytes == NULL) return;
  u128 value = 0;
  for (unsigned i = 0; i < size; i++) value |= (u128)bytes[i] << (8 * i);
  interpreter_set(in, ins->dst, value);
}

static inline void interpreter_store(struct interpreter *in, const struct ir_ins *ins) {
  unsigned size = (ins->width + 7u) / 8;
  uint8_t *bytes = interpreter_bytes(in, (uint64_t)interpreter_value(in, ins->a), size, true);
  if (bytes == NULL) return;
  u128 value = interpreter_value(in, ins->b);
  for (unsigned i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> (8 * i));
}

static inline void interpreter_move(struct interpreter *in, const struct ir_ins *ins) {
  uint64_t to = (uint64_t)interpreter_value(in, ins->a),
           size = (uint64_t)interpreter_value(in, ins->c);
  u128 second = interpreter_value(in, ins->b);
  if (size == 0) return;
  uint8_t *target = interpreter_bytes(in, to, size, true);
  if (target == NULL) return;
  if (ins->op == IR_MEMSET) {
    memset(target, (int)second, size);
    return;
  }
  uint8_t *source = interpreter_bytes(in, (uint64_t)second, size, false);
  if (source != NULL) memmove(target, source, size);
}

static inline void interpreter_end_stack(struct interpreter *in, struct interpreter_frame *frame,
                                         size_t count) {
  while (frame->stack.count > count)
    simple_find(&in->memory, vec_pop(&frame->stack))->is_live = false;
}

static inline uint64_t interpreter_push_object(struct interpreter *in,
                                               struct interpreter_frame *frame, uint64_t size) {
  uint64_t address = simple_allocate(&in->memory, size, false);
  vec_push(&frame->stack, address);
  return address;
}

/* ---- calls ---- */

static inline void interpreter_pop(struct interpreter *in) {
  struct interpreter_frame *frame = interpreter_top(in);
  interpreter_end_stack(in, frame, 0);
  vec_free(&frame->stack);
  free(frame->registers);
  in->frames.count--;
}

static inline void interpreter_push(struct interpreter *in, const struct ir_func *func,
                                    const u128 *args) {
  struct interpreter_frame frame = {.func = func, .serial = in->next_serial++};
  frame.registers = alloc_zeroed((func->reg_widths.count + 1) * sizeof *frame.registers);
  for (size_t i = 0; i < func->params.count; i++) frame.registers[func->params.data[i]] = args[i];
  vec_push(&in->frames, frame);
}

/* Lays out the variable arguments; false after having failed. */
static inline bool interpreter_lay_out(struct interpreter *in, const struct ir_func *func,
                                       const struct ir_call *call,
                                       struct interpreter_frame *area_owner) {
  uint64_t area = interpreter_push_object(in, area_owner, call->vararg_size);
  area_owner->varargs = area;
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &func->varargs.data[call->first_vararg + i];
    u128 value = interpreter_value(in, vararg->operand);
    uint8_t *to = simple_find(&in->memory, area)->bytes + vararg->offset;
    if (!vararg->by_value) {
      memcpy(to, &value, vararg->size);
    } else if (vararg->size) {
      uint8_t *from = interpreter_bytes(in, (uint64_t)value, vararg->size, false);
      if (from == NULL) return false;
      memcpy(to, from, vararg->size);
    }
  }
  return true;
}

static inline void interpreter_call(struct interpreter *in, const struct ir_ins *ins) {
  const struct ir_func *func = interpreter_top(in)->func;
  const struct ir_call *call = &func->calls.data[ins->b];
  uint64_t address = (uint64_t)interpreter_value(in, ins->a);
  uint64_t number = (address - interpreter_code_address(0)) >> 32;
  u128 args[32];
  if (number >= in->program->funcs.count || (uint32_t)address != 0) {
    interpreter_fail(in, ERROR_EXEC);
    return;
  }
  const struct ir_func *callee = in->program->funcs.data[number];
  for (uint32_t i = 0; i < call->arg_count; i++)
    args[i] = interpreter_value(in, func->operands.data[call->first_arg + i]);
  if (!callee->has_body) {
    REQUIRE(strcmp(callee->name, "__smew_exit") == 0);
    in->end = INTERPRETER_EXITED;
    in->exit_status = (int)(args[0] & 0xff);
    return;
  }
  if (in->frames.count >= in->max_frames) {
    interpreter_fail(in, ERROR_EXEC);
    return;
  }
  struct interpreter_frame area_owner = {0};
  if (callee->is_variadic && !interpreter_lay_out(in, func, call, &area_owner)) {
    vec_free(&area_owner.stack);
    return;
  }
  interpreter_push(in, callee, args);
  interpreter_top(in)->varargs = area_owner.varargs;
  memcpy(&interpreter_top(in)->stack, &area_owner.stack, sizeof area_owner.stack);
}

static inline void interpreter_return(struct interpreter *in, const struct ir_ins *ins) {
  u128 results[32];
  const struct ir_func *func = interpreter_top(in)->func;
  for (uint32_t i = 0; i < ins->c; i++)
    results[i] = interpreter_value(in, func->operands.data[ins->b + i]);
  interpreter_pop(in);
  if (in->frames.count == 0) {
    in->end = INTERPRETER_EXITED;
    return;
  }
  const struct ir_ins *call_ins = interpreter_ins(in);
  const struct ir_func *caller = interpreter_top(in)->func;
  const struct ir_call *call = &caller->calls.data[call_ins->b];
  for (uint32_t i = 0; i < call->result_count; i++)
    interpreter_set(in, caller->operands.data[call->first_result + i], results[i]);
  interpreter_top(in)->at++;
}

/* ---- control ---- */

static inline void interpreter_follow(struct interpreter *in, uint32_t number) {
  struct interpreter_frame *frame = interpreter_top(in);
  const struct ir_func *func = frame->func;
  const struct ir_edge *edge = &func->edges.data[number];
  const struct ir_block *target = &func->blocks.data[edge->target];
  u128 *values = alloc_bytes((target->param_count + 1) * sizeof *values);
  for (uint32_t i = 0; i < target->param_count; i++)
    values[i] = interpreter_value(in, func->operands.data[edge->first_arg + i]);
  for (uint32_t i = 0; i < target->param_count; i++)
    frame->registers[func->operands.data[target->first_param + i]] = values[i];
  free(values);
  frame->block = edge->target;
  frame->at = 0;
}

static inline void interpreter_choose(struct interpreter *in, const struct ir_ins *ins) {
  const struct ir_func *func = interpreter_top(in)->func;
  u128 value = interpreter_value(in, ins->a);
  for (uint32_t i = 0; i < ins->c; i++) {
    const struct ir_case *one = &func->cases.data[ins->b + i];
    uint64_t wanted = ins->op == IR_SWITCH ? one->value
                                           : interpreter_code_address(func->number) + 1 +
                                                 func->edges.data[one->edge].target;
    if (wanted != value) continue;
    interpreter_follow(in, one->edge);
    return;
  }
  if (ins->op == IR_SWITCH)
    interpreter_follow(in, ins->dst);
  else
    interpreter_fail(in, ERROR_EXEC);
}

static inline void interpreter_setjmp(struct interpreter *in, const struct ir_ins *ins) {
  uint64_t address = (uint64_t)interpreter_value(in, ins->a);
  const struct interpreter_frame *frame = interpreter_top(in);
  struct interpreter_jump jump = {address, frame->serial, frame->block, frame->at};
  if (interpreter_bytes(in, address, 24, true) == NULL) return;
  for (size_t i = 0; i < in->jumps.count; i++)
    if (in->jumps.data[i].address == address) in->jumps.data[i].address = 0;
  vec_push(&in->jumps, jump);
  interpreter_set(in, ins->dst, 0);
}

static inline void interpreter_longjmp(struct interpreter *in, const struct ir_ins *ins) {
  uint64_t address = (uint64_t)interpreter_value(in, ins->a);
  u128 value = interpreter_value(in, ins->b);
  if (interpreter_bytes(in, address, 24, false) == NULL) return;
  for (size_t i = 0; i < in->jumps.count; i++) {
    const struct interpreter_jump *jump = &in->jumps.data[i];
    if (jump->address != address) continue;
    size_t depth = in->frames.count;
    while (depth > 0 && in->frames.data[depth - 1].serial != jump->serial) depth--;
    if (depth == 0) break;
    while (in->frames.count > depth) interpreter_pop(in);
    interpreter_top(in)->block = jump->block;
    interpreter_top(in)->at = jump->at;
    interpreter_set(in, interpreter_ins(in)->dst, value ? value : 1);
    interpreter_top(in)->at++;
    return;
  }
  interpreter_fail(in, ERROR_EXEC);
}

/* ---- one instruction ---- */

static inline void interpreter_compute(struct interpreter *in, const struct ir_ins *ins) {
  u128 a = interpreter_value(in, ins->a);
  switch (ir_opcode_formats[ins->op]) {
  case IR_FORMAT_BINARY:
  case IR_FORMAT_COMPARE: {
    u128 b = interpreter_value(in, ins->b);
    bool is_shift = ins->op >= IR_SHL && ins->op <= IR_ASHR;
    if (reference_fails(ins->op, ins->width, a, b) && (!is_shift || ins->aux & IR_CHECKED)) {
      interpreter_fail(in, is_shift ? ERROR_OVERSHIFT : b == 0 ? ERROR_DIVISION : ERROR_OVERFLOW);
      return;
    }
    interpreter_set(in, ins->dst, reference_binary(ins->op, ins->width, a, b));
    break;
  }
  case IR_FORMAT_UNARY:
    interpreter_set(in, ins->dst, reference_unary(ins->op, ins->width, a));
    break;
  case IR_FORMAT_CONVERT:
    interpreter_set(in, ins->dst, reference_convert(ins->op, ins->c, ins->width, a));
    break;
  case IR_FORMAT_SELECT:
    interpreter_set(in, ins->dst, interpreter_value(in, a ? ins->b : ins->c));
    break;
  default: FAULT("the reference interpreter has no %s", ir_opcode_names[ins->op]);
  }
}

static inline void interpreter_vastart(struct interpreter *in, const struct ir_ins *ins) {
  struct {
    uint32_t gp_offset, fp_offset;
    uint64_t overflow_area, save_area;
  } list = {48, 176, interpreter_top(in)->varargs + 176, interpreter_top(in)->varargs};
  uint8_t *bytes =
      interpreter_bytes(in, (uint64_t)interpreter_value(in, ins->a), sizeof list, true);
  if (bytes) memcpy(bytes, &list, sizeof list);
}

static inline void interpreter_stack(struct interpreter *in, const struct ir_ins *ins) {
  struct interpreter_frame *frame = interpreter_top(in);
  if (ins->op == IR_ALLOCA)
    interpreter_set(in, ins->dst,
                    interpreter_push_object(in, frame, (uint64_t)interpreter_value(in, ins->a)));
  else if (ins->op == IR_STACKSAVE)
    interpreter_set(in, ins->dst, frame->stack.count);
  else
    interpreter_end_stack(in, frame, (size_t)interpreter_value(in, ins->a));
}

static inline void interpreter_step(struct interpreter *in) {
  const struct ir_ins *ins = interpreter_ins(in);
  uint64_t depth = in->frames.count;
  in->instructions++;
  switch (ins->op) {
  case IR_BR: interpreter_follow(in, ins->a); return;
  case IR_CONDBR: interpreter_follow(in, interpreter_value(in, ins->a) ? ins->b : ins->c); return;
  case IR_SWITCH:
  case IR_INDIRECTBR: interpreter_choose(in, ins); return;
  case IR_RET: interpreter_return(in, ins); return;
  case IR_LONGJMP: interpreter_longjmp(in, ins); return;
  case IR_UNREACHABLE: interpreter_fail(in, ERROR_EXEC); return;
  case IR_TRAP: interpreter_fail(in, ins->aux == IR_TRAP_ABORT ? ERROR_ABORT : ERROR_MODEL); return;
  case IR_CALL: interpreter_call(in, ins); break;
  case IR_LOAD: interpreter_load(in, ins); break;
  case IR_STORE: interpreter_store(in, ins); break;
  case IR_MEMCPY:
  case IR_MEMMOVE:
  case IR_MEMSET: interpreter_move(in, ins); break;
  case IR_ALLOCA:
  case IR_STACKSAVE:
  case IR_STACKRESTORE: interpreter_stack(in, ins); break;
  case IR_VASTART: interpreter_vastart(in, ins); break;
  case IR_SETJMP: interpreter_setjmp(in, ins); break;
  default: interpreter_compute(in, ins);
  }
  if (in->end == INTERPRETER_RUNNING && in->frames.count == depth) interpreter_top(in)->at++;
}

/* ---- a run ---- */

static inline void interpreter_place_globals(struct interpreter *in) {
  const struct ir_program *program = in->program;
  in->globals = alloc_zeroed((program->globals.count + 1) * sizeof *in->globals);
  for (size_t i = 0; i < program->globals.count; i++)
    in->globals[i] = simple_allocate(&in->memory, program->globals.data[i]->size,
                                     program->globals.data[i]->is_constant);
  for (size_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    uint8_t *bytes = simple_find(&in->memory, in->globals[i])->bytes;
    if (global->bytes) memcpy(bytes, global->bytes, global->size);
    for (size_t k = 0; k < global->relocs.count; k++) {
      uint64_t value = interpreter_address(in, &global->relocs.data[k].target);
      memcpy(bytes + global->relocs.data[k].offset, &value, 8);
    }
  }
}

/* Runs the program's start function; false when it takes more than `limit` steps. */
static inline bool interpreter_run(struct interpreter *in, const struct ir_program *program,
                                   uint32_t max_frames, uint64_t limit) {
  *in = (struct interpreter){.program = program, .max_frames = max_frames};
  interpreter_place_globals(in);
  interpreter_push(in, ir_find_func(program, "__smew_bare_start"), (u128[]){1, 0, 0});
  while (in->end == INTERPRETER_RUNNING && in->instructions < limit) interpreter_step(in);
  return in->end != INTERPRETER_RUNNING;
}

static inline void interpreter_free(struct interpreter *in) {
  while (in->frames.count) interpreter_pop(in);
  vec_free(&in->frames);
  vec_free(&in->jumps);
  free(in->globals);
  simple_free_all(&in->memory);
}

#endif
