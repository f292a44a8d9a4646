/* Expressions. They need no blocks: && and || evaluate both sides, and checks are calls of
   builtins, so an expression is straight-line code.

   Records and arrays made by expressions are in stack objects of the function, one per expression
   (expr.slot); they are copied before the same expression can be evaluated again. */
#include "front/microc/lower_state.h"

#include <stdlib.h>
#include <string.h>

const struct microc_layout *microc_lower_layout(struct lowering *lowering, uint32_t type) {
  return microc_layout_of(&lowering->layouts, type);
}

bool microc_lower_is_fresh(const struct microc_expr *expr) {
  return expr->kind == MICROC_CALL || expr->kind == MICROC_ARRAY || expr->kind == MICROC_RECORD;
}

bool microc_lower_has_call(const struct microc_expr *expr) {
  if (expr->kind == MICROC_CALL) return true;
  if (expr->a && microc_lower_has_call(expr->a)) return true;
  if (expr->b && microc_lower_has_call(expr->b)) return true;
  for (uint32_t i = 0; i < expr->item_count; i++)
    if (microc_lower_has_call(expr->items[i])) return true;
  return false;
}

void microc_lower_store(struct lowering *lowering, const struct microc_layout *layout,
                        ir_operand address, ir_operand value) {
  if (layout->width)
    microc_emit_store(lowering, layout->width, address, value);
  else
    microc_emit_copy(lowering, address, value, microc_emit_const(lowering, 64, layout->size));
}

/* ---- operators ---- */

static ir_operand lower_sum(struct lowering *lowering, enum ir_opcode op, ir_operand a,
                            ir_operand b) {
  ir_operand result = microc_emit_binary(lowering, op, 32, a, b);
  if (lowering->options->overflow == MICROC_OVERFLOW_CHECK)
    vec_last(&lowering->func->ins).aux = IR_NSW;
  return result;
}

/* The least number divided by -1 wraps in microc; division in the IR does not wrap. */
static ir_operand lower_division(struct lowering *lowering, ir_operand a, ir_operand b) {
  if (lowering->options->overflow == MICROC_OVERFLOW_CHECK)
    return microc_emit_binary(lowering, IR_SDIV, 32, a, b);
  ir_operand is_minus =
      microc_emit_compare(lowering, IR_EQ, 32, b, microc_emit_const(lowering, 32, UINT32_MAX));
  ir_operand divisor =
      microc_emit_select(lowering, 32, is_minus, microc_emit_const(lowering, 32, 1), b);
  ir_operand quotient = microc_emit_binary(lowering, IR_SDIV, 32, a, divisor);
  ir_operand negated =
      microc_emit_binary(lowering, IR_SUB, 32, microc_emit_const(lowering, 32, 0), a);
  return microc_emit_select(lowering, 32, is_minus, negated, quotient);
}

static bool is_comparison(unsigned op) { return op >= MICROC_EQ && op <= MICROC_LE; }
static bool is_logic(unsigned op) { return op == MICROC_OR || op == MICROC_AND; }

static ir_operand lower_comparison(struct lowering *lowering, struct microc_expr *expr) {
  ir_operand a = microc_lower_expr(lowering, expr->a), b = microc_lower_expr(lowering, expr->b);
  unsigned width = microc_lower_layout(lowering, expr->a->type)->width;
  microc_lower_set_place(lowering, expr->at);
  switch (expr->op) {
  case MICROC_EQ: return microc_emit_compare(lowering, IR_EQ, width, a, b);
  case MICROC_NE: return microc_emit_compare(lowering, IR_NE, width, a, b);
  case MICROC_GT: return microc_emit_compare(lowering, IR_SLT, 32, b, a);
  case MICROC_LT: return microc_emit_compare(lowering, IR_SLT, 32, a, b);
  case MICROC_GE: return microc_emit_compare(lowering, IR_SLE, 32, b, a);
  default: return microc_emit_compare(lowering, IR_SLE, 32, a, b);
  }
}

