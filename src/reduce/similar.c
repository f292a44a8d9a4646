/* Similarity by query counts. The counts of a state are sums over its frames (query_count.h):
   the total first, then every register and piece of memory that a frame's point lists and
   whose count is above the threshold.

   A piece of memory is counted frame by frame, not summed over the frames that know it under
   different names: a variable that is hot only in the sum is missed, which costs queries
   and never an answer. */
#include "reduce/similar.h"

#include "exec/code.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/overlay.h"
#include "reduce/query_count.h"

#include <string.h>

/* One frame of a state at its point. */
struct view {
  const struct state *state;
  const struct frame *frame;
  uint32_t ins;
  const struct query_point *point;
};

static struct view first_view(struct query_count *counts, const struct state *state) {
  const struct code *code = state->top->code;
  uint32_t ins = state_place(state).ins;
  return (struct view){state, state->top, ins,
                       query_count_at_block(counts, code->func->number, code->ins_block[ins])};
}

static bool next_view(struct query_count *counts, struct view *view) {
  const struct op *call = view->frame->call;
  view->frame = view->frame->caller;
  if (view->frame == NULL) return false;
  const struct code *code = view->frame->code;
  view->ins = code->origins[call - code->ops];
  view->point = query_count_after_call(counts, code->func->number, view->ins);
  return true;
}

static struct query_number total_of(struct query_count *counts, const struct state *state) {
  struct query_number total = {0};
  struct view view = first_view(counts, state);
  do
    if (view.point) total = query_number_add(total, view.point->total);
  while (next_view(counts, &view));
  return total;
}

/* ---- variables ---- */

/* A variable's value in a state, as far as similarity cares. */
struct content {
  bool is_known; /* it can be found at all */
  bool is_symbolic;
  uint64_t hash; /* of what is concrete */
};

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

static struct content register_content(const struct frame *frame, uint32_t reg) {
  if (registers_get(frame->symbolic, reg) != NULL) return (struct content){true, true, 0};
  return (struct content){true, false, frame->slots[reg]};
}

/* The address of a cell's base in a frame; false if it is not one number. */
static bool base_address(const struct machine *machine, const struct frame *frame,
                         const struct query_cell *cell, uint64_t *address) {
  uint32_t reg = cell->base;
  switch (cell->kind) {
  case QUERY_GLOBAL: *address = machine->global_addresses[cell->base]; return true;
  case QUERY_ARGUMENT: reg = frame->code->func->params.data[cell->base]; break;
  case QUERY_LOCAL:
  case QUERY_POINTER: break;
  }
  *address = frame->slots[reg];
  return registers_get(frame->symbolic, reg) == NULL;
}

static struct content bytes_content(const struct object *object, uint64_t offset, uint64_t size) {
  struct content content = {true, false, size};
  while (size > 0) {
    struct part_view part = object_view_part(object, offset);
    uint64_t room = part.start + part.size - offset, step = size < room ? size : room;
    uint32_t from = (uint32_t)(offset - part.start);
    if (overlay_covers(part.overlay, from, from + (uint32_t)step)) {
      content.is_symbolic = true;
      return content;
    }
    const uint8_t *bytes = part.bytes + from;
    for (uint64_t i = 0; i < step; i += 8) {
      uint64_t word = 0;
      memcpy(&word, bytes + i, step - i < 8 ? step - i : 8);
      content.hash = mix(content.hash, word);
    }
    offset += step, size -= step;
  }
  return content;
}

static struct content cell_content(const struct machine *machine, const struct view *view,
                                   const struct query_cell *cell) {
  uint64_t address;
  if (!base_address(machine, view->frame, cell, &address)) return (struct content){true, true, 0};
  const struct object *object = space_find(&view->state->space, address);
  if (object == NULL || object->kind == OBJECT_CHOICE || object->kind == OBJECT_CODE ||
      (object->flags & OBJECT_FREED))
    return (struct content){0};
  uint64_t start = cell->size == 0 ? 0 : address - object->base + (uint64_t)cell->offset;
  uint64_t size = cell->size == 0 ? object->size : cell->size;
  if (start > object->size || size > object->size - start) return (struct content){0};
  struct content content = bytes_content(object, start, size);
  return content;
}

/* Whether the variable would have to become symbolic. */
static bool is_apart(struct content a, struct content b) {
  if (a.is_known != b.is_known) return true;
  return a.is_known && !a.is_symbolic && !b.is_symbolic && a.hash != b.hash;
}

