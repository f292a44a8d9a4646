/* The verifier. A function is checked from its tables upwards: registers and constants, then blocks
   and edges, then single instructions (verify_ins.c), and finally what needs the graph: that every
   register is defined once and that the definition dominates the uses. Each step relies on the ones
   before it, and the first violation ends the check. Uses in blocks that nothing reaches need not
   be dominated, only defined. */
#include "ir/verify.h"

#include "ir/cfg.h"
#include "ir/dominators.h"
#include "ir/operands.h"
#include "ir/verify_ins.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

/* Registers and constants. */

static bool check_widths(const struct verifier *verifier, const char *what, const uint8_t *widths,
                         size_t count) {
  for (size_t i = 0; i < count; i++)
    if (widths[i] < 1 || widths[i] > IR_MAX_WIDTH)
      return verify_fail(verifier, "%s %zu has width %u", what, i, widths[i]);
  return true;
}

static bool check_regs(const struct verifier *verifier) {
  const uint8_t *widths = verifier->func->reg_widths.data;
  size_t count = verifier->func->reg_widths.count;
  if (count >= IR_CONST) return verify_fail(verifier, "too many registers");
  for (size_t i = 0; i < count; i++) {
    bool is_second = i > 0 && ir_word_count(widths[i - 1]) == 2;
    if ((widths[i] == 0) != is_second || widths[i] > IR_MAX_WIDTH)
      return verify_fail(verifier, "register %zu has width %u", i, widths[i]);
  }
  if (count > 0 && ir_word_count(widths[count - 1]) == 2)
    return verify_fail(verifier, "register %zu lacks its second word", count - 1);
  return true;
}

/* A constant that is an address, in a function or in a global. */
static bool check_address(const struct verifier *verifier, const struct ir_const *target) {
  const struct ir_program *program = verifier->program;
  bool is_global = target->kind == IR_CONST_GLOBAL;
  if (target->kind > IR_CONST_BLOCK || target->kind == IR_CONST_INT)
    return verify_fail(verifier, "address of kind %u", target->kind);
  if (target->width != 64) return verify_fail(verifier, "address of %u bits", target->width);
  if (target->ref >= (is_global ? program->globals.count : program->funcs.count))
    return verify_fail(verifier, "address of %s %u, which does not exist",
                       is_global ? "global" : "function", target->ref);
  if (target->kind == IR_CONST_BLOCK &&
      target->value >= program->funcs.data[target->ref]->blocks.count)
    return verify_fail(verifier, "address of block b%llu, which does not exist",
                       (unsigned long long)target->value);
  return true;
}

static bool check_int(const struct verifier *verifier, size_t number) {
  const struct ir_const *words = &verifier->func->consts.data[number];
  if (words->width < 1 || words->width > IR_MAX_WIDTH)
    return verify_fail(verifier, "constant %zu has width %u", number, words->width);
  if ((words->value & ~ir_mask(words->width)) != 0)
    return verify_fail(verifier, "constant %zu does not fit its %u bits", number, words->width);
  if (ir_word_count(words->width) == 1) return true;
  if (number + 1 == verifier->func->consts.count || words[1].width != 0 ||
      words[1].kind != IR_CONST_INT)
    return verify_fail(verifier, "constant %zu lacks its second word", number);
  if ((words[1].value & ~ir_mask(words->width - 64u)) != 0)
    return verify_fail(verifier, "constant %zu does not fit its %u bits", number, words->width);
  return true;
}

static bool check_consts(const struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  if (func->consts.count >= IR_CONST - 1) return verify_fail(verifier, "too many constants");
  for (size_t i = 0; i < func->consts.count; i += ir_word_count(func->consts.data[i].width)) {
    const struct ir_const *entry = &func->consts.data[i];
    bool is_number = entry->kind == IR_CONST_INT || entry->kind == IR_CONST_UNDEFINED;
    if (is_number ? !check_int(verifier, i) : !check_address(verifier, entry)) return false;
  }
  return true;
}

/* Blocks and edges. */

