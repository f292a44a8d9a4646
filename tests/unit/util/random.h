/* The random numbers of the tests: splitmix64, so that a seed is a whole state and
   neighbouring seeds give unrelated sequences. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
  uint64_t state;
};

static inline uint64_t random_next(struct random *random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* A number below limit, which must not be 0. */
static inline uint64_t random_below(struct random *random, uint64_t limit) {
  return random_next(random) % limit;
}

static inline uint64_t random_between(struct random *random, uint64_t low, uint64_t high) {
  return low + random_below(random, high - low + 1);
}

static inline bool random_chance(struct random *random, unsigned percent) {
  return random_below(random, 100) < percent;
}

#endif
