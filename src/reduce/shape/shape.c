/* Making shapes and general states. */
#include "reduce/shape/shape.h"

#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state.h"
#include "exec/state_live.h"
#include "exec/translate/op.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "ir/ir.h"
#include "memory/content_hash.h"
#include "memory/symbolic_list.h"
#include "reduce/shape/cells.h"
#include "reduce/shape/dead_variables.h"
#include "reduce/shape/names.h"
#include "reduce/shape/relocate.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARRAY_BYTES = 64 };

struct state *shape_copy_state(struct machine *machine, struct state *state) {
  struct state *copy = state_fork(state);
  if (machine->state == state) memory_forget_writes(&machine->memory);
  state->top = frame_unshare(&machine->memory.pool, state->top);
  return copy;
}

/* ---- dead variables ---- */

static void list_dead(struct dead_variables *dead, struct shape *shape) {
  struct state_point point;
  if (!shape->is_behind)
    point = state_point_of(shape->model);
  else if (!state_point_behind(shape->model, &point))
    return;
  const struct ir_func *func = shape->model->top->code->func;
  uint32_t next = point.is_behind ? point.ins + 1 : func->blocks.data[point.ins].first;
  struct slot_set slots = dead_variables_of(dead, shape->model, next).variables;
  for (size_t i = 0; i < slots.count; i++) vec_push(&shape->dead, slots.indices[i]);
}

bool shape_is_dead(const struct shape *shape, const struct object *object) {
  size_t low = 0, high = shape->dead.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (shape->dead.data[middle] < object->index)
      low = middle + 1;
    else
      high = middle;
  }
  return low < shape->dead.count && shape->dead.data[low] == object->index;
}

/* ---- cells ---- */

/* A symbolic pointer counts from the object that it points to for the state's own witness. Any
   would be right, but only this one is resolved at once. */
static uint64_t find_symbolic_base(const struct names *names, const struct state *state,
                                   struct expr *value) {
  if (!names->moves_pointers || value->width != 64 || state->witness == NULL) return 0;
  struct evaluator *evaluator = evaluator_new(names->exprs, state->witness->values);
  uint64_t base = cells_find_base(state, evaluator_value(evaluator, value));
  evaluator_free(evaluator);
  return base;
}

/* A symbolic value that is one of a few words, of which some may be addresses. */
static bool is_pointer(const struct names *names, struct expr *value) {
  struct targets targets;
  return names->selects_targets && value->width == 64 && targets_list(value, &targets) &&
         targets_may_point(&targets);
}

static bool add_symbolic_registers(struct names *names, struct shape *shape) {
  for (size_t i = 0; i < shape->outline.live.count; i++) {
    struct live_register live = shape->outline.live.data[i];
    const struct frame *frame = cells_frame(shape->model, live.frame);
    struct expr *value = registers_get(frame->symbolic, live.reg);
    if (value == NULL) continue;
    if (is_pointer(names, value)) {
      if (!cells_add_pointer(names, shape, (struct cell){.place = live})) return false;
      continue;
    }
    struct cell cell = {.place = live, .base = find_symbolic_base(names, shape->model, value)};
    if (live.width > 64 || !cells_add(names, shape, cell, live.width)) return false;
  }
  return true;
}

static bool add_bytes(struct names *names, struct shape *shape, uint64_t address, uint32_t size,
                      uint32_t unit) {
  for (uint32_t at = 0; at < size; at += unit)
    if (!cells_add_memory(names, shape, address + at, size - at < unit ? size - at : unit))
      return false;
  return true;
}

