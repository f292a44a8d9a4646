/* Walking a piece of a path backwards. */
#ifndef REDUCE_REDUNDANT_WALK_H
#define REDUCE_REDUNDANT_WALK_H

#include "exec/state.h"
#include "exec/trace.h"
#include "reduce/redundant/slice.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;

/* A trace, with where it begins and where it ends: the instruction at the end was not executed. */
struct walk_piece {
  const struct machine *machine;
  const struct trace *trace;
  struct place begin, end;
  const size_t *stops; /* positions in the trace, ascending; block entries */
  size_t stop_count;
  bool adds_last; /* what the instruction at the end has read and written matters */
};

/* Turns the slice at the end of the piece into that at its beginning. At each stop, last first,
   calls visit with its number and the slice there. */
void walk_back(struct slicer *slicer, const struct walk_piece *piece, struct slice *slice,
               void (*visit)(void *context, size_t stop, struct slice *slice), void *context);

/* Notes the objects that the piece made. */
void walk_objects(struct slicer *slicer, const struct walk_piece *piece);
/* False if it used an unknown number as an address. All objects must have been noted. */
bool walk_accesses(struct slicer *slicer, const struct walk_piece *piece);

#endif
