/* Counts at the points of a function: block entries, and after calls.

   With S(v) the sites that a variable leads to and w(l, s) how often a run from l passes s, the
   count of v at l is the sum of w(l, s) over S(v). It depends only on the set, and only on sites
   that can still be reached from l. So counts are computed per unit (an outermost loop, or a
   block in no loop) and set, cut off at the unit's first site: variables that lead to the same
   queries from here on share the work.

   A forward pass collects the sets that each unit needs, for its own live variables and for the
   units that lead to it. A backward pass evaluates each, using the values of the units after it.
   This is linear in the total length of all live ranges, which is the size of the result, except
   for loops of many blocks: there it is blocks times sets.

   requires: the parts of struct query_func.
   ensures:  the points have what is live and leads to queries (counts above 0) or to a result of
             the function; a variable's count is at most the total. */
#include "analysis/query_count_func.h"

#include "ir/liveness.h"

#include <stdlib.h>

#define NONE UINT32_MAX

struct unit {
  uint32_t first, count;           /* places */
  uint32_t first_exit, exit_count; /* in exits */
  uint32_t demands;                /* the first, or NONE */
};

struct demand { /* a set to be evaluated in a unit */
  query_set set;
  uint32_t unit;
  uint32_t next;             /* the next of the same unit */
  uint32_t first_exit;       /* in onward: its remainder after each exit of the unit */
  uint32_t first_pair;       /* in by_demand, once pairs are sorted */
  struct query_number value; /* at the unit's entry */
};

struct pair { /* a variable that is live at a point, or a result of the call before it */
  uint32_t point, node;
  uint32_t demand; /* or NONE: no queries, but it may flow to a result */
  bool is_result;
};

struct build {
  const struct query_func *func;
  struct query_points *points;
  struct liveness liveness;
  struct query_sets *sets;
  VEC(struct unit) units;
  uint32_t *unit_of_place;
  VEC(uint32_t) exits; /* blocks: the first ones of other units */
  VEC(struct demand) demands;
  VEC(uint32_t) onward; /* demands, or NONE */
  uint32_t *slots;      /* hash of demands: number + 1 */
  uint32_t slot_count;
  VEC(struct pair) pairs; /* those of a point are consecutive, in the order of the result */
  uint32_t *by_demand;
  uint32_t wanted_count;       /* how many pairs have a demand */
  struct query_number *counts; /* per pair */
  uint32_t *call_points;       /* per call: its point */
  struct query_values values;
  query_numbers list;   /* sites of the current set in the current unit */
  VEC(size_t) portions; /* where each place of the unit begins in the list, and the end */
};

static void find_units(struct build *build) {
  const struct loops *loops = &build->func->loops;
  for (uint32_t place = 0; place < loops->order_count;) {
    uint32_t loop = loops->of_block[loops->order[place]], count = 1;
    for (uint32_t parent = loop; parent != LOOPS_NONE; parent = loops->loops[parent].parent)
      count = loops->loops[parent].block_count;
    struct unit unit = {.first = place, .count = count, .demands = NONE};
    for (uint32_t i = 0; i < count; i++)
      build->unit_of_place[place + i] = (uint32_t)build->units.count;
    vec_push(&build->units, unit);
    place += count;
  }
}

static void add_exit(struct build *build, struct unit *unit, uint32_t slot) {
  if (slot >= build->func->weights.block_count) return;
  for (uint32_t i = 0; i < unit->exit_count; i++)
    if (build->exits.data[unit->first_exit + i] == slot) return;
  vec_push(&build->exits, slot);
  unit->exit_count++;
}

static void find_exits(struct build *build) {
  const struct query_weights *weights = &build->func->weights;
  const struct loops *loops = &build->func->loops;
  for (size_t i = 0; i < build->units.count; i++) {
    struct unit *unit = &build->units.data[i];
    uint32_t block = loops->order[unit->first], loop = loops->of_block[block];
    unit->first_exit = (uint32_t)build->exits.count;
    if (loop == LOOPS_NONE) {
      for (uint32_t j = weights->first_way[block]; j < weights->first_way[block + 1]; j++)
        add_exit(build, unit, weights->ways.data[j].slot);
      continue;
    }
    const struct query_loop *l = &weights->of_loop[loop];
    for (uint32_t j = l->first_exit; j < l->first_exit + l->exit_count; j++)
      add_exit(build, unit, weights->exits.data[j].slot);
  }
}

