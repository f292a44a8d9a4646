/* A walk that is under way, for the files of walk*.c. */
#ifndef REDUCE_REDUNDANT_WALK_STATE_H
#define REDUCE_REDUNDANT_WALK_STATE_H

#include "ir/ir.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/steps.h"
#include "reduce/redundant/walk.h"

struct walk {
  struct slicer *slicer;
  const struct walk_piece *piece;
  struct slice *slice;
  struct steps steps;
  void (*visit)(void *context, size_t stop, struct slice *slice);
  void *context;
};

static inline const struct ir_func *walk_body(const struct walk *walk, uint32_t func) {
  return walk->slicer->program->funcs.data[func];
}

static inline uint32_t walk_block(const struct walk *walk, uint32_t func, uint32_t ins) {
  return flows_of(walk->slicer->flows, func)->block_of[ins];
}

/* walk.c. Removes the results of the instruction; why one mattered. */
reason walk_take_results(struct walk *walk, struct activation *top, const struct ir_ins *ins);

/* walk_branch.c. Whether something uncovered lies ahead of an instruction of the running function,
   or of its callers, up to one that does not return. */
bool walk_is_ahead(const struct walk *walk, uint32_t ins);
/* The branch at the end of the block, or a call in it, if, here on the path, it can decide whether
   something uncovered is reached: relevance does not know where calls come from. */
reason walk_why_relevant(const struct walk *walk, uint32_t block, uint32_t ins);
/* Why something matters that these writes, which did not happen, could have changed. */
reason walk_why_otherwise(struct walk *walk, const struct write_set *writes);
void walk_undo_edge(struct walk *walk, const struct step *step);
/* Accesses from `accesses` on are by the other blocks of the condition. */
void walk_undo_condition(struct walk *walk, const struct step *step, size_t accesses);

/* walk_text.c. If the step leaves a function that looks for the end of a text, undoes the whole
   call. Returns the step by which it was entered, or the number of this one. */
size_t walk_undo_text_call(struct walk *walk, size_t number);

#endif
