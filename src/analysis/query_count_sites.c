/* Queries and data dependence.

   A query is made by a branch or switch whose outcome is not constant, by an access whose
   address is not at a constant offset from a local or global, by a division, by a checked shift,
   by a call through a pointer and by an assumption; and a call makes all the queries of the
   callee. Whether a query may depend on a variable (the paper's (l, v) < (l', e)) is found
   without regard to paths, by reachability over data dependence through registers and cells,
   where a store leads to every cell that it overlaps. Variables of a cycle lead to the same
   queries.

   requires: a verified function; the summaries of its callees, unless they are in the same
             component of the call graph.
   ensures:  of_node has, for each register and cell, the sites that its value may influence;
             block_totals has all queries of a block, including calls.

   Left out: that two bases may be the same object; what a callee stores; copies of blocks of
   memory; variable arguments; cells that are read by recursive calls; and calls through
   pointers. Following every candidate of these would tie large parts of a libc into one
   recursive component, whose counts would drown all others. */
#include "analysis/query_count_sites.h"

#include "analysis/query_count_weights.h"
#include "ir/call_graph.h"
#include "ir/cfg.h"
#include "ir/loops.h"
#include "ir/operands.h"

#include <stdlib.h>
#include <string.h>

struct store {
  ir_operand value;
  uint32_t cell;
};

struct build {
  const struct query_context *context;
  const struct ir_func *func;
  const struct query_weights *weights;
  struct query_sites *sites;
  uint32_t ins; /* the current one */
  VEC(struct graph_arc) arcs;
  VEC(struct store) stores;
  VEC(uint32_t) returned; /* registers */
  struct ir_operand_list list;
};

static const char *const assumptions[] = {"klee_assume", "__VERIFIER_assume", "__VERIFIER_assert",
                                          "__smew_check"};

static void add_arc(struct build *build, ir_operand from, uint32_t to) {
  if (!ir_is_const(from)) vec_push(&build->arcs, ((struct graph_arc){from, to, build->ins}));
}

static void read_at(struct build *build, ir_operand operand) {
  struct query_use use = {operand, (uint32_t)build->sites->sites.count - 1};
  if (!ir_is_const(operand)) vec_push(&build->sites->uses, use);
}

/* A query of that weight that depends on the operands. */
static void add_query(struct build *build, uint32_t ins, double weight, ir_operand a, ir_operand b,
                      ir_operand c) {
  const ir_operand operands[] = {a, b, c};
  struct query_site site = {query_number_of(weight), ins, QUERY_NO_CALL, 0};
  vec_push(&build->sites->sites, site);
  for (int i = 0; i < 3; i++)
    if (operands[i] != IR_NONE) read_at(build, operands[i]);
}

static bool is_variable(const struct build *build, ir_operand address) {
  if (ir_is_const(address)) return false;
  return !query_address_is_fixed(&build->sites->cells.of_register[address]);
}

/* Cells of constant globals cannot differ between states. */
static uint32_t find_cell(struct build *build, const struct query_address *address, uint32_t size) {
  const struct ir_program *program = build->context->program;
  if (address->base_kind == QUERY_GLOBAL && address->kind != QUERY_ADDRESS_OTHER &&
      program->globals.data[address->base]->is_constant)
    return QUERY_NO_CELL;
  return query_cells_get(&build->sites->cells, address, size);
}

/* Cells are numbered after the registers. */
static uint32_t node_of_cell(const struct build *build, uint32_t cell) {
  return build->sites->reg_count + cell;
}

static void add_event(struct build *build, enum query_event_kind kind, uint32_t cell,
                      uint32_t ins) {
  vec_push(&build->sites->events, ((struct query_event){kind, cell, ins}));
}

static void add_access(struct build *build, uint32_t number) {
  const struct ir_ins *ins = &build->func->ins.data[number];
  struct query_address address = query_cells_address(&build->sites->cells, build->func, ins->a);
  uint32_t cell = find_cell(build, &address, ir_byte_size(ins->width));
  if (!build->context->options.only_branches && is_variable(build, ins->a))
    add_query(build, number, 1, ins->a, IR_NONE, IR_NONE);
  if (ins->op == IR_LOAD) add_arc(build, ins->a, ins->dst);
  if (cell == QUERY_NO_CELL) return;
  add_event(build, ins->op == IR_STORE ? QUERY_WRITES : QUERY_READS, cell, number);
  if (ins->op == IR_LOAD)
    add_arc(build, node_of_cell(build, cell), ins->dst);
  else if (!ir_is_const(ins->b))
    vec_push(&build->stores, ((struct store){ins->b, cell}));
}

static void add_port(struct build *build, uint32_t ins, uint32_t call, uint32_t port) {
  struct query_site site = {QUERY_NUMBER_ZERO, ins, call, port};
  vec_push(&build->sites->sites, site);
}

