/* Distances to uncovered code: worked examples, and random programs against a judge that
   follows every way through the program, call stack and all. */
#include "world.h"

#include "exec/coverable.h"
#include "search/distance.h"
#include "util/strmap.h"

enum { LIMIT = 14 };

/* A configuration: the instruction to execute, and where to go on after returns. */
struct config {
  uint32_t depth;
  struct place places[24]; /* the innermost last; of callers the call */
};

struct judge {
  const struct world *world;
  VEC(struct config) now, next;
  struct strmap seen;
};

static bool is_covered(const struct world *world, struct place place) {
  const struct ir_func *func = world_func(world, place.func);
  const struct func_coverage *covered = &world->coverage.funcs[place.func];
  uint32_t block = world_block_of(func, place.ins);
  if (!coverage_wants(&world->coverage, world->program, place.func)) return true;
  if (!covered->is_entered || !covered->blocks[block]) return false;
  for (uint32_t i = func->blocks.data[block].first; i < place.ins; i++)
    if (func->ins.data[i].op == IR_CALL && !covered->calls[func->ins.data[i].b]) return false;
  return true;
}

static void reach(struct judge *judge, const struct config *config) {
  struct buffer key = {0};
  for (uint32_t i = 0; i < config->depth; i++)
    buffer_add(&key, "%u.%u ", config->places[i].func, config->places[i].ins);
  if (strmap_get(&judge->seen, key.text) == STRMAP_NONE) {
    strmap_set(&judge->seen, key.text, 1);
    vec_push(&judge->next, *config);
  }
  buffer_free(&key);
}

static void reach_by_call(struct judge *judge, const struct config *from) {
  struct place *place = (struct place *)&from->places[from->depth - 1];
  const struct ir_func *func = world_func(judge->world, place->func);
  uint32_t count, *callees = world_callees(judge->world, func, &func->ins.data[place->ins], &count);
  for (uint32_t i = 0; i < count; i++) {
    struct config to = *from;
    if (callees[i] == 1) continue;
    if (callees[i] == 0)
      to.places[to.depth - 1].ins++;
    else
      to.places[to.depth++] =
          (struct place){callees[i], world_func(judge->world, callees[i])->blocks.data[0].first};
    reach(judge, &to);
  }
  free(callees);
}

static void reach_all_from(struct judge *judge, const struct config *from) {
  struct place place = from->places[from->depth - 1];
  const struct ir_func *func = world_func(judge->world, place.func);
  const struct ir_ins *ins = &func->ins.data[place.ins];
  struct config to = *from;
  if (ins->op == IR_CALL) {
    reach_by_call(judge, from);
  } else if (ins->op == IR_RET) {
    if (--to.depth == 0) return;
    to.places[to.depth - 1].ins++;
    reach(judge, &to);
  } else if (ir_is_terminator(ins->op)) {
    for (uint32_t i = 0; i < ir_successor_count(ins); i++) {
      uint32_t target = func->edges.data[ir_successor_edge(func, ins, i)].target;
      to.places[to.depth - 1].ins = func->blocks.data[target].first;
      reach(judge, &to);
    }
  } else {
    to.places[to.depth - 1].ins++;
    reach(judge, &to);
  }
}

/* The distance if it is at most LIMIT; else LIMIT + 1 or, if all ways were followed to
   their ends, DISTANCE_NONE. */
static uint32_t judge_distance(const struct world *world, const struct state *state) {
  struct judge judge = {.world = world};
  struct config start = {.depth = state->top->depth};
  struct place place = {state->top->code->func->number, state->ins};
  uint32_t result = LIMIT + 1, depth = start.depth;
  for (const struct frame *frame = state->top; frame != NULL; frame = frame->caller) {
    start.places[--depth] = place;
    if (frame->caller == NULL) break;
    place.func = frame->caller->code->func->number;
    place.ins = (uint32_t)(frame->call - frame->caller->code->ops);
  }
  reach(&judge, &start);
  for (uint32_t length = 1; length <= LIMIT && result > LIMIT; length++) {
    judge.now.count = 0;
    for (size_t i = 0; i < judge.next.count; i++) vec_push(&judge.now, judge.next.data[i]);
    judge.next.count = 0;
    if (judge.now.count == 0) result = DISTANCE_NONE;
    for (size_t i = 0; i < judge.now.count; i++) {
      const struct config *config = &judge.now.data[i];
      if (!is_covered(world, config->places[config->depth - 1])) result = length;
    }
    if (result != LIMIT + 1) break;
    for (size_t i = 0; i < judge.now.count; i++)
      if (judge.now.data[i].depth < 23) reach_all_from(&judge, &judge.now.data[i]);
  }
  vec_free(&judge.now);
  vec_free(&judge.next);
  strmap_free(&judge.seen);
  return result;
}

