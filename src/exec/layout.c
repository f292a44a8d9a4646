/* Placing functions and globals, before the first instruction. */
#include "exec/layout.h"

#include "exec/machine.h"
#include "ir/ir.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>

/* A function occupies one byte for itself and one per block, for their addresses. */
static uint64_t code_extent(const struct ir_func *func) {
  return (1 + func->blocks.count + CODE_GRAIN) & -(uint64_t)CODE_GRAIN;
}

static void place_code(struct machine *machine, struct space *space) {
  struct ir_program *program = machine->program;
  uint64_t size = 0;
  for (size_t i = 0; i < program->funcs.count; i++) size += code_extent(program->funcs.data[i]);
  struct space_request request = {.size = size, .kind = OBJECT_CODE, .flags = OBJECT_CONSTANT};
  struct object *object = space_allocate(&machine->memory, space, &request);
  REQUIRE(object != NULL);
  machine->layout.code_base = object->base;
  machine->layout.code_size = size;
  machine->layout.func_addresses = alloc_zeroed(program->funcs.count * sizeof(uint64_t));
  machine->layout.func_at_grain = alloc_zeroed((size / CODE_GRAIN + 1) * sizeof(uint32_t));
  uint64_t at = 0;
  for (size_t i = 0; i < program->funcs.count; i++) {
    machine->layout.func_addresses[i] = machine->layout.code_base + at;
    machine->layout.func_at_grain[at / CODE_GRAIN] = (uint32_t)i + 1;
    at += code_extent(program->funcs.data[i]);
  }
}

uint32_t machine_find_func(const struct machine *machine, uint64_t address) {
  uint64_t offset = address - machine->layout.code_base;
  if (offset >= machine->layout.code_size || offset % CODE_GRAIN != 0) return UINT32_MAX;
  return machine->layout.func_at_grain[offset / CODE_GRAIN] - 1; /* 0 - 1: inside a function */
}

uint64_t layout_const_value(const struct layout *layout, const struct ir_const *target) {
  switch (target->kind) {
  case IR_CONST_GLOBAL: return layout->global_addresses[target->ref] + target->value;
  case IR_CONST_FUNC: return layout->func_addresses[target->ref] + target->value;
  case IR_CONST_BLOCK: return layout->func_addresses[target->ref] + 1 + target->value;
  default: return target->value;
  }
}

/* Nothing is known of the size of a variable without a definition. */
static uint64_t size_of(const struct machine *machine, const struct ir_global *global) {
  bool is_unknown = !global->is_defined && machine->options.external.mode != EXTERNAL_ERROR;
  return is_unknown ? machine->options.external.size : global->size;
}

/* All globals get their addresses before any gets its content: they refer to each other. */
static bool place_globals(struct machine *machine, struct space *space) {
  struct ir_program *program = machine->program;
  machine->layout.global_addresses = alloc_zeroed(program->globals.count * sizeof(uint64_t));
  for (size_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    struct space_request request = {.size = size_of(machine, global),
                                    .align = global->align,
                                    .kind = OBJECT_GLOBAL,
                                    .flags = (global->is_constant ? OBJECT_CONSTANT : 0) |
                                             (global->is_defined ? 0 : OBJECT_UNDEFINED),
                                    .site = global->loc,
                                    .name = ir_intern_string(program, global->name)};
    struct object *object = space_allocate(&machine->memory, space, &request);
    if (object == NULL) {
      fprintf(stderr, "smew: variable '%s' is too large: %llu bytes\n", global->name,
              (unsigned long long)global->size);
      return false;
    }
    machine->layout.global_addresses[i] = object->base;
  }
  for (size_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    struct object *object = space_find(space, machine->layout.global_addresses[i]);
    if (global->bytes != NULL && global->size != 0)
      memory_initialise(&machine->memory, space, object, 0, global->bytes, global->size);
    for (size_t k = 0; k < global->relocs.count; k++) {
      uint64_t value = layout_const_value(&machine->layout, &global->relocs.data[k].target);
      memory_initialise(&machine->memory, space, object, global->relocs.data[k].offset, &value, 8);
    }
  }
  return true;
}

bool layout_place(struct machine *machine, struct space *space) {
  place_code(machine, space);
  return place_globals(machine, space);
}

void layout_free(struct layout *layout) {
  free(layout->func_addresses);
  free(layout->func_at_grain);
  free(layout->is_taken);
  free(layout->global_addresses);
}
