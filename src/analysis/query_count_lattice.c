/* Query counts by data flow. At each point, every register and cell has a number from 0 to a
   cap: the number of queries that depend on its value, on the worst way from here to the
   function's end. The numbers form a lattice. Where ways join, the greater number counts
   (query_count_points.c adds them up instead). Loops are iterated until nothing changes, so a
   value that is queried in every round of a loop reaches the cap.

   Backwards over an instruction, the operands inherit the number of the result, each operand
   that a query reads gets one more, and the result has none before its definition. So unlike in
   query_count_points.c, a variable that is assigned in each round of a loop does not count the
   queries of later rounds. But a query that depends on a variable in two ways (if (x * x < y +
   x)) may be counted twice for it. Next to its number a node has a bit: whether it flows to a
   result of the function.

   requires: the parts of struct query_func, except weights.
   ensures:  the least solution. All steps are monotone and the lattice is finite, so any order
             finds it; blocks are taken last to first while a successor has changed. */
#include "analysis/query_count_lattice.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static uint32_t capped_sum(const struct query_lattice *lattice, uint32_t a, uint32_t b) {
  uint32_t x = query_node_count(a), y = query_node_count(b);
  return (y < lattice->cap - x ? x + y : lattice->cap) | ((a | b) & QUERY_NODE_FLOWS);
}

static void add(struct query_lattice *lattice, struct query_node_numbers *numbers, uint32_t node,
                uint32_t more) {
  if (more == 0) return;
  uint32_t *number = query_node_numbers_at(numbers, node);
  *number = capped_sum(lattice, *number, more);
}

/* If an instruction adds to a node in several ways, only the greatest counts. */
static void add_collected(struct query_lattice *lattice) {
  struct query_node_numbers *added = &lattice->added;
  for (size_t i = 0; i < added->touched.count; i++)
    add(lattice, &lattice->now, added->touched.data[i], added->of_node[added->touched.data[i]]);
  query_node_numbers_clear(added);
}

static uint32_t capped(const struct query_lattice *lattice, struct query_number count) {
  struct query_number cap = query_number_of(lattice->cap);
  return query_number_less(count, cap) ? (uint32_t)count.mantissa : lattice->cap;
}

/* ---- nodes ---- */

/* From the node numbers of query_sites. */
static uint32_t node_of(const struct query_lattice *lattice, uint32_t node) {
  const struct query_sites *sites = &lattice->func->sites;
  if (node < sites->reg_count) return node;
  return query_lattice_node_of_rank(lattice, sites->cells.rank[node - sites->reg_count]);
}

/* The cells behind a register do not exist before it is defined. */
static void end_base(struct query_lattice *lattice, uint32_t reg) {
  const struct query_cells *cells = &lattice->func->sites.cells;
  uint32_t rank = query_cells_first_of_base(cells, QUERY_POINTER, reg);
  for (; rank < cells->cells.count; rank++) {
    const struct query_cell *cell = &cells->cells.data[cells->sorted[rank]];
    if (cell->kind != QUERY_POINTER || cell->base != reg) break;
    lattice->now.of_node[query_lattice_node_of_rank(lattice, rank)] = 0;
  }
}

/* ---- over an instruction ---- */

/* The cells that a store may change, by number. */
static void list_stored(struct query_lattice *lattice, uint32_t number) {
  const struct query_cells *cells = &lattice->func->sites.cells;
  const struct query_cell *stored = &cells->cells.data[number];
  vec_clear(&lattice->list);
  if (stored->size != 0) {
    query_cells_list_meeting(cells, number, &lattice->list);
    return;
  }
  uint32_t rank = query_cells_first_of_base(cells, stored->kind, stored->base);
  for (; rank < cells->cells.count; rank++) {
    if (!query_cell_has_same_base(&cells->cells.data[cells->sorted[rank]], stored)) break;
    vec_push(&lattice->list, cells->sorted[rank]);
  }
}

static bool covers(const struct query_cell *cell, const struct query_cell *other) {
  return cell->size != 0 && other->size != 0 && other->offset >= cell->offset &&
         other->offset + other->size <= cell->offset + cell->size;
}

static void undo_store(struct query_lattice *lattice, const struct query_event *event) {
  const struct query_cells *cells = &lattice->func->sites.cells;
  ir_operand value = lattice->func->func->ins.data[event->ins].b;
  uint32_t most = 0;
  list_stored(lattice, event->cell);
  for (size_t i = 0; i < lattice->list.count; i++) {
    uint32_t cell = lattice->list.data[i];
    uint32_t *number =
        &lattice->now.of_node[query_lattice_node_of_rank(lattice, cells->rank[cell])];
    most = query_node_join(most, *number);
    if (covers(&cells->cells.data[event->cell], &cells->cells.data[cell])) *number = 0;
  }
  if (!ir_is_const(value)) query_node_numbers_raise(&lattice->added, value, most);
}

/* The position of a backward walk in the lists of a block; all entries from it on have been
   handled. */
struct cursor {
  uint32_t place, ins;
  uint32_t event, flow, use, site;
};

