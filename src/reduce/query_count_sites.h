/* The queries of a function, and which of them a register or a cell leads to. */
#ifndef REDUCE_QUERY_COUNT_SITES_H
#define REDUCE_QUERY_COUNT_SITES_H

#include "reduce/query_count_cells.h"
#include "reduce/query_count_set.h"
#include "reduce/query_count_summary.h"

struct cfg;
struct graph_arc;
struct loops;
struct query_weights;

#define QUERY_NO_CALL UINT32_MAX

/* A place where queries are made: by an instruction, or, at a call, those in the callee that
   depend on one of its arguments or on one of the cells that it reads. */
struct query_site {
  struct query_number weight; /* how many, each time control comes by */
  uint32_t ins;
  uint32_t call; /* in calls, or QUERY_NO_CALL */
  uint32_t port; /* of a call: the argument, or from arg_count on the cell in the summary */
};

/* A call that may make queries. Sites of one call overlap: some queries depend on several
   arguments. So where a variable leads to several of them, only the heaviest one counts. */
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
  QUERY_BEGINS /* a register gets its value that is a base; `cell` is its number */
};

struct query_event { /* what an instruction does to a cell */
  enum query_event_kind kind;
  uint32_t cell;
  uint32_t ins;
};

struct query_use { /* the node is read by the query */
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
  /* What is computed from what, by place and in order: labels are instructions, or IR_NONE for
     what edges pass on. What is stored is among the events. */
  struct graph_arc *data_flow;
  uint32_t *first_flow;              /* per place and one more */
  VEC(struct query_use) uses;        /* by site */
  uint32_t *first_use;               /* per place and one more */
  struct query_number *block_totals; /* per block */
  struct query_sets sets;
  query_set *of_node; /* the sites that a node's value leads to */
  bool *flows;        /* per node: to a result of the function */
};

/* Owned by the caller. Calls have their weights from the summaries as they are. */
struct query_sites query_sites_build(const struct query_context *context,
                                     const struct ir_func *func, const struct cfg *cfg,
                                     const struct loops *loops,
                                     const struct query_weights *weights);
void query_sites_free(struct query_sites *sites);
/* Takes the weights of calls, and so the totals of blocks, anew from the summaries. */
void query_sites_refresh(struct query_sites *sites, const struct query_context *context,
                         const struct loops *loops);

/* The sum of the weights of the sites in the list, in order; of each call the heaviest. */
struct query_number query_sites_sum(const struct query_sites *sites, const uint32_t *list,
                                    size_t count);

#endif
