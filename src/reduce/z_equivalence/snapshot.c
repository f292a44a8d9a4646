/* Taking snapshots of states and comparing them.

   The characterising constraint of a state says that its path condition holds and that each place
   that is still read has its value (section 3.1 of the paper). All inputs made so far are
   unobservable: what comes after sees them only through these places, and makes inputs of its own.
   The paper keeps the inputs of the callers as observable variables; `rigid` does that.

   Concrete content is compared as it is, addresses included. Where objects lie that are allocated
   later is not: C leaves that open. Objects that have ended are left out, since a pointer to one is
   an error in both states. */
#include "reduce/z_equivalence/snapshot.h"

#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/content_hash.h"
#include "memory/symbolic.h"
#include "reduce/shape/dead_variables.h"
#include "reduce/z_equivalence/snapshot_parts.h"
#include "solver/path_condition.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  BASE_WORK = 512, /* measured on coreutils, as the next */
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
  vec_free(&snapshots->places);
  moved_free(&snapshots->heap);
  vec_free(&snapshots->live_arrays);
  vec_free(&snapshots->undefined);
  vec_free(&snapshots->left_out);
  garbage_free(&snapshots->garbage);
  connected_free(&snapshots->connected);
  word_map_free(&snapshots->uses.arrays);
  vec_free(&snapshots->uses.list);
  vec_free(&snapshots->uses.sorted);
  vec_free(&snapshots->remainder.conditions);
  vec_free(&snapshots->remainder.values);
}

/* ---- the call stack ---- */

static void add_register(const struct taking *t, const struct frame *frame, uint32_t reg,
                         uint32_t words) {
  struct expr *value = registers_get(frame->symbolic, reg);
  tag_part(t, PART_REGISTER, frame->code->func->number, (uint64_t)frame->depth << 32 | reg);
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
  tag_part(t, PART_STACK, func->number, frame->depth);
  add_word(t, (uint64_t)func->number << 32 | frame->stack_mark);
  add_address(t, frame->varargs);
  if (has_jumps) add_word(t, frame->serial); /* buffers of setjmp name frames by it */
  for (uint32_t reg = 0, words; reg < func->reg_widths.count; reg += words) {
    words = ir_word_count(func->reg_widths.data[reg]);
    bool is_ignored =
        t->all->dead != NULL && dead_variables_ignores(t->all->dead, func->number, reg);
    if (!is_ignored && state_point_reads(point, reg)) add_register(t, frame, reg, words);
  }
}

static void add_stack(const struct taking *t, const struct state *state, struct state_point point) {
  tag_part(t, PART_STACK, state->top->code->func->number, state->top->depth);
  add_word(t, (uint64_t)point.ins << 1 | point.is_behind);
  for (const struct frame *frame = state->top; frame; frame = frame->caller) {
    add_frame(t, frame, &point, state->has_set_jump);
    if (frame->caller == NULL) break;
    uint32_t call = frame_call_site(frame);
    tag_part(t, PART_STACK, frame->caller->code->func->number, frame->caller->depth);
    add_word(t, call);
    point = (struct state_point){.ins = call, .live = code_live_after(frame->caller->code, call)};
  }
}

static void add_modes(const struct taking *t, const struct state *state) {
  tag_part(t, PART_MODE, 0, 0);
  add_word(t, (uint64_t)state->rounding << 16 | (uint64_t)state->float_flags << 8 |
                  (uint64_t)state->has_set_jump << 4 | (uint64_t)state->watches_floats << 3 |
                  (uint64_t)state->forks_not << 2 | (uint64_t)state->is_asking << 1 |
                  state->is_closing);
  add_word(t, state->failed_allocations);
  bool is_assumed = false; /* errors say whether they rest on assumptions */
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    is_assumed |= symbol->is_assumed;
  add_word(t, is_assumed);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (t->all->machine->options.external.may_alias && symbol->is_assumed && symbol->address != 0)
      add_word(t, symbol->address); /* pointers may be equal to it */
}

