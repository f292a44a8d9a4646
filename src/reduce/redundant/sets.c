/* Building sets and matching states with them (the paper, section 3.3).

   A state matches if it is at the same place with the same calls, has the same values in the
   locations of the set, and its path condition has, or implies, the conjuncts of the set: all that
   share inputs with the values, directly or by way of others. Values are equal if they are the same
   expression. Take any input of the state: with other inputs elsewhere it is one of the snapshot,
   since the other conjuncts of the snapshot's path condition say nothing of these inputs. So every
   relevant decision falls as on the path that was followed with that input. Of a location with a
   range, the value may be another one then, and unknown in the snapshot; but the range is part of
   those of the decisions on every path after the snapshot, so they fall the same way.

   What decides how a state goes on and is not in registers or memory is compared as a whole: the
   modes (state_hash.c has the same list). Which inputs have been made does not matter: those that
   are made later are new ones on either path. Only where the program calls what nobody has defined,
   a pointer is looked up among the inputs; then they have to be the same. */
#include "reduce/redundant/sets.h"

#include "exec/decide.h"
#include "exec/imply.h"
#include "exec/machine.h"
#include "exec/registers.h"
#include "exec/symbol.h"
#include "exec/trace.h"
#include "exec/translate/op.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "ir/ir.h"
#include "memory/symbolic.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/slice.h"
#include "solver/path_condition.h"
#include "solver/rewriter.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

/* What one implication may cost. */
enum { MOST_CONFLICTS = 200, MOST_IMPLIED = 16 };

void set_list_frames(const struct state *state, uint32_t ins, set_frames *frames) {
  uint32_t depth = state->top->depth;
  vec_reserve(frames, depth);
  frames->count = depth;
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller) {
    frames->data[frame->depth - 1] = (struct set_frame){frame->code->func->number, ins};
    ins = trace_call_of(frame);
  }
}

uint64_t set_key(const struct state *state) {
  uint64_t key = hash_mix(1, state_place(state).ins);
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller)
    key = hash_mix(key, (uint64_t)frame->code->func->number << 32 | trace_call_of(frame));
  return key | 1;
}

static uint64_t modes_of(const struct state *state) {
  return (uint64_t)state->failed_allocations << 32 | (uint64_t)state->rounding << 16 |
         (uint64_t)state->float_flags << 8 | (uint64_t)state->watches_floats << 3 |
         (uint64_t)state->forks_not << 2 | (uint64_t)state->is_asking << 1 | state->has_set_jump;
}

/* The inputs if they are looked at again, else NULL. Borrowed. */
static struct symbol *symbols_that_matter(const struct state *state) {
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->is_assumed) return state->symbols;
  return NULL;
}

/* ---- values ---- */

/* Reading must leave no trace. */
static struct expr *read_bytes(struct machine *machine, struct state *state, uint64_t address,
                               uint32_t size, bool *is_choice) {
  void (*observe)(void *, enum memory_use, uint64_t, uint64_t) = machine->memory.observe;
  struct access_fault fault = {0};
  machine->memory.observe = NULL;
  struct expr *value = memory_read_value(&machine->memory, &state->space, address, size, &fault);
  machine->memory.observe = observe;
  *is_choice = value == NULL && fault.result == ACCESS_CHOICE;
  return value;
}

static void read_register(const struct frame *frame, struct set_entry *entry) {
  const struct ir_func *func = frame->code->func;
  entry->size = func->reg_widths.data[entry->where];
  entry->value = registers_get(frame->symbolic, (uint32_t)entry->where);
  entry->words[0] = entry->words[1] = 0;
  if (entry->value != NULL) return;
  entry->words[0] = frame->slots[entry->where];
  if (entry->size > 64) entry->words[1] = frame->slots[entry->where + 1];
}

/* Threaded code leaves some registers to the instructions that use them, in the same block
   (exec/translate/fold.h): in a frame that waits for a call they may not be there. They follow from
   others. */
static const struct ir_ins *find_folded(const struct frame *frame, uint32_t call, uint32_t reg) {
  const struct code *code = frame->code;
  uint32_t first = code->func->blocks.data[code->ins_block[call]].first;
  for (uint32_t i = call; i-- > first;)
    if (code->is_folded[i] && code->func->ins.data[i].dst == reg) return &code->func->ins.data[i];
  return NULL;
}

struct building {
  struct machine *machine;
  struct state *state;
  struct slicer *slicer;
  struct entry_table *table;
  struct relevant_set *set;
  bool is_bad;
};

