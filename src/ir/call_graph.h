/* The call graph: which function may call which. */
#ifndef IR_CALL_GRAPH_H
#define IR_CALL_GRAPH_H

#include "ir/graph.h"

struct ir_call;
struct ir_func;
struct ir_ins;
struct ir_program;

/* Nodes are function numbers. An arc is labelled with the number of the first
   instruction of the caller that makes it; a callee occurs once per caller. */
struct call_graph {
  struct graph callees;
  struct graph callers;
  /* Strongly connected components, numbered bottom-up: a component's callees are in it or in one
     with a lower number. */
  struct graph_components components;
  bool *is_address_taken;  /* per function: may be called through a pointer */
  bool *has_indirect_call; /* per function */
  uint32_t *address_taken; /* the same functions as a list, in order */
  uint32_t address_taken_count;
};

/* Owned by the caller. */
struct call_graph call_graph_build(const struct ir_program *program);
void call_graph_free(struct call_graph *graph);

/* The function that a call names, or GRAPH_NONE if it goes through a pointer. */
uint32_t call_graph_direct_callee(const struct ir_func *func, const struct ir_ins *call);
/* Would the interpreter accept this call if the function were its target? */
bool call_graph_accepts(const struct ir_func *callee, const struct ir_func *caller,
                        const struct ir_call *call);
/* May the function call itself, directly or through others? */
static inline bool call_graph_is_recursive(const struct call_graph *graph, uint32_t func) {
  return graph_component_is_cyclic(&graph->callees, &graph->components,
                                   graph->components.of_node[func]);
}

#endif
