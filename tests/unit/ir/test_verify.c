/* The verifier: it accepts what is right, names each kind of breakage, and survives
   anything. */
#include "random_func.h"

#include "ir/call_graph.h"
#include "ir/control_dependence.h"
#include "ir/def_use.h"
#include "ir/dot.h"
#include "ir/liveness.h"
#include "ir/loops.h"
#include "ir/print.h"
#include "ir/trip_counts.h"

/* A function with one instruction of nearly every format. Blocks: 0 entry, 1 loop
   header (%i), 2 body with the switch, 3 end, 4 unreachable. */
struct sample {
  struct ir_program *program;
  struct ir_func *func;
  struct ir_global *global;
  uint32_t param, index;           /* registers */
  uint32_t add, load, trunc, call; /* instruction numbers */
  uint32_t alloca, memset, choice, ret, wide, shift, trap, fadd, store;
};

static uint32_t emit(struct sample *sample, struct ir_ins ins) {
  ir_emit(sample->func, ins);
  return (uint32_t)sample->func->ins.count - 1;
}

static void make_entry(struct sample *s) {
  struct ir_func *func = s->func;
  ir_operand size = ir_const_int(func, 64, 16);
  ir_start_block(func, 0);
  s->alloca = emit(s, (struct ir_ins){.op = IR_ALLOCA,
                                      .dst = ir_new_reg(func, 64),
                                      .a = size,
                                      .b = ir_intern_string(s->program, "buffer"),
                                      .c = 8});
  ir_operand address = func->ins.data[s->alloca].dst;
  s->memset = emit(
      s, (struct ir_ins){.op = IR_MEMSET, .a = address, .b = ir_const_int(func, 8, 0), .c = size});
  uint32_t wide = ir_new_reg(func, 100);
  s->wide = emit(s, (struct ir_ins){.op = IR_MUL,
                                    .width = 100,
                                    .dst = wide,
                                    .a = ir_const_wide(func, 100, 1, 2),
                                    .b = ir_const_wide(func, 100, 3, 4)});
  uint32_t narrow = ir_new_reg(func, 32);
  s->trunc =
      emit(s, (struct ir_ins){.op = IR_TRUNC, .width = 32, .dst = narrow, .a = wide, .c = 100});
  uint32_t sum = ir_new_reg(func, 32);
  s->fadd =
      emit(s, (struct ir_ins){.op = IR_FADD, .width = 32, .dst = sum, .a = narrow, .b = s->param});
  emit_br(func, 1, &narrow, 1);
  ir_end_block(func, 0);
}

static void make_loop(struct sample *s) {
  struct ir_func *func = s->func;
  ir_start_block(func, 1);
  uint32_t sum = ir_new_reg(func, 32);
  s->add = emit(
      s, (struct ir_ins){
             .op = IR_ADD, .width = 32, .aux = IR_NSW, .dst = sum, .a = s->index, .b = s->param});
  uint32_t shifted = ir_new_reg(func, 32);
  s->shift = emit(s, (struct ir_ins){.op = IR_SHL,
                                     .width = 32,
                                     .aux = IR_CHECKED | IR_NUW,
                                     .dst = shifted,
                                     .a = sum,
                                     .b = ir_const_int(func, 32, 3)});
  emit_condbr(func, emit_op(func, IR_SLT, 32, shifted, ir_const_int(func, 32, 10)), 2, 3);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  uint32_t loaded = ir_new_reg(func, 32);
  ir_operand global = ir_const_global(func, s->global->number, 4);
  s->load = emit(s, (struct ir_ins){.op = IR_LOAD, .width = 32, .dst = loaded, .a = global});
  s->store = emit(s, (struct ir_ins){.op = IR_STORE, .width = 32, .a = global, .b = loaded});
  uint32_t result = ir_new_reg(func, 32);
  struct ir_call call = {.first_result = ir_add_operands(func, &result, 1), .result_count = 1};
  call.first_arg = ir_add_operands(func, &loaded, 1);
  call.arg_count = call.vararg_count = 1;
  call.vararg_size = 8;
  vec_push(&func->varargs, ((struct ir_vararg){global, 0, 8, false, false}));
  vec_push(&func->calls, call);
  s->call = emit(s, (struct ir_ins){.op = IR_CALL, .a = ir_const_func(func, func->number), .b = 0});
  uint32_t back = ir_new_edge(func, 1, &result, 1), out = ir_new_edge(func, 3, NULL, 0);
  vec_push(&func->cases, ((struct ir_case){7, back}));
  vec_push(&func->cases, ((struct ir_case){9, ir_new_edge(func, 1, &loaded, 1)}));
  s->choice = emit(
      s, (struct ir_ins){.op = IR_SWITCH, .width = 32, .a = loaded, .b = 0, .c = 2, .dst = out});
  ir_end_block(func, 2);
}

