/* Converts queries into the form that the following links expect: a path and at most one more
   conjunct. Conjuncts in an array become a path, which is kept from one query to the next:
   neighbouring queries share a long prefix, and only what differs after it is dropped and
   appended. */
#include "solver/links.h"

#include "expr/expr.h"
#include "solver/path_condition.h"
#include "solver/solver.h"
#include "util/alloc.h"

#include <stdlib.h>

struct paths_link {
  struct solver solver;
  struct path_condition *base; /* a reference, or NULL */
  VEC(struct path_condition *)
  kept; /* base plus one, two, ... conjuncts; references */
};

static void shorten(struct paths_link *link, size_t count) {
  while (link->kept.count > count) path_condition_release(vec_pop(&link->kept));
}

static void forget(struct paths_link *link) {
  shorten(link, 0);
  path_condition_release(link->base);
  link->base = NULL;
}

/* The query's path with `count` more conjuncts; borrowed. */
static struct path_condition *lengthen(struct paths_link *link, const struct query *query,
                                       size_t count) {
  if (link->base != query->path) {
    forget(link);
    link->base = path_condition_retain(query->path);
  }
  size_t common = 0;
  while (common < count && common < link->kept.count &&
         link->kept.data[common]->conjunct == query->conjuncts[common])
    common++;
  shorten(link, common);
  struct path_condition *path = common > 0 ? link->kept.data[common - 1] : link->base;
  for (size_t i = common; i < count; i++) {
    path = path_condition_append_whole(path, query->conjuncts[i]);
    vec_push(&link->kept, path);
  }
  return path;
}

/* Converts the core of the lengthened path to a core of the query. */
static void split_core(const struct query *query, struct result *result) {
  uint32_t depth = path_condition_depth(query->path);
  bool *in_core = alloc_zeroed(query->count);
  in_core[query->count - 1] = result->in_core[0];
  size_t count = 0;
  for (size_t i = 0; i < result->path_core_count; i++) {
    if (result->path_core[i] < depth)
      result->path_core[count++] = result->path_core[i];
    else
      in_core[result->path_core[i] - depth] = true;
  }
  result->path_core_count = count;
  free(result->in_core);
  result->in_core = in_core;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct paths_link *link = (struct paths_link *)solver;
  if (query->count <= 1) return solver_ask_next(solver, query, result);
  struct query asked = *query;
  asked.path = lengthen(link, query, query->count - 1);
  asked.conjuncts = query->conjuncts + query->count - 1;
  asked.count = 1;
  enum answer answer = solver_ask_next(solver, &asked, result);
  if (result->in_core != NULL) split_core(query, result);
  return answer;
}

static void mark(struct solver *solver, struct exprs *exprs) {
  (void)exprs;
  forget((struct paths_link *)solver);
}

static void free_link(struct solver *solver) {
  struct paths_link *link = (struct paths_link *)solver;
  forget(link);
  vec_free(&link->kept);
  free(link);
}

static const struct solver_class class = {"paths", check, mark, free_link};

struct solver *paths_new(struct solver *next) {
  struct paths_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->solver.takes_paths = true;
  return &link->solver;
}