static uint32_t slot_of(const struct build *build, uint32_t unit, query_set set) {
  uint64_t hash = ((uint64_t)unit << 32 | set) * 0x9e3779b97f4a7c15u;
  uint32_t slot = (uint32_t)(hash >> 32) & (build->slot_count - 1);
  for (; build->slots[slot] != 0; slot = (slot + 1) & (build->slot_count - 1)) {
    const struct demand *demand = &build->demands.data[build->slots[slot] - 1];
    if (demand->unit == unit && demand->set == set) break;
  }
  return slot;
}

static void grow(struct build *build) {
  free(build->slots);
  build->slot_count = build->slot_count == 0 ? 256 : build->slot_count * 2;
  build->slots = alloc_zeroed(build->slot_count * sizeof *build->slots);
  for (uint32_t i = 0; i < build->demands.count; i++)
    build->slots[slot_of(build, build->demands.data[i].unit, build->demands.data[i].set)] = i + 1;
}

static uint32_t first_site_of(const struct build *build, uint32_t unit) {
  return build->func->sites.first_site[build->units.data[unit].first];
}

/* The demand for the part of the set from the unit on; NONE if that is empty. */
static uint32_t demand(struct build *build, uint32_t unit, query_set set) {
  set = query_set_from(build->sets, set, first_site_of(build, unit));
  if (set == 0) return NONE;
  if (build->demands.count * 2 >= build->slot_count) grow(build);
  uint32_t slot = slot_of(build, unit, set);
  if (build->slots[slot] == 0) {
    struct unit *u = &build->units.data[unit];
    struct demand new = {.set = set, .unit = unit, .next = u->demands};
    u->demands = (uint32_t)build->demands.count;
    vec_push(&build->demands, new);
    build->slots[slot] = (uint32_t)build->demands.count;
  }
  return build->slots[slot] - 1;
}

static void add_pair(struct build *build, uint32_t point, uint32_t unit, uint32_t node,
                     bool is_result) {
  const struct query_sites *sites = &build->func->sites;
  query_set set = sites->of_node[node];
  uint32_t wanted = set == 0 ? NONE : demand(build, unit, set);
  if (wanted != NONE || sites->flows[node])
    vec_push(&build->pairs, ((struct pair){point, node, wanted, is_result}));
}

/* Cells behind a register matter only while the register is live. */
static bool is_base_live(const struct query_cell *cell, const struct live_set *entry,
                         const struct bitset *regs) {
  if (cell->kind != QUERY_POINTER) return true;
  return entry != NULL ? liveness_has(entry, cell->base) : bitset_has(regs, cell->base);
}

/* The live registers are those at a block's entry, or a set. */
static void add_cell_pairs(struct build *build, uint32_t point, uint32_t unit,
                           const struct bitset *cells, const struct live_set *entry,
                           const struct bitset *regs) {
  const struct query_sites *sites = &build->func->sites;
  for (size_t rank = bitset_next(cells, 0); rank != BITSET_NONE;
       rank = bitset_next(cells, rank + 1)) {
    uint32_t cell = sites->cells.sorted[rank];
    if (is_base_live(&sites->cells.cells.data[cell], entry, regs))
      add_pair(build, point, unit, sites->reg_count + cell, false);
  }
}

/* The results are not defined yet, but the queries that will depend on them are known. */
static void take_results(struct build *build, uint32_t point, uint32_t unit, uint32_t ins,
                         struct bitset *live) {
  const struct ir_func *func = build->func->func;
  const struct ir_call *call = &func->calls.data[func->ins.data[ins].b];
  for (uint32_t i = 0; i < call->result_count; i++) {
    ir_operand result = func->operands.data[call->first_result + i];
    if (bitset_has(live, result)) add_pair(build, point, unit, result, true);
    bitset_remove(live, result);
  }
}