/* Only every second function counts for coverage. Returns owned; borrows the options. */
static struct coverable *limit(struct world *world, struct coverable_options *options) {
  struct ir_program *program = world->program;
  vec_push(&options->patterns, "wanted.c");
  for (size_t i = 0; i < program->funcs.count; i++) {
    uint32_t file = ir_intern_string(program, i % 2 == 0 ? "wanted.c" : "other.c");
    uint32_t loc = ir_add_loc(program, (struct ir_loc){.file = file, .line = 1});
    struct ir_func *func = program->funcs.data[i];
    for (size_t k = 0; k < func->ins.count; k++) func->ins.data[k].loc = loc;
  }
  struct coverable *coverable = coverable_new(program, options);
  world->coverage.limit = coverable;
  return coverable;
}

/* A walk through a random program, with every distance on the way judged. */
static void walk(uint64_t seed, uint64_t *judged, uint64_t *far) {
  struct world world;
  struct coverable_options options = {0};
  struct coverable *coverable = NULL;
  world_begin(&world, seed, 1 + seed % 6);
  if (seed % 2 == 1) coverable = limit(&world, &options);
  struct distance *distance = distance_new(world.program, &world.coverage);
  for (int path = 0; path < 6; path++) {
    struct state *state = world_start(&world, WORLD_BUILTIN_COUNT);
    bool goes_on = true;
    for (int i = 0; goes_on && i < 40; i++) {
      if (state->top->depth < 6 && random_below(&world.seed, 3) == 0) {
        uint32_t found = distance_of_state(distance, state);
        uint32_t expected = judge_distance(&world, state);
        if (expected == LIMIT + 1)
          assert_true(found > LIMIT);
        else
          assert_int_equal(found, expected);
        *judged += found <= LIMIT;
        *far += found == DISTANCE_NONE;
      }
      goes_on = world_step(&world, state);
    }
    world_remove(&world, state);
  }
  distance_free(distance);
  coverable_free(coverable);
  vec_free(&options.patterns);
  world_end(&world);
}

static void distances_are_those_of_all_ways_followed(void **unused) {
  (void)unused;
  uint64_t judged = 0, far = 0;
  for (uint64_t seed = 0; seed < 400; seed++) walk(seed, &judged, &far);
  /* The walks must have met what they are to test. */
  assert_true(judged > 1000 && far > 100);
}

/* What was kept up to date is what a fresh start would have found, everywhere. */
static void keeping_up_equals_starting_afresh(void **unused) {
  (void)unused;
  for (uint64_t seed = 1000; seed < 1150; seed++) {
    struct world world;
    struct coverable_options options = {0};
    struct coverable *coverable = NULL;
    world_begin(&world, seed, 2 + seed % 20);
    if (seed % 2 == 1) coverable = limit(&world, &options);
    struct distance *kept = distance_new(world.program, &world.coverage);
    for (int path = 0; path < 8; path++) {
      struct state *state = world_start(&world, WORLD_BUILTIN_COUNT);
      bool goes_on = true;
      for (int i = 0; goes_on && i < 100; i++) {
        if (random_below(&world.seed, 10) == 0) distance_of_state(kept, state);
        goes_on = world_step(&world, state);
      }
      world_remove(&world, state);
      struct distance *fresh = distance_new(world.program, &world.coverage);
      for (uint32_t f = WORLD_BUILTIN_COUNT; f < world.program->funcs.count; f++)
        for (uint32_t ins = 0; ins < world_func(&world, f)->ins.count; ins++)
          assert_int_equal(distance_of_place(kept, f, ins), distance_of_place(fresh, f, ins));
      distance_free(fresh);
    }
    distance_free(kept);
    coverable_free(coverable);
    vec_free(&options.patterns);
    world_end(&world);
  }
}

