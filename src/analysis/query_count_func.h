/* What the analysis knows of a function while it works on it. */
#ifndef ANALYSIS_QUERY_COUNT_FUNC_H
#define ANALYSIS_QUERY_COUNT_FUNC_H

#include "analysis/query_count_live.h"
#include "analysis/query_count_sites.h"
#include "analysis/query_count_weights.h"
#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/dominators.h"
#include "ir/loops.h"

struct query_func {
  const struct query_count_options *options;
  const struct ir_func *func;
  struct cfg cfg;
  struct dominators dominators;
  struct loops loops;
  struct def_use def_use;
  struct query_weights weights;
  struct query_sites sites;
  struct query_live live;
};

/* Owned by the caller. Not movable: its parts point at each other. */
struct query_func *query_func_new(const struct query_context *context, const struct ir_func *func);
void query_func_free(struct query_func *func);

/* The counts at all points of a function. */
struct query_points {
  uint32_t block_count;
  struct query_point *points; /* of the blocks, then after the calls */
  uint32_t call_count;
  uint32_t *calls; /* instruction numbers, in order; the point is number block_count + index */
  struct query_register *registers;
  struct query_cell *cells;
};
/* Owned by the caller. */
struct query_points query_points_build(struct query_func *func);
void query_points_free(struct query_points *points);

#endif
