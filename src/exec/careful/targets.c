/* Symbolic pointers to whole things: a heap object to free, a function to call, a label to jump
   to, a string or a buffer to start at. Only one or a few of the 2^64 addresses denote such a
   thing. The candidates are split off one by one, a path each, and all other addresses together
   are one path, on which the operation is an error. Enumerating single addresses would never
   end. */
#include "exec/careful/careful.h"

#include "exec/builtin/builtin.h"
#include "exec/builtin/unknown.h"
#include "exec/choose.h"
#include "exec/decide.h"
#include "exec/fast/fast.h"
#include "exec/translate/site.h"
#include "expr/expr.h"
#include "ir/operands.h"
#include "memory/object.h"
#include "solver/rewriter.h"
#include "util/buffer.h"

#include <stdlib.h>

/* A path for each of this many lengths is acceptable, as for sizes of objects. */
enum { MOST_LENGTHS = 1024 };

struct candidates {
  struct machine *m;
  struct expr *pointer;
  struct expr_range range; /* of the pointer, on this path */
  uint64_t at;             /* its value under the witness */
  bool has_witness;        /* that value is a candidate */
  struct expr *is_none;    /* the pointer is none of them */
};

static struct candidates begin(struct machine *m, struct expr *pointer) {
  return (struct candidates){.m = m,
                             .pointer = pointer,
                             .range = rewriter_range(m->rewriter, m->state->path, pointer),
                             .at = decide_witness_value(m, pointer),
                             .is_none = expr_const(m->exprs, 1, 1)};
}

static void add_candidate(struct candidates *candidates, uint64_t address) {
  const struct expr_range *range = &candidates->range;
  struct exprs *exprs = candidates->m->exprs;
  struct expr *pointer = candidates->pointer;
  if (address == candidates->at) candidates->has_witness = true;
  if (candidates->has_witness) return; /* the others follow when their path executes this again */
  if (address < range->umin || address > range->umax) return;
  if ((address & range->zeros) != 0 || (~address & range->ones) != 0) return;
  struct expr *is_it = expr_eq(exprs, pointer, expr_const(exprs, pointer->width, address));
  candidates->is_none = expr_and(exprs, candidates->is_none, expr_not(exprs, is_it));
}

/* The candidate with which this path continues, or an address that stands for all invalid ones. */
static bool take_one(struct candidates *candidates, uint64_t *address) {
  struct machine *m = candidates->m;
  struct expr *pointer = candidates->pointer;
  *address = candidates->at;
  struct expr *mine = candidates->is_none;
  if (candidates->has_witness)
    mine = expr_eq(m->exprs, pointer, expr_const(m->exprs, pointer->width, candidates->at));
  return decide(m, mine) != DECIDE_STOP;
}

/* False: the pointer is concrete, with its value in *address. */
static bool is_open(struct machine *m, const struct value *pointer, struct expr **e,
                    uint64_t *address) {
  *address = pointer->words[0];
  if (pointer->expr == NULL) return false;
  *e = rewriter_rewrite(m->rewriter, m->state->path, pointer->expr);
  *address = decide_witness_value(m, *e);
  return !expr_is_const(*e);
}

/* ---- heap objects ---- */

/* A choice may be a heap object on some of the merged paths. */
static int add_heap_object(struct object *object, void *context) {
  bool is_live = object->kind == OBJECT_HEAP && !(object->flags & OBJECT_FREED);
  if (is_live || object->kind == OBJECT_CHOICE) add_candidate(context, object->base);
  return 0;
}

/* The address is computed from the object's, so that object was meant, whatever the offset. */
static bool raise_bad_offset(struct machine *m, const struct object *base, uint64_t address) {
  struct buffer what = {0};
  error_describe_object(m, base, &what);
  error_raise(m, ERROR_FREE, "invalid free: pointer to offset %lld of %s",
              (long long)(address - base->base), what.text);
  buffer_free(&what);
  return false;
}

/* A pointer of undefined code is null, or that of an unknown object. */
bool resolve_heap(struct machine *m, const struct value *pointer, uint64_t *address) {
  struct expr *e;
  if (pointer->expr != NULL && m->has_unknown) {
    e = rewriter_rewrite(m->rewriter, m->state->path, pointer->expr);
    if (!unknown_resolve(m, e)) return false;
  }
  if (!is_open(m, pointer, &e, address)) return true;
  resolve_note_wild(m, e, *address);
  if (choose_at(m, *address)) return false;
  struct candidates candidates = begin(m, e);
  struct object *base = resolve_base(m, e);
  if (base != NULL) {
    add_heap_object(base, &candidates);
    if (!take_one(&candidates, address)) return false;
    bool is_elsewhere = space_find(&m->state->space, *address) != base;
    return !is_elsewhere || raise_bad_offset(m, base, *address);
  }
  add_candidate(&candidates, 0);
  tree_walk(&m->state->space.tree, add_heap_object, &candidates);
  return take_one(&candidates, address);
}

/* ---- functions ---- */

static void take_address(struct machine *m, const struct ir_const *entry) {
  if (entry->kind == IR_CONST_FUNC) m->layout.is_taken[entry->ref] = true;
}

static void take_operands(struct machine *m, const struct ir_func *func,
                          const struct ir_operand_list *list, size_t from) {
  for (size_t i = from; i < list->count; i++)
    if (ir_is_const(list->data[i])) take_address(m, &func->consts.data[list->data[i] & ~IR_CONST]);
}

