/* Finding relocations.

   A loop that allocates gets other addresses in every iteration, but what it has built may be the
   same. So heap objects are paired: where the model has a pointer to one, the state must have a
   pointer to another of the same size, at the same offset, and the content of both is compared in
   turn. Objects that nothing points to are garbage, and are left out.

   This is right if the program cannot tell addresses apart but by comparing them. microc has no
   way to; C has: it may turn an address into a number and hide it in arithmetic. A program whose
   bitcode makes pointers of integers, or integers of pointers other than for a difference, is not
   relocated (ir_program.observes_addresses). If it compares pointers by order, the order of
   addresses must be the same. An address that is not at a multiple of 8, or in a symbolic value,
   makes states unlike.

   If the shape selects targets, pointers may differ: those in memory are listed as mismatches. */
#include "reduce/shape/relocate.h"

#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state.h"
#include "expr/expr.h"
#include "expr/id_map.h"
#include "ir/ir.h"
#include "memory/object.h"
#include "memory/overlay.h"
#include "memory/space.h"
#include "reduce/shape/shape.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 8, MOST_BYTES = 1 << 15, MOST_PAIRS = 256 };

struct finding {
  struct relocation *relocation;
  const struct shape *shape;
  struct state *state;
  uint64_t bytes;
  bool keeps_order, is_unlike, is_large;
};

bool relocation_is_possible(const struct machine *machine) {
  return !machine->program->observes_addresses && !machine->options.check_leaks;
}

void relocation_free(struct relocation *relocation) {
  vec_free(&relocation->pairs);
  vec_free(&relocation->mismatches);
}

/* ---- objects ---- */

static bool is_movable(const struct object *object) {
  return object->kind == OBJECT_HEAP && !(object->flags & OBJECT_FREED);
}

struct object *relocation_find_heap(const struct state *state, uint64_t address) {
  if (!address_is_possible(address)) return NULL;
  struct object *object = space_find(&state->space, address);
  if (object == NULL || !is_movable(object)) return NULL;
  return address >= object->base && address - object->base <= object->size ? object : NULL;
}

static bool is_alike(const struct object *a, const struct object *b) {
  return a->size == b->size && (a->flags | OBJECT_REACHED) == (b->flags | OBJECT_REACHED);
}

static bool is_consistent(const struct finding *f, const struct object *a, const struct object *b,
                          bool *is_known) {
  for (size_t i = 0; i < f->relocation->pairs.count; i++) {
    const struct relocation_pair *pair = &f->relocation->pairs.data[i];
    if ((pair->model == a) != (pair->state == b)) return false;
    *is_known |= pair->model == a;
    if (f->keeps_order && pair->model != a &&
        (pair->model->base < a->base) != (pair->state->base < b->base))
      return false;
  }
  return true;
}

static void add_pair(struct finding *f, struct object *model, struct object *state) {
  struct relocation_pair pair = {model, state};
  vec_push(&f->relocation->pairs, pair);
  f->is_large |= f->relocation->pairs.count > MOST_PAIRS;
}

/* False: they do not lead to the same. */
static bool pair_words(struct finding *f, uint64_t in_model, uint64_t in_state) {
  struct object *a = relocation_find_heap(f->shape->model, in_model);
  struct object *b = relocation_find_heap(f->state, in_state);
  bool is_known = false;
  if (a == NULL && b == NULL) return true;
  if (a == NULL || b == NULL || in_model - a->base != in_state - b->base || !is_alike(a, b) ||
      !is_consistent(f, a, b, &is_known))
    return false;
  if (!is_known) add_pair(f, a, b);
  return true;
}

/* Of registers: shape.c compares all of them. */
static void pair_or_differ(struct finding *f, uint64_t in_model, uint64_t in_state) {
  if (!pair_words(f, in_model, in_state)) f->is_unlike |= !f->shape->selects_targets;
}

/* ---- content ---- */

/* A word all of whose bytes are concrete and written. */
static bool read_word(const struct object *object, uint64_t at, uint64_t *word) {
  if (at + WORD > object->size) return false;
  struct part_view view = object_view_part(object, at);
  uint32_t from = (uint32_t)(at - view.start), to = from + WORD;
  if (view.bytes == NULL || view.array != NULL || to > view.size) return false;
  if (overlay_covers(view.overlay, from, to)) return false;
  if (view.written != NULL && !written_covers(view.written, from, to)) return false;
  memcpy(word, view.bytes + from, WORD);
  return true;
}

static bool is_in_cell(const struct shape *shape, uint64_t address) {
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *cell = &shape->cells.data[i];
    if (cell->size > 0 && address < cell->address + cell->size && address + WORD > cell->address)
      return true;
  }
  return false;
}

