/* Taking snapshots of states and comparing them.

   The characterising constraint of a state says that its path condition holds and that each place
   that is still read has its value (section 3.1 of the paper). All inputs made so far are
   unobservable: what comes after sees them only through these places, and makes inputs of its own.
   The paper keeps the inputs of the callers as observable variables; `rigid` does that.

   Concrete content is compared as it is, addresses included. Where objects lie that are allocated
   later is not: C leaves that open. Objects that have ended are left out, since a pointer to one is
   an error in both states.

   Values that depend on unwritten bytes are compared by name, with all their inputs: whether a
   branch depends on an unwritten byte is something that an error is reported for. So are arrays
   written at symbolic offsets, pointers from undefined code, and buffers of more than MOST_BYTES
   unchanged inputs, which would only take time. */
#include "reduce/z_equivalence/snapshot.h"

#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "ir/ir.h"
#include "memory/content_hash.h"
#include "memory/symbolic.h"
#include "reduce/z_equivalence/dead_globals.h"
#include "solver/path_condition.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  ALIGNMENT = 16,
  MOST_BYTES = 64,
  BASE_WORK = 256, /* measured on coreutils, as the next */
  NODE_WORK = 6,
  WORDS_PER_WORK = 2,
  BYTES_PER_WORK = 4
};

void snapshots_init(struct snapshots *snapshots, struct machine *machine) {
  *snapshots = (struct snapshots){.machine = machine};
  flexible_init(&snapshots->flexible, machine->exprs);
}

void snapshots_free(struct snapshots *snapshots) {
  flexible_free(&snapshots->flexible);
  form_variables_free(&snapshots->variables);
  vec_free(&snapshots->values);
  vec_free(&snapshots->places);
  moved_free(&snapshots->heap);
  vec_free(&snapshots->live_arrays);
  vec_free(&snapshots->conditions.list);
  if (snapshots->dead != NULL) dead_globals_free(snapshots->dead);
}

struct taking {
  struct snapshots *all;
  struct snapshot *snapshot;
};

static void add_word(const struct taking *t, uint64_t word) {
  vec_push(&t->snapshot->layout, word);
}

/* A word that is an address, perhaps. */
static void add_address(const struct taking *t, uint64_t word) {
  if (t->all->moves_heap) vec_push(&t->all->places, (uint32_t)t->snapshot->layout.count);
  add_word(t, word);
}

static void add_value(const struct taking *t, struct expr *value) {
  struct snapshots *all = t->all;
  if (unwritten_concerns(&all->machine->memory, value))
    flexible_fix(&all->flexible, value->support);
  vec_push(&all->values, value);
}

/* ---- the call stack ---- */

static void add_register(const struct taking *t, const struct frame *frame, uint32_t reg,
                         uint32_t words) {
  struct expr *value = registers_get(frame->symbolic, reg);
  add_word(t, (uint64_t)reg << 1 | (value != NULL));
  if (value != NULL) {
    add_value(t, value);
    return;
  }
  for (uint32_t i = 0; i < words; i++) add_address(t, frame->slots[reg + i]);
}

static void add_frame(const struct taking *t, const struct frame *frame,
                      const struct state_point *point, bool has_jumps) {
  const struct ir_func *func = frame->code->func;
  add_word(t, (uint64_t)func->number << 32 | frame->stack_mark);
  add_address(t, frame->varargs);
  if (has_jumps) add_word(t, frame->serial); /* buffers of setjmp name frames by it */
  for (uint32_t reg = 0, words; reg < func->reg_widths.count; reg += words) {
    words = ir_word_count(func->reg_widths.data[reg]);
    if (state_point_reads(point, reg)) add_register(t, frame, reg, words);
  }
}

static void add_stack(const struct taking *t, const struct state *state, struct state_point point) {
  add_word(t, (uint64_t)point.ins << 1 | point.is_behind);
  for (const struct frame *frame = state->top; frame; frame = frame->caller) {
    add_frame(t, frame, &point, state->has_set_jump);
    if (frame->caller == NULL) break;
    uint32_t call = frame_call_site(frame);
    add_word(t, call);
    point = (struct state_point){.ins = call, .live = code_live_after(frame->caller->code, call)};
  }
}

