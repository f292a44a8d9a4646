/* Hashes of content. */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H

#include <stddef.h>
#include <stdint.h>

/* An odd number without pattern, 2^64 divided by the golden ratio: the high bits of a product with
   it depend on all bits of the other factor (Knuth, The Art of Computer Programming, section 6.4).
   All tables that hash by multiplication use it. */
#define HASH_FACTOR UINT64_C(0x9e3779b97f4a7c15)

/* Of a block of any size. */
uint64_t hash_block(const void *bytes, size_t size);

/* Adds one word. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

#endif