static void check_value(struct building *building, const struct expr *value) {
  if (value != NULL && !expr_is_const(value) && uninitialised_concerns(building->machine, value))
    building->is_bad = true;
}

/* The value of bytes that are not there is NULL: that has to agree. */
static void set_range(struct set_entry *entry, struct decision_range range) {
  if (range.width == 0 || (entry->frame == ENTRY_MEMORY && entry->value == NULL)) return;
  entry->range = range;
  entry->value = NULL;
}

static void add_member(struct building *building, const struct set_entry *entry, reason why) {
  if (building->is_bad) return;
  struct set_member member = {entries_add(building->table, entry), why};
  vec_push(&building->set->members, member);
}

static void add_register(struct building *building, const struct frame *frame, uint32_t reg,
                         struct decision_range range, reason why) {
  struct set_entry entry = {.frame = frame->depth - 1, .where = reg};
  read_register(frame, &entry);
  check_value(building, entry.value);
  set_range(&entry, range);
  add_member(building, &entry, why);
}

/* A copy of the activation in which registers that are left to their users are replaced by what
   they follow from. */
static struct slice unfold(struct building *building, const struct frame *frame,
                           const struct activation *activation) {
  struct slice copy = {0};
  struct slicer *slicer = building->slicer;
  uint32_t call = building->set->frames.data[frame->depth - 1].ins;
  slice_push(slicer, &copy, activation->func, activation->call);
  struct activation *top = slice_top(&copy);
  for (size_t reg = bitset_next(&activation->registers, 0); reg != BITSET_NONE;
       reg = bitset_next(&activation->registers, reg + 1)) {
    struct decision_range range = slice_range(activation, (ir_operand)reg);
    slice_add_ranged(slicer, top, (ir_operand)reg, &range, activation->register_reasons[reg]);
  }
  for (size_t reg = bitset_next(&top->registers, 0); reg != BITSET_NONE;) {
    const struct ir_ins *folded = find_folded(frame, call, (uint32_t)reg);
    if (folded != NULL)
      slice_add_uses(slicer, top, folded, slice_take_register(top, (ir_operand)reg));
    reg = bitset_next(&top->registers, folded != NULL ? 0 : reg + 1);
  }
  return copy;
}

static void add_registers(struct building *building, const struct frame *frame,
                          const struct activation *activation, bool is_top) {
  struct reasons *reasons = building->slicer->reasons;
  struct slice copy = {0};
  if (!is_top) copy = unfold(building, frame, activation);
  if (!is_top) activation = slice_top(&copy);
  for (size_t reg = bitset_next(&activation->registers, 0); reg != BITSET_NONE;
       reg = bitset_next(&activation->registers, reg + 1))
    if (reasons_is_alive(reasons, activation->register_reasons[reg]))
      add_register(building, frame, (uint32_t)reg, slice_range(activation, (ir_operand)reg),
                   activation->register_reasons[reg]);
  slice_free(&copy);
}

/* A global that may not be written is the same in all states. */
static bool is_constant(const struct state *state, const struct location_run *run) {
  const struct object *object = space_find(&state->space, run->address);
  return object != NULL && object->kind == OBJECT_GLOBAL &&
         (object->flags & OBJECT_CONSTANT) != 0 && run->address >= object->base &&
         run->address + run->size <= object->base + object->size;
}

static void add_bytes(struct building *building, const struct location_run *run,
                      struct decision_range range) {
  bool is_choice;
  struct set_entry entry = {.frame = ENTRY_MEMORY, .size = run->size, .where = run->address};
  entry.value = read_bytes(building->machine, building->state, entry.where, entry.size, &is_choice);
  building->is_bad |= is_choice;
  check_value(building, entry.value);
  set_range(&entry, range);
  add_member(building, &entry, run->why);
}

/* Loose bytes are entries of their own. */
static void add_memory(struct building *building, const struct slice *slice) {
  size_t count;
  struct location_run *runs = locations_list(&slice->memory, &count);
  for (size_t i = 0; i < count && !building->is_bad; i++) {
    if (is_constant(building->state, &runs[i]) ||
        !reasons_is_alive(building->slicer->reasons, runs[i].why))
      continue;
    struct location_run rest = {runs[i].address, 0, runs[i].why};
    for (uint32_t k = 0; k < runs[i].size; k++) {
      struct location_run byte = {runs[i].address + k, 1, runs[i].why};
      struct decision_range range = slice_loose(slice, byte.address);
      if (range.width == 0) {
        rest.size++;
        continue;
      }
      if (rest.size > 0) add_bytes(building, &rest, (struct decision_range){0});
      add_bytes(building, &byte, range);
      rest = (struct location_run){byte.address + 1, 0, runs[i].why};
    }
    if (rest.size > 0) add_bytes(building, &rest, (struct decision_range){0});
  }
  free(runs);
}