static bool check_block(struct verifier *verifier, uint32_t number, bool *is_owned) {
  const struct ir_func *func = verifier->func;
  const struct ir_block *block = &func->blocks.data[number];
  verifier->block = number;
  if (block->count == 0) return verify_fail(verifier, "the block is empty");
  if (!verify_range(verifier, "instructions", block->first, block->count, func->ins.count) ||
      !verify_range(verifier, "parameters", block->first_param, block->param_count,
                    func->operands.count))
    return false;
  for (uint32_t i = 0; i < block->count; i++) {
    if (is_owned[block->first + i])
      return verify_fail(verifier, "instruction %u is also in another block", block->first + i);
    is_owned[block->first + i] = true;
    if (func->ins.data[block->first + i].op >= IR_OPCODE_COUNT)
      return verify_fail(verifier, "instruction %u: no operation %u", block->first + i,
                         func->ins.data[block->first + i].op);
    bool is_last = i == block->count - 1;
    if (ir_is_terminator(func->ins.data[block->first + i].op) != is_last)
      return verify_fail(verifier, is_last ? "the block does not end with a terminator"
                                           : "a terminator in the middle of the block");
  }
  verifier->block = IR_NONE;
  return true;
}

static bool check_blocks(struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  if (func->blocks.count == 0) return verify_fail(verifier, "a body without blocks");
  if (func->blocks.count >= IR_NONE || func->ins.count >= IR_NONE)
    return verify_fail(verifier, "too many blocks or instructions");
  bool *is_owned = alloc_zeroed(func->ins.count);
  bool is_fine = true;
  for (uint32_t i = 0; i < func->blocks.count && is_fine; i++)
    is_fine = check_block(verifier, i, is_owned);
  for (size_t i = 0; i < func->ins.count && is_fine; i++)
    if (!is_owned[i]) is_fine = verify_fail(verifier, "instruction %zu is in no block", i);
  free(is_owned);
  return is_fine;
}

static bool check_edges(const struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  if (func->blocks.data[0].param_count != 0)
    return verify_fail(verifier, "the entry block has parameters");
  for (size_t i = 0; i < func->edges.count; i++) {
    const struct ir_edge *edge = &func->edges.data[i];
    if (edge->target >= func->blocks.count)
      return verify_fail(verifier, "edge %zu leads to block b%u, which does not exist", i,
                         edge->target);
    if (edge->target == 0) return verify_fail(verifier, "edge %zu leads to the entry block", i);
    const struct ir_block *target = &func->blocks.data[edge->target];
    if (!verify_range(verifier, "edge arguments", edge->first_arg, target->param_count,
                      func->operands.count))
      return false;
    for (uint32_t j = 0; j < target->param_count; j++) {
      uint32_t param = func->operands.data[target->first_param + j];
      if (!verify_reg(verifier, "block parameter", param, 0) ||
          !verify_operand(verifier, "edge argument", func->operands.data[edge->first_arg + j],
                          func->reg_widths.data[param]))
        return false;
    }
  }
  return true;
}

static bool check_instructions(struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  bool is_fine = true;
  for (uint32_t i = 0; i < func->blocks.count; i++) {
    const struct ir_block *block = &func->blocks.data[i];
    verifier->block = i;
    for (uint32_t j = 0; j < block->count && is_fine; j++) {
      verifier->ins = &func->ins.data[block->first + j];
      is_fine = verify_ins(verifier);
    }
    if (!is_fine) return false;
  }
  verifier->block = IR_NONE;
  verifier->ins = NULL;
  return true;
}

/* Definitions and uses. */

/* Where a register is defined: position 0 is the start of the block, where its parameters are
   bound; its instructions follow from 1. */
struct definition {
  uint32_t block; /* IR_NONE: not defined */
  uint32_t position;
};

static bool define(const struct verifier *verifier, struct definition *definitions, uint32_t reg,
                   uint32_t block, uint32_t position) {
  if (!verify_reg(verifier, "definition", reg, 0)) return false;
  if (definitions[reg].block != IR_NONE)
    return verify_fail(verifier, "register %u is defined twice", reg);
  definitions[reg] = (struct definition){block, position};
  return true;
}

