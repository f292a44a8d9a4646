/* Control dependence across calls: which branches decide whether given blocks are reached. */
#ifndef ANALYSIS_INFLUENCE_H
#define ANALYSIS_INFLUENCE_H

#include <stdbool.h>
#include <stdint.h>

struct influence;
struct ir_program;
struct points_to;

struct influence_options {
  /* The branches of loops decide, too, whether what follows the loops is reached. */
  bool loops_may_not_end;
  const volatile bool *stop; /* as in points_to_options */
};

/* Returns an owned analysis without targets; borrows the others. */
struct influence *influence_new(const struct ir_program *program, const struct points_to *points,
                                const struct influence_options *options);
void influence_free(struct influence *influence);
/* False if it was stopped, or points-to was: then every branch has to be thought to matter. */
bool influence_is_known(const struct influence *influence);

/* Blocks whose ends being reached matters: those not covered yet. Both take constant time; what
   follows from them is worked out when next asked for, in time linear in the program. */
void influence_add_target(struct influence *influence, uint32_t func, uint32_t block);
void influence_remove_target(struct influence *influence, uint32_t func, uint32_t block);

/* Can the way that the terminator of this block goes, a check in the block that may end the path
   (an assumption), or the function that a pointer leads to decide whether a target is reached?
   ensures: if not, two runs that differ from the branch on only in ways that other branches of this
   kind do not see reach the same targets, unless one of them meets an error of an instruction that
   is no branch (a bad address, a division by zero). */
bool influence_has_branch(struct influence *influence, uint32_t func, uint32_t block);
/* May a call of the function not return, for other reasons than such errors? */
bool influence_may_halt(const struct influence *influence, uint32_t func);

#endif