/* ---- constraints ---- */

/* Moves the conjuncts that share inputs with the values of the set, directly or by way of others,
   into the list; NULL stays in their place. Values of ranges do not count, nor, if there are
   reasons, those of members that are not strict. */
static void take_conjuncts(const struct relevant_set *set, struct exprs *exprs,
                           struct reasons *reasons, struct expr **conjuncts, size_t count,
                           conjunct_list *list) {
  uint32_t support = SUPPORT_EMPTY;
  for (size_t i = 0; i < set->members.count; i++) {
    const struct expr *value = set->members.data[i].entry->value;
    if (value == NULL) continue;
    if (reasons != NULL && !reasons_is_strict(reasons, set->members.data[i].why)) continue;
    support = support_union(exprs, support, value->support);
  }
  for (bool has_grown = support != SUPPORT_EMPTY; has_grown;) {
    has_grown = false;
    for (size_t i = 0; i < count; i++) {
      if (conjuncts[i] == NULL || !support_intersects(exprs, support, conjuncts[i]->support))
        continue;
      support = support_union(exprs, support, conjuncts[i]->support);
      vec_push(list, conjuncts[i]);
      conjuncts[i] = NULL;
      has_grown = true;
    }
  }
}

static void add_conjuncts(struct building *building) {
  struct path_condition *path = building->state->path;
  uint32_t count = path_condition_depth(path);
  if (count == 0) return;
  struct expr **conjuncts = alloc_bytes(count * sizeof *conjuncts);
  path_condition_list(path, 0, conjuncts);
  take_conjuncts(building->set, building->machine->exprs, NULL, conjuncts, count,
                 &building->set->conjuncts);
  free(conjuncts);
}

static int compare_conjuncts(const void *a, const void *b) {
  const struct expr *x = *(struct expr *const *)a, *y = *(struct expr *const *)b;
  return x->id < y->id ? -1 : x->id > y->id;
}

static uint64_t hash_members(const struct relevant_set *set) {
  uint64_t hash = hash_mix(1, set->members.count);
  for (size_t i = 0; i < set->members.count; i++)
    hash = hash_mix(hash, set->members.data[i].entry->number);
  return hash;
}

static void sort_conjuncts(struct relevant_set *set) {
  if (set->conjuncts.count > 0)
    qsort(set->conjuncts.data, set->conjuncts.count, sizeof *set->conjuncts.data,
          compare_conjuncts);
}

static reason why_controlled(struct reasons *reasons, const struct activation *activation) {
  reason why = REASON_NONE;
  for (size_t block = bitset_next(&activation->pending, 0); block != BITSET_NONE;
       block = bitset_next(&activation->pending, block + 1))
    why = reasons_unite(reasons, why, activation->pending_reasons[block]);
  return why;
}

struct relevant_set *set_new(struct machine *machine, struct state *state, struct slicer *slicer,
                             const struct slice *slice, struct entry_table *table) {
  struct building building = {.machine = machine, .state = state, .slicer = slicer, .table = table};
  building.set = alloc_zeroed(sizeof *building.set);
  struct relevant_set *set = building.set;
  set_list_frames(state, state_place(state).ins, &set->frames);
  set->modes = modes_of(state);
  building.is_bad = state->has_set_jump || slice->stack.count != set->frames.count;
  for (const struct frame *frame = state->top; frame != NULL && !building.is_bad;
       frame = frame->caller) {
    const struct activation *activation = &slice->stack.data[frame->depth - 1];
    set->controlled = reasons_unite(slicer->reasons, set->controlled,
                                    why_controlled(slicer->reasons, activation));
    if (activation->func != frame->code->func->number)
      building.is_bad = true;
    else
      add_registers(&building, frame, activation, frame == state->top);
  }
  if (!building.is_bad) add_memory(&building, slice);
  if (building.is_bad) {
    set_free(set);
    return NULL;
  }
  add_conjuncts(&building);
  sort_conjuncts(set);
  set->symbols = symbol_share(symbols_that_matter(state));
  set->key = set_key(state);
  set->hash = hash_members(set);
  return set;
}