/* Addresses at odd places. Most bytes are ruled out by what the high bytes of addresses are. */
static bool has_hidden(const struct state *state, const struct object *object) {
  for (uint64_t start = 0; start < object->size;) {
    struct part_view view = object_view_part(object, start);
    const uint8_t *bytes = view.bytes;
    start = view.start + view.size;
    if (bytes == NULL || view.array != NULL) continue;
    for (uint64_t at = 0; at + WORD <= view.size; at++) {
      uint64_t word;
      if (at % WORD == 0 || bytes[at + 7] != 0 || bytes[at + 6] != 0 || bytes[at + 5] >> 4 != 1)
        continue;
      memcpy(&word, bytes + at, WORD);
      if (relocation_find_heap(state, word) != NULL) return true;
    }
  }
  return false;
}

static void pair_content(struct finding *f, const struct object *a, const struct object *b) {
  f->bytes += a->size;
  f->is_large |= f->bytes > MOST_BYTES;
  if (has_hidden(f->shape->model, a) || (b != a && has_hidden(f->state, b))) f->is_unlike = true;
  for (uint64_t at = 0; at < a->size && !f->is_unlike && !f->is_large; at += WORD) {
    uint64_t in_model = 0, in_state = 0;
    read_word(a, at, &in_model);
    read_word(b, at, &in_state);
    bool may_point = address_is_possible(in_model) || address_is_possible(in_state);
    if (!may_point || is_in_cell(f->shape, a->base + at) || pair_words(f, in_model, in_state))
      continue;
    f->is_unlike |= !f->shape->selects_targets;
    vec_push(&f->relocation->mismatches, a->base + at);
  }
}

static bool has_content(const struct object *object) {
  return object->kind == OBJECT_GLOBAL || object->kind == OBJECT_STACK;
}

/* Variables of both; other slots are compared by shape.c. */
static int pair_variables(struct object *object, void *context) {
  struct finding *f = context;
  if (!has_content(object) || (object->flags & (OBJECT_FREED | OBJECT_CONSTANT)) ||
      shape_is_dead(f->shape, object))
    return 0;
  struct object *other = tree_get(&f->state->space.tree, object->index);
  if (other == NULL || other->kind != object->kind || (other->flags & OBJECT_FREED) ||
      other->base != object->base || other->size != object->size)
    f->is_unlike = true;
  else
    pair_content(f, object, other);
  return f->is_unlike || f->is_large;
}

static bool is_cell(const struct shape *shape, const struct live_register *live) {
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *cell = &shape->cells.data[i];
    if (cell->size == 0 && cell->place.frame == live->frame && cell->place.reg == live->reg)
      return true;
  }
  return false;
}

static void pair_registers(struct finding *f) {
  const struct frame *a = f->shape->model->top, *b = f->state->top;
  uint32_t at = 0;
  for (size_t i = 0; i < f->shape->outline.live.count && !f->is_unlike; i++) {
    const struct live_register *live = &f->shape->outline.live.data[i];
    for (; at < live->frame; at++) a = a->caller, b = b->caller;
    if (live->width != 64 || is_cell(f->shape, live)) continue;
    bool is_symbolic =
        registers_get(a->symbolic, live->reg) || registers_get(b->symbolic, live->reg);
    if (!is_symbolic) pair_or_differ(f, a->slots[live->reg], b->slots[live->reg]);
  }
}

bool relocation_find(struct relocation *relocation, const struct machine *machine,
                     const struct shape *shape, struct state *state) {
  struct finding f = {.relocation = relocation,
                      .shape = shape,
                      .state = state,
                      .keeps_order = machine->program->orders_addresses};
  vec_clear(&relocation->pairs);
  vec_clear(&relocation->mismatches);
  relocation->is_on = true;
  if (shape->model->space.heap_live_objects == 0 && state->space.heap_live_objects == 0)
    return true;
  pair_registers(&f);
  if (!f.is_unlike) tree_walk(&shape->model->space.tree, pair_variables, &f);
  for (size_t i = 0; i < relocation->pairs.count && !f.is_unlike && !f.is_large; i++)
    pair_content(&f, relocation->pairs.data[i].model, relocation->pairs.data[i].state);
  if (f.is_large) relocation->is_on = false;
  return !f.is_unlike || f.is_large;
}

/* ---- using one ---- */

uint64_t relocation_apply(const struct relocation *relocation, uint64_t address) {
  for (size_t i = 0; relocation->is_on && i < relocation->pairs.count; i++) {
    const struct relocation_pair *pair = &relocation->pairs.data[i];
    if (address >= pair->model->base && address - pair->model->base < pair->model->size)
      return pair->state->base + (address - pair->model->base);
  }
  return address;
}

