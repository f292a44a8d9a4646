/* The strategies in the small world: orders and distributions against naive models, every
   strategy under forks and ends at random, and that a seed decides everything. */
#include "world.h"

#include "search/distance.h"

#include <math.h>

static struct state *pick(struct searcher *searcher) { return searcher->class->pick(searcher); }

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  searcher->class->add(searcher, state, parent);
}

static void end(struct world *world, struct searcher *searcher, struct state *state) {
  searcher->class->remove(searcher, state);
  world_remove(world, state);
}

static struct state *fork_state(struct world *world, struct searcher *searcher,
                                struct state *state) {
  struct state *sibling = world_fork(world, state);
  add(searcher, sibling, state);
  if (searcher->class->update != NULL) searcher->class->update(searcher, state);
  return sibling;
}

/* A world with a searcher and its first state. */
static struct state *begin(struct world *world, struct searcher **searcher, const char *name,
                           uint64_t seed) {
  world_begin(world, seed, 4);
  *searcher = world_search(world, &name, 1, seed);
  struct state *state = world_start(world, WORLD_BUILTIN_COUNT);
  add(*searcher, state, NULL);
  return state;
}

static void finish(struct world *world, struct searcher *searcher) {
  search_free(searcher);
  world_end(world);
}

static void dfs_goes_on_then_takes_the_newest(void **unused) {
  (void)unused;
  struct world world;
  struct searcher *searcher;
  struct state *first = begin(&world, &searcher, "dfs", 1);
  struct state *a = fork_state(&world, searcher, first);
  struct state *b = fork_state(&world, searcher, first);
  assert_ptr_equal(pick(searcher), first);
  end(&world, searcher, first);
  assert_ptr_equal(pick(searcher), b);
  struct state *c = fork_state(&world, searcher, b);
  assert_ptr_equal(pick(searcher), b);
  end(&world, searcher, b);
  assert_ptr_equal(pick(searcher), c);
  end(&world, searcher, c);
  assert_ptr_equal(pick(searcher), a);
  finish(&world, searcher);
}

static void bfs_takes_turns_by_forks(void **unused) {
  (void)unused;
  struct world world;
  struct searcher *searcher;
  struct state *first = begin(&world, &searcher, "bfs", 1);
  struct state *a = fork_state(&world, searcher, first);
  assert_ptr_equal(pick(searcher), first);
  struct state *b = fork_state(&world, searcher, first);
  /* It has not forked: it stays the first. */
  for (int i = 0; i < 3; i++) assert_ptr_equal(pick(searcher), a);
  struct state *c = fork_state(&world, searcher, a);
  struct state *order[] = {first, b, a, c};
  for (int i = 0; i < 4; i++) {
    assert_ptr_equal(pick(searcher), order[i]);
    end(&world, searcher, order[i]);
  }
  finish(&world, searcher);
}

static void bfs_comes_back_to_those_who_wait(void **unused) {
  (void)unused;
  struct world world;
  struct searcher *searcher;
  struct state *first = begin(&world, &searcher, "bfs", 1);
  struct state *a = fork_state(&world, searcher, first);
  assert_ptr_equal(pick(searcher), first);
  searcher->class->update(searcher, first);
  assert_ptr_equal(pick(searcher), first);
  first->is_waiting = true;
  searcher->class->update(searcher, first);
  assert_ptr_equal(pick(searcher), a);
  end(&world, searcher, a);
  assert_ptr_equal(pick(searcher), first);
  finish(&world, searcher);
}

static const struct state *leftmost(const struct fork_node *node) {
  while (node->child[0] != NULL) node = node->child[0];
  return node->state;
}

/* Whether a state forks and how it ends is random here; dfs and bfs take turns, and each is
   compared with what it is by definition. */
static void orders_hold_while_taking_turns(void **unused) {
  (void)unused;
  static const char *const names[] = {"dfs", "bfs"};
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct world world;
    VEC(struct state *) queue = {0};
    world_begin(&world, seed, 3);
    struct searcher *searcher = world_search(&world, names, 2, seed);
    vec_push(&queue, world_start(&world, WORLD_BUILTIN_COUNT));
    add(searcher, queue.data[0], NULL);
    for (int turn = 0; turn < 300 && queue.count != 0; turn++) {
      struct state *state = pick(searcher);
      assert_ptr_equal(state, turn % 2 == 0 ? leftmost(world.root) : queue.data[0]);
      unsigned action = random_below(&seed, 10);
      if (action < 2) continue;
      size_t at = 0;
      while (queue.data[at] != state) at++;
      memmove(&queue.data[at], &queue.data[at + 1],
              (queue.count - at - 1) * sizeof(struct state *));
      queue.count--;
      if (action < 5) {
        end(&world, searcher, state);
      } else {
        vec_push(&queue, state);
        vec_push(&queue, fork_state(&world, searcher, state));
      }
    }
    vec_free(&queue);
    finish(&world, searcher);
  }
}