bool set_refine(struct relevant_set *set, struct exprs *exprs, struct reasons *reasons) {
  size_t kept = 0, count = set->conjuncts.count;
  if (!reasons_is_alive(reasons, set->controlled)) set->controlled = REASON_NONE;
  for (size_t i = 0; i < set->members.count; i++)
    if (reasons_is_alive(reasons, set->members.data[i].why))
      set->members.data[kept++] = set->members.data[i];
  if (kept == set->members.count) return false;
  set->members.count = kept;
  if (count > 0) {
    struct expr **conjuncts = alloc_bytes(count * sizeof *conjuncts);
    memcpy(conjuncts, set->conjuncts.data, count * sizeof *conjuncts);
    vec_clear(&set->conjuncts);
    take_conjuncts(set, exprs, NULL, conjuncts, count, &set->conjuncts);
    sort_conjuncts(set);
    free(conjuncts);
  }
  set->hash = hash_members(set);
  return true;
}

void set_free(struct relevant_set *set) {
  vec_free(&set->frames);
  vec_free(&set->members);
  vec_free(&set->conjuncts);
  vec_free(&set->strict);
  symbol_release(set->symbols);
  free(set);
}

void set_mark(const struct relevant_set *set, struct exprs *exprs) {
  for (size_t i = 0; i < set->conjuncts.count; i++) expr_mark_root(exprs, set->conjuncts.data[i]);
}

size_t set_bytes(const struct relevant_set *set) {
  return sizeof *set + set->frames.capacity * sizeof *set->frames.data +
         set->members.capacity * sizeof *set->members.data +
         set->conjuncts.capacity * sizeof *set->conjuncts.data;
}

/* ---- matching ---- */

bool set_is_at_place(const struct state *state, const struct relevant_set *set) {
  uint32_t ins = state_place(state).ins;
  if (state->top->depth != set->frames.count) return false;
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller) {
    const struct set_frame *wanted = &set->frames.data[frame->depth - 1];
    if (wanted->func != frame->code->func->number || wanted->ins != ins) return false;
    ins = trace_call_of(frame);
  }
  return true;
}

static bool has_value(struct machine *machine, struct state *state, const struct frame *frame,
                      const struct set_entry *wanted) {
  struct set_entry entry = *wanted;
  if (wanted->frame == ENTRY_MEMORY) {
    bool is_choice;
    return read_bytes(machine, state, wanted->where, wanted->size, &is_choice) == wanted->value &&
           !is_choice;
  }
  read_register(frame, &entry);
  return entries_are_same(&entry, wanted);
}

/* What has to be implied by the path condition. */
struct missing {
  struct expr *all; /* NULL: nothing */
  uint32_t count;
};

/* What is left to be implied for the value to be in the range: true, false, or a condition. */
static struct expr *range_condition(struct machine *machine, struct state *state,
                                    const struct frame *frame, const struct set_entry *wanted) {
  struct exprs *exprs = machine->exprs;
  struct set_entry entry = *wanted;
  const struct decision_range *range = &wanted->range;
  bool is_choice;
  if (wanted->frame != ENTRY_MEMORY) {
    read_register(frame, &entry);
  } else {
    entry.value = read_bytes(machine, state, wanted->where, wanted->size, &is_choice);
    if (entry.value == NULL) return expr_const(exprs, 1, 0);
  }
  if (entry.value == NULL || expr_is_const(entry.value)) {
    uint64_t value = entry.value ? expr_const_value(entry.value) : entry.words[0];
    return expr_const(exprs, 1, decision_range_has(range, value));
  }
  struct expr *moved =
      expr_add(exprs, entry.value, expr_const(exprs, range->width, 0 - range->first));
  return expr_ule(exprs, moved, expr_const(exprs, range->width, range->last - range->first));
}

/* Whether the condition may hold; if what is known of the values does not say so, it is added to
   what is missing. */
static bool adds_condition(struct machine *machine, const struct state *state,
                           struct expr *condition, struct missing *missing) {
  if (!expr_is_const(condition))
    condition = rewriter_rewrite(machine->rewriter, state->path, condition);
  if (expr_is_true(condition)) return true;
  if (expr_is_false(condition)) return false;
  missing->all = missing->all ? expr_and(machine->exprs, missing->all, condition) : condition;
  return ++missing->count <= MOST_IMPLIED;
}

