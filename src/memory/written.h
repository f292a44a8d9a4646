/* Which bytes of a part of memory (a small object or a page) are unwritten.

   There is a bit for every byte, set until the byte is written. The bits of up to 63 bytes are
   in the word itself, others in a block of the pool that the first write allocates and the last
   one frees. So a part costs one word, and a part that was written completely, or made as zeros,
   has the word 0. Unwritten bytes are 0, so that equal content has equal bytes. */
#ifndef MEMORY_WRITTEN_H
#define MEMORY_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool;

/* 0: all bytes were written. Highest bit set: the bits themselves, below it. Odd: no byte was
   written, and half the word is their number. Else the address of a map. */
struct written {
  uint64_t word;
};

struct written_map {
  uint16_t left; /* bits still set */
  uint16_t size; /* bytes of the part */
  uint8_t bits[];
};

enum { WRITTEN_INLINE = 63 };
#define WRITTEN_BITS ((uint64_t)1 << 63)

static inline bool written_is_inline(const struct written *written) {
  return written->word >> 63 != 0;
}

static inline struct written_map *written_find_map(const struct written *written) {
  bool is_map = written->word != 0 && !(written->word >> 63) && !(written->word & 1);
  return is_map ? (struct written_map *)(uintptr_t)written->word : NULL;
}

/* NULL if there are none: all bytes are in the same state. */
static inline uint8_t *written_bits(const struct written *written) {
  if (written_is_inline(written)) return (uint8_t *)(uintptr_t)&written->word;
  struct written_map *map = written_find_map(written);
  return map ? map->bits : NULL;
}

/* For a part of that many bytes, none of them written. */
static inline struct written written_nothing(uint64_t size) {
  if (size == 0) return (struct written){0};
  if (size <= WRITTEN_INLINE) return (struct written){WRITTEN_BITS | (((uint64_t)1 << size) - 1)};
  return (struct written){size << 1 | 1};
}
void written_release(struct pool *pool, struct written *written);
/* Makes a bytewise copy of the struct an independent owner. */
void written_unshare(struct pool *pool, struct written *written);

/* Whether all bytes of [from, to) were written; not NULL. */
bool written_covers(const struct written *written, uint32_t from, uint32_t to);
void written_mark_slowly(struct pool *pool, struct written *written, uint32_t from, uint32_t to);
static inline void written_mark(struct pool *pool, struct written *written, uint32_t from,
                                uint32_t to) {
  if (written->word == 0) return;
  if (!written_is_inline(written) || to - from > 32) {
    written_mark_slowly(pool, written, from, to);
    return;
  }
  written->word &= ~((((uint64_t)1 << (to - from)) - 1) << from);
  if (written->word == WRITTEN_BITS) written->word = 0;
}
/* The opposite: unwritten bytes were copied there. The part has `size` bytes. */
void written_unmark(struct pool *pool, struct written *written, uint32_t size, uint32_t from,
                    uint32_t to);
/* The largest range of written bytes around `at`, which is written, in a part of `size` bytes. */
void written_range(const struct written *written, uint32_t size, uint32_t at, uint32_t *from,
                   uint32_t *to);
/* The first range of unwritten bytes in [from, to); false if there is none. */
bool written_find_gap(const struct written *written, uint32_t from, uint32_t to, uint32_t *start,
                      uint32_t *end);
/* Whether the same bytes of [from, to) were written in both; NULL means all. */
bool written_is_same(const struct written *a, const struct written *b, uint32_t from, uint32_t to);

#endif
