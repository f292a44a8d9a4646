/* Def-use chains: one definition per register, all its uses in compressed rows.

   requires: a verified function.
   ensures:  uses of a register are in order of instruction numbers; uses in blocks
             that nothing reaches are listed too. */
#include "ir/def_use.h"

#include "ir/operands.h"

#include <stdlib.h>

static void find_block_defs(const struct ir_func *func, uint32_t number, struct def_use *result,
                            struct ir_operand_list *list) {
  const struct ir_block *block = &func->blocks.data[number];
  for (uint32_t i = 0; i < block->param_count; i++)
    result->defs[func->operands.data[block->first_param + i]] =
        (struct def_site){DEF_BLOCK_PARAM, number, block->first, i};
  for (uint32_t ins = block->first; ins < block->first + block->count; ins++) {
    bool is_call = func->ins.data[ins].op == IR_CALL;
    result->block_of_ins[ins] = number;
    vec_clear(list);
    ir_list_defs(func, &func->ins.data[ins], list);
    for (uint32_t i = 0; i < list->count; i++)
      result->defs[list->data[i]] =
          (struct def_site){is_call ? DEF_CALL_RESULT : DEF_INS, number, ins, i};
  }
}

/* First counts the uses of each register, then, with `next` given, stores them. */
static void walk_uses(const struct ir_func *func, struct def_use *result, uint32_t *next,
                      struct ir_operand_list *list) {
  for (uint32_t number = 0; number < func->ins.count; number++) {
    const struct ir_ins *ins = &func->ins.data[number];
    uint32_t successor_count = ir_successor_count(ins);
    for (uint32_t i = 0; i <= successor_count; i++) {
      struct use_site site = {number, IR_NONE};
      vec_clear(list);
      if (i == 0) {
        ir_list_uses(func, ins, list);
      } else {
        site.edge = ir_successor_edge(func, ins, i - 1);
        ir_list_edge_args(func, site.edge, list);
      }
      for (size_t j = 0; j < list->count; j++) {
        if (ir_is_const(list->data[j])) continue;
        if (next == NULL)
          result->first_use[list->data[j]]++;
        else
          result->uses[next[list->data[j]]++] = site;
      }
    }
  }
}

static uint32_t counts_to_starts(uint32_t *counts, uint32_t count) {
  uint32_t total = 0;
  for (uint32_t i = 0; i <= count; i++) {
    uint32_t here = counts[i];
    counts[i] = total;
    total += here;
  }
  return total;
}

struct def_use def_use_build(const struct ir_func *func) {
  uint32_t count = (uint32_t)func->reg_widths.count;
  struct def_use result = {.reg_count = count,
                           .defs = alloc_zeroed(count * sizeof *result.defs),
                           .first_use = alloc_zeroed((count + 1) * sizeof(uint32_t)),
                           .block_of_ins = alloc_zeroed(func->ins.count * sizeof(uint32_t))};
  struct ir_operand_list list = {0};
  for (uint32_t i = 0; i < func->params.count; i++)
    result.defs[func->params.data[i]] = (struct def_site){DEF_PARAM, 0, 0, i};
  for (uint32_t i = 0; i < func->blocks.count; i++) find_block_defs(func, i, &result, &list);
  walk_uses(func, &result, NULL, &list);
  uint32_t total = counts_to_starts(result.first_use, count);
  result.uses = alloc_bytes(total * sizeof *result.uses);
  uint32_t *next = alloc_bytes((count + 1) * sizeof *next);
  for (uint32_t i = 0; i < count; i++) next[i] = result.first_use[i];
  walk_uses(func, &result, next, &list);
  free(next);
  vec_free(&list);
  return result;
}

void def_use_free(struct def_use *def_use) {
  free(def_use->defs);
  free(def_use->first_use);
  free(def_use->uses);
  free(def_use->block_of_ins);
  *def_use = (struct def_use){0};
}
