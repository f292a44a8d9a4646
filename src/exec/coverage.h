/* What has been executed so far, on any path: functions entered, edges taken, calls that
   returned. Blocks and lines follow from them.

   Threaded code notes an edge when it is first taken and never thinks of it again (see
   translate_control.c), so coverage costs nothing in the long run. */
#ifndef EXEC_COVERAGE_H
#define EXEC_COVERAGE_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct coverable;
struct ir_program;
struct machine;

struct func_coverage {
  bool is_entered;
  uint8_t *edges;  /* per edge of the function: taken; NULL before the function is entered */
  uint8_t *calls;  /* per call of the function: has returned */
  uint8_t *blocks; /* per block: begun */
};

struct covered_edge {
  uint32_t func, edge;
};

struct coverage {
  struct func_coverage *funcs;    /* per function */
  uint64_t news;                  /* grows with everything that is covered for the first time */
  const struct coverable *limit;  /* borrowed; only its code makes news. NULL: all code */
  bool keeps_fresh;               /* somebody wants to know of new edges */
  VEC(struct covered_edge) fresh; /* those that nobody has been notified of yet */
};

void coverage_init(struct coverage *coverage, const struct ir_program *program);
void coverage_free(struct coverage *coverage, const struct ir_program *program);
void coverage_enter(struct coverage *coverage, const struct ir_program *program, uint32_t func);
void coverage_take_edge(struct coverage *coverage, const struct ir_program *program, uint32_t func,
                        uint32_t edge);
/* Whether covering the function is worth something. */
bool coverage_wants(const struct coverage *coverage, const struct ir_program *program,
                    uint32_t func);
void coverage_return(struct coverage *coverage, const struct ir_program *program, uint32_t func,
                     uint32_t call);

#endif
