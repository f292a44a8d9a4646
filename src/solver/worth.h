/* Whether a link that may answer is worth asking: what it costs against what it spares the links
   behind it. All in units of work (solver.h), so that a run is the same on every machine. */
#ifndef SOLVER_WORTH_H
#define SOLVER_WORTH_H

#include <stdbool.h>
#include <stdint.h>

/* The work of evaluating a node of an expression. */
enum { NODE_WORK = 2 };

/* Moving averages; all zero at first, when everything is tried, as it is while the links behind
   count no work. */
struct worth {
  uint64_t cost;   /* of an attempt */
  uint64_t behind; /* of a query in the links behind */
  uint32_t share;  /* of attempts that answered, in 1024ths */
  uint32_t attempts, skipped;
};

/* Whether to try the next query. If it seems not to pay, every sixteenth query is tried all the
   same. */
bool worth_trying(struct worth *worth);
void worth_note_attempt(struct worth *worth, uint64_t cost, bool has_answered);
void worth_note_behind(struct worth *worth, uint64_t work);

#endif
