/* Pointers that lead to one of a few places. As a cell of a shape, such a pointer is the number of
   its target. */
#ifndef REDUCE_SHAPE_TARGETS_H
#define REDUCE_SHAPE_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;

enum { MOST_TARGETS = 12, TARGET_BITS = 8 /* of a number */ };

/* Words, all different. Any number from `count` on means the last one. */
struct targets {
  uint32_t count;
  uint64_t words[MOST_TARGETS];
};

/* Unless it is there. False: there are too many. */
bool targets_add(struct targets *targets, uint64_t word);
bool targets_have(const struct targets *targets, uint64_t word, uint32_t *number);
/* The constants of an ite tree, or of a constant. False: the value, of 64 bits, is something else,
   or there are too many. */
bool targets_list(struct expr *value, struct targets *targets);
/* Whether some could be addresses. */
bool targets_may_point(const struct targets *targets);
/* The word with the number; 0 if there are none. */
struct expr *targets_choose(struct exprs *exprs, const struct targets *targets,
                            struct expr *number);
#endif
