/* Which branches of the program can still decide whether something uncovered is reached. */
#ifndef REDUCE_REDUNDANT_RELEVANCE_H
#define REDUCE_REDUNDANT_RELEVANCE_H

#include <stdbool.h>
#include <stdint.h>

struct coverable;
struct coverage;
struct dead_code;
struct ir_program;
struct points_to;
struct relevance;

struct relevance_options {
  const struct coverable *coverable; /* borrowed */
  const struct dead_code *dead;      /* borrowed; NULL: nothing is known to be dead */
  const volatile bool *stop;
};

/* Returns owned; borrows the others, of which the coverage grows. */
struct relevance *relevance_new(const struct ir_program *program, const struct points_to *points,
                                const struct coverage *coverage,
                                const struct relevance_options *options);
void relevance_free(struct relevance *relevance);
/* False: the analysis was stopped, and every branch has to be thought relevant. */
bool relevance_is_known(const struct relevance *relevance);

/* Can the end of the block, or a check in it, decide whether something that is uncovered now is
   reached: a block, an edge, or what follows a call that has not returned yet? */
bool relevance_has_branch(struct relevance *relevance, uint32_t func, uint32_t block);
/* Can a path that comes to the instruction reach something uncovered before the function returns?
 */
bool relevance_is_ahead(struct relevance *relevance, uint32_t func, uint32_t ins);
/* Can a path that is in the block return from the function? */
bool relevance_can_return(const struct relevance *relevance, uint32_t func, uint32_t block);
/* Grows whenever a branch has become irrelevant; none ever becomes relevant again. */
uint64_t relevance_round(struct relevance *relevance);
/* The number of relevant branches. */
uint64_t relevance_count(struct relevance *relevance);

#endif
