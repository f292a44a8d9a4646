/* The other way to count queries: a backward data flow with a cap, as in the thesis that microc
   comes from (section 5.4.3.2). */
#ifndef ANALYSIS_QUERY_COUNT_LATTICE_H
#define ANALYSIS_QUERY_COUNT_LATTICE_H

#include "analysis/query_count_func.h"
#include "analysis/query_count_numbers.h"

struct query_entry {
  uint32_t node, value;
};
typedef VEC(struct query_entry) query_entries;

/* Nodes are registers by number, then cells by rank; the last one stands for all queries. */
struct query_lattice {
  const struct query_func *func; /* borrowed */
  uint32_t cap, node_count;
  query_entries *at_entry; /* per block: the numbers above 0 */
  uint64_t *sums;          /* per block: the sum of these, which only grows */
  struct query_node_numbers now, edge, added;
  struct ir_operand_list list;
};

/* Owned by the caller; borrows the function. Calls have the weights of their sites. */
struct query_lattice *query_lattice_solve(const struct query_func *func, uint32_t cap);
void query_lattice_free(struct query_lattice *lattice);

static inline uint32_t query_lattice_node_of_rank(const struct query_lattice *lattice,
                                                  uint32_t rank) {
  return lattice->func->sites.reg_count + rank;
}
static inline uint32_t query_lattice_total_node(const struct query_lattice *lattice) {
  return lattice->node_count - 1;
}

/* Called after each call of a block, before its results are defined, with the numbers in `now`
   and the greatest of the results. */
typedef void query_lattice_tell(void *context, struct query_lattice *lattice, uint32_t ins,
                                uint32_t result);
/* Walks a block backwards from the solution so far; leaves the numbers at its entry in `now`. */
void query_lattice_walk(struct query_lattice *lattice, uint32_t block, query_lattice_tell *tell,
                        void *context);
/* Appends the entries of `now` above 0, in no particular order. */
void query_lattice_list(struct query_lattice *lattice, query_entries *list);

/* query_count_lattice_points.c. At the function's entry: all queries, and those that depend on a
   register or a cell (by number), which are never more. */
struct query_number query_lattice_total(const struct query_lattice *lattice);
struct query_number query_lattice_register(const struct query_lattice *lattice, uint32_t reg);
struct query_number query_lattice_cell(const struct query_lattice *lattice, uint32_t cell);
/* The counts at all points. Owned by the caller. */
struct query_points query_lattice_points(struct query_lattice *lattice);

#endif
