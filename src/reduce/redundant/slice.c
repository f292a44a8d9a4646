/* Slices: sets of registers and bytes, and of blocks whose controlling branch is still to be met
   (the relevant location sets L and relevant control sets C of the paper, section 3.2.2). C holds
   blocks and not branches: going backwards, the branch that controls a block is the first one met
   on which the block depends. */
#include "reduce/redundant/slice.h"

#include "ir/ir.h"
#include "reduce/redundant/relevance.h"

#include <stdlib.h>

static void free_activation(struct activation *activation) {
  bitset_free(&activation->registers);
  bitset_free(&activation->pending);
  free(activation->register_reasons);
  free(activation->pending_reasons);
  vec_free(&activation->ranges);
}

void slicer_clear(struct slicer *slicer) {
  vec_free(&slicer->scratch);
  sparse_set_free(&slicer->touched.regions);
}

void slice_free(struct slice *slice) {
  for (size_t i = 0; i < slice->stack.count; i++) free_activation(&slice->stack.data[i]);
  vec_free(&slice->stack);
  locations_free(&slice->memory);
  word_map_free(&slice->loose);
  sparse_set_free(&slice->regions.regions);
  word_map_free(&slice->why_regions);
  *slice = (struct slice){0};
}

void slice_open(struct slice *slice, enum open_reason why) {
  if (!slice->is_open) slice->why = (uint8_t)why;
  slice->is_open = true;
}

void slice_push(struct slicer *slicer, struct slice *slice, uint32_t func, uint32_t call) {
  const struct ir_func *body = slicer->program->funcs.data[func];
  size_t registers = body->reg_widths.count + 1, blocks = body->blocks.count + 1;
  struct activation activation = {.func = func,
                                  .call = call,
                                  .registers = bitset_new(registers),
                                  .register_reasons = alloc_bytes(registers * sizeof(reason)),
                                  .pending = bitset_new(blocks),
                                  .pending_reasons = alloc_bytes(blocks * sizeof(reason))};
  vec_push(&slice->stack, activation);
}

void slice_pop(struct slice *slice) {
  free_activation(&vec_last(&slice->stack));
  slice->stack.count--;
}

struct activation *slice_top(struct slice *slice) { return &vec_last(&slice->stack); }

/* A state that both stand for has to satisfy what both need. */
static void unite_registers(struct slicer *slicer, struct activation *to,
                            const struct activation *from) {
  for (size_t reg = bitset_next(&from->registers, 0); reg != BITSET_NONE;
       reg = bitset_next(&from->registers, reg + 1)) {
    struct decision_range range = slice_range(from, (ir_operand)reg);
    slice_add_ranged(slicer, to, (ir_operand)reg, &range, from->register_reasons[reg]);
  }
}

static void unite_pending(struct slicer *slicer, struct activation *to,
                          const struct activation *from) {
  for (size_t block = bitset_next(&from->pending, 0); block != BITSET_NONE;
       block = bitset_next(&from->pending, block + 1))
    slice_add_block(slicer, to, (uint32_t)block, from->pending_reasons[block]);
}

/* ---- bytes of which less than the value matters ---- */

enum { BYTE_BITS = 8 };

static uint64_t pack_range(const struct decision_range *range) {
  return range->first << BYTE_BITS | range->last;
}

static struct decision_range unpack_range(uint64_t packed) {
  return (struct decision_range){BYTE_BITS, packed >> BYTE_BITS, packed & 0xff};
}

struct decision_range slice_loose(const struct slice *slice, uint64_t address) {
  const uint64_t *place =
      slice->loose.count == 0 ? NULL : word_map_find(&slice->loose, address + 1);
  return place ? unpack_range(*place) : (struct decision_range){0};
}

/* Both ranges have to hold. A byte that has to be in two without a range in common has to agree. */
static void tighten(struct slice *slice, uint64_t address, const struct decision_range *range) {
  uint64_t *place = word_map_find(&slice->loose, address + 1);
  if (place == NULL) return;
  struct decision_range both = unpack_range(*place);
  if (decision_range_intersect(&both, range))
    *place = pack_range(&both);
  else
    word_map_remove(&slice->loose, address + 1);
}

/* Before the bytes themselves are united. */
static void unite_loose(struct slice *target, const struct slice *source) {
  VEC(uint64_t) exact = {0};
  for (size_t i = 0; i < target->loose.capacity; i++) {
    uint64_t key = target->loose.entries[i].key;
    if (key != 0 && locations_meet(&source->memory, key - 1, 1) &&
        word_map_find(&source->loose, key) == NULL)
      vec_push(&exact, key);
  }
  for (size_t i = 0; i < exact.count; i++) word_map_remove(&target->loose, exact.data[i]);
  vec_free(&exact);
  for (size_t i = 0; i < source->loose.capacity; i++) {
    const struct word_entry *entry = &source->loose.entries[i];
    struct decision_range range = unpack_range(entry->value);
    if (entry->key == 0) continue;
    if (locations_meet(&target->memory, entry->key - 1, 1))
      tighten(target, entry->key - 1, &range);
    else
      *word_map_place(&target->loose, entry->key) = entry->value;
  }
}

