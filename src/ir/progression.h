/* Arithmetic progressions and intervals in the integers modulo 2^width. */
#ifndef IR_PROGRESSION_H
#define IR_PROGRESSION_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers first, first + 1, …, first + span modulo 2^width, or none. Every
   comparison with a constant is true on such an arc. */
struct arc {
  unsigned width; /* 1 to 64 */
  bool is_empty;
  uint64_t first, span; /* both below 2^width */
};

struct arc arc_empty(unsigned width);
struct arc arc_full(unsigned width);
struct arc arc_between(unsigned width, uint64_t first, uint64_t last);
bool arc_is_full(const struct arc *arc);
bool arc_has(const struct arc *arc, uint64_t value);
struct arc arc_complement(const struct arc *arc);
/* All x with x + offset in the arc; all x with offset - x in it. */
struct arc arc_minus(const struct arc *arc, uint64_t offset);
struct arc arc_mirror(const struct arc *arc, uint64_t offset);
/* All narrow x of that width whose zero or sign extension is in the arc. */
struct arc arc_before_extension(const struct arc *arc, unsigned width, bool is_signed);

/* The least k >= 0 for which start + k * step modulo 2^arc->width is not in the
   arc; false if there is none. */
bool progression_leaves_arc(uint64_t start, uint64_t step, const struct arc *arc, uint64_t *k);

#endif
