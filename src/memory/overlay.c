/* The overlay itself: an array of entries in one block of the pool, with one operation that
   changes it. Replacing a range keeps what sticks out on either side as an extract of its entry.
   Such an extract may be constant (the high bytes of an extended value), and then becomes bytes
   again. */
#include "memory/overlay.h"

#include "expr/expr.h"
#include "memory/byte_array.h"
#include "util/pool.h"

#include <string.h>

static size_t block_size(uint32_t capacity) {
  return sizeof(struct overlay) + capacity * sizeof(struct overlay_entry);
}

static uint32_t entry_end(const struct overlay_entry *entry) {
  return (uint32_t)entry->start + entry->size;
}

void overlay_release(struct pool *pool, struct overlay *overlay) {
  if (overlay != NULL && --overlay->refs == 0)
    pool_give(pool, overlay, block_size(overlay->capacity));
}

uint32_t overlay_find(const struct overlay *overlay, uint32_t offset) {
  uint32_t low = 0, high = overlay ? overlay->count : 0;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (entry_end(&overlay->entries[middle]) > offset)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

bool overlay_covers(const struct overlay *overlay, uint32_t start, uint32_t end) {
  if (overlay == NULL || start >= end) return false;
  uint32_t at = overlay_find(overlay, start);
  return at < overlay->count && overlay->entries[at].start < end;
}

static struct expr *constant(struct exprs *exprs, const uint8_t *bytes, uint32_t size) {
  uint64_t words[EXPR_MAX_WIDTH / 64] = {0};
  memcpy(words, bytes, size);
  return expr_const_words(exprs, size * 8, words);
}

/* The bytes of an entry from `from` on, as one value. */
static struct expr *entry_value(struct exprs *exprs, const struct overlay_entry *entry,
                                uint32_t from, uint32_t size) {
  if (byte_array_is(entry->value))
    return byte_array_value(exprs, entry->value, (uint64_t)entry->first + from, size);
  return expr_extract(exprs, entry->value, from * 8, size * 8);
}

struct expr *overlay_value(struct exprs *exprs, const struct overlay *overlay, const uint8_t *bytes,
                           uint32_t start, uint32_t size) {
  struct expr *value = NULL;
  uint32_t number = overlay_find(overlay, start), count = overlay ? overlay->count : 0;
  for (uint32_t at = start, end = start + size, next; at < end; at = next) {
    const struct overlay_entry *entry = number < count ? &overlay->entries[number] : NULL;
    struct expr *piece;
    if (entry && entry->start <= at) {
      next = entry_end(entry) < end ? entry_end(entry) : end;
      piece = entry_value(exprs, entry, at - entry->start, next - at);
      number++;
    } else {
      next = entry && entry->start < end ? entry->start : end;
      piece = constant(exprs, bytes + at, next - at);
    }
    value = value ? expr_concat(exprs, piece, value) : piece;
  }
  return value;
}

/* Makes *place an unshared overlay with room for `added` entries at index `first`, with entries
   up to `last` removed. */
static struct overlay_entry *open_gap(const struct overlay_part *part, uint32_t first,
                                      uint32_t last, uint32_t added) {
  struct overlay *old = *part->overlay;
  uint32_t kept = old ? old->count - last : 0, total = first + added + kept;
  if (old != NULL && old->refs == 1 && total <= old->capacity) {
    memmove(old->entries + first + added, old->entries + last, kept * sizeof *old->entries);
    old->count = total;
    return old->entries + first;
  }
  uint32_t capacity = old && old->refs == 1 ? total + total / 2 : total;
  struct overlay *fresh = pool_take(part->pool, block_size(capacity));
  *fresh = (struct overlay){.refs = 1, .count = total, .capacity = capacity};
  if (old != NULL) {
    memcpy(fresh->entries, old->entries, first * sizeof *old->entries);
    memcpy(fresh->entries + first + added, old->entries + last, kept * sizeof *old->entries);
  }
  overlay_release(part->pool, old);
  *part->overlay = fresh;
  return fresh->entries + first;
}

static void put_constant(uint8_t *bytes, const struct expr *value, uint32_t size) {
  uint64_t words[EXPR_MAX_WIDTH / 64];
  expr_const_get_words(value, words);
  memcpy(bytes, words, size);
}

/* The part [start, end) of an entry, which stays. */
static struct overlay_entry cut_entry(struct exprs *exprs, const struct overlay_entry *entry,
                                      uint32_t start, uint32_t end) {
  uint32_t skipped = start - entry->start, size = end - start;
  bool is_array = byte_array_is(entry->value);
  struct expr *value =
      is_array ? entry->value : expr_extract(exprs, entry->value, skipped * 8, size * 8);
  return (struct overlay_entry){value, (uint16_t)start, (uint16_t)size,
                                is_array ? entry->first + skipped : 0};
}

void overlay_splice(const struct overlay_part *part, uint32_t start, uint32_t end,
                    const struct overlay_entry *entries, uint32_t count) {
  const struct overlay *old = *part->overlay;
  uint32_t first = overlay_find(old, start), last = first, added = 0;
  while (old && last < old->count && old->entries[last].start < end) last++;

  struct overlay_entry left = {0}, right = {0};
  if (first < last && old->entries[first].start < start)
    left = cut_entry(part->exprs, &old->entries[first], old->entries[first].start, start);
  if (first < last && entry_end(&old->entries[last - 1]) > end)
    right =
        cut_entry(part->exprs, &old->entries[last - 1], end, entry_end(&old->entries[last - 1]));

  const struct overlay_entry *edges[] = {&left, &right};
  for (int i = 0; i < 2; i++) {
    if (edges[i]->size == 0) continue;
    if (expr_is_const(edges[i]->value))
      put_constant(part->bytes + edges[i]->start, edges[i]->value, edges[i]->size);
    else
      added++;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (expr_is_const(entries[i].value)) {
      put_constant(part->bytes + entries[i].start, entries[i].value, entries[i].size);
    } else {
      memset(part->bytes + entries[i].start, 0, entries[i].size);
      added++;
    }
  }
  if (added == 0 && first == last) return;
  if (added == 0 && last - first == old->count) {
    overlay_release(part->pool, *part->overlay);
    *part->overlay = NULL;
    return;
  }
  struct overlay_entry *gap = open_gap(part, first, last, added);
  if (left.size != 0 && !expr_is_const(left.value)) *gap++ = left;
  for (uint32_t i = 0; i < count; i++)
    if (!expr_is_const(entries[i].value)) *gap++ = entries[i];
  if (right.size != 0 && !expr_is_const(right.value)) *gap++ = right;
}
