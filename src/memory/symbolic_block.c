/* Copying and setting a range whose length is symbolic.

   The bytes below the least length are copied or set outright; each piece of the rest is an ite
   of the new and the old value, comparing its place with the length. A piece is as large as the
   known zero bits of the length allow, so that an array of words stays one. */
#include "memory/symbolic.h"

#include "expr/expr.h"
#include "memory/content.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MAX_PIECE = 8 };

/* The possible lengths: multiples of `piece` with certain <= length <= possible. */
struct extent {
  uint64_t certain, possible;
  uint32_t piece;
};

static struct extent extent_of(const struct expr *length, uint64_t most) {
  REQUIRE(length->width == 64);
  struct expr_range range = expr_range_of(length);
  uint32_t piece = 1;
  while (piece < MAX_PIECE && (range.zeros & piece)) piece *= 2;
  uint64_t possible = (range.umax < most ? range.umax : most) & -(uint64_t)piece;
  uint64_t certain = (range.umin + piece - 1) & -(uint64_t)piece;
  return (struct extent){certain < possible ? certain : possible, possible, piece};
}

static bool stopped(struct object *object, struct access_fault *fault) {
  *fault = (struct access_fault){ACCESS_STOPPED, object, 0};
  return false;
}

/* Replaces the uncertain part at `offset` of the target by the entries where the length reaches
   them. False if it had to stop. */
static bool put_part(struct memory *memory, struct object *target, uint64_t offset,
                     struct expr *length, const struct extent *extent, content_list *fresh) {
  struct exprs *exprs = memory->exprs;
  for (size_t i = 0; i < fresh->count; i++) {
    struct content_entry *entry = &fresh->data[i];
    if (i % ENTRIES_PER_LOOK == ENTRIES_PER_LOOK - 1 && memory_must_stop(memory)) return false;
    struct expr *place = expr_const(exprs, 64, entry->start - offset);
    struct expr *old = content_value(memory, target, entry->start, entry->size);
    entry->value = expr_ite(exprs, expr_ult(exprs, place, length), entry->value, old);
  }
  return content_replace_range(memory, target, offset + extent->certain,
                               extent->possible - extent->certain, fresh->data, fresh->count);
}

/* False if it had to stop. */
static bool fill_pages(struct memory *memory, struct object *object, uint64_t offset,
                       uint64_t size) {
  const uint64_t chunk = (uint64_t)PARTS_PER_LOOK * ADDRESS_PAGE_SIZE;
  for (uint64_t done = 0; done < size; done += chunk) {
    if (done > 0 && memory_must_stop(memory)) return false;
    content_fill_unwritten(memory, object, offset + done,
                           size - done < chunk ? size - done : chunk);
  }
  return true;
}

bool memory_copy_part(struct memory *memory, struct space *space, uint64_t to, uint64_t from,
                      struct expr *length, uint64_t most, struct access_fault *fault,
                      bool *was_write) {
  memory_notify(memory, MEMORY_READ, from, most);
  memory_notify(memory, MEMORY_MAY_WRITE, to, most);
  *was_write = true;
  struct object *target = content_find(space, to, most, true, fault);
  if (target == NULL) return false;
  *was_write = false;
  struct object *source = content_find(space, from, most, false, fault);
  if (source == NULL) return false;
  struct extent extent = extent_of(length, most);
  uint64_t to_offset = to - target->base, from_offset = from - source->base;
  content_list fresh = {0};
  bool is_done = fill_pages(memory, source, from_offset, extent.possible);
  for (uint64_t at = extent.certain; is_done && at < extent.possible; at += extent.piece) {
    struct expr *value = content_value(memory, source, from_offset + at, extent.piece);
    vec_push(&fresh, ((struct content_entry){to_offset + at, extent.piece, value, 0}));
    if (fresh.count % ENTRIES_PER_LOOK == 0) is_done = !memory_must_stop(memory);
  }
  if (is_done && extent.certain > 0)
    is_done = memory_copy(memory, space, to, from, extent.certain, fault, was_write);
  if (is_done && fresh.count > 0) {
    target = content_own(memory, space, space_find(space, to));
    is_done = put_part(memory, target, to_offset, length, &extent, &fresh);
  }
  vec_free(&fresh);
  return is_done || stopped(target, fault);
}

/* The byte repeated over [start, end), in pieces. False if it had to stop. */
static bool list_copies(struct memory *memory, struct expr *byte, uint64_t start, uint64_t end,
                        uint32_t piece, content_list *list) {
  struct expr *value = byte;
  for (uint32_t i = 1; i < piece; i++) value = expr_concat(memory->exprs, byte, value);
  for (uint64_t at = start; at < end; at += piece) {
    vec_push(list, ((struct content_entry){at, piece, value, 0}));
    if (list->count % ENTRIES_PER_LOOK == 0 && memory_must_stop(memory)) return false;
  }
  return true;
}

bool memory_set_part(struct memory *memory, struct space *space, uint64_t address,
                     struct expr *byte, struct expr *length, uint64_t most,
                     struct access_fault *fault) {
  REQUIRE(byte->width == 8);
  memory_notify(memory, MEMORY_MAY_WRITE, address, most);
  struct object *object = content_find(space, address, most, true, fault);
  if (object == NULL) return false;
  object = content_own(memory, space, object);
  struct extent extent = extent_of(length, most);
  uint64_t offset = address - object->base;
  content_list fresh = {0};
  bool is_done = true;
  if (expr_is_const(byte) && extent.certain > 0) {
    is_done =
        memory_set(memory, space, address, (uint8_t)expr_const_value(byte), extent.certain, fault);
  } else if (extent.certain > 0) {
    is_done =
        list_copies(memory, byte, offset, offset + extent.certain, 1, &fresh) &&
        content_replace_range(memory, object, offset, extent.certain, fresh.data, fresh.count);
    vec_clear(&fresh);
  }
  is_done = is_done && list_copies(memory, byte, offset + extent.certain, offset + extent.possible,
                                   extent.piece, &fresh);
  if (is_done && fresh.count > 0)
    is_done = put_part(memory, object, offset, length, &extent, &fresh);
  vec_free(&fresh);
  return is_done || stopped(object, fault);
}
