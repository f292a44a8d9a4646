/* Two passes: one orders the nodes, children first, and counts their uses; the other assigns names.
   A node is named if it has children and more than one use, or if its text would nest deeper than
   NESTING: SMT-LIB parsers tend to recurse. The index of a read counts twice, because its text may
   be needed more than once. */
#include "expr/print_plan.h"

#include <stdlib.h>

enum { NESTING = 30 };

/* Counts a use; true if the node is new. */
static bool is_new(struct print_plan *plan, struct expr *e) {
  const uint64_t *place = id_map_find(&plan->place, e->id);
  if (place) plan->nodes.data[*place].uses++;
  return place == NULL;
}

static void count_indices(struct print_plan *plan) {
  for (size_t k = 0; k < plan->nodes.count; k++) {
    const struct expr *e = plan->nodes.data[k].e;
    if (e->kind == EXPR_READ) (void)is_new(plan, child(e, 1));
  }
}

struct visit {
  struct expr *e;
  unsigned next; /* child to go to */
};

static void find_nodes(struct print_plan *plan, struct expr *root, size_t limit) {
  VEC(struct visit) stack = {0};
  if (is_new(plan, root)) vec_push(&stack, ((struct visit){.e = root}));
  while (stack.count) {
    struct visit *top = &vec_last(&stack);
    bool is_cut = limit && plan->nodes.count + stack.count >= limit;
    if (top->next < expr_kind_children[top->e->kind] && !is_cut) {
      struct expr *next = child(top->e, top->next++);
      if (is_new(plan, next)) vec_push(&stack, ((struct visit){.e = next}));
      continue;
    }
    id_map_add(&plan->place, top->e->id, plan->nodes.count);
    vec_push(&plan->nodes, ((struct print_node){.e = top->e, .uses = 1}));
    (void)vec_pop(&stack);
  }
  vec_free(&stack);
}

static void give_names(struct print_plan *plan) {
  uint8_t *depths = alloc_zeroed(plan->nodes.count + 1);
  uint32_t names = 0;
  for (size_t k = 0; k < plan->nodes.count; k++) {
    struct print_node *node = &plan->nodes.data[k];
    unsigned count = expr_kind_children[node->e->kind], depth = 0;
    for (unsigned c = 0; c < count; c++) {
      const uint64_t *place = id_map_find(&plan->place, child(node->e, c)->id);
      if (place && depths[*place] > depth) depth = depths[*place];
    }
    bool is_named = count && (node->uses > 1 || depth + 1 >= NESTING);
    if (is_named) node->name = ++names;
    depths[k] = is_named ? 0 : (uint8_t)(depth + 1);
  }
  free(depths);
}

void print_plan_make(struct print_plan *plan, struct expr *const *roots, size_t count,
                     size_t limit) {
  *plan = (struct print_plan){0};
  for (size_t k = 0; k < count; k++) find_nodes(plan, roots[k], limit);
  count_indices(plan);
  give_names(plan);
}

void print_plan_free(struct print_plan *plan) {
  id_map_free(&plan->place);
  vec_free(&plan->nodes);
}

const struct print_node *print_plan_find(const struct print_plan *plan, const struct expr *e) {
  const uint64_t *place = id_map_find(&plan->place, e->id);
  return place ? &plan->nodes.data[*place] : NULL;
}