static struct sample make_sample(void) {
  struct sample s = {.program = ir_program_new()};
  struct ir_func *func = s.func = ir_add_func(s.program, "sample", false);
  s.global = ir_add_global(s.program, "global", false);
  s.global->size = 16;
  s.global->is_defined = true;
  vec_push(&s.global->relocs, ((struct ir_reloc){8, {IR_CONST_BLOCK, 64, 0, 3}}));
  func->has_body = true;
  s.param = ir_new_param(func, 32);
  vec_push(&func->result_widths, 32);
  for (int i = 0; i < 5; i++) ir_new_block(func);
  s.index = ir_new_reg(func, 32);
  ir_set_block_params(func, 1, &s.index, 1);
  make_entry(&s);
  make_loop(&s);
  ir_start_block(func, 3);
  uint32_t first = ir_add_operands(func, &s.index, 1);
  s.ret = emit(&s, (struct ir_ins){.op = IR_RET, .b = first, .c = 1});
  ir_end_block(func, 3);
  ir_start_block(func, 4);
  s.trap = emit(&s, (struct ir_ins){.op = IR_TRAP, .a = ir_intern_string(s.program, "why")});
  ir_end_block(func, 4);
  struct ir_loc loc = {.file = ir_intern_string(s.program, "a.c"), .line = 1, .column = 2};
  loc.inlined_at = ir_add_loc(s.program, loc);
  ir_add_loc(s.program, loc);
  return s;
}

static struct ir_ins *ins_of(struct sample *s, uint32_t number) {
  return &s->func->ins.data[number];
}

/* Each breaks one thing. */
#define BREAK(name, ...)                                                                           \
  static void name(struct sample *s) { __VA_ARGS__; }

BREAK(bad_opcode, ins_of(s, s->add)->op = IR_OPCODE_COUNT)
BREAK(bad_loc, ins_of(s, s->add)->loc = 99)
BREAK(bad_func_loc, s->func->loc = 99)
BREAK(zero_width, ins_of(s, s->add)->width = 0)
BREAK(huge_width, ins_of(s, s->add)->width = 129)
BREAK(unknown_flags, ins_of(s, s->add)->aux = IR_CHECKED)
BREAK(unknown_trap, ins_of(s, s->trap)->aux = 2)
BREAK(operand_out_of_range, ins_of(s, s->add)->b = (uint32_t)s->func->reg_widths.count)
BREAK(operand_missing, ins_of(s, s->add)->b = IR_NONE)
BREAK(const_out_of_range, ins_of(s, s->add)->b = IR_CONST | (uint32_t)s->func->consts.count)
BREAK(operand_of_other_width, ins_of(s, s->add)->b = ir_const_int(s->func, 16, 1))
BREAK(second_word, ins_of(s, s->trunc)->a++)
BREAK(second_const_word, ins_of(s, s->wide)->a++)
BREAK(dst_of_other_width, ins_of(s, s->add)->dst = ir_new_reg(s->func, 16))
BREAK(dst_out_of_range, ins_of(s, s->add)->dst = (uint32_t)s->func->reg_widths.count)
BREAK(dst_is_const, ins_of(s, s->add)->dst = ir_const_int(s->func, 32, 1))
BREAK(trunc_that_grows, ins_of(s, s->trunc)->c = 32)
BREAK(zext_that_shrinks, ins_of(s, s->trunc)->op = IR_ZEXT)
BREAK(no_float_of_100_bits, ins_of(s, s->wide)->op = IR_FMUL)
BREAK(bswap_of_bits, ins_of(s, s->wide)->op = IR_BSWAP)
BREAK(odd_alignment, ins_of(s, s->alloca)->c = 12)
BREAK(no_alignment, ins_of(s, s->alloca)->c = 0)
BREAK(bad_string, ins_of(s, s->alloca)->b = 1000)
BREAK(bad_trap_string, ins_of(s, s->trap)->a = 1000)
BREAK(wide_memset_byte, ins_of(s, s->memset)->b = ir_const_int(s->func, 64, 0))
BREAK(narrow_address, ins_of(s, s->load)->a = s->param)
BREAK(bad_call, ins_of(s, s->call)->b = 1)
BREAK(narrow_callee, ins_of(s, s->call)->a = s->param)
BREAK(args_out_of_range, s->func->calls.data[0].arg_count = 0xffffffff)
BREAK(results_out_of_range, s->func->calls.data[0].first_result = 0xffffffff)
BREAK(result_is_const,
      s->func->operands.data[s->func->calls.data[0].first_result] = ir_const_int(s->func, 32, 1))
