/* Conditions: a branch together with the tests after it that only find out where to go, as
   short-circuit operators and `?:` produce, decided as one question.

   requires: a verified function.
   ensures: blocks[0] of each condition, its head, ends with a CONDBR. Every other block is entered
   only from blocks before it in the list, has only instructions without side effects (ir_is_pure)
   and ends with a CONDBR or a BR; one that ends with a BR computes only truth values as arguments
   and passes others on. The first n blocks are worth treating as one if bit n of `good` is set:
   they have at most two targets, reached by more than two edges. The last block belongs to such a
   prefix. */
#ifndef IR_CONDITIONS_H
#define IR_CONDITIONS_H

#include "ir/ir.h"

enum { CONDITION_MOST = 24 }; /* blocks, limited by the bits of `good` */

struct condition {
  uint32_t good;
  uint32_t count;
  uint32_t blocks[CONDITION_MOST]; /* in topological order */
};

struct conditions {
  VEC(struct condition) list;
  uint32_t *of_block; /* per block: number of the condition that it is the head of, plus 1, or 0 */
};

/* Owned by the caller. */
struct conditions conditions_build(const struct ir_func *func);
void conditions_free(struct conditions *conditions);
/* Whether the list satisfies the guarantees above; for debug builds and tests. */
bool conditions_are_sound(const struct ir_func *func, const struct conditions *conditions);

/* The condition that begins with the block's branch, or NULL. */
static inline const struct condition *conditions_find(const struct conditions *conditions,
                                                      uint32_t block) {
  uint32_t number = conditions->of_block[block];
  return number == 0 ? NULL : &conditions->list.data[number - 1];
}

/* The position of a block among the first `count` of a condition; `count` if it is not among them.
   An edge back to the head leaves the condition. */
static inline uint32_t condition_place(const struct condition *condition, uint32_t count,
                                       uint32_t block) {
  for (uint32_t i = 1; i < count; i++)
    if (condition->blocks[i] == block) return i;
  return count;
}

/* Whether executing the instruction early or needlessly makes no difference, as long as it does not
   fail: integer operations and loads. Not floating point, which may raise exception flags or have
   to be made concrete. */
bool ir_is_pure(const struct ir_ins *ins);

#endif