/* Unwritten bytes stay what they are: fixed. */
static bool add_span(struct machine *machine, struct names *names, struct shape *shape,
                     const struct object *object, const struct symbolic_span *span) {
  const struct memory *memory = &machine->memory;
  if (span->value == NULL && unwritten_find_array(memory, span->array) != NULL) return true;
  if (span->value != NULL && unwritten_concerns(memory, span->value)) return false;
  uint64_t address = object->base + span->start;
  if (span->value != NULL && !span->is_array && span->size == CELL_WORD &&
      is_pointer(names, span->value))
    return cells_add_pointer(names, shape, (struct cell){.address = address, .size = CELL_WORD});
  if (span->value != NULL && !span->is_array)
    return add_bytes(names, shape, address, span->size, CELL_WORD);
  return span->size <= MOST_ARRAY_BYTES && add_bytes(names, shape, address, span->size, 1);
}

static bool add_symbolic_spans(struct machine *machine, struct names *names, struct shape *shape,
                               const struct relocation *reached) {
  struct symbolic_list list = {0};
  space_list_symbolic(&machine->memory, &shape->model->space, &list);
  bool is_good = !list.has_choice;
  for (size_t i = 0; is_good && i < list.objects.count; i++) {
    const struct symbolic_object *symbolic = &list.objects.data[i];
    if (!relocation_has(reached, symbolic->object) || shape_is_dead(shape, symbolic->object))
      continue;
    for (uint32_t k = 0; is_good && k < symbolic->count; k++)
      is_good =
          add_span(machine, names, shape, symbolic->object, &list.spans.data[symbolic->first + k]);
  }
  symbolic_list_free(&list);
  return is_good;
}

/* Not of what nothing points to. */
static bool add_symbolic_memory(struct machine *machine, struct names *names, struct shape *shape) {
  struct relocation reached = {0};
  bool is_good = !shape->moves_heap || relocation_find(&reached, machine, shape, shape->model);
  is_good = is_good && add_symbolic_spans(machine, names, shape, &reached);
  relocation_free(&reached);
  return is_good;
}

/* What the pointers lead to in the state. */
static bool add_targets(struct machine *machine, struct names *names, struct shape *shape,
                        struct state *state) {
  for (size_t i = 0; i < shape->cells.count; i++)
    if (shape->cells.data[i].is_pointer) return shape_widen(machine, names, shape, state);
  return true;
}

struct shape *shape_new(struct machine *machine, struct names *names, struct state *state,
                        bool is_behind) {
  struct shape *shape = alloc_zeroed(sizeof *shape);
  shape->is_behind = is_behind;
  shape->moves_heap = names->moves_heap && relocation_is_possible(machine);
  shape->selects_targets = names->selects_targets;
  if (outline_take(machine, state, is_behind, &shape->outline)) {
    shape->model = shape_copy_state(machine, state);
    if (names->dead != NULL) list_dead(names->dead, shape);
    if (add_symbolic_registers(names, shape) && add_symbolic_memory(machine, names, shape) &&
        add_targets(machine, names, shape, state))
      return shape;
  }
  shape_free(machine, shape);
  return NULL;
}

void shape_free(struct machine *machine, struct shape *shape) {
  if (shape->model != NULL) state_free(&machine->memory, shape->model);
  outline_free(&shape->outline);
  vec_free(&shape->cells);
  vec_free(&shape->dead);
  free(shape);
}

bool shape_find_object(const struct shape *shape, const struct cell *cell, uint64_t *base,
                       uint64_t *size) {
  const struct object *object = space_find(&shape->model->space, cell->address);
  if (object == NULL) return false;
  *base = object->base;
  *size = object->size;
  return true;
}

/* ---- widening in advance ---- */

static bool is_parameter(const struct shape *shape, uint32_t reg) {
  const struct ir_func *func = shape->model->top->code->func;
  const struct ir_block *block = &func->blocks.data[state_point_of(shape->model).ins];
  for (uint32_t i = 0; i < block->param_count; i++)
    if (func->operands.data[block->first_param + i] == reg) return true;
  return false;
}