BREAK(varargs_out_of_range, s->func->calls.data[0].vararg_count = 2)
BREAK(vararg_beyond_area, s->func->varargs.data[0].offset = 4)
BREAK(huge_scalar_vararg, s->func->calls.data[0].vararg_size = 1000;
      s->func->varargs.data[0].size = 17)
BREAK(narrow_by_value, s->func->varargs.data[0].operand = s->param;
      s->func->varargs.data[0].by_value = true)
BREAK(cases_out_of_range, ins_of(s, s->choice)->c = 3)
BREAK(case_twice, s->func->cases.data[1].value = 7)
BREAK(case_too_large, s->func->cases.data[1].value = 1ull << 32)
BREAK(case_without_edge, s->func->cases.data[1].edge = 77)
BREAK(default_without_edge, ins_of(s, s->choice)->dst = 77)
BREAK(too_few_results, ins_of(s, s->ret)->c = 0)
BREAK(result_of_other_width, s->func->result_widths.data[0] = 64)
BREAK(defined_twice, ins_of(s, s->load)->dst = ins_of(s, s->add)->dst)
BREAK(param_redefined, ins_of(s, s->load)->dst = s->param)
BREAK(block_param_redefined, ins_of(s, s->load)->dst = s->index)
BREAK(never_defined, ins_of(s, s->add)->b = ir_new_reg(s->func, 32))
BREAK(not_dominated, ins_of(s, s->add)->b = ins_of(s, s->load)->dst)
BREAK(used_before, struct ir_ins saved = *ins_of(s, s->wide);
      *ins_of(s, s->wide) = *ins_of(s, s->trunc); *ins_of(s, s->trunc) = saved)
BREAK(edge_arg_not_dominated,
      s->func->operands.data[s->func->edges.data[0].first_arg] = ins_of(s, s->load)->dst)
BREAK(edge_arg_of_other_width,
      s->func->operands.data[s->func->edges.data[0].first_arg] = ir_const_int(s->func, 64, 1))
BREAK(edge_args_out_of_range, s->func->edges.data[0].first_arg = (uint32_t)s->func->operands.count)
BREAK(edge_to_nowhere, s->func->edges.data[0].target = 5)
BREAK(edge_to_entry, s->func->edges.data[2].target = 0)
BREAK(entry_with_params, s->func->blocks.data[0].param_count = 1)
BREAK(params_out_of_range, s->func->blocks.data[4].param_count = 0xfffffff0)
BREAK(block_param_is_const,
      s->func->operands.data[s->func->blocks.data[1].first_param] = ir_const_int(s->func, 32, 1))
BREAK(empty_block, s->func->blocks.data[4].count = 0)
BREAK(block_out_of_range, s->func->blocks.data[4].count = 0xffffffff)
BREAK(overlapping_blocks, s->func->blocks.data[4].first = s->func->blocks.data[3].first)
BREAK(no_terminator, s->func->blocks.data[1].count--)
BREAK(terminator_inside, *ins_of(s, s->add) = *ins_of(s, s->trap))
BREAK(stray_instruction, ir_emit(s->func, *ins_of(s, s->add)))
BREAK(no_blocks, s->func->blocks.count = s->global->relocs.count = 0)
BREAK(body_of_declaration, s->func->has_body = false)
BREAK(const_too_large, s->func->consts.data[0].value = 1; s->func->consts.data[0].width = 64;
      vec_push(&s->func->consts, ((struct ir_const){IR_CONST_INT, 4, 0, 16})))
