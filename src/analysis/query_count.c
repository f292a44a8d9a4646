/* Query count estimation for the whole program.

   Functions are summarised bottom-up over the components of the graph of direct calls. A summary
   has the counts at the function's entry. It needs no values at other points: it is a sum over
   the sites, each weighted by how often a run passes it. Mutually recursive functions are
   summarised kappa times, each time with the counts of the previous iteration, starting from
   zero; this unrolls the recursion kappa levels deep. Counts by data flow
   (query_count_lattice.c) are capped instead, so these are iterated until nothing changes.

   The points of a function are computed when one of them is first requested; for most functions
   of a libc that never happens.

   requires: a verified program.
   ensures:  what query_count.h promises. */
#include "analysis/query_count.h"

#include "analysis/query_count_func.h"
#include "analysis/query_count_lattice.h"
#include "ir/call_graph.h"
#include "ir/ir.h"

#include <stdlib.h>

struct query_count {
  struct query_context context;
  struct graph callees; /* direct calls */
  struct graph_components components;
  struct query_points *points; /* per function; points is NULL until requested */
  query_numbers list;
};

struct query_count_options query_count_defaults(void) {
  return (struct query_count_options){
      .alpha = 1e-3, .beta = 0.5, .zeta = 2, .kappa = 10, .cap = 10};
}

const struct query_count_options *query_count_get_options(const struct query_count *counts) {
  return &counts->context.options;
}

/* How many queries of the set one run of the function makes. */
static struct query_number count_from_entry(struct query_count *counts,
                                            const struct query_func *func, query_set set) {
  const struct query_sites *sites = &func->sites;
  query_numbers *list = &counts->list;
  struct query_number sum = QUERY_NUMBER_ZERO;
  vec_clear(list);
  query_set_list(&sites->sets, set, 0, (uint32_t)sites->sites.count, list);
  for (size_t start = 0, end = 0; start < list->count; start = end) {
    uint32_t block = func->def_use.block_of_ins[sites->sites.data[list->data[start]].ins];
    uint32_t limit = sites->first_site[func->loops.place[block] + 1];
    while (end < list->count && list->data[end] < limit) end++;
    struct query_number here = query_sites_sum(sites, list->data + start, end - start);
    sum = query_number_add(sum, query_number_times(func->weights.from_entry[block], here));
  }
  return sum;
}

static struct query_number total_from_entry(const struct query_func *func) {
  struct query_number sum = QUERY_NUMBER_ZERO;
  for (uint32_t i = 0; i < func->loops.order_count; i++) {
    uint32_t block = func->loops.order[i];
    sum = query_number_add(
        sum, query_number_times(func->weights.from_entry[block], func->sites.block_totals[block]));
  }
  return sum;
}

/* Which parameters and cells matter; their counts are still 0. */
static void begin_summary(const struct query_func *func, struct query_summary *summary) {
  const struct query_sites *sites = &func->sites;
  const struct bitset *live = &func->live.live_in[0];
  summary->param_count = (uint32_t)func->func->params.count;
  summary->params = alloc_zeroed((summary->param_count + 1) * sizeof *summary->params);
  summary->param_flows = alloc_zeroed(summary->param_count + 1);
  for (uint32_t i = 0; i < summary->param_count; i++)
    summary->param_flows[i] = sites->flows[func->func->params.data[i]];
  for (size_t rank = bitset_next(live, 0); rank != BITSET_NONE;
       rank = bitset_next(live, rank + 1)) {
    uint32_t cell = sites->cells.sorted[rank], node = sites->reg_count + cell;
    enum query_base kind = sites->cells.cells.data[cell].kind;
    if (kind == QUERY_LOCAL || kind == QUERY_POINTER) continue;
    if (sites->of_node[node] == 0 && !sites->flows[node]) continue;
    vec_push(&summary->cells, sites->cells.cells.data[cell]);
    vec_push(&summary->cell_flows, sites->flows[node]);
  }
}

static uint32_t find_cell(const struct query_sites *sites, const struct query_cell *cell) {
  struct query_address address = {cell->size == 0 ? QUERY_ADDRESS_ANYWHERE : QUERY_ADDRESS_KNOWN,
                                  cell->kind, cell->base, cell->offset};
  return query_cells_find(&sites->cells, &address, cell->size);
}

static void count_summary(struct query_count *counts, const struct query_func *func,
                          struct query_summary *summary) {
  const struct query_sites *sites = &func->sites;
  summary->total = total_from_entry(func);
  for (uint32_t i = 0; i < summary->param_count; i++)
    summary->params[i] = count_from_entry(counts, func, sites->of_node[func->func->params.data[i]]);
  for (size_t i = 0; i < summary->cells.count; i++) {
    struct query_cell *cell = &summary->cells.data[i];
    query_set set = sites->of_node[sites->reg_count + find_cell(sites, cell)];
    cell->count = count_from_entry(counts, func, set);
  }
}

static bool raise_count(struct query_number *count, struct query_number new) {
  bool has_grown = query_number_less(*count, new);
  *count = new;
  return has_grown;
}

/* True if a count has grown. */
static bool count_summary_by_lattice(struct query_count *counts, const struct query_func *func,
                                     struct query_summary *summary) {
  struct query_lattice *lattice = query_lattice_solve(func, counts->context.options.cap);
  bool has_grown = raise_count(&summary->total, query_lattice_total(lattice));
  for (uint32_t i = 0; i < summary->param_count; i++)
    has_grown |= raise_count(&summary->params[i],
                             query_lattice_register(lattice, func->func->params.data[i]));
  for (size_t i = 0; i < summary->cells.count; i++) {
    struct query_cell *cell = &summary->cells.data[i];
    has_grown |=
        raise_count(&cell->count, query_lattice_cell(lattice, find_cell(&func->sites, cell)));
  }
  query_lattice_free(lattice);
  return has_grown;
}

