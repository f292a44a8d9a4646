/* The main part of the translator: block by block, instruction by instruction. */
#include "exec/translate/code.h"

#include "exec/fast/fast.h"
#include "exec/models/models.h"
#include "exec/translate/translate.h"
#include "ir/builder.h"
#include "ir/conditions.h"
#include "util/fault.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct op_data {
  struct op_data *next;
  uint64_t bytes[];
};

uint32_t translate_emit(struct translator *t, struct op op) {
  vec_push(&t->ops, op);
  vec_push(&t->origins, t->current);
  return (uint32_t)t->ops.count - 1;
}

void *translate_keep(struct translator *t, size_t size) {
  struct op_data *data = alloc_zeroed(sizeof *data + size);
  data->next = t->code->data;
  t->code->data = data;
  return data->bytes;
}

uint64_t code_const_value(const struct machine *machine, const struct ir_func *func,
                          uint32_t number) {
  return layout_const_value(&machine->layout, &func->consts.data[number]);
}

bool translate_is_undefined(const struct machine *machine, const struct ir_func *func,
                            ir_operand operand) {
  return ir_is_const(operand) &&
         func->consts.data[operand & ~IR_CONST].kind == IR_CONST_UNDEFINED &&
         machine->memory.unwritten.mode != UNWRITTEN_ZERO;
}

struct arg_word translate_word(struct translator *t, ir_operand operand, uint32_t word) {
  if (!ir_is_const(operand)) return (struct arg_word){.from = operand + word};
  uint32_t number = (operand & ~IR_CONST) + word;
  return (struct arg_word){UINT32_MAX, code_const_value(t->machine, t->func, number)};
}

uint32_t translate_slot(struct translator *t, ir_operand operand) {
  if (!ir_is_const(operand)) return operand;
  uint32_t slot = t->scratch;
  uint32_t words = ir_word_count(ir_operand_width(t->func, operand));
  t->scratch += words;
  if (t->scratch > t->slot_count) t->slot_count = t->scratch;
  for (uint32_t i = 0; i < words; i++)
    translate_emit(t, (struct op){.run = fast_const,
                                  .dst = slot + i,
                                  .imm = translate_word(t, operand, i).constant});
  return slot;
}

bool code_is_checked_sum(const struct machine *machine, const struct ir_ins *ins) {
  bool is_checked = machine->limits.check_overflow || machine->limits.assumes_no_overflow;
  return is_checked && ins->op <= IR_MUL && (ins->aux & IR_NSW);
}

static bool is_commutative(unsigned op) {
  return op == IR_ADD || op == IR_MUL || op == IR_AND || op == IR_OR || op == IR_XOR ||
         op == IR_EQ || op == IR_NE || op == IR_UMULO || op == IR_SMULO;
}

static void emit_integer(struct translator *t, const struct ir_ins *ins) {
  ir_operand a = ins->a, b = ins->b;
  if (code_is_checked_sum(t->machine, ins)) {
    struct op sum = {
        .run = fast_checked_sum, .dst = ins->dst, .c = ins->width | (uint32_t)ins->op << 8};
    sum.a = translate_slot(t, a);
    sum.b = translate_slot(t, b);
    translate_emit(t, sum);
    return;
  }
  if (ir_is_const(a) && is_commutative(ins->op)) a = ins->b, b = ins->a;
  op_handler *const *forms = fast_binary[ins->op][fast_width_of(ins->width)];
  struct op op = {.dst = ins->dst, .c = ins->width | (uint32_t)ins->aux << 8};
  op.a = translate_slot(t, a);
  if (ir_is_const(b) && forms[FAST_RI] != NULL) {
    op.run = forms[FAST_RI];
    op.imm = code_const_value(t->machine, t->func, b & ~IR_CONST);
  } else {
    op.run = forms[FAST_RR];
    op.b = translate_slot(t, b);
  }
  translate_emit(t, op);
}