ir_operand microc_lower_bit(struct lowering *lowering, struct microc_expr *expr) {
  if (expr->kind == MICROC_NOT) {
    ir_operand bit = microc_lower_bit(lowering, expr->a);
    microc_lower_set_place(lowering, expr->at);
    return microc_emit_compare(lowering, IR_EQ, 1, bit, microc_emit_const(lowering, 1, 0));
  }
  if (expr->kind == MICROC_BINARY && is_comparison(expr->op))
    return lower_comparison(lowering, expr);
  if (expr->kind == MICROC_BINARY && is_logic(expr->op)) {
    ir_operand a = microc_lower_bit(lowering, expr->a), b = microc_lower_bit(lowering, expr->b);
    microc_lower_set_place(lowering, expr->at);
    return microc_emit_binary(lowering, expr->op == MICROC_OR ? IR_OR : IR_AND, 1, a, b);
  }
  ir_operand number = microc_lower_expr(lowering, expr);
  return microc_emit_compare(lowering, IR_NE, 32, number, microc_emit_const(lowering, 32, 0));
}

static ir_operand lower_binary(struct lowering *lowering, struct microc_expr *expr) {
  if (is_comparison(expr->op) || is_logic(expr->op))
    return microc_emit_zext(lowering, 1, 32, microc_lower_bit(lowering, expr));
  ir_operand a = microc_lower_expr(lowering, expr->a), b = microc_lower_expr(lowering, expr->b);
  microc_lower_set_place(lowering, expr->at);
  switch (expr->op) {
  case MICROC_ADD: return lower_sum(lowering, IR_ADD, a, b);
  case MICROC_SUB: return lower_sum(lowering, IR_SUB, a, b);
  case MICROC_MUL: return lower_sum(lowering, IR_MUL, a, b);
  default: return lower_division(lowering, a, b);
  }
}

/* ---- memory ---- */

static ir_operand emit_new_object(struct lowering *lowering, uint64_t size) {
  ir_operand bytes = microc_emit_const(lowering, 64, size);
  return microc_emit_builtin(lowering, LOWER_ALLOCATE, 64, &bytes, 1);
}

static ir_operand lower_alloc(struct lowering *lowering, struct microc_expr *expr) {
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->a->type);
  ir_operand value = microc_lower_expr(lowering, expr->a);
  microc_lower_set_place(lowering, expr->at);
  ir_operand cell = emit_new_object(lowering, layout->size + 1);
  microc_lower_store(lowering, layout, cell, value);
  microc_emit_store(lowering, 8, microc_emit_offset(lowering, cell, layout->size),
                    microc_emit_const(lowering, 8, 1));
  return cell;
}

/* Slots are cleared first. A shorter array leaves unused space in its slot, and states should not
   differ in bytes that cannot be read; nor in what a slot has been used for before, which analyses
   see to be dead where all of it is overwritten at once. */
static ir_operand lower_array(struct lowering *lowering, struct microc_expr *expr) {
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->type);
  const struct microc_type *type = microc_type_get(lowering->layouts.types, expr->type);
  const struct microc_layout *element = microc_lower_layout(lowering, type->target);
  ir_operand slot = expr->slot, elements = IR_NONE;
  microc_lower_set_place(lowering, expr->at);
  microc_emit_clear(lowering, slot, layout->size);
  if (layout->is_boxed) {
    uint64_t size = element->size * expr->item_count;
    elements = emit_new_object(lowering, size ? size : 1);
  } else {
    elements = microc_emit_offset(lowering, slot, layout->elements_at);
  }
  for (uint32_t i = 0; i < expr->item_count; i++) {
    ir_operand value = microc_lower_expr(lowering, expr->items[i]);
    microc_lower_set_place(lowering, expr->at);
    microc_lower_store(lowering, element, microc_emit_offset(lowering, elements, i * element->size),
                       value);
  }
  microc_lower_set_place(lowering, expr->at);
  microc_emit_store(lowering, 32, slot, microc_emit_const(lowering, 32, expr->item_count));
  if (layout->is_boxed)
    microc_emit_store(lowering, 64, microc_emit_offset(lowering, slot, MICROC_BOX_AT), elements);
  return slot;
}

