/* Weights of ways through a function, after equation (3) of the paper.

   A branch leads to each of its targets with probability beta, independently. A switch over m
   targets counts as a balanced tree of branches: each target with m^log2(beta).

   A loop is unrolled n times, where n is its trip count if that is known, and else kappa. Where
   the last copy would start another round, the unrolled loop is left instead: by the exit of its
   header, else by that of a latch, else by its first exit. So with x_k the value at the header
   with k rounds to go, x_k = a + g x_(k-1), where a counts the queries of one round and what
   lies after the exits taken in it, g is the probability of coming back, and x_0 is the value
   after the exit. Sums of geometric series thus replace unrolling, from inner loops to outer
   ones, and a value is computed in two steps: the count of one round of each loop (bottom-up),
   then the values at blocks (backwards, from the end of each loop to its header).

   A block inside a loop is assumed to be in the first round.

   requires: loops and trip counts of the function.
   ensures:  values agree with the unrolled recursion.

   Left out: an irreducible loop is assumed to be entered at its header, and an edge in it that
   leads back in the order of blocks, but not to a header, ends the path. */
#include "analysis/query_count_weights.h"

#include "ir/loops.h"
#include "ir/operands.h"
#include "ir/trip_counts.h"

#include <math.h>
#include <stdlib.h>

struct build {
  struct query_weights *weights;
  const struct ir_func *func;
  const struct loops *loops;
  const struct query_count_options *options;
  uint32_t nowhere; /* the last slot */
  uint32_t *mark;   /* per block: the last block that it was listed as a target of, plus 1 */
  struct query_number *arriving; /* per slot */
  VEC(uint32_t) touched;         /* slots outside the current loop */
};

double query_weights_choice(uint32_t target_count, double beta) {
  if (target_count < 2) return 0;
  double depth = log2(target_count), twice = 2 * beta;
  return twice == 1 ? depth : (pow(twice, depth) - 1) / (twice - 1);
}

/* Appends the targets, each once even if several cases of a switch lead to it. */
static void list_targets(struct build *build, uint32_t block, struct ir_operand_list *targets) {
  const struct ir_func *func = build->func;
  const struct ir_ins *end = ir_terminator(func, block);
  uint64_t constant;
  if (end->op == IR_CONDBR && ir_const_value(func, end->a, &constant)) {
    vec_push(targets, func->edges.data[constant & 1 ? end->b : end->c].target);
    return;
  }
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t target = func->edges.data[ir_successor_edge(func, end, i)].target;
    if (end->op != IR_CONDBR && build->mark[target] == block + 1) continue;
    build->mark[target] = block + 1;
    vec_push(targets, target);
  }
}

/* The slot that has the value of going from the block to the target. */
static uint32_t find_slot(const struct build *build, uint32_t block, uint32_t target) {
  const struct loops *loops = build->loops;
  uint32_t loop = loops->of_block[target], entered = target;
  if (loops_is_header(loops, target) && loops_contains(loops, loop, block))
    return build->weights->block_count + loop;
  for (; loop != LOOPS_NONE && !loops_contains(loops, loop, block);
       loop = loops->loops[loop].parent)
    entered = loops->loops[loop].header;
  return loops->place[entered] > loops->place[block] ? entered : build->nowhere;
}

static void find_ways(struct build *build) {
  struct query_weights *weights = build->weights;
  struct ir_operand_list targets = {0};
  for (uint32_t block = 0; block < weights->block_count; block++) {
    weights->first_way[block] = (uint32_t)weights->ways.count;
    if (build->loops->place[block] == LOOPS_NONE) continue;
    vec_clear(&targets);
    list_targets(build, block, &targets);
    double weight = pow(build->options->beta, log2((double)targets.count));
    for (size_t i = 0; i < targets.count; i++) {
      struct query_way way = {find_slot(build, block, targets.data[i]), weight};
      vec_push(&weights->ways, way);
    }
  }
  weights->first_way[weights->block_count] = (uint32_t)weights->ways.count;
  vec_free(&targets);
}

/* Is the slot outside the loop (LOOPS_NONE: the function)? Returning to the header of an outer
   loop is outside. */