/* Quadruple precision has no library; a missing operation stops the path that needs it. */
static void emit_float(struct translator *t, const struct ir_ins *ins) {
  op_handler *run = fast_float_ops[ins->op][fast_float_of(ins->width)];
  if (run == NULL) {
    char *what = alloc_format("%s on %u-bit floating point", ir_opcode_names[ins->op], ins->width);
    uint32_t string = ir_intern_string(t->machine->program, what);
    free(what);
    translate_emit(t, (struct op){.run = fast_trap, .a = IR_TRAP_UNSUPPORTED, .b = string});
    return;
  }
  unsigned format = ir_opcode_formats[ins->op];
  struct op op = {.run = run, .dst = ins->dst};
  op.a = translate_slot(t, ins->a);
  if (format == IR_FORMAT_BINARY || format == IR_FORMAT_COMPARE || format == IR_FORMAT_TERNARY)
    op.b = translate_slot(t, ins->b);
  op.c = ins->op == IR_FCMP            ? ins->aux
         : ins->op == IR_FCLASS        ? ins->c
         : format == IR_FORMAT_TERNARY ? translate_slot(t, ins->c)
                                       : ins->width;
  translate_emit(t, op);
}

static void emit_convert(struct translator *t, const struct ir_ins *ins) {
  bool is_float = ins->op >= IR_FCONV && ins->op <= IR_UITOFP;
  uint32_t from = translate_slot(t, ins->a);
  struct op op = {.dst = ins->dst, .a = from, .b = ins->c, .c = ins->width, .imm = ins->op};
  bool is_checked = t->machine->limits.check_overflow && (ins->aux & IR_CHECKED);
  op.run = is_checked ? fast_checked_float_convert
           : is_float ? fast_find_float_convert(ins->op, ins->c, ins->width)
                      : fast_convert[ins->op][fast_width_of(ins->width)];
  translate_emit(t, op);
}

static void emit_alloca(struct translator *t, const struct ir_ins *ins) {
  struct alloca_site *site = translate_keep(t, sizeof *site);
  site->align = ins->c;
  site->loc = ins->loc;
  site->name = ins->b == IR_NONE ? 0 : ins->b;
  struct op op = {.run = fast_alloca, .dst = ins->dst, .data = site};
  if (ir_is_const(ins->a)) {
    op.run = fast_alloca_fixed;
    site->size = code_const_value(t->machine, t->func, ins->a & ~IR_CONST);
  } else {
    op.a = ins->a;
  }
  translate_emit(t, op);
}

static void emit_triple(struct translator *t, const struct ir_ins *ins, op_handler *run) {
  struct op op = {.run = run, .dst = ins->dst};
  op.a = translate_slot(t, ins->a);
  op.b = translate_slot(t, ins->b);
  op.c = translate_slot(t, ins->c);
  translate_emit(t, op);
}

static void emit_memmove(struct translator *t, const struct ir_ins *ins) {
  bool is_traced = t->machine->exploration->is_traced;
  if (!ir_is_const(ins->c)) {
    emit_triple(t, ins, is_traced ? fast_observed_memmove : fast_memmove);
    return;
  }
  uint64_t size = code_const_value(t->machine, t->func, ins->c & ~IR_CONST);
  uint32_t to = translate_slot(t, ins->a), from = translate_slot(t, ins->b);
  op_handler *run = is_traced ? fast_observed_memmove_fixed : fast_find_memmove(size);
  translate_emit(t, (struct op){.run = run, .a = to, .b = from, .imm = size});
}

static void emit_unary(struct translator *t, const struct ir_ins *ins, op_handler *run) {
  uint32_t from = translate_slot(t, ins->a);
  translate_emit(t, (struct op){.run = run, .dst = ins->dst, .a = from, .c = ins->width});
}

static void emit_instruction(struct translator *t, const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_ADD:
    if (ins->width == 64 && t->fold.root_state[ins->dst] == FOLD_GOOD)
      translate_sum(t, ins);
    else
      emit_integer(t, ins);
    break;
  case IR_LOAD: translate_load(t, ins); break;
  case IR_STORE: translate_store(t, ins); break;
  case IR_CALL: translate_call(t, ins); break;
  case IR_ALLOCA: emit_alloca(t, ins); break;
  case IR_SELECT: emit_triple(t, ins, ins->width > 64 ? fast_select_wide : fast_select); break;
  case IR_MEMCPY:
  case IR_MEMMOVE: emit_memmove(t, ins); break;
  case IR_MEMSET:
    emit_triple(t, ins, t->machine->exploration->is_traced ? fast_observed_memset : fast_memset);
    break;
  case IR_STACKSAVE: translate_emit(t, (struct op){.run = fast_stacksave, .dst = ins->dst}); break;
  case IR_STACKRESTORE: emit_unary(t, ins, fast_stackrestore); break;
  case IR_VASTART: emit_unary(t, ins, fast_vastart); break;
  case IR_GUARD:
    translate_emit(t, (struct op){.run = fast_guard, .a = translate_slot(t, ins->a)});
    break;
  case IR_SETJMP: emit_unary(t, ins, fast_setjmp); break;
  default:
    if (fast_unary[ins->op][0] != NULL)
      emit_unary(t, ins, fast_unary[ins->op][fast_width_of(ins->width)]);
    else if (ir_opcode_formats[ins->op] == IR_FORMAT_CONVERT)
      emit_convert(t, ins);
    else if (fast_binary[ins->op][0][0] != NULL)
      emit_integer(t, ins);
    else
      emit_float(t, ins);
  }
}