BREAK(const_without_width, vec_push(&s->func->consts, ((struct ir_const){IR_CONST_INT, 0, 0, 0})))
BREAK(const_of_no_kind, vec_push(&s->func->consts, ((struct ir_const){9, 64, 0, 0})))
BREAK(const_half_wide, vec_push(&s->func->consts, ((struct ir_const){IR_CONST_INT, 90, 0, 0})))
BREAK(narrow_address_const,
      vec_push(&s->func->consts, ((struct ir_const){IR_CONST_GLOBAL, 32, 0, 0})))
BREAK(no_such_global, ir_const_global(s->func, 5, 0))
BREAK(no_such_func, ir_const_func(s->func, 5))
BREAK(no_such_block, ir_const_block(s->func, 0, 5))
BREAK(reg_of_no_width, vec_push(&s->func->reg_widths, 0))
BREAK(reg_too_wide, vec_push(&s->func->reg_widths, 200))
BREAK(reg_half_wide, vec_push(&s->func->reg_widths, 65))
BREAK(param_of_no_width, vec_push(&s->func->params, 1))
BREAK(param_of_other_width, s->func->param_widths.data[0] = 8)
BREAK(result_of_no_width, s->func->result_widths.data[0] = 0)
BREAK(reloc_out_of_range, s->global->relocs.data[0].offset = 9)
BREAK(reloc_to_number, s->global->relocs.data[0].target.kind = IR_CONST_INT)
BREAK(reloc_to_no_block, s->global->relocs.data[0].target.value = 5)
BREAK(global_misnumbered, s->global->number = 3)
BREAK(global_misaligned, s->global->align = 3)
BREAK(func_misnumbered, s->func->number = 3)
BREAK(loc_of_no_file, s->program->locs.data[1].file = 1000)
BREAK(loc_inlined_nowhere, s->program->locs.data[1].inlined_at = 1000)
BREAK(loc_inlined_in_itself, s->program->locs.data[1].inlined_at = 2)
BREAK(name_of_nothing, strmap_set(&s->program->func_numbers, "ghost", 40))