static void take_in_func(struct machine *m, const struct ir_func *func) {
  struct ir_operand_list list = {0};
  for (size_t i = 0; i < func->ins.count; i++) {
    vec_clear(&list);
    ir_list_uses(func, &func->ins.data[i], &list);
    take_operands(m, func, &list, func->ins.data[i].op == IR_CALL); /* 0: the callee */
  }
  for (uint32_t i = 0; i < func->edges.count; i++) {
    vec_clear(&list);
    ir_list_edge_args(func, i, &list);
    take_operands(m, func, &list, 0);
  }
  vec_free(&list);
}

/* Pointers of the program can only lead to functions whose address is taken. */
static const bool *taken_functions(struct machine *m) {
  const struct ir_program *program = m->program;
  if (m->layout.is_taken != NULL) return m->layout.is_taken;
  m->layout.is_taken = alloc_zeroed((program->funcs.count + 1) * sizeof *m->layout.is_taken);
  for (size_t i = 0; i < program->funcs.count; i++)
    if (program->funcs.data[i]->has_body) take_in_func(m, program->funcs.data[i]);
  for (size_t i = 0; i < program->globals.count; i++)
    for (size_t k = 0; k < program->globals.data[i]->relocs.count; k++)
      take_address(m, &program->globals.data[i]->relocs.data[k].target);
  return m->layout.is_taken;
}

static bool can_be_called(const struct machine *m, const struct call_site *site,
                          const struct ir_func *func) {
  const struct builtin *builtin = m->builtins[func->number];
  if (func->has_body) return fast_fits_signature(site, func);
  return builtin == NULL || site->arg_word_count >= builtin->arg_count;
}

/* Analyses expect pointers of undefined code to lead to any function. */
static void note_call(struct machine *m, const struct value *pointer, uint64_t address) {
  bool is_expected = m->has_unknown && unknown_has_pointer(m, pointer->expr);
  if (!is_expected) resolve_note_wild(m, pointer->expr, address);
}

bool resolve_function(struct machine *m, const struct call_site *site, const struct value *pointer,
                      uint64_t *address) {
  struct expr *e;
  bool is_known = !is_open(m, pointer, &e, address);
  if (pointer->expr != NULL) note_call(m, pointer, *address);
  if (is_known) return true;
  const bool *is_taken = taken_functions(m);
  struct candidates candidates = begin(m, e);
  for (size_t i = 0; i < m->program->funcs.count; i++)
    if (is_taken[i] && can_be_called(m, site, m->program->funcs.data[i]))
      add_candidate(&candidates, m->layout.func_addresses[i]);
  if (!take_one(&candidates, address)) return false;
  uint32_t number = machine_find_func(m, *address);
  if (candidates.has_witness || number == UINT32_MAX)
    return true; /* the caller reports invalid addresses */
  if (can_be_called(m, site, m->program->funcs.data[number]))
    error_raise(m, ERROR_EXEC, "call through bad function pointer 0x%llx",
                (unsigned long long)*address);
  else
    fast_check_signature(m, site, m->program->funcs.data[number]);
  return false;
}

/* ---- labels ---- */

bool resolve_label(struct machine *m, const struct ir_ins *ins, const struct value *pointer,
                   uint64_t *address) {
  const struct ir_func *func = m->state->top->code->func;
  struct expr *e;
  if (!is_open(m, pointer, &e, address)) return true;
  struct candidates candidates = begin(m, e);
  for (uint32_t i = 0; i < ins->c; i++) {
    uint32_t edge = func->cases.data[ins->b + i].edge;
    add_candidate(&candidates,
                  m->layout.func_addresses[func->number] + 1 + func->edges.data[edge].target);
  }
  return take_one(&candidates, address);
}

/* ---- numbers with few valid values ---- */

bool resolve_power(struct machine *m, const struct value *value, uint64_t *number) {
  struct expr *e;
  if (!is_open(m, value, &e, number)) return true;
  struct candidates candidates = begin(m, e);
  for (unsigned bit = 0; bit < e->width; bit++) add_candidate(&candidates, (uint64_t)1 << bit);
  return take_one(&candidates, number);
}

/* ---- places in objects ---- */

bool resolve_place(struct machine *m, const struct value *pointer, uint64_t size, bool is_write,
                   const struct many_places *many, uint64_t *address) {
  struct target target;
  *address = pointer->words[0];
  if (pointer->expr == NULL) return true;
  if (!resolve_access(m, pointer, size, is_write, &target)) return false;
  *address = target.address;
  if (target.offset == NULL) return true;
  uint64_t base = target.object->base, number;
  uint64_t most = resolve_base(m, pointer->expr) != NULL ? many->most : many->most_wild;
  bool is_few = (target.high - target.low) / target.step < most;
  bool is_good = is_few ? resolve_number(m, &(struct value){target.offset, {0}}, &number)
                        : decide_concrete(m, target.offset, many->what, &number);
  *address = base + number;
  return is_good;
}

bool resolve_length(struct machine *m, const struct value *length, uint64_t address, bool is_write,
                    const char *what, uint64_t *number) {
  *number = length->words[0];
  if (length->expr == NULL) return true;
  uint64_t most = UINT64_MAX;
  if (!careful_bound_length(m, length, address, is_write, &most)) return false;
  if (most < MOST_LENGTHS) return resolve_number(m, length, number);
  return resolve_few(m, length->expr, what, number);
}