/* An instruction that reads something undefined is left to the symbolic interpreter, whose
   operations for it follow this one. */
static void leave_undefined(struct translator *t, const struct ir_ins *ins) {
  t->uses.count = 0;
  ir_list_uses(t->func, ins, &t->uses);
  for (size_t i = 0; i < t->uses.count; i++)
    if (translate_is_undefined(t->machine, t->func, t->uses.data[i])) {
      translate_emit(t, (struct op){.run = fast_undefined});
      return;
    }
}

static void emit_block(struct translator *t, uint32_t number) {
  const struct ir_block *block = &t->func->blocks.data[number];
  t->code->block_starts[number] = (uint32_t)t->ops.count;
  t->current = block->first;
  if (t->code->places && t->code->places[number])
    translate_emit(t, (struct op){.run = fast_arrive, .a = t->code->places[number]});
  for (uint32_t i = block->first; i < block->first + block->count; i++) {
    const struct ir_ins *ins = &t->func->ins.data[i];
    t->current = i;
    t->scratch = (uint32_t)t->func->reg_widths.count;
    if (t->fold.is_folded[i]) continue;
    leave_undefined(t, ins);
    if (ir_is_terminator(ins->op))
      translate_terminator(t, ins, block->count);
    else
      emit_instruction(t, ins);
  }
}

/* Before the first block: reached only by calls from threaded code. Other calls stop by
   themselves. */
static void emit_entry(struct translator *t) {
  t->current = t->func->blocks.data[0].first;
  if (t->machine->exploration->is_traced)
    translate_emit(t, (struct op){.run = fast_record_enter, .a = t->func->number});
  if (t->machine->places & REDUCER_CALL)
    translate_emit(t, (struct op){.run = fast_arrive, .a = REDUCER_CALL});
}

static void apply_fix_ups(struct translator *t) {
  for (size_t i = 0; i < t->fix_ups.count; i++) {
    const struct fix_up *fix = &t->fix_ups.data[i];
    uint32_t target = fix->is_op ? fix->target : t->code->block_starts[fix->target];
    int32_t distance = (int32_t)target - (int32_t)fix->op;
    struct op *op = &t->ops.data[fix->op];
    switch (fix->field) {
    case FIX_JUMP: op->jump = distance; break;
    case FIX_DST: op->dst = (uint32_t)distance; break;
    case FIX_C: op->c = (uint32_t)distance; break;
    case FIX_B: op->b = (uint32_t)distance; break;
    default: *fix->place = distance;
    }
  }
}

static void list_param_slots(struct code *code, const struct ir_func *func) {
  VEC(uint32_t) slots = {0};
  for (size_t i = 0; i < func->params.count; i++)
    for (uint32_t k = 0; k < ir_word_count(func->param_widths.data[i]); k++)
      vec_push(&slots, func->params.data[i] + k);
  code->param_slots = slots.data;
  code->param_slot_count = (uint32_t)slots.count;
}

/* What the symbolic interpreter needs to take over in the middle of a block, and to return. */
static void keep_origins(struct translator *t) {
  struct code *code = t->code;
  size_t count = t->func->ins.count;
  code->is_folded = t->fold.is_folded;
  code->ins_block = t->fold.ins_block;
  t->fold.is_folded = NULL;
  t->fold.ins_block = NULL;
  code->first_ops = alloc_bytes((count + 1) * sizeof *code->first_ops);
  /* Instructions may be stored in a different order than the blocks: only within a block are
     operations in the order of the instructions. */
  uint32_t op = (uint32_t)t->ops.count;
  for (size_t b = t->func->blocks.count; b-- > 0;) {
    const struct ir_block *block = &t->func->blocks.data[b];
    uint32_t start = code->block_starts[b];
    for (uint32_t i = block->first + block->count; i-- > block->first;) {
      while (op > start && t->origins.data[op - 1] >= i) op--;
      code->first_ops[i] = op;
    }
    op = start;
  }
  /* A state that resumes at the first instruction of a join has already stopped there. */
  for (size_t b = 0; code->places && b < t->func->blocks.count; b++)
    if (code->places[b]) code->first_ops[t->func->blocks.data[b].first]++;
}

