/* What the pages of a large object hold that nobody has touched: zeros, inputs of an array, or
   bytes that nobody wrote.

   A background is shared between objects and never changed. Where an object has none, its
   absent pages are zeros. */
#ifndef MEMORY_BACKGROUND_H
#define MEMORY_BACKGROUND_H

#include <stdbool.h>
#include <stdint.h>

struct expr_array;
struct pool;

/* The pages from `first` up to where the next range begins. */
struct background_range {
  uint64_t first;
  const struct expr_array *array; /* inputs of this one; NULL: no inputs */
  bool is_unwritten;              /* nobody wrote them; else, without an array: zeros */
  uint64_t shift;                 /* the byte at offset o of the object is input o + shift */
};

struct background {
  uint32_t refs;
  uint32_t count;
  struct background_range ranges[]; /* by page; the first begins at 0, neighbours differ */
};

/* May be NULL. */
struct background *background_share(struct background *background);
void background_release(struct pool *pool, struct background *background);

const struct background_range *background_find(const struct background *background, uint64_t page);

/* The same, which may be NULL, but for the pages [first, end), which are what `filling` says;
   takes the background, returns owned, NULL where all is zeros. */
struct background *background_set(struct pool *pool, struct background *background, uint64_t first,
                                  uint64_t end, const struct background_range *filling);

#endif
