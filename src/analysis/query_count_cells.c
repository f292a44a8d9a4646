/* Which cell an address denotes. A pass over the registers, repeated until nothing changes,
   follows pointers through sums, conditional values and block parameters: a pointer that walks
   through an object remains known to be in it. The sum of a base and something else is in the
   base's object; if both operands could be the base, a local or global is preferred, then the
   first.

   A pointer that cannot be followed further, because it was loaded, returned by a call, or is
   one of several, becomes a base itself; with these bases given, a second pass follows all
   pointers.

   requires: a verified function and its control flow graph.
   ensures:  an address that is KNOWN or ANYWHERE has no other base, unless the program computes a
             pointer into one object from a pointer into another. */
#include "analysis/query_count_cells.h"

#include "ir/cfg.h"

#include <stdlib.h>

/* Larger than any object, yet sums of an offset and a size never overflow. */
#define MAX_OFFSET ((int64_t)1 << 40)

static bool has_base(const struct query_address *address) {
  return address->kind == QUERY_ADDRESS_KNOWN || address->kind == QUERY_ADDRESS_ANYWHERE;
}

static bool is_object(const struct query_address *address) {
  return address->base_kind == QUERY_LOCAL || address->base_kind == QUERY_GLOBAL;
}

struct query_address query_cells_address(const struct query_cells *cells,
                                         const struct ir_func *func, ir_operand operand) {
  if (!ir_is_const(operand)) return cells->of_register[operand];
  const struct ir_const *constant = &func->consts.data[operand & ~IR_CONST];
  if (constant->kind != IR_CONST_GLOBAL) return (struct query_address){.kind = QUERY_ADDRESS_OTHER};
  return (struct query_address){QUERY_ADDRESS_KNOWN, QUERY_GLOBAL, constant->ref,
                                (int64_t)constant->value};
}

static struct query_address meet(struct query_address a, struct query_address b) {
  if (a.kind == QUERY_ADDRESS_UNSEEN) return b;
  if (b.kind == QUERY_ADDRESS_UNSEEN) return a;
  if (!has_base(&a) || !has_base(&b) || a.base_kind != b.base_kind || a.base != b.base)
    return (struct query_address){.kind = QUERY_ADDRESS_OTHER};
  if (a.kind != b.kind || a.offset != b.offset) {
    a.kind = QUERY_ADDRESS_ANYWHERE;
    a.offset = 0;
  }
  return a;
}

static struct query_address somewhere(struct query_address address) {
  if (address.kind == QUERY_ADDRESS_KNOWN) address.kind = QUERY_ADDRESS_ANYWHERE;
  address.offset = 0;
  return address;
}

static struct query_address add(const struct query_cells *cells, const struct ir_func *func,
                                const struct ir_ins *ins) {
  struct query_address a = query_cells_address(cells, func, ins->a);
  struct query_address b = query_cells_address(cells, func, ins->b);
  uint64_t constant;
  if (ir_const_value(func, ins->b, &constant)) return query_address_shifted(a, (int64_t)constant);
  if (ir_const_value(func, ins->a, &constant)) return query_address_shifted(b, (int64_t)constant);
  if (has_base(&a) && (is_object(&a) || !has_base(&b) || !is_object(&b))) return somewhere(a);
  return somewhere(b);
}

static struct query_address subtract(const struct query_cells *cells, const struct ir_func *func,
                                     const struct ir_ins *ins) {
  struct query_address a = query_cells_address(cells, func, ins->a);
  uint64_t constant;
  if (ir_const_value(func, ins->b, &constant))
    return query_address_shifted(a, (int64_t)(0 - constant));
  return somewhere(a);
}

static struct query_address derive(const struct query_cells *cells, const struct ir_func *func,
                                   const struct ir_ins *ins) {
  struct query_address other = {.kind = QUERY_ADDRESS_OTHER};
  if (ins->width != 64) return other;
  switch (ins->op) {
  case IR_ADD: return add(cells, func, ins);
  case IR_SUB: return subtract(cells, func, ins);
  case IR_MOV: return query_cells_address(cells, func, ins->a);
  case IR_SELECT:
    return meet(query_cells_address(cells, func, ins->b), query_cells_address(cells, func, ins->c));
  case IR_ALLOCA: return (struct query_address){QUERY_ADDRESS_KNOWN, QUERY_LOCAL, ins->dst, 0};
  default: return other;
  }
}

/* True if less is known of the register than before. */
static bool lower(struct query_cells *cells, uint32_t reg, struct query_address address) {
  if (cells->is_root[reg]) return false;
  struct query_address *old = &cells->of_register[reg], new = meet(*old, address);
  bool has_changed = new.kind != old->kind;
  *old = new;
  return has_changed;
}