static void add_modes(const struct taking *t, const struct state *state) {
  add_word(t, (uint64_t)state->rounding << 16 | (uint64_t)state->float_flags << 8 |
                  (uint64_t)state->has_set_jump << 4 | (uint64_t)state->watches_floats << 3 |
                  (uint64_t)state->forks_not << 2 | (uint64_t)state->is_asking << 1 |
                  state->is_closing);
  add_word(t, state->failed_allocations);
  bool is_assumed = false; /* errors say whether they rest on assumptions */
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    is_assumed |= symbol->is_assumed;
  add_word(t, is_assumed);
}

/* ---- memory ---- */

static void add_inputs(const struct taking *t, const struct symbolic_span *span) {
  struct exprs *exprs = t->all->machine->exprs;
  const struct expr_array *array = expr_find_array(exprs, span->array);
  bool is_unwritten = unwritten_find_array(&t->all->machine->memory, span->array) != NULL;
  bool is_named = is_unwritten || span->size > MOST_BYTES || span->first + span->size > array->size;
  add_word(t, is_named);
  if (!is_named) {
    for (uint32_t i = 0; i < span->size; i++)
      add_value(t, expr_input(exprs, array, span->first + i));
    return;
  }
  add_word(t, span->array);
  add_word(t, span->first);
  flexible_fix_array(&t->all->flexible, span->array);
}

static void add_span(const struct taking *t, const struct symbolic_span *span) {
  add_word(t, span->start);
  add_word(t, (uint64_t)span->size << 2 | (uint64_t)span->is_array << 1 | (span->value != NULL));
  if (span->value == NULL) {
    add_inputs(t, span);
  } else if (span->is_array) {
    add_word(t, span->first);
    add_word(t, span->value->id); /* the space keeps it alive */
    flexible_fix(&t->all->flexible, span->value->support);
  } else {
    add_value(t, span->value);
  }
}

/* How many of the spans, from the first on, are neighbouring bytes of one array of inputs. */
static uint32_t count_inputs(const struct exprs *exprs, const struct symbolic_span *span,
                             uint32_t count) {
  uint32_t run = 0;
  for (; run < count && span[run].size == 1 && span[run].value != NULL; run++) {
    const struct expr *first = span[0].value, *value = span[run].value;
    if (value->kind != EXPR_INPUT || span[run].start != span[0].start + run ||
        expr_array_of(exprs, value) != expr_array_of(exprs, first) ||
        expr_input_index(value) != expr_input_index(first) + run)
      break;
  }
  return run;
}

/* Large buffers in which something was written have their other bytes one by one. */
static uint32_t add_run(const struct taking *t, const struct symbolic_span *span, uint32_t count) {
  struct exprs *exprs = t->all->machine->exprs;
  uint32_t run = count_inputs(exprs, span, count);
  if (run <= MOST_BYTES) {
    add_span(t, span);
    return 1;
  }
  struct symbolic_span whole = {.start = span->start,
                                .size = run,
                                .is_array = true,
                                .first = expr_input_index(span->value),
                                .array = expr_array_of(exprs, span->value)->number};
  add_span(t, &whole);
  return run;
}

static bool is_movable(const struct taking *t, const struct object *object) {
  return object->kind == OBJECT_HEAP && moved_find(&t->all->heap, object->base) != NULL;
}

/* What it is and where; of a movable object only its place in the order. */
static void add_header(const struct taking *t, const struct object *object) {
  bool moves = t->all->moves_heap && is_movable(t, object);
  vec_push(&t->snapshot->slots, object->index);
  if (moves) {
    add_word(t, UINT64_MAX); /* no slot has that number */
    add_word(t, object->base % ALIGNMENT);
  } else {
    add_word(t, (uint64_t)object->index << 32 | object->link);
    add_word(t, object->base);
  }
  add_word(t, object->size);
  add_word(t, (uint64_t)object->site << 32 | object->name);
  add_word(t, (uint64_t)(moves ? 0 : object->generation) << 16 |
                  (uint64_t)(object->flags & (uint8_t)~OBJECT_REACHED) << 8 | object->kind);
}

