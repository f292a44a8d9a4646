/* SHA-256 of bytes in memory. The constants are the fractional parts of the square and cube roots
   of the first primes, computed as the standard says. */
#include "util/sha256.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 64, WORDS = 8, BLOCK = 64 };

struct sha256 {
  uint32_t state[WORDS], constants[ROUNDS];
};

static uint32_t rotate(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

/* floor(2^32 * root) mod 2^32, where root is the largest number whose power is at most the prime;
   found bit by bit, in integers. */
static uint32_t fraction_of_root(unsigned prime, unsigned power) {
  unsigned __int128 root = 0, limit = prime;
  for (int bit = 36; bit >= 0; bit--) { /* root has 32 bits behind the point */
    unsigned __int128 larger = root | (unsigned __int128)1 << bit, product = larger;
    for (unsigned i = 1; i < power; i++) product *= larger;
    if (product <= limit << (32 * power)) root = larger;
  }
  return (uint32_t)root;
}

static void begin(struct sha256 *hash) {
  unsigned count = 0;
  for (unsigned number = 2; count < ROUNDS; number++) {
    bool is_prime = true;
    for (unsigned i = 2; i * i <= number && is_prime; i++) is_prime = number % i != 0;
    if (!is_prime) continue;
    if (count < WORDS) hash->state[count] = fraction_of_root(number, 2);
    hash->constants[count++] = fraction_of_root(number, 3);
  }
}

static void add_block(struct sha256 *hash, const uint8_t *bytes) {
  uint32_t w[ROUNDS], s[WORDS];
  for (unsigned i = 0; i < 16; i++)
    w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
           (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
  for (unsigned i = 16; i < ROUNDS; i++) {
    uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  memcpy(s, hash->state, sizeof s);
  for (unsigned i = 0; i < ROUNDS; i++) {
    uint32_t sum = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
    uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    uint32_t first = s[7] + sum + choice + hash->constants[i] + w[i];
    uint32_t other = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
    uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += first;
    s[0] = first + other + majority;
  }
  for (unsigned i = 0; i < WORDS; i++) hash->state[i] += s[i];
}

void sha256_text(const void *bytes, size_t size, char out[SHA256_TEXT]) {
  const uint8_t *data = bytes;
  struct sha256 hash;
  uint8_t last[2 * BLOCK] = {0};
  size_t rest = size % BLOCK, padded = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
  begin(&hash);
  for (size_t i = 0; i + BLOCK <= size; i += BLOCK) add_block(&hash, data + i);
  if (rest > 0) memcpy(last, data + (size - rest), rest);
  last[rest] = 0x80;
  for (unsigned i = 0; i < 8; i++) last[padded - 1 - i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
  for (size_t i = 0; i < padded; i += BLOCK) add_block(&hash, last + i);
  for (unsigned i = 0; i < WORDS; i++) snprintf(out + (size_t)8 * i, 9, "%08x", hash.state[i]);
}
