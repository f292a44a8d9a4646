/* What the parts of the lowering share. */
#ifndef FRONT_MICROC_LOWER_STATE_H
#define FRONT_MICROC_LOWER_STATE_H

#include "front/microc/front.h"
#include "front/microc/layout.h"
#include "ir/builder.h"

/* Builtins of the engine; see src/exec/builtin_list.h. */
enum lower_builtin {
  LOWER_CHECK,
  LOWER_INPUT,
  LOWER_OUTPUT,
  LOWER_ALLOCATE,
  LOWER_EXIT,
  LOWER_BUILTIN_COUNT
};

/* A local. Scalars whose address is not taken are values in registers, the others are stack
   objects. If the address is not taken, whether it is initialised is known or held in a 1-bit
   register; otherwise it is the byte after the value. */
struct lower_variable {
  bool is_memory, has_flag_byte;
  ir_operand address; /* of one in memory */
  ir_operand value;   /* of one in a register */
  ir_operand flag;    /* of one without a presence byte */
};

struct lowering {
  const struct microc_front_options *options;
  struct microc_program *source;
  struct microc_layouts layouts;
  struct ir_program *program;
  uint32_t builtins[LOWER_BUILTIN_COUNT]; /* function numbers */
  bool is_declared[LOWER_BUILTIN_COUNT];  /* whether it has a number */
  uint32_t *func_numbers;                 /* per function of the source */
  uint32_t file;                          /* string number */
  /* The current function. */
  const struct microc_function *function;
  struct ir_func *func;
  uint32_t function_name; /* string number */
  uint32_t block;         /* the open one */
  uint32_t loc;           /* of what is emitted next */
  struct lower_variable *variables;
  ir_operand result_address; /* where a record or array is returned to */
};

/* ---- emitting (lower_emit.c) ---- */

void microc_lower_set_place(struct lowering *lowering, struct microc_place at);
ir_operand microc_emit_const(struct lowering *lowering, unsigned width, uint64_t value);
ir_operand microc_emit_binary(struct lowering *lowering, enum ir_opcode op, unsigned width,
                              ir_operand a, ir_operand b);
/* 1 bit wide. */
ir_operand microc_emit_compare(struct lowering *lowering, enum ir_opcode op, unsigned width,
                               ir_operand a, ir_operand b);
ir_operand microc_emit_zext(struct lowering *lowering, unsigned from, unsigned to, ir_operand a);
ir_operand microc_emit_select(struct lowering *lowering, unsigned width, ir_operand condition,
                              ir_operand yes, ir_operand no);
ir_operand microc_emit_load(struct lowering *lowering, unsigned width, ir_operand address);
void microc_emit_store(struct lowering *lowering, unsigned width, ir_operand address,
                       ir_operand value);
void microc_emit_copy(struct lowering *lowering, ir_operand to, ir_operand from, ir_operand size);
void microc_emit_clear(struct lowering *lowering, ir_operand address, uint64_t size);
ir_operand microc_emit_alloca(struct lowering *lowering, uint64_t size, uint64_t align,
                              const char *name);
ir_operand microc_emit_offset(struct lowering *lowering, ir_operand address, uint64_t offset);
void microc_emit_call(struct lowering *lowering, ir_operand callee, const ir_operand *args,
                      uint32_t arg_count, const uint32_t *results, uint32_t result_count);
ir_operand microc_emit_builtin(struct lowering *lowering, enum lower_builtin builtin,
                               unsigned width, const ir_operand *args, uint32_t arg_count);
/* An error of that kind (a suffix of reports) unless the condition holds. */
void microc_emit_check(struct lowering *lowering, ir_operand condition, const char *kind,
                       const char *message);
bool microc_is_const_true(const struct lowering *lowering, ir_operand operand);

/* ---- expressions (lower_expr.c) ---- */

const struct microc_layout *microc_lower_layout(struct lowering *lowering, uint32_t type);
/* The value of a scalar, or the address of a record or array, which is valid until something else
   is evaluated unless microc_lower_is_fresh. */
ir_operand microc_lower_expr(struct lowering *lowering, struct microc_expr *expr);
/* Whether a number is not 0, as 1 bit. */
ir_operand microc_lower_bit(struct lowering *lowering, struct microc_expr *expr);
/* Does the expression make a value that is not shared? */
bool microc_lower_is_fresh(const struct microc_expr *expr);
bool microc_lower_has_call(const struct microc_expr *expr);
/* Stores a value at an address. */
void microc_lower_store(struct lowering *lowering, const struct microc_layout *layout,
                        ir_operand address, ir_operand value);

/* ---- access paths (lower_path.c) ---- */

ir_operand microc_lower_read(struct lowering *lowering, struct microc_expr *expr);
/* Records that the register holds the variable from here on. */
void microc_lower_name_value(struct lowering *lowering, const struct microc_decl *decl,
                             ir_operand value);
void microc_lower_assign(struct lowering *lowering, struct microc_stmt *stmt);

/* ---- statements and functions (lower_stmt.c, lower.c) ---- */

void microc_lower_stmt(struct lowering *lowering, struct microc_stmt *stmt);
void microc_lower_start_block(struct lowering *lowering, uint32_t block);

#endif