static bool is_outside(const struct build *build, uint32_t loop, uint32_t slot) {
  if (loop == LOOPS_NONE || slot == build->nowhere) return false;
  if (slot >= build->weights->block_count) {
    uint32_t other = slot - build->weights->block_count;
    return other != loop && loops_contains(build->loops, other, build->loops->loops[loop].header);
  }
  return !loops_contains(build->loops, loop, slot);
}

static void arrive(struct build *build, uint32_t loop, uint32_t slot, struct query_number weight) {
  if (query_number_is_zero(weight)) return;
  if (is_outside(build, loop, slot) && query_number_is_zero(build->arriving[slot]))
    vec_push(&build->touched, slot);
  build->arriving[slot] = query_number_add(build->arriving[slot], weight);
}

/* Sends weight 1 from the first block through places first to first + count - 1, with each inner
   loop as one step. */
static void spread(struct build *build, uint32_t loop, uint32_t first, uint32_t count) {
  struct query_weights *weights = build->weights;
  const struct loops *loops = build->loops;
  build->arriving[loops->order[first]] = query_number_of(1);
  for (uint32_t place = first; place < first + count;) {
    uint32_t block = loops->order[place], inner = loops->of_block[block];
    struct query_number here = build->arriving[block];
    while (inner != loop && loops->loops[inner].parent != loop) inner = loops->loops[inner].parent;
    build->arriving[block] = QUERY_NUMBER_ZERO;
    if (inner == loop) {
      weights->visits[block] = here;
      for (uint32_t i = weights->first_way[block]; i < weights->first_way[block + 1]; i++)
        arrive(build, loop, weights->ways.data[i].slot,
               query_number_scaled(here, weights->ways.data[i].weight));
      place++;
      continue;
    }
    const struct query_loop *l = &weights->of_loop[inner];
    weights->of_loop[inner].entry = here;
    for (uint32_t i = l->first_exit; i < l->first_exit + l->exit_count; i++)
      arrive(build, loop, weights->exits.data[i].slot,
             query_number_times(here, weights->exits.data[i].weight));
    place += loops->loops[inner].block_count;
  }
}

/* The first slot outside the loop that the block leads to. */
static uint32_t leave_from(const struct build *build, uint32_t loop, uint32_t block) {
  const struct query_weights *weights = build->weights;
  for (uint32_t i = weights->first_way[block]; i < weights->first_way[block + 1]; i++)
    if (is_outside(build, loop, weights->ways.data[i].slot)) return weights->ways.data[i].slot;
  return build->nowhere;
}

/* Where the loop is left after its last round; and whether it may be left before its body, which
   is not so for a loop of one block. */
static uint32_t find_last_exit(const struct build *build, uint32_t loop, bool *is_tested_first) {
  const struct loop *l = &build->loops->loops[loop];
  uint32_t slot = leave_from(build, loop, l->header);
  *is_tested_first = slot != build->nowhere;
  for (uint32_t i = l->first_latch; i < l->first_latch + l->latch_count; i++) {
    uint32_t latch = build->loops->edges[i].from;
    if (slot == build->nowhere) slot = leave_from(build, loop, latch);
    if (latch == l->header) *is_tested_first = false;
  }
  for (uint32_t i = 0; slot == build->nowhere && i < l->block_count; i++)
    slot = leave_from(build, loop, build->loops->order[l->first_block + i]);
  return slot;
}

/* A trip count is the number of times control returns to the header: a loop with its test at the
   end has run its body once more. */
static double count_rounds(const struct build *build, const struct trip_count *trip,
                           bool is_tested_first) {
  double kappa = build->options->kappa, known = (double)trip->count;
  if (trip->kind != TRIP_EXACT && trip->kind != TRIP_AT_MOST) return kappa;
  known += is_tested_first ? 0 : 1;
  if (known < 1) known = 1;
  return trip->kind == TRIP_AT_MOST && known > kappa ? kappa : known;
}

