/* A number for each of many nodes, few of them not 0: how many queries, and in the highest bit
   whether the node flows to a result of the function. */
#ifndef ANALYSIS_QUERY_COUNT_NUMBERS_H
#define ANALYSIS_QUERY_COUNT_NUMBERS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define QUERY_NODE_FLOWS 0x80000000u

static inline uint32_t query_node_count(uint32_t number) { return number & ~QUERY_NODE_FLOWS; }
/* The greater count, and whether either flows. */
static inline uint32_t query_node_join(uint32_t a, uint32_t b) {
  uint32_t most = query_node_count(a) < query_node_count(b) ? b : a;
  return most | ((a | b) & QUERY_NODE_FLOWS);
}

struct query_node_numbers {
  uint32_t *of_node;
  VEC(uint32_t) touched; /* nodes that may not be 0, each once */
  bool *is_touched;
};

/* All 0. Owned by the caller. */
static inline struct query_node_numbers query_node_numbers_new(uint32_t count) {
  return (struct query_node_numbers){.of_node = alloc_zeroed(count * sizeof(uint32_t)),
                                     .is_touched = alloc_zeroed(count)};
}

static inline void query_node_numbers_free(struct query_node_numbers *numbers) {
  free(numbers->of_node);
  free(numbers->is_touched);
  vec_free(&numbers->touched);
}

/* The caller may change it. */
static inline uint32_t *query_node_numbers_at(struct query_node_numbers *numbers, uint32_t node) {
  if (!numbers->is_touched[node]) {
    numbers->is_touched[node] = true;
    vec_push(&numbers->touched, node);
  }
  return &numbers->of_node[node];
}

static inline void query_node_numbers_raise(struct query_node_numbers *numbers, uint32_t node,
                                            uint32_t least) {
  if (least == 0) return;
  uint32_t *number = query_node_numbers_at(numbers, node);
  *number = query_node_join(*number, least);
}

/* Removes nodes that have become 0 again from the list. */
static inline void query_node_numbers_compact(struct query_node_numbers *numbers) {
  size_t kept = 0;
  for (size_t i = 0; i < numbers->touched.count; i++) {
    uint32_t node = numbers->touched.data[i];
    if (numbers->of_node[node] != 0)
      numbers->touched.data[kept++] = node;
    else
      numbers->is_touched[node] = false;
  }
  numbers->touched.count = kept;
}

static inline void query_node_numbers_clear(struct query_node_numbers *numbers) {
  for (size_t i = 0; i < numbers->touched.count; i++) {
    numbers->of_node[numbers->touched.data[i]] = 0;
    numbers->is_touched[numbers->touched.data[i]] = false;
  }
  vec_clear(&numbers->touched);
}

#endif