/* The same for a cell; what both still share need not be read. */
static bool is_cell_apart(const struct machine *machine, const struct view *x, const struct view *y,
                          const struct query_cell *cell) {
  uint64_t a, b;
  if (base_address(machine, x->frame, cell, &a) && base_address(machine, y->frame, cell, &b) &&
      a == b && space_find(&x->state->space, a) == space_find(&y->state->space, b))
    return false;
  return is_apart(cell_content(machine, x, cell), cell_content(machine, y, cell));
}

/* ---- equation (1) ---- */

bool similar_by_hot(struct machine *machine, struct query_count *counts, const struct state *a,
                    const struct state *b) {
  const struct query_count_options *options = query_count_get_options(counts);
  struct query_number total = total_of(counts, a);
  struct view x = first_view(counts, a), y = first_view(counts, b);
  do {
    if (x.point == NULL) continue;
    for (uint32_t i = 0; i < x.point->register_count && x.frame != y.frame; i++) {
      const struct query_register *variable = &x.point->registers[i];
      if (query_count_is_hot(options, variable->count, total) &&
          is_apart(register_content(x.frame, variable->reg),
                   register_content(y.frame, variable->reg)))
        return false;
    }
    for (uint32_t i = 0; i < x.point->cell_count; i++) {
      const struct query_cell *cell = &x.point->cells[i];
      if (query_count_is_hot(options, cell->count, total) && is_cell_apart(machine, &x, &y, cell))
        return false;
    }
  } while (next_view(counts, &x) && next_view(counts, &y));
  return true;
}

/* ---- equation (7) ---- */

struct costs {
  struct query_number symbolic, concrete;
};

static void note_cost(struct costs *costs, struct content a, struct content b,
                      struct query_number count, bool is_same) {
  if (is_same) return;
  bool is_symbolic = a.is_symbolic || b.is_symbolic;
  struct query_number *most = is_symbolic ? &costs->symbolic : &costs->concrete;
  if (!is_symbolic && !is_apart(a, b)) return;
  if (query_number_less(*most, count)) *most = count;
}

static bool is_same_register(const struct frame *a, const struct frame *b, uint32_t reg) {
  struct expr *x = registers_get(a->symbolic, reg), *y = registers_get(b->symbolic, reg);
  return x == y && (x != NULL || a->slots[reg] == b->slots[reg]);
}

bool similar_by_cost(struct machine *machine, struct query_count *counts, const struct state *a,
                     const struct state *b) {
  struct costs costs = {0};
  struct query_number total = total_of(counts, a);
  struct view x = first_view(counts, a), y = first_view(counts, b);
  do {
    if (x.point == NULL) continue;
    for (uint32_t i = 0; i < x.point->register_count && x.frame != y.frame; i++) {
      uint32_t reg = x.point->registers[i].reg;
      note_cost(&costs, register_content(x.frame, reg), register_content(y.frame, reg),
                x.point->registers[i].count, is_same_register(x.frame, y.frame, reg));
    }
    for (uint32_t i = 0; i < x.point->cell_count; i++) {
      const struct query_cell *cell = &x.point->cells[i];
      note_cost(&costs, cell_content(machine, &x, cell), cell_content(machine, &y, cell),
                cell->count, false);
    }
  } while (next_view(counts, &x) && next_view(counts, &y));
  return query_count_pays(query_count_get_options(counts), costs.symbolic, costs.concrete, total);
}

/* ---- hashes ---- */

static uint64_t hash_content(uint64_t hash, struct content content) {
  return mix(hash, !content.is_known ? 1 : content.is_symbolic ? 2 : content.hash * 4 + 3);
}

uint64_t similar_hash(struct machine *machine, struct query_count *counts,
                      const struct state *state) {
  const struct query_count_options *options = query_count_get_options(counts);
  struct query_number total = total_of(counts, state);
  struct view view = first_view(counts, state);
  uint64_t hash = mix(view.ins, state->top->depth);
  do {
    hash = mix(hash, (uint64_t)view.frame->code->func->number << 32 | view.ins);
    if (view.point == NULL) continue;
    for (uint32_t i = 0; i < view.point->register_count; i++)
      if (query_count_is_hot(options, view.point->registers[i].count, total))
        hash = hash_content(hash, register_content(view.frame, view.point->registers[i].reg));
    for (uint32_t i = 0; i < view.point->cell_count; i++)
      if (query_count_is_hot(options, view.point->cells[i].count, total))
        hash = hash_content(hash, cell_content(machine, &view, &view.point->cells[i]));
  } while (next_view(counts, &view));
  return hash;
}