/* What the state says about an entry. */
static const struct entry_answer *ask(struct comparison *comparison,
                                      const struct set_entry *entry) {
  struct entry_answer *answer = &comparison->table->answers.data[entry->number];
  if (answer->lookup == comparison->table->lookups) return answer;
  const struct frame *frame = comparison->state->top;
  while (entry->frame != ENTRY_MEMORY && frame->depth - 1 != entry->frame) frame = frame->caller;
  *answer = (struct entry_answer){.lookup = comparison->table->lookups, .is_known = true};
  if (entry->range.width != 0)
    answer->condition = range_condition(comparison->machine, comparison->state, frame, entry);
  else
    answer->is_known = has_value(comparison->machine, comparison->state, frame, entry);
  return answer;
}

/* Whether the values agree, provided that what is added to the missing is implied. */
static bool has_values(struct comparison *comparison, const struct relevant_set *set,
                       struct missing *missing) {
  for (size_t i = 0; i < set->members.count; i++) {
    const struct entry_answer *answer = ask(comparison, set->members.data[i].entry);
    if (!answer->is_known) return false;
    if (answer->condition != NULL &&
        !adds_condition(comparison->machine, comparison->state, answer->condition, missing))
      return false;
  }
  return true;
}

uint64_t set_value_number(struct machine *machine, struct state *state,
                          const struct set_entry *location) {
  struct set_entry entry = *location;
  bool is_choice;
  if (entry.frame == ENTRY_MEMORY) {
    entry.value = read_bytes(machine, state, entry.where, entry.size, &is_choice);
    return entry_value_number(&entry);
  }
  const struct frame *frame = state->top;
  while (frame->depth - 1 != entry.frame) frame = frame->caller;
  read_register(frame, &entry);
  return entry_value_number(&entry);
}

/* What the path condition of a state says about a conjunct of a set. */
enum conjunct_place {
  CONJUNCT_IS_PART = 1,
  CONJUNCT_MAY_FOLLOW, /* it holds for the state's witness */
  CONJUNCT_FOLLOWS_NOT
};

static bool holds_for_witness(struct comparison *comparison, struct expr *conjunct) {
  struct machine *machine = comparison->machine;
  struct state *running = machine->state;
  machine->state = comparison->state; /* nothing of its memory is looked at */
  bool holds = decide_witness_value(machine, conjunct);
  machine->state = running;
  return holds;
}

static enum conjunct_place place_conjunct(struct comparison *comparison, struct expr *conjunct) {
  if (!comparison->has_conjuncts) {
    comparison->has_conjuncts = true;
    for (struct path_condition *at = comparison->state->path; at != NULL; at = at->parent)
      *word_map_place(&comparison->conjuncts, (uint64_t)at->conjunct->id + 1) = CONJUNCT_IS_PART;
  }
  uint64_t *place = word_map_place(&comparison->conjuncts, (uint64_t)conjunct->id + 1);
  if (*place == 0)
    *place = holds_for_witness(comparison, conjunct) ? CONJUNCT_MAY_FOLLOW : CONJUNCT_FOLLOWS_NOT;
  return (enum conjunct_place) * place;
}

struct comparison comparison_new(struct machine *machine, struct state *state,
                                 struct entry_table *table) {
  table->lookups++;
  return (struct comparison){.machine = machine, .state = state, .table = table};
}

void comparison_free(struct comparison *comparison) { word_map_free(&comparison->conjuncts); }

enum match set_match(struct comparison *comparison, const struct relevant_set *set,
                     enum effort effort) {
  struct machine *machine = comparison->machine;
  struct state *state = comparison->state;
  if (set->modes != modes_of(state) || !set_is_at_place(state, set) ||
      !symbol_has_same_inputs(symbols_that_matter(state), set->symbols))
    return MATCH_NOT;
  struct missing missing = {0};
  if (!has_values(comparison, set, &missing)) return MATCH_NOT;
  bool is_part = true;
  for (size_t i = 0; i < set->conjuncts.count; i++) {
    struct expr *conjunct = set->conjuncts.data[i];
    enum conjunct_place place = place_conjunct(comparison, conjunct);
    if (place == CONJUNCT_FOLLOWS_NOT) return MATCH_NOT;
    if (place == CONJUNCT_IS_PART) continue;
    is_part = false;
    if (effort != EFFORT_NONE && !adds_condition(machine, state, conjunct, &missing))
      return MATCH_NOT;
  }
  if (is_part && missing.all == NULL) return MATCH_CONTAINED;
  if (effort == EFFORT_NONE) return MATCH_PERHAPS;
  if (missing.all == NULL) return MATCH_IMPLIED;
  if (effort != EFFORT_SOLVER) return MATCH_PERHAPS;
  struct imply_budget budget = {.conflicts = MOST_CONFLICTS};
  return state_implies(machine, state, missing.all, &budget) == IMPLIES ? MATCH_IMPLIED : MATCH_NOT;
}

