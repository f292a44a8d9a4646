/* Making shapes, fitting states to them, and general states. */
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
#include "reduce/shape/dead_variables.h"
#include "reduce/shape/names.h"
#include "reduce/shape/relocate.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 128, MOST_ARRAY_BYTES = 64, WORD = 8 };

struct state *shape_copy_state(struct machine *machine, struct state *state) {
  struct state *copy = state_fork(state);
  if (machine->state == state) memory_forget_writes(&machine->memory);
  state->top = frame_unshare(&machine->memory.pool, state->top);
  return copy;
}

static struct frame *frame_at(const struct state *state, uint32_t number) {
  struct frame *frame = state->top;
  while (number-- > 0) frame = frame->caller;
  return frame;
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

static bool add_cell(struct names *names, struct shape *shape, struct cell cell, unsigned width) {
  if (shape->cells.count >= MOST_CELLS) return false;
  cell.name = names_new(names, width);
  cell.value = names_value(names, cell.name);
  size_t at = shape->cells.count;
  vec_push(&shape->cells, cell);
  for (; at > 0 && shape->cells.data[at - 1].address > cell.address; at--)
    shape->cells.data[at] = shape->cells.data[at - 1];
  shape->cells.data[at] = cell;
  return true;
}

static bool add_memory_cell(struct names *names, struct shape *shape, uint64_t address,
                            uint32_t size) {
  return add_cell(names, shape, (struct cell){.address = address, .size = size}, 8 * size);
}

static bool is_register(const struct cell *cell, const struct live_register *live) {
  return cell->size == 0 && cell->place.frame == live->frame && cell->place.reg == live->reg;
}

static const struct cell *find_register(const struct shape *shape,
                                        const struct live_register *live) {
  for (size_t i = 0; i < shape->cells.count; i++)
    if (is_register(&shape->cells.data[i], live)) return &shape->cells.data[i];
  return NULL;
}

/* Where the live object lies that the address is in, or just behind; 0: none. */
static uint64_t find_base(const struct state *state, uint64_t address) {
  if (!address_is_possible(address)) return 0;
  const struct object *object = space_find(&state->space, address);
  if (object == NULL || object->kind == OBJECT_CHOICE || (object->flags & OBJECT_FREED)) return 0;
  return address >= object->base && address - object->base <= object->size ? object->base : 0;
}

/* A symbolic pointer counts from the object that it points to for the state's own witness. Any
   would be right, but only this one is resolved at once. */
static uint64_t find_symbolic_base(const struct names *names, const struct state *state,
                                   struct expr *value) {
  if (!names->moves_pointers || value->width != 64 || state->witness == NULL) return 0;
  struct evaluator *evaluator = evaluator_new(names->exprs, state->witness->values);
  uint64_t base = find_base(state, evaluator_value(evaluator, value));
  evaluator_free(evaluator);
  return base;
}

struct expr *cell_content(struct exprs *exprs, const struct cell *cell, struct expr *value) {
  if (cell->base == 0) return value;
  return expr_add(exprs, value, expr_const(exprs, (unsigned)value->width, cell->base));
}

static bool add_symbolic_registers(struct names *names, struct shape *shape) {
  for (size_t i = 0; i < shape->outline.live.count; i++) {
    struct live_register live = shape->outline.live.data[i];
    const struct frame *frame = frame_at(shape->model, live.frame);
    struct expr *value = registers_get(frame->symbolic, live.reg);
    if (value == NULL) continue;
    struct cell cell = {.place = live, .base = find_symbolic_base(names, shape->model, value)};
    if (live.width > 64 || !add_cell(names, shape, cell, live.width)) return false;
  }
  return true;
}

static bool add_bytes(struct names *names, struct shape *shape, uint64_t address, uint32_t size,
                      uint32_t unit) {
  for (uint32_t at = 0; at < size; at += unit)
    if (!add_memory_cell(names, shape, address + at, size - at < unit ? size - at : unit))
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
  if (span->value != NULL && !span->is_array)
    return add_bytes(names, shape, address, span->size, WORD);
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

struct shape *shape_new(struct machine *machine, struct names *names, struct state *state,
                        bool is_behind) {
  struct shape *shape = alloc_zeroed(sizeof *shape);
  shape->is_behind = is_behind;
  shape->moves_heap = names->moves_heap && relocation_is_possible(machine);
  if (outline_take(machine, state, is_behind, &shape->outline)) {
    shape->model = shape_copy_state(machine, state);
    if (names->dead != NULL) list_dead(names->dead, shape);
    if (add_symbolic_registers(names, shape) && add_symbolic_memory(machine, names, shape))
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

/* ---- what differs ---- */

struct comparison {
  struct machine *machine;
  struct names *names; /* not NULL: what differs becomes a cell */
  struct shape *shape;
  struct state *state;
  struct relocation relocation;
  bool differs, is_unlike;
};

static bool is_same_place(const struct object *a, const struct object *b) {
  return a->kind == b->kind && a->generation == b->generation &&
         (a->flags | OBJECT_REACHED) == (b->flags | OBJECT_REACHED) && a->site == b->site &&
         a->name == b->name && a->link == b->link && a->base == b->base && a->size == b->size;
}

static bool is_live(const struct object *object) {
  return object != NULL && (object->kind == OBJECT_CHOICE || !(object->flags & OBJECT_FREED));
}

static bool may_be_pointer(const struct comparison *c, struct state *state, uint64_t address) {
  struct expr *word = successor_read(c->machine, state, address, WORD);
  return word != NULL && expr_is_const(word) && address_is_possible(expr_const_value(word));
}

/* A piece of an object in which both differ becomes a cell, unless it is a pointer. */
static void widen_piece(struct comparison *c, const struct object *object, uint64_t start,
                        uint32_t size) {
  uint64_t word = object->base + (start & ~(uint64_t)(WORD - 1));
  bool is_writable = !(object->flags & OBJECT_CONSTANT);
  if (!is_writable || may_be_pointer(c, c->shape->model, word) ||
      may_be_pointer(c, c->state, relocation_apply(&c->relocation, word)) ||
      !add_memory_cell(c->names, c->shape, object->base + start, size))
    c->is_unlike = true;
}

/* Without pointers to objects that are paired. */
static void compare_piece(struct comparison *c, const struct object *a, const struct object *b,
                          uint64_t start, uint64_t end) {
  enum { UNIT = 4 };
  struct memory *memory = &c->machine->memory;
  if (start >= end || object_is_equal_range(memory, a, b, start, end - start)) return;
  c->differs = true;
  for (uint64_t at = start, next; c->names != NULL && !c->is_unlike && at < end; at = next) {
    next = (at & ~(uint64_t)(UNIT - 1)) + UNIT;
    if (next > end) next = end;
    if (!object_is_equal_range(memory, a, b, at, next - at))
      widen_piece(c, a, at, (uint32_t)(next - at));
  }
}

static void compare_gap(struct comparison *c, const struct object *a, const struct object *b,
                        uint64_t start, uint64_t end) {
  uint64_t at = start;
  if (c->relocation.is_on)
    for (uint64_t word = (start + WORD - 1) & ~(uint64_t)(WORD - 1); word + WORD <= end;
         word += WORD)
      if (relocation_is_pointer(&c->relocation, a, word)) {
        compare_piece(c, a, b, at, word);
        at = word + WORD;
      }
  compare_piece(c, a, b, at, end);
}

/* Pieces between the cells. */
static void compare_object(struct comparison *c, const struct object *a, const struct object *b) {
  VEC(uint64_t) bounds = {0};
  for (size_t i = 0; i < c->shape->cells.count; i++) {
    const struct cell *cell = &c->shape->cells.data[i];
    if (cell->size == 0 || cell->address < a->base || cell->address >= a->base + a->size) continue;
    vec_push(&bounds, cell->address - a->base);
    vec_push(&bounds, cell->address - a->base + cell->size);
  }
  uint64_t at = 0;
  for (size_t i = 0; i < bounds.count && !c->is_unlike; i += 2) {
    compare_gap(c, a, b, at, bounds.data[i]);
    at = bounds.data[i + 1];
  }
  if (!c->is_unlike) compare_gap(c, a, b, at, a->size);
  vec_free(&bounds);
}

static int compare_slot(uint32_t index, struct object *a, struct object *b, void *context) {
  struct comparison *c = context;
  (void)index;
  if (c->relocation.is_on) { /* heap objects are compared in pairs */
    if (a != NULL && a->kind == OBJECT_HEAP) a = NULL;
    if (b != NULL && b->kind == OBJECT_HEAP) b = NULL;
  }
  if (!is_live(a) && !is_live(b)) return 0;
  if (!is_live(a) || !is_live(b) || a->kind == OBJECT_CHOICE || !is_same_place(a, b))
    c->is_unlike = true;
  else if (a->kind != OBJECT_PART && a->kind != OBJECT_CODE && !shape_is_dead(c->shape, a))
    compare_object(c, a, b);
  return c->is_unlike || (c->differs && c->names == NULL);
}

/* The object that both point into, if pointers may be cells; 0: none. The state's pointer may be
   symbolic. */
static uint64_t find_common_base(const struct comparison *c, uint64_t in_model,
                                 const uint64_t *in_state) {
  if (!c->names->moves_pointers) return 0;
  uint64_t base = find_base(c->shape->model, in_model);
  return in_state == NULL || find_base(c->state, *in_state) == base ? base : 0;
}

static void widen_register(struct comparison *c, struct live_register live, bool is_pointer,
                           uint64_t base) {
  struct cell cell = {.place = live, .base = base};
  if ((is_pointer && base == 0) || live.width > 64 ||
      !add_cell(c->names, c->shape, cell, live.width))
    c->is_unlike = true;
}

static void compare_register(struct comparison *c, struct live_register live) {
  const struct frame *a = frame_at(c->shape->model, live.frame);
  const struct frame *b = frame_at(c->state, live.frame);
  uint32_t words = live.width > 64 ? 2 : 1;
  bool is_symbolic = registers_get(b->symbolic, live.reg) != NULL;
  bool is_same = !is_symbolic &&
                 memcmp(&a->slots[live.reg], &b->slots[live.reg], words * sizeof(uint64_t)) == 0;
  if (is_same || find_register(c->shape, &live) != NULL) return;
  if (!is_symbolic && live.width == 64 &&
      relocation_pairs(&c->relocation, a->slots[live.reg], b->slots[live.reg]))
    return;
  c->differs = true;
  if (c->names == NULL) return;
  const uint64_t *number = is_symbolic ? NULL : &b->slots[live.reg];
  bool is_pointer = live.width == 64 && (address_is_possible(a->slots[live.reg]) ||
                                         (number != NULL && address_is_possible(*number)));
  uint64_t base = is_pointer ? find_common_base(c, a->slots[live.reg], number) : 0;
  widen_register(c, live, is_pointer, base);
}

static void compare_pairs(struct comparison *c) {
  for (size_t i = 0; i < c->relocation.pairs.count && !c->is_unlike; i++) {
    const struct relocation_pair *pair = &c->relocation.pairs.data[i];
    if (c->differs && c->names == NULL) return;
    compare_object(c, pair->model, pair->state);
  }
}

static void compare(struct comparison *c) {
  if (c->shape->moves_heap && !relocation_find(&c->relocation, c->machine, c->shape, c->state)) {
    c->is_unlike = true;
    return;
  }
  for (size_t i = 0; i < c->shape->outline.live.count && !c->is_unlike; i++)
    compare_register(c, c->shape->outline.live.data[i]);
  if (!c->is_unlike && (c->names != NULL || !c->differs))
    space_walk_differences(&c->shape->model->space, &c->state->space, compare_slot, c);
  if (!c->is_unlike && c->relocation.is_on) compare_pairs(c);
}

/* ---- fitting ---- */

static bool is_same_outline(const struct outline *a, const struct outline *b) {
  return a->words.count == b->words.count &&
         memcmp(a->words.data, b->words.data, a->words.count * sizeof(uint64_t)) == 0;
}

static struct expr *value_of(struct comparison *c, const struct cell *cell) {
  struct machine *machine = c->machine;
  struct state *state = c->state;
  if (cell->size > 0)
    return successor_read(machine, state, relocation_apply(&c->relocation, cell->address),
                          cell->size);
  const struct frame *frame = frame_at(state, cell->place.frame);
  struct expr *value = registers_get(frame->symbolic, cell->place.reg);
  if (value == NULL)
    value = expr_const(machine->exprs, cell->place.width, frame->slots[cell->place.reg]);
  if (cell->base == 0) return value;
  return expr_sub(machine->exprs, value, expr_const(machine->exprs, 64, cell->base));
}

static bool list_values(struct comparison *c, expr_list *values) {
  for (size_t i = 0; i < c->shape->cells.count; i++) {
    struct expr *value = value_of(c, &c->shape->cells.data[i]);
    if (value == NULL || unwritten_concerns(&c->machine->memory, value) ||
        !relocation_keeps(&c->relocation, c->shape, c->state, value))
      return false;
    vec_push(values, value);
  }
  return true;
}

enum fit shape_fit(struct machine *machine, struct shape *shape, struct state *state,
                   const struct outline *outline, expr_list *values) {
  struct comparison c = {.machine = machine, .shape = shape, .state = state};
  vec_clear(values);
  if (!is_same_outline(&shape->outline, outline)) return FIT_UNLIKE;
  compare(&c);
  enum fit fit = c.is_unlike ? FIT_UNLIKE : c.differs ? FIT_DIFFERS : FITS;
  if (fit == FITS && !list_values(&c, values)) fit = FIT_UNLIKE;
  relocation_free(&c.relocation);
  return fit;
}

bool shape_widen(struct machine *machine, struct names *names, struct shape *shape,
                 struct state *state) {
  struct comparison c = {.machine = machine, .names = names, .shape = shape, .state = state};
  size_t count = shape->cells.count;
  struct cell *cells = count > 0 ? alloc_bytes(count * sizeof *cells) : NULL;
  if (count > 0) memcpy(cells, shape->cells.data, count * sizeof *cells);
  compare(&c);
  if (c.is_unlike) { /* as it was: transitions have a value for each cell */
    if (count > 0) memcpy(shape->cells.data, cells, count * sizeof *cells);
    shape->cells.count = count;
  }
  free(cells);
  relocation_free(&c.relocation);
  return !c.is_unlike;
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
        find_register(shape, &live) == NULL && is_parameter(shape, live.reg))
      add_cell(names, shape, (struct cell){.place = live}, live.width);
  }
}

static bool is_free(const struct shape *shape, const struct cell *cell) {
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *other = &shape->cells.data[i];
    if (other->size > 0 && other->address < cell->address + cell->size &&
        cell->address < other->address + other->size)
      return false;
  }
  return true;
}

static bool is_number(struct machine *machine, struct shape *shape, const struct cell *cell) {
  struct comparison c = {.machine = machine};
  const struct object *object = space_find(&shape->model->space, cell->address);
  if (object == NULL || !is_live(object) || (object->flags & OBJECT_CONSTANT) ||
      shape_is_dead(shape, object) ||
      (object->kind != OBJECT_STACK && object->kind != OBJECT_GLOBAL))
    return false;
  struct expr *value = successor_read(machine, shape->model, cell->address, cell->size);
  return value != NULL && expr_is_const(value) &&
         !may_be_pointer(&c, shape->model, cell->address & ~(uint64_t)(WORD - 1));
}

void shape_widen_like(struct machine *machine, struct names *names, struct shape *shape,
                      const struct shape *other) {
  if (!shape->is_behind) widen_parameters(names, shape);
  for (size_t i = 0; i < other->cells.count; i++) {
    const struct cell *cell = &other->cells.data[i];
    if (cell->size > 0 && cell->size <= 4 && is_free(shape, cell) &&
        is_number(machine, shape, cell))
      add_memory_cell(names, shape, cell->address, cell->size);
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
    else if (!successor_write(machine, state, cell->address, cell->size, values->data[i])) {
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
