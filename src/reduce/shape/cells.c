/* Cells are in the order of their addresses; registers come first. */
#include "reduce/shape/cells.h"

#include "exec/state.h"
#include "expr/expr.h"
#include "memory/object.h"
#include "memory/space.h"

enum { MOST_CELLS = 128 };

struct frame *cells_frame(const struct state *state, uint32_t number) {
  struct frame *frame = state->top;
  while (number-- > 0) frame = frame->caller;
  return frame;
}

bool cells_add(struct names *names, struct shape *shape, struct cell cell, unsigned width) {
  if (shape->cells.count >= MOST_CELLS) return false;
  cell.name = names_new(names, width);
  cell.value = names_value(names, cell.name);
  shape->grown++;
  size_t at = shape->cells.count;
  vec_push(&shape->cells, cell);
  for (; at > 0 && shape->cells.data[at - 1].address > cell.address; at--)
    shape->cells.data[at] = shape->cells.data[at - 1];
  shape->cells.data[at] = cell;
  return true;
}

bool cells_add_memory(struct names *names, struct shape *shape, uint64_t address, uint32_t size) {
  return cells_add(names, shape, (struct cell){.address = address, .size = size}, 8 * size);
}

bool cells_add_pointer(struct names *names, struct shape *shape, struct cell cell) {
  cell.is_pointer = true;
  return cells_add(names, shape, cell, TARGET_BITS);
}

static bool is_register(const struct cell *cell, const struct live_register *live) {
  return cell->size == 0 && cell->place.frame == live->frame && cell->place.reg == live->reg;
}

const struct cell *cells_find_register(const struct shape *shape,
                                       const struct live_register *live) {
  for (size_t i = 0; i < shape->cells.count; i++)
    if (is_register(&shape->cells.data[i], live)) return &shape->cells.data[i];
  return NULL;
}

bool cells_overlap(const struct shape *shape, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *cell = &shape->cells.data[i];
    if (cell->size > 0 && cell->address < address + size && address < cell->address + cell->size)
      return true;
  }
  return false;
}

uint64_t cells_find_base(const struct state *state, uint64_t address) {
  if (!address_is_possible(address)) return 0;
  const struct object *object = space_find(&state->space, address);
  if (object == NULL || object->kind == OBJECT_CHOICE || (object->flags & OBJECT_FREED)) return 0;
  return address >= object->base && address - object->base <= object->size ? object->base : 0;
}

struct expr *cell_content(struct exprs *exprs, const struct cell *cell, struct expr *value) {
  if (cell->is_pointer) return targets_choose(exprs, &cell->targets, value);
  if (cell->base == 0) return value;
  return expr_add(exprs, value, expr_const(exprs, (unsigned)value->width, cell->base));
}