bool set_find_strict(struct relevant_set *set, struct exprs *exprs, struct reasons *reasons) {
  size_t strict = 0, count = set->conjuncts.count;
  for (size_t i = 0; i < set->members.count; i++)
    strict += reasons_is_strict(reasons, set->members.data[i].why);
  vec_clear(&set->strict);
  if (strict == set->members.count) return false;
  if (count == 0) return true;
  struct expr **conjuncts = alloc_bytes(count * sizeof *conjuncts);
  memcpy(conjuncts, set->conjuncts.data, count * sizeof *conjuncts);
  take_conjuncts(set, exprs, reasons, conjuncts, count, &set->strict);
  free(conjuncts);
  return true;
}

bool set_match_strict(struct comparison *comparison, const struct relevant_set *set,
                      struct reasons *reasons) {
  if (set->modes != modes_of(comparison->state) || !set_is_at_place(comparison->state, set))
    return false;
  for (size_t i = 0; i < set->strict.count; i++)
    if (place_conjunct(comparison, set->strict.data[i]) != CONJUNCT_IS_PART) return false;
  struct missing missing = {0};
  for (size_t i = 0; i < set->members.count; i++) {
    if (!reasons_is_strict(reasons, set->members.data[i].why)) continue;
    const struct entry_answer *answer = ask(comparison, set->members.data[i].entry);
    if (!answer->is_known) return false;
    if (answer->condition != NULL &&
        !adds_condition(comparison->machine, comparison->state, answer->condition, &missing))
      return false;
  }
  return missing.count == 0;
}

bool set_covers(const struct relevant_set *a, const struct relevant_set *b) {
  if (a->hash != b->hash || a->members.count != b->members.count ||
      a->conjuncts.count > b->conjuncts.count || a->modes != b->modes ||
      a->frames.count != b->frames.count ||
      (a->controlled == REASON_NONE) != (b->controlled == REASON_NONE) ||
      !symbol_has_same_inputs(a->symbols, b->symbols))
    return false;
  for (size_t i = 0; i < a->members.count; i++)
    if (a->members.data[i].entry != b->members.data[i].entry) return false;
  size_t k = 0; /* both are in order of ids */
  for (size_t i = 0; i < a->conjuncts.count; i++, k++) {
    while (k < b->conjuncts.count && b->conjuncts.data[k] != a->conjuncts.data[i]) k++;
    if (k == b->conjuncts.count) return false;
  }
  return a->frames.count == 0 ||
         memcmp(a->frames.data, b->frames.data, a->frames.count * sizeof *a->frames.data) == 0;
}

void set_add_frames(const set_frames *frames, reason why, struct slicer *slicer,
                    struct slice *slice) {
  for (size_t i = 0; i < frames->count; i++) {
    const struct set_frame *frame = &frames->data[i];
    uint32_t block = flows_of(slicer->flows, frame->func)->block_of[frame->ins];
    slice_push(slicer, slice, frame->func, frame->ins);
    slice_add_block(slicer, slice_top(slice), block, why);
  }
}

void set_add_to_slice(const struct relevant_set *set, struct slicer *slicer, struct slice *slice) {
  set_add_frames(&set->frames, set->controlled, slicer, slice);
  for (size_t i = 0; i < set->members.count; i++) {
    const struct set_entry *entry = set->members.data[i].entry;
    reason why = set->members.data[i].why;
    if (!reasons_is_alive(slicer->reasons, why)) continue;
    if (entry->frame == ENTRY_MEMORY && entry->range.width != 0)
      slice_add_loose(slicer, slice, entry->where, &entry->range, why);
    else if (entry->frame == ENTRY_MEMORY)
      slice_add_bytes(slicer, slice, entry->where, entry->size, why);
    else
      slice_add_ranged(slicer, &slice->stack.data[entry->frame], (ir_operand)entry->where,
                       &entry->range, why);
  }
}