/* Numbers of loose bytes of the range, into the list. */
typedef VEC(struct word_entry) loose_list;

static loose_list list_loose(const struct slice *slice, uint64_t address, uint64_t size) {
  loose_list list = {0};
  if (slice->loose.count == 0) return list;
  if (size <= slice->loose.capacity) {
    for (uint64_t at = address; at < address + size; at++) {
      const uint64_t *place = word_map_find(&slice->loose, at + 1);
      if (place != NULL) vec_push(&list, ((struct word_entry){at + 1, *place}));
    }
    return list;
  }
  for (size_t i = 0; i < slice->loose.capacity; i++) {
    const struct word_entry *entry = &slice->loose.entries[i];
    if (entry->key > address && entry->key - 1 < address + size) vec_push(&list, *entry);
  }
  return list;
}

static void forget_loose(struct slice *slice, uint64_t address, uint64_t size) {
  loose_list list = list_loose(slice, address, size);
  for (size_t i = 0; i < list.count; i++) word_map_remove(&slice->loose, list.data[i].key);
  vec_free(&list);
}

static void unite_regions(struct slicer *slicer, struct slice *target, const struct slice *source) {
  struct reasons *reasons = slicer->reasons;
  for (size_t i = 0; i < source->why_regions.capacity; i++) {
    const struct word_entry *entry = &source->why_regions.entries[i];
    if (entry->key == 0) continue;
    uint64_t *why = word_map_place(&target->why_regions, entry->key);
    *why = reasons_unite(reasons, (reason)*why, (reason)entry->value);
  }
  sparse_set_unite(&target->regions.regions, &source->regions.regions);
  target->regions.is_anything |= source->regions.is_anything;
  target->why_unknown = reasons_unite(reasons, target->why_unknown, source->why_unknown);
  target->why_any = reasons_unite(reasons, target->why_any, source->why_any);
  target->removed += source->removed;
}

static void unite_activations(struct slicer *slicer, struct activation *to,
                              const struct activation *from) {
  struct reasons *reasons = slicer->reasons;
  unite_registers(slicer, to, from);
  unite_pending(slicer, to, from);
  to->touched = reasons_unite(reasons, to->touched, from->touched);
  to->needs_reads = reasons_unite(reasons, to->needs_reads, from->needs_reads);
  to->needs_varargs = reasons_unite(reasons, to->needs_varargs, from->needs_varargs);
  to->is_modelled |= from->is_modelled;
}

void slice_unite(struct slicer *slicer, struct slice *target, const struct slice *source) {
  if (source->is_open) slice_open(target, source->why);
  if (target->stack.count == 0 || source->round < target->round) target->round = source->round;
  if (target->stack.count == 0)
    for (size_t i = 0; i < source->stack.count; i++)
      slice_push(slicer, target, source->stack.data[i].func, source->stack.data[i].call);
  if (target->stack.count != source->stack.count) slice_open(target, OPEN_TRACE);
  for (size_t i = 0; i < target->stack.count && !target->is_open; i++) {
    struct activation *to = &target->stack.data[i];
    const struct activation *from = &source->stack.data[i];
    if (to->func != from->func) {
      slice_open(target, OPEN_TRACE);
      break;
    }
    unite_activations(slicer, to, from);
  }
  unite_loose(target, source);
  locations_unite(&target->memory, slicer->reasons, &source->memory);
  unite_regions(slicer, target, source);
}

void slice_add_block(struct slicer *slicer, struct activation *activation, uint32_t block,
                     reason why) {
  if (why == REASON_NONE) return;
  reason before =
      bitset_has(&activation->pending, block) ? activation->pending_reasons[block] : REASON_NONE;
  bitset_add(&activation->pending, block);
  activation->pending_reasons[block] = reasons_unite(slicer->reasons, before, why);
  activation->touched = reasons_unite(slicer->reasons, activation->touched, why);
}

static struct ranged *find_range(const struct activation *activation, ir_operand reg) {
  for (size_t i = 0; i < activation->ranges.count; i++)
    if (activation->ranges.data[i].reg == reg) return &activation->ranges.data[i];
  return NULL;
}

static void forget_range(struct activation *activation, ir_operand reg) {
  struct ranged *place = find_range(activation, reg);
  if (place == NULL) return;
  *place = vec_last(&activation->ranges);
  activation->ranges.count--;
}

struct decision_range slice_range(const struct activation *activation, ir_operand reg) {
  const struct ranged *place = find_range(activation, reg);
  return place ? place->range : (struct decision_range){0};
}