static void add_results_arcs(struct build *build, const struct ir_call *call, uint32_t from) {
  for (uint32_t i = 0; i < call->result_count; i++)
    add_arc(build, from, build->func->operands.data[call->first_result + i]);
}

static void add_cell_ports(struct build *build, uint32_t number, uint32_t call_number,
                           const struct query_summary *summary) {
  const struct ir_func *func = build->func;
  const struct ir_call *call = &func->calls.data[func->ins.data[number].b];
  for (uint32_t i = 0; i < summary->cells.count; i++) {
    const struct query_cell *read = &summary->cells.data[i];
    struct query_address address = {QUERY_ADDRESS_KNOWN, read->kind, read->base, read->offset};
    if (read->kind == QUERY_ARGUMENT) {
      if (read->base >= call->arg_count) continue;
      ir_operand arg = func->operands.data[call->first_arg + read->base];
      address = query_cells_address(&build->sites->cells, func, arg);
      address = query_address_shifted(address, read->offset);
    }
    uint32_t cell = find_cell(build, &address, read->size);
    if (cell == QUERY_NO_CELL) continue;
    add_port(build, number, call_number, call->arg_count + i);
    read_at(build, node_of_cell(build, cell));
    add_event(build, QUERY_READS, cell, number);
    if (summary->cell_flows.data[i]) add_results_arcs(build, call, node_of_cell(build, cell));
  }
}

static void add_call(struct build *build, uint32_t block, uint32_t number) {
  const struct ir_func *func = build->func;
  const struct ir_ins *ins = &func->ins.data[number];
  const struct ir_call *call = &func->calls.data[ins->b];
  uint32_t callee = call_graph_direct_callee(func, ins);
  const struct query_summary *summary =
      callee == GRAPH_NONE ? NULL : &build->context->summaries[callee];
  struct query_call entry = {.ins = number,
                             .block = block,
                             .callee = callee,
                             .first_site = (uint32_t)build->sites->sites.count,
                             .arg_count = call->arg_count};
  for (uint32_t i = 0; i < call->arg_count; i++) {
    ir_operand arg = func->operands.data[call->first_arg + i];
    bool is_traced = summary != NULL && summary->is_done && i < summary->param_count;
    if (!is_traced || summary->param_flows[i]) add_results_arcs(build, call, arg);
    if (ir_is_const(arg) || summary == NULL) continue;
    add_port(build, number, (uint32_t)build->sites->calls.count, i);
    read_at(build, arg);
  }
  if (summary != NULL && summary->is_done)
    add_cell_ports(build, number, (uint32_t)build->sites->calls.count, summary);
  entry.site_count = (uint32_t)build->sites->sites.count - entry.first_site;
  vec_push(&build->sites->calls, entry);
}

/* A call of a builtin, or of a function that does not exist. */
static void add_builtin_call(struct build *build, uint32_t number, const struct ir_func *callee) {
  const struct ir_func *func = build->func;
  const struct ir_call *call = &func->calls.data[func->ins.data[number].b];
  for (uint32_t i = 0; i < call->arg_count; i++)
    add_results_arcs(build, call, func->operands.data[call->first_arg + i]);
  if (build->context->options.only_branches || call->arg_count == 0) return;
  ir_operand condition = func->operands.data[call->first_arg];
  for (size_t i = 0; i < sizeof assumptions / sizeof *assumptions; i++)
    if (strcmp(assumptions[i], callee->name) == 0 && !ir_is_const(condition))
      add_query(build, number, 1, condition, IR_NONE, IR_NONE);
}

static void walk_call(struct build *build, uint32_t block, uint32_t number) {
  const struct ir_func *func = build->func;
  const struct ir_ins *ins = &func->ins.data[number];
  const struct ir_call *call = &func->calls.data[ins->b];
  uint32_t callee = call_graph_direct_callee(func, ins);
  const struct ir_func *target =
      callee == GRAPH_NONE ? NULL : build->context->program->funcs.data[callee];
  for (uint32_t i = 0; i < call->vararg_count; i++)
    add_results_arcs(build, call, func->varargs.data[call->first_vararg + i].operand);
  if (target == NULL && !build->context->options.only_branches && !ir_is_const(ins->a))
    add_query(build, number, 1, ins->a, IR_NONE, IR_NONE);
  if (target == NULL || target->has_body)
    add_call(build, block, number);
  else
    add_builtin_call(build, number, target);
}

