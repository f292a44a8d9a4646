/* Path conditions as trees of nodes that point to their parents.

   Every node has a second pointer further up, laid out as in Myers' applicative
   random-access stacks ("An applicative random-access stack", 1983): how far it
   reaches depends on the depth alone, so walking two lists side by side keeps
   them level, and any ancestor is O(log) steps away.

   What a list implies is attached to its node and computed on demand; see knowledge.c. */
#include "solver/path_condition.h"

#include "expr/expr.h"
#include "solver/knowledge.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

struct path_condition *path_condition_retain(struct path_condition *path) {
  if (path != NULL) path->references++;
  return path;
}

void path_condition_release(struct path_condition *path) {
  while (path != NULL && --path->references == 0) {
    struct path_condition *parent = path->parent;
    if (path->knowledge != NULL) knowledge_free(path->knowledge);
    free(path);
    path = parent;
  }
}

/* The far pointer of a child of `parent`; NULL is the root. */
static struct path_condition *far_above(struct path_condition *parent) {
  if (parent == NULL || parent->far == NULL) return parent;
  struct path_condition *far = parent->far;
  uint32_t reach = parent->depth - far->depth;
  bool is_even = far->depth - path_condition_depth(far->far) == reach;
  return is_even ? far->far : parent;
}

struct path_condition *path_condition_append_whole(struct path_condition *path,
                                                   struct expr *conjunct) {
  REQUIRE(conjunct->width == 1);
  struct path_condition *node = alloc_bytes(sizeof *node);
  *node = (struct path_condition){.parent = path_condition_retain(path),
                                  .conjunct = conjunct,
                                  .depth = path_condition_depth(path) + 1,
                                  .references = 1,
                                  .far = far_above(path)};
  return node;
}

struct path_condition *path_condition_append(struct path_condition *path, struct expr *conjunct) {
  VEC(struct expr *) parts = {0}; /* still to be appended, oldest last */
  path_condition_retain(path);
  for (struct expr *part = conjunct; part != NULL;) {
    if (part->kind == EXPR_AND) {
      vec_push(&parts, expr_child(part, 1));
      part = expr_child(part, 0);
      continue;
    }
    if (!expr_is_true(part)) {
      struct path_condition *longer = path_condition_append_whole(path, part);
      path_condition_release(path);
      path = longer;
    }
    part = parts.count > 0 ? vec_pop(&parts) : NULL;
  }
  vec_free(&parts);
  return path;
}

struct path_condition *path_condition_prefix(struct path_condition *path, uint32_t depth) {
  REQUIRE(depth <= path_condition_depth(path));
  while (path_condition_depth(path) > depth)
    path = path_condition_depth(path->far) >= depth ? path->far : path->parent;
  return path;
}

struct path_condition *path_condition_common(struct path_condition *a, struct path_condition *b) {
  uint32_t depth_a = path_condition_depth(a), depth_b = path_condition_depth(b);
  uint32_t depth = depth_a < depth_b ? depth_a : depth_b;
  a = path_condition_prefix(a, depth);
  b = path_condition_prefix(b, depth);
  while (a != b) {
    bool can_leap = a->far != b->far;
    a = can_leap ? a->far : a->parent;
    b = can_leap ? b->far : b->parent;
  }
  return a;
}

struct expr *path_condition_at(struct path_condition *path, uint32_t position) {
  return path_condition_prefix(path, position + 1)->conjunct;
}

void path_condition_list(const struct path_condition *path, uint32_t from,
                         struct expr **conjuncts) {
  for (; path_condition_depth(path) > from; path = path->parent)
    conjuncts[path->depth - 1 - from] = path->conjunct;
}

void path_condition_mark(struct path_condition *path, struct exprs *exprs, uint32_t round) {
  for (; path != NULL && path->round != round; path = path->parent) {
    path->round = round;
    expr_mark_root(exprs, path->conjunct);
    if (path->knowledge != NULL) knowledge_forget_sets(path->knowledge);
  }
}
