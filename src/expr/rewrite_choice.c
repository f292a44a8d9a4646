/* Operators on ites between constants.

   Merged states choose between constants by conditions: ite(c, 3, ite(d, 5, 7)). An operator with
   constant operands moves into the leaves, where it folds; a comparison leaves only the conditions.
   The ites may form a chain or a tree with shared parts: each node is collected once and rebuilt
   from the oldest up, so the work is linear in their number, and above a limit nothing is done. */
#include "expr/range.h"
#include "expr/rewrite.h"

enum {
  COMPARE_MAX = 200, /* nodes of ites that are compared */
  MAP_MAX = 16,      /* nodes of ites that are computed with, hence copied */
  MOST_OPEN = 4,     /* leaves of compared ites that are not constant */
  SEEN_SIZE = 512,
  FEW = 6, /* nodes that are searched linearly */
};

/* What to apply to each leaf. */
struct leaf_operator {
  enum expr_kind kind;
  struct expr *constant; /* other operand of a binary operator */
  bool is_constant_left;
  unsigned low, width; /* of extract and extensions */
};

struct choices {
  struct expr *nodes[COMPARE_MAX + 1]; /* ites; after sorting, oldest first */
  struct expr *results[COMPARE_MAX + 1];
  unsigned count;
  struct expr *open_leaves[MOST_OPEN]; /* those that are not constant */
  struct expr *open_results[MOST_OPEN];
  unsigned open_count;
  uint16_t seen[SEEN_SIZE]; /* node number + 1 by hash of id */
};

static unsigned find_seen(const struct choices *choices, const struct expr *e) {
  unsigned at = (uint32_t)e->id * 0x9e3779b1u >> 23;
  while (choices->seen[at] && choices->nodes[choices->seen[at] - 1] != e) at = (at + 1) % SEEN_SIZE;
  return at;
}

static void see_nodes(struct choices *choices) {
  for (unsigned k = 0; k < SEEN_SIZE; k++) choices->seen[k] = 0;
  for (unsigned k = 0; k < choices->count; k++)
    choices->seen[find_seen(choices, choices->nodes[k])] = (uint16_t)(k + 1);
}

static bool was_gathered(const struct choices *choices, const struct expr *e) {
  if (choices->count >= FEW) return choices->seen[find_seen(choices, e)] != 0;
  for (unsigned k = 0; k < choices->count; k++)
    if (choices->nodes[k] == e) return true;
  return false;
}

/* The number of the leaf, or open_count. */
static unsigned find_open(const struct choices *choices, const struct expr *e) {
  unsigned k = 0;
  while (k < choices->open_count && choices->open_leaves[k] != e) k++;
  return k;
}

/* False if there are more nodes than `limit` or more open leaves than `open`. */
static bool gather(struct choices *choices, struct expr *root, unsigned limit, unsigned open) {
  choices->count = 0;
  choices->open_count = 0;
  choices->nodes[choices->count++] = root;
  for (unsigned k = 0; k < choices->count; k++) {
    for (unsigned branch = 1; branch < 3; branch++) {
      struct expr *e = child(choices->nodes[k], branch);
      if (is_const(e)) continue;
      if (e->kind != EXPR_ITE) {
        if (find_open(choices, e) < choices->open_count) continue;
        if (choices->open_count == open) return false;
        choices->open_leaves[choices->open_count++] = e;
        continue;
      }
      if (was_gathered(choices, e)) continue;
      if (choices->count == limit) return false;
      choices->nodes[choices->count++] = e;
      if (choices->count == FEW)
        see_nodes(choices);
      else if (choices->count > FEW)
        choices->seen[find_seen(choices, e)] = (uint16_t)choices->count;
    }
  }
  return true;
}

/* Children are older than parents, so this is an order to rebuild in. Collected from the root down,
   they are nearly in the opposite order already. */
static void sort_nodes(struct choices *choices) {
  for (unsigned k = 0; k < choices->count / 2; k++) {
    struct expr *e = choices->nodes[k];
    choices->nodes[k] = choices->nodes[choices->count - 1 - k];
    choices->nodes[choices->count - 1 - k] = e;
  }
  for (unsigned k = 1; k < choices->count; k++) {
    struct expr *e = choices->nodes[k];
    unsigned at = k;
    for (; at > 0 && choices->nodes[at - 1]->id > e->id; at--)
      choices->nodes[at] = choices->nodes[at - 1];
    choices->nodes[at] = e;
  }
  see_nodes(choices);
}