static void add_register(struct slicer *slicer, struct activation *activation, ir_operand reg,
                         reason why) {
  reason before =
      bitset_has(&activation->registers, reg) ? activation->register_reasons[reg] : REASON_NONE;
  bitset_add(&activation->registers, reg);
  activation->register_reasons[reg] = reasons_unite(slicer->reasons, before, why);
}

static bool is_register(ir_operand operand) { return operand != IR_NONE && !ir_is_const(operand); }

void slice_add_operand(struct slicer *slicer, struct activation *activation, ir_operand operand,
                       reason why) {
  if (!is_register(operand) || why == REASON_NONE) return;
  add_register(slicer, activation, operand, why);
  forget_range(activation, operand);
}

/* A value that matters by itself, or in two ranges that have no range in common, has to agree. */
void slice_add_ranged(struct slicer *slicer, struct activation *activation, ir_operand operand,
                      const struct decision_range *range, reason why) {
  if (!is_register(operand) || why == REASON_NONE) return;
  if (range->width == 0) {
    slice_add_operand(slicer, activation, operand, why);
    return;
  }
  struct ranged *place = find_range(activation, operand);
  if (place != NULL) {
    if (!decision_range_intersect(&place->range, range)) forget_range(activation, operand);
  } else if (!bitset_has(&activation->registers, operand)) {
    vec_push(&activation->ranges, ((struct ranged){operand, *range}));
  }
  add_register(slicer, activation, operand, why);
}

reason slice_take_register(struct activation *activation, ir_operand reg) {
  if (!bitset_has(&activation->registers, reg)) return REASON_NONE;
  bitset_remove(&activation->registers, reg);
  forget_range(activation, reg);
  return activation->register_reasons[reg];
}

void slice_add_uses(struct slicer *slicer, struct activation *activation, const struct ir_ins *ins,
                    reason why) {
  if (why == REASON_NONE) return;
  vec_clear(&slicer->scratch);
  ir_list_uses(slicer->program->funcs.data[activation->func], ins, &slicer->scratch);
  for (size_t i = 0; i < slicer->scratch.count; i++)
    slice_add_operand(slicer, activation, slicer->scratch.data[i], why);
}

/* ---- bytes ---- */

static void add_regions(struct slicer *slicer, struct slice *slice, uint64_t address, uint32_t size,
                        reason why) {
  struct reasons *reasons = slicer->reasons;
  struct write_set *touched = &slicer->touched;
  sparse_set_clear(&touched->regions);
  touched->is_anything = false;
  writes_add_regions(slicer->writes, address, size, touched);
  for (SPARSE_EACH(member, &touched->regions)) {
    uint64_t *place = word_map_place(&slice->why_regions, (uint64_t)member + 1);
    *place = reasons_unite(reasons, (reason)*place, why);
  }
  sparse_set_unite(&slice->regions.regions, &touched->regions);
  slice->regions.is_anything |= touched->is_anything;
  if (touched->is_anything) slice->why_unknown = reasons_unite(reasons, slice->why_unknown, why);
  slice->why_any = reasons_unite(reasons, slice->why_any, why);
}

/* Most are a word; what is large is walked by words. */
static void add_exact(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size,
                      reason why) {
  if (!locations_add(&slice->memory, slicer->reasons, address, size, why)) return;
  for (uint64_t at = address; at < address + size; at += 8) {
    uint64_t left = address + size - at;
    add_regions(slicer, slice, at, left < 8 ? (uint32_t)left : 8, why);
  }
}

void slice_add_bytes(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size,
                     reason why) {
  if (why == REASON_NONE) return;
  forget_loose(slice, address, size);
  add_exact(slicer, slice, address, size, why);
}

void slice_add_loose(struct slicer *slicer, struct slice *slice, uint64_t address,
                     const struct decision_range *range, reason why) {
  if (why == REASON_NONE) return;
  if (locations_meet(&slice->memory, address, 1))
    tighten(slice, address, range);
  else
    *word_map_place(&slice->loose, address + 1) = pack_range(range);
  add_exact(slicer, slice, address, 1, why);
}

/* A byte of which less than the value matters, and why. */
struct moved {
  uint64_t address;
  struct decision_range range;
  reason why;
};

