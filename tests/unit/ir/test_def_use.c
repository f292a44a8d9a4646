/* Def-use chains against a plain scan of the function. */
#include "random_func.h"

#include "ir/def_use.h"

static uint32_t count_listed(const struct def_use *def_use, uint32_t reg, uint32_t ins,
                             uint32_t edge) {
  uint32_t count = 0;
  for (uint32_t i = def_use->first_use[reg]; i < def_use->first_use[reg + 1]; i++)
    count += def_use->uses[i].ins == ins && def_use->uses[i].edge == edge;
  return count;
}

static uint32_t count_in(const struct ir_operand_list *list, uint32_t reg) {
  uint32_t count = 0;
  for (size_t i = 0; i < list->count; i++) count += list->data[i] == reg;
  return count;
}

static void check_uses(const struct ir_func *func, const struct def_use *def_use) {
  struct ir_operand_list list = {0};
  uint32_t total = 0;
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    const struct ir_block *b = &func->blocks.data[block];
    for (uint32_t ins = b->first; ins < b->first + b->count; ins++) {
      const struct ir_ins *instruction = &func->ins.data[ins];
      assert_int_equal(def_use->block_of_ins[ins], block);
      vec_clear(&list);
      ir_list_uses(func, instruction, &list);
      for (uint32_t reg = 0; reg < def_use->reg_count; reg++) {
        assert_int_equal(count_listed(def_use, reg, ins, IR_NONE), count_in(&list, reg));
        total += count_in(&list, reg);
      }
      for (uint32_t i = 0; i < ir_successor_count(instruction); i++) {
        uint32_t edge = ir_successor_edge(func, instruction, i);
        vec_clear(&list);
        ir_list_edge_args(func, edge, &list);
        for (uint32_t reg = 0; reg < def_use->reg_count; reg++) {
          assert_int_equal(count_listed(def_use, reg, ins, edge), count_in(&list, reg));
          total += count_in(&list, reg);
        }
      }
    }
  }
  assert_int_equal(total, def_use->first_use[def_use->reg_count]);
  vec_free(&list);
}

static void check_def(const struct ir_func *func, const struct def_use *def_use, uint32_t reg) {
  const struct def_site *def = &def_use->defs[reg];
  const struct ir_block *block = &func->blocks.data[def->block];
  switch (def->kind) {
  case DEF_NONE: assert_int_equal(func->reg_widths.data[reg], 0); break;
  case DEF_PARAM: assert_int_equal(func->params.data[def->index], reg); break;
  case DEF_BLOCK_PARAM:
    assert_true(def->index < block->param_count);
    assert_int_equal(func->operands.data[block->first_param + def->index], reg);
    break;
  case DEF_INS:
    assert_true(def->ins - block->first < block->count);
    assert_true(ir_has_dst(func->ins.data[def->ins].op));
    assert_int_equal(func->ins.data[def->ins].dst, reg);
    break;
  case DEF_CALL_RESULT: {
    assert_true(def->ins - block->first < block->count);
    assert_int_equal(func->ins.data[def->ins].op, IR_CALL);
    const struct ir_call *call = &func->calls.data[func->ins.data[def->ins].b];
    assert_true(def->index < call->result_count);
    assert_int_equal(func->operands.data[call->first_result + def->index], reg);
    break;
  }
  }
}

static void random_functions_agree_with_a_scan(void **state) {
  (void)state;
  uint64_t seed = 12;
  for (int round = 0; round < 150; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func =
        random_func(program, &seed, 1 + random_below(&seed, 10), random_below(&seed, 2));
    assert_verified(program, func);
    struct def_use def_use = def_use_build(func);
    check_uses(func, &def_use);
    for (uint32_t reg = 0; reg < def_use.reg_count; reg++) check_def(func, &def_use, reg);
    def_use_free(&def_use);
    ir_program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_functions_agree_with_a_scan)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
