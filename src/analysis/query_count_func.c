/* The parts of a function's analysis, in the order of their dependences. */
#include "analysis/query_count_func.h"

#include "ir/trip_counts.h"

#include <stdlib.h>

struct query_func *query_func_new(const struct query_context *context, const struct ir_func *func) {
  struct query_func *new = alloc_zeroed(sizeof *new);
  new->options = &context->options;
  new->func = func;
  new->cfg = cfg_build(func);
  new->dominators = dominators_build(&new->cfg);
  new->loops = loops_build(&new->cfg, &new->dominators);
  new->def_use = def_use_build(func);
  struct trip_count *trips =
      trip_counts_find(context->program, func, &new->dominators, &new->loops, &new->def_use);
  new->weights = query_weights_build(func, &new->loops, trips, &context->options);
  new->sites = query_sites_build(context, func, &new->cfg, &new->loops, &new->weights);
  new->live = query_live_build(&new->sites, &new->cfg, &new->loops, &new->def_use);
  free(trips);
  return new;
}

void query_func_free(struct query_func *func) {
  query_live_free(&func->live);
  query_sites_free(&func->sites);
  query_weights_free(&func->weights);
  def_use_free(&func->def_use);
  loops_free(&func->loops);
  dominators_free(&func->dominators);
  cfg_free(&func->cfg);
  free(func);
}