/* Queries of instructions that a count of only branches omits; their data flow is plain. */
static void add_checks(struct build *build, uint32_t number) {
  const struct ir_ins *ins = &build->func->ins.data[number];
  switch (ins->op) {
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR:
    if (!(ins->aux & IR_CHECKED)) break;
    [[fallthrough]];
  case IR_UDIV:
  case IR_SDIV:
  case IR_UREM:
  case IR_SREM:
    if (!ir_is_const(ins->b)) add_query(build, number, 1, ins->b, IR_NONE, IR_NONE);
    break;
  case IR_GUARD:
    if (!ir_is_const(ins->a)) add_query(build, number, 1, ins->a, IR_NONE, IR_NONE);
    break;
  case IR_MEMSET:
    if (is_variable(build, ins->a) || !ir_is_const(ins->c))
      add_query(build, number, 1, ins->a, ins->c, IR_NONE);
    break;
  case IR_MEMCPY:
  case IR_MEMMOVE:
    if (is_variable(build, ins->a) || is_variable(build, ins->b) || !ir_is_const(ins->c))
      add_query(build, number, 1, ins->a, ins->b, ins->c);
    break;
  default: break;
  }
}

static void walk_end(struct build *build, uint32_t block, uint32_t number) {
  const struct ir_func *func = build->func;
  const struct ir_ins *ins = &func->ins.data[number];
  uint32_t target_count = query_weights_target_count(build->weights, block);
  if (ins->op == IR_RET)
    for (uint32_t i = 0; i < ins->c; i++) {
      ir_operand operand = func->operands.data[ins->b + i];
      if (!ir_is_const(operand)) vec_push(&build->returned, operand);
    }
  if (target_count > 1 && !ir_is_const(ins->a))
    add_query(build, number, query_weights_choice(target_count, build->context->options.beta),
              ins->a, IR_NONE, IR_NONE);
  build->ins = IR_NONE; /* arguments of edges do not belong to the instruction */
  for (uint32_t i = 0; i < ir_successor_count(ins); i++) {
    const struct ir_edge *edge = &func->edges.data[ir_successor_edge(func, ins, i)];
    const struct ir_block *target = &func->blocks.data[edge->target];
    for (uint32_t j = 0; j < target->param_count; j++)
      add_arc(build, func->operands.data[edge->first_arg + j],
              func->operands.data[target->first_param + j]);
  }
}

static void walk_ins(struct build *build, uint32_t block, uint32_t number) {
  const struct ir_ins *ins = &build->func->ins.data[number];
  build->ins = number;
  if (ins->op == IR_LOAD || ins->op == IR_STORE) {
    add_access(build, number);
  } else if (ins->op == IR_CALL) {
    walk_call(build, block, number);
  } else if (ir_is_terminator(ins->op)) {
    walk_end(build, block, number);
  } else {
    if (!build->context->options.only_branches) add_checks(build, number);
    if (!ir_has_dst(ins->op) || ins->op == IR_ALLOCA || ins->op == IR_SETJMP) return;
    vec_clear(&build->list);
    ir_list_uses(build->func, ins, &build->list);
    for (size_t i = 0; i < build->list.count; i++) add_arc(build, build->list.data[i], ins->dst);
  }
}

/* Cells behind a register begin at its definition. */
static void begin_cells(struct build *build, uint32_t number) {
  vec_clear(&build->list);
  ir_list_defs(build->func, &build->func->ins.data[number], &build->list);
  for (size_t i = 0; i < build->list.count; i++)
    if (build->sites->cells.is_root[build->list.data[i]])
      add_event(build, QUERY_BEGINS, build->list.data[i], number);
}

static void walk_blocks(struct build *build, const struct loops *loops) {
  struct query_sites *sites = build->sites;
  for (uint32_t place = 0; place < loops->order_count; place++) {
    uint32_t block = loops->order[place];
    const struct ir_block *b = &build->func->blocks.data[block];
    sites->first_site[place] = (uint32_t)sites->sites.count;
    sites->first_event[place] = (uint32_t)sites->events.count;
    sites->first_flow[place] = (uint32_t)build->arcs.count;
    sites->first_use[place] = (uint32_t)sites->uses.count;
    for (uint32_t i = b->first; i < b->first + b->count; i++) {
      walk_ins(build, block, i);
      begin_cells(build, i);
    }
  }
  sites->first_site[loops->order_count] = (uint32_t)sites->sites.count;
  sites->first_event[loops->order_count] = (uint32_t)sites->events.count;
  sites->first_flow[loops->order_count] = (uint32_t)build->arcs.count;
  sites->first_use[loops->order_count] = (uint32_t)sites->uses.count;
}