static void widen_parameters(struct names *names, struct shape *shape) {
  const struct frame *top = shape->model->top;
  for (size_t i = 0; i < shape->outline.live.count; i++) {
    struct live_register live = shape->outline.live.data[i];
    if (live.frame == 0 && live.width < 64 && registers_get(top->symbolic, live.reg) == NULL &&
        cells_find_register(shape, &live) == NULL && is_parameter(shape, live.reg))
      cells_add(names, shape, (struct cell){.place = live}, live.width);
  }
}

static bool is_number(struct machine *machine, struct shape *shape, const struct cell *cell) {
  const struct object *object = space_find(&shape->model->space, cell->address);
  if (object == NULL || (object->flags & (OBJECT_FREED | OBJECT_CONSTANT)) ||
      shape_is_dead(shape, object) ||
      (object->kind != OBJECT_STACK && object->kind != OBJECT_GLOBAL))
    return false;
  struct expr *value = successor_read(machine, shape->model, cell->address, cell->size);
  struct expr *word =
      successor_read(machine, shape->model, cell->address & ~(uint64_t)(CELL_WORD - 1), CELL_WORD);
  bool is_pointer =
      word != NULL && expr_is_const(word) && address_is_possible(expr_const_value(word));
  return value != NULL && expr_is_const(value) && !is_pointer;
}

void shape_widen_like(struct machine *machine, struct names *names, struct shape *shape,
                      const struct shape *other) {
  if (!shape->is_behind) widen_parameters(names, shape);
  for (size_t i = 0; i < other->cells.count; i++) {
    const struct cell *cell = &other->cells.data[i];
    if (cell->size > 0 && cell->size <= 4 && !cells_overlap(shape, cell->address, cell->size) &&
        is_number(machine, shape, cell))
      cells_add_memory(names, shape, cell->address, cell->size);
  }
}

void shape_substitute(const struct names *names, const struct shape *shape, const expr_list *values,
                      struct substitution *substitution) {
  for (size_t i = 0; i < shape->cells.count; i++)
    names_substitute(names, shape->cells.data[i].name, values->data[i], substitution);
}

/* ---- general states ---- */

/* The frame, and all above it, unshared. Hashes of what is below a frame are no longer right. */
static struct frame *own_frame(struct machine *machine, struct state *state, uint32_t number) {
  struct frame **place = &state->top;
  for (;; place = &(*place)->caller) {
    *place = frame_unshare(&machine->memory.pool, *place);
    (*place)->below = 0;
    if (number-- == 0) return *place;
  }
}

static void set_register(struct machine *machine, struct state *state,
                         const struct live_register *live, struct expr *value) {
  struct frame *frame = own_frame(machine, state, live->frame);
  if (expr_is_const(value)) {
    if (frame->symbolic != NULL) registers_clear(frame->symbolic, live->reg);
    frame->slots[live->reg] = expr_const_value(value);
    return;
  }
  if (frame->symbolic == NULL)
    frame->symbolic = registers_new(&machine->memory.pool, frame->slot_count);
  registers_set(frame->symbolic, live->reg, value);
  frame->slots[live->reg] = 0;
}

struct state *shape_make_state(struct machine *machine, struct shape *shape,
                               const expr_list *values) {
  struct state *state = successor_new(machine, shape->model);
  successor_forget_path(machine, state);
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *cell = &shape->cells.data[i];
    if (cell->size == 0)
      set_register(machine, state, &cell->place,
                   cell_content(machine->exprs, cell, values->data[i]));
    else if (!successor_write(machine, state, cell->address, cell->size,
                              cell_content(machine->exprs, cell, values->data[i]))) {
      successor_free(machine, state);
      return NULL;
    }
  }
  return state;
}

struct state *shape_make_general(struct machine *machine, struct shape *shape) {
  expr_list names = {0};
  for (size_t i = 0; i < shape->cells.count; i++) vec_push(&names, shape->cells.data[i].value);
  struct state *general = shape_make_state(machine, shape, &names);
  vec_free(&names);
  return general;
}
