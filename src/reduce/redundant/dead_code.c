/* Dead code by variables that are never written: a branch that only compares such a variable with
   constants goes one way on all paths, and what lies only on the other side is no code to be
   covered. uname and arch are one program that way, with a variable that says which; libraries have
   settings that a program does not use.

   A variable is never written if its bytes are in no region that any function may write
   (analysis/mod_ref.h); then its value in the memory of any state is that of all. Variables that
   are inputs are written by the call that makes them so, or have no known value there. As
   everywhere in this reducer it is excluded that numbers are used as addresses, which is checked on
   all paths; if an instruction can do nothing else, nothing is dead.

   requires: points-to and mod/ref are known.
   ensures:  no path comes to an edge or block that is called dead.
   Left out: what is known only in a function's callers or after other code has run, and functions
   that only dead code calls. */
#include "reduce/redundant/dead_code.h"

#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "analysis/sparse_set.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "ir/def_use.h"
#include "ir/fold.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "memory/symbolic.h"
#include "util/bitset.h"

#include <stdlib.h>

/* Instructions between a variable and a branch. */
enum { MOST_STEPS = 16 };

struct dead_code {
  size_t func_count;
  struct bitset *edges, *blocks; /* per function; of size 0: none */
};

struct search {
  const struct dead_code_setup *setup;
  struct effects effects;     /* of the whole program */
  uint32_t *abstract_of;      /* per global: its abstract object, or UINT32_MAX */
  const struct ir_func *func; /* the one that is looked at */
  struct def_use def_use;     /* of that */
};

/* ---- values ---- */

/* Reading must leave no trace. */
static bool read_memory(const struct search *search, uint64_t address, uint32_t size,
                        uint64_t *value) {
  struct machine *machine = search->setup->machine;
  void (*observe)(void *, enum memory_use, uint64_t, uint64_t) = machine->memory.observe;
  struct access_fault fault = {0};
  machine->memory.observe = NULL;
  struct expr *read =
      memory_read_value(&machine->memory, &search->setup->state->space, address, size, &fault);
  machine->memory.observe = observe;
  if (read == NULL || !expr_is_const(read)) return false;
  *value = expr_const_value(read);
  return true;
}

static bool load_value(const struct search *search, const struct ir_ins *load, uint64_t *value) {
  if (!ir_is_const(load->a) || load->width > 64) return false;
  const struct ir_const *address = &search->func->consts.data[load->a & ~IR_CONST];
  if (address->kind != IR_CONST_GLOBAL) return false;
  const struct dead_code_setup *setup = search->setup;
  const struct ir_global *global = setup->machine->program->globals.data[address->ref];
  uint32_t size = (load->width + 7u) / 8, object = search->abstract_of[address->ref];
  if (address->value > global->size || size > global->size - address->value) return false;
  if (object == UINT32_MAX || mod_ref_touches(setup->mod_ref, &search->effects.writes, object,
                                              (int64_t)address->value, size))
    return false;
  uint64_t at = layout_const_value(&setup->machine->layout, address);
  if (!read_memory(search, at, size, value)) return false;
  *value &= ir_mask(load->width);
  return true;
}

static bool operand_value(const struct search *search, ir_operand operand, unsigned steps,
                          uint64_t *value);

static bool ins_value(const struct search *search, const struct ir_ins *ins, unsigned steps,
                      uint64_t *value) {
  uint64_t a, b;
  if (ins->op == IR_LOAD) return load_value(search, ins, value);
  switch (ir_opcode_formats[ins->op]) {
  case IR_FORMAT_CONVERT:
    if (ins->width > 64 || ins->c > 64 || !operand_value(search, ins->a, steps, &a)) return false;
    if (ins->op != IR_TRUNC && ins->op != IR_ZEXT && ins->op != IR_SEXT) return false;
    *value = (ins->op == IR_SEXT ? ir_sign_extended(a, ins->c) : a) & ir_mask(ins->width);
    return true;
  case IR_FORMAT_BINARY:
  case IR_FORMAT_COMPARE:
    return ins->width <= 64 && operand_value(search, ins->a, steps, &a) &&
           operand_value(search, ins->b, steps, &b) && ir_fold_binary(ins, a, b, value);
  default: return false;
  }
}

static bool operand_value(const struct search *search, ir_operand operand, unsigned steps,
                          uint64_t *value) {
  if (ir_const_value(search->func, operand, value)) return true;
  if (operand == IR_NONE || ir_is_const(operand) || steps == 0) return false;
  const struct def_site *def = &search->def_use.defs[operand];
  return def->kind == DEF_INS &&
         ins_value(search, &search->func->ins.data[def->ins], steps - 1, value);
}

/* ---- branches ---- */

