/* Pointers to one of several places.

   A pointer that leads to other places in other states is a cell: the number of its target. Targets
   are what is at the same place in all states of a shape: numbers such as null, addresses of
   variables, and objects of the heap that a pointer leads to which is no cell.

   Other objects of the heap have no place. So a pointer that is a cell has an object of its own in
   the model, of which it is the first of the cells that leads there: if it has the value of an
   earlier cell, its target is that one's object. In this form there are not more objects than
   pointers, whatever the program allocates, and two pointers are equal if their targets are. A
   pointer may be symbolic, and so may be whether it equals another one; then the number of its
   target is a conditional value, and so is the content of its object. An object to which no
   pointer leads may have any content.

   Objects that pointers lead from, and those that are pointed into, have no such form. */
#include "reduce/shape/pointers.h"

#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/object.h"
#include "memory/space.h"
#include "memory/unwritten.h"
#include "reduce/shape/cells.h"

enum { MOST_COPIED = 64 /* bytes of an object */, UNIT = 4 };

bool pointers_may_point(const struct shape *shape, struct expr *value) {
  struct targets targets;
  if (value == NULL || value->width != 64) return false;
  if (!expr_is_const(value) && !shape->selects_targets) return false;
  return targets_list(value, &targets) && targets_may_point(&targets);
}

struct expr *pointers_read(struct comparison *c, const struct cell *cell) {
  if (cell->size > 0) {
    const struct object *object = space_find(&c->shape->model->space, cell->address);
    if (object == NULL || !relocation_has(&c->relocation, object)) return NULL;
    return successor_read(c->machine, c->state, relocation_apply(&c->relocation, cell->address),
                          cell->size);
  }
  const struct frame *frame = cells_frame(c->state, cell->place.frame);
  struct expr *value = registers_get(frame->symbolic, cell->place.reg);
  if (value != NULL) return value;
  return expr_const(c->machine->exprs, cell->place.width, frame->slots[cell->place.reg]);
}

/* ---- pointers become cells ---- */

/* What it leads to in the state is added by pointers_compare; what it leads to in the model, if it
   is an object that has no place, when such a state comes again. */
void pointers_widen(struct comparison *c, struct cell cell, struct expr *in_model) {
  bool is_good = c->shape->selects_targets && in_model != NULL && expr_is_const(in_model);
  if (is_good) {
    uint64_t word = expr_const_value(in_model);
    bool is_moved = c->relocation.is_on && relocation_find_heap(c->shape->model, word) != NULL;
    if (!is_moved) targets_add(&cell.targets, word);
    is_good = cells_add_pointer(c->names, c->shape, cell);
  }
  c->is_unlike |= !is_good;
}

void pointers_widen_word(struct comparison *c, uint64_t address) {
  struct cell cell = {.address = address, .size = CELL_WORD};
  if (cells_overlap(c->shape, address, CELL_WORD))
    c->is_unlike = true;
  else
    pointers_widen(c, cell, successor_read(c->machine, c->shape->model, address, CELL_WORD));
}

void pointers_widen_mismatches(struct comparison *c) {
  const struct relocation *relocation = &c->relocation;
  c->differs |= relocation->mismatches.count > 0;
  for (size_t i = 0; c->names != NULL && i < relocation->mismatches.count && !c->is_unlike; i++)
    if (!cells_overlap(c->shape, relocation->mismatches.data[i], CELL_WORD))
      pointers_widen_word(c, relocation->mismatches.data[i]);
}

/* ---- what a pointer leads to ---- */

/* An object that only cells lead to; NULL: the word is something else. */
static struct object *find_object(const struct comparison *c, uint64_t in_state) {
  uint64_t in_model;
  if (!c->relocation.is_on ||
      relocation_find_word(&c->relocation, c->shape, c->state, in_state, &in_model))
    return NULL;
  return relocation_find_heap(c->state, in_state);
}

/* The value of an earlier cell, if it may be the same object. */
static struct expr *find_alias(struct comparison *c, size_t number, uint64_t in_state) {
  struct targets targets;
  uint32_t place;
  const struct cell *cell = &c->shape->cells.data[number];
  if (!cell->is_pointer) return NULL;
  struct expr *value = pointers_read(c, cell);
  if (value == NULL || !targets_list(value, &targets)) return NULL;
  return targets_have(&targets, in_state, &place) ? value : NULL;
}

