/* The tree of forks against a list of the states that are alive, in the order of leaves. */
#include "world.h"

struct line {
  struct state **data;
  size_t count, capacity;
};

static struct state *new_state(void) { return alloc_zeroed(sizeof(struct state)); }

static void insert(struct line *line, size_t at, struct state *state) {
  vec_push(line, state);
  memmove(&line->data[at + 1], &line->data[at], (line->count - 1 - at) * sizeof(struct state *));
  line->data[at] = state;
}

/* Leaves from left to right must be those of the list; links must agree. */
static void check(const struct fork_node *root, const struct line *line) {
  VEC(const struct fork_node *) work = {0};
  size_t next = 0;
  if (root != NULL) {
    assert_null(root->parent);
    vec_push(&work, root);
  }
  while (work.count != 0) {
    const struct fork_node *node = vec_pop(&work);
    if (node->child[0] == NULL) {
      assert_null(node->child[1]);
      assert_true(next < line->count);
      assert_ptr_equal(node->state, line->data[next]);
      assert_ptr_equal(node->state->leaf, node);
      next++;
      continue;
    }
    assert_null(node->state);
    for (int i = 1; i >= 0; i--) {
      assert_ptr_equal(node->child[i]->parent, node);
      vec_push(&work, node->child[i]);
    }
  }
  assert_int_equal(next, line->count);
  vec_free(&work);
}

static void leaves_are_the_states_alive(void **unused) {
  (void)unused;
  for (uint64_t round = 0; round < 60; round++) {
    uint64_t seed = round;
    struct line line = {0};
    vec_push(&line, new_state());
    struct fork_node *root = fork_tree_new(line.data[0]);
    unsigned growth = 30 + random_below(&seed, 50);
    for (int i = 0; i < 300 && line.count != 0; i++) {
      size_t at = random_below(&seed, (uint32_t)line.count);
      struct state *state = line.data[at];
      if (random_below(&seed, 100) < growth) {
        struct state *sibling = new_state();
        fork_tree_split(state, sibling);
        insert(&line, at + 1, sibling);
      } else {
        root = fork_tree_remove(root, state);
        assert_null(state->leaf);
        memmove(&line.data[at], &line.data[at + 1], (line.count - at - 1) * sizeof(struct state *));
        line.count--;
        free(state);
      }
      check(root, &line);
    }
    while (line.count != 0) {
      struct state *state = vec_pop(&line);
      root = fork_tree_remove(root, state);
      free(state);
      check(root, &line);
    }
    assert_null(root);
    vec_free(&line);
  }
}

/* A chain of forks whose short ends are cut off leaves no inner nodes to walk through. */
static void forks_with_one_branch_left_are_passed_over(void **unused) {
  (void)unused;
  struct state *state = new_state();
  struct fork_node *root = fork_tree_new(state);
  for (int i = 0; i < 1000; i++) {
    struct state *sibling = new_state();
    fork_tree_split(state, sibling);
    struct state *ends = i % 2 == 0 ? state : sibling;
    root = fork_tree_remove(root, ends);
    state = ends == state ? sibling : state;
    free(ends);
    assert_ptr_equal(root, state->leaf);
    assert_ptr_equal(root->state, state);
  }
  assert_null(fork_tree_remove(root, state));
  free(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_are_the_states_alive),
      cmocka_unit_test(forks_with_one_branch_left_are_passed_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