static void undo_events(struct query_lattice *lattice, struct cursor *cursor) {
  const struct query_sites *sites = &lattice->func->sites;
  while (cursor->event > sites->first_event[cursor->place] &&
         sites->events.data[cursor->event - 1].ins == cursor->ins) {
    const struct query_event *event = &sites->events.data[--cursor->event];
    if (event->kind == QUERY_BEGINS)
      end_base(lattice, event->cell);
    else if (event->kind == QUERY_WRITES)
      undo_store(lattice, event);
  }
}

static void undo_flows(struct query_lattice *lattice, struct cursor *cursor) {
  const struct query_sites *sites = &lattice->func->sites;
  while (cursor->flow > sites->first_flow[cursor->place]) {
    const struct graph_arc *arc = &sites->data_flow[cursor->flow - 1];
    if (arc->label != cursor->ins && arc->label != IR_NONE) break;
    cursor->flow--;
    if (arc->label == IR_NONE) continue;
    query_node_numbers_raise(&lattice->added, node_of(lattice, arc->from),
                             lattice->now.of_node[arc->to]);
  }
}

/* Returns the greatest number among the results that are removed. */
static uint32_t undo_definitions(struct query_lattice *lattice, uint32_t ins) {
  uint32_t most = 0;
  vec_clear(&lattice->list);
  ir_list_defs(lattice->func->func, &lattice->func->func->ins.data[ins], &lattice->list);
  for (size_t i = 0; i < lattice->list.count; i++) {
    most = query_node_join(most, lattice->now.of_node[lattice->list.data[i]]);
    lattice->now.of_node[lattice->list.data[i]] = 0;
  }
  return most;
}

/* The branches on the way to one target, if the choice is a tree of branches. */
static uint32_t choice_depth(uint32_t targets) {
  uint32_t depth = 0;
  while (depth < 31 && (uint32_t)1 << depth < targets) depth++;
  return depth == 0 ? 1 : depth;
}

static uint32_t weight_of(const struct query_lattice *lattice, const struct query_site *site) {
  const struct query_func *func = lattice->func;
  if (site->call != QUERY_NO_CALL) return capped(lattice, site->weight);
  uint32_t block = func->def_use.block_of_ins[site->ins];
  uint32_t targets = query_weights_target_count(&func->weights, block);
  return ir_is_terminator(func->func->ins.data[site->ins].op) ? choice_depth(targets) : 1;
}

/* Queries of separate instructions add up. Those of one call overlap, so only the greatest
   counts. */
static void undo_queries(struct query_lattice *lattice, struct cursor *cursor) {
  const struct query_sites *sites = &lattice->func->sites;
  while (cursor->site > sites->first_site[cursor->place] &&
         sites->sites.data[cursor->site - 1].ins == cursor->ins) {
    const struct query_site *site = &sites->sites.data[--cursor->site];
    uint32_t weight = weight_of(lattice, site);
    bool is_own = site->call == QUERY_NO_CALL;
    for (; cursor->use > sites->first_use[cursor->place] &&
           sites->uses.data[cursor->use - 1].site == cursor->site;
         cursor->use--)
      query_node_numbers_raise(&lattice->added,
                               node_of(lattice, sites->uses.data[cursor->use - 1].node), weight);
    if (is_own) {
      add(lattice, &lattice->now, query_lattice_total_node(lattice), weight);
      add_collected(lattice);
    }
  }
  add_collected(lattice);
}

/* ---- over a block ---- */

void query_lattice_list(struct query_lattice *lattice, query_entries *list) {
  struct query_node_numbers *now = &lattice->now;
  query_node_numbers_compact(now);
  for (size_t i = 0; i < now->touched.count; i++) {
    uint32_t node = now->touched.data[i];
    vec_push(list, ((struct query_entry){node, now->of_node[node]}));
  }
}

/* Passes what lies ahead of the target back over the edge, arguments in place of parameters. */
static void pass_edge(struct query_lattice *lattice, const struct ir_edge *edge) {
  const struct query_func *func = lattice->func;
  const query_entries *ahead = &lattice->at_entry[edge->target];
  const struct bitset *begun = &func->live.begun[edge->target];
  for (size_t i = 0; i < ahead->count; i++) {
    uint32_t node = ahead->data[i].node, value = ahead->data[i].value;
    if (node < func->sites.reg_count) {
      const struct def_site *def = &func->def_use.defs[node];
      ir_operand passed = node;
      if (def->kind == DEF_BLOCK_PARAM && def->block == edge->target)
        passed = func->func->operands.data[edge->first_arg + def->index];
      if (!ir_is_const(passed)) add(lattice, &lattice->edge, passed, value);
    } else if (node == query_lattice_total_node(lattice) || begun->words == NULL ||
               !bitset_has(begun, node - func->sites.reg_count)) {
      add(lattice, &lattice->edge, node, value);
    }
  }
  for (size_t i = 0; i < lattice->edge.touched.count; i++) {
    uint32_t node = lattice->edge.touched.data[i];
    query_node_numbers_raise(&lattice->now, node, lattice->edge.of_node[node]);
  }
  query_node_numbers_clear(&lattice->edge);
}