static struct expr *apply(struct exprs *exprs, const struct leaf_operator *operator,
                          struct expr * leaf) {
  switch (operator->kind) {
  case EXPR_NOT: return expr_not(exprs, leaf);
  case EXPR_EXTRACT: return expr_extract(exprs, leaf, operator->low, operator->width);
  case EXPR_ZEXT: return expr_zext(exprs, leaf, operator->width);
  case EXPR_SEXT: return expr_sext(exprs, leaf, operator->width);
  default: break;
  }
  return operator->is_constant_left ? expr_binary(exprs, operator->kind, operator->constant, leaf)
                                    : expr_binary(exprs, operator->kind, leaf, operator->constant);
}

static struct expr *branch_result(struct exprs *exprs, const struct choices *choices,
                                  const struct leaf_operator *operator, struct expr * e) {
  if (is_const(e)) return apply(exprs, operator, e);
  unsigned leaf = find_open(choices, e);
  if (leaf < choices->open_count) return choices->open_results[leaf];
  return choices->results[choices->seen[find_seen(choices, e)] - 1];
}

/* False if gather would fail at the root, which is the common case. */
static bool may_be_choices(const struct expr *root, unsigned open) {
  unsigned leaves = 0;
  if (root->kind != EXPR_ITE) return false;
  for (unsigned branch = 1; branch < 3; branch++) {
    const struct expr *e = child(root, branch);
    leaves += !is_const(e) && e->kind != EXPR_ITE;
  }
  return leaves <= open;
}

static struct expr *map_choices(struct exprs *exprs, struct expr *root,
                                const struct leaf_operator *operator, unsigned limit,
                                unsigned open) {
  struct choices choices;
  if (!may_be_choices(root, open) || !gather(&choices, root, limit, open) || !spend(exprs))
    return NULL;
  sort_nodes(&choices);
  for (unsigned k = 0; k < choices.open_count; k++)
    choices.open_results[k] = apply(exprs, operator, choices.open_leaves[k]);
  for (unsigned k = 0; k < choices.count; k++) {
    struct expr *e = choices.nodes[k];
    struct expr *a = branch_result(exprs, &choices, operator, child(e, 1));
    struct expr *b = branch_result(exprs, &choices, operator, child(e, 2));
    choices.results[k] = expr_ite(exprs, child(e, 0), a, b);
  }
  return choices.results[choices.count - 1];
}

struct expr *rewrite_choice_binary(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                   struct expr *b) {
  struct expr *result;
  if (is_const(a) != is_const(b)) {
    struct leaf_operator operator= {
      .kind = kind,
      .constant = is_const(a) ? a : b,
      .is_constant_left = is_const(a)
    };
    struct expr *choice = is_const(a) ? b : a;
    if (is_comparison(kind)) {
      /* match:  a comparison of C with an ite tree over constants and at most MOST_OPEN other
                 values
         result: the same ite tree over truth values */
      result = map_choices(exprs, choice, &operator, COMPARE_MAX, MOST_OPEN);
      if (result) RULE(exprs, choice_compare);
      return result;
    }
    /* match:  an ite tree over constants, op C
       result: the ite tree over the results */
    result = map_choices(exprs, choice, &operator, MAP_MAX, 0);
    if (result) RULE(exprs, choice_binary);
    return result;
  }
  /* match:  ite(c, C, D) op ite(c, E, F)
     result: ite(c, C op E, D op F) */
  if (a->kind != EXPR_ITE || b->kind != EXPR_ITE || child(a, 0) != child(b, 0)) return NULL;
  for (unsigned branch = 1; branch < 3; branch++)
    if (!is_const(child(a, branch)) || !is_const(child(b, branch))) return NULL;
  RULE(exprs, choice_pair);
  return expr_ite(exprs, child(a, 0), expr_binary(exprs, kind, child(a, 1), child(b, 1)),
                  expr_binary(exprs, kind, child(a, 2), child(b, 2)));
}

/* match:  extract, not or an extension of an ite tree over constants
   result: the ite tree over the results */

struct expr *rewrite_choice_extract(struct exprs *exprs, struct expr *a, unsigned low,
                                    unsigned width) {
  struct leaf_operator operator= {.kind = EXPR_EXTRACT, .low = low, .width = width };
  struct expr *result = map_choices(exprs, a, &operator, MAP_MAX, 0);
  if (result) RULE(exprs, choice_extract);
  return result;
}

struct expr *rewrite_choice_extend(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                   unsigned width) {
  struct leaf_operator operator= {.kind = kind, .width = width };
  if (a->width == 1) return NULL;
  struct expr *result = map_choices(exprs, a, &operator, MAP_MAX, 0);
  if (result) RULE(exprs, choice_extend);
  return result;
}

struct expr *rewrite_choice_not(struct exprs *exprs, struct expr *a) {
  struct leaf_operator operator= {.kind = EXPR_NOT };
  if (a->width == 1) return NULL;
  struct expr *result = map_choices(exprs, a, &operator, MAP_MAX, 0);
  if (result) RULE(exprs, choice_not);
  return result;
}