/* Whether, if the value is this object, an earlier cell is, too. */
static bool is_alias(struct comparison *c, size_t number, struct expr *value, uint64_t in_state) {
  for (size_t i = 0; i < number; i++) {
    struct expr *other = find_alias(c, i, in_state);
    if (other != NULL && (other == value || expr_is_const(other))) return true;
  }
  return false;
}

/* The target of a cell that the object is, with this number; NULL: it has no such target. */
static struct expr *number_of_object(struct comparison *c, size_t number, struct expr *value,
                                     uint64_t in_state) {
  struct exprs *exprs = c->machine->exprs;
  const struct cell *cell = &c->shape->cells.data[number];
  struct expr *result = expr_const(exprs, TARGET_BITS, 0); /* if it is an alias */
  uint32_t place;
  if (!is_alias(c, number, value, in_state)) {
    if (cell->own == 0 || !targets_have(&cell->targets, cell->own, &place)) return NULL;
    result = expr_const(exprs, TARGET_BITS, place);
  }
  for (size_t i = number; i-- > 0;) {
    struct expr *other = find_alias(c, i, in_state);
    uint64_t own = c->shape->cells.data[i].own;
    if (other == NULL || is_alias(c, i, other, in_state)) continue;
    if (own == 0 || !targets_have(&cell->targets, own, &place)) return NULL;
    struct expr *is_same = expr_eq(exprs, other, expr_const(exprs, 64, in_state));
    if (other == value) is_same = expr_const(exprs, 1, 1);
    result = expr_ite(exprs, is_same, expr_const(exprs, TARGET_BITS, place), result);
  }
  return result;
}

struct expr *pointers_number(struct comparison *c, size_t cell) {
  struct exprs *exprs = c->machine->exprs;
  const struct targets *known = &c->shape->cells.data[cell].targets;
  struct expr *value = pointers_read(c, &c->shape->cells.data[cell]), *result = NULL;
  struct targets targets;
  if (value == NULL) return expr_const(exprs, TARGET_BITS, 0);
  if (!targets_list(value, &targets)) return NULL;
  for (uint32_t i = targets.count; i-- > 0;) {
    uint64_t word = targets.words[i], in_model;
    uint32_t place;
    struct expr *number = NULL;
    if (find_object(c, word) != NULL)
      number = number_of_object(c, cell, value, word);
    else if (relocation_find_word(&c->relocation, c->shape, c->state, word, &in_model) &&
             targets_have(known, in_model, &place))
      number = expr_const(exprs, TARGET_BITS, place);
    if (number == NULL) return NULL;
    struct expr *is_it = expr_eq(exprs, value, expr_const(exprs, 64, word));
    result = result == NULL ? number : expr_ite(exprs, is_it, number, result);
  }
  return result;
}

/* ---- objects of pointers ---- */

static bool has_form(const struct comparison *c, const struct object *object, uint64_t in_state) {
  return in_state == object->base && object->size <= MOST_COPIED &&
         !c->machine->program->orders_addresses && !relocation_has_pointers(c->state, object);
}

/* Its words are cells, of which the content here does not matter; what is left is as in the state.
 */
static struct object *copy_object(struct comparison *c, const struct object *object) {
  struct space *space = &c->shape->model->space;
  struct space_request request = {.size = object->size,
                                  .kind = OBJECT_HEAP,
                                  .flags = object->flags,
                                  .site = object->site,
                                  .name = object->name};
  struct object *copy = space_allocate(&c->machine->memory, space, &request);
  for (uint64_t at = 0; copy != NULL && at < object->size; at++) {
    struct expr *byte = successor_read(c->machine, c->state, object->base + at, 1);
    if (byte == NULL || unwritten_concerns(&c->machine->memory, byte)) return NULL;
    if (!expr_is_const(byte)) byte = expr_const(c->machine->exprs, 8, 0);
    if (!successor_write(c->machine, c->shape->model, copy->base + at, 1, byte)) return NULL;
    copy = space_find(space, copy->base);
  }
  return copy;
}

static bool add_object(struct comparison *c, size_t number, const struct object *object) {
  struct object *copy = copy_object(c, object);
  if (copy == NULL || !targets_add(&c->shape->cells.data[number].targets, copy->base)) return false;
  c->shape->cells.data[number].own = copy->base;
  c->shape->grown++;
  for (uint64_t at = 0; at + UNIT <= object->size; at += UNIT)
    if (!cells_add_memory(c->names, c->shape, copy->base + at, UNIT)) return false;
  return true;
}