/* Picks many times without running anything, and compares how often each state came with
   its share. */
static void check_shares(struct world *world, struct searcher *searcher, const double *weights) {
  enum { PICKS = 40000 };
  size_t count = world->states.count;
  uint32_t *counts = alloc_zeroed(count * sizeof *counts);
  double total = 0;
  for (size_t i = 0; i < count; i++) total += weights[i];
  for (int i = 0; i < PICKS; i++) {
    const struct state *state = pick(searcher);
    size_t at = 0;
    while (world->states.data[at] != state) at++;
    counts[at]++;
  }
  for (size_t i = 0; i < count; i++) {
    double expected = PICKS * weights[i] / total;
    assert_true(fabs(counts[i] - expected) < 5.5 * sqrt(expected) + 2);
  }
  free(counts);
}

typedef double weight_function(struct world *world, const struct state *state);

static double weigh_equal(struct world *world, const struct state *state) {
  (void)world, (void)state;
  return 1;
}

static double weigh_by_depth(struct world *world, const struct state *state) {
  (void)world;
  return 1 + state->depth;
}

static double weigh_by_power(struct world *world, const struct state *state) {
  (void)world;
  return pow(0.5, state->depth);
}

static double weigh_by_tree(struct world *world, const struct state *state) {
  double weight = 1;
  (void)world;
  for (const struct fork_node *node = state->leaf; node->parent != NULL; node = node->parent)
    weight /= 2;
  return weight;
}

static double weigh_by_distance(struct world *world, const struct state *state) {
  struct distance *fresh = distance_new(world->program, &world->coverage);
  uint32_t distance = distance_of_state(fresh, state);
  distance_free(fresh);
  return pow(distance == DISTANCE_NONE ? 10000 : distance, -2);
}

static double weigh_by_new_cover(struct world *world, const struct state *state) {
  double since = (double)(state->instructions - state->new_cover_at) - 1000;
  return weigh_by_distance(world, state) + pow(since < 1 ? 1 : since, -2);
}

/* Runs for a while, so that states of many kinds wait, some of them weighed long ago. */
static size_t check_strategy(const char *name, weight_function *weigh, uint64_t seed) {
  struct world world;
  struct searcher *searcher;
  begin(&world, &searcher, name, seed);
  for (int i = 0; i < 200 && world.states.count < 30; i++) {
    world_turn(&world, searcher, 70, 5);
    if (world.states.count == 0) {
      struct state *again = world_start(&world, WORLD_BUILTIN_COUNT);
      add(searcher, again, NULL);
    }
    /* Instructions that cover nothing, to tell ages apart. */
    uint32_t any = random_below(&world.seed, (uint32_t)world.states.count);
    if (searcher->class->update == NULL || random_below(&world.seed, 4) != 0) continue;
    world.states.data[any]->instructions += 400;
    searcher->class->update(searcher, world.states.data[any]);
  }
  size_t count = world.states.count;
  double *weights = alloc_bytes(count * sizeof *weights);
  for (size_t i = 0; i < count; i++) weights[i] = weigh(&world, world.states.data[i]);
  check_shares(&world, searcher, weights);
  free(weights);
  finish(&world, searcher);
  return count;
}

static void shares_are_what_the_names_promise(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    weight_function *weigh;
  } promises[] = {
      {"random-state", weigh_equal},    {"random-path", weigh_by_tree},
      {"nurs:depth", weigh_by_depth},   {"nurs:rp", weigh_by_power},
      {"nurs:md2u", weigh_by_distance}, {"nurs:covnew", weigh_by_new_cover},
  };
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
    size_t state_count = 0;
    for (uint64_t seed = 0; seed < 30; seed++)
      state_count += check_strategy(promises[i].name, promises[i].weigh, seed);
    assert_true(state_count > 300);
  }
}

/* Two places: many states stand at one, one at the other. By instruction the first place is
   well visited; by call path half of its states are distinguished. */
static void counts_weigh_places_and_call_paths(void **unused) {
  (void)unused;
  static const char *const names[] = {"nurs:icnt", "nurs:cpicnt"};
  for (int by_path = 0; by_path < 2; by_path++) {
    struct world world;
    struct searcher *searcher;
    struct state *first = begin(&world, &searcher, names[by_path], 3);
    /* Coming to the entry of function 4 by two calls: function and instruction are equal. */
    const struct code *code = first->top->code;
    struct state *one = world_fork(&world, first), *two = world_fork(&world, first);
    struct state *three = world_fork(&world, first);
    world_push_frame(&world, one, 4, &code->ops[0]);
    world_push_frame(&world, two, 4, &code->ops[0]);
    world_push_frame(&world, three, 4, &code->ops[code->op_count - 1]);
    add(searcher, one, first);
    add(searcher, two, first);
    add(searcher, three, first);
    double by_place[] = {1, 1. / 9, 1. / 9, 1. / 9}, by_caller[] = {1, 1. / 4, 1. / 4, 1};
    check_shares(&world, searcher, by_path ? by_caller : by_place);
    finish(&world, searcher);
  }
}

