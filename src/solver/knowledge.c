/* Knowledge is derived from that of the nearest ancestor that has some, by adding the conjuncts in
   between. If no other list needs it there it is moved and extended in place: a path that grows by
   one conjunct per query costs one conjunct per query. Where lists branch it is copied. Of the
   copies that a deep path with thousands of forks leaves behind, only one in several is kept; a
   branch that is used later then has a few conjuncts to add. */
#include "solver/knowledge.h"

#include "expr/support.h"
#include "solver/path_condition.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { KEEP_EVERY = 32 };

void knowledge_free(struct knowledge *knowledge) {
  facts_free(&knowledge->facts);
  components_free(&knowledge->components);
  free(knowledge);
}

static struct knowledge *copy(const struct knowledge *knowledge, uint32_t depth) {
  struct knowledge *made = alloc_bytes(sizeof *made);
  *made = *knowledge;
  made->facts = facts_copy(&knowledge->facts);
  made->components = components_copy(&knowledge->components);
  made->is_kept = false;
  made->kept_depth = depth;
  return made;
}

/* Frees the nearest knowledge above, unless it is to be kept. */
static void thin_out_above(const struct path_condition *base) {
  struct path_condition *at = base->parent;
  for (int steps = 0; at != NULL && steps < KEEP_EVERY; steps++, at = at->parent) {
    if (at->knowledge == NULL) continue;
    if (at->knowledge->is_kept) return;
    knowledge_free(at->knowledge);
    at->knowledge = NULL;
    return;
  }
}

static bool is_shared_down_to(const struct path_condition *base,
                              const struct path_condition *path) {
  do {
    path = path->parent;
    if (path->references > 1) return true;
  } while (path != base);
  return false;
}

/* The initial knowledge of `path`, taken from `base` above it. */
static struct knowledge *take_over(struct path_condition *base, const struct path_condition *path) {
  struct knowledge *knowledge = base->knowledge;
  if (!is_shared_down_to(base, path)) {
    base->knowledge = NULL;
    if (knowledge->is_kept) knowledge->kept_depth = 0;
    knowledge->is_kept = false;
    return knowledge;
  }
  thin_out_above(base);
  if (base->depth - knowledge->kept_depth >= KEEP_EVERY) knowledge->is_kept = true;
  return copy(knowledge, knowledge->is_kept ? base->depth : knowledge->kept_depth);
}

static void add(struct exprs *exprs, struct knowledge *knowledge, struct path_condition *node) {
  facts_learn(&knowledge->facts, exprs, node->conjunct, node->depth - 1);
  components_add(&knowledge->components, exprs, &knowledge->facts, node);
  if (knowledge->is_support_known)
    knowledge->support = support_union(exprs, knowledge->support, node->conjunct->support);
}

struct knowledge *knowledge_of(struct exprs *exprs, struct path_condition *path) {
  if (path->knowledge != NULL) return path->knowledge;
  VEC(struct path_condition *) missing = {0};
  struct path_condition *base = path;
  for (; base != NULL && base->knowledge == NULL; base = base->parent) vec_push(&missing, base);
  struct knowledge *knowledge;
  if (base != NULL) {
    knowledge = take_over(base, path);
  } else {
    knowledge = alloc_zeroed(sizeof *knowledge);
    knowledge->is_support_known = true;
  }
  for (size_t i = missing.count; i-- > 0;) add(exprs, knowledge, missing.data[i]);
  vec_free(&missing);
  path->knowledge = knowledge;
  return knowledge;
}

struct joining {
  struct exprs *exprs;
  uint32_t support;
};

static void join_set(uint32_t set, void *context) {
  struct joining *joining = context;
  joining->support = support_union(joining->exprs, joining->support, set);
}

uint32_t knowledge_support(struct exprs *exprs, struct knowledge *knowledge) {
  if (!knowledge->is_support_known) {
    struct joining joining = {exprs, SUPPORT_EMPTY};
    components_walk_sets(&knowledge->components, join_set, &joining);
    knowledge->support = joining.support;
    knowledge->is_support_known = true;
  }
  return knowledge->support;
}

void knowledge_forget_sets(struct knowledge *knowledge) { knowledge->is_support_known = false; }