static void add_spans(const struct taking *t, const struct symbolic_object *symbolic) {
  add_word(t, symbolic->count);
  for (uint32_t i = 0; i < symbolic->count;)
    i += add_run(t, &t->snapshot->symbolic.spans.data[symbolic->first + i], symbolic->count - i);
}

static void add_object(const struct taking *t, const struct symbolic_object *symbolic) {
  const struct object *object = symbolic->object;
  add_header(t, object);
  add_spans(t, symbolic);
}

static bool is_written_out(const struct taking *t, const struct object *object) {
  const struct moved *heap = &t->all->heap;
  if (!t->all->moves_heap || heap->movable.count == 0) return false;
  return is_movable(t, object) || moved_has_pointers(heap, object);
}

static uint32_t next_instruction(const struct state *state, const struct state_point *point) {
  const struct code *code = state->top->code;
  if (point->is_behind) return point->ins + 1;
  return state->is_closing ? point->ins : code->func->blocks.data[point->ins].first;
}

static int compare_slots(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static bool has_slot(const struct slot_set *slots, uint32_t slot) {
  return slots->count > 0 &&
         bsearch(&slot, slots->indices, slots->count, sizeof slot, compare_slots) != NULL;
}

/* Dead variables are left out: of the objects with values, and of the rest. */
static void leave_out_dead(const struct taking *t, const struct state *state,
                           const struct state_point *point) {
  if (t->all->dead == NULL) return;
  struct symbolic_list *list = &t->snapshot->symbolic;
  struct slot_set dead = dead_globals_of(t->all->dead, state, next_instruction(state, point));
  size_t kept = 0;
  for (size_t i = 0; i < list->objects.count; i++)
    if (!has_slot(&dead, list->objects.data[i].object->index))
      list->objects.data[kept++] = list->objects.data[i];
  list->objects.count = kept;
  for (size_t i = 0; i < dead.count; i++) vec_push(&t->snapshot->slots, dead.indices[i]);
}

/* ---- objects that are written out, since they move or have addresses of others that do ---- */

/* Written bytes from `at` on, up to the next multiple of 8, and which of them were written. */
static uint64_t add_bytes(const struct taking *t, const struct part_view *view, uint64_t at,
                          uint64_t end) {
  uint64_t limit = (at / 8 + 1) * 8, word = 0, unwritten = 0;
  if (limit > end) limit = end;
  memcpy(&word, view->bytes + at, limit - at);
  for (uint64_t i = at; view->written != NULL && i < limit; i++)
    if (!written_covers(view->written, (uint32_t)i, (uint32_t)i + 1))
      unwritten |= (uint64_t)1 << (i - at);
  add_word(t, unwritten);
  if (limit - at == 8)
    add_address(t, word);
  else
    add_word(t, word);
  return limit;
}

static void add_gap(const struct taking *t, const struct part_view *view, uint64_t at,
                    uint64_t end) {
  while (at < end) at = add_bytes(t, view, at, end);
}

static const struct symbolic_object *find_symbolic(const struct snapshot *snapshot,
                                                   const struct object *object) {
  for (size_t i = 0; i < snapshot->symbolic.objects.count; i++)
    if (snapshot->symbolic.objects.data[i].object == object)
      return &snapshot->symbolic.objects.data[i];
  return NULL;
}

static void write_out(const struct taking *t, const struct object *object) {
  struct part_view view = object_view_part(object, 0);
  struct symbolic_object none = {0};
  const struct symbolic_object *symbolic = find_symbolic(t->snapshot, object);
  if (symbolic == NULL) symbolic = &none;
  add_header(t, object);
  add_spans(t, symbolic);
  uint64_t at = 0;
  for (uint32_t i = 0; i < symbolic->count; i++) {
    const struct symbolic_span *span = &t->snapshot->symbolic.spans.data[symbolic->first + i];
    add_gap(t, &view, at, span->start);
    at = span->start + span->size;
  }
  add_gap(t, &view, at, object->size);
}

/* Values that have been collected so far are those of registers. */
static void find_movable(const struct taking *t, const struct state *state) {
  struct snapshots *all = t->all;
  struct moved *heap = &all->heap;
  const struct symbolic_list *list = &t->snapshot->symbolic;
  moved_begin(heap, &state->space);
  if (state->has_set_jump) vec_clear(&heap->movable);
  for (size_t i = 0; i < all->values.count; i++) moved_pin_expr(heap, all->values.data[i]);
  for (size_t i = 0; i < list->spans.count; i++)
    if (list->spans.data[i].value != NULL) moved_pin_expr(heap, list->spans.data[i].value);
  for (const struct path_condition *path = state->path; path; path = path->parent)
    moved_pin_expr(heap, path->conjunct);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    moved_pin(heap, symbol->address);
  for (size_t i = 0; i < all->places.count; i++)
    moved_pin_hidden(heap, t->snapshot->layout.data[all->places.data[i]]);
  moved_look(heap);
}

/* The first `dead` slots are those of dead objects. */
static void write_out_all(const struct taking *t, size_t dead) {
  const struct moved *heap = &t->all->heap;
  for (size_t i = 0; i < heap->with_pointers.count; i++) {
    struct slot_set slots = {t->snapshot->slots.data, dead};
    if (!has_slot(&slots, heap->with_pointers.data[i]->index))
      write_out(t, heap->with_pointers.data[i]);
  }
  for (size_t i = 0; i < heap->movable.count; i++)
    if (!heap->movable.data[i].is_pinned) write_out(t, heap->movable.data[i].object);
}

/* Replaces addresses in movable objects by their names, and adds where that was done. */
static void name_addresses(const struct taking *t) {
  struct snapshots *all = t->all;
  uint64_t named = 0;
  for (size_t i = 0; i < all->places.count; i++) {
    uint64_t *word = &t->snapshot->layout.data[all->places.data[i]];
    const struct moved_object *found = moved_find(&all->heap, *word);
    if (found == NULL) continue;
    *word = (uint64_t)found->number << 32 | (*word - found->object->base);
    add_word(t, all->places.data[i]);
    named++;
  }
  add_word(t, named);
}

static void add_memory(const struct taking *t) {
  const struct symbolic_list *list = &t->snapshot->symbolic;
  size_t dead = t->snapshot->slots.count;
  for (uint32_t i = 0; i < list->objects.count; i++) {
    if (is_written_out(t, list->objects.data[i].object)) continue;
    add_object(t, &list->objects.data[i]);
    vec_push(&t->snapshot->by_bytes, i);
  }
  if (t->all->moves_heap) {
    write_out_all(t, dead);
    name_addresses(t);
  }
  if (t->snapshot->slots.count > 1)
    qsort(t->snapshot->slots.data, t->snapshot->slots.count, sizeof(uint32_t), compare_slots);
}

/* ---- the path ---- */

static void fix_oldest(const struct taking *t, const struct state *state, uint32_t count) {
  if (count == 0) return;
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->count <= count) flexible_fix_array(&t->all->flexible, symbol->array->number);
}

