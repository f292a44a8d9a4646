/* Access paths: a base (a variable, the target of a pointer, or a value) and steps (.f and [i]).
   First the operands are evaluated, from left to right, then the path is walked, with the checks of
   each step. So the evaluation of an index cannot change the path during the walk, and reading and
   writing work in the same way. */
#include "front/microc/lower_state.h"

#include <stdlib.h>
#include <string.h>

struct path {
  struct microc_expr *base;
  VEC(struct microc_expr *) steps; /* from the base on */
  ir_operand base_value;           /* the pointer, or the address of the value */
  VEC(ir_operand) indices;         /* one per step; IR_NONE for a field */
  bool is_write;
};

static bool is_step(const struct microc_expr *expr) {
  return expr->kind == MICROC_FIELD || expr->kind == MICROC_INDEX;
}

static struct lower_variable *variable_of(struct lowering *lowering,
                                          const struct microc_expr *expr) {
  return &lowering->variables[expr->decl->index];
}

static bool is_variable(const struct microc_expr *expr) {
  return expr->kind == MICROC_NAME && expr->decl->function == NULL;
}

static void evaluate_operands(struct lowering *lowering, struct microc_expr *expr,
                              struct path *path) {
  for (; is_step(expr); expr = expr->a) vec_push(&path->steps, expr);
  for (size_t i = 0, k = path->steps.count; i + 1 < k; i++) {
    struct microc_expr *step = path->steps.data[i];
    path->steps.data[i] = path->steps.data[--k];
    path->steps.data[k] = step;
  }
  path->base = expr;
  if (expr->kind == MICROC_DEREF)
    path->base_value = microc_lower_expr(lowering, expr->a);
  else if (!is_variable(expr))
    path->base_value = microc_lower_expr(lowering, expr);
  for (size_t i = 0; i < path->steps.count; i++) {
    struct microc_expr *step = path->steps.data[i];
    vec_push(&path->indices,
             step->kind == MICROC_INDEX ? microc_lower_expr(lowering, step->b) : IR_NONE);
  }
}

/* ---- the base ---- */

static void check_flag_byte(struct lowering *lowering, ir_operand address,
                            const struct microc_layout *layout, const char *message) {
  ir_operand byte =
      microc_emit_load(lowering, 8, microc_emit_offset(lowering, address, layout->size));
  ir_operand flag =
      microc_emit_compare(lowering, IR_NE, 8, byte, microc_emit_const(lowering, 8, 0));
  microc_emit_check(lowering, flag, "uninit", message);
}

static void check_variable(struct lowering *lowering, const struct microc_expr *expr) {
  const struct lower_variable *variable = variable_of(lowering, expr);
  char *message = alloc_format("use of the uninitialised variable '%s'", expr->name);
  if (variable->has_flag_byte)
    check_flag_byte(lowering, variable->address, microc_lower_layout(lowering, expr->type),
                    message);
  else
    microc_emit_check(lowering, variable->flag, "uninit", message);
  free(message);
}

/* The address of the base. `is_used`: its value must be initialised. */
static ir_operand walk_base(struct lowering *lowering, struct path *path, bool is_used) {
  const struct microc_expr *base = path->base;
  microc_lower_set_place(lowering, base->at);
  if (base->kind == MICROC_DEREF) {
    ir_operand is_good = microc_emit_compare(lowering, IR_NE, 64, path->base_value,
                                             microc_emit_const(lowering, 64, 0));
    microc_emit_check(lowering, is_good, "ptr", "null dereference");
    if (is_used)
      check_flag_byte(lowering, path->base_value, microc_lower_layout(lowering, base->type),
                      "use of an uninitialised value");
    return path->base_value;
  }
  if (!is_variable(base)) return path->base_value;
  if (is_used) check_variable(lowering, base);
  return variable_of(lowering, base)->address;
}

/* ---- the steps ---- */

static ir_operand walk_field(struct lowering *lowering, const struct microc_expr *step,
                             ir_operand address) {
  const struct microc_layout *layout = microc_lower_layout(lowering, step->a->type);
  const struct microc_type *type = microc_type_get(lowering->layouts.types, step->a->type);
  size_t i = 0;
  while (strcmp(type->fields.data[i].name, step->name) != 0) i++;
  const struct microc_field_layout *field = &layout->fields[i];
  ir_operand is_there = microc_emit_const(lowering, 1, field->presence == MICROC_ALWAYS);
  if (field->presence < MICROC_NEVER) {
    ir_operand byte =
        microc_emit_load(lowering, 8, microc_emit_offset(lowering, address, field->presence));
    is_there = microc_emit_compare(lowering, IR_NE, 8, byte, microc_emit_const(lowering, 8, 0));
  }
  char *message = alloc_format("missing field '%s'", step->name);
  microc_emit_check(lowering, is_there, "field", message);
  free(message);
  return microc_emit_offset(lowering, address, field->offset);
}

