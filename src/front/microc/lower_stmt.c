/* Statements. microc has no other jumps, so registers for variables need no general construction of
   phi nodes: after an `if` the variables in which its branches differ become parameters of the
   block, before a loop those that its body assigns. */
#include "front/microc/lower_state.h"

#include <stdlib.h>
#include <string.h>

void microc_lower_start_block(struct lowering *lowering, uint32_t block) {
  ir_start_block(lowering->func, block);
  lowering->block = block;
}

/* Ends the open block by a jump whose edge is set later (set_edge). Returns its number. */
static uint32_t emit_jump(struct lowering *lowering) {
  ir_emit(lowering->func, (struct ir_ins){.op = IR_BR, .loc = lowering->loc});
  ir_end_block(lowering->func, lowering->block);
  return (uint32_t)lowering->func->ins.count - 1;
}

static void emit_branch(struct lowering *lowering, ir_operand condition, uint32_t yes,
                        uint32_t no) {
  struct ir_func *func = lowering->func;
  uint32_t yes_edge = ir_new_edge(func, yes, NULL, 0), no_edge = ir_new_edge(func, no, NULL, 0);
  ir_emit(func,
          (struct ir_ins){
              .op = IR_CONDBR, .loc = lowering->loc, .a = condition, .b = yes_edge, .c = no_edge});
  ir_end_block(func, lowering->block);
}

/* ---- variables across blocks ---- */

/* Which parts of the variables are parameters of a block. */
struct joint {
  uint32_t count;
  bool *has_value, *has_flag; /* per variable */
  VEC(uint32_t) regs;
};

static void joint_init(struct joint *joint, uint32_t count) {
  *joint = (struct joint){.count = count};
  joint->has_value = alloc_zeroed(count + 1);
  joint->has_flag = alloc_zeroed(count + 1);
}

static void joint_free(struct joint *joint) {
  free(joint->has_value);
  free(joint->has_flag);
  vec_free(&joint->regs);
}

static struct lower_variable *copy_variables(const struct lowering *lowering) {
  size_t size = (lowering->function->local_count + 1) * sizeof *lowering->variables;
  struct lower_variable *copy = alloc_bytes(size);
  memcpy(copy, lowering->variables, size);
  return copy;
}

/* Sets the target of a jump: an edge to the block, with the current values of the variables. */
static void set_edge(struct lowering *lowering, uint32_t jump, uint32_t block,
                     const struct joint *joint, const struct lower_variable *variables) {
  VEC(ir_operand) args = {0};
  for (uint32_t i = 0; i < joint->count; i++) {
    if (joint->has_value[i]) vec_push(&args, variables[i].value);
    if (joint->has_flag[i]) vec_push(&args, variables[i].flag);
  }
  lowering->func->ins.data[jump].a =
      ir_new_edge(lowering->func, block, args.data, (uint32_t)args.count);
  vec_free(&args);
}

/* Gives the block its parameters, and the variables the new registers. */
static void make_params(struct lowering *lowering, uint32_t block, struct joint *joint) {
  for (uint32_t i = 0; i < joint->count; i++) {
    struct lower_variable *variable = &lowering->variables[i];
    if (joint->has_value[i]) {
      unsigned width = microc_lower_layout(lowering, lowering->function->locals[i]->type)->width;
      variable->value = ir_new_reg(lowering->func, width);
      vec_push(&joint->regs, variable->value);
      microc_lower_name_value(lowering, lowering->function->locals[i], variable->value);
    }
    if (joint->has_flag[i]) {
      variable->flag = ir_new_reg(lowering->func, 1);
      vec_push(&joint->regs, variable->flag);
    }
  }
  ir_set_block_params(lowering->func, block, joint->regs.data, (uint32_t)joint->regs.count);
}

/* ---- if ---- */

static void join_branches(struct lowering *lowering, uint32_t then_jump,
                          struct lower_variable *then_variables, uint32_t else_jump) {
  struct joint joint;
  uint32_t join = ir_new_block(lowering->func);
  struct lower_variable *else_variables = copy_variables(lowering);
  joint_init(&joint, lowering->function->local_count);
  for (uint32_t i = 0; i < joint.count; i++) {
    joint.has_value[i] = then_variables[i].value != else_variables[i].value;
    joint.has_flag[i] = then_variables[i].flag != else_variables[i].flag;
  }
  make_params(lowering, join, &joint);
  set_edge(lowering, then_jump, join, &joint, then_variables);
  set_edge(lowering, else_jump, join, &joint, else_variables);
  microc_lower_start_block(lowering, join);
  free(else_variables);
  joint_free(&joint);
}