/* The last two arguments are the weights that remain after all rounds, and after all but one. */
static void add_exits(struct build *build, struct query_loop *loop, uint32_t last,
                      struct query_number rest, struct query_number later_rest) {
  struct query_weights *weights = build->weights;
  loop->first_exit = (uint32_t)weights->exits.count;
  if (last != build->nowhere && query_number_is_zero(build->arriving[last]))
    vec_push(&build->touched, last);
  for (size_t i = 0; i < build->touched.count; i++) {
    uint32_t slot = build->touched.data[i];
    struct query_number weight = build->arriving[slot];
    build->arriving[slot] = QUERY_NUMBER_ZERO;
    struct query_exit exit = {slot, query_number_times(weight, loop->rounds),
                              query_number_times(weight, loop->later)};
    if (slot == last) {
      exit.weight = query_number_add(exit.weight, rest);
      exit.later_weight = query_number_add(exit.later_weight, later_rest);
    }
    vec_push(&weights->exits, exit);
  }
  loop->exit_count = (uint32_t)weights->exits.count - loop->first_exit;
}

static void weigh_loop(struct build *build, uint32_t loop, const struct trip_count *trip) {
  struct query_weights *weights = build->weights;
  const struct loop *shape = &build->loops->loops[loop];
  struct query_loop *l = &weights->of_loop[loop];
  vec_clear(&build->touched);
  spread(build, loop, shape->first_block, shape->block_count);
  uint32_t back = weights->block_count + loop;
  struct query_number g = build->arriving[back];
  build->arriving[back] = build->arriving[build->nowhere] = QUERY_NUMBER_ZERO;
  bool is_tested_first;
  uint32_t last = find_last_exit(build, loop, &is_tested_first);
  double n = count_rounds(build, trip, is_tested_first);
  l->rounds = query_number_sum_powers(g, n);
  l->later = query_number_sum_powers(g, n - 1);
  add_exits(build, l, last, query_number_power(g, n), query_number_power(g, n - 1));
}

/* Outer loops come first in the array, so of the loops that end at one place, each is linked in
   after the one that contains it. */
static void link_endings(struct build *build) {
  struct query_weights *weights = build->weights;
  const struct loops *loops = build->loops;
  for (uint32_t place = 0; place < loops->order_count; place++) weights->ending[place] = LOOPS_NONE;
  for (uint32_t loop = weights->loop_count; loop-- > 0;) {
    uint32_t end = loops->loops[loop].first_block + loops->loops[loop].block_count - 1;
    weights->of_loop[loop].next_ending = weights->ending[end];
    weights->ending[end] = loop;
  }
}

static void find_visits_from_entry(struct build *build) {
  struct query_weights *weights = build->weights;
  const struct loops *loops = build->loops;
  struct query_number *entered = alloc_bytes((weights->loop_count + 1) * sizeof *entered);
  for (uint32_t loop = 0; loop < weights->loop_count; loop++) {
    uint32_t parent = loops->loops[loop].parent;
    const struct query_loop *l = &weights->of_loop[loop];
    entered[loop] = query_number_times(l->entry, l->rounds);
    if (parent != LOOPS_NONE) entered[loop] = query_number_times(entered[loop], entered[parent]);
  }
  for (uint32_t i = 0; i < loops->order_count; i++) {
    uint32_t block = loops->order[i], loop = loops->of_block[block];
    weights->from_entry[block] = loop == LOOPS_NONE
                                     ? weights->visits[block]
                                     : query_number_times(entered[loop], weights->visits[block]);
  }
  free(entered);
}

struct query_weights query_weights_build(const struct ir_func *func, const struct loops *loops,
                                         const struct trip_count *trips,
                                         const struct query_count_options *options) {
  uint32_t block_count = (uint32_t)func->blocks.count, loop_count = loops->count;
  struct query_weights weights = {
      .loops = loops,
      .block_count = block_count,
      .loop_count = loop_count,
      .first_way = alloc_bytes((block_count + 1) * sizeof(uint32_t)),
      .of_loop = alloc_zeroed((loop_count + 1) * sizeof(struct query_loop)),
      .ending = alloc_bytes((block_count + 1) * sizeof(uint32_t)),
      .visits = alloc_zeroed(block_count * sizeof(struct query_number)),
      .from_entry = alloc_zeroed(block_count * sizeof(struct query_number))};
  uint32_t slot_count = query_weights_slot_count(&weights);
  struct build build = {.weights = &weights,
                        .func = func,
                        .loops = loops,
                        .options = options,
                        .nowhere = slot_count - 1,
                        .mark = alloc_zeroed(block_count * sizeof(uint32_t)),
                        .arriving = alloc_zeroed(slot_count * sizeof(struct query_number))};
  find_ways(&build);
  for (uint32_t loop = loop_count; loop-- > 0;) weigh_loop(&build, loop, &trips[loop]);
  spread(&build, LOOPS_NONE, 0, loops->order_count);
  find_visits_from_entry(&build);
  link_endings(&build);
  vec_free(&build.touched);
  free(build.mark);
  free(build.arriving);
  return weights;
}