/* ---- pointers from undefined code ---- */

static void note_array(const struct expr_array *array, uint64_t index, void *context) {
  struct snapshots *all = context;
  (void)index;
  while (all->live_arrays.count <= array->number / 64) vec_push(&all->live_arrays, 0);
  all->live_arrays.data[array->number / 64] |= (uint64_t)1 << (array->number % 64);
}

static bool is_live(const struct snapshots *all, const struct expr_array *array) {
  return array->number / 64 < all->live_arrays.count &&
         (all->live_arrays.data[array->number / 64] >> (array->number % 64) & 1);
}

/* A value of undefined code may be used as an address, and then leads to an unknown object
   (exec/builtin/unknown.h), other than a number of the same value: it is compared by name. One on
   which nothing depends that is still read will never be used so. */
static void fix_unknown_pointers(const struct taking *t, const struct state *state) {
  struct machine *machine = t->all->machine;
  if (!machine->has_unknown) return;
  vec_clear(&t->all->live_arrays);
  for (size_t i = 0; i < t->all->values.count; i++)
    support_walk(machine->exprs, t->all->values.data[i]->support, note_array, t->all);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before) {
    if (!symbol->is_assumed || symbol->is_number || symbol->size < 8) continue;
    if (machine->options.external.may_alias && symbol->address != 0) add_word(t, symbol->address);
    if (is_live(t->all, symbol->array))
      flexible_fix_array(&t->all->flexible, symbol->array->number);
  }
}