static bool find_definitions(struct verifier *verifier, struct definition *definitions) {
  const struct ir_func *func = verifier->func;
  struct ir_operand_list list = {0};
  bool is_fine = true;
  for (size_t i = 0; i < func->params.count && is_fine; i++)
    is_fine = define(verifier, definitions, func->params.data[i], 0, 0);
  for (uint32_t i = 0; i < func->blocks.count && is_fine; i++) {
    const struct ir_block *block = &func->blocks.data[i];
    verifier->block = i;
    for (uint32_t j = 0; j < block->param_count && is_fine; j++)
      is_fine = define(verifier, definitions, func->operands.data[block->first_param + j], i, 0);
    for (uint32_t j = 0; j < block->count && is_fine; j++) {
      vec_clear(&list);
      ir_list_defs(func, &func->ins.data[block->first + j], &list);
      for (size_t k = 0; k < list.count && is_fine; k++)
        is_fine = define(verifier, definitions, list.data[k], i, j + 1);
    }
  }
  if (is_fine) verifier->block = IR_NONE;
  vec_free(&list);
  return is_fine;
}

static bool check_use(const struct verifier *verifier, const struct definition *definitions,
                      const struct dominators *tree, ir_operand operand, uint32_t position) {
  if (ir_is_const(operand)) return true;
  const struct definition *definition = &definitions[operand];
  if (definition->block == IR_NONE)
    return verify_fail(verifier, "register %u is never defined", operand);
  if (!dominators_has(tree, verifier->block)) return true;
  bool is_before = definition->block == verifier->block
                       ? definition->position < position
                       : dominators_covers(tree, definition->block, verifier->block);
  return is_before ||
         verify_fail(verifier, "register %u is used where it may not be defined", operand);
}

static bool check_uses(struct verifier *verifier, const struct definition *definitions,
                       const struct dominators *tree) {
  const struct ir_func *func = verifier->func;
  struct ir_operand_list list = {0};
  bool is_fine = true;
  for (uint32_t i = 0; i < func->blocks.count && is_fine; i++) {
    const struct ir_block *block = &func->blocks.data[i];
    verifier->block = i;
    for (uint32_t j = 0; j < block->count && is_fine; j++) {
      const struct ir_ins *ins = verifier->ins = &func->ins.data[block->first + j];
      vec_clear(&list);
      ir_list_uses(func, ins, &list);
      for (uint32_t k = 0; k < ir_successor_count(ins); k++)
        ir_list_edge_args(func, ir_successor_edge(func, ins, k), &list);
      for (size_t k = 0; k < list.count && is_fine; k++)
        is_fine = check_use(verifier, definitions, tree, list.data[k], j + 1);
    }
  }
  vec_free(&list);
  return is_fine;
}

static bool check_data_flow(struct verifier *verifier) {
  size_t count = verifier->func->reg_widths.count;
  struct definition *definitions = alloc_bytes(count * sizeof *definitions);
  for (size_t i = 0; i < count; i++) definitions[i] = (struct definition){IR_NONE, 0};
  bool is_fine = find_definitions(verifier, definitions);
  if (is_fine) {
    struct cfg cfg = cfg_build(verifier->func);
    struct dominators tree = dominators_build(&cfg);
    is_fine = check_uses(verifier, definitions, &tree);
    dominators_free(&tree);
    cfg_free(&cfg);
  }
  free(definitions);
  return is_fine;
}

static bool check_header(const struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  if (func->name == NULL) return verify_fail(verifier, "no name");
  if (func->loc >= verifier->program->locs.count)
    return verify_fail(verifier, "no location %u", func->loc);
  if (!check_widths(verifier, "parameter", func->param_widths.data, func->param_widths.count) ||
      !check_widths(verifier, "result", func->result_widths.data, func->result_widths.count))
    return false;
  if (!func->has_body)
    return (func->blocks.count == 0 && func->ins.count == 0) ||
           verify_fail(verifier, "a declaration with instructions");
  if (func->params.count != func->param_widths.count)
    return verify_fail(verifier, "%zu parameters of which %zu have a width", func->params.count,
                       func->param_widths.count);
  return true;
}

static bool check_params(const struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  for (size_t i = 0; i < func->params.count; i++)
    if (!verify_reg(verifier, "parameter", func->params.data[i], func->param_widths.data[i]))
      return false;
  return true;
}

