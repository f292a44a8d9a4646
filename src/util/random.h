/* Random numbers for choices that must be the same in every run with the same seed. */
#ifndef UTIL_RANDOM_H
#define UTIL_RANDOM_H

#include <stdint.h>

struct random_source {
  uint64_t words[4];
};

/* Sources of one seed and different streams give unrelated sequences. */
struct random_source random_source_new(uint64_t seed, uint64_t stream);
uint64_t random_draw(struct random_source *source);
/* A number less than the limit, which must not be 0; all are equally likely. */
uint64_t random_draw_below(struct random_source *source, uint64_t limit);
/* A number in [0, 1), a multiple of 2^-53. */
double random_draw_unit(struct random_source *source);

#endif
