/* The overlay of one part of memory (a small object or a page): the bytes whose values are not
   concrete.

   Entries are sorted and do not overlap; none is a constant, and the concrete bytes under them
   are 0. An entry is a value, or bytes of an array that was written at symbolic offsets
   (memory/byte_array.h). An overlay is shared and counted like the bytes; a shared one is never
   changed. No overlay is empty. */
#ifndef MEMORY_OVERLAY_H
#define MEMORY_OVERLAY_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;
struct pool;
struct written;

struct overlay_entry {
  struct expr *value; /* 8 * size bits, the low byte first in memory; or an array */
  uint16_t start, size;
  uint32_t first; /* of an array: its byte at `start`; else 0 */
};

struct overlay {
  uint32_t refs;
  uint32_t round; /* the collection that visited it last */
  uint32_t count, capacity;
  struct overlay_entry entries[];
};

/* What an overlay belongs to, for changing it: all unshared, except possibly *overlay. */
struct overlay_part {
  struct pool *pool;
  struct exprs *exprs;
  struct overlay **overlay; /* owned; NULL if all is concrete */
  uint8_t *bytes;
  struct written *written;
};

void overlay_release(struct pool *pool, struct overlay *overlay);

/* Index of the first entry that ends after `offset`; the overlay may be NULL. */
uint32_t overlay_find(const struct overlay *overlay, uint32_t offset);
/* Whether a byte of [start, end) is symbolic. */
bool overlay_covers(const struct overlay *overlay, uint32_t start, uint32_t end);

/* The bytes [start, start + size) as one value; size is at most EXPR_MAX_WIDTH / 8. */
struct expr *overlay_value(struct exprs *exprs, const struct overlay *overlay, const uint8_t *bytes,
                           uint32_t start, uint32_t size);

/* Replaces the content of [start, end) by the given entries, which are sorted and within that
   range. Constants among them become bytes. The bytes that no entry covers are left to the
   caller; those that were symbolic are 0. The caller also updates which bytes are written. */
void overlay_splice(const struct overlay_part *part, uint32_t start, uint32_t end,
                    const struct overlay_entry *entries, uint32_t count);

#endif
