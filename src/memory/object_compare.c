/* Comparing the content of two objects part by part, skipping what they share. */
#include "memory/object.h"

#include "expr/expr.h"
#include "memory/overlay.h"
#include "util/fault.h"

#include <string.h>

static uint64_t first_other_byte(const uint8_t *a, const uint8_t *b, uint64_t size) {
  if (a == b || memcmp(a, b, size) == 0) return size;
  uint64_t at = 0;
  while (a[at] == b[at]) at++;
  return at;
}

/* What an overlay has at an offset, and where that ends. */
struct stretch {
  const struct expr *value; /* NULL: concrete */
  uint32_t byte;            /* of the value or array */
  uint32_t end;
};

static struct stretch stretch_at(const struct overlay *overlay, uint32_t at, uint32_t size) {
  uint32_t number = overlay_find(overlay, at);
  if (overlay == NULL || number == overlay->count) return (struct stretch){NULL, 0, size};
  const struct overlay_entry *entry = &overlay->entries[number];
  if (entry->start > at) return (struct stretch){NULL, 0, entry->start};
  const struct expr *value = entry->value;
  uint32_t byte = entry->first + at - entry->start, end = (uint32_t)entry->start + entry->size;
  /* The remainder of a word that was partly overwritten. */
  if (value->kind == EXPR_EXTRACT && expr_extract_low(value) % 8 == 0) {
    byte += expr_extract_low(value) / 8;
    value = expr_child(value, 0);
  }
  return (struct stretch){value, byte, end};
}

static uint64_t first_other_value(const struct overlay *a, const struct overlay *b, uint32_t size) {
  if (a == b) return size;
  for (uint32_t at = 0; at < size;) {
    struct stretch first = stretch_at(a, at, size), second = stretch_at(b, at, size);
    if (first.value != second.value || first.byte != second.byte) return at;
    at = first.end < second.end ? first.end : second.end;
  }
  return size;
}

static uint64_t first_other_gap(const struct written *a, const struct written *b, uint32_t size) {
  for (uint32_t at = 0; at < size;) {
    uint32_t starts[2], ends[2];
    written_find_gap(a, at, size, &starts[0], &ends[0]);
    written_find_gap(b, at, size, &starts[1], &ends[1]);
    if (starts[0] != starts[1]) return starts[0] < starts[1] ? starts[0] : starts[1];
    if (ends[0] != ends[1]) return ends[0] < ends[1] ? ends[0] : ends[1];
    at = ends[0];
  }
  return size;
}

uint64_t object_first_difference(const struct object *a, const struct object *b) {
  REQUIRE(a->size == b->size);
  for (uint64_t at = 0; at < a->size;) {
    struct part_view first = object_view_part(a, at), second = object_view_part(b, at);
    /* Absent pages of inputs are equal as such, or count as different. */
    if (first.array != second.array || (first.array != NULL && first.shift != second.shift))
      return first.start;
    uint64_t bytes = first_other_byte(first.bytes, second.bytes, first.size);
    uint64_t values = first_other_value(first.overlay, second.overlay, (uint32_t)first.size);
    uint64_t least = bytes < values ? bytes : values;
    uint64_t gaps = first_other_gap(first.written, second.written, (uint32_t)first.size);
    if (gaps < least) least = gaps;
    if (least < first.size) return first.start + least;
    at = first.start + first.size;
  }
  return a->size;
}
