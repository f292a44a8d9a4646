/* The queries of a function, and which of them depend on a register or a cell. */
#ifndef ANALYSIS_QUERY_COUNT_SITES_H
#define ANALYSIS_QUERY_COUNT_SITES_H

#include "analysis/query_count_cells.h"
#include "analysis/query_count_set.h"
#include "analysis/query_count_summary.h"

struct cfg;
struct graph_arc;
struct loops;
struct query_weights;

#define QUERY_NO_CALL UINT32_MAX

/* A place where queries are made: by an instruction or, for a call, by the callee, if they
   depend on one argument or one cell that it reads. */
struct query_site {
  struct query_number weight; /* how many, each time control passes */
  uint32_t ins;
  uint32_t call; /* in calls, or QUERY_NO_CALL */
  uint32_t port; /* of a call: the argument, or from arg_count on the cell in the summary */
};

/* A call that may make queries. Its sites overlap, since some queries depend on several
   arguments. So if a variable leads to several of them, only the heaviest counts. */
struct query_call {
  struct query_number total;
  uint32_t ins;
  uint32_t block;
  uint32_t callee; /* function number, or GRAPH_NONE: through a pointer */
  uint32_t first_site, site_count;
  uint32_t arg_count;
};

enum query_event_kind {
  QUERY_READS,
  QUERY_WRITES,
  QUERY_BEGINS /* a register that is a base is defined; `cell` is the register */
};

struct query_event { /* what an instruction does to a cell */
  enum query_event_kind kind;
  uint32_t cell;
  uint32_t ins;
};

struct query_use { /* the query reads the node */
  uint32_t node, site;
};

/* Nodes are registers by number, then cells. */
struct query_sites {
  uint32_t reg_count;
  struct query_cells cells;
  VEC(struct query_site) sites; /* by place, within a block in order */
  uint32_t *first_site;         /* per place and one more */
  VEC(struct query_call) calls; /* likewise */
  VEC(struct query_event) events;
  uint32_t *first_event; /* per place and one more */
  /* Data dependences, by place and in order: labels are instructions, or IR_NONE for arguments
     of edges. Stores are among the events. */
  struct graph_arc *data_flow;
  uint32_t *first_flow;              /* per place and one more */
  VEC(struct query_use) uses;        /* by site */
  uint32_t *first_use;               /* per place and one more */
  struct query_number *block_totals; /* per block */
  struct query_sets sets;
  query_set *of_node; /* the sites that a node's value influences */
  bool *flows;        /* per node: to a result of the function */
};

/* Owned by the caller. The weights of calls are from the current summaries. */
struct query_sites query_sites_build(const struct query_context *context,
                                     const struct ir_func *func, const struct cfg *cfg,
                                     const struct loops *loops,
                                     const struct query_weights *weights);
void query_sites_free(struct query_sites *sites);
/* Updates the weights of calls, and the totals of blocks, from the current summaries. */
void query_sites_refresh(struct query_sites *sites, const struct query_context *context,
                         const struct loops *loops);

/* The sum of the weights of the sites in the list, which is in order; only the heaviest of each
   call. */
struct query_number query_sites_sum(const struct query_sites *sites, const uint32_t *list,
                                    size_t count);

#endif
