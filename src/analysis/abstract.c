/* Abstract objects and the locations in them.

   Offsets are exact as long as they are sums of constants. An index of an array makes a class of
   offsets, congruent modulo the size of an element, so that the fields of the elements stay apart
   while the elements do not (arrays "collapsed by stride"). Content is kept by words of 8 bytes
   (points_to_memory.c), hence strides that are no multiple of 8 stand for any offset, from the one
   on that constants led to if the index is known not to be negative (magnitude.c): a pointer that
   walks through a buffer behind a structure, both in one object, does not walk into the structure.
   Steps down lose that bound.

   Addresses that are advanced in a cycle that goes through memory or calls would give exact
   offsets without end: from MAX_ADVANCED of them on, an object gets classes modulo 8 only. */
#include "analysis/abstract.h"

#include "util/hash.h"

#include <stdlib.h>

enum { MAX_ADVANCED = 12, MAX_BACK = 8, MAX_STRIDE = 1 << 24, MAX_OFFSET = 1 << 30 };

void abstracts_free(struct abstracts *abstracts) {
  vec_free(&abstracts->objects);
  vec_free(&abstracts->locations);
  free(abstracts->slots);
  *abstracts = (struct abstracts){0};
}

uint32_t abstracts_add_object(struct abstracts *abstracts, struct abstract_object object) {
  vec_push(&abstracts->objects, object);
  return (uint32_t)abstracts->objects.count - 1;
}

uint32_t abstract_stride(uint64_t stride) {
  return stride == 0 ? 0 : stride % 8 == 0 && stride <= MAX_STRIDE ? (uint32_t)stride : 1;
}

static struct location normal_form(struct location location) {
  if (location.piece != PIECE_NOT) location.stride = 1, location.offset = 0;
  if (location.stride == 0 && (location.offset > MAX_OFFSET || location.offset < -MAX_OFFSET))
    location.stride = 1;
  if (location.stride == 0 && location.offset < -MAX_BACK) location.stride = 1;
  if (location.stride == 1 && (location.offset < 0 || location.offset > MAX_OFFSET))
    location.offset = 0;
  if (location.stride == 1) location.offset &= -8;
  if (location.stride > 1) {
    location.offset %= location.stride;
    if (location.offset < 0) location.offset += location.stride;
  }
  return location;
}

static uint64_t hash_location(struct location location) {
  uint64_t hash = hash_mix(location.object + 1, location.stride * 4 + location.piece);
  return hash_mix(hash, (uint64_t)location.offset);
}

static bool is_same(struct location a, struct location b) {
  return a.object == b.object && a.stride == b.stride && a.offset == b.offset && a.piece == b.piece;
}

static void grow_index(struct abstracts *abstracts) {
  size_t count = abstracts->slot_count ? abstracts->slot_count * 2 : 1024;
  free(abstracts->slots);
  abstracts->slots = alloc_zeroed(count * sizeof *abstracts->slots);
  abstracts->slot_count = count;
  for (uint32_t i = 0; i < abstracts->locations.count; i++) {
    size_t at = hash_location(abstracts->locations.data[i]) & (count - 1);
    while (abstracts->slots[at] != 0) at = (at + 1) & (count - 1);
    abstracts->slots[at] = i + 1;
  }
}

/* The slot of the location, or the empty one where it belongs. */
static uint32_t *find_slot(struct abstracts *abstracts, struct location location) {
  size_t mask = abstracts->slot_count - 1, at = hash_location(location) & mask;
  while (abstracts->slots[at] != 0 &&
         !is_same(abstracts->locations.data[abstracts->slots[at] - 1], location))
    at = (at + 1) & mask;
  return &abstracts->slots[at];
}

uint32_t abstracts_locate(struct abstracts *abstracts, struct location location) {
  location = normal_form(location);
  if (abstracts->locations.count * 2 >= abstracts->slot_count) grow_index(abstracts);
  uint32_t *slot = find_slot(abstracts, location);
  if (*slot != 0) return *slot - 1;
  vec_push(&abstracts->locations, location);
  *slot = (uint32_t)abstracts->locations.count;
  return *slot - 1;
}

static uint32_t common_divisor(uint32_t a, uint32_t b) {
  while (b != 0) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint8_t turned(uint8_t piece, enum shift_turn turn) {
  switch (turn) {
  case TURN_TO_PIECES: return PIECE_NUMBER;
  case TURN_TO_ADDRESS: return PIECE_NOT;
  case TURN_NEGATE:
    return piece == PIECE_NOT ? PIECE_NEGATIVE : piece == PIECE_NEGATIVE ? PIECE_NOT : PIECE_NUMBER;
  case TURN_SCATTER: return piece == PIECE_NOT ? PIECE_NOT : PIECE_SCATTERED;
  case TURN_GATHER: return piece == PIECE_SCATTERED ? PIECE_NOT : piece;
  default: return piece;
  }
}

/* From any offset on: steps forward stay there. Steps back may be taken again and again. */
static int64_t moved_bound(int64_t bound, struct shift shift) {
  return shift.offset < 0 ? 0 : bound;
}

/* Unknown numbers have no offset, and the negative of one is one. */
static uint32_t shift_number(struct abstracts *abstracts, struct location location,
                             struct shift shift) {
  if (shift.turn != TURN_NEGATE) location.piece = turned(location.piece, shift.turn);
  if (shift.widens) location.piece = PIECE_NOT;
  return abstracts_locate(abstracts, location);
}

uint32_t abstracts_shift(struct abstracts *abstracts, uint32_t number, struct shift shift) {
  struct location location = abstracts->locations.data[number], old = location;
  if (abstracts->objects.data[location.object].kind == ABSTRACT_ANY)
    return shift_number(abstracts, location, shift);
  if (shift.ends_addresses) return ABSTRACT_NONE;
  location.piece = turned(location.piece, shift.turn);
  location.stride = common_divisor(location.stride, shift.stride);
  if (__builtin_add_overflow(location.offset, shift.offset, &location.offset)) location.stride = 1;
  if (location.stride == 1 && old.stride == 1) location.offset = moved_bound(old.offset, shift);
  if (location.stride == 1 && old.stride > 1) location.offset = 0;
  location = normal_form(location);
  if (location.stride == 0 && *find_slot(abstracts, location) == 0 &&
      abstracts->objects.data[location.object].advanced++ >= MAX_ADVANCED) {
    bool is_aligned = location.offset % 8 == 0;
    location.offset = 0;
    location.stride = is_aligned ? 8 : 1;
  }
  return abstracts_locate(abstracts, location);
}

bool abstract_overlaps(struct location a, uint64_t a_size, struct location b, uint64_t b_size) {
  if (a_size > MAX_OFFSET) a_size = MAX_OFFSET;
  if (b_size > MAX_OFFSET) b_size = MAX_OFFSET;
  if (a.object != b.object || a_size == 0 || b_size == 0) return false;
  uint32_t stride = common_divisor(a.stride, b.stride);
  if (stride == 1) {
    if (a.stride == 1 && b.stride == 0) return b.offset + (int64_t)b_size > a.offset;
    if (b.stride == 1 && a.stride == 0) return a.offset + (int64_t)a_size > b.offset;
    return true;
  }
  int64_t distance = b.offset - a.offset; /* of b's first byte from a's */
  if (stride == 0) return distance < 0 ? (uint64_t)-distance < b_size : (uint64_t)distance < a_size;
  distance %= stride;
  if (distance < 0) distance += stride;
  return (uint64_t)distance < a_size || (uint64_t)(stride - distance) < b_size;
}