static bool pass_edge(struct query_cells *cells, const struct ir_func *func, uint32_t edge) {
  const struct ir_edge *e = &func->edges.data[edge];
  const struct ir_block *target = &func->blocks.data[e->target];
  bool has_changed = false;
  for (uint32_t i = 0; i < target->param_count; i++) {
    uint32_t param = func->operands.data[target->first_param + i];
    ir_operand arg = func->operands.data[e->first_arg + i];
    has_changed |= lower(cells, param, query_cells_address(cells, func, arg));
  }
  return has_changed;
}

static bool pass_block(struct query_cells *cells, const struct ir_func *func, uint32_t block) {
  const struct ir_block *b = &func->blocks.data[block];
  bool has_changed = false;
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    const struct ir_ins *ins = &func->ins.data[i];
    if (ir_has_dst(ins->op)) has_changed |= lower(cells, ins->dst, derive(cells, func, ins));
    if (ins->op != IR_CALL) continue;
    const struct ir_call *call = &func->calls.data[ins->b];
    for (uint32_t j = 0; j < call->result_count; j++)
      lower(cells, func->operands.data[call->first_result + j],
            (struct query_address){.kind = QUERY_ADDRESS_OTHER});
  }
  const struct ir_ins *end = ir_terminator(func, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++)
    has_changed |= pass_edge(cells, func, ir_successor_edge(func, end, i));
  return has_changed;
}

static void follow(struct query_cells *cells, const struct ir_func *func, const struct cfg *cfg) {
  for (uint32_t i = 0; i < func->params.count; i++)
    cells->of_register[func->params.data[i]] =
        func->param_widths.data[i] == 64
            ? (struct query_address){QUERY_ADDRESS_KNOWN, QUERY_ARGUMENT, i, 0}
            : (struct query_address){.kind = QUERY_ADDRESS_OTHER};
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < cfg->order_count; i++)
      has_changed |= pass_block(cells, func, cfg->order[i]);
  }
}

static void mark_root(struct query_cells *cells, const struct ir_func *func, uint32_t reg) {
  cells->is_root[reg] =
      func->reg_widths.data[reg] == 64 && cells->of_register[reg].kind == QUERY_ADDRESS_OTHER;
}

static void find_roots(struct query_cells *cells, const struct ir_func *func, uint32_t block) {
  const struct ir_block *b = &func->blocks.data[block];
  for (uint32_t i = 0; i < b->param_count; i++)
    mark_root(cells, func, func->operands.data[b->first_param + i]);
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    const struct ir_ins *ins = &func->ins.data[i];
    if (ins->op == IR_LOAD || ins->op == IR_SELECT) mark_root(cells, func, ins->dst);
    if (ins->op != IR_CALL) continue;
    const struct ir_call *call = &func->calls.data[ins->b];
    for (uint32_t j = 0; j < call->result_count; j++)
      mark_root(cells, func, func->operands.data[call->first_result + j]);
  }
}

struct query_cells query_cells_build(const struct ir_func *func, const struct cfg *cfg) {
  size_t reg_count = func->reg_widths.count;
  struct query_cells cells = {.of_register =
                                  alloc_zeroed((reg_count + 1) * sizeof(struct query_address)),
                              .is_root = alloc_zeroed(reg_count + 1)};
  follow(&cells, func, cfg);
  for (uint32_t i = 0; i < cfg->order_count; i++) find_roots(&cells, func, cfg->order[i]);
  for (uint32_t i = 0; i < reg_count; i++)
    cells.of_register[i] = cells.is_root[i]
                               ? (struct query_address){QUERY_ADDRESS_KNOWN, QUERY_POINTER, i, 0}
                               : (struct query_address){.kind = QUERY_ADDRESS_UNSEEN};
  follow(&cells, func, cfg);
  return cells;
}

void query_cells_free(struct query_cells *cells) {
  free(cells->of_register);
  free(cells->is_root);
  vec_free(&cells->cells);
  free(cells->slots);
  free(cells->sorted);
  free(cells->rank);
  *cells = (struct query_cells){0};
}

static uint32_t slot_of(const struct query_cells *cells, const struct query_cell *cell) {
  uint64_t hash = ((uint64_t)cell->base << 2 | cell->kind) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ hash >> 29 ^ (uint64_t)cell->offset ^ (uint64_t)cell->size << 40) *
         0xbf58476d1ce4e5b9u;
  uint32_t slot = (uint32_t)(hash >> 32) & (cells->slot_count - 1);
  for (; cells->slots[slot] != 0; slot = (slot + 1) & (cells->slot_count - 1)) {
    const struct query_cell *other = &cells->cells.data[cells->slots[slot] - 1];
    if (query_cell_has_same_base(cell, other) && cell->offset == other->offset &&
        cell->size == other->size)
      break;
  }
  return slot;
}

