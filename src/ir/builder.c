/* Building functions. Instructions, edges and operands are only appended to the function's flat
   tables. Constants and source locations are shared through hash indexes: a large interpreter loop
   uses the same few constants tens of thousands of times. */
#include "ir/builder.h"

#include "util/fault.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

struct ir_func *ir_add_func(struct ir_program *program, const char *name, bool is_local) {
  REQUIRE(is_local || strmap_get(&program->func_numbers, name) == STRMAP_NONE);
  struct ir_func *func = alloc_zeroed(sizeof *func);
  func->name = alloc_string(name);
  func->number = (uint32_t)program->funcs.count;
  func->is_local = is_local;
  vec_push(&program->funcs, func);
  if (!is_local) strmap_set(&program->func_numbers, name, func->number);
  return func;
}

struct ir_global *ir_add_global(struct ir_program *program, const char *name, bool is_local) {
  REQUIRE(is_local || strmap_get(&program->global_numbers, name) == STRMAP_NONE);
  struct ir_global *global = alloc_zeroed(sizeof *global);
  global->name = alloc_string(name);
  global->number = (uint32_t)program->globals.count;
  global->is_local = is_local;
  global->align = 1;
  vec_push(&program->globals, global);
  if (!is_local) strmap_set(&program->global_numbers, name, global->number);
  return global;
}

static bool index_is_full(const struct ir_index *index) {
  return (index->used + 1) * 2 > index->slot_count;
}

static void resize_index(struct ir_index *index, size_t entry_count) {
  size_t slot_count = 16;
  while (slot_count < entry_count * 4 + 4) slot_count *= 2;
  free(index->slots);
  *index = (struct ir_index){alloc_zeroed(slot_count * sizeof *index->slots), slot_count, 0};
}

static void insert_number(struct ir_index *index, uint64_t hash, uint32_t number) {
  size_t slot = hash & (index->slot_count - 1);
  while (index->slots[slot] != 0) slot = (slot + 1) & (index->slot_count - 1);
  index->slots[slot] = number + 1;
  index->used++;
}

/* Source locations. */

static uint64_t hash_loc(const struct ir_loc *loc) {
  uint64_t hash = hash_mix(loc->file, (uint64_t)loc->line << 32 | loc->column);
  return hash_mix(hash, (uint64_t)loc->function << 32 | loc->inlined_at);
}

static bool locs_are_equal(const struct ir_loc *a, const struct ir_loc *b) {
  return a->file == b->file && a->line == b->line && a->column == b->column &&
         a->function == b->function && a->inlined_at == b->inlined_at;
}

uint32_t ir_add_loc(struct ir_program *program, struct ir_loc loc) {
  struct ir_index *index = &program->loc_index;
  if (index_is_full(index)) {
    resize_index(index, program->locs.count);
    for (size_t i = 0; i < program->locs.count; i++)
      insert_number(index, hash_loc(&program->locs.data[i]), (uint32_t)i);
  }
  uint64_t hash = hash_loc(&loc);
  size_t slot = hash & (index->slot_count - 1);
  for (; index->slots[slot] != 0; slot = (slot + 1) & (index->slot_count - 1)) {
    uint32_t number = index->slots[slot] - 1;
    if (locs_are_equal(&program->locs.data[number], &loc)) return number;
  }
  REQUIRE(program->locs.count < IR_NONE);
  uint32_t number = (uint32_t)program->locs.count;
  vec_push(&program->locs, loc);
  insert_number(index, hash, number);
  return number;
}

/* Registers. */

uint32_t ir_new_reg(struct ir_func *func, unsigned width) {
  REQUIRE(width >= 1 && width <= IR_MAX_WIDTH);
  REQUIRE(func->reg_widths.count + 2 < IR_CONST);
  uint32_t reg = (uint32_t)func->reg_widths.count;
  vec_push(&func->reg_widths, (uint8_t)width);
  if (ir_word_count(width) == 2) vec_push(&func->reg_widths, 0);
  return reg;
}

uint32_t ir_new_param(struct ir_func *func, unsigned width) {
  uint32_t reg = ir_new_reg(func, width);
  vec_push(&func->params, reg);
  vec_push(&func->param_widths, (uint8_t)width);
  return reg;
}

/* Constants. A wide one takes two entries; the second has width 0, like the second word of a wide
   register. */

static uint64_t hash_const(const struct ir_const *words) {
  uint64_t hash = hash_mix(words->kind, (uint64_t)words->ref << 8 | words->width);
  hash = hash_mix(hash, words->value);
  return ir_word_count(words->width) == 2 ? hash_mix(hash, words[1].value) : hash;
}

static bool consts_are_equal(const struct ir_const *a, const struct ir_const *b) {
  return a->kind == b->kind && a->width == b->width && a->ref == b->ref && a->value == b->value &&
         (ir_word_count(a->width) == 1 || a[1].value == b[1].value);
}

static void rebuild_const_index(struct ir_func *func) {
  resize_index(&func->const_index, func->consts.count);
  for (size_t i = 0; i < func->consts.count; i += ir_word_count(func->consts.data[i].width))
    insert_number(&func->const_index, hash_const(&func->consts.data[i]), (uint32_t)i);
}