static const struct breakage {
  void (*apply)(struct sample *s);
  const char *message; /* part of what the verifier says */
} breakages[] = {
    {bad_opcode, "no operation"},
    {bad_loc, "no location 99"},
    {bad_func_loc, "no location 99"},
    {zero_width, "width 0"},
    {huge_width, "width 129"},
    {unknown_flags, "unknown flags 0x8"},
    {unknown_trap, "unknown flags"},
    {operand_out_of_range, "no register"},
    {operand_missing, "operand b is missing"},
    {const_out_of_range, "no constant"},
    {operand_of_other_width, "has 16 bits instead of 32"},
    {second_word, "second word"},
    {second_const_word, "second word"},
    {dst_of_other_width, "destination has 16 bits instead of 32"},
    {dst_out_of_range, "destination: no register"},
    {dst_is_const, "destination: no register"},
    {trunc_that_grows, "do not shrink"},
    {zext_that_shrinks, "do not grow"},
    {no_float_of_100_bits, "no floating-point format has 100 bits"},
    {bswap_of_bits, "not whole bytes"},
    {odd_alignment, "no power of two"},
    {no_alignment, "no power of two"},
    {bad_string, "no string 1000"},
    {bad_trap_string, "no string 1000"},
    {wide_memset_byte, "has 64 bits instead of 8"},
    {narrow_address, "has 32 bits instead of 64"},
    {bad_call, "no call 1"},
    {narrow_callee, "callee has 32 bits"},
    {args_out_of_range, "argument"},
    {results_out_of_range, "results"},
    {result_is_const, "result: no register"},
    {varargs_out_of_range, "variable arguments"},
    {vararg_beyond_area, "beyond the argument area"},
    {huge_scalar_vararg, "of 17 bytes"},
    {narrow_by_value, "variable argument has 32 bits"},
    {cases_out_of_range, "cases"},
    {case_twice, "case 7 occurs twice"},
    {case_too_large, "does not fit"},
    {case_without_edge, "no edge 77"},
    {default_without_edge, "no edge 77"},
    {too_few_results, "0 results instead of 1"},
    {result_of_other_width, "has 32 bits instead of 64"},
    {defined_twice, "defined twice"},
    {param_redefined, "defined twice"},
    {block_param_redefined, "defined twice"},
    {never_defined, "never defined"},
    {not_dominated, "may not be defined"},
    {used_before, "may not be defined"},
    {edge_arg_not_dominated, "may not be defined"},
    {edge_arg_of_other_width, "edge argument has 64 bits instead of 32"},
    {edge_args_out_of_range, "edge arguments"},
    {edge_to_nowhere, "leads to block b5"},
    {edge_to_entry, "leads to the entry block"},
    {entry_with_params, "the entry block has parameters"},
    {params_out_of_range, "parameters"},
    {block_param_is_const, "no register"},
    {empty_block, "the block is empty"},
    {block_out_of_range, "instructions"},
    {overlapping_blocks, "also in another block"},
    {no_terminator, "does not end with a terminator"},
    {terminator_inside, "a terminator in the middle"},
    {stray_instruction, "is in no block"},
    {no_blocks, "a body without blocks"},
    {body_of_declaration, "a declaration with instructions"},
    {const_too_large, "does not fit its 4 bits"},
    {const_without_width, "has width 0"},
    {const_of_no_kind, "address of kind 9"},
    {const_half_wide, "lacks its second word"},
    {narrow_address_const, "address of 32 bits"},
    {no_such_global, "global 5, which does not exist"},
    {no_such_func, "function 5, which does not exist"},
    {no_such_block, "block b5, which does not exist"},
    {reg_of_no_width, "has width 0"},
    {reg_too_wide, "has width 200"},
    {reg_half_wide, "lacks its second word"},
    {param_of_no_width, "have a width"},
    {param_of_other_width, "parameter has 32 bits instead of 8"},
    {result_of_no_width, "result 0 has width 0"},
    {reloc_out_of_range, "an address at offset 9 of 16 bytes"},
    {reloc_to_number, "address of kind 0"},
    {reloc_to_no_block, "global 'global': address of block b5, which does not exist"},
    {global_misnumbered, "believes to be number 3"},
    {global_misaligned, "no power of two"},
    {func_misnumbered, "is not where its number says"},
    {loc_of_no_file, "names something that does not exist"},
    {loc_inlined_nowhere, "names something that does not exist"},
    {loc_inlined_in_itself, "inlined into itself"},
    {name_of_nothing, "'ghost'"},
};

static void what_is_right_is_accepted(void **state) {
  (void)state;
  struct sample s = make_sample();
  struct buffer why = {0};
  if (!ir_verify_program(s.program, &why)) fail_msg("%s", why.text);
  assert_null(why.text);
  ir_program_free(s.program);
}

static void every_breakage_is_named(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
    struct sample s = make_sample();
    struct buffer why = {0};
    breakages[i].apply(&s);
    if (ir_verify_program(s.program, &why)) fail_msg("not noticed: %s", breakages[i].message);
    if (strstr(why.text, breakages[i].message) == NULL)
      fail_msg("'%s' instead of '%s'", why.text, breakages[i].message);
    buffer_free(&why);
    ir_program_free(s.program);
  }
}

static void messages_say_where(void **state) {
  (void)state;
  struct sample s = make_sample();
  struct buffer why = {0};
  operand_missing(&s);
  assert_false(ir_verify_func(s.program, s.func, &why));
  char *expected = alloc_format(
      "function 'sample': block b1: instruction %u (add): operand b is missing", s.add);
  assert_string_equal(why.text, expected);
  free(expected);
  buffer_free(&why);
  ir_program_free(s.program);
}

/* Uses in blocks that nothing reaches only need a definition somewhere. */
static void unreachable_code_is_not_held_to_dominance(void **state) {
  (void)state;
  struct sample s = make_sample();
  /* The trap was the last instruction; the block is filled anew. */
  s.func->ins.count--;
  s.func->blocks.data[4].count = 0;
  ir_start_block(s.func, 4);
  emit_op(s.func, IR_ADD, 32, ins_of(&s, s.load)->dst, s.index);
  ir_emit(s.func, (struct ir_ins){.op = IR_UNREACHABLE});
  ir_end_block(s.func, 4);
  assert_verified(s.program, s.func);
  ir_program_free(s.program);
}