static void grow(struct query_cells *cells) {
  free(cells->slots);
  cells->slot_count = cells->slot_count == 0 ? 32 : cells->slot_count * 2;
  cells->slots = alloc_zeroed(cells->slot_count * sizeof *cells->slots);
  for (uint32_t i = 0; i < cells->cells.count; i++)
    cells->slots[slot_of(cells, &cells->cells.data[i])] = i + 1;
}

static struct query_cell cell_at(const struct query_address *address, uint32_t size) {
  bool is_anywhere = address->kind == QUERY_ADDRESS_ANYWHERE || size == 0;
  return (struct query_cell){.kind = address->base_kind,
                             .base = address->base,
                             .offset = is_anywhere ? 0 : address->offset,
                             .size = is_anywhere ? 0 : size};
}

uint32_t query_cells_find(const struct query_cells *cells, const struct query_address *address,
                          uint32_t size) {
  if (!has_base(address) || cells->slot_count == 0) return QUERY_NO_CELL;
  struct query_cell cell = cell_at(address, size);
  return cells->slots[slot_of(cells, &cell)] - 1;
}

uint32_t query_cells_get(struct query_cells *cells, const struct query_address *address,
                         uint32_t size) {
  if (!has_base(address)) return QUERY_NO_CELL;
  if (address->offset > MAX_OFFSET || address->offset < -MAX_OFFSET) return QUERY_NO_CELL;
  struct query_cell cell = cell_at(address, size);
  if (cells->cells.count * 2 >= cells->slot_count) grow(cells);
  uint32_t slot = slot_of(cells, &cell);
  if (cells->slots[slot] == 0) {
    vec_push(&cells->cells, cell);
    cells->slots[slot] = (uint32_t)cells->cells.count;
  }
  return cells->slots[slot] - 1;
}

static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

int query_cell_compare(const struct query_cell *a, const struct query_cell *b) {
  int order = compare(a->kind, b->kind);
  if (order == 0) order = compare(a->base, b->base);
  if (order == 0) order = compare(a->size != 0, b->size != 0);
  if (order == 0) order = compare(a->offset, b->offset);
  return order != 0 ? order : compare(a->size, b->size);
}

static int compare_numbers(const void *a, const void *b, void *context) {
  const struct query_cell *cells = context;
  return query_cell_compare(&cells[*(const uint32_t *)a], &cells[*(const uint32_t *)b]);
}

void query_cells_sort(struct query_cells *cells) {
  size_t count = cells->cells.count;
  cells->sorted = alloc_bytes((count + 1) * sizeof *cells->sorted);
  cells->rank = alloc_bytes((count + 1) * sizeof *cells->rank);
  for (uint32_t i = 0; i < count; i++) cells->sorted[i] = i;
  qsort_r(cells->sorted, count, sizeof *cells->sorted, compare_numbers, cells->cells.data);
  for (uint32_t i = 0; i < count; i++) cells->rank[cells->sorted[i]] = i;
}

/* The index of the first in sorted that is not less than the probe. */
static uint32_t find_rank(const struct query_cells *cells, const struct query_cell *probe) {
  size_t low = 0, high = cells->cells.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (query_cell_compare(&cells->cells.data[cells->sorted[middle]], probe) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)low;
}

uint32_t query_cells_first_of_base(const struct query_cells *cells, enum query_base kind,
                                   uint32_t base) {
  struct query_cell probe = {.kind = kind, .base = base};
  return find_rank(cells, &probe);
}

void query_cells_list_meeting(const struct query_cells *cells, uint32_t cell,
                              struct ir_operand_list *list) {
  const struct query_cell *here = &cells->cells.data[cell];
  uint32_t rank = query_cells_first_of_base(cells, here->kind, here->base);
  if (cells->cells.data[cells->sorted[rank]].size == 0) vec_push(list, cells->sorted[rank]);
  /* No access is wider than IR_MAX_WIDTH, so no cell that starts before this reaches here. */
  struct query_cell probe = *here;
  probe.offset -= IR_MAX_WIDTH / 8;
  probe.size = 1;
  for (rank = find_rank(cells, &probe); rank < cells->cells.count; rank++) {
    const struct query_cell *other = &cells->cells.data[cells->sorted[rank]];
    if (!query_cell_has_same_base(here, other) ||
        other->offset >= here->offset + (int64_t)here->size)
      break;
    if (query_cell_meets(other, here->offset, here->size)) vec_push(list, cells->sorted[rank]);
  }
}