bool ir_verify_func(const struct ir_program *program, const struct ir_func *func,
                    struct buffer *why) {
  struct verifier verifier = {program, func, why, IR_NONE, NULL, NULL};
  if (!check_header(&verifier)) return false;
  if (!func->has_body) return true;
  return check_regs(&verifier) && check_consts(&verifier) && check_params(&verifier) &&
         check_blocks(&verifier) && check_edges(&verifier) && check_instructions(&verifier) &&
         check_data_flow(&verifier);
}

/* The program. */

static bool check_global(struct verifier *verifier, size_t number) {
  const struct ir_global *global = verifier->program->globals.data[number];
  if (global == NULL || global->name == NULL)
    return verify_fail(verifier, "global %zu has no name", number);
  verifier->global = global;
  if (global->number != number)
    return verify_fail(verifier, "believes to be number %u instead of %zu", global->number, number);
  if (global->loc >= verifier->program->locs.count)
    return verify_fail(verifier, "no location %u", global->loc);
  if (global->align == 0 || (global->align & (global->align - 1)) != 0)
    return verify_fail(verifier, "alignment %llu is no power of two",
                       (unsigned long long)global->align);
  for (size_t i = 0; i < global->relocs.count; i++) {
    const struct ir_reloc *reloc = &global->relocs.data[i];
    if (global->size < 8 || reloc->offset > global->size - 8)
      return verify_fail(verifier, "an address at offset %llu of %llu bytes",
                         (unsigned long long)reloc->offset, (unsigned long long)global->size);
    if (!check_address(verifier, &reloc->target)) return false;
  }
  verifier->global = NULL;
  return true;
}

/* Inlining chains must end. A chain is followed until a location already known to be fine, so each
   location is visited once. */
static bool check_locs(const struct verifier *verifier) {
  const struct ir_program *program = verifier->program;
  size_t count = program->locs.count;
  if (count == 0) return verify_fail(verifier, "location 0 is missing");
  uint32_t *chain_of = alloc_zeroed(count * sizeof *chain_of); /* 0: not visited yet */
  bool is_fine = true;
  for (uint32_t i = 0; i < count && is_fine; i++) {
    const struct ir_loc *loc = &program->locs.data[i];
    if (loc->file >= program->strings.count || loc->function >= program->strings.count ||
        loc->inlined_at >= count) {
      is_fine = verify_fail(verifier, "location %u names something that does not exist", i);
      break;
    }
  }
  for (uint32_t i = 1; i < count && is_fine; i++) {
    uint32_t at = i;
    for (; at != 0 && chain_of[at] == 0; at = program->locs.data[at].inlined_at) chain_of[at] = i;
    if (at != 0 && chain_of[at] == i)
      is_fine = verify_fail(verifier, "location %u is inlined into itself", i);
  }
  free(chain_of);
  return is_fine;
}

static bool check_names(const struct verifier *verifier, const char *what,
                        const struct strmap *names, size_t count) {
  for (size_t i = 0; i < names->count; i++)
    if (names->entries[i].value >= count)
      return verify_fail(verifier, "name '%s' stands for %s %u, which does not exist",
                         names->entries[i].key, what, names->entries[i].value);
  return true;
}

bool ir_verify_program(const struct ir_program *program, struct buffer *why) {
  struct verifier verifier = {program, NULL, why, IR_NONE, NULL, NULL};
  if (program->strings.count == 0 || program->strings.data[0][0] != '\0')
    return verify_fail(&verifier, "string 0 is not the empty one");
  if (!check_locs(&verifier)) return false;
  if (!check_names(&verifier, "function", &program->func_numbers, program->funcs.count) ||
      !check_names(&verifier, "global", &program->global_numbers, program->globals.count))
    return false;
  for (size_t i = 0; i < program->funcs.count; i++)
    if (program->funcs.data[i] == NULL || program->funcs.data[i]->number != i)
      return verify_fail(&verifier, "function %zu is not where its number says", i);
  for (size_t i = 0; i < program->globals.count; i++)
    if (!check_global(&verifier, i)) return false;
  for (size_t i = 0; i < program->funcs.count; i++)
    if (!ir_verify_func(program, program->funcs.data[i], why)) return false;
  return true;
}