/* The engine reports a fork when the state that forked has moved on to a place that none
   had come to: nobody has counted it yet. */
static void counting_bears_a_state_that_went_on_before_its_sibling_was_added(void **unused) {
  (void)unused;
  static const char *const names[] = {"nurs:icnt", "nurs:cpicnt"};
  for (int i = 0; i < 2; i++) {
    struct world world;
    struct searcher *searcher;
    struct state *first = begin(&world, &searcher, names[i], 3);
    struct state *sibling = world_fork(&world, first);
    world_push_frame(&world, first, 4, &first->top->code->ops[0]);
    add(searcher, sibling, first);
    assert_true(pick(searcher) == first || pick(searcher) == sibling);
    finish(&world, searcher);
  }
}

static bool is_alive(const struct world *world, uint64_t number) {
  for (size_t i = 0; i < world->states.count; i++)
    if (world->states.data[i]->number == number) return true;
  return false;
}

/* Runs the strategies, cutting states off here and there that were not picked, and hashes
   who was picked. */
static uint64_t run(const char *const *names, size_t count, uint64_t batch, uint64_t world_seed,
                    uint64_t seed) {
  struct world world;
  uint64_t hash = 0;
  world_begin(&world, world_seed, 5);
  struct search_options options = {.names = names,
                                   .name_count = count,
                                   .seed = seed,
                                   .batch_instructions = batch,
                                   .program = world.program,
                                   .coverage = &world.coverage,
                                   .fork_root = &world.root};
  char *error;
  struct searcher *searcher = search_new(&options, &error);
  assert_non_null(searcher);
  for (int i = 0; i < 400; i++) {
    if (world.states.count == 0) {
      struct state *state = world_start(&world, WORLD_BUILTIN_COUNT);
      add(searcher, state, NULL);
    }
    uint64_t newest = world.state_count;
    struct state *peek = pick(searcher);
    assert_true(is_alive(&world, peek->number) && peek->number < newest);
    uint64_t picked = world_turn(&world, searcher, 60, i < 200 ? 2 : 30);
    hash = (hash ^ picked) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    if (world.states.count > 1 && random_below(&world.seed, 6) == 0) {
      uint32_t victim = random_below(&world.seed, (uint32_t)world.states.count);
      end(&world, searcher, world.states.data[victim]);
    }
  }
  while (world.states.count != 0) end(&world, searcher, pick(searcher));
  finish(&world, searcher);
  return hash;
}

static const char *const mixtures[][4] = {
    {"dfs"},
    {"bfs"},
    {"random-state"},
    {"random-path"},
    {"nurs:covnew"},
    {"nurs:md2u"},
    {"nurs:depth"},
    {"nurs:rp"},
    {"nurs:icnt"},
    {"nurs:cpicnt"},
    {"random-path", "nurs:covnew"},
    {"dfs", "bfs", "random-state", "nurs:md2u"},
    {"nurs:icnt", "random-path", "nurs:depth", "nurs:rp"},
    {"random-state", "random-state", "nurs:cpicnt", "nurs:covnew"},
};

static void a_seed_decides_everything(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++) {
    size_t count = 0, differences = 0;
    while (count < 4 && mixtures[i][count] != NULL) count++;
    for (uint64_t world = 0; world < 12; world++) {
      uint64_t batch = world % 3 == 2 ? 25 : 0;
      uint64_t hash = run(mixtures[i], count, batch, world, 1);
      assert_int_equal(hash, run(mixtures[i], count, batch, world, 1));
      differences += hash != run(mixtures[i], count, batch, world, 2);
    }
    bool is_random = i > 1;
    assert_true(is_random ? differences > 0 : differences == 0);
  }
}

static void the_usual_is_random_path_and_new_cover(void **unused) {
  (void)unused;
  static const char *const usual[] = {"random-path", "nurs:covnew"};
  for (uint64_t world = 0; world < 5; world++)
    assert_int_equal(run(NULL, 0, 0, world, 4), run(usual, 2, 0, world, 4));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dfs_goes_on_then_takes_the_newest),
      cmocka_unit_test(bfs_takes_turns_by_forks),
      cmocka_unit_test(bfs_comes_back_to_those_who_wait),
      cmocka_unit_test(orders_hold_while_taking_turns),
      cmocka_unit_test(shares_are_what_the_names_promise),
      cmocka_unit_test(counts_weigh_places_and_call_paths),
      cmocka_unit_test(counting_bears_a_state_that_went_on_before_its_sibling_was_added),
      cmocka_unit_test(a_seed_decides_everything),
      cmocka_unit_test(the_usual_is_random_path_and_new_cover),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
