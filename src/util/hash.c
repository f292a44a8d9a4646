/* Four lanes of eight bytes each, so that a multiplication need not wait for the previous one. */
#include "util/hash.h"

#include <string.h>

enum { LANES = 4, WORD = sizeof(uint64_t), STEP = LANES * WORD };

static uint64_t word_at(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, WORD);
  return word;
}

uint64_t hash_block(const void *block, size_t size) {
  const uint8_t *bytes = block;
  uint64_t hash = size * 0xff51afd7ed558ccdu;
  if (size >= STEP) {
    uint64_t lanes[LANES] = {1, 2, 3, 4};
    for (; size >= STEP; bytes += STEP, size -= STEP)
      for (int i = 0; i < LANES; i++) lanes[i] = hash_mix(lanes[i], word_at(bytes + i * WORD));
    for (int i = 0; i < LANES; i++) hash = hash_mix(hash, lanes[i]);
  }
  for (; size >= WORD; bytes += WORD, size -= WORD) hash = hash_mix(hash, word_at(bytes));
  if (size == 0) return hash;
  uint64_t rest = 0;
  for (size_t i = 0; i < size; i++) rest |= (uint64_t)bytes[i] << 8 * i;
  return hash_mix(hash, rest);
}
