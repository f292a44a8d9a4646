/* Content of an object that is an array (memory/byte_array.h): private to src/memory. */
#ifndef MEMORY_ARRAY_CONTENT_H
#define MEMORY_ARRAY_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct memory;
struct object;

/* Bytes of an object that belong to an array: offset + shift is the position. */
struct array_part {
  struct expr *array;
  uint64_t shift; /* modulo 2^64 */
};

/* Whether all of [low, end) belongs to one array, and which. */
bool array_content_find(const struct object *object, uint64_t low, uint64_t end,
                        struct array_part *part);
/* The range of one array around the offset, if there is one. */
bool array_content_extent(const struct object *object, uint64_t offset, uint64_t *low,
                          uint64_t *end, struct array_part *part);
/* Makes an array with the content of [*low, *end), which has more than one element; the range
   may be widened to whole elements. Elements have `unit` bytes (1, 2, 4 or 8, dividing both
   ends) unless another size is better. False if it would take more than `most` stores. Does not
   change the object. */
bool array_content_make(struct memory *memory, const struct object *object, uint64_t *low,
                        uint64_t *end, unsigned unit, uint64_t most, struct array_part *part);
/* The same for a range of whole elements, with the base and positions of an existing array; NULL
   if that takes more than `most` stores. */
struct expr *array_content_over(struct memory *memory, const struct object *object, uint64_t low,
                                uint64_t end, const struct array_part *like, uint64_t most);
/* Replaces all bytes of the old array in the object, which is unshared, by those of the new
   array. */
void array_content_put(struct memory *memory, struct object *object, const struct array_part *old,
                       struct expr *array);

#endif