static void add_target(struct comparison *c, size_t number, uint64_t in_model) {
  struct targets *targets = &c->shape->cells.data[number].targets;
  uint32_t place;
  if (targets_have(targets, in_model, &place)) return;
  c->differs = true;
  c->shape->grown += c->names != NULL;
  if (c->names != NULL && !targets_add(targets, in_model)) c->is_unlike = true;
}

static void compare_own(struct comparison *c, size_t number, const struct object *object) {
  uint64_t own = c->shape->cells.data[number].own;
  if (own == 0) {
    c->differs = true;
    if (c->names != NULL && !add_object(c, number, object)) c->is_unlike = true;
    return;
  }
  const struct object *copy = relocation_find_heap(c->shape->model, own);
  if (copy == NULL || copy->size != object->size ||
      ((copy->flags ^ object->flags) & ~OBJECT_REACHED) != 0)
    c->is_unlike = true;
  else
    compare_objects(c, copy, object);
}

static void compare_object(struct comparison *c, size_t number, struct expr *value,
                           const struct object *object, uint64_t in_state) {
  if (!has_form(c, object, in_state)) {
    c->is_unlike = true;
    return;
  }
  for (size_t i = 0; i < number; i++) {
    struct expr *other = find_alias(c, i, in_state);
    if (other != NULL && c->shape->cells.data[i].own != 0 && !is_alias(c, i, other, in_state))
      add_target(c, number, c->shape->cells.data[i].own);
  }
  if (!is_alias(c, number, value, in_state)) compare_own(c, number, object);
}

/* False: the shape has grown. */
static bool compare_pointer(struct comparison *c, size_t number) {
  uint64_t grown = c->shape->grown;
  struct expr *value = pointers_read(c, &c->shape->cells.data[number]);
  struct targets targets;
  if (value == NULL) return true;
  if (!targets_list(value, &targets)) c->is_unlike = true;
  for (uint32_t i = 0; i < targets.count && !c->is_unlike; i++) {
    uint64_t word = targets.words[i], in_model;
    const struct object *object = find_object(c, word);
    if (object != NULL)
      compare_object(c, number, value, object, word);
    else if (relocation_find_word(&c->relocation, c->shape, c->state, word, &in_model))
      add_target(c, number, in_model);
    else
      c->is_unlike = true;
    if (grown != c->shape->grown) return false;
  }
  return true;
}

/* Cells move when others are added, so begin again then. */
void pointers_compare(struct comparison *c) {
  for (size_t i = 0; i < c->shape->cells.count && !c->is_unlike; i++) {
    if (c->differs && c->names == NULL) return;
    if (c->shape->cells.data[i].is_pointer && !compare_pointer(c, i)) i = SIZE_MAX;
  }
}

/* ---- the content of objects ---- */

static size_t find_owner(const struct shape *shape, uint64_t base) {
  size_t i = 0;
  while (i < shape->cells.count && shape->cells.data[i].own != base) i++;
  return i;
}

struct expr *pointers_content(struct comparison *c, const struct cell *cell) {
  struct exprs *exprs = c->machine->exprs;
  struct expr *any = expr_const(exprs, (unsigned)cell->value->width, 0), *result = NULL;
  const struct object *copy = relocation_find_heap(c->shape->model, cell->address);
  struct targets targets;
  if (copy == NULL) return any;
  size_t owner = find_owner(c->shape, copy->base);
  if (owner == c->shape->cells.count) return any;
  struct expr *value = pointers_read(c, &c->shape->cells.data[owner]);
  if (value == NULL || !targets_list(value, &targets)) return any;
  for (uint32_t i = 0; i < targets.count; i++) {
    const struct object *object = find_object(c, targets.words[i]);
    if (object == NULL || is_alias(c, owner, value, targets.words[i])) continue;
    struct expr *content = successor_read(c->machine, c->state,
                                          object->base + (cell->address - copy->base), cell->size);
    if (content == NULL || unwritten_concerns(&c->machine->memory, content)) return NULL;
    struct expr *is_it = expr_eq(exprs, value, expr_const(exprs, 64, targets.words[i]));
    result = result == NULL ? content : expr_ite(exprs, is_it, content, result);
  }
  return result != NULL ? result : any;
}
