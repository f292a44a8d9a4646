/* Hashes of content. */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Of a block of any size, fast for large ones. */
uint64_t hash_block(const void *bytes, size_t size);

/* Adds one word. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

#endif