/* Begins anew with the conditions that remain, if there are fewer. Inputs that were fixed stay so.
 */
static void solve_equations(const struct taking *t) {
  struct snapshots *all = t->all;
  unsigned eliminated = linear_eliminate(&all->flexible, &all->conditions);
  if (eliminated == 0) return;
  all->equations += eliminated;
  flexible_restart(&all->flexible);
  for (size_t i = 0; i < all->values.count; i++)
    flexible_add_value(&all->flexible, all->values.data[i]);
  for (size_t i = 0; i < all->conditions.list.count; i++)
    flexible_add_condition(&all->flexible, all->conditions.list.data[i]);
  flexible_solve(&all->flexible);
}

static bool make_form(const struct taking *t, const struct state *state) {
  struct flexible *f = &t->all->flexible;
  for (size_t i = 0; i < t->all->values.count; i++) flexible_add_value(f, t->all->values.data[i]);
  for (const struct path_condition *path = state->path; path; path = path->parent) {
    if (unwritten_concerns(&t->all->machine->memory, path->conjunct))
      flexible_fix(f, path->conjunct->support);
    flexible_add_condition(f, path->conjunct);
  }
  flexible_solve(f);
  if (t->all->solves_equations) solve_equations(t);
  return form_make(f, &t->all->variables, &t->snapshot->form);
}

static struct slot_set slots_of(const struct snapshot *snapshot) {
  return (struct slot_set){snapshot->slots.data, snapshot->slots.count};
}

static uint64_t hash_all(const struct taking *t) {
  struct snapshot *snapshot = t->snapshot;
  struct slot_set slots = slots_of(snapshot);
  uint64_t hash = hash_block(snapshot->layout.data, snapshot->layout.count * sizeof(uint64_t));
  hash = hash_mix(hash, form_hash(&snapshot->form));
  return hash_mix(
      hash, space_hash_without(&t->all->machine->memory, &snapshot->space, SPACE_LIVE, &slots));
}

bool snapshot_take(struct snapshots *snapshots, struct state *state, bool is_behind_call,
                   uint32_t rigid, struct snapshot *snapshot) {
  struct memory *memory = &snapshots->machine->memory;
  *snapshot = (struct snapshot){0};
  struct state_point point;
  if (!is_behind_call)
    point = state_point_of(state);
  else if (!state_point_behind(state, &point))
    return false;
  space_list_symbolic(memory, &state->space, &snapshot->symbolic);
  if (snapshot->symbolic.has_choice) {
    symbolic_list_free(&snapshot->symbolic);
    return false;
  }
  struct taking t = {snapshots, snapshot};
  vec_clear(&snapshots->values);
  vec_clear(&snapshots->places);
  flexible_clear(&snapshots->flexible);
  fix_oldest(&t, state, rigid);
  add_modes(&t, state);
  add_stack(&t, state, point);
  leave_out_dead(&t, state, &point);
  if (snapshots->moves_heap) find_movable(&t, state);
  add_memory(&t);
  fix_unknown_pointers(&t, state);
  if (!make_form(&t, state)) {
    symbolic_list_free(&snapshot->symbolic);
    vec_free(&snapshot->layout);
    vec_free(&snapshot->slots);
    vec_free(&snapshot->by_bytes);
    return false;
  }
  snapshot->space = space_fork(&state->space);
  memory_forget_writes(memory);
  snapshot->hash = hash_all(&t);
  snapshot->work = BASE_WORK + NODE_WORK * snapshots->flexible.nodes.count +
                   snapshot->layout.count / WORDS_PER_WORK +
                   (snapshots->moves_heap ? snapshots->heap.bytes / BYTES_PER_WORK : 0);
  return true;
}