void slice_move_bytes(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size,
                      uint64_t to) {
  loose_list loose = list_loose(slice, address, size);
  VEC(struct moved) moved = {0};
  for (size_t i = 0; i < loose.count; i++) {
    uint64_t at = loose.data[i].key - 1;
    vec_push(&moved, ((struct moved){at - address + to, unpack_range(loose.data[i].value),
                                     slice_why_bytes(slicer, slice, at, 1)}));
    slice_remove_bytes(slice, at, 1);
  }
  size_t count;
  struct location_run *runs = locations_list(&slice->memory, &count);
  slice_remove_bytes(slice, address, size);
  for (size_t i = 0; i < count; i++) {
    uint64_t first = runs[i].address, end = first + runs[i].size;
    if (first < address) first = address;
    if (end > address + size) end = address + size;
    if (first < end) slice_add_bytes(slicer, slice, first - address + to, end - first, runs[i].why);
  }
  free(runs);
  for (size_t i = 0; i < moved.count; i++)
    slice_add_loose(slicer, slice, moved.data[i].address, &moved.data[i].range, moved.data[i].why);
  vec_free(&moved);
  vec_free(&loose);
}

reason slice_why_bytes(struct slicer *slicer, const struct slice *slice, uint64_t address,
                       uint64_t size) {
  return locations_reason(&slice->memory, slicer->reasons, address, size);
}

void slice_remove_bytes(struct slice *slice, uint64_t address, uint64_t size) {
  forget_loose(slice, address, size);
  locations_remove(&slice->memory, address, size);
  slice->removed++;
}

static void find_regions(struct slicer *slicer, struct slice *slice) {
  size_t count;
  struct location_run *runs = locations_list(&slice->memory, &count);
  sparse_set_clear(&slice->regions.regions);
  word_map_clear(&slice->why_regions);
  slice->regions.is_anything = false;
  slice->why_unknown = slice->why_any = REASON_NONE;
  for (size_t i = 0; i < count; i++)
    add_regions(slicer, slice, runs[i].address, runs[i].size, runs[i].why);
  free(runs);
  slice->removed = 0;
}

static reason why_met(struct slicer *slicer, const struct slice *slice,
                      const struct write_set *writes) {
  if (writes->is_anything) return slice->why_any;
  reason why =
      slice->regions.is_anything && writes->regions.count > 0 ? slice->why_unknown : REASON_NONE;
  const struct sparse_word *a = slice->regions.regions.words, *b = writes->regions.words;
  const struct sparse_word *a_end = a + slice->regions.regions.count,
                           *b_end = b + writes->regions.count;
  while (a < a_end && b < b_end) {
    uint64_t bits = a->index == b->index ? a->bits & b->bits : 0;
    for (; bits != 0; bits &= bits - 1) {
      uint64_t member = (uint64_t)a->index * 64 + (unsigned)__builtin_ctzll(bits);
      const uint64_t *place = word_map_find(&slice->why_regions, member + 1);
      if (place != NULL) why = reasons_unite(slicer->reasons, why, (reason)*place);
    }
    uint32_t index = a->index;
    a += index <= b->index;
    b += b->index <= index;
  }
  return why;
}

reason slice_meets(struct slicer *slicer, struct slice *slice, const struct write_set *writes) {
  if (slice->memory.bytes == 0 || !writes_meet(&slice->regions, writes)) return REASON_NONE;
  if (slice->removed > slice->memory.bytes / 32) /* else perhaps: that is never wrong */
    find_regions(slicer, slice);
  return why_met(slicer, slice, writes);
}

/* ---- coverage has grown ---- */

static void refine_activation(struct slicer *slicer, struct activation *activation) {
  struct reasons *reasons = slicer->reasons;
  for (size_t reg = bitset_next(&activation->registers, 0); reg != BITSET_NONE;
       reg = bitset_next(&activation->registers, reg + 1))
    if (!reasons_is_alive(reasons, activation->register_reasons[reg]))
      slice_take_register(activation, (ir_operand)reg);
  for (size_t block = bitset_next(&activation->pending, 0); block != BITSET_NONE;
       block = bitset_next(&activation->pending, block + 1))
    if (!reasons_is_alive(reasons, activation->pending_reasons[block]))
      bitset_remove(&activation->pending, block);
  reason *others[] = {&activation->touched, &activation->needs_reads, &activation->needs_varargs};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!reasons_is_alive(reasons, *others[i])) *others[i] = REASON_NONE;
}

void slice_refine(struct slicer *slicer, struct slice *slice) {
  uint64_t round = relevance_round(slicer->relevance);
  if (slice->round == round || slice->is_open) return;
  slice->round = round;
  for (size_t i = 0; i < slice->stack.count; i++) refine_activation(slicer, &slice->stack.data[i]);
  VEC(uint64_t) gone = {0};
  locations_refine(&slice->memory, slicer->reasons);
  for (size_t i = 0; i < slice->loose.capacity; i++)
    if (slice->loose.entries[i].key != 0 &&
        !locations_meet(&slice->memory, slice->loose.entries[i].key - 1, 1))
      vec_push(&gone, slice->loose.entries[i].key);
  for (size_t i = 0; i < gone.count; i++) word_map_remove(&slice->loose, gone.data[i]);
  vec_free(&gone);
  find_regions(slicer, slice);
}