/* A store at a variable offset leads to every cell of its base, through a node of its own. */
static void add_store_arcs(struct build *build) {
  const struct query_cells *cells = &build->sites->cells;
  bool *has_hub = alloc_zeroed(cells->cells.count + 1);
  for (size_t i = 0; i < build->stores.count; i++) {
    const struct store *store = &build->stores.data[i];
    if (cells->cells.data[store->cell].size != 0) {
      vec_clear(&build->list);
      query_cells_list_meeting(cells, store->cell, &build->list);
      for (size_t j = 0; j < build->list.count; j++)
        add_arc(build, store->value, node_of_cell(build, build->list.data[j]));
      continue;
    }
    const struct query_cell *stored = &cells->cells.data[store->cell];
    uint32_t first = query_cells_first_of_base(cells, stored->kind, stored->base);
    uint32_t hub = node_of_cell(build, (uint32_t)cells->cells.count + first);
    add_arc(build, store->value, hub);
    if (has_hub[first]) continue;
    has_hub[first] = true;
    for (uint32_t j = first; j < cells->cells.count; j++) {
      uint32_t cell = cells->sorted[j];
      if (!query_cell_has_same_base(&cells->cells.data[cell], stored)) break;
      add_arc(build, hub, node_of_cell(build, cell));
    }
  }
  free(has_hub);
}

/* Bottom-up over the components of the dependence graph: a component leads to the queries that
   read its members and to all that its successors lead to. */
static void find_reach(struct build *build) {
  struct query_sites *sites = build->sites;
  uint32_t node_count = sites->reg_count + 2 * (uint32_t)sites->cells.cells.count;
  struct graph graph = graph_build(node_count, build->arcs.data, build->arcs.count);
  struct graph_components components = graph_find_components(&graph, NULL);
  query_set *reach = alloc_zeroed((components.count + 1) * sizeof *reach);
  bool *flows = alloc_zeroed(components.count + 1);
  for (size_t i = 0; i < sites->uses.count; i++) {
    query_set single = query_set_single(&sites->sets, sites->uses.data[i].site);
    query_set *set = &reach[components.of_node[sites->uses.data[i].node]];
    *set = query_set_unite(&sites->sets, *set, single);
  }
  for (size_t i = 0; i < build->returned.count; i++)
    flows[components.of_node[build->returned.data[i]]] = true;
  for (uint32_t c = 0; c < components.count && !query_count_must_stop(&build->context->options);
       c++)
    for (uint32_t i = components.start[c]; i < components.start[c + 1]; i++) {
      uint32_t node = components.members[i];
      for (uint32_t j = graph.start[node]; j < graph.start[node + 1]; j++) {
        uint32_t target = components.of_node[graph.targets[j]];
        reach[c] = query_set_unite(&sites->sets, reach[c], reach[target]);
        flows[c] |= flows[target];
      }
    }
  for (uint32_t node = 0; node < node_count; node++) {
    sites->of_node[node] = reach[components.of_node[node]];
    sites->flows[node] = flows[components.of_node[node]];
  }
  free(reach);
  free(flows);
  graph_components_free(&components);
  graph_free(&graph);
}

struct query_sites query_sites_build(const struct query_context *context,
                                     const struct ir_func *func, const struct cfg *cfg,
                                     const struct loops *loops,
                                     const struct query_weights *weights) {
  uint32_t places = loops->order_count;
  struct query_sites sites = {
      .reg_count = (uint32_t)func->reg_widths.count,
      .cells = query_cells_build(func, cfg),
      .first_site = alloc_bytes((places + 1) * sizeof(uint32_t)),
      .first_event = alloc_bytes((places + 1) * sizeof(uint32_t)),
      .first_flow = alloc_bytes((places + 1) * sizeof(uint32_t)),
      .first_use = alloc_bytes((places + 1) * sizeof(uint32_t)),
      .block_totals = alloc_zeroed((func->blocks.count + 1) * sizeof(struct query_number))};
  struct build build = {.context = context, .func = func, .weights = weights, .sites = &sites};
  walk_blocks(&build, loops);
  query_cells_sort(&sites.cells);
  size_t node_count = sites.reg_count + 2 * sites.cells.cells.count;
  sites.sets = query_sets_new((uint32_t)sites.sites.count);
  sites.of_node = alloc_bytes((node_count + 1) * sizeof *sites.of_node);
  sites.flows = alloc_bytes(node_count + 1);
  add_store_arcs(&build);
  find_reach(&build);
  query_sites_refresh(&sites, context, loops);
  sites.data_flow = build.arcs.data;
  vec_free(&build.stores);
  vec_free(&build.returned);
  vec_free(&build.list);
  return sites;
}

void query_sites_free(struct query_sites *sites) {
  query_cells_free(&sites->cells);
  vec_free(&sites->sites);
  free(sites->first_site);
  vec_free(&sites->calls);
  vec_free(&sites->events);
  free(sites->first_event);
  free(sites->data_flow);
  free(sites->first_flow);
  vec_free(&sites->uses);
  free(sites->first_use);
  free(sites->block_totals);
  query_sets_free(&sites->sets);
  free(sites->of_node);
  free(sites->flows);
  *sites = (struct query_sites){0};
}