/* Everything that takes a verified function must then work on it. */
static void analyse_all(const struct ir_program *program, const struct ir_func *func) {
  struct cfg cfg = cfg_build(func);
  struct dominators dominators = dominators_build(&cfg);
  struct dominators postdominators = postdominators_build(&cfg);
  struct loops loops = loops_build(&cfg, &dominators);
  struct def_use def_use = def_use_build(func);
  struct liveness liveness = liveness_build(func, &cfg, &def_use);
  struct control_dependence dependence = control_dependence_build(&cfg, &postdominators);
  struct trip_count *trips = trip_counts_find(program, func, &dominators, &loops, &def_use);
  struct call_graph graph = call_graph_build(program);
  struct buffer out = {0};
  ir_print_func(program, func, &out);
  ir_dot_add_func(program, func, &out);
  buffer_free(&out);
  call_graph_free(&graph);
  free(trips);
  control_dependence_free(&dependence);
  liveness_free(&liveness);
  def_use_free(&def_use);
  loops_free(&loops);
  dominators_free(&postdominators);
  dominators_free(&dominators);
  cfg_free(&cfg);
}

static uint32_t random_word(uint64_t *seed) {
  switch (random_below(seed, 5)) {
  case 0: return (uint32_t)random_bits(seed);
  case 1: return IR_CONST | random_below(seed, 20);
  case 2: return IR_NONE - random_below(seed, 2);
  case 3: return random_below(seed, 200);
  default: return random_below(seed, 12);
  }
}

/* Overwrites a few aligned words, or single bytes, of one of the tables. */
static void scramble(struct ir_func *func, uint64_t *seed) {
  struct table {
    void *data;
    size_t size;
  } tables[] = {
      {func->params.data, func->params.count * sizeof *func->params.data},
      {func->param_widths.data, func->param_widths.count},
      {func->result_widths.data, func->result_widths.count},
      {func->reg_widths.data, func->reg_widths.count},
      {func->consts.data, func->consts.count * sizeof *func->consts.data},
      {func->ins.data, func->ins.count * sizeof *func->ins.data},
      {func->ins.data, func->ins.count * sizeof *func->ins.data},
      {func->ins.data, func->ins.count * sizeof *func->ins.data},
      {func->blocks.data, func->blocks.count * sizeof *func->blocks.data},
      {func->edges.data, func->edges.count * sizeof *func->edges.data},
      {func->cases.data, func->cases.count * sizeof *func->cases.data},
      {func->calls.data, func->calls.count * sizeof *func->calls.data},
      {func->operands.data, func->operands.count * sizeof *func->operands.data},
  };
  struct table *table = &tables[random_below(seed, sizeof tables / sizeof *tables)];
  uint32_t word = random_word(seed);
  if (table->size == 0) return;
  if (table->size < 4 || random_below(seed, 3) == 0)
    memcpy((char *)table->data + random_below(seed, (uint32_t)table->size), &word, 1);
  else
    memcpy((char *)table->data + 4 * random_below(seed, (uint32_t)table->size / 4), &word, 4);
}

static void scrambled_functions_do_not_crash(void **state) {
  (void)state;
  uint64_t seed = 14;
  uint32_t accepted = 0, rejected = 0;
  for (int round = 0; round < 6000; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func =
        random_func(program, &seed, 1 + random_below(&seed, 7), random_below(&seed, 2));
    for (uint32_t i = 1 + random_below(&seed, 3); i > 0; i--) scramble(func, &seed);
    struct buffer why = {0};
    if (ir_verify_func(program, func, &why)) {
      analyse_all(program, func);
      accepted++;
    } else {
      rejected++;
    }
    buffer_free(&why);
    ir_program_free(program);
  }
  assert_true(accepted > 300 && rejected > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_right_is_accepted),
      cmocka_unit_test(every_breakage_is_named),
      cmocka_unit_test(messages_say_where),
      cmocka_unit_test(unreachable_code_is_not_held_to_dominance),
      cmocka_unit_test(scrambled_functions_do_not_crash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