void snapshot_free(struct snapshots *snapshots, struct snapshot *snapshot) {
  space_release(&snapshots->machine->memory, &snapshot->space);
  symbolic_list_free(&snapshot->symbolic);
  form_free(&snapshot->form);
  vec_free(&snapshot->layout);
  vec_free(&snapshot->slots);
  vec_free(&snapshot->by_bytes);
}

/* ---- comparing ---- */

/* The bytes between the values; where these are is the same for both. */
static bool has_same_gaps(struct memory *memory, const struct snapshot *a, const struct snapshot *b,
                          size_t number) {
  const struct symbolic_object *x = &a->symbolic.objects.data[a->by_bytes.data[number]];
  const struct symbolic_object *y = &b->symbolic.objects.data[b->by_bytes.data[number]];
  uint64_t at = 0;
  for (uint32_t i = 0; i < x->count; i++) {
    const struct symbolic_span *span = &a->symbolic.spans.data[x->first + i];
    if (span->start > at &&
        !object_is_equal_range(memory, x->object, y->object, at, span->start - at))
      return false;
    at = span->start + span->size;
  }
  uint64_t size = x->object->size;
  return at == size || object_is_equal_range(memory, x->object, y->object, at, size - at);
}

static bool has_live(const struct snapshot *snapshot, uint32_t slot) {
  const struct object *object = tree_get(&snapshot->space.tree, slot);
  return object != NULL && !(object->flags & OBJECT_FREED);
}

/* The objects that are looked at in neither of the other ways. Movable ones may be in different
   slots, in which the other then has nothing. */
static bool has_same_rest(struct snapshots *snapshots, struct snapshot *a, struct snapshot *b) {
  VEC(uint32_t) both = {0};
  bool is_same = true;
  for (size_t i = 0, k = 0; i < a->slots.count || k < b->slots.count;) {
    uint32_t x = i < a->slots.count ? a->slots.data[i] : UINT32_MAX;
    uint32_t y = k < b->slots.count ? b->slots.data[k] : UINT32_MAX;
    vec_push(&both, x < y ? x : y);
    i += x <= y, k += y <= x;
    is_same = is_same && !(x < y && has_live(b, x)) && !(y < x && has_live(a, y));
  }
  struct slot_set slots = {both.data, both.count};
  is_same = is_same && space_is_equal_without(&snapshots->machine->memory, &a->space, &b->space,
                                              SPACE_LIVE, &slots);
  vec_free(&both);
  return is_same;
}

bool snapshot_is_equal(struct snapshots *snapshots, struct snapshot *a, struct snapshot *b) {
  struct memory *memory = &snapshots->machine->memory;
  if (a->hash != b->hash || a->layout.count != b->layout.count) return false;
  if (memcmp(a->layout.data, b->layout.data, a->layout.count * sizeof(uint64_t)) != 0) return false;
  if (!form_is_equal(&a->form, &b->form)) return false;
  if (!has_same_rest(snapshots, a, b)) return false;
  for (size_t i = 0; i < a->by_bytes.count; i++)
    if (!has_same_gaps(memory, a, b, i)) return false;
  return true;
}

void snapshot_mark(struct snapshots *snapshots, struct snapshot *snapshot) {
  struct machine *machine = snapshots->machine;
  form_mark(&snapshot->form, machine->exprs);
  memory_mark(&machine->memory, &snapshot->space, machine->collections);
}
