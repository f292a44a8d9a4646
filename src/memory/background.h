/* What the untouched pages of a large object hold: zeros, inputs of an array, or unwritten
   bytes.

   A background is shared between objects and never changed. If an object has none, its absent
   pages are zeros. */
#ifndef MEMORY_BACKGROUND_H
#define MEMORY_BACKGROUND_H

#include <stdbool.h>
#include <stdint.h>

struct expr_array;
struct pool;

/* The pages from `first` up to where the next range begins. */
struct background_range {
  uint64_t first;
  const struct expr_array *array; /* inputs of this array; NULL: not inputs */
  bool is_unwritten;              /* never written; false without an array: zeros */
  uint64_t shift;                 /* the byte at offset o of the object is input o + shift */
};

struct background {
  uint32_t refs;
  uint32_t count;
  struct background_range ranges[]; /* by page; the first begins at 0, adjacent ranges differ */
};

/* May be NULL. */
struct background *background_share(struct background *background);
void background_release(struct pool *pool, struct background *background);

const struct background_range *background_find(const struct background *background, uint64_t page);

/* A copy of the background, which may be NULL, with the pages [first, end) changed to `filling`.
   Takes the background, returns owned, NULL if all is zeros. */
struct background *background_set(struct pool *pool, struct background *background, uint64_t first,
                                  uint64_t end, const struct background_range *filling);

#endif