const struct code *code_translate(struct machine *machine, uint32_t number) {
  const struct ir_func *func = machine->program->funcs.data[number];
  REQUIRE(func->has_body);
  struct code *code = alloc_zeroed(sizeof *code);
  struct translator t = {.machine = machine, .func = func, .code = code};
  code->func = func;
  if (machine->options.has_models && func->is_library && !func->is_local)
    code->model = models_find(func->name);
  code->needs_care = func->is_variadic || machine->options.check_leaks;
  code->block_starts = alloc_zeroed(func->blocks.count * sizeof *code->block_starts);
  if (machine->places & REDUCER_ENTRIES) translate_places(machine, code);
  t.slot_count = (uint32_t)func->reg_widths.count;
  list_param_slots(code, func);
  fold_analyse(&t.fold, machine, func);
  emit_entry(&t);
  for (uint32_t b = 0; b < func->blocks.count; b++) emit_block(&t, b);
  apply_fix_ups(&t);
  keep_origins(&t);
  fold_free(&t.fold);
  vec_free(&t.fix_ups);
  vec_free(&t.uses);
  code->ops = t.ops.data;
  code->op_count = (uint32_t)t.ops.count;
  code->origins = t.origins.data;
  code->untaken_jumps = t.untaken_jumps.data;
  code->untaken_jump_count = (uint32_t)t.untaken_jumps.count;
  code->slot_count = t.slot_count;
  machine->codes[number] = code;
  coverage_enter(&machine->found.coverage, machine->program, number);
  return code;
}

const struct conditions *code_conditions(const struct code *code) {
  if (code->conditions == NULL) {
    struct conditions *conditions = alloc_bytes(sizeof *conditions);
    *conditions = conditions_build(code->func);
    assert(conditions_are_sound(code->func, conditions));
    ((struct code *)code)->conditions = conditions;
  }
  return code->conditions;
}

void code_free(struct code *code) {
  if (code == NULL) return;
  while (code->data) {
    struct op_data *next = code->data->next;
    free(code->data);
    code->data = next;
  }
  free(code->ops);
  free(code->origins);
  free(code->block_starts);
  free(code->places);
  free(code->param_slots);
  free(code->untaken_jumps);
  free(code->is_folded);
  free(code->ins_block);
  free(code->first_ops);
  code_free_live(code);
  if (code->conditions != NULL) conditions_free(code->conditions);
  free(code->conditions);
  free(code);
}

const struct ir_ins *code_origin(const struct code *code, const struct op *op) {
  return &code->func->ins.data[code->origins[op - code->ops]];
}

void code_go_careful(struct machine *machine) {
  struct state *state = machine->state;
  machine->event = EVENT_CAREFUL;
  if (machine->is_careful) return;
  const struct code *code = state->top->code;
  state->next = NULL;
  state->ins = code->origins[machine->stopped_at - code->ops];
}

/* The site belongs to code that the exploration owns, unless a scratch exploration has returned
   from where it began. */
void code_note_return(struct machine *machine, const struct call_site *site) {
  if (machine->state->top->depth < machine->exploration->base_depth) return;
  ((struct call_site *)site)->has_returned = true;
  coverage_return(&machine->found.coverage, machine->program, site->func, site->number);
}

void code_raise_overshift(struct machine *machine, const struct op *op, const uint64_t *slots) {
  const struct code *code = machine->state->top->code;
  const struct ir_ins *ins = machine_current_ins(machine);
  (void)op;
  unsigned long long words[2] = {0, 0};
  for (uint32_t i = 0; i < ir_word_count(ins->width); i++)
    words[i] = ir_is_const(ins->b) ? code_const_value(machine, code->func, (ins->b & ~IR_CONST) + i)
                                   : slots[ins->b + i];
  if (words[1] != 0)
    error_raise(machine, ERROR_OVERSHIFT,
                "shift amount 0x%llx%016llx is not less than the width %u", words[1], words[0],
                ins->width);
  else
    error_raise(machine, ERROR_OVERSHIFT, "shift amount %llu is not less than the width %u",
                words[0], ins->width);
}
