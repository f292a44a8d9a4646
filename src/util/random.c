/* xoshiro256** of Blackman and Vigna ("Scrambled linear pseudorandom number generators",
   2021), whose state is filled by splitmix64, as they advise. */
#include "util/random.h"

static uint64_t splitmix(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t word, unsigned count) {
  return word << count | word >> (64 - count);
}

struct random_source random_source_new(uint64_t seed, uint64_t stream) {
  struct random_source source;
  uint64_t state = splitmix(&seed) ^ splitmix(&stream);
  for (int i = 0; i < 4; i++) source.words[i] = splitmix(&state);
  return source;
}

uint64_t random_draw(struct random_source *source) {
  uint64_t *w = source->words;
  uint64_t result = rotate(w[1] * 5, 7) * 9, shifted = w[1] << 17;
  w[2] ^= w[0];
  w[3] ^= w[1];
  w[1] ^= w[2];
  w[0] ^= w[3];
  w[2] ^= shifted;
  w[3] = rotate(w[3], 45);
  return result;
}

/* The high word of draw * limit, drawn again if the low word is in the part that would make some
   results more likely (Lemire, "Fast random integer generation in an interval", 2019). */
uint64_t random_draw_below(struct random_source *source, uint64_t limit) {
  uint64_t threshold = -limit % limit;
  for (;;) {
    unsigned __int128 product = (unsigned __int128)random_draw(source) * limit;
    if ((uint64_t)product >= threshold) return (uint64_t)(product >> 64);
  }
}

double random_draw_unit(struct random_source *source) {
  return (double)(random_draw(source) >> 11) * 0x1p-53;
}