/* The elements of a boxed array; for writing, an unshared copy. */
static ir_operand open_box(struct lowering *lowering, ir_operand address, ir_operand length,
                           uint64_t element_size, bool is_write) {
  ir_operand where = microc_emit_offset(lowering, address, MICROC_BOX_AT);
  ir_operand elements = microc_emit_load(lowering, 64, where);
  if (!is_write) return elements;
  ir_operand size =
      microc_emit_binary(lowering, IR_MUL, 64, microc_emit_zext(lowering, 32, 64, length),
                         microc_emit_const(lowering, 64, element_size));
  ir_operand copy = microc_emit_builtin(lowering, LOWER_ALLOCATE, 64, &size, 1);
  microc_emit_copy(lowering, copy, elements, size);
  microc_emit_store(lowering, 64, where, copy);
  return copy;
}

static ir_operand walk_index(struct lowering *lowering, const struct microc_expr *step,
                             ir_operand address, ir_operand index, bool is_write) {
  const struct microc_layout *layout = microc_lower_layout(lowering, step->a->type);
  uint64_t element_size = microc_lower_layout(lowering, step->type)->size;
  ir_operand length = microc_emit_load(lowering, 32, address);
  microc_emit_check(lowering, microc_emit_compare(lowering, IR_ULT, 32, index, length), "index",
                    "index out of bounds");
  ir_operand elements = layout->is_boxed
                            ? open_box(lowering, address, length, element_size, is_write)
                            : microc_emit_offset(lowering, address, layout->elements_at);
  ir_operand offset =
      microc_emit_binary(lowering, IR_MUL, 64, microc_emit_zext(lowering, 32, 64, index),
                         microc_emit_const(lowering, 64, element_size));
  return microc_emit_binary(lowering, IR_ADD, 64, elements, offset);
}

static ir_operand walk(struct lowering *lowering, struct path *path) {
  ir_operand address = walk_base(lowering, path, !path->is_write || path->steps.count > 0);
  for (size_t i = 0; i < path->steps.count; i++) {
    const struct microc_expr *step = path->steps.data[i];
    microc_lower_set_place(lowering, step->at);
    address = step->kind == MICROC_FIELD
                  ? walk_field(lowering, step, address)
                  : walk_index(lowering, step, address, path->indices.data[i], path->is_write);
  }
  vec_free(&path->steps);
  vec_free(&path->indices);
  return address;
}

/* ---- reading and writing ---- */

ir_operand microc_lower_read(struct lowering *lowering, struct microc_expr *expr) {
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->type);
  if (is_variable(expr) && !variable_of(lowering, expr)->is_memory) {
    microc_lower_set_place(lowering, expr->at);
    check_variable(lowering, expr);
    return variable_of(lowering, expr)->value;
  }
  struct path path = {0};
  evaluate_operands(lowering, expr, &path);
  ir_operand address = walk(lowering, &path);
  return layout->width ? microc_emit_load(lowering, layout->width, address) : address;
}

void microc_lower_name_value(struct lowering *lowering, const struct microc_decl *decl,
                             ir_operand value) {
  if (!lowering->options->keep_names || ir_is_const(value)) return;
  struct ir_name name = {value, ir_intern_string(lowering->program, decl->name), decl};
  vec_push(&lowering->func->names, name);
}

static void assign_variable(struct lowering *lowering, const struct microc_expr *target,
                            ir_operand value) {
  const struct microc_layout *layout = microc_lower_layout(lowering, target->type);
  struct lower_variable *variable = variable_of(lowering, target);
  if (variable->is_memory)
    microc_lower_store(lowering, layout, variable->address, value);
  else {
    variable->value = value;
    microc_lower_name_value(lowering, target->decl, value);
  }
  if (variable->has_flag_byte)
    microc_emit_store(lowering, 8, microc_emit_offset(lowering, variable->address, layout->size),
                      microc_emit_const(lowering, 8, 1));
  else
    variable->flag = microc_emit_const(lowering, 1, 1);
}

void microc_lower_assign(struct lowering *lowering, struct microc_stmt *stmt) {
  const struct microc_layout *layout = microc_lower_layout(lowering, stmt->value->type);
  ir_operand value = microc_lower_expr(lowering, stmt->value);
  if (layout->width == 0 && stmt->value->slot != IR_NONE && !microc_lower_is_fresh(stmt->value)) {
    microc_lower_store(lowering, layout, stmt->value->slot, value);
    value = stmt->value->slot;
  }
  struct microc_expr *target = stmt->target;
  if (is_variable(target)) {
    microc_lower_set_place(lowering, stmt->at);
    assign_variable(lowering, target, value);
    return;
  }
  struct path path = {.is_write = true};
  evaluate_operands(lowering, target, &path);
  ir_operand address = walk(lowering, &path);
  microc_lower_store(lowering, layout, address, value);
  if (target->kind == MICROC_DEREF)
    microc_emit_store(lowering, 8, microc_emit_offset(lowering, address, layout->size),
                      microc_emit_const(lowering, 8, 1));
}
