/* Eliminating flexible sub-expressions from a system, on the DAG of its expressions.

   Read every node as a variable with a definition, x = op(children); all are existentially
   quantified. Then each rule of Figure 6 is one exact step of elimination:
   - a variable without a definition (an input, or a node whose definition is gone) that occurs only
     in the definition x = op(..., v, ...) can give x any value if the operator allows it, so that
     definition says nothing and is dropped: x is free. That is Rule 2, and with two such operands
     Rule 3. The other operands occur once less (Rule 4), and perhaps only once (Rules 1 and 5);
   - a variable that occurs nowhere but in its own definition says nothing either.
   A condition that has become free can be made true, and is dropped.

   The paper counts occurrences in a tree. Here a shared node is a variable with as many occurrences
   as there are edges to it, which finds more: y1 + y2 is flexible although it is used twice, and
   then counts as one variable. Each edge is dropped at most once, so the time is linear. */
#include "reduce/z_equivalence/flexible.h"

#include "expr/expr.h"
#include "expr/support.h"
#include "reduce/z_equivalence/flex_class.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 3 };

void flexible_init(struct flexible *f, struct exprs *exprs) {
  *f = (struct flexible){.exprs = exprs};
}

void flexible_free(struct flexible *f) {
  vec_free(&f->nodes);
  vec_free(&f->edges);
  vec_free(&f->queue);
  vec_free(&f->stack);
  vec_free(&f->roots);
  vec_free(&f->steps);
  id_map_free(&f->numbers);
  free(f->rigid);
  free(f->rigid_arrays);
  vec_free(&f->kept_arrays);
  word_map_free(&f->kept_places);
}

void flexible_restart(struct flexible *f) {
  vec_clear(&f->nodes);
  vec_clear(&f->edges);
  vec_clear(&f->queue);
  f->taken = 0;
  vec_clear(&f->roots);
  vec_clear(&f->steps);
  id_map_clear(&f->numbers);
}

void flexible_clear(struct flexible *f) {
  flexible_restart(f);
  f->has_rigid = false;
  if (f->rigid_words > 0) memset(f->rigid, 0, f->rigid_words * sizeof *f->rigid);
  if (f->rigid_array_words > 0)
    memset(f->rigid_arrays, 0, f->rigid_array_words * sizeof *f->rigid_arrays);
  vec_clear(&f->kept_arrays);
  word_map_clear(&f->kept_places);
  f->named_arrays = 0;
}

/* ---- rigid inputs ---- */