/* A function of one block: plain instructions, a call, plain instructions, return. */
static struct ir_func *new_caller(struct ir_program *program, const char *name, uint32_t before,
                                  uint32_t callee, uint32_t after) {
  struct ir_func *func = ir_add_func(program, name, false);
  func->has_body = true;
  uint32_t param = ir_new_param(func, 32);
  ir_start_block(func, ir_new_block(func));
  for (uint32_t i = 0; i < before; i++) emit_op(func, IR_ADD, 32, param, param);
  if (callee != GRAPH_NONE) world_emit_call(func, ir_const_func(func, callee), param);
  for (uint32_t i = 0; i < after; i++) emit_op(func, IR_ADD, 32, param, param);
  emit_ret(func);
  ir_end_block(func, 0);
  return func;
}

static void distances_go_into_calls_and_out_through_returns(void **unused) {
  (void)unused;
  struct ir_program *program = ir_program_new();
  world_add_builtins(program);
  struct ir_func *inner = new_caller(program, "inner", 2, GRAPH_NONE, 0);
  struct ir_func *outer = new_caller(program, "outer", 1, inner->number, 3);
  struct world world;
  world_begin_with(&world, program, 1);
  struct distance *distance = distance_new(program, &world.coverage);
  struct state *state = world_start(&world, outer->number);
  /* One plain instruction, the call, the first of the inner function. */
  assert_int_equal(distance_of_state(distance, state), 3);
  world_step(&world, state);
  world_step(&world, state);
  /* Two plain ones, the return, then what follows the call, which has not returned yet. */
  assert_ptr_equal(state->top->code->func, inner);
  assert_int_equal(distance_of_state(distance, state), 4);
  assert_int_equal(distance_of_place(distance, inner->number, 0), DISTANCE_NONE);
  for (int i = 0; i < 3; i++) world_step(&world, state);
  assert_int_equal(distance_of_state(distance, state), DISTANCE_NONE);
  distance_free(distance);
  world_end(&world);
}

static void nothing_follows_a_call_that_never_returns(void **unused) {
  (void)unused;
  struct ir_program *program = ir_program_new();
  world_add_builtins(program);
  struct ir_func *dies = new_caller(program, "dies", 0, 1, 5);
  struct ir_func *calls = new_caller(program, "calls", 0, dies->number, 5);
  struct world world;
  world_begin_with(&world, program, 1);
  struct distance *distance = distance_new(program, &world.coverage);
  struct state *state = world_start(&world, calls->number);
  assert_int_equal(distance_of_state(distance, state), 2);
  world_step(&world, state);
  assert_int_equal(distance_of_state(distance, state), DISTANCE_NONE);
  assert_int_equal(distance_of_place(distance, calls->number, 0), DISTANCE_NONE);
  distance_free(distance);
  world_end(&world);
}

/* Once all of it is covered, a recursive function must not seem to come nearer to anything
   by calling itself. */
static void recursion_does_not_count_up(void **unused) {
  (void)unused;
  struct ir_program *program = ir_program_new();
  world_add_builtins(program);
  struct ir_func *func = ir_add_func(program, "again", false);
  func->has_body = true;
  uint32_t chooser = ir_new_param(func, 32), calls = (ir_new_block(func), ir_new_block(func));
  uint32_t ends = ir_new_block(func), targets[2] = {calls, ends};
  ir_start_block(func, 0);
  emit_choice(func, chooser, targets, 2);
  ir_end_block(func, 0);
  ir_start_block(func, calls);
  world_emit_call(func, ir_const_func(func, func->number), chooser);
  emit_br(func, ends, NULL, 0);
  ir_end_block(func, calls);
  ir_start_block(func, ends);
  emit_ret(func);
  ir_end_block(func, ends);
  struct world world;
  world_begin_with(&world, program, 5);
  struct distance *distance = distance_new(program, &world.coverage);
  struct state *state = world_start(&world, func->number);
  assert_int_equal(distance_of_state(distance, state), 3);
  for (int i = 0; i < 60; i++) {
    if (!world_step(&world, state)) {
      world_remove(&world, state);
      state = world_start(&world, func->number);
    }
    uint32_t expected = judge_distance(&world, state), found = distance_of_state(distance, state);
    assert_true(expected == LIMIT + 1 ? found > LIMIT : found == expected);
  }
  assert_int_equal(distance_of_place(distance, func->number, 0), DISTANCE_NONE);
  distance_free(distance);
  world_end(&world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_go_into_calls_and_out_through_returns),
      cmocka_unit_test(nothing_follows_a_call_that_never_returns),
      cmocka_unit_test(recursion_does_not_count_up),
      cmocka_unit_test(distances_are_those_of_all_ways_followed),
      cmocka_unit_test(keeping_up_equals_starting_afresh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