static size_t find_field(const struct microc_type *record, const char *name) {
  size_t i = 0;
  while (strcmp(record->fields.data[i].name, name) != 0) i++;
  return i;
}

static ir_operand lower_record(struct lowering *lowering, struct microc_expr *expr) {
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->type);
  const struct microc_type *type = microc_type_get(lowering->layouts.types, expr->type);
  microc_lower_set_place(lowering, expr->at);
  microc_emit_clear(lowering, expr->slot, layout->size);
  for (uint32_t i = 0; i < expr->item_count; i++) {
    const struct microc_field_layout *field =
        &layout->fields[find_field(type, expr->names[i].text)];
    ir_operand value = microc_lower_expr(lowering, expr->items[i]);
    microc_lower_set_place(lowering, expr->names[i].at);
    microc_lower_store(lowering, microc_lower_layout(lowering, expr->items[i]->type),
                       microc_emit_offset(lowering, expr->slot, field->offset), value);
    if (field->presence != MICROC_ALWAYS)
      microc_emit_store(lowering, 8, microc_emit_offset(lowering, expr->slot, field->presence),
                        microc_emit_const(lowering, 8, 1));
  }
  return expr->slot;
}

/* ---- calls ---- */

/* Records and arrays are passed by the address of a copy that belongs to the callee, and returned
   to an address that precedes the arguments. */
static ir_operand lower_argument(struct lowering *lowering, struct microc_expr *expr) {
  ir_operand value = microc_lower_expr(lowering, expr);
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->type);
  if (layout->width || microc_lower_is_fresh(expr)) return value;
  microc_lower_store(lowering, layout, expr->slot, value);
  return expr->slot;
}

static ir_operand lower_call(struct lowering *lowering, struct microc_expr *expr) {
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->type);
  ir_operand callee = microc_lower_expr(lowering, expr->a);
  ir_operand *args = alloc_bytes((expr->item_count + 1) * sizeof *args);
  uint32_t count = 0, result = expr->slot;
  if (layout->width == 0) args[count++] = expr->slot;
  for (uint32_t i = 0; i < expr->item_count; i++)
    args[count++] = lower_argument(lowering, expr->items[i]);
  microc_lower_set_place(lowering, expr->at);
  if (layout->width) result = ir_new_reg(lowering->func, layout->width);
  microc_emit_call(lowering, callee, args, count, &result, layout->width != 0);
  free(args);
  return result;
}

static ir_operand lower_name(struct lowering *lowering, struct microc_expr *expr) {
  if (expr->decl->function == NULL) return microc_lower_read(lowering, expr);
  return ir_const_func(lowering->func, lowering->func_numbers[expr->decl->index]);
}

static ir_operand lower_input(struct lowering *lowering, const struct microc_expr *expr) {
  microc_lower_set_place(lowering, expr->at);
  ir_operand name = microc_emit_const(lowering, 32, ir_intern_string(lowering->program, "input"));
  return microc_emit_builtin(lowering, LOWER_INPUT, 32, &name, 1);
}

ir_operand microc_lower_expr(struct lowering *lowering, struct microc_expr *expr) {
  switch (expr->kind) {
  case MICROC_NUMBER: return microc_emit_const(lowering, 32, (uint64_t)(int64_t)expr->number);
  case MICROC_NAME: return lower_name(lowering, expr);
  case MICROC_INPUT: return lower_input(lowering, expr);
  case MICROC_NULL: return microc_emit_const(lowering, 64, 0);
  case MICROC_ALLOC: return lower_alloc(lowering, expr);
  case MICROC_REF: return lowering->variables[expr->decl->index].address;
  case MICROC_NOT: return microc_emit_zext(lowering, 1, 32, microc_lower_bit(lowering, expr));
  case MICROC_BINARY: return lower_binary(lowering, expr);
  case MICROC_CALL: return lower_call(lowering, expr);
  case MICROC_RECORD: return lower_record(lowering, expr);
  case MICROC_ARRAY: return lower_array(lowering, expr);
  default: return microc_lower_read(lowering, expr);
  }
}
