/* Comparing states with shapes: whether one fits, and what has to become a cell if not. */
#include "reduce/shape/compare.h"

#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state.h"
#include "expr/expr.h"
#include "memory/content_hash.h"
#include "memory/unwritten.h"
#include "reduce/shape/cells.h"
#include "reduce/shape/pointers.h"

#include <stdlib.h>
#include <string.h>

static bool is_same_place(const struct object *a, const struct object *b) {
  return a->kind == b->kind && a->generation == b->generation &&
         (a->flags | OBJECT_REACHED) == (b->flags | OBJECT_REACHED) && a->site == b->site &&
         a->name == b->name && a->link == b->link && a->base == b->base && a->size == b->size;
}

static bool is_live(const struct object *object) {
  return object != NULL && (object->kind == OBJECT_CHOICE || !(object->flags & OBJECT_FREED));
}

static bool is_pointer_word(const struct comparison *c, uint64_t word) {
  uint64_t in_state = relocation_apply(&c->relocation, word);
  return pointers_may_point(c->shape,
                            successor_read(c->machine, c->shape->model, word, CELL_WORD)) ||
         pointers_may_point(c->shape, successor_read(c->machine, c->state, in_state, CELL_WORD));
}

/* A piece of an object in which both differ becomes a cell, or the pointer that it belongs to.
   Returns the offset behind that. */
static uint64_t widen_piece(struct comparison *c, const struct object *object, uint64_t start,
                            uint32_t size) {
  uint64_t offset = start & ~(uint64_t)(CELL_WORD - 1), word = object->base + offset;
  if (object->flags & OBJECT_CONSTANT) {
    c->is_unlike = true;
  } else if (is_pointer_word(c, word)) {
    pointers_widen_word(c, word);
    return offset + CELL_WORD;
  } else if (!cells_add_memory(c->names, c->shape, object->base + start, size)) {
    c->is_unlike = true;
  }
  return start + size;
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
      next = widen_piece(c, a, at, (uint32_t)(next - at));
  }
}

static void compare_gap(struct comparison *c, const struct object *a, const struct object *b,
                        uint64_t start, uint64_t end) {
  uint64_t at = start;
  if (c->relocation.is_on)
    for (uint64_t word = (start + CELL_WORD - 1) & ~(uint64_t)(CELL_WORD - 1);
         word + CELL_WORD <= end; word += CELL_WORD)
      if (relocation_has_pointer(&c->relocation, c->shape, c->state, a, b, word)) {
        compare_piece(c, a, b, at, word);
        at = word + CELL_WORD;
      }
  compare_piece(c, a, b, at, end);
}

/* Pieces between the cells. */
void compare_objects(struct comparison *c, const struct object *a, const struct object *b) {
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
    compare_objects(c, a, b);
  return c->is_unlike || (c->differs && c->names == NULL);
}

/* The object that both point into, if pointers may be cells; 0: none. The state's pointer may be
   symbolic. */
static uint64_t find_common_base(const struct comparison *c, uint64_t in_model,
                                 const uint64_t *in_state) {
  if (!c->names->moves_pointers) return 0;
  uint64_t base = cells_find_base(c->shape->model, in_model);
  return in_state == NULL || cells_find_base(c->state, *in_state) == base ? base : 0;
}

static void widen_register(struct comparison *c, struct live_register live, bool is_pointer,
                           uint64_t base) {
  struct cell cell = {.place = live, .base = base};
  if ((is_pointer && base == 0) || live.width > 64 ||
      !cells_add(c->names, c->shape, cell, live.width))
    c->is_unlike = true;
}

/* Registers whose values are numbers, and equal, or whose pointers lead to the same. */
static bool is_same_register(const struct comparison *c, struct live_register live,
                             const struct frame *a, const struct frame *b) {
  uint32_t words = live.width > 64 ? 2 : 1;
  uint64_t in_model = a->slots[live.reg], in_state = b->slots[live.reg];
  if (registers_get(b->symbolic, live.reg) != NULL) return false;
  if (live.width == 64 &&
      relocation_concerns(&c->relocation, c->shape, c->state, in_model, in_state))
    return relocation_pairs(&c->relocation, in_model, in_state);
  return memcmp(&a->slots[live.reg], &b->slots[live.reg], words * sizeof(uint64_t)) == 0;
}