/* The points after the calls of a block, last to first. */
static void add_call_points(struct build *build, uint32_t block, uint32_t first_call,
                            uint32_t call_end) {
  const struct query_func *func = build->func;
  uint32_t unit = build->unit_of_place[func->loops.place[block]];
  struct liveness_cursor regs = liveness_start(func->func, &build->liveness, block);
  struct query_live_cursor cells = query_live_start(&func->live, block);
  for (uint32_t i = call_end; i-- > first_call;) {
    uint32_t ins = func->sites.calls.data[i].ins, point = build->call_points[i];
    while (regs.ins > ins + 1) liveness_step_back(&regs);
    if (query_count_must_stop(func->options)) break;
    query_live_back_to(&func->live, &cells, ins);
    take_results(build, point, unit, ins, &regs.live);
    for (size_t reg = bitset_next(&regs.live, 0); reg != BITSET_NONE;
         reg = bitset_next(&regs.live, reg + 1))
      add_pair(build, point, unit, (uint32_t)reg, false);
    add_cell_pairs(build, point, unit, &cells.cells, NULL, &regs.live);
  }
  liveness_cursor_free(&regs);
  bitset_free(&cells.cells);
}

static void pass_on(struct build *build, uint32_t unit) {
  for (uint32_t i = build->units.data[unit].demands; i != NONE; i = build->demands.data[i].next) {
    const struct unit *u = &build->units.data[unit];
    build->demands.data[i].first_exit = (uint32_t)build->onward.count;
    for (uint32_t j = 0; j < u->exit_count; j++) {
      uint32_t block = build->exits.data[u->first_exit + j];
      uint32_t next = build->unit_of_place[build->func->loops.place[block]];
      vec_push(&build->onward, demand(build, next, build->demands.data[i].set));
    }
  }
}

/* Adds the variables that are live at the entry of the block, if it is to have a point. */
static void add_block_point(struct build *build, uint32_t block, uint32_t unit) {
  const struct query_func *func = build->func;
  const struct live_set *live = &build->liveness.live_in[block];
  const uint32_t *first_way = &func->cfg.predecessors.start[block];
  if (func->options->only_joins && first_way[1] - first_way[0] < 2) return;
  for (uint32_t i = 0; i < live->count; i++) add_pair(build, block, unit, live->regs[i], false);
  add_cell_pairs(build, block, unit, &func->live.live_in[block], live, NULL);
}

static void collect(struct build *build) {
  const struct query_func *func = build->func;
  const struct loops *loops = &func->loops;
  uint32_t call = 0, call_count = (uint32_t)func->sites.calls.count;
  for (uint32_t unit = 0; unit < build->units.count; unit++) {
    if (query_count_must_stop(func->options)) return;
    const struct unit u = build->units.data[unit];
    for (uint32_t place = u.first; place < u.first + u.count; place++) {
      uint32_t block = loops->order[place], first_call = call;
      while (call < call_count && func->sites.calls.data[call].block == block) call++;
      if (first_call != call) add_call_points(build, block, first_call, call);
      add_block_point(build, block, unit);
    }
    pass_on(build, unit);
  }
}

static void sort_pairs(struct build *build) {
  uint32_t *next = alloc_zeroed((build->demands.count + 1) * sizeof *next);
  build->by_demand = alloc_bytes((build->pairs.count + 1) * sizeof *build->by_demand);
  for (size_t i = 0; i < build->pairs.count; i++)
    if (build->pairs.data[i].demand != NONE) next[build->pairs.data[i].demand]++;
  uint32_t sum = 0;
  for (size_t i = 0; i < build->demands.count; i++) {
    build->demands.data[i].first_pair = sum;
    sum += next[i];
    next[i] = build->demands.data[i].first_pair;
  }
  for (uint32_t i = 0; i < build->pairs.count; i++)
    if (build->pairs.data[i].demand != NONE)
      build->by_demand[next[build->pairs.data[i].demand]++] = i;
  build->wanted_count = sum;
  free(next);
}

/* Puts the blocks' own queries into their slots. */
static void load_unit(struct build *build, const struct unit *unit, query_set set) {
  const struct query_sites *sites = &build->func->sites;
  uint32_t end = sites->first_site[unit->first + unit->count];
  vec_clear(&build->list);
  vec_clear(&build->portions);
  query_set_list(build->sets, set, sites->first_site[unit->first], end, &build->list);
  size_t at = 0;
  for (uint32_t i = 0; i < unit->count; i++) {
    size_t start = at;
    while (at < build->list.count && build->list.data[at] < sites->first_site[unit->first + i + 1])
      at++;
    vec_push(&build->portions, start);
    build->values.slots[build->func->loops.order[unit->first + i]] =
        query_sites_sum(sites, build->list.data + start, at - start);
  }
  vec_push(&build->portions, at);
}