/* Sets a bit of a set that grows to at least `words`. */
static void set_bit(uint64_t **set, size_t *count, size_t words, uint32_t bit) {
  if (bit / 64 >= *count) {
    if (words <= bit / 64) words = bit / 64 + 1;
    *set = alloc_resize(*set, words * sizeof **set);
    memset(*set + *count, 0, (words - *count) * sizeof **set);
    *count = words;
  }
  (*set)[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static bool has_bit(const uint64_t *set, size_t count, uint32_t bit) {
  return bit / 64 < count && (set[bit / 64] >> (bit % 64) & 1);
}

static void fix_key(uint32_t key, void *context) {
  struct flexible *f = context;
  set_bit(&f->rigid, &f->rigid_words, support_key_limit(f->exprs) / 64 + 1, key);
}

void flexible_fix_array(struct flexible *f, uint32_t array) {
  f->has_rigid = true;
  set_bit(&f->rigid_arrays, &f->rigid_array_words, 2 * f->rigid_array_words, array);
}

void flexible_fix(struct flexible *f, uint32_t support) {
  f->has_rigid |= support != SUPPORT_EMPTY;
  support_walk_keys(f->exprs, support, fix_key, f);
}

bool flexible_has_rigid_array(const struct flexible *f, uint32_t array) {
  return has_bit(f->rigid_arrays, f->rigid_array_words, array);
}

void flexible_keep_array(struct flexible *f, uint32_t array, uint64_t class) {
  uint64_t *place = word_map_place(&f->kept_places, (uint64_t)array + 1);
  if (*place != 0) return;
  vec_push(&f->kept_arrays, ((struct flex_array){array, class}));
  *place = f->kept_arrays.count;
}

/* Those that have names come first, so none is added without one before. */
uint32_t flexible_name_array(struct flexible *f, uint32_t array, uint64_t class) {
  if (array == FLEX_NO_ARRAY) {
    vec_push(&f->kept_arrays, ((struct flex_array){array, class}));
    return f->named_arrays++;
  }
  flexible_keep_array(f, array, class);
  uint32_t place = (uint32_t)*word_map_find(&f->kept_places, (uint64_t)array + 1) - 1;
  if (f->named_arrays < f->kept_arrays.count) f->named_arrays = (uint32_t)f->kept_arrays.count;
  return place;
}

static bool is_kept(const struct flexible *f, const struct expr *e) {
  return f->kept_arrays.count > 0 &&
         word_map_find(&f->kept_places, (uint64_t)expr_array_of(f->exprs, e)->number + 1) != NULL;
}

struct key_test {
  const struct flexible *f;
  bool is_rigid;
};

static void test_key(uint32_t key, void *context) {
  struct key_test *test = context;
  const struct flexible *f = test->f;
  if (!has_bit(f->rigid, f->rigid_words, key)) test->is_rigid = false;
}

bool flexible_is_rigid(const struct flexible *f, uint32_t support) {
  struct key_test test = {f, true};
  support_walk_keys(f->exprs, support, test_key, &test);
  return test.is_rigid;
}

/* ---- the system ---- */

unsigned flexible_child_count(const struct flexible *f, uint32_t node) {
  const struct flex_node *n = &f->nodes.data[node];
  return n->root != FLEX_INNER ? 1 : expr_child_count(n->e);
}

static bool is_variable(const struct expr *e) { return e->kind == EXPR_INPUT; }

static void add_edge(struct flexible *f, uint32_t parent, uint32_t child) {
  struct flex_node *node = &f->nodes.data[child];
  node->uses++;
  node->users += f->edges.count;
  vec_push(&f->edges, ((struct flex_edge){parent, child}));
}

static void add_node(struct flexible *f, struct expr *e) {
  uint32_t number = (uint32_t)f->nodes.count;
  vec_push(&f->nodes,
           ((struct flex_node){.e = e, .status = FLEX_DEFINED, .first = (uint32_t)f->edges.count}));
  id_map_add(&f->numbers, e->id, number);
  for (unsigned i = 0; i < expr_child_count(e); i++)
    add_edge(f, number, (uint32_t)*id_map_find(&f->numbers, expr_child(e, i)->id));
}

/* Adds what is missing of an expression, children first. */
static uint32_t add_expr(struct flexible *f, struct expr *root) {
  VEC(struct expr *) pending = {0};
  vec_push(&pending, root);
  while (pending.count > 0) {
    struct expr *e = vec_last(&pending);
    size_t before = pending.count;
    if (id_map_find(&f->numbers, e->id) == NULL) {
      for (unsigned i = expr_child_count(e); i-- > 0;)
        if (id_map_find(&f->numbers, expr_child(e, i)->id) == NULL)
          vec_push(&pending, expr_child(e, i));
      if (pending.count > before) continue;
      add_node(f, e);
    }
    pending.count--;
  }
  vec_free(&pending);
  return (uint32_t)*id_map_find(&f->numbers, root->id);
}

static uint32_t add_root(struct flexible *f, struct expr *e, enum flex_root root) {
  uint32_t child = add_expr(f, e), number = (uint32_t)f->nodes.count;
  struct flex_node node = {
      .e = e, .status = FLEX_DEFINED, .root = (uint8_t)root, .first = (uint32_t)f->edges.count};
  vec_push(&f->nodes, node);
  vec_push(&f->roots, number);
  add_edge(f, number, child);
  return number;
}

uint32_t flexible_add_condition(struct flexible *f, struct expr *condition) {
  return add_root(f, condition, FLEX_CONDITION);
}

uint32_t flexible_add_value(struct flexible *f, struct expr *value) {
  return add_root(f, value, FLEX_VALUE);
}

/* An array as a whole ties its elements together: no single one can be chosen. */
static void fix_arrays(struct flexible *f) {
  for (size_t i = 0; i < f->nodes.count; i++) {
    const struct expr *e = f->nodes.data[i].e;
    if (e->kind == EXPR_ARRAY && e->support != SUPPORT_EMPTY)
      flexible_fix_array(f, expr_array_of(f->exprs, e)->number);
  }
}

/* Whether it is made of constants and rigid inputs (Rule 0). */
static bool is_fixed(const struct flexible *f, uint32_t node) {
  const struct expr *e = f->nodes.data[node].e;
  if (e->support == SUPPORT_EMPTY) return true;
  if (expr_child_count(e) == 0)
    return has_bit(f->rigid_arrays, f->rigid_array_words, expr_array_of(f->exprs, e)->number) ||
           flexible_is_rigid(f, e->support);
  for (unsigned i = 0; i < expr_child_count(e); i++)
    if (f->nodes.data[flexible_child(f, node, i)].status != FLEX_FIXED) return false;
  return true;
}

/* Children come before their parents. */
static void initialise(struct flexible *f) {
  fix_arrays(f);
  for (uint32_t i = 0; i < f->nodes.count; i++) {
    struct flex_node *node = &f->nodes.data[i];
    if (node->root != FLEX_INNER) continue;
    if (is_fixed(f, i))
      node->status = FLEX_FIXED;
    else if (is_variable(node->e))
      node->status = is_kept(f, node->e) ? FLEX_KEPT : FLEX_FREE;
  }
}

/* ---- the rules ---- */

static void note(struct flexible *f, uint32_t node, enum flex_rule rule) {
  if (f->keeps_steps && f->nodes.data[node].root == FLEX_INNER)
    vec_push(&f->steps, ((struct flex_step){f->nodes.data[node].e, rule}));
}

/* It can have any value, and only one place depends on which. */
static bool is_flexible(const struct flexible *f, uint32_t node) {
  return f->nodes.data[node].status == FLEX_FREE && f->nodes.data[node].uses == 1;
}

static void look_at_single(struct flexible *f, uint32_t node, enum flex_rule rule) {
  if (!is_flexible(f, node) || f->nodes.data[node].is_single) return;
  f->nodes.data[node].is_single = true;
  if (is_variable(f->nodes.data[node].e) || rule == FLEX_LAST) note(f, node, rule);
  vec_push(&f->queue, node);
}

/* The child occurs once less. What nobody uses any more has no say: its children follow. */
static void drop_edge(struct flexible *f, uint32_t edge) {
  uint32_t child = f->edges.data[edge].child;
  struct flex_node *node = &f->nodes.data[child];
  node->uses--;
  node->users -= edge;
  if (node->uses == 0) {
    if (node->status == FLEX_DEFINED) vec_push(&f->stack, child);
    if (node->status != FLEX_FIXED) node->status = FLEX_GONE;
  } else {
    look_at_single(f, child, FLEX_LAST);
  }
}

static void drop_edges(struct flexible *f, uint32_t node) {
  uint32_t first = f->nodes.data[node].first;
  if (first == UINT32_MAX) return;
  f->nodes.data[node].first = UINT32_MAX;
  for (unsigned i = 0; i < flexible_child_count(f, node); i++) drop_edge(f, first + i);
}

/* Rule 4: the operands of a flexible node need not have the values that they have. */
static void release_operands(struct flexible *f, uint32_t node) {
  if (f->nodes.data[node].first == UINT32_MAX) return;
  for (unsigned i = 0; i < flexible_child_count(f, node); i++) {
    uint32_t child = flexible_child(f, node, i);
    if (!is_flexible(f, child) && f->nodes.data[child].status != FLEX_FIXED)
      note(f, child, FLEX_SIBLING);
  }
  drop_edges(f, node);
  while (f->stack.count > 0) drop_edges(f, vec_pop(&f->stack));
}

static void drop_definition(struct flexible *f, uint32_t node, enum flex_rule rule) {
  struct flex_node *n = &f->nodes.data[node];
  n->status = n->root == FLEX_CONDITION ? FLEX_GONE : FLEX_FREE;
  note(f, node, rule);
  vec_push(&f->queue, node);
}

/* A child of the node has become flexible. */
static void look_at_parent(struct flexible *f, uint32_t node) {
  const struct flex_node *n = &f->nodes.data[node];
  if (n->status != FLEX_DEFINED) return;
  if (n->root == FLEX_CONDITION) drop_definition(f, node, FLEX_TYPE_1);
  if (n->root != FLEX_INNER) return;
  bool flexible[MOST_CHILDREN] = {false};
  unsigned count = 0;
  for (unsigned i = 0; i < flexible_child_count(f, node); i++)
    count += flexible[i] = is_flexible(f, flexible_child(f, node, i));
  if (flex_frees(n->e, flexible)) drop_definition(f, node, count > 1 ? FLEX_TYPE_2 : FLEX_TYPE_1);
}

/* A node may be queued when it becomes free, and again when it has a single use. */
static void take(struct flexible *f, uint32_t node) {
  struct flex_node *n = &f->nodes.data[node];
  if (is_flexible(f, node)) {
    n->is_single = true;
    look_at_parent(f, f->edges.data[n->users].parent);
  }
  if (flexible_child_count(f, node) > 0) release_operands(f, node);
}

void flexible_solve(struct flexible *f) {
  initialise(f);
  for (uint32_t i = 0; i < f->nodes.count; i++) look_at_single(f, i, FLEX_SINGLE);
  flexible_resume(f);
}

void flexible_resume(struct flexible *f) {
  while (f->taken < f->queue.count) take(f, f->queue.data[f->taken++]);
}

void flexible_drop_condition(struct flexible *f, uint32_t root) {
  if (f->nodes.data[root].status == FLEX_DEFINED) drop_definition(f, root, FLEX_TYPE_1);
}

void flexible_free_node(struct flexible *f, uint32_t node) {
  if (f->nodes.data[node].status == FLEX_DEFINED) drop_definition(f, node, FLEX_TRIED);
}
