/* What callers need to know of a function. */
#ifndef ANALYSIS_QUERY_COUNT_SUMMARY_H
#define ANALYSIS_QUERY_COUNT_SUMMARY_H

#include "analysis/query_count.h"
#include "util/alloc.h"

struct ir_program;

/* All counts are at the entry. */
struct query_summary {
  bool is_done; /* if false, its component of the graph of direct calls is in progress */
  struct query_number total;
  uint32_t param_count;
  struct query_number *params;
  bool *param_flows;            /* whether a result may depend on it */
  VEC(struct query_cell) cells; /* behind arguments and globals, with their counts */
  VEC(bool) cell_flows;
};

struct query_context {
  const struct ir_program *program;
  struct query_count_options options;
  struct query_summary *summaries; /* per function */
};

#endif