bool relocation_has(const struct relocation *relocation, const struct object *model) {
  if (!relocation->is_on || !is_movable(model)) return true;
  for (size_t i = 0; i < relocation->pairs.count; i++)
    if (relocation->pairs.data[i].model == model) return true;
  return false;
}

bool relocation_pairs(const struct relocation *relocation, uint64_t in_model, uint64_t in_state) {
  if (!relocation->is_on) return false;
  for (size_t i = 0; i < relocation->pairs.count; i++) {
    const struct object *a = relocation->pairs.data[i].model, *b = relocation->pairs.data[i].state;
    if (in_model >= a->base && in_model - a->base <= a->size)
      return in_state - b->base == in_model - a->base;
  }
  return false;
}

bool relocation_concerns(const struct relocation *relocation, const struct shape *shape,
                         const struct state *state, uint64_t in_model, uint64_t in_state) {
  return relocation->is_on && (relocation_find_heap(shape->model, in_model) != NULL ||
                               relocation_find_heap(state, in_state) != NULL);
}

bool relocation_has_pointer(const struct relocation *relocation, const struct shape *shape,
                            const struct state *state, const struct object *a,
                            const struct object *b, uint64_t offset) {
  uint64_t in_model = 0, in_state = 0;
  if (!relocation->is_on || offset % WORD != 0) return false;
  read_word(a, offset, &in_model);
  read_word(b, offset, &in_state);
  return relocation_concerns(relocation, shape, state, in_model, in_state);
}

bool relocation_find_word(const struct relocation *relocation, const struct shape *shape,
                          const struct state *state, uint64_t in_state, uint64_t *in_model) {
  const struct object *b = relocation->is_on ? relocation_find_heap(state, in_state) : NULL;
  *in_model = in_state;
  if (b == NULL) return !relocation->is_on || relocation_find_heap(shape->model, in_state) == NULL;
  for (size_t i = 0; i < relocation->pairs.count; i++) {
    const struct relocation_pair *pair = &relocation->pairs.data[i];
    if (pair->state != b) continue;
    *in_model = pair->model->base + (in_state - b->base);
    return true;
  }
  return false;
}

bool relocation_has_pointers(const struct state *state, const struct object *object) {
  bool is_found = false;
  for (uint64_t at = 0, word; at < object->size && !is_found; at += WORD)
    is_found = read_word(object, at, &word) && relocation_find_heap(state, word) != NULL;
  return is_found;
}

static bool is_in_place(const struct relocation *relocation, const struct object *object) {
  for (size_t i = 0; i < relocation->pairs.count; i++) {
    const struct relocation_pair *pair = &relocation->pairs.data[i];
    if (pair->model->base == object->base && pair->state->base == object->base) return true;
  }
  return false;
}

static bool keeps_word(const struct relocation *relocation, const struct shape *shape,
                       const struct state *state, uint64_t word) {
  const struct object *a = relocation_find_heap(shape->model, word),
                      *b = relocation_find_heap(state, word);
  return (a == NULL || is_in_place(relocation, a)) && (b == NULL || is_in_place(relocation, b));
}

/* Tables of constants may have addresses. */
static bool is_table(const struct expr *e) { return e->kind == EXPR_READ; }

static bool keeps_all(const struct relocation *relocation, const struct shape *shape,
                      const struct state *state, struct expr *value, struct id_map *visited) {
  VEC(struct expr *) stack = {0};
  bool is_kept = true;
  vec_push(&stack, value);
  while (stack.count > 0 && is_kept) {
    struct expr *e = vec_pop(&stack);
    if (id_map_find(visited, e->id) != NULL) continue;
    id_map_add(visited, e->id, 1);
    is_kept = !is_table(e);
    if (expr_is_const(e) && e->width <= 64) {
      uint64_t word = expr_const_value(e); /* or subtracted */
      is_kept =
          keeps_word(relocation, shape, state, word) && keeps_word(relocation, shape, state, -word);
    }
    for (unsigned i = 0; i < expr_child_count(e); i++) vec_push(&stack, expr_child(e, i));
  }
  vec_free(&stack);
  return is_kept;
}

bool relocation_keeps(const struct relocation *relocation, const struct shape *shape,
                      const struct state *state, struct expr *value) {
  if (!relocation->is_on || value->width <= ADDRESS_SPACE_BITS) return true;
  struct id_map visited = {0};
  bool is_kept = keeps_all(relocation, shape, state, value, &visited);
  id_map_free(&visited);
  return is_kept;
}