/* ---- taking and freeing ---- */

static uint64_t hash_outline(struct snapshots *all, struct snapshot *snapshot) {
  struct slot_set slots = {snapshot->slots.data, snapshot->slots.count};
  uint64_t hash = hash_block(snapshot->layout.data, snapshot->layout.count * sizeof(uint64_t));
  hash = hash_mix(hash,
                  space_hash_without(&all->machine->memory, &snapshot->space, SPACE_LIVE, &slots));
  return hash | 1;
}

bool snapshot_take(struct snapshots *snapshots, struct state *state, bool is_behind_call,
                   uint32_t rigid, struct snapshot *snapshot) {
  struct memory *memory = &snapshots->machine->memory;
  *snapshot = (struct snapshot){.rigid = rigid};
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
  vec_clear(&snapshots->places);
  add_modes(&t, state);
  add_stack(&t, state, point);
  snapshot_add_memory(&t, state, &point);
  snapshot->path = path_condition_retain(state->path);
  snapshot->symbols = symbol_share(state->symbols);
  snapshot->space = space_fork(&state->space);
  memory_forget_writes(memory);
  snapshot->outline = hash_outline(snapshots, snapshot);
  /* Entries that were looked at have changed, so that they are hashed as well. */
  snapshots->work += BASE_WORK + snapshot->layout.count / WORDS_PER_WORK +
                     snapshot->symbolic.visited + snapshot->symbolic.spans.count +
                     (snapshots->moves_heap ? snapshots->heap.bytes / BYTES_PER_WORK : 0);
  return true;
}

void snapshot_free(struct snapshots *snapshots, struct snapshot *snapshot) {
  snapshot_forget_system(snapshot);
  space_release(&snapshots->machine->memory, &snapshot->space);
  symbolic_list_free(&snapshot->symbolic);
  if (snapshot->hash != 0) form_free(&snapshot->form);
  vec_free(&snapshot->layout);
  vec_free(&snapshot->slots);
  vec_free(&snapshot->by_bytes);
  vec_free(&snapshot->word_tags);
  vec_free(&snapshot->value_tags);
  vec_free(&snapshot->pattern_tags);
  vec_free(&snapshot->pattern);
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

bool snapshot_has_same_outline(struct snapshots *snapshots, struct snapshot *a,
                               struct snapshot *b) {
  struct memory *memory = &snapshots->machine->memory;
  if (a->outline != b->outline || a->layout.count != b->layout.count) return false;
  if (memcmp(a->layout.data, b->layout.data, a->layout.count * sizeof(uint64_t)) != 0) return false;
  if (!has_same_rest(snapshots, a, b)) return false;
  for (size_t i = 0; i < a->by_bytes.count; i++)
    if (!has_same_gaps(memory, a, b, i)) return false;
  return true;
}

bool snapshot_has_same_pattern(const struct snapshot *a, const struct snapshot *b) {
  size_t size = a->pattern.count * sizeof(uint64_t);
  return a->pattern.count == b->pattern.count &&
         (size == 0 || memcmp(a->pattern.data, b->pattern.data, size) == 0);
}

bool snapshot_is_equal(struct snapshots *snapshots, struct snapshot *a, struct snapshot *b) {
  return a->hash == b->hash && form_is_equal(&a->form, &b->form) &&
         snapshot_has_same_pattern(a, b) && snapshot_has_same_outline(snapshots, a, b);
}

void snapshot_mark(struct snapshots *snapshots, struct snapshot *snapshot) {
  struct machine *machine = snapshots->machine;
  if (snapshot->hash != 0) form_mark(&snapshot->form, machine->exprs);
  for (size_t i = 0; i < snapshot->values.count; i++)
    expr_mark_root(machine->exprs, snapshot->values.data[i]);
  path_condition_mark(snapshot->path, machine->exprs, machine->collections);
  memory_mark(&machine->memory, &snapshot->space, machine->collections);
}
