/* Slices: sets of registers and bytes, and of blocks whose controlling branch is still to be met
   (the relevant location sets L and relevant control sets C of the paper, section 3.2.2). C holds
   blocks and not branches: going backwards, the branch that controls a block is the first one met
   on which the block depends. */
#include "reduce/redundant/slice.h"

#include "ir/ir.h"

#include <stdlib.h>

static void free_activation(struct activation *activation) {
  bitset_free(&activation->registers);
  bitset_free(&activation->pending);
  vec_free(&activation->ranges);
}

void slice_free(struct slice *slice) {
  for (size_t i = 0; i < slice->stack.count; i++) free_activation(&slice->stack.data[i]);
  vec_free(&slice->stack);
  locations_free(&slice->memory);
  word_map_free(&slice->loose);
  sparse_set_free(&slice->regions.regions);
  *slice = (struct slice){0};
}

void slice_open(struct slice *slice, enum open_reason why) {
  if (!slice->is_open) slice->why = (uint8_t)why;
  slice->is_open = true;
}

void slice_push(struct slicer *slicer, struct slice *slice, uint32_t func, uint32_t block) {
  const struct ir_func *body = slicer->program->funcs.data[func];
  struct activation activation = {.func = func,
                                  .block = block,
                                  .registers = bitset_new(body->reg_widths.count + 1),
                                  .pending = bitset_new(body->blocks.count + 1)};
  vec_push(&slice->stack, activation);
}

void slice_pop(struct slice *slice) {
  free_activation(&vec_last(&slice->stack));
  slice->stack.count--;
}

struct activation *slice_top(struct slice *slice) { return &vec_last(&slice->stack); }

/* A state that both stand for has to satisfy what both need. */
static void unite_registers(struct activation *to, const struct activation *from) {
  for (size_t reg = bitset_next(&from->registers, 0); reg != BITSET_NONE;
       reg = bitset_next(&from->registers, reg + 1)) {
    struct decision_range range = slice_range(from, (ir_operand)reg);
    slice_add_ranged(to, (ir_operand)reg, &range);
  }
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

void slice_unite(struct slicer *slicer, struct slice *target, const struct slice *source) {
  if (source->is_open) slice_open(target, source->why);
  if (target->stack.count == 0)
    for (size_t i = 0; i < source->stack.count; i++)
      slice_push(slicer, target, source->stack.data[i].func, source->stack.data[i].block);
  if (target->stack.count != source->stack.count) slice_open(target, OPEN_TRACE);
  for (size_t i = 0; i < target->stack.count && !target->is_open; i++) {
    struct activation *to = &target->stack.data[i];
    const struct activation *from = &source->stack.data[i];
    if (to->func != from->func) {
      slice_open(target, OPEN_TRACE);
      break;
    }
    unite_registers(to, from);
    bitset_unite(&to->pending, &from->pending);
    to->is_touched |= from->is_touched;
    to->needs_reads |= from->needs_reads;
    to->is_modelled |= from->is_modelled;
    to->needs_varargs |= from->needs_varargs;
  }
  unite_loose(target, source);
  locations_unite(&target->memory, &source->memory);
  sparse_set_unite(&target->regions.regions, &source->regions.regions);
  target->regions.is_anything |= source->regions.is_anything;
  target->removed += source->removed;
}

struct slice slice_copy(struct slicer *slicer, const struct slice *slice) {
  struct slice copy = {0};
  slice_unite(slicer, &copy, slice);
  return copy;
}

void slice_add_block(struct activation *activation, uint32_t block) {
  bitset_add(&activation->pending, block);
  activation->is_touched = true;
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

void slice_add_operand(struct activation *activation, ir_operand operand) {
  if (operand == IR_NONE || ir_is_const(operand)) return;
  bitset_add(&activation->registers, operand);
  forget_range(activation, operand);
}

/* A value that matters by itself, or in two ranges that have no range in common, has to agree. */
void slice_add_ranged(struct activation *activation, ir_operand operand,
                      const struct decision_range *range) {
  if (operand == IR_NONE || ir_is_const(operand)) return;
  if (range->width == 0) {
    slice_add_operand(activation, operand);
    return;
  }
  struct ranged *place = find_range(activation, operand);
  if (place != NULL) {
    if (!decision_range_intersect(&place->range, range)) forget_range(activation, operand);
  } else if (!bitset_has(&activation->registers, operand)) {
    bitset_add(&activation->registers, operand);
    vec_push(&activation->ranges, ((struct ranged){operand, *range}));
  }
}

bool slice_take_register(struct activation *activation, ir_operand reg) {
  bool is_in = bitset_has(&activation->registers, reg);
  if (is_in) {
    bitset_remove(&activation->registers, reg);
    forget_range(activation, reg);
  }
  return is_in;
}

void slice_add_uses(struct slicer *slicer, struct activation *activation,
                    const struct ir_ins *ins) {
  vec_clear(&slicer->scratch);
  ir_list_uses(slicer->program->funcs.data[activation->func], ins, &slicer->scratch);
  for (size_t i = 0; i < slicer->scratch.count; i++)
    slice_add_operand(activation, slicer->scratch.data[i]);
}

/* Most are a word; what is large is walked by words. */
void slice_add_bytes(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size) {
  forget_loose(slice, address, size);
  if (locations_include(&slice->memory, address, size)) return;
  locations_add(&slice->memory, address, size);
  for (uint64_t at = address; at < address + size; at += 8) {
    uint64_t left = address + size - at;
    writes_add_regions(slicer->writes, at, left < 8 ? (uint32_t)left : 8, &slice->regions);
  }
}

void slice_add_loose(struct slicer *slicer, struct slice *slice, uint64_t address,
                     const struct decision_range *range) {
  if (locations_meet(&slice->memory, address, 1)) {
    tighten(slice, address, range);
    return;
  }
  slice_add_bytes(slicer, slice, address, 1);
  *word_map_place(&slice->loose, address + 1) = pack_range(range);
}

void slice_move_bytes(struct slicer *slicer, struct slice *slice, uint64_t address, uint64_t size,
                      uint64_t to) {
  loose_list loose = list_loose(slice, address, size);
  for (size_t i = 0; i < loose.count; i++) slice_remove_bytes(slice, loose.data[i].key - 1, 1);
  size_t count;
  struct location_run *runs = locations_list(&slice->memory, &count);
  slice_remove_bytes(slice, address, size);
  for (size_t i = 0; i < count; i++) {
    uint64_t first = runs[i].address, end = first + runs[i].size;
    if (first < address) first = address;
    if (end > address + size) end = address + size;
    if (first < end) slice_add_bytes(slicer, slice, first - address + to, end - first);
  }
  free(runs);
  for (size_t i = 0; i < loose.count; i++) {
    struct decision_range range = unpack_range(loose.data[i].value);
    slice_add_loose(slicer, slice, loose.data[i].key - 1 - address + to, &range);
  }
  vec_free(&loose);
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
  slice->regions.is_anything = false;
  for (size_t i = 0; i < count; i++)
    writes_add_regions(slicer->writes, runs[i].address, runs[i].size, &slice->regions);
  free(runs);
  slice->removed = 0;
}

bool slice_meets(struct slicer *slicer, struct slice *slice, const struct write_set *writes) {
  if (slice->memory.bytes == 0 || !writes_meet(&slice->regions, writes)) return false;
  if (slice->removed <= slice->memory.bytes / 32) return true; /* perhaps: that is never wrong */
  find_regions(slicer, slice);
  return writes_meet(&slice->regions, writes);
}