static void compare_register(struct comparison *c, struct live_register live) {
  const struct frame *a = cells_frame(c->shape->model, live.frame);
  const struct frame *b = cells_frame(c->state, live.frame);
  struct expr *symbolic = registers_get(b->symbolic, live.reg);
  if (cells_find_register(c->shape, &live) != NULL || is_same_register(c, live, a, b)) return;
  c->differs = true;
  if (c->names == NULL) return;
  const uint64_t *number = symbolic ? NULL : &b->slots[live.reg];
  bool is_pointer = live.width == 64 && (address_is_possible(a->slots[live.reg]) ||
                                         (number != NULL && address_is_possible(*number)) ||
                                         pointers_may_point(c->shape, symbolic));
  uint64_t base = is_pointer ? find_common_base(c, a->slots[live.reg], number) : 0;
  if (is_pointer && base == 0)
    pointers_widen(c, (struct cell){.place = live},
                   expr_const(c->machine->exprs, 64, a->slots[live.reg]));
  else
    widen_register(c, live, is_pointer, base);
}

static void compare_pairs(struct comparison *c) {
  for (size_t i = 0; i < c->relocation.pairs.count && !c->is_unlike; i++) {
    const struct relocation_pair *pair = &c->relocation.pairs.data[i];
    if (c->differs && c->names == NULL) return;
    compare_objects(c, pair->model, pair->state);
  }
}

/* The content of objects may have further pointers, which become cells, and so on. */
static void compare_reached(struct comparison *c) {
  uint64_t grown = c->shape->grown + 1;
  while (grown != c->shape->grown && !c->is_unlike) {
    grown = c->shape->grown;
    pointers_widen_mismatches(c);
    pointers_compare(c);
    if (!c->is_unlike && c->relocation.is_on) compare_pairs(c);
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
  if (!c->is_unlike) compare_reached(c);
}

/* ---- fitting ---- */

static bool is_same_outline(const struct outline *a, const struct outline *b) {
  return a->words.count == b->words.count &&
         memcmp(a->words.data, b->words.data, a->words.count * sizeof(uint64_t)) == 0;
}

static struct expr *value_of(struct comparison *c, size_t number) {
  struct machine *machine = c->machine;
  const struct cell *cell = &c->shape->cells.data[number];
  if (cell->is_pointer) return pointers_number(c, number);
  const struct object *object =
      cell->size > 0 ? space_find(&c->shape->model->space, cell->address) : NULL;
  bool is_reached = object == NULL || relocation_has(&c->relocation, object);
  struct expr *value = is_reached ? pointers_read(c, cell) : pointers_content(c, cell);
  if (value == NULL || unwritten_concerns(&machine->memory, value) ||
      !relocation_keeps(&c->relocation, c->shape, c->state, value))
    return NULL;
  if (cell->base == 0) return value;
  return expr_sub(machine->exprs, value, expr_const(machine->exprs, 64, cell->base));
}

static bool list_values(struct comparison *c, expr_list *values) {
  for (size_t i = 0; i < c->shape->cells.count; i++) {
    struct expr *value = value_of(c, i);
    if (value == NULL) return false;
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
  uint64_t grown = shape->grown;
  struct cell *cells = count > 0 ? alloc_bytes(count * sizeof *cells) : NULL;
  if (count > 0) memcpy(cells, shape->cells.data, count * sizeof *cells);
  compare(&c);
  if (c.is_unlike) { /* as it was: transitions have a value for each cell */
    shape->grown = grown;
    if (count > 0) memcpy(shape->cells.data, cells, count * sizeof *cells);
    shape->cells.count = count;
  }
  free(cells);
  relocation_free(&c.relocation);
  return !c.is_unlike;
}
