/* Functions of microc as functions of the IR.

   A function takes its arguments in order; a record or array is passed by the address of a copy
   that belongs to the callee, and returned to an address that precedes the arguments. Functions are
   local to the program, so that their names do not clash with the engine's. The program starts in
   __smew_bare_start, which calls main and exits with its result. */
#include "front/microc/lower.h"

#include "front/microc/lower_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- places for records and arrays ---- */

static bool is_scalar(struct lowering *lowering, const struct microc_expr *expr) {
  return microc_lower_layout(lowering, expr->type)->width != 0;
}

static void make_slot(struct lowering *lowering, struct microc_expr *expr) {
  const struct microc_layout *layout = microc_lower_layout(lowering, expr->type);
  microc_lower_set_place(lowering, expr->at);
  expr->slot = microc_emit_alloca(lowering, layout->size, layout->align, "");
}

/* Slots for expressions that make a record or array, and for copies of those that are arguments. */
static void make_expr_slots(struct lowering *lowering, struct microc_expr *expr) {
  expr->slot = IR_NONE;
  if (expr->a) make_expr_slots(lowering, expr->a);
  if (expr->b) make_expr_slots(lowering, expr->b);
  for (uint32_t i = 0; i < expr->item_count; i++) {
    struct microc_expr *item = expr->items[i];
    make_expr_slots(lowering, item);
    if (expr->kind == MICROC_CALL && !microc_lower_is_fresh(item) && !is_scalar(lowering, item))
      make_slot(lowering, item);
  }
  if (microc_lower_is_fresh(expr) && !is_scalar(lowering, expr)) make_slot(lowering, expr);
}

/* The right side is evaluated first; a call on the left must not change it. */
static void make_stmt_slots(struct lowering *lowering, struct microc_stmt *stmt) {
  if (stmt->value) make_expr_slots(lowering, stmt->value);
  if (stmt->target) {
    make_expr_slots(lowering, stmt->target);
    if (!microc_lower_is_fresh(stmt->value) && !is_scalar(lowering, stmt->value) &&
        microc_lower_has_call(stmt->target))
      make_slot(lowering, stmt->value);
  }
  if (stmt->then) make_stmt_slots(lowering, stmt->then);
  if (stmt->otherwise) make_stmt_slots(lowering, stmt->otherwise);
  for (uint32_t i = 0; i < stmt->item_count; i++) make_stmt_slots(lowering, stmt->items[i]);
}

/* ---- locals ---- */

static void make_variable(struct lowering *lowering, const struct microc_decl *decl) {
  struct lower_variable *variable = &lowering->variables[decl->index];
  const struct microc_layout *layout = microc_lower_layout(lowering, decl->type);
  microc_lower_set_place(lowering, decl->at);
  variable->is_memory = decl->has_address_taken || layout->width == 0;
  variable->has_flag_byte = decl->has_address_taken;
  variable->address = variable->value = IR_NONE;
  variable->flag = microc_emit_const(lowering, 1, 0);
  if (!variable->is_memory) variable->value = microc_emit_const(lowering, layout->width, 0);
  if (variable->has_flag_byte)
    variable->address = microc_emit_alloca(lowering, layout->size + 1, layout->align, decl->name);
  else if (variable->is_memory)
    variable->address = microc_emit_alloca(lowering, layout->size, layout->align, decl->name);
  if (variable->has_flag_byte)
    microc_emit_store(lowering, 8, microc_emit_offset(lowering, variable->address, layout->size),
                      microc_emit_const(lowering, 8, 0));
}

/* An argument's copy is used directly unless its address is taken: then it must end with the
   function. */
static void bind_param(struct lowering *lowering, const struct microc_decl *decl, uint32_t reg) {
  struct lower_variable *variable = &lowering->variables[decl->index];
  const struct microc_layout *layout = microc_lower_layout(lowering, decl->type);
  if (decl->has_address_taken) {
    make_variable(lowering, decl);
    microc_lower_store(lowering, layout, variable->address, reg);
    microc_emit_store(lowering, 8, microc_emit_offset(lowering, variable->address, layout->size),
                      microc_emit_const(lowering, 8, 1));
    return;
  }
  variable->is_memory = layout->width == 0;
  variable->has_flag_byte = false;
  variable->address = variable->is_memory ? reg : IR_NONE;
  variable->value = variable->is_memory ? IR_NONE : reg;
  variable->flag = microc_emit_const(lowering, 1, 1);
  if (!variable->is_memory) microc_lower_name_value(lowering, decl, reg);
}

/* ---- functions ---- */

static void declare_function(struct lowering *lowering, const struct microc_function *function) {
  struct ir_func *func = ir_add_func(lowering->program, function->decl.name, true);
  lowering->func_numbers[function->decl.index] = func->number;
  lowering->function_name = ir_intern_string(lowering->program, function->decl.name);
  microc_lower_set_place(lowering, function->decl.at);
  func->loc = lowering->loc;
  func->has_body = true;
  unsigned width = microc_lower_layout(lowering, function->result->type)->width;
  if (width)
    vec_push(&func->result_widths, (uint8_t)width);
  else
    ir_new_param(func, 64);
  for (uint32_t i = 0; i < function->param_count; i++) {
    width = microc_lower_layout(lowering, function->locals[i]->type)->width;
    ir_new_param(func, width ? width : 64);
  }
}