static struct cursor start_at_end(struct query_lattice *lattice, uint32_t block) {
  const struct query_func *func = lattice->func;
  const struct ir_ins *end = ir_terminator(func->func, block);
  const struct ir_block *b = &func->func->blocks.data[block];
  uint32_t place = func->loops.place[block];
  query_node_numbers_clear(&lattice->now);
  for (uint32_t i = 0; i < ir_successor_count(end); i++)
    pass_edge(lattice, &func->func->edges.data[ir_successor_edge(func->func, end, i)]);
  for (uint32_t i = 0; end->op == IR_RET && i < end->c; i++) {
    ir_operand result = func->func->operands.data[end->b + i];
    if (!ir_is_const(result)) query_node_numbers_raise(&lattice->now, result, QUERY_NODE_FLOWS);
  }
  return (struct cursor){place,
                         b->first + b->count,
                         func->sites.first_event[place + 1],
                         func->sites.first_flow[place + 1],
                         func->sites.first_use[place + 1],
                         func->sites.first_site[place + 1]};
}

/* Where the calls of a block end in the list of all calls. */
static uint32_t calls_end(const struct query_lattice *lattice, uint32_t block) {
  const struct query_sites *sites = &lattice->func->sites;
  uint32_t place = lattice->func->loops.place[block];
  size_t low = 0, high = sites->calls.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (lattice->func->loops.place[sites->calls.data[middle].block] <= place)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)low;
}

void query_lattice_walk(struct query_lattice *lattice, uint32_t block, query_lattice_tell *tell,
                        void *context) {
  struct cursor cursor = start_at_end(lattice, block);
  const struct query_call *calls = lattice->func->sites.calls.data;
  uint32_t first = lattice->func->func->blocks.data[block].first, call = calls_end(lattice, block);
  while (cursor.ins-- > first && !query_count_must_stop(lattice->func->options)) {
    undo_events(lattice, &cursor);
    undo_flows(lattice, &cursor);
    uint32_t defined = undo_definitions(lattice, cursor.ins);
    if (call > 0 && calls[call - 1].ins == cursor.ins) {
      if (tell != NULL) tell(context, lattice, cursor.ins, defined);
      if (calls[--call].callee != GRAPH_NONE)
        add(lattice, &lattice->now, query_lattice_total_node(lattice),
            capped(lattice, calls[call].total));
    }
    add_collected(lattice);
    undo_queries(lattice, &cursor);
  }
}

/* True if the numbers at the block's entry have grown. */
static bool solve_block(struct query_lattice *lattice, uint32_t block) {
  query_lattice_walk(lattice, block, NULL, NULL);
  uint64_t sum = 0;
  const struct query_node_numbers *now = &lattice->now;
  for (size_t i = 0; i < now->touched.count; i++) sum += now->of_node[now->touched.data[i]];
  if (sum == lattice->sums[block]) return false;
  lattice->sums[block] = sum;
  vec_clear(&lattice->at_entry[block]);
  query_lattice_list(lattice, &lattice->at_entry[block]);
  return true;
}

struct query_lattice *query_lattice_solve(const struct query_func *func, uint32_t cap) {
  struct query_lattice *lattice = alloc_zeroed(sizeof *lattice);
  const struct loops *loops = &func->loops;
  uint32_t block_count = func->cfg.block_count;
  lattice->func = func;
  lattice->cap = cap < QUERY_NODE_FLOWS ? cap : QUERY_NODE_FLOWS - 1;
  lattice->node_count = func->sites.reg_count + (uint32_t)func->sites.cells.cells.count + 1;
  lattice->at_entry = alloc_zeroed((block_count + 1) * sizeof *lattice->at_entry);
  lattice->sums = alloc_zeroed((block_count + 1) * sizeof *lattice->sums);
  lattice->now = query_node_numbers_new(lattice->node_count);
  lattice->edge = query_node_numbers_new(lattice->node_count);
  lattice->added = query_node_numbers_new(lattice->node_count);
  const struct graph *before = &func->cfg.predecessors;
  bool *is_due = alloc_bytes(block_count + 1);
  memset(is_due, true, block_count);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t place = loops->order_count; place-- > 0;) {
      if (query_count_must_stop(func->options)) break;
      uint32_t block = loops->order[place];
      if (!is_due[block]) continue;
      is_due[block] = false;
      if (!solve_block(lattice, block)) continue;
      has_changed = true;
      for (uint32_t i = before->start[block]; i < before->start[block + 1]; i++)
        is_due[before->targets[i]] = true;
    }
  }
  free(is_due);
  return lattice;
}

void query_lattice_free(struct query_lattice *lattice) {
  for (uint32_t i = 0; i < lattice->func->cfg.block_count; i++) vec_free(&lattice->at_entry[i]);
  free(lattice->at_entry);
  free(lattice->sums);
  query_node_numbers_free(&lattice->now);
  query_node_numbers_free(&lattice->edge);
  query_node_numbers_free(&lattice->added);
  vec_free(&lattice->list);
  free(lattice);
}