static ir_operand share_const(struct ir_func *func, const struct ir_const *words) {
  struct ir_index *index = &func->const_index;
  if (index_is_full(index)) rebuild_const_index(func);
  uint64_t hash = hash_const(words);
  size_t slot = hash & (index->slot_count - 1);
  for (; index->slots[slot] != 0; slot = (slot + 1) & (index->slot_count - 1)) {
    uint32_t number = index->slots[slot] - 1;
    if (consts_are_equal(&func->consts.data[number], words)) return number | IR_CONST;
  }
  REQUIRE(func->consts.count + 2 < IR_CONST - 1);
  uint32_t number = (uint32_t)func->consts.count;
  for (uint32_t i = 0; i < ir_word_count(words->width); i++) vec_push(&func->consts, words[i]);
  insert_number(index, hash, number);
  return number | IR_CONST;
}

ir_operand ir_const_int(struct ir_func *func, unsigned width, uint64_t value) {
  return ir_const_wide(func, width, value, 0);
}

ir_operand ir_const_wide(struct ir_func *func, unsigned width, uint64_t low, uint64_t high) {
  REQUIRE(width >= 1 && width <= IR_MAX_WIDTH);
  struct ir_const words[2] = {{.kind = IR_CONST_INT, .width = (uint8_t)width},
                              {.kind = IR_CONST_INT}};
  words[0].value = low & ir_mask(width);
  if (width > 64) words[1].value = high & ir_mask(width - 64);
  return share_const(func, words);
}

ir_operand ir_const_global(struct ir_func *func, uint32_t global, uint64_t offset) {
  struct ir_const word = {IR_CONST_GLOBAL, 64, global, offset};
  return share_const(func, &word);
}

ir_operand ir_const_func(struct ir_func *func, uint32_t callee) {
  struct ir_const word = {IR_CONST_FUNC, 64, callee, 0};
  return share_const(func, &word);
}

ir_operand ir_const_block(struct ir_func *func, uint32_t owner, uint32_t block) {
  struct ir_const word = {IR_CONST_BLOCK, 64, owner, block};
  return share_const(func, &word);
}

ir_operand ir_const_undefined(struct ir_func *func, unsigned width) {
  REQUIRE(width >= 1 && width <= IR_MAX_WIDTH && func->consts.count + 2 < IR_CONST - 1);
  struct ir_const word = {.kind = IR_CONST_UNDEFINED, .width = (uint8_t)width};
  uint32_t number = (uint32_t)func->consts.count; /* makes it unique: undefined constants are not
                                                     shared */
  vec_push(&func->consts, word);
  if (width > 64) vec_push(&func->consts, ((struct ir_const){.kind = IR_CONST_INT}));
  return number | IR_CONST;
}

unsigned ir_operand_width(const struct ir_func *func, ir_operand operand) {
  REQUIRE(operand != IR_NONE);
  if (!ir_is_const(operand)) {
    REQUIRE(operand < func->reg_widths.count);
    return func->reg_widths.data[operand];
  }
  REQUIRE((operand & ~IR_CONST) < func->consts.count);
  return func->consts.data[operand & ~IR_CONST].width;
}

/* Blocks, edges, instructions. */

uint32_t ir_new_block(struct ir_func *func) {
  REQUIRE(func->blocks.count < IR_NONE);
  vec_push(&func->blocks, (struct ir_block){0});
  return (uint32_t)func->blocks.count - 1;
}

uint32_t ir_add_operands(struct ir_func *func, const ir_operand *operands, uint32_t count) {
  REQUIRE(func->operands.count + count < IR_NONE);
  uint32_t first = (uint32_t)func->operands.count;
  if (count == 0) return first;
  vec_reserve(&func->operands, func->operands.count + count);
  memcpy(func->operands.data + first, operands, count * sizeof *operands);
  func->operands.count += count;
  return first;
}

void ir_set_block_params(struct ir_func *func, uint32_t block, const uint32_t *regs,
                         uint32_t count) {
  REQUIRE(block < func->blocks.count);
  uint32_t first = ir_add_operands(func, regs, count);
  func->blocks.data[block].first_param = first;
  func->blocks.data[block].param_count = count;
}

void ir_start_block(struct ir_func *func, uint32_t block) {
  REQUIRE(block < func->blocks.count && func->blocks.data[block].count == 0);
  func->blocks.data[block].first = (uint32_t)func->ins.count;
}

void ir_end_block(struct ir_func *func, uint32_t block) {
  REQUIRE(block < func->blocks.count && func->ins.count > func->blocks.data[block].first);
  REQUIRE(ir_is_terminator(vec_last(&func->ins).op));
  func->blocks.data[block].count = (uint32_t)func->ins.count - func->blocks.data[block].first;
}

uint32_t ir_new_edge(struct ir_func *func, uint32_t target, const ir_operand *args,
                     uint32_t count) {
  REQUIRE(target < func->blocks.count && func->blocks.data[target].param_count == count);
  struct ir_edge edge = {target, ir_add_operands(func, args, count)};
  vec_push(&func->edges, edge);
  return (uint32_t)func->edges.count - 1;
}

struct ir_ins *ir_emit(struct ir_func *func, struct ir_ins ins) {
  REQUIRE(func->ins.count < IR_NONE);
  vec_push(&func->ins, ins);
  return &vec_last(&func->ins);
}

void ir_finish_func(struct ir_func *func) {
  free(func->const_index.slots);
  func->const_index = (struct ir_index){0};
}