static void lower_return(struct lowering *lowering, const struct microc_function *function) {
  ir_operand value = microc_lower_expr(lowering, function->result);
  const struct microc_layout *layout = microc_lower_layout(lowering, function->result->type);
  microc_lower_set_place(lowering, function->return_at);
  struct ir_ins end = {.op = IR_RET, .loc = lowering->loc};
  if (layout->width) {
    end.b = ir_add_operands(lowering->func, &value, 1);
    end.c = 1;
  } else
    microc_lower_store(lowering, layout, lowering->result_address, value);
  ir_emit(lowering->func, end);
  ir_end_block(lowering->func, lowering->block);
}

static void lower_function(struct lowering *lowering, const struct microc_function *function) {
  struct ir_func *func =
      lowering->program->funcs.data[lowering->func_numbers[function->decl.index]];
  lowering->func = func;
  lowering->function = function;
  lowering->function_name = ir_intern_string(lowering->program, function->decl.name);
  lowering->variables = alloc_zeroed((function->local_count + 1) * sizeof *lowering->variables);
  microc_lower_start_block(lowering, ir_new_block(func));
  uint32_t first = func->result_widths.count == 0;
  lowering->result_address = first ? func->params.data[0] : IR_NONE;
  for (uint32_t i = 0; i < function->param_count; i++)
    bind_param(lowering, function->locals[i], func->params.data[first + i]);
  for (uint32_t i = function->param_count; i < function->local_count; i++)
    make_variable(lowering, function->locals[i]);
  for (uint32_t i = 0; i < function->body_count; i++) make_stmt_slots(lowering, function->body[i]);
  make_expr_slots(lowering, function->result);
  for (uint32_t i = 0; i < function->body_count; i++)
    microc_lower_stmt(lowering, function->body[i]);
  lower_return(lowering, function);
  ir_finish_func(func);
  free(lowering->variables);
  lowering->variables = NULL;
}

/* ---- the program ---- */

static ir_operand main_argument(struct lowering *lowering, const struct microc_decl *decl) {
  if (lowering->options->args)
    return microc_emit_const(lowering, 32, (uint32_t)lowering->options->args[decl->index]);
  microc_lower_set_place(lowering, decl->at);
  ir_operand name =
      microc_emit_const(lowering, 32, ir_intern_string(lowering->program, decl->name));
  return microc_emit_builtin(lowering, LOWER_INPUT, 32, &name, 1);
}

static void lower_start(struct lowering *lowering) {
  const struct microc_function *main = microc_find_function(lowering->source, "main");
  struct ir_func *func = ir_add_func(lowering->program, "__smew_bare_start", false);
  lowering->func = func;
  lowering->function_name = ir_intern_string(lowering->program, func->name);
  func->has_body = true;
  func->is_library = true;
  func->is_trusted = true;
  microc_lower_start_block(lowering, ir_new_block(func));
  ir_operand *args = alloc_bytes((main->param_count + 1) * sizeof *args);
  for (uint32_t i = 0; i < main->param_count; i++)
    args[i] = main_argument(lowering, main->locals[i]);
  uint32_t result = ir_new_reg(func, 32);
  microc_lower_set_place(lowering, main->decl.at);
  microc_emit_call(lowering, ir_const_func(func, lowering->func_numbers[main->decl.index]), args,
                   main->param_count, &result, 1);
  microc_emit_builtin(lowering, LOWER_EXIT, 0, &result, 1);
  ir_emit(func, (struct ir_ins){.op = IR_UNREACHABLE});
  ir_end_block(func, lowering->block);
  ir_finish_func(func);
  free(args);
}

static void lower_functions(void *context) {
  struct lowering *lowering = context;
  for (size_t i = 0; i < lowering->source->functions.count; i++)
    lower_function(lowering, lowering->source->functions.data[i]);
}

struct ir_program *microc_lower(struct microc_program *source, struct microc_types *types,
                                const struct microc_front_options *options) {
  struct lowering lowering = {.options = options, .source = source, .program = ir_program_new()};
  size_t count = source->functions.count;
  microc_layouts_init(&lowering.layouts, types);
  lowering.program->is_microc = true;
  lowering.file = ir_intern_string(lowering.program, source->path);
  lowering.func_numbers = alloc_bytes((count + 1) * sizeof *lowering.func_numbers);
  for (size_t i = 0; i < count; i++) declare_function(&lowering, source->functions.data[i]);
  microc_walk(source, lower_functions, &lowering);
  lower_start(&lowering);
  free(lowering.func_numbers);
  microc_layouts_free(&lowering.layouts);
  return lowering.program;
}