/* The edge that the branch always takes, or IR_NONE. */
static uint32_t only_edge(const struct search *search, const struct ir_ins *end) {
  uint64_t value;
  if (end->op != IR_CONDBR && end->op != IR_SWITCH) return IR_NONE;
  if (!operand_value(search, end->a, MOST_STEPS, &value)) return IR_NONE;
  if (end->op == IR_CONDBR) return value != 0 ? end->b : end->c;
  for (uint32_t i = 0; i < end->c; i++)
    if (search->func->cases.data[end->b + i].value == value)
      return search->func->cases.data[end->b + i].edge;
  return end->dst;
}

/* The blocks that remain without dead edges. */
static struct bitset find_live(const struct ir_func *func, const struct bitset *dead) {
  struct bitset live = bitset_new(func->blocks.count);
  VEC(uint32_t) work = {0};
  vec_push(&work, 0u);
  while (work.count > 0) {
    uint32_t block = vec_pop(&work);
    if (bitset_has(&live, block)) continue;
    bitset_add(&live, block);
    const struct ir_ins *end = ir_terminator(func, block);
    for (uint32_t i = 0; i < ir_successor_count(end); i++) {
      uint32_t edge = ir_successor_edge(func, end, i);
      if (!bitset_has(dead, edge)) vec_push(&work, func->edges.data[edge].target);
    }
  }
  vec_free(&work);
  return live;
}

static void look_at_func(struct search *search, struct dead_code *dead) {
  const struct ir_func *func = search->func;
  struct bitset edges = bitset_new(func->edges.count + 1);
  bool has_any = false;
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    const struct ir_ins *end = ir_terminator(func, b);
    uint32_t only = only_edge(search, end);
    for (uint32_t i = 0; only != IR_NONE && i < ir_successor_count(end); i++) {
      uint32_t edge = ir_successor_edge(func, end, i);
      if (ir_is_same_way(func, edge, only)) continue;
      bitset_add(&edges, edge);
      has_any = true;
    }
  }
  if (!has_any) {
    bitset_free(&edges);
    return;
  }
  struct bitset live = find_live(func, &edges), blocks = bitset_new(func->blocks.count);
  for (uint32_t b = 0; b < func->blocks.count; b++)
    if (!bitset_has(&live, b)) bitset_add(&blocks, b);
  bitset_free(&live);
  dead->edges[func->number] = edges;
  dead->blocks[func->number] = blocks;
}

/* ---- the whole ---- */

static uint32_t *list_abstracts(const struct dead_code_setup *setup) {
  const struct abstracts *abstracts = points_to_abstracts(setup->points);
  size_t count = setup->machine->program->globals.count;
  uint32_t *abstract_of = alloc_bytes((count + 1) * sizeof *abstract_of);
  for (size_t i = 0; i < count; i++) abstract_of[i] = UINT32_MAX;
  for (uint32_t i = 0; i < abstracts->objects.count; i++) {
    const struct abstract_object *object = &abstracts->objects.data[i];
    if (object->kind == ABSTRACT_GLOBAL && object->number < count) abstract_of[object->number] = i;
  }
  return abstract_of;
}

struct dead_code *dead_code_new(const struct dead_code_setup *setup) {
  const struct ir_program *program = setup->machine->program;
  struct dead_code *dead = alloc_zeroed(sizeof *dead);
  struct search search = {.setup = setup, .abstract_of = list_abstracts(setup)};
  dead->func_count = program->funcs.count;
  dead->edges = alloc_zeroed((dead->func_count + 1) * sizeof *dead->edges);
  dead->blocks = alloc_zeroed((dead->func_count + 1) * sizeof *dead->blocks);
  for (uint32_t i = 0; i < points_to_instance_count(setup->points); i++)
    mod_ref_add_instance(setup->mod_ref, i, &search.effects);
  for (size_t i = 0; i < program->funcs.count; i++) {
    search.func = program->funcs.data[i];
    if (search.func->blocks.count < 2) continue;
    search.def_use = def_use_build(search.func);
    look_at_func(&search, dead);
    def_use_free(&search.def_use);
  }
  effects_free(&search.effects);
  free(search.abstract_of);
  return dead;
}

void dead_code_free(struct dead_code *dead) {
  if (dead == NULL) return;
  for (size_t i = 0; i < dead->func_count; i++) {
    bitset_free(&dead->edges[i]);
    bitset_free(&dead->blocks[i]);
  }
  free(dead->edges);
  free(dead->blocks);
  free(dead);
}

bool dead_code_has_edge(const struct dead_code *dead, uint32_t func, uint32_t edge) {
  return dead->edges[func].size > 0 && bitset_has(&dead->edges[func], edge);
}

bool dead_code_has_block(const struct dead_code *dead, uint32_t func, uint32_t block) {
  return dead->blocks[func].size > 0 && bitset_has(&dead->blocks[func], block);
}

uint64_t dead_code_count(const struct dead_code *dead) {
  uint64_t count = 0;
  for (size_t i = 0; i < dead->func_count; i++)
    if (dead->blocks[i].size > 0) count += bitset_count(&dead->blocks[i]);
  return count;
}