void query_weights_free(struct query_weights *weights) {
  free(weights->first_way);
  vec_free(&weights->ways);
  free(weights->of_loop);
  vec_free(&weights->exits);
  free(weights->ending);
  free(weights->visits);
  free(weights->from_entry);
  *weights = (struct query_weights){0};
}

struct query_number query_weights_after(const struct query_weights *weights,
                                        const struct query_number *slots, uint32_t block) {
  struct query_number sum = QUERY_NUMBER_ZERO;
  for (uint32_t i = weights->first_way[block]; i < weights->first_way[block + 1]; i++) {
    const struct query_way *way = &weights->ways.data[i];
    sum = query_number_add(sum, query_number_scaled(slots[way->slot], way->weight));
  }
  return sum;
}

static void add_to_round(struct query_values *values, uint32_t loop, struct query_number count,
                         struct query_number times) {
  if (query_number_is_zero(count)) return;
  values->round[loop] = query_number_add(values->round[loop], query_number_times(count, times));
}

/* The count of one round of each loop, including inner loops. */
static void count_rounds_of_loops(const struct query_weights *weights, struct query_values *values,
                                  uint32_t first, uint32_t count) {
  const struct loops *loops = weights->loops;
  for (uint32_t place = first; place < first + count; place++) {
    uint32_t block = loops->order[place], loop = loops->of_block[block];
    if (loop == LOOPS_NONE) continue;
    add_to_round(values, loop, values->slots[block], weights->visits[block]);
    for (uint32_t end = weights->ending[place]; end != LOOPS_NONE;
         loop = loops->loops[loop].parent) {
      uint32_t parent = loops->loops[loop].parent;
      const struct query_loop *l = &weights->of_loop[loop];
      if (parent != LOOPS_NONE)
        add_to_round(values, parent, values->round[loop], query_number_times(l->rounds, l->entry));
      if (loop == end) break;
    }
  }
}

static void evaluate_header(const struct query_weights *weights, struct query_values *values,
                            uint32_t loop) {
  const struct query_loop *l = &weights->of_loop[loop];
  struct query_number at_first = query_number_times(values->round[loop], l->rounds);
  struct query_number later = query_number_times(values->round[loop], l->later);
  for (uint32_t i = l->first_exit; i < l->first_exit + l->exit_count; i++) {
    const struct query_exit *exit = &weights->exits.data[i];
    struct query_number behind = values->slots[exit->slot];
    at_first = query_number_add(at_first, query_number_times(exit->weight, behind));
    later = query_number_add(later, query_number_times(exit->later_weight, behind));
  }
  values->slots[weights->loops->loops[loop].header] = at_first;
  values->slots[weights->block_count + loop] = later;
  values->round[loop] = QUERY_NUMBER_ZERO;
}

void query_weights_evaluate(const struct query_weights *weights, struct query_values *values,
                            uint32_t first, uint32_t count) {
  const struct loops *loops = weights->loops;
  count_rounds_of_loops(weights, values, first, count);
  for (uint32_t place = first + count; place-- > first;) {
    uint32_t block = loops->order[place];
    for (uint32_t loop = weights->ending[place]; loop != LOOPS_NONE;
         loop = weights->of_loop[loop].next_ending)
      evaluate_header(weights, values, loop);
    if (loops_is_header(loops, block)) continue;
    values->slots[block] =
        query_number_add(values->slots[block], query_weights_after(weights, values->slots, block));
  }
}