/* The counts of the pairs that need the set. The pairs of a block are ordered by point, last
   first and the block's entry at the end, so the queries after a call are summed up along the
   way. */
static void read_pairs(struct build *build, const struct unit *unit, uint32_t first, uint32_t end) {
  const struct query_func *func = build->func;
  const struct query_sites *sites = &func->sites;
  uint32_t block_count = func->weights.block_count, block = NONE;
  size_t at = 0;
  struct query_number behind = QUERY_NUMBER_ZERO;
  for (uint32_t i = first; i < end; i++) {
    const struct pair *pair = &build->pairs.data[build->by_demand[i]];
    struct query_number *count = &build->counts[build->by_demand[i]];
    if (pair->point < block_count) {
      *count = build->values.slots[pair->point];
      continue;
    }
    uint32_t ins = build->points->calls[pair->point - block_count];
    uint32_t here = func->def_use.block_of_ins[ins];
    size_t portion = func->loops.place[here] - unit->first;
    if (here != block) {
      block = here;
      at = build->portions.data[portion + 1];
      behind = query_weights_after(&func->weights, build->values.slots, block);
    }
    size_t old = at;
    while (at > build->portions.data[portion] &&
           sites->sites.data[build->list.data[at - 1]].ins > ins)
      at--;
    behind = query_number_add(behind, query_sites_sum(sites, build->list.data + at, old - at));
    *count = behind;
  }
}

static void evaluate(struct build *build) {
  const struct loops *loops = &build->func->loops;
  for (size_t i = build->units.count; i-- > 0;) {
    const struct unit *unit = &build->units.data[i];
    for (uint32_t d = unit->demands; d != NONE; d = build->demands.data[d].next) {
      struct demand *wanted = &build->demands.data[d];
      if (query_count_must_stop(build->func->options)) return;
      load_unit(build, unit, wanted->set);
      for (uint32_t j = 0; j < unit->exit_count; j++) {
        uint32_t next = build->onward.data[wanted->first_exit + j];
        build->values.slots[build->exits.data[unit->first_exit + j]] =
            next == NONE ? QUERY_NUMBER_ZERO : build->demands.data[next].value;
      }
      query_weights_evaluate(&build->func->weights, &build->values, unit->first, unit->count);
      wanted->value = build->values.slots[loops->order[unit->first]];
      uint32_t end = d + 1 < build->demands.count ? build->demands.data[d + 1].first_pair
                                                  : build->wanted_count;
      read_pairs(build, unit, wanted->first_pair, end);
    }
  }
}

static void find_totals(struct build *build) {
  const struct query_func *func = build->func;
  const struct query_sites *sites = &func->sites;
  struct query_number *slots = build->values.slots, behind = QUERY_NUMBER_ZERO;
  uint32_t block = NONE, site = 0;
  for (uint32_t i = 0; i < func->weights.block_count; i++) slots[i] = sites->block_totals[i];
  query_weights_evaluate(&func->weights, &build->values, 0, func->loops.order_count);
  for (uint32_t i = 0; i < func->loops.order_count; i++)
    build->points->points[func->loops.order[i]].total = slots[func->loops.order[i]];
  for (size_t i = sites->calls.count; i-- > 0;) {
    const struct query_call *call = &sites->calls.data[i];
    if (call->block != block) {
      block = call->block;
      site = sites->first_site[func->loops.place[block] + 1];
      behind = query_weights_after(&func->weights, slots, block);
    }
    uint32_t first = sites->first_site[func->loops.place[block]];
    for (; site > first && sites->sites.data[site - 1].ins > call->ins; site--)
      if (sites->sites.data[site - 1].call == QUERY_NO_CALL)
        behind = query_number_add(behind, sites->sites.data[site - 1].weight);
    build->points->points[build->call_points[i]].total = behind;
    behind = query_number_add(behind, call->total);
  }
}