static void summarise_component(struct query_count *counts, uint32_t component) {
  struct query_context *context = &counts->context;
  const struct graph_components *components = &counts->components;
  VEC(struct query_func *) members = {0};
  for (uint32_t i = components->start[component]; i < components->start[component + 1]; i++) {
    const struct ir_func *func = context->program->funcs.data[components->members[i]];
    if (func->has_body) vec_push(&members, query_func_new(context, func));
  }
  for (size_t i = 0; i < members.count; i++)
    begin_summary(members.data[i], &context->summaries[members.data[i]->func->number]);
  bool is_cyclic = graph_component_is_cyclic(&counts->callees, components, component);
  bool is_lattice = context->options.kind == QUERY_COUNT_LATTICE, goes_on = true;
  for (uint32_t round = 0; goes_on; round++) {
    bool has_grown = false;
    if (round != 0)
      for (size_t i = 0; i < members.count; i++)
        query_sites_refresh(&members.data[i]->sites, context, &members.data[i]->loops);
    for (size_t i = 0; i < members.count; i++) {
      struct query_summary *summary = &context->summaries[members.data[i]->func->number];
      if (is_lattice)
        has_grown |= count_summary_by_lattice(counts, members.data[i], summary);
      else
        count_summary(counts, members.data[i], summary);
    }
    goes_on = is_cyclic && (is_lattice ? has_grown : round + 1 < context->options.kappa);
  }
  for (size_t i = 0; i < members.count; i++) {
    context->summaries[members.data[i]->func->number].is_done = true;
    query_func_free(members.data[i]);
  }
  vec_free(&members);
}

static struct graph find_direct_calls(const struct ir_program *program) {
  VEC(struct graph_arc) arcs = {0};
  for (uint32_t i = 0; i < program->funcs.count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    for (uint32_t j = 0; j < func->ins.count; j++) {
      if (func->ins.data[j].op != IR_CALL) continue;
      uint32_t callee = call_graph_direct_callee(func, &func->ins.data[j]);
      if (callee != GRAPH_NONE) vec_push(&arcs, ((struct graph_arc){i, callee, j}));
    }
  }
  struct graph graph = graph_build((uint32_t)program->funcs.count, arcs.data, arcs.count);
  vec_free(&arcs);
  return graph;
}

struct query_count *query_count_new(const struct ir_program *program,
                                    const struct query_count_options *options) {
  struct query_count *counts = alloc_zeroed(sizeof *counts);
  size_t count = program->funcs.count;
  counts->callees = find_direct_calls(program);
  counts->components = graph_find_components(&counts->callees, NULL);
  counts->points = alloc_zeroed((count + 1) * sizeof *counts->points);
  counts->context = (struct query_context){
      program, *options, alloc_zeroed((count + 1) * sizeof(struct query_summary))};
  for (uint32_t i = 0; i < counts->components.count; i++) summarise_component(counts, i);
  return counts;
}

void query_count_free(struct query_count *counts) {
  for (size_t i = 0; i < counts->context.program->funcs.count; i++) {
    struct query_summary *summary = &counts->context.summaries[i];
    free(summary->params);
    free(summary->param_flows);
    vec_free(&summary->cells);
    vec_free(&summary->cell_flows);
    query_points_free(&counts->points[i]);
  }
  graph_components_free(&counts->components);
  graph_free(&counts->callees);
  free(counts->context.summaries);
  free(counts->points);
  vec_free(&counts->list);
  free(counts);
}

static const struct query_points *points_of(struct query_count *counts, uint32_t func) {
  struct query_points *points = &counts->points[func];
  if (points->points == NULL) {
    struct query_func *analysed =
        query_func_new(&counts->context, counts->context.program->funcs.data[func]);
    if (counts->context.options.kind == QUERY_COUNT_LATTICE) {
      struct query_lattice *lattice = query_lattice_solve(analysed, counts->context.options.cap);
      *points = query_lattice_points(lattice);
      query_lattice_free(lattice);
    } else {
      *points = query_points_build(analysed);
    }
    query_func_free(analysed);
  }
  return points;
}

const struct query_point *query_count_at_block(struct query_count *counts, uint32_t func,
                                               uint32_t block) {
  return &points_of(counts, func)->points[block];
}

const struct query_point *query_count_after_call(struct query_count *counts, uint32_t func,
                                                 uint32_t ins) {
  const struct query_points *points = points_of(counts, func);
  size_t low = 0, high = points->call_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (points->calls[middle] < ins)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == points->call_count || points->calls[low] != ins) return NULL;
  return &points->points[points->block_count + low];
}

struct query_number query_point_register(const struct query_point *point, uint32_t reg) {
  size_t low = 0, high = point->register_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (point->registers[middle].reg < reg)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there = low < point->register_count && point->registers[low].reg == reg;
  return is_there ? point->registers[low].count : QUERY_NUMBER_ZERO;
}

struct query_number query_point_memory(const struct query_point *point, enum query_base kind,
                                       uint32_t base, int64_t offset, uint64_t size) {
  struct query_cell probe = {.kind = kind, .base = base};
  size_t low = 0, high = point->cell_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (query_cell_compare(&point->cells[middle], &probe) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  struct query_number greatest = QUERY_NUMBER_ZERO;
  for (; low < point->cell_count && query_cell_has_same_base(&point->cells[low], &probe); low++) {
    const struct query_cell *cell = &point->cells[low];
    if (query_cell_meets(cell, offset, size) && query_number_less(greatest, cell->count))
      greatest = cell->count;
  }
  return greatest;
}
