/* The IR as a data structure: the tables made from opcodes.h, and the lifetime of a program and of
   what it owns. Everything in a program is referred to by number, so that it can grow while it is
   being built; only functions and globals have stable addresses, because front ends keep pointers
   to them. */
#include "ir/ir.h"

#include "util/fault.h"

#include <stdlib.h>

const char *const ir_opcode_names[IR_OPCODE_COUNT] = {
#define X(name, text, format) [IR_##name] = text,
    IR_OPCODES(X)
#undef X
};

const uint8_t ir_opcode_formats[IR_OPCODE_COUNT] = {
#define X(name, text, format) [IR_##name] = IR_FORMAT_##format,
    IR_OPCODES(X)
#undef X
};

struct ir_program *ir_program_new(void) {
  struct ir_program *program = alloc_zeroed(sizeof *program);
  ir_intern_string(program, "");
  vec_push(&program->locs, (struct ir_loc){0});
  return program;
}

static void free_func(struct ir_func *func) {
  free(func->name);
  vec_free(&func->params);
  vec_free(&func->param_widths);
  vec_free(&func->result_widths);
  vec_free(&func->reg_widths);
  vec_free(&func->consts);
  vec_free(&func->ins);
  vec_free(&func->blocks);
  vec_free(&func->edges);
  vec_free(&func->cases);
  vec_free(&func->calls);
  vec_free(&func->varargs);
  vec_free(&func->operands);
  vec_free(&func->lost);
  vec_free(&func->names);
  vec_free(&func->lost_names);
  free(func->const_index.slots);
  free(func);
}

static void free_global(struct ir_global *global) {
  free(global->name);
  free(global->bytes);
  vec_free(&global->relocs);
  free(global);
}

void ir_program_free(struct ir_program *program) {
  if (program == NULL) return;
  for (size_t i = 0; i < program->funcs.count; i++) free_func(program->funcs.data[i]);
  for (size_t i = 0; i < program->globals.count; i++) free_global(program->globals.data[i]);
  for (size_t i = 0; i < program->strings.count; i++) free(program->strings.data[i]);
  vec_free(&program->funcs);
  vec_free(&program->globals);
  vec_free(&program->locs);
  vec_free(&program->strings);
  strmap_free(&program->string_numbers);
  strmap_free(&program->func_numbers);
  strmap_free(&program->global_numbers);
  free(program->loc_index.slots);
  source_types_free(&program->source_types);
  free(program);
}

uint32_t ir_intern_string(struct ir_program *program, const char *text) {
  uint32_t number = strmap_get(&program->string_numbers, text);
  if (number != STRMAP_NONE) return number;
  REQUIRE(program->strings.count < IR_NONE);
  number = (uint32_t)program->strings.count;
  vec_push(&program->strings, alloc_string(text));
  strmap_set(&program->string_numbers, text, number);
  return number;
}

struct ir_func *ir_find_func(const struct ir_program *program, const char *name) {
  uint32_t number = strmap_get(&program->func_numbers, name);
  return number == STRMAP_NONE ? NULL : program->funcs.data[number];
}

struct ir_global *ir_find_global(const struct ir_program *program, const char *name) {
  uint32_t number = strmap_get(&program->global_numbers, name);
  return number == STRMAP_NONE ? NULL : program->globals.data[number];
}