static void lower_if(struct lowering *lowering, struct microc_stmt *stmt) {
  ir_operand condition = microc_lower_bit(lowering, stmt->value);
  uint32_t then = ir_new_block(lowering->func), otherwise = ir_new_block(lowering->func);
  microc_lower_set_place(lowering, stmt->at);
  emit_branch(lowering, condition, then, otherwise);
  struct lower_variable *before = copy_variables(lowering);
  microc_lower_start_block(lowering, then);
  microc_lower_stmt(lowering, stmt->then);
  uint32_t then_jump = emit_jump(lowering);
  struct lower_variable *after = lowering->variables;
  lowering->variables = before;
  microc_lower_start_block(lowering, otherwise);
  if (stmt->otherwise)
    microc_lower_stmt(lowering, stmt->otherwise);
  else
    microc_lower_set_place(lowering, stmt->at);
  uint32_t else_jump = emit_jump(lowering);
  join_branches(lowering, then_jump, after, else_jump);
  free(after);
}

/* ---- while ---- */

static void find_assigned(struct lowering *lowering, const struct microc_stmt *stmt,
                          struct joint *joint) {
  if (stmt->kind == MICROC_ASSIGN && stmt->target->kind == MICROC_NAME) {
    uint32_t i = stmt->target->decl->index;
    const struct lower_variable *variable = &lowering->variables[i];
    joint->has_value[i] = !variable->is_memory;
    joint->has_flag[i] =
        !variable->has_flag_byte && !microc_is_const_true(lowering, variable->flag);
  }
  if (stmt->then) find_assigned(lowering, stmt->then, joint);
  if (stmt->otherwise) find_assigned(lowering, stmt->otherwise, joint);
  for (uint32_t i = 0; i < stmt->item_count; i++) find_assigned(lowering, stmt->items[i], joint);
}

static void lower_while(struct lowering *lowering, struct microc_stmt *stmt) {
  struct ir_func *func = lowering->func;
  uint32_t head = ir_new_block(func), body = ir_new_block(func), end = ir_new_block(func);
  struct joint joint;
  joint_init(&joint, lowering->function->local_count);
  find_assigned(lowering, stmt->then, &joint);
  microc_lower_set_place(lowering, stmt->at);
  uint32_t entry = emit_jump(lowering);
  struct lower_variable *before = copy_variables(lowering);
  make_params(lowering, head, &joint);
  set_edge(lowering, entry, head, &joint, before);
  microc_lower_start_block(lowering, head);
  ir_operand condition = microc_lower_bit(lowering, stmt->value);
  microc_lower_set_place(lowering, stmt->at);
  emit_branch(lowering, condition, body, end);
  memcpy(before, lowering->variables,
         lowering->function->local_count * sizeof *lowering->variables);
  microc_lower_start_block(lowering, body);
  microc_lower_stmt(lowering, stmt->then);
  uint32_t again = emit_jump(lowering);
  set_edge(lowering, again, head, &joint, lowering->variables);
  memcpy(lowering->variables, before,
         lowering->function->local_count * sizeof *lowering->variables);
  microc_lower_start_block(lowering, end);
  free(before);
  joint_free(&joint);
}

void microc_lower_stmt(struct lowering *lowering, struct microc_stmt *stmt) {
  switch (stmt->kind) {
  case MICROC_ASSIGN: microc_lower_assign(lowering, stmt); break;
  case MICROC_OUTPUT: {
    ir_operand value = microc_lower_expr(lowering, stmt->value);
    microc_lower_set_place(lowering, stmt->at);
    microc_emit_builtin(lowering, LOWER_OUTPUT, 0, &value, 1);
    break;
  }
  case MICROC_IF: lower_if(lowering, stmt); break;
  case MICROC_WHILE: lower_while(lowering, stmt); break;
  default:
    for (uint32_t i = 0; i < stmt->item_count; i++) microc_lower_stmt(lowering, stmt->items[i]);
  }
}