static int compare_numbers(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

/* Calls in the order of their instructions, which may differ from that of places. */
static void number_calls(struct build *build) {
  const struct query_sites *sites = &build->func->sites;
  struct query_points *points = build->points;
  points->call_count = (uint32_t)sites->calls.count;
  points->calls = alloc_bytes((points->call_count + 1) * sizeof *points->calls);
  build->call_points = alloc_bytes((points->call_count + 1) * sizeof *build->call_points);
  for (uint32_t i = 0; i < points->call_count; i++) points->calls[i] = sites->calls.data[i].ins;
  qsort(points->calls, points->call_count, sizeof *points->calls, compare_numbers);
  for (uint32_t i = 0; i < points->call_count; i++) {
    const uint32_t *found = bsearch(&sites->calls.data[i].ins, points->calls, points->call_count,
                                    sizeof *points->calls, compare_numbers);
    build->call_points[i] = points->block_count + (uint32_t)(found - points->calls);
  }
}

static void store_result(struct query_point *point, struct query_number count, bool flows) {
  if (query_number_less(point->result, count)) point->result = count;
  point->result_flows |= flows;
}

static void store_pairs(struct build *build) {
  const struct query_sites *sites = &build->func->sites;
  struct query_points *points = build->points;
  size_t register_count = 0, cell_count = 0;
  for (size_t i = 0; i < build->pairs.count; i++) {
    bool is_register = build->pairs.data[i].node < sites->reg_count;
    *(is_register ? &register_count : &cell_count) += 1;
  }
  struct query_register *reg = points->registers =
      alloc_bytes((register_count + 1) * sizeof *points->registers);
  struct query_cell *cell = points->cells = alloc_bytes((cell_count + 1) * sizeof *points->cells);
  for (size_t i = 0; i < build->pairs.count; i++) {
    const struct pair *pair = &build->pairs.data[i];
    struct query_point *point = &points->points[pair->point];
    struct query_number count = query_number_lesser(build->counts[i], point->total);
    bool flows = sites->flows[pair->node];
    if (query_number_is_zero(count) && !flows) continue;
    if (pair->is_result) {
      store_result(point, count, flows);
    } else if (pair->node < sites->reg_count) {
      if (point->register_count++ == 0) point->registers = reg;
      *reg++ = (struct query_register){count, pair->node, flows};
    } else {
      if (point->cell_count++ == 0) point->cells = cell;
      *cell = sites->cells.cells.data[pair->node - sites->reg_count];
      cell->flows = flows;
      cell++->count = count;
    }
  }
}

static void free_build(struct build *build) {
  liveness_free(&build->liveness);
  vec_free(&build->units);
  free(build->unit_of_place);
  vec_free(&build->exits);
  vec_free(&build->demands);
  vec_free(&build->onward);
  free(build->slots);
  vec_free(&build->pairs);
  free(build->by_demand);
  free(build->counts);
  free(build->call_points);
  free(build->values.slots);
  free(build->values.round);
  vec_free(&build->list);
  vec_free(&build->portions);
}

struct query_points query_points_build(struct query_func *func) {
  struct query_points points = {.block_count = func->weights.block_count};
  struct build build = {
      .func = func,
      .points = &points,
      .sets = &func->sites.sets,
      .liveness = liveness_build_until(func->func, &func->cfg, &func->def_use, func->options->stop),
      .unit_of_place = alloc_bytes((func->loops.order_count + 1) * sizeof(uint32_t)),
      .values = {
          alloc_zeroed(query_weights_slot_count(&func->weights) * sizeof(struct query_number)),
          alloc_zeroed((func->loops.count + 1) * sizeof(struct query_number))}};
  number_calls(&build);
  points.points = alloc_zeroed((points.block_count + points.call_count) * sizeof *points.points);
  find_units(&build);
  find_exits(&build);
  collect(&build);
  sort_pairs(&build);
  build.counts = alloc_zeroed((build.pairs.count + 1) * sizeof *build.counts);
  evaluate(&build);
  find_totals(&build);
  store_pairs(&build);
  free_build(&build);
  return points;
}

void query_points_free(struct query_points *points) {
  free(points->points);
  free(points->calls);
  free(points->registers);
  free(points->cells);
  *points = (struct query_points){0};
}
